package raster

import "github.com/collide-go/collide/geom"

// near is how far before the eye pictures begin, as a share of its distance to the origin, 0.05.
const near = 0.05

// corner is a corner of a polygon with its normal and colour.
type corner struct {
	at, normal geom.Vec
	base       Color
}

// before returns what of a triangle is drawn, a convex polygon, or nil for all of it. It has no corners where the triangle lies
// behind the eye.
func (c *Camera) before(t *geom.Triangle, n *[3]geom.Vec, base *[3]Color) []corner {
	var depth [3]float64
	for k := range t {
		depth[k] = c.ahead(t[k])
	}
	if min(depth[0], depth[1], depth[2]) >= near {
		return nil
	}
	kept := make([]corner, 0, 4)
	for k := range t {
		l := (k + 1) % 3
		if depth[k] >= near {
			kept = append(kept, corner{t[k], n[k], base[k]})
		}
		if (depth[k] >= near) != (depth[l] >= near) {
			s := (near - depth[k]) / (depth[l] - depth[k])
			kept = append(kept, corner{along(t[k], t[l], s), along(n[k], n[l], s), Mix(base[k], base[l], float32(s))})
		}
	}
	return kept
}

// beforeLine returns what of a line is drawn; ok is false for none of it.
func (c *Camera) beforeLine(a, b geom.Vec) (from, to geom.Vec, ok bool) {
	da, db := c.ahead(a), c.ahead(b)
	switch {
	case da < near && db < near:
		return a, b, false
	case da < near:
		a = along(a, b, (near-da)/(db-da))
	case db < near:
		b = along(b, a, (near-db)/(da-db))
	}
	return a, b, true
}

// along returns the point at the share s of the way from a to b.
func along(a, b geom.Vec, s float64) geom.Vec { return a.Add(b.Sub(a).Scale(s)) }
