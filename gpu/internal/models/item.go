package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/world"
)

// Item is a box on the device: shaders/item.glsl. Tag is a number of the caller's
// choice, GroupMask the group times 4 plus the mask.
type Item struct {
	Lo        [3]float32
	Tag       uint32
	Hi        [3]float32
	GroupMask uint32
}

// ItemBytes is the size of an Item.
const ItemBytes = 32

// The masks: items of one body, those of the other, items that all meet each other.
const (
	MaskA    = 1
	MaskB    = 2
	MaskBoth = 3
)

// Volume describes a box whose coordinates are scaled about a point; body −1 stands
// for the world.
func (b *Item) Volume(center geom.Vec, exponent [3]int, body int) world.Volume {
	var mid, half [3]float64
	for k := range mid {
		lo, hi := float64(b.Lo[k]), float64(b.Hi[k])
		mid[k], half[k] = math.Ldexp(0.5*(lo+hi), exponent[k]), math.Ldexp(0.5*(hi-lo), exponent[k])
	}
	return world.Volume{
		Body: int32(body), InWorld: body < 0, Axes: geom.Identity.R,
		Center: center.Add(geom.Vec{X: mid[0], Y: mid[1], Z: mid[2]}), Half: geom.Vec{X: half[0], Y: half[1], Z: half[2]},
	}
}
