package vulkan

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Canvas is where raster methods draw: two textures of four float32 a texel and a depth and
// stencil buffer, all square and of one size. It records into a batch.
type Canvas struct {
	*Batch // nil when closed
	owner  *Device
	shared *rasterizer
	side   int   // of the images
	first  image // texture
	second image // texture
	depths image
	target vk.Framebuffer
	pool   vk.DescriptorPool
	set    vk.DescriptorSet
	// Draws holds what is drawn: see the vertex shader.
	Draws *Buffer
	// bound is the size of the draws that the set refers to: it changes with every
	// new buffer, which may well get the handle of the one before.
	bound   int
	queries vk.QueryPool
	own     *canvasCommands
	pin     runtime.Pinner
	ending  *Promise[struct{}]
}

// canvasCommands is memory that commands point into.
type canvasCommands struct {
	begin    vk.RenderPassBeginInfo
	clear    vk.ClearValue
	viewport vk.Viewport
	scissor  vk.Rect2D
	push     [rasterPush / 4]uint32
	region   vk.BufferImageCopy
	layout   vk.ImageMemoryBarrier
	set      vk.DescriptorSet
	results  [QueriesPerBatch]uint32
}

// QueriesPerBatch is as many as every driver has in a pool.
const QueriesPerBatch = 8192

// texelBytes is the size of a texel of the textures.
const texelBytes = 16

// newCanvas makes a canvas. Nothing in it may lead back to an engine, whose end it
// must not prevent: commands point into it.
func (d *Device) newCanvas() (*Canvas, error) {
	r, err := d.rasterizer()
	if err != nil {
		return nil, err
	}
	b, err := d.NewBatch()
	if err != nil {
		return nil, err
	}
	a := &Canvas{Batch: b, owner: d, shared: r, Draws: d.NewBuffer("draws"), own: &canvasCommands{}}
	a.pin.Pin(a.own)
	if err := a.create(); err != nil {
		a.Close()
		return nil, err
	}
	d.Attach()
	return a, nil
}

func (a *Canvas) create() error {
	d := a.dev
	a.own.clear[0] = math.Float32bits(1)
	queries := &vk.QueryPoolCreateInfo{SType: vk.StructureTypeQueryPoolCreateInfo, QueryType: vk.QueryTypeOcclusion, QueryCount: QueriesPerBatch}
	if err := failure(d.cmd.CreateQueryPool(d.handle, queries, &a.queries), "making occlusion queries"); err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	sizes := []vk.DescriptorPoolSize{
		{Type: vk.DescriptorTypeStorageBuffer, DescriptorCount: 1}, {Type: vk.DescriptorTypeSampledImage, DescriptorCount: 2},
	}
	pool := &vk.DescriptorPoolCreateInfo{SType: vk.StructureTypeDescriptorPoolCreateInfo, MaxSets: 1, PoolSizeCount: 2, PoolSizes: pinned(&pin, sizes)}
	if err := failure(d.cmd.CreateDescriptorPool(d.handle, pool, &a.pool), "making a descriptor pool"); err != nil {
		return err
	}
	pin.Pin(&a.shared.set)
	alloc := &vk.DescriptorSetAllocateInfo{
		SType: vk.StructureTypeDescriptorSetAllocateInfo, DescriptorPool: a.pool, DescriptorSetCount: 1, SetLayouts: &a.shared.set,
	}
	return failure(d.cmd.AllocateDescriptorSets(d.handle, alloc, &a.set), "taking a descriptor set")
}

// Reserve makes images of at least side × side and room for the bytes of the draws, before
// the batch starts. It reports whether images grew, which lose their contents then. The error
// wraps ErrLimit or ErrOutOfMemory.
func (a *Canvas) Reserve(side, bytes int) (lost bool, err error) {
	if err := a.Draws.Grow(bytes); err != nil {
		return false, err
	}
	if side > a.side {
		if side > a.shared.most {
			return false, fmt.Errorf("texture: %w: a side of %d texels, the device allows %d", ErrLimit, side, a.shared.most)
		}
		lost = true
		if err := a.resize(min(max(1<<bits.Len(uint(side-1)), minSide), a.shared.most)); err != nil {
			return true, fmt.Errorf("textures of %d × %d: %w", side, side, err)
		}
	}
	if lost || a.bound != a.Draws.size {
		a.bind()
	}
	return lost, nil
}

// CanvasSide is the usual bound of the side of a canvas: 4 million texels.
const CanvasSide = 2048

// minSide is the least side of an image, in pixels; larger ones are powers of two as well.
const minSide = 32

func (a *Canvas) resize(side int) (err error) {
	a.drop()
	d, r := a.dev, a.shared
	const texture = vk.ImageUsageSampledBit | vk.ImageUsageTransferDstBit
	const target = vk.ImageUsageDepthStencilAttachmentBit | vk.ImageUsageTransferSrcBit
	if a.first, err = d.newImage(vk.FormatR32g32b32a32Sfloat, side, texture, vk.ImageAspectColorBit); err != nil {
		return err
	}
	if a.second, err = d.newImage(vk.FormatR32g32b32a32Sfloat, side, texture, vk.ImageAspectColorBit); err != nil {
		return err
	}
	if a.depths, err = d.newImage(r.format, side, target, vk.ImageAspectDepthBit|vk.ImageAspectStencilBit); err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&a.depths.view)
	info := &vk.FramebufferCreateInfo{
		SType: vk.StructureTypeFramebufferCreateInfo, RenderPass: r.passes[Fresh], AttachmentCount: 1, Attachments: &a.depths.view,
		Width: uint32(side), Height: uint32(side), Layers: 1,
	}
	if err := failure(d.cmd.CreateFramebuffer(d.handle, info, &a.target), "making a framebuffer"); err != nil {
		return err
	}
	a.side = side
	return a.arrange()
}

// arrange brings a new depth and stencil buffer into the layout that passes expect.
func (a *Canvas) arrange() error {
	a.Start()
	a.relayout(&a.depths, vk.ImageAspectDepthBit|vk.ImageAspectStencilBit, vk.ImageLayoutUndefined, vk.ImageLayoutTransferSrcOptimal)
	return a.Run()
}

// relayout changes an image's layout, behind everything recorded so far.
func (a *Canvas) relayout(m *image, aspect vk.ImageAspectFlags, from, to vk.ImageLayout) {
	if a.err != nil {
		return
	}
	a.own.layout = vk.ImageMemoryBarrier{
		SType: vk.StructureTypeImageMemoryBarrier, SrcAccessMask: allWrites, DstAccessMask: allAccess, OldLayout: from, NewLayout: to,
		SrcQueueFamilyIndex: vk.QueueFamilyIgnored, DstQueueFamilyIndex: vk.QueueFamilyIgnored, Image: m.handle,
		SubresourceRange: vk.ImageSubresourceRange{AspectMask: aspect, LevelCount: 1, LayerCount: 1},
	}
	a.dev.cmd.CmdPipelineBarrier(a.cmd, allStages, allStages, 0, 0, nil, 0, nil, 1, &a.own.layout)
	a.Work.Barriers++
}

// bind makes the set refer to the current images and draws.
func (a *Canvas) bind() {
	var pin runtime.Pinner
	defer pin.Unpin()
	draws := &vk.DescriptorBufferInfo{Buffer: a.Draws.handle, Range: vk.WholeSize}
	textures := &[2]vk.DescriptorImageInfo{
		{ImageView: a.first.view, ImageLayout: vk.ImageLayoutShaderReadOnlyOptimal}, {ImageView: a.second.view, ImageLayout: vk.ImageLayoutShaderReadOnlyOptimal},
	}
	pin.Pin(draws)
	pin.Pin(textures)
	writes := &[2]vk.WriteDescriptorSet{
		{SType: vk.StructureTypeWriteDescriptorSet, DstSet: a.set, DescriptorCount: 1, DescriptorType: vk.DescriptorTypeStorageBuffer, BufferInfo: draws},
		{
			SType: vk.StructureTypeWriteDescriptorSet, DstSet: a.set, DstBinding: 1, DescriptorCount: 1,
			DescriptorType: vk.DescriptorTypeSampledImage, ImageInfo: &textures[0],
		},
	}
	a.dev.cmd.UpdateDescriptorSets(a.dev.handle, 2, &writes[0], 0, nil)
	writes[1].DstBinding, writes[1].ImageInfo = 2, &textures[1]
	a.dev.cmd.UpdateDescriptorSets(a.dev.handle, 1, &writes[1], 0, nil)
	a.bound = a.Draws.size
}

// drop frees the images.
func (a *Canvas) drop() {
	d := a.dev
	d.cmd.DestroyFramebuffer(d.handle, a.target)
	for _, m := range []*image{&a.first, &a.second, &a.depths} {
		d.freeImage(m)
	}
	a.target, a.side = 0, 0
}

// end is Close for a canvas that its engine may have closed before, unless the device
// is gone. Where the device is still at work on it, that is in the background: the promise
// returned, nil otherwise, is kept then.
func (a *Canvas) end() *Promise[struct{}] {
	if !a.owner.Hold() {
		return nil
	}
	defer a.owner.Release()
	if a.Batch == nil || a.ending != nil {
		return a.ending
	}
	if !a.pending {
		a.Close()
		a.owner.Detach()
		return nil
	}
	a.ending = NewPromise[struct{}]()
	a.owner.tails.Go(a.endLater)
	return a.ending
}

func (a *Canvas) endLater() {
	_ = a.Finish() // of no use to anybody
	if a.owner.Hold() {
		a.Close()
		a.owner.Detach()
		a.owner.Release()
	}
	a.ending.Keep(struct{}{}, nil)
}

// Close frees everything.
func (a *Canvas) Close() {
	d := a.dev
	a.drop()
	a.Draws.Close()
	d.cmd.DestroyQueryPool(d.handle, a.queries)
	d.cmd.DestroyDescriptorPool(d.handle, a.pool)
	a.Batch.Close()
	a.pin.Unpin()
	a.Batch = nil
}
