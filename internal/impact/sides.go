package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// side is that of a solid around a segment.
func (c *corners) side() predicate.Side {
	s := predicate.LineSide(c.axis)
	if c.form == Pointed && c.round > 0 {
		l := geom.Length(c.axis)
		slant := math.Hypot(l, c.round)
		s.Along, s.Out = c.round/slant, l/slant
	}
	return s
}

// sides tries the directions normal to the side of a cone and to the side or an edge of the other: those between two solids that come
// nearest to each other there, which a search of points approaches slowly.
func (d *directions) sides() bool {
	try := func(of *corners, other predicate.Side, sign float64) {
		n, ok := predicate.CommonNormals(of.side(), other)
		for k := 0; ok && k < len(n) && d.best < 1; k++ {
			d.along(n[k].Scale(sign))
		}
	}
	a, b := d.a, d.b
	switch {
	case a.form != Pointed && b.form != Pointed:
	case a.form != Round && b.form != Round:
		try(a, b.side(), -1)
	case a.form == Pointed:
		for _, e := range b.edges() {
			try(a, predicate.LineSide(e), -1)
		}
	default:
		for _, e := range a.edges() {
			try(b, predicate.LineSide(e), 1)
		}
	}
	return d.best == 1
}
