package vulkan

import (
	"runtime"
	"time"

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
	returns   bool // something is copied for the host to read
	err       error

	time    uint64                 // number of barriers over the batch's life: see guard
	guarded [stages][stages]uint64 // see barrier.go
	used    [stages]uint64         // when a stage last had a command
	started uint64                 // time of the first command
	uses    []usage                // of a kernel

	// Spent adds up the time the device took, where it has a clock; Updated the part of it before
	// EndUpdate, in the batches that Run waited for to their end.
	Spent, Updated time.Duration
	// update is the number of phases before EndUpdate.
	update int
	// Work adds up what the batch had the device do.
	Work Work
	// Control, when set, can stop the waiting for the device: see Run.
	Control Control
	// pending: the device may still be at work.
	pending bool
	twin    *Batch // see Twin
	of      *Batch // whose twin it is

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
	b.up = staging{dev: d, usage: vk.BufferUsageTransferSrcBit, prefer: d.sendingMemory()}
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

// Pending reports whether the device may still be at work on the batch, or on its twin.
func (b *Batch) Pending() bool { return b.pending || b.twin != nil && b.twin.pending }

// Close frees what the batch holds.
func (b *Batch) Close() {
	d := b.dev
	if b.twin != nil {
		b.twin.Close()
	}
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
	b.reads, b.err, b.recording, b.returns, b.update = b.reads[:0], nil, true, false, 0
	b.fail(failure(d.cmd.ResetCommandPool(d.handle, b.pool, 0), "resetting commands"))
	if b.err == nil {
		b.fail(b.sets.tidy())
	}
	if b.err == nil {
		b.fail(failure(d.cmd.BeginCommandBuffer(b.cmd, &b.begin), "recording commands"))
	}
	if b.err == nil {
		b.barrier() // behind whatever the queue did before
		b.started = b.time
		b.stamps.start(d, b.cmd)
	}
}

// Begin begins to record unless that was begun before: what comes now joins it.
func (b *Batch) Begin() {
	if !b.recording {
		b.Start()
	}
}

// Recording reports whether something was begun that has not run.
func (b *Batch) Recording() bool { return b.recording }

func (b *Batch) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}
