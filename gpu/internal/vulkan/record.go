package vulkan

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Write sends data to a buffer, from the byte offset on; multiples of 4 bytes.
func (b *Batch) Write(to *Buffer, offset int, data []byte) {
	if b.err != nil || len(data) == 0 {
		return
	}
	if offset+len(data) > to.size {
		panic(fmt.Sprintf("gpu: %d bytes at %d into buffer %s of %d", len(data), offset, to.name, to.size))
	}
	p, err := b.up.take(len(data))
	if err != nil {
		b.fail(err)
		return
	}
	copy(p.bytes, data)
	b.send(to, offset, p)
}

// Space is Write without the copy: what it returns is sent when the batch runs.
func (b *Batch) Space(to *Buffer, offset, n int) []byte {
	if b.err == nil && n > 0 {
		p, err := b.up.take(n)
		if err == nil {
			b.send(to, offset, p)
			return p.bytes
		}
		b.fail(err)
	}
	return make([]byte, n) // filled in vain: the batch will not run
}

func (b *Batch) send(to *Buffer, offset int, p piece) {
	b.guard(usage{to, copying, true, offset, offset + len(p.bytes)})
	b.copyBytes(p.buffer, to.handle, p.offset, uint64(offset), len(p.bytes))
	b.Work.Sent += int64(len(p.bytes))
}

func (b *Batch) copyBytes(from, to vk.Buffer, fromOffset, toOffset uint64, n int) {
	if b.err != nil {
		return
	}
	b.copy = vk.BufferCopy{SrcOffset: fromOffset, DstOffset: toOffset, Size: uint64(n)}
	b.dev.cmd.CmdCopyBuffer(b.cmd, from, to, 1, &b.copy)
}

// Copy copies n bytes from one buffer to another.
func (b *Batch) Copy(to *Buffer, toOffset int, from *Buffer, fromOffset, n int) {
	if b.err != nil || n == 0 {
		return
	}
	b.guard(usage{from, copying, false, fromOffset, fromOffset + n}, usage{to, copying, true, toOffset, toOffset + n})
	b.copyBytes(from.handle, to.handle, uint64(fromOffset), uint64(toOffset), n)
}

// Fill sets n bytes from the offset on to copies of a word; multiples of 4.
func (b *Batch) Fill(to *Buffer, offset, n int, word uint32) {
	if b.err != nil || n == 0 {
		return
	}
	b.guard(usage{to, copying, true, offset, offset + n})
	if b.err != nil {
		return
	}
	b.dev.cmd.CmdFillBuffer(b.cmd, to.handle, uint64(offset), uint64(n), word)
}

// Read brings bytes back into dst when the batch has run.
func (b *Batch) Read(dst []byte, from *Buffer, offset int) {
	if b.err != nil || len(dst) == 0 {
		return
	}
	p, err := b.down.take(len(dst))
	if err != nil {
		b.fail(err)
		return
	}
	b.guard(usage{from, copying, false, offset, offset + len(dst)})
	b.copyBytes(from.handle, p.buffer, uint64(offset), p.offset, len(dst))
	b.reads, b.returns = append(b.reads, readBack{p, dst}), true
	b.Work.Received += int64(len(dst))
}

// Call runs a kernel over a number of work items with push constants on buffers in the
// order of its bindings.
func (b *Batch) Call(k *Kernel, items int, push []uint32, buffers ...*Buffer) {
	if items == 0 || !b.bind(k, nil, push, buffers) {
		return
	}
	x, y := grid((items+k.Group-1)/k.Group, int(b.dev.info.Limits.Groups))
	if y > int(b.dev.info.Limits.Groups) {
		b.fail(fmt.Errorf("kernel %s: %w: %d work items", k.Name, ErrLimit, items))
		return
	}
	b.dev.cmd.CmdDispatch(b.cmd, uint32(x), uint32(y), 1)
	b.Work.Dispatches++
}

// CallIndirect runs a kernel over the groups that three words of args hold.
func (b *Batch) CallIndirect(k *Kernel, args *Buffer, offset int, push []uint32, buffers ...*Buffer) {
	if b.bind(k, args, push, buffers) {
		b.dev.cmd.CmdDispatchIndirect(b.cmd, args.handle, uint64(offset))
		b.Work.Dispatches++
	}
}

// grid spreads groups over two dimensions where one is too short; there may be a
// few too many.
func grid(groups, most int) (x, y int) {
	y = (groups + most - 1) / most
	return (groups + y - 1) / y, y
}

// bind binds a kernel with its buffers, behind the barrier that it needs. args, unless it is nil, has
// the number of its groups.
func (b *Batch) bind(k *Kernel, args *Buffer, push []uint32, buffers []*Buffer) bool {
	if b.err != nil {
		return false
	}
	if len(buffers) != len(k.Access) {
		panic(fmt.Sprintf("gpu: kernel %s binds %d buffers, got %d", k.Name, len(k.Access), len(buffers)))
	}
	p, l, err := b.dev.pipeline(k, b.Control)
	b.fail(err)
	b.uses = b.uses[:0]
	for i, u := range buffers {
		b.uses = append(b.uses, usage{u, running, k.Access[i] == 'w', 0, u.size})
	}
	if args != nil {
		b.uses = append(b.uses, usage{args, sizing, false, 0, args.size})
	}
	b.guard(b.uses...)
	set := b.sets.take(b, l.set, buffers)
	if b.err != nil {
		return false
	}
	c := &b.dev.cmd
	c.CmdBindPipeline(b.cmd, vk.PipelineBindPointCompute, p)
	b.sets.current = set
	c.CmdBindDescriptorSets(b.cmd, vk.PipelineBindPointCompute, l.pipeline, 0, 1, &b.sets.current, 0, nil)
	if n := copy(b.push[:], push); n > 0 {
		c.CmdPushConstants(b.cmd, l.pipeline, vk.ShaderStageComputeBit, 0, uint32(4*n), unsafe.Pointer(&b.push))
	}
	return true
}

// Mark ends a phase that began at the mark before: see Times.
func (b *Batch) Mark(phase string) {
	if b.err == nil {
		b.fail(b.stamps.mark(b.dev, b.cmd, phase))
	}
}

// EndUpdate notes that the phases so far bring up to date what the next ones search.
func (b *Batch) EndUpdate() { b.update = len(b.stamps.phases) }

// Times calls f for every phase of the batch that ran last, with the time the
// device took; none where the device has no clock.
func (b *Batch) Times(f func(phase string, d time.Duration)) { b.stamps.each(b.dev, f) }
