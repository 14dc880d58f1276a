package gpu

import (
	"github.com/collide-go/collide"
)

// drawer is what the streaming methods that draw share.
type drawer struct {
	streams
	packer
	easel
	// most bounds the side of the textures, but for streams that need more.
	most int
}

// atlasSide is the usual bound of the textures' side: 4 million texels.
const atlasSide = 2048

func (e *drawer) begin(d *Device, w *collide.World, search func() error) {
	e.most = atlasSide
	e.start(d, w, func() error { return e.drawing(search) })
}

// drawing runs a search, with an atlas that is freed with the engine at the latest.
func (e *drawer) drawing(search func() error) error {
	c := &e.world.Control
	if err := e.open(e.dev, c); err != nil {
		return err
	}
	e.atlas.control = c
	e.atlas.moved, e.atlas.spent = 0, 0
	err := search()
	e.world.Stats.Moved += e.atlas.moved
	e.world.Stats.Device += e.atlas.spent
	if err != nil { // part of a batch may have run: the next query starts afresh
		_ = e.atlas.dev.judge(err)
		_ = e.Close()
	} else {
		e.atlas.control = nil
	}
	return err
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
