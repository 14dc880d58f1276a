package vulkan

import (
	"embed"
	"errors"
	"fmt"
	"runtime"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// errNoRaster: the device computes but does not draw.
var errNoRaster = errors.New("the device does not draw")

// Drawing is one of the raster pipelines. Without a fragment stage depths are those of
// the triangles, which come as a list then, not as a strip.
type Drawing struct {
	Shaders          embed.FS // see Kernel
	Vertex, Fragment string
	// Write: depths are written whatever they were; else they are compared, and
	// marks are set where they pass.
	Write   bool
	Compare vk.CompareOp
}

// Comparisons of a drawing's depths with those that are there.
const (
	Always         = vk.CompareOpAlways
	Less           = vk.CompareOpLess
	LessOrEqual    = vk.CompareOpLessOrEqual
	GreaterOrEqual = vk.CompareOpGreaterOrEqual
)

// Pass is what drawing begins with.
type Pass int

// The passes: Fresh clears depth and stencil, Keep the stencil alone, Again the depth alone.
const (
	Fresh Pass = iota
	Keep
	Again
	passes
)

// rasterizer is what all canvases of a device share: built once, when a raster
// method first runs.
type rasterizer struct {
	format    vk.Format // of depth and stencil
	most      int       // side of the largest image that can be drawn to
	passes    [passes]vk.RenderPass
	set       vk.DescriptorSetLayout
	layout    vk.PipelineLayout
	pipelines map[*Drawing]*Promise[vk.Pipeline]
}

// rasterizer returns the shared parts, building them on the first call.
func (d *Device) rasterizer() (*rasterizer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.raster != nil {
		return d.raster, nil
	}
	r := &rasterizer{pipelines: map[*Drawing]*Promise[vk.Pipeline]{}}
	if err := r.create(d); err != nil {
		r.close(d)
		return nil, fmt.Errorf("%s: %w", d.info.Name, err)
	}
	d.raster = r
	return r, nil
}

func (r *rasterizer) create(d *Device) (err error) {
	if !d.draws() {
		return errNoRaster
	}
	if r.format = d.depthFormat(); r.format == 0 {
		return fmt.Errorf("%w: no format of depth and stencil", errNoRaster)
	}
	var p vk.PhysicalDeviceProperties
	d.instance.GetPhysicalDeviceProperties(d.physical, &p)
	l := &p.Limits
	r.most = int(min(l.MaxImageDimension2D, l.MaxFramebufferWidth, l.MaxFramebufferHeight, l.MaxViewportDimensions[0], l.MaxViewportDimensions[1]))
	for i, p := range [passes]struct{ depth, stencil vk.AttachmentLoadOp }{
		Fresh: {vk.AttachmentLoadOpClear, vk.AttachmentLoadOpClear},
		Keep:  {vk.AttachmentLoadOpLoad, vk.AttachmentLoadOpClear},
		Again: {vk.AttachmentLoadOpClear, vk.AttachmentLoadOpLoad},
	} {
		if r.passes[i], err = r.pass(d, p.depth, p.stencil); err != nil {
			return err
		}
	}
	return r.layouts(d)
}

// draws reports whether the device's queue draws.
func (d *Device) draws() bool {
	var n uint32
	d.instance.GetPhysicalDeviceQueueFamilyProperties(d.physical, &n, nil)
	list := make([]vk.QueueFamilyProperties, max(n, 1))
	d.instance.GetPhysicalDeviceQueueFamilyProperties(d.physical, &n, &list[0])
	return d.family < n && list[d.family].QueueFlags&vk.QueueGraphicsBit != 0
}

// depthFormat picks a format of depth and stencil; every device has one of these.
// Rounding to 24 bits keeps the order of depths, hence is conservative, too.
func (d *Device) depthFormat() vk.Format {
	for _, f := range []vk.Format{vk.FormatD32SfloatS8Uint, vk.FormatD24UnormS8Uint} {
		var p vk.FormatProperties
		d.instance.GetPhysicalDeviceFormatProperties(d.physical, f, &p)
		if p.OptimalTilingFeatures&vk.FormatFeatureDepthStencilAttachmentBit != 0 {
			return f
		}
	}
	return 0
}

// pass makes a render pass without colours. Between passes the image is ready to
// be read back.
func (r *rasterizer) pass(d *Device, depth, stencil vk.AttachmentLoadOp) (p vk.RenderPass, err error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	attachment := &vk.AttachmentDescription{
		Format: r.format, Samples: vk.SampleCount1Bit, LoadOp: depth, StoreOp: vk.AttachmentStoreOpStore,
		StencilLoadOp: stencil, StencilStoreOp: vk.AttachmentStoreOpStore,
		InitialLayout: vk.ImageLayoutTransferSrcOptimal, FinalLayout: vk.ImageLayoutTransferSrcOptimal,
	}
	reference := &vk.AttachmentReference{Layout: vk.ImageLayoutDepthStencilAttachmentOptimal}
	subpass := &vk.SubpassDescription{PipelineBindPoint: vk.PipelineBindPointGraphics, DepthStencilAttachment: reference}
	pin.Pin(attachment)
	pin.Pin(reference)
	pin.Pin(subpass)
	around := []vk.SubpassDependency{
		{SrcSubpass: vk.SubpassExternal, SrcStageMask: allStages, DstStageMask: vk.PipelineStageAllGraphicsBit, SrcAccessMask: allWrites, DstAccessMask: allAccess},
		{DstSubpass: vk.SubpassExternal, SrcStageMask: vk.PipelineStageAllGraphicsBit, DstStageMask: allStages, SrcAccessMask: allWrites, DstAccessMask: allAccess},
	}
	info := &vk.RenderPassCreateInfo{
		SType: vk.StructureTypeRenderPassCreateInfo, AttachmentCount: 1, Attachments: attachment, SubpassCount: 1, Subpasses: subpass,
		DependencyCount: uint32(len(around)), Dependencies: pinned(&pin, around),
	}
	return p, failure(d.cmd.CreateRenderPass(d.handle, info, &p), "making a render pass")
}

// layouts: binding 0 holds what is drawn, 1 and 2 are the textures.
func (r *rasterizer) layouts(d *Device) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	bindings := []vk.DescriptorSetLayoutBinding{
		{Binding: 0, DescriptorType: vk.DescriptorTypeStorageBuffer, DescriptorCount: 1, StageFlags: vk.ShaderStageVertexBit},
		{Binding: 1, DescriptorType: vk.DescriptorTypeSampledImage, DescriptorCount: 1, StageFlags: vk.ShaderStageFragmentBit},
		{Binding: 2, DescriptorType: vk.DescriptorTypeSampledImage, DescriptorCount: 1, StageFlags: vk.ShaderStageFragmentBit},
	}
	set := &vk.DescriptorSetLayoutCreateInfo{
		SType: vk.StructureTypeDescriptorSetLayoutCreateInfo, BindingCount: uint32(len(bindings)), Bindings: pinned(&pin, bindings),
	}
	if err := failure(d.cmd.CreateDescriptorSetLayout(d.handle, set, &r.set), "making a set layout"); err != nil {
		return err
	}
	push := &vk.PushConstantRange{StageFlags: vk.ShaderStageVertexBit, Size: rasterPush}
	pin.Pin(push)
	pin.Pin(&r.set)
	info := &vk.PipelineLayoutCreateInfo{
		SType: vk.StructureTypePipelineLayoutCreateInfo, SetLayoutCount: 1, SetLayouts: &r.set, PushConstantRangeCount: 1, PushConstantRanges: push,
	}
	return failure(d.cmd.CreatePipelineLayout(d.handle, info, &r.layout), "making a pipeline layout")
}

// rasterPush is the size of push constants in bytes.
const rasterPush = 64

// pipeline returns what to bind for a drawing: see Device.pipeline.
func (r *rasterizer) pipeline(d *Device, w *Drawing, c Control) (vk.Pipeline, error) {
	d.mu.Lock()
	p, ok := r.pipelines[w]
	d.mu.Unlock()
	if !ok {
		p = construct(d, r.pipelines, w, func() (vk.Pipeline, error) { return r.build(d, w) })
	}
	v, err := p.Get(c)
	if err != nil {
		return 0, fmt.Errorf("drawing with %s%s: %w", w.Vertex, w.Fragment, err)
	}
	return v, nil
}

func (r *rasterizer) build(d *Device, w *Drawing) (p vk.Pipeline, err error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	var stages []vk.PipelineShaderStageCreateInfo
	for _, s := range []struct {
		name string
		at   vk.ShaderStageFlags
	}{{w.Vertex, vk.ShaderStageVertexBit}, {w.Fragment, vk.ShaderStageFragmentBit}} {
		if s.name == "" {
			continue
		}
		m, err := d.module(w.Shaders, s.name)
		if err != nil {
			return 0, err
		}
		defer d.cmd.DestroyShaderModule(d.handle, m)
		stages = append(stages, vk.PipelineShaderStageCreateInfo{
			SType: vk.StructureTypePipelineShaderStageCreateInfo, Stage: s.at, Module: m, Name: vk.CString(&pin, "main"),
		})
	}
	info := r.states(&pin, w)
	info.StageCount, info.Stages = uint32(len(stages)), pinned(&pin, stages)
	return p, failure(d.cmd.CreateGraphicsPipelines(d.handle, d.cache.handle, 1, info, &p), "building the pipeline")
}

// states is everything of a pipeline but its shaders. A pixel that passes gets the
// stencil's bits set that the dynamic write mask lets through.
func (r *rasterizer) states(pin *runtime.Pinner, w *Drawing) *vk.GraphicsPipelineCreateInfo {
	dynamic := []vk.DynamicState{vk.DynamicStateViewport, vk.DynamicStateScissor, vk.DynamicStateStencilWriteMask}
	stencil := vk.StencilOpState{
		PassOp: vk.StencilOpReplace, FailOp: vk.StencilOpKeep, DepthFailOp: vk.StencilOpKeep, CompareOp: vk.CompareOpAlways,
		CompareMask: 0xff, Reference: 0xff,
	}
	depth := &vk.PipelineDepthStencilStateCreateInfo{
		SType: vk.StructureTypePipelineDepthStencilStateCreateInfo, DepthTestEnable: 1, DepthCompareOp: w.Compare,
		StencilTestEnable: 1, Front: stencil, Back: stencil,
	}
	if w.Write {
		depth.DepthWriteEnable, depth.StencilTestEnable = 1, 0
	}
	vertex := &vk.PipelineVertexInputStateCreateInfo{SType: vk.StructureTypePipelineVertexInputStateCreateInfo}
	assembly := &vk.PipelineInputAssemblyStateCreateInfo{
		SType: vk.StructureTypePipelineInputAssemblyStateCreateInfo, Topology: vk.PrimitiveTopologyTriangleStrip,
	}
	if w.Fragment == "" {
		assembly.Topology = vk.PrimitiveTopologyTriangleList
	}
	viewport := &vk.PipelineViewportStateCreateInfo{SType: vk.StructureTypePipelineViewportStateCreateInfo, ViewportCount: 1, ScissorCount: 1}
	raster := &vk.PipelineRasterizationStateCreateInfo{SType: vk.StructureTypePipelineRasterizationStateCreateInfo, LineWidth: 1}
	samples := &vk.PipelineMultisampleStateCreateInfo{SType: vk.StructureTypePipelineMultisampleStateCreateInfo, RasterizationSamples: vk.SampleCount1Bit}
	states := &vk.PipelineDynamicStateCreateInfo{
		SType: vk.StructureTypePipelineDynamicStateCreateInfo, DynamicStateCount: uint32(len(dynamic)), DynamicStates: pinned(pin, dynamic),
	}
	for _, p := range []any{depth, vertex, assembly, viewport, raster, samples, states} {
		pin.Pin(p)
	}
	return &vk.GraphicsPipelineCreateInfo{
		SType: vk.StructureTypeGraphicsPipelineCreateInfo, VertexInputState: vertex, InputAssemblyState: assembly, ViewportState: viewport,
		RasterizationState: raster, MultisampleState: samples, DepthStencilState: depth, DynamicState: states,
		Layout: r.layout, RenderPass: r.passes[Fresh], BasePipelineIndex: -1,
	}
}

func (r *rasterizer) close(d *Device) {
	for _, p := range r.pipelines {
		if p.Kept() && p.err == nil {
			d.cmd.DestroyPipeline(d.handle, p.value)
		}
	}
	d.cmd.DestroyPipelineLayout(d.handle, r.layout)
	d.cmd.DestroyDescriptorSetLayout(d.handle, r.set)
	for _, p := range r.passes {
		d.cmd.DestroyRenderPass(d.handle, p)
	}
}
