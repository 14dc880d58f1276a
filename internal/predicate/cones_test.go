package predicate

import (
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestConesThatShareARay: coplanar triangles that share one corner, lie on different sides of a ray
// from it and have an edge each along that ray are in contact; an edge a little off the ray is not.
func TestConesThatShareARay(t *testing.T) {
	planes := map[string]func(x, y float64) geom.Vec{
		"XY":     func(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: 3} },
		"YZ":     func(x, y float64) geom.Vec { return geom.Vec{X: 3, Y: x, Z: y} },
		"ZX":     func(x, y float64) geom.Vec { return geom.Vec{X: y, Y: 3, Z: x} },
		"skewed": func(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: 4*x + 2*y} },
	}
	for name, at := range planes {
		v, out := at(0, 0), at(-2, 3)
		for _, c := range []struct {
			along, other geom.Vec
			want         bool
		}{{at(2, 0), at(-2, -3), true}, {at(2, -0x1p-40), at(-2, -3), false}, {at(2, 1), at(-1, 3), true}} {
			for order := range 4 * 9 {
				p := triangleFrom(order/4%3, order&1, v, at(1, 0), out)
				q := triangleFrom(order/12, order>>1&1, v, c.along, c.other)
				if got := SelfContact(&p, &q, &p, &q); got != c.want {
					t.Errorf("%s: %v and %v: %v", name, p, q, got)
				}
				if got := SelfContact(&q, &p, &q, &p); got != c.want {
					t.Errorf("%s: %v and %v: %v", name, q, p, got)
				}
			}
		}
	}
}

// triangleFrom has corner v at a place, then a and b or b and a.
func triangleFrom(place, swap int, v, a, b geom.Vec) (t geom.Triangle) {
	if swap == 1 {
		a, b = b, a
	}
	t[place], t[(place+1)%3], t[(place+2)%3] = v, a, b
	return t
}
