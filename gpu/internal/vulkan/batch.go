package vulkan

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Batch records copies and kernels and runs them in one go, in the order recorded:
// a barrier stands wherever one uses what another wrote, or writes what it used.
// The first error sticks; Run returns it. A batch is reused from frame to frame
// and then allocates nothing.
type Batch struct {
	dev       *Device
	pool      vk.CommandPool
	cmd       vk.CommandBuffer
	fence     vk.Fence
	sets      descriptors
	up, down  staging
	reads     []readBack
	stamps    stamps
	recording bool
	err       error
	barriers  uint64 // so many, over the batch's life
	// Spent adds up the time the device took, where it has a clock.
	Spent time.Duration
	// Control, when set, can stop the waiting for the device: see Run.
	Control Control
	// pending: the device may still be at work.
	pending bool

	pin    runtime.Pinner // holds batch itself: commands point into it
	submit vk.SubmitInfo
	begin  vk.CommandBufferBeginInfo
	sync   vk.MemoryBarrier
	copy   vk.BufferCopy
	push   [needPush / 4]uint32
}

// readBack is a copy out of staging memory, made once the device is done.
type readBack struct {
	from piece
	to   []byte
}

// NewBatch makes a batch.
func (d *Device) NewBatch() (*Batch, error) {
	b := &Batch{dev: d}
	b.up = staging{dev: d, usage: vk.BufferUsageTransferSrcBit}
	b.down = staging{dev: d, usage: vk.BufferUsageTransferDstBit, prefer: vk.MemoryPropertyHostCachedBit}
	b.pin.Pin(b)
	if err := b.create(); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Batch) create() error {
	d := b.dev
	pool := &vk.CommandPoolCreateInfo{SType: vk.StructureTypeCommandPoolCreateInfo, QueueFamilyIndex: d.family}
	if err := failure(d.cmd.CreateCommandPool(d.handle, pool, &b.pool), "making a command pool"); err != nil {
		return err
	}
	alloc := &vk.CommandBufferAllocateInfo{
		SType: vk.StructureTypeCommandBufferAllocateInfo, CommandPool: b.pool, CommandBufferCount: 1,
	}
	if err := failure(d.cmd.AllocateCommandBuffers(d.handle, alloc, &b.cmd), "making a command buffer"); err != nil {
		return err
	}
	fence := &vk.FenceCreateInfo{SType: vk.StructureTypeFenceCreateInfo}
	if err := failure(d.cmd.CreateFence(d.handle, fence, &b.fence), "making a fence"); err != nil {
		return err
	}
	b.begin = vk.CommandBufferBeginInfo{SType: vk.StructureTypeCommandBufferBeginInfo, Flags: vk.CommandBufferUsageOneTimeSubmitBit}
	b.submit = vk.SubmitInfo{SType: vk.StructureTypeSubmitInfo, CommandBufferCount: 1, CommandBuffers: &b.cmd}
	b.sync = vk.MemoryBarrier{SType: vk.StructureTypeMemoryBarrier}
	b.sets.init(d)
	return b.stamps.create(d)
}

// Device returns the device that the batch runs on.
func (b *Batch) Device() *Device { return b.dev }

// Pending reports whether the device may still be at work on the batch.
func (b *Batch) Pending() bool { return b.pending }

// Close frees what the batch holds.
func (b *Batch) Close() {
	d := b.dev
	b.stamps.close(d)
	b.sets.close()
	b.up.close()
	b.down.close()
	if b.fence != 0 {
		d.cmd.DestroyFence(d.handle, b.fence)
	}
	if b.pool != 0 {
		d.cmd.DestroyCommandPool(d.handle, b.pool)
	}
	b.fence, b.pool = 0, 0
	b.pin.Unpin()
}

// Start begins to record.
func (b *Batch) Start() {
	if b.pending {
		panic("gpu: a batch starts that still runs")
	}
	d := b.dev
	b.up.reset()
	b.down.reset()
	b.reads, b.err, b.recording = b.reads[:0], nil, true
	b.fail(failure(d.cmd.ResetCommandPool(d.handle, b.pool, 0), "resetting commands"))
	if b.err == nil {
		b.fail(b.sets.reset())
	}
	if b.err == nil {
		b.fail(failure(d.cmd.BeginCommandBuffer(b.cmd, &b.begin), "recording commands"))
	}
	if b.err == nil {
		b.barrier() // behind whatever the queue did before
		b.stamps.start(d, b.cmd)
	}
}

func (b *Batch) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

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
}

// barrier orders everything recorded so far before everything that follows.
func (b *Batch) barrier() {
	b.sync.SrcAccessMask, b.sync.DstAccessMask = allWrites, allAccess
	b.dev.cmd.CmdPipelineBarrier(b.cmd, allStages, allStages, 0, 1, &b.sync, 0, nil, 0, nil)
	b.barriers++
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
	b.settle(b.use(to, true), to)
	b.copyBytes(p.buffer, to.handle, p.offset, uint64(offset), len(p.bytes))
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
	hazard := b.use(from, false)
	hazard = b.use(to, true) || hazard
	b.settle(hazard, from, to)
	b.copyBytes(from.handle, to.handle, uint64(fromOffset), uint64(toOffset), n)
}

// Fill sets n bytes from the offset on to copies of a word; multiples of 4.
func (b *Batch) Fill(to *Buffer, offset, n int, word uint32) {
	if b.err != nil || n == 0 {
		return
	}
	b.settle(b.use(to, true), to)
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
	b.settle(b.use(from, false), from)
	b.copyBytes(from.handle, p.buffer, uint64(offset), p.offset, len(dst))
	b.reads = append(b.reads, readBack{p, dst})
}

// Call runs a kernel over so many work items with push constants on buffers in the
// order of its bindings.
func (b *Batch) Call(k *Kernel, items int, push []uint32, buffers ...*Buffer) {
	if items == 0 || !b.bind(k, push, buffers) {
		return
	}
	x, y := grid((items+k.Group-1)/k.Group, int(b.dev.info.Limits.Groups))
	if y > int(b.dev.info.Limits.Groups) {
		b.fail(fmt.Errorf("kernel %s: %w: %d work items", k.Name, ErrLimit, items))
		return
	}
	b.dev.cmd.CmdDispatch(b.cmd, uint32(x), uint32(y), 1)
}

// CallIndirect runs a kernel over as many groups as three words of args say.
func (b *Batch) CallIndirect(k *Kernel, args *Buffer, offset int, push []uint32, buffers ...*Buffer) {
	if b.err != nil {
		return
	}
	b.settle(b.use(args, false), args)
	if b.bind(k, push, buffers) {
		b.dev.cmd.CmdDispatchIndirect(b.cmd, args.handle, uint64(offset))
	}
}

// grid spreads groups over two dimensions where one is too short; there may be a
// few too many.
func grid(groups, most int) (x, y int) {
	y = (groups + most - 1) / most
	return (groups + y - 1) / y, y
}

func (b *Batch) bind(k *Kernel, push []uint32, buffers []*Buffer) bool {
	if b.err != nil {
		return false
	}
	if len(buffers) != len(k.Access) {
		panic(fmt.Sprintf("gpu: kernel %s binds %d buffers, got %d", k.Name, len(k.Access), len(buffers)))
	}
	p, l, err := b.dev.pipeline(k, b.Control)
	b.fail(err)
	hazard := false
	for i, u := range buffers {
		hazard = b.use(u, k.Access[i] == 'w') || hazard
	}
	b.settle(hazard, buffers...)
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

// Times calls f for every phase of the batch that ran last, with the time the
// device took; none where the device has no clock.
func (b *Batch) Times(f func(phase string, d time.Duration)) { b.stamps.each(b.dev, f) }
