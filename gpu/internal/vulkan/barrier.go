package vulkan

import (
	"slices"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// A batch puts a barrier where one command uses what another wrote, or writes what it used, and
// nowhere else: reads after reads need none.
//
// Of each buffer it keeps, for each stage, when the buffer was last written there and when
// read. Time is the number of barriers so far. guarded[s][d] is the time before which all that stage s
// did is finished, and visible, to what stage d does from now on. So a command of stage d that reads
// needs a barrier after any write of stage s at a time not before guarded[s][d]; one that writes, after
// any such read as well. A kernel uses all of a buffer, as far as is known here; copies a range.

// stage is where the commands of a batch use buffers.
type stage uint8

const (
	copying stage = iota // copies and fills
	running              // kernels
	sizing               // the device reads how many groups to run
	stages
)

// stageMasks are the stages in Vulkan's terms with what they may do to buffers.
var stageMasks = [stages]struct {
	stage         vk.PipelineStageFlags
	reads, writes vk.AccessFlags
}{
	copying: {vk.PipelineStageTransferBit, vk.AccessTransferReadBit, vk.AccessTransferWriteBit},
	running: {vk.PipelineStageComputeShaderBit, vk.AccessShaderReadBit, vk.AccessShaderWriteBit},
	sizing:  {vk.PipelineStageDrawIndirectBit, vk.AccessIndirectCommandReadBit, 0},
}

// What passes of a canvas need, whose commands are of other stages.
const (
	allStages = vk.PipelineStageAllCommandsBit
	allWrites = vk.AccessMemoryWriteBit
	allAccess = vk.AccessMemoryReadBit | vk.AccessMemoryWriteBit
)

// usage is what a command does with a buffer.
type usage struct {
	*Buffer
	at     stage
	write  bool
	lo, hi int // bytes
}

// history is what a batch did with a buffer.
type history struct {
	user        *Batch
	wrote, read [stages]uint64 // times, 0 for never
	lo, hi      int            // what copies wrote that no barrier orders before other copies
}

// recorded reports whether a command uses the buffer that has not run.
func (h *history) recorded() bool {
	b := h.user
	return b != nil && b.recording && max(slices.Max(h.wrote[:]), slices.Max(h.read[:])) >= b.started
}

// barrier orders everything on the queue so far before everything that follows.
func (b *Batch) barrier() {
	b.pipelineBarrier(allStages, allStages, allWrites, allAccess)
	b.time++
	for s := range b.guarded {
		for d := range b.guarded[s] {
			b.guarded[s][d] = b.time
		}
	}
}

func (b *Batch) pipelineBarrier(from, to vk.PipelineStageFlags, writes, then vk.AccessFlags) {
	b.sync.SrcAccessMask, b.sync.DstAccessMask = writes, then
	b.dev.cmd.CmdPipelineBarrier(b.cmd, from, to, 0, 1, &b.sync, 0, nil, 0, nil)
	b.Work.Barriers++
}

// barrierToHost orders the copies recorded so far before the host's reading. A fence alone
// makes writes available to the device, not visible to the host.
func (b *Batch) barrierToHost() {
	b.pipelineBarrier(vk.PipelineStageTransferBit, vk.PipelineStageHostBit, vk.AccessTransferWriteBit, vk.AccessHostReadBit)
}

// guard puts the barrier that a command needs, if any, for what it does with buffers, and notes
// that.
func (b *Batch) guard(uses ...usage) {
	var stops [stages]bool // for which stages of the command
	hazard := false
	for i := range uses {
		u := &uses[i]
		if u.handle == 0 {
			b.fail(noMemory(u.name))
		}
		if u.user != b {
			u.history = history{user: b}
		}
		if b.mustWait(u) {
			hazard, stops[u.at] = true, true
		}
	}
	if b.err != nil {
		return
	}
	if hazard {
		b.stop(stops)
	}
	for i := range uses {
		b.note(&uses[i])
	}
}

// mustWait reports whether a use must wait for an earlier one behind a barrier.
func (b *Batch) mustWait(u *usage) bool {
	for s := range stages {
		g := b.guarded[s][u.at]
		apart := s == copying && u.at == copying && (u.hi <= u.history.lo || u.history.hi <= u.lo)
		if u.wrote[s] >= g && u.wrote[s] > 0 && !apart || u.write && u.read[s] >= g && u.read[s] > 0 {
			return true
		}
	}
	return false
}

// stop records a barrier before commands of the stages given. It is one for copies and kernels
// as well, which come next sooner or later, behind all that is not ordered before these.
func (b *Batch) stop(stops [stages]bool) {
	stops[copying], stops[running] = true, true
	var from, to vk.PipelineStageFlags
	var writes, then vk.AccessFlags
	b.time++
	for s := range stages {
		open := false
		for d, stop := range stops {
			open = open || stop && b.used[s] >= b.guarded[s][d]
		}
		if !open || b.used[s] == 0 {
			continue
		}
		from, writes = from|stageMasks[s].stage, writes|stageMasks[s].writes
		for d, stop := range stops {
			if stop {
				b.guarded[s][d] = b.time
			}
		}
	}
	for d, stop := range stops {
		if stop {
			to, then = to|stageMasks[d].stage, then|stageMasks[d].reads|stageMasks[d].writes
		}
	}
	b.pipelineBarrier(from, to, writes, then)
}

// note keeps what a command does with a buffer.
func (b *Batch) note(u *usage) {
	h := &u.history
	if b.used[u.at] = b.time; !u.write {
		h.read[u.at] = b.time
		return
	}
	if u.at == copying {
		if h.wrote[copying] >= b.guarded[copying][copying] && h.wrote[copying] > 0 {
			h.lo, h.hi = min(h.lo, u.lo), max(h.hi, u.hi)
		} else {
			h.lo, h.hi = u.lo, u.hi
		}
	}
	h.wrote[u.at] = b.time
}
