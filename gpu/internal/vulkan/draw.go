package vulkan

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// What a canvas records, after Start and before Run.

// WriteTextures returns memory for the corner of both textures, row by row, that
// is copied when the batch runs. What the textures held is lost.
func (a *Canvas) WriteTextures(width, rows int) (first, second [][4]float32) {
	texels := rows * width
	for i, m := range [2]*image{&a.first, &a.second} {
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
			first = t
		} else {
			second = t
		}
	}
	a.Work.Sent += int64(2 * texels * texelBytes)
	return first, second
}

// Run is Batch.Run, timed.
func (a *Canvas) Run() error {
	a.Mark("drawing")
	return a.Batch.Run()
}

// Side returns the side of the images in pixels.
func (a *Canvas) Side() int { return a.side }

// Room returns the size of the buffer of draws in bytes, which changes with every new buffer.
func (a *Canvas) Room() int { return a.Draws.size }

// Send writes draws, from a byte offset on.
func (a *Canvas) Send(offset int, bytes []byte) {
	a.Write(a.Draws, offset, bytes)
}

// BeginPass begins to draw. Marks are off.
func (a *Canvas) BeginPass(pass Pass) {
	if a.err != nil {
		return
	}
	a.barrier()
	o, c := a.own, &a.dev.cmd
	size := vk.Extent2D{Width: uint32(a.side), Height: uint32(a.side)}
	o.begin = vk.RenderPassBeginInfo{
		SType: vk.StructureTypeRenderPassBeginInfo, RenderPass: a.shared.passes[pass], Framebuffer: a.target,
		RenderArea: vk.Rect2D{Extent: size}, ClearValueCount: 1, ClearValues: &o.clear,
	}
	c.CmdBeginRenderPass(a.cmd, &o.begin, vk.SubpassContentsInline)
	a.SetArea(0, 0, a.side)
	a.SetMarks(0)
}

// SetArea chooses the square that is drawn to.
func (a *Canvas) SetArea(x, y, side int) {
	if a.err != nil {
		return
	}
	o, c := a.own, &a.dev.cmd
	o.viewport = vk.Viewport{X: float32(x), Y: float32(y), Width: float32(side), Height: float32(side), MaxDepth: 1}
	o.scissor = vk.Rect2D{Offset: vk.Offset2D{X: int32(x), Y: int32(y)}, Extent: vk.Extent2D{Width: uint32(side), Height: uint32(side)}}
	c.CmdSetViewport(a.cmd, 0, 1, &o.viewport)
	c.CmdSetScissor(a.cmd, 0, 1, &o.scissor)
}

// SetMarks chooses the bits of the stencil that a pixel that passes gets.
func (a *Canvas) SetMarks(bits uint32) {
	if a.err == nil {
		a.dev.cmd.CmdSetStencilWriteMask(a.cmd, vk.StencilFaceFrontAndBack, bits)
	}
}

// SetDrawing binds a pipeline.
func (a *Canvas) SetDrawing(w *Drawing) {
	if a.err != nil {
		return
	}
	p, err := a.shared.pipeline(a.dev, w, a.Control)
	if err != nil {
		a.fail(err)
		return
	}
	o, c := a.own, &a.dev.cmd
	c.CmdBindPipeline(a.cmd, vk.PipelineBindPointGraphics, p)
	o.set = a.set
	c.CmdBindDescriptorSets(a.cmd, vk.PipelineBindPointGraphics, a.shared.layout, 0, 1, &o.set, 0, nil)
	if w.Fragment != "" {
		o.push[0], o.push[1] = math.Float32bits(float32(a.side)), math.Float32bits(float32(a.side))
		c.CmdPushConstants(a.cmd, a.shared.layout, vk.ShaderStageVertexBit, 0, 8, unsafe.Pointer(&o.push))
	}
}

// DrawTriangles draws triangles of the buffer of draws, placed by push constants.
func (a *Canvas) DrawTriangles(push *[14]uint32, triangles int) {
	if a.err == nil {
		o, c := a.own, &a.dev.cmd
		n := copy(o.push[:], push[:])
		c.CmdPushConstants(a.cmd, a.shared.layout, vk.ShaderStageVertexBit, 0, uint32(4*n), unsafe.Pointer(&o.push))
		c.CmdDraw(a.cmd, uint32(3*triangles), 1, 0, 0)
		a.Work.Dispatches++
	}
}

// DrawRectangles draws n of the draws.
func (a *Canvas) DrawRectangles(first, n int) {
	if a.err == nil && n > 0 {
		a.dev.cmd.CmdDraw(a.cmd, 4, uint32(n), 0, uint32(first))
		a.Work.Dispatches++
	}
}

// BeginQuery begins occlusion query i.
func (a *Canvas) BeginQuery(i int) {
	if a.err == nil {
		a.dev.cmd.CmdBeginQuery(a.cmd, a.queries, uint32(i), 0)
	}
}

// EndQuery ends occlusion query i.
func (a *Canvas) EndQuery(i int) {
	if a.err == nil {
		a.dev.cmd.CmdEndQuery(a.cmd, a.queries, uint32(i))
	}
}

// ResetQueries resets the first n queries; not within a pass.
func (a *Canvas) ResetQueries(n int) {
	if a.err == nil {
		a.dev.cmd.CmdResetQueryPool(a.cmd, a.queries, 0, uint32(n))
	}
}

// Passed returns, for a batch that has run, whether any pixel passed in each of
// the first n queries.
func (a *Canvas) Passed(n int) ([]uint32, error) {
	r := a.own.results[:n]
	a.Work.Received += int64(4 * n)
	return r, failure(a.dev.cmd.GetQueryPoolResults(a.dev.handle, a.queries, 0, uint32(n), uintptr(4*n), unsafe.Pointer(&r[0]), 4, vk.QueryResultWaitBit),
		"reading occlusion queries")
}

// EndPass ends what BeginPass began.
func (a *Canvas) EndPass() {
	if a.err == nil {
		a.dev.cmd.CmdEndRenderPass(a.cmd)
		a.barrier()
	}
}

// ReadMarks returns the stencil of a rectangle, a byte a pixel, row by row, to be read
// when the batch has run and before it starts again.
func (a *Canvas) ReadMarks(x, y, w, h int) []byte {
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
	a.returns = true
	a.Work.Received += int64(w * h)
	return p.bytes[:w*h]
}
