package gpu

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/internal/vk"
)

// What an atlas records, after batch.start and before batch.run.

// upload returns memory for the corner of both edge textures, row by row, that
// is copied when the batch runs. What the textures held is lost.
func (a *atlas) upload(width, rows int) (origs, dirs [][4]float32) {
	texels := rows * width
	for i, m := range [2]*image{&a.origs, &a.dirs} {
		p, err := a.up.take(texels * texelBytes)
		if err != nil {
			a.fail(err)
		}
		if a.err != nil {
			return make([][4]float32, texels), make([][4]float32, texels) // filled in vain
		}
		a.own.region = vk.BufferImageCopy{
			BufferOffset:     p.offset,
			ImageSubresource: vk.ImageSubresourceLayers{AspectMask: vk.ImageAspectColorBit, LayerCount: 1},
			ImageExtent:      vk.Extent3D{Width: uint32(width), Height: uint32(rows), Depth: 1},
		}
		a.relayout(m, vk.ImageAspectColorBit, vk.ImageLayoutUndefined, vk.ImageLayoutTransferDstOptimal)
		a.dev.cmd.CmdCopyBufferToImage(a.cmd, p.buffer, m.handle, vk.ImageLayoutTransferDstOptimal, 1, &a.own.region)
		a.relayout(m, vk.ImageAspectColorBit, vk.ImageLayoutTransferDstOptimal, vk.ImageLayoutShaderReadOnlyOptimal)
		t := unsafe.Slice((*[4]float32)(unsafe.Pointer(&p.bytes[0])), texels)
		if i == 0 {
			origs = t
		} else {
			dirs = t
		}
	}
	a.moved += int64(2 * texels * texelBytes)
	return origs, dirs
}

// run is batch.run, timed.
func (a *atlas) run() error {
	a.mark("drawing")
	return a.batch.run()
}

// send writes the draws from index first on.
func (a *atlas) send(first int, draws []draw) {
	bytes := bytesOf(draws)
	a.write(a.draws, first*int(unsafe.Sizeof(draw{})), bytes)
	a.moved += int64(len(bytes))
}

// all is a draw of everything in the corner: texels that nobody wrote hold
// whatever they hold, and nobody looks at their depths.
func (a *atlas) all(width, rows int, far float32) draw {
	return draw{record{3: far}, 0, 0, uint32(width), uint32(rows)}
}

// paint begins to draw in one of the rasterizer's passes. Marks are off.
func (a *atlas) paint(pass vk.RenderPass) {
	if a.err != nil {
		return
	}
	a.barrier()
	o, c := a.own, &a.dev.cmd
	size := vk.Extent2D{Width: uint32(a.side), Height: uint32(a.side)}
	o.begin = vk.RenderPassBeginInfo{
		SType: vk.StructureTypeRenderPassBeginInfo, RenderPass: pass, Framebuffer: a.target,
		RenderArea: vk.Rect2D{Extent: size}, ClearValueCount: 1, ClearValues: &o.clear,
	}
	c.CmdBeginRenderPass(a.cmd, &o.begin, vk.SubpassContentsInline)
	a.aim(0, 0, a.side)
	a.mark8(0)
}

// aim chooses the square that is drawn to.
func (a *atlas) aim(x, y, side int) {
	if a.err != nil {
		return
	}
	o, c := a.own, &a.dev.cmd
	o.viewport = vk.Viewport{X: float32(x), Y: float32(y), Width: float32(side), Height: float32(side), MaxDepth: 1}
	o.scissor = vk.Rect2D{Offset: vk.Offset2D{X: int32(x), Y: int32(y)}, Extent: vk.Extent2D{Width: uint32(side), Height: uint32(side)}}
	c.CmdSetViewport(a.cmd, 0, 1, &o.viewport)
	c.CmdSetScissor(a.cmd, 0, 1, &o.scissor)
}

// mark8 says which bits of the stencil a pixel that passes gets.
func (a *atlas) mark8(bits uint32) {
	if a.err == nil {
		a.dev.cmd.CmdSetStencilWriteMask(a.cmd, vk.StencilFaceFrontAndBack, bits)
	}
}

// pipe binds a pipeline.
func (a *atlas) pipe(w *drawing) {
	if a.err != nil {
		return
	}
	p, err := a.shared.pipeline(a.dev, w, a.control)
	if err != nil {
		a.fail(err)
		return
	}
	o, c := a.own, &a.dev.cmd
	c.CmdBindPipeline(a.cmd, vk.PipelineBindPointGraphics, p)
	o.set = a.set
	c.CmdBindDescriptorSets(a.cmd, vk.PipelineBindPointGraphics, a.shared.layout, 0, 1, &o.set, 0, nil)
	if w.fragment != "" {
		o.push[0], o.push[1] = math.Float32bits(float32(a.side)), math.Float32bits(float32(a.side))
		c.CmdPushConstants(a.cmd, a.shared.layout, vk.ShaderStageVertexBit, 0, 8, unsafe.Pointer(&o.push))
	}
}

// shape draws triangles of the buffer of draws, placed by push constants.
func (a *atlas) shape(push *[14]uint32, triangles int) {
	if a.err == nil {
		o, c := a.own, &a.dev.cmd
		n := copy(o.push[:], push[:])
		c.CmdPushConstants(a.cmd, a.shared.layout, vk.ShaderStageVertexBit, 0, uint32(4*n), unsafe.Pointer(&o.push))
		c.CmdDraw(a.cmd, uint32(3*triangles), 1, 0, 0)
	}
}

// rectangles draws n of the draws.
func (a *atlas) rectangles(first, n int) {
	if a.err == nil && n > 0 {
		a.dev.cmd.CmdDraw(a.cmd, 4, uint32(n), 0, uint32(first))
	}
}

// ask begins occlusion query i, answered ends it.
func (a *atlas) ask(i int) {
	if a.err == nil {
		a.dev.cmd.CmdBeginQuery(a.cmd, a.queries, uint32(i), 0)
	}
}

func (a *atlas) answered(i int) {
	if a.err == nil {
		a.dev.cmd.CmdEndQuery(a.cmd, a.queries, uint32(i))
	}
}

// forget resets the first n queries; not while painting.
func (a *atlas) forget(n int) {
	if a.err == nil {
		a.dev.cmd.CmdResetQueryPool(a.cmd, a.queries, 0, uint32(n))
	}
}

// answers returns, for a batch that has run, whether any pixel passed in each of
// the first n queries.
func (a *atlas) answers(n int) ([]uint32, error) {
	r := a.own.results[:n]
	a.moved += int64(4 * n)
	return r, failure(a.dev.cmd.GetQueryPoolResults(a.dev.handle, a.queries, 0, uint32(n), uintptr(4*n), unsafe.Pointer(&r[0]), 4, vk.QueryResultWaitBit),
		"reading occlusion queries")
}

// done ends the painting.
func (a *atlas) done() {
	if a.err == nil {
		a.dev.cmd.CmdEndRenderPass(a.cmd)
		a.barrier()
	}
}

// marks returns the stencil of a rectangle, a byte a pixel, row by row, to be read
// when the batch has run and before it starts again.
func (a *atlas) marks(x, y, w, h int) []byte {
	if a.err != nil {
		return nil
	}
	p, err := a.down.take((w*h + 3) &^ 3)
	if err != nil {
		a.fail(err)
		return nil
	}
	a.own.region = vk.BufferImageCopy{
		BufferOffset:     p.offset,
		ImageSubresource: vk.ImageSubresourceLayers{AspectMask: vk.ImageAspectStencilBit, LayerCount: 1},
		ImageOffset:      vk.Offset3D{X: int32(x), Y: int32(y)},
		ImageExtent:      vk.Extent3D{Width: uint32(w), Height: uint32(h), Depth: 1},
	}
	a.dev.cmd.CmdCopyImageToBuffer(a.cmd, a.depths.handle, vk.ImageLayoutTransferSrcOptimal, p.buffer, 1, &a.own.region)
	a.moved += int64(w * h)
	return p.bytes[:w*h]
}
