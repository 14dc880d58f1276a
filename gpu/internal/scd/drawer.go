package scd

import (
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// drawer is what the streaming methods that draw share.
type drawer struct {
	streams
	packer
	vulkan.Easel
	// most bounds the side of the textures, except for streams that need more.
	most int
}

func (e *drawer) begin(d *vulkan.Device, w *world.World, search func() error) {
	e.most = vulkan.CanvasSide
	e.start(d, w, func() error { return e.drawing(search) })
}

// drawing runs a search, with a canvas that is freed with the engine at the latest.
func (e *drawer) drawing(search func() error) error {
	c := &e.world.Control
	if err := e.Open(e.dev, c); err != nil {
		return err
	}
	e.Canvas.Control = c
	count := query.Count(e.Canvas.Batch)
	err := search()
	count.Add(e.world.Stats)
	if err != nil { // part of a batch may have run: the next query starts afresh
		_ = e.Canvas.Device().Judge(err)
		_ = e.Close()
	} else {
		e.Canvas.Control = nil
	}
	return err
}

// draw is a record and the pixels that see it.
type draw struct {
	record
	x, y, w, h uint32
}

const drawBytes = 80

// send writes the draws from index first on.
func (e *drawer) send(first int, draws []draw) { e.Canvas.Send(first*drawBytes, vulkan.BytesOf(draws)) }

// all is a draw of everything in the corner: texels that nobody wrote hold
// whatever they hold, and nobody looks at their depths.
func all(width, rows int, far float32) draw {
	return draw{record{3: far}, 0, 0, uint32(width), uint32(rows)}
}

// atATime is how many draws a batch has: a few where the first contact ends it all, and
// the descent goes deep before it goes wide.
func (e *drawer) atATime(most int) int {
	const few = 64
	if e.world.First {
		return few
	}
	return most
}
