package proof

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// closest returns weights of the corners of the closest points of two triangles, first those of p, as rounding has them: from 0 to
// 1, a sum of about 1 each. Nothing rests on them; what they propose is decided exactly.
func closest(p, q *geom.Triangle) (best [6]float64) {
	least := math.Inf(1)
	propose := func(w [6]float64) {
		d := at(q, w[3:]).Sub(at(p, w[:3]))
		if x := d.Dot(d); x < least {
			least, best = x, w
		}
	}
	best[0], best[3] = 1, 1 // where a number is not finite
	for i := range 3 {
		for j := range 3 {
			s, t := closestOfSegments(p[i], p[(i+1)%3], q[j], q[(j+1)%3])
			var w [6]float64
			w[i], w[(i+1)%3], w[3+j], w[3+(j+1)%3] = 1-s, s, 1-t, t
			propose(w)
		}
		if u, ok := footWithin(p[i], q); ok {
			w := [6]float64{3: u[0], 4: u[1], 5: u[2]}
			w[i] = 1
			propose(w)
		}
		if u, ok := footWithin(q[i], p); ok {
			w := [6]float64{u[0], u[1], u[2]}
			w[3+i] = 1
			propose(w)
		}
	}
	return best
}

// at returns the point of a triangle with weights.
func at(t *geom.Triangle, w []float64) geom.Vec {
	return t[0].Scale(w[0]).Add(t[1].Scale(w[1])).Add(t[2].Scale(w[2]))
}

// footWithin returns the weights of the foot of v on the plane of t, false if it is not within t.
func footWithin(v geom.Vec, t *geom.Triangle) (u [3]float64, ok bool) {
	n := t.Normal()
	square := n.Dot(n)
	for k := range u {
		u[k] = n.Dot(t[(k+1)%3].Sub(v).Cross(t[(k+2)%3].Sub(v))) / square
		if !(u[k] >= 0 && u[k] <= 1) {
			return u, false
		}
	}
	return u, true
}

// closestOfSegments returns how far along a to b and c to d their closest points are, from 0 to 1: those of the lines, of which the
// one that is outside is moved to an end, and the other to what is then closest.
func closestOfSegments(a, b, c, d geom.Vec) (s, t float64) {
	e, f, g := b.Sub(a), d.Sub(c), a.Sub(c)
	ee, ff, ef, eg, fg := e.Dot(e), f.Dot(f), e.Dot(f), e.Dot(g), f.Dot(g)
	s = within01((ef*fg - eg*ff) / (ee*ff - ef*ef))
	t = within01((ef*s + fg) / ff)
	s = within01((ef*t - eg) / ee)
	return s, within01((ef*s + fg) / ff)
}

// within01 moves a number into the range from 0 to 1; none is 0.
func within01(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
