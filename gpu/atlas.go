package gpu

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"github.com/collide-go/collide/internal/vk"
)

// atlas is where raster methods draw: two edge textures and a depth and stencil
// buffer of one size, with rectangles in them. It records into a batch.
type atlas struct {
	*batch // nil when closed
	owner  *Device
	shared *rasterizer
	side   int // of the images
	origs  image
	dirs   image
	depths image
	target vk.Framebuffer
	pool   vk.DescriptorPool
	set    vk.DescriptorSet
	// draws holds what is drawn: see the vertex shader.
	draws *buffer
	// bound is the size of the draws that the set refers to: it changes with every
	// new buffer, which may well get the handle of the one before.
	bound   int
	queries vk.QueryPool
	own     *atlasCommands
	pin     runtime.Pinner
	moved   int64        // bytes
	loaded  []loadedBody // what the textures hold, where a method keeps that
	ending  *promise[struct{}]
}

// atlasCommands is memory that commands point into.
type atlasCommands struct {
	begin    vk.RenderPassBeginInfo
	clear    vk.ClearValue
	viewport vk.Viewport
	scissor  vk.Rect2D
	push     [rasterPush / 4]uint32
	region   vk.BufferImageCopy
	layout   vk.ImageMemoryBarrier
	set      vk.DescriptorSet
	results  [queriesPerBatch]uint32
}

// image is one with its memory and a view of all of it.
type image struct {
	handle vk.Image
	memory vk.DeviceMemory
	view   vk.ImageView
}

// draw is a record and the pixels that see it.
type draw struct {
	record
	x, y, w, h uint32
}

// queriesPerBatch is as many as every driver has in a pool.
const queriesPerBatch = 8192

// texelBytes is the size of a texel of the edge textures.
const texelBytes = 16

// newAtlas makes an atlas. Nothing in it may lead back to an engine, whose end it
// must not prevent: commands point into it.
func (d *Device) newAtlas() (*atlas, error) {
	r, err := d.rasterizer()
	if err != nil {
		return nil, err
	}
	b, err := d.newBatch()
	if err != nil {
		return nil, err
	}
	a := &atlas{batch: b, owner: d, shared: r, draws: d.newBuffer("draws"), own: &atlasCommands{}}
	a.pin.Pin(a.own)
	if err := a.create(); err != nil {
		a.close()
		return nil, err
	}
	d.attach()
	return a, nil
}

func (a *atlas) create() error {
	d := a.dev
	a.own.clear[0] = math.Float32bits(1)
	queries := &vk.QueryPoolCreateInfo{SType: vk.StructureTypeQueryPoolCreateInfo, QueryType: vk.QueryTypeOcclusion, QueryCount: queriesPerBatch}
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

// reserve makes images of at least side × side and room for so many draws, before
// the batch starts. Images that grow lose their contents: it says so. The error
// wraps ErrLimit or ErrOutOfMemory.
func (a *atlas) reserve(side, draws int) (lost bool, err error) {
	if err := a.draws.grow(max(draws, 1) * int(unsafe.Sizeof(draw{}))); err != nil {
		return false, err
	}
	if side > a.side {
		if side > a.shared.most {
			return false, fmt.Errorf("edge texture: %w: a side of %d texels, the device allows %d", ErrLimit, side, a.shared.most)
		}
		lost = true
		if err := a.resize(min(roundUp(side), a.shared.most)); err != nil {
			return true, fmt.Errorf("edge textures of %d × %d: %w", side, side, err)
		}
	}
	if lost || a.bound != a.draws.size {
		a.bind()
	}
	return lost, nil
}

// roundUp returns the least power of two from 32 on that is at least n.
func roundUp(n int) int {
	s := 32
	for s < n {
		s *= 2
	}
	return s
}

func (a *atlas) resize(side int) (err error) {
	a.drop()
	d, r := a.dev, a.shared
	const texture = vk.ImageUsageSampledBit | vk.ImageUsageTransferDstBit
	const target = vk.ImageUsageDepthStencilAttachmentBit | vk.ImageUsageTransferSrcBit
	if a.origs, err = d.newImage(vk.FormatR32g32b32a32Sfloat, side, texture, vk.ImageAspectColorBit); err != nil {
		return err
	}
	if a.dirs, err = d.newImage(vk.FormatR32g32b32a32Sfloat, side, texture, vk.ImageAspectColorBit); err != nil {
		return err
	}
	if a.depths, err = d.newImage(r.format, side, target, vk.ImageAspectDepthBit|vk.ImageAspectStencilBit); err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&a.depths.view)
	info := &vk.FramebufferCreateInfo{
		SType: vk.StructureTypeFramebufferCreateInfo, RenderPass: r.fresh, AttachmentCount: 1, Attachments: &a.depths.view,
		Width: uint32(side), Height: uint32(side), Layers: 1,
	}
	if err := failure(d.cmd.CreateFramebuffer(d.handle, info, &a.target), "making a framebuffer"); err != nil {
		return err
	}
	a.side = side
	return a.arrange()
}

// arrange brings a new depth and stencil buffer into the layout that passes expect.
func (a *atlas) arrange() error {
	a.start()
	a.relayout(&a.depths, vk.ImageAspectDepthBit|vk.ImageAspectStencilBit, vk.ImageLayoutUndefined, vk.ImageLayoutTransferSrcOptimal)
	return a.run()
}

// relayout changes an image's layout, behind everything recorded so far.
func (a *atlas) relayout(m *image, aspect vk.ImageAspectFlags, from, to vk.ImageLayout) {
	if a.err != nil {
		return
	}
	a.own.layout = vk.ImageMemoryBarrier{
		SType: vk.StructureTypeImageMemoryBarrier, SrcAccessMask: allWrites, DstAccessMask: allAccess, OldLayout: from, NewLayout: to,
		SrcQueueFamilyIndex: vk.QueueFamilyIgnored, DstQueueFamilyIndex: vk.QueueFamilyIgnored, Image: m.handle,
		SubresourceRange: vk.ImageSubresourceRange{AspectMask: aspect, LevelCount: 1, LayerCount: 1},
	}
	a.dev.cmd.CmdPipelineBarrier(a.cmd, allStages, allStages, 0, 0, nil, 0, nil, 1, &a.own.layout)
}

// bind makes the set refer to the current images and draws.
func (a *atlas) bind() {
	var pin runtime.Pinner
	defer pin.Unpin()
	draws := &vk.DescriptorBufferInfo{Buffer: a.draws.handle, Range: vk.WholeSize}
	textures := &[2]vk.DescriptorImageInfo{
		{ImageView: a.origs.view, ImageLayout: vk.ImageLayoutShaderReadOnlyOptimal}, {ImageView: a.dirs.view, ImageLayout: vk.ImageLayoutShaderReadOnlyOptimal},
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
	a.bound = a.draws.size
}

func (d *Device) newImage(format vk.Format, side int, usage vk.ImageUsageFlags, aspect vk.ImageAspectFlags) (m image, err error) {
	defer func() {
		if err != nil {
			d.freeImage(&m)
		}
	}()
	info := &vk.ImageCreateInfo{
		SType: vk.StructureTypeImageCreateInfo, ImageType: vk.ImageType2d, Format: format, MipLevels: 1, ArrayLayers: 1,
		Extent: vk.Extent3D{Width: uint32(side), Height: uint32(side), Depth: 1}, Samples: vk.SampleCount1Bit, Usage: usage,
	}
	if err := failure(d.cmd.CreateImage(d.handle, info, &m.handle), "making an image"); err != nil {
		return m, err
	}
	var need vk.MemoryRequirements
	d.cmd.GetImageMemoryRequirements(d.handle, m.handle, &need)
	t, err := d.memoryType(need.MemoryTypeBits, vk.MemoryPropertyDeviceLocalBit, 0)
	if err != nil {
		return m, err
	}
	alloc := &vk.MemoryAllocateInfo{SType: vk.StructureTypeMemoryAllocateInfo, AllocationSize: need.Size, MemoryTypeIndex: t}
	if err := failure(d.cmd.AllocateMemory(d.handle, alloc, &m.memory), fmt.Sprintf("allocating %d bytes", need.Size)); err != nil {
		return m, err
	}
	if err := failure(d.cmd.BindImageMemory(d.handle, m.handle, m.memory, 0), "binding memory"); err != nil {
		return m, err
	}
	view := &vk.ImageViewCreateInfo{
		SType: vk.StructureTypeImageViewCreateInfo, Image: m.handle, ViewType: vk.ImageViewType2d, Format: format,
		SubresourceRange: vk.ImageSubresourceRange{AspectMask: aspect, LevelCount: 1, LayerCount: 1},
	}
	return m, failure(d.cmd.CreateImageView(d.handle, view, &m.view), "making an image view")
}

func (d *Device) freeImage(m *image) {
	d.cmd.DestroyImageView(d.handle, m.view)
	d.cmd.DestroyImage(d.handle, m.handle)
	d.cmd.FreeMemory(d.handle, m.memory)
	*m = image{}
}

// drop frees the images.
func (a *atlas) drop() {
	d := a.dev
	d.cmd.DestroyFramebuffer(d.handle, a.target)
	for _, m := range []*image{&a.origs, &a.dirs, &a.depths} {
		d.freeImage(m)
	}
	a.target, a.side = 0, 0
}

// end is close for an atlas that its engine may have closed before, unless the device
// is gone. Where the device is still at work on it, that is in the background: the promise
// returned, nil otherwise, is kept then.
func (a *atlas) end() *promise[struct{}] {
	if !a.owner.hold() {
		return nil
	}
	defer a.owner.release()
	if a.batch == nil || a.ending != nil {
		return a.ending
	}
	if !a.pending {
		a.close()
		a.owner.detach()
		return nil
	}
	a.ending = newPromise[struct{}]()
	a.owner.tails.Go(a.endLater)
	return a.ending
}

func (a *atlas) endLater() {
	_ = a.finish() // of no use to anybody
	if a.owner.hold() {
		a.close()
		a.owner.detach()
		a.owner.release()
	}
	a.ending.keep(struct{}{}, nil)
}

// close frees everything.
func (a *atlas) close() {
	d := a.dev
	a.drop()
	a.draws.close()
	d.cmd.DestroyQueryPool(d.handle, a.queries)
	d.cmd.DestroyDescriptorPool(d.handle, a.pool)
	a.batch.close()
	a.pin.Unpin()
	a.batch = nil
}
