package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// lean is the sine of the angle between the axis and the side of a solid around a segment: 0 but for a cone.
func (c *corners) lean() float64 {
	if c.form != Pointed || c.round == 0 {
		return 0
	}
	return c.round / math.Hypot(geom.Length(c.axis), c.round)
}

// sides tries the directions normal to the side of a cone and to the side or an edge of the other: those between two solids that come
// nearest to each other there, which a search of points approaches slowly.
func (d *directions) sides() bool {
	try := func(of *corners, v geom.Vec, lean, sign float64) {
		n, ok := predicate.CommonNormals(of.axis, of.lean(), v, lean)
		for k := 0; ok && k < len(n) && d.best < 1; k++ {
			d.along(n[k].Scale(sign))
		}
	}
	a, b := d.a, d.b
	switch {
	case a.form != Pointed && b.form != Pointed:
	case a.form != Round && b.form != Round:
		try(a, b.axis, b.lean(), -1)
	case a.form == Pointed:
		for _, e := range b.edges() {
			try(a, e, 0, -1)
		}
	default:
		for _, e := range a.edges() {
			try(b, e, 0, 1)
		}
	}
	return d.best == 1
}
