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

// apartSides tries the directions normal to the side of a cone and to the side or an edge of the other: those between two solids that come
// nearest to each other there, which a search of points approaches slowly.
func (c *corners) apartSides(o *corners, slack float64) float64 {
	best := 0.0
	try := func(of *corners, v geom.Vec, lean, sign float64) {
		n, ok := predicate.CommonNormals(of.axis, of.lean(), v, lean)
		for k := 0; ok && k < len(n) && best < 1; k++ {
			best = max(best, c.apartAlong(o, n[k].Scale(sign), slack))
		}
	}
	switch {
	case c.form != Round && o.form != Round:
		try(c, o.axis, o.lean(), -1)
	case c.form == Pointed:
		for _, e := range o.edges() {
			try(c, e, 0, -1)
		}
	case o.form == Pointed:
		for _, e := range c.edges() {
			try(o, e, 0, 1)
		}
	}
	return best
}
