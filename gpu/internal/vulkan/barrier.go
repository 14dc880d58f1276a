package vulkan

import (
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Everything a batch records runs in these stages.
const (
	allStages  = vk.PipelineStageAllCommandsBit
	allWrites  = vk.AccessMemoryWriteBit
	allAccess  = vk.AccessMemoryReadBit | vk.AccessMemoryWriteBit
	hostStages = vk.PipelineStageHostBit
)

// barrierToHost orders everything recorded so far before the host's reading. A fence alone
// makes writes available to the device, not visible to the host.
func (b *Batch) barrierToHost() {
	b.sync.SrcAccessMask, b.sync.DstAccessMask = allWrites, vk.AccessHostReadBit
	b.dev.cmd.CmdPipelineBarrier(b.cmd, allStages, hostStages, 0, 1, &b.sync, 0, nil, 0, nil)
	b.Work.Barriers++
}

// barrier orders everything recorded so far before everything that follows.
func (b *Batch) barrier() {
	b.sync.SrcAccessMask, b.sync.DstAccessMask = allWrites, allAccess
	b.dev.cmd.CmdPipelineBarrier(b.cmd, allStages, allStages, 0, 1, &b.sync, 0, nil, 0, nil)
	b.barriers++
	b.Work.Barriers++
}

// use notes what the next command does with a buffer and reports whether a barrier
// must come first.
func (b *Batch) use(u *Buffer, write bool) bool {
	if u.handle == 0 {
		b.fail(fmt.Errorf("buffer %s has no memory", u.name))
		return false
	}
	fresh := u.user == b && u.touched == b.barriers
	hazard := fresh && (write || u.written)
	if !fresh {
		u.written = false
	}
	u.user, u.touched, u.written = b, b.barriers, u.written || write
	return hazard
}

// settle is for after the buffers of a command were noted: it puts the barrier, and
// what is used thereafter was used behind it.
func (b *Batch) settle(hazard bool, used ...*Buffer) {
	if !hazard || b.err != nil {
		return
	}
	b.barrier()
	for _, u := range used {
		u.touched = b.barriers
	}
}
