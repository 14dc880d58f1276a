package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// A gap between two convex shapes is how far they are apart along a direction, a
// lower bound of their distance, and negative where they overlap. Where the sign
// changes they touch. Nothing here decides a contact: gaps say when an impact is
// due and along which normal, to within a tolerance far below anything seen.

// gap is a distance and the unit vector along it, from B to A.
type gap struct {
	d float64
	n geom.Vec
	// axis reports which axis of two polytopes n is: 0…2 A's faces, 3…5 B's, from 6 on
	// 6+3i+j for edge i of A and j of B.
	axis int
}

// flip exchanges A and B.
func (g gap) flip() gap { return gap{d: g.d, n: g.n.Scale(-1), axis: g.axis} }

// cube is a block in the world.
type cube struct {
	c    geom.Vec
	ax   [3]geom.Vec
	half [3]float64
}

func (b *rigid) cubeAt(p *place) cube {
	return cube{p.x, [3]geom.Vec{p.r.Col(0), p.r.Col(1), p.r.Col(2)}, b.half}
}

// along is half the extent of the cube along n.
func (c *cube) along(n geom.Vec) float64 {
	return float64(c.half[0]*math.Abs(c.ax[0].Dot(n))) + float64(c.half[1]*math.Abs(c.ax[1].Dot(n))) + float64(c.half[2]*math.Abs(c.ax[2].Dot(n)))
}

var up = geom.Vec{Z: 1}

// ballBall is exact except for rounding; concentric balls part upwards.
func ballBall(a geom.Vec, ra float64, b geom.Vec, rb float64) gap {
	d := a.Sub(b)
	l := d.Norm()
	if l == 0 {
		return gap{d: -ra - rb, n: up}
	}
	return gap{d: l - (ra + rb), n: d.Scale(1 / l)}
}

// ballCube goes from the cube's nearest point; from within, through the nearest
// face.
func ballCube(x geom.Vec, r float64, c *cube) gap {
	d := x.Sub(c.c)
	out, depth, face := geom.Vec{}, math.Inf(1), 0
	sign := 1.0
	for k := range 3 {
		u := d.Dot(c.ax[k])
		e := math.Abs(u) - c.half[k]
		if e > 0 {
			out = out.Add(c.ax[k].Scale(math.Copysign(e, u)))
		}
		if -e < depth {
			depth, face, sign = -e, k, math.Copysign(1, u)
		}
	}
	if l := out.Norm(); l > 0 {
		return gap{d: l - r, n: out.Scale(1 / l)}
	}
	return gap{d: -depth - r, n: c.ax[face].Scale(sign)}
}

// ballTriangle goes from the triangle's nearest point; a centre in the triangle
// parts along its normal.
func ballTriangle(x geom.Vec, r float64, t *geom.Triangle) gap {
	d := x.Sub(nearestOf(t, x))
	l := d.Norm()
	if l > 0 {
		return gap{d: l - r, n: d.Scale(1 / l)}
	}
	n := t.Normal()
	if l = n.Norm(); l == 0 {
		return gap{d: -r, n: up}
	}
	return gap{d: -r, n: n.Scale(1 / l)}
}

// nearestOf returns the point of a triangle nearest to x, by the regions of
// Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
func nearestOf(t *geom.Triangle, x geom.Vec) geom.Vec {
	a, b, c := t[0], t[1], t[2]
	n := t.Normal()
	if nn := n.Dot(n); nn > 0 {
		u, v, w := n.Dot(b.Sub(x).Cross(c.Sub(x))), n.Dot(c.Sub(x).Cross(a.Sub(x))), n.Dot(a.Sub(x).Cross(b.Sub(x)))
		if u >= 0 && v >= 0 && w >= 0 {
			return x.Sub(n.Scale(x.Sub(a).Dot(n) / nn))
		}
	}
	best, least := a, math.Inf(1)
	for _, e := range [3][2]geom.Vec{{a, b}, {b, c}, {c, a}} {
		p := nearestOnEdge(e[0], e[1], x)
		if d := x.Sub(p); d.Dot(d) < least {
			best, least = p, d.Dot(d)
		}
	}
	return best
}

func nearestOnEdge(a, b, x geom.Vec) geom.Vec {
	e := b.Sub(a)
	s, l := x.Sub(a).Dot(e), e.Dot(e)
	switch {
	case !(s > 0):
		return a
	case s >= l:
		return b
	}
	return a.Add(e.Scale(s / l))
}

const (
	// parallel edges give no axis: their cross product, squared and for unit
	// vectors, is below this. The faces do instead, within 10⁻⁶ of the size.
	parallel = 1e-12
	// facesFirst is how much wider the gap along two edges must be than that along a
	// face, relative to the size: rounding must not turn a face contact into one of
	// edges.
	facesFirst = 1e-10
)

// cubeCube is the widest gap along the faces' normals and the edges' cross
// products (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996).
func cubeCube(a, b *cube) gap {
	d := a.c.Sub(b.c)
	best := gap{d: math.Inf(-1)}
	try := func(n geom.Vec, axis int, handicap float64) {
		u := d.Dot(n)
		if g := math.Abs(u) - (a.along(n) + b.along(n)); g-handicap > best.d {
			best = gap{g, n.Scale(math.Copysign(1, u)), axis}
		}
	}
	for k := range 3 {
		try(a.ax[k], k, 0)
	}
	for k := range 3 {
		try(b.ax[k], 3+k, 0)
	}
	handicap := float64(facesFirst * (a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2]))
	for i := range 3 {
		for j := range 3 {
			if n, ok := crossed(a.ax[i], b.ax[j]); ok {
				try(n, 6+3*i+j, handicap)
			}
		}
	}
	return best
}

// crossed is the unit vector across two unit vectors, if they are not parallel.
func crossed(a, b geom.Vec) (geom.Vec, bool) {
	n := a.Cross(b)
	nn := n.Dot(n)
	if nn < parallel {
		return n, false
	}
	return n.Scale(1 / math.Sqrt(nn)), true
}

// cubeTriangle is cubeCube for a triangle in place of B; its normal is axis 3, its
// edges follow the corners.
func cubeTriangle(a *cube, t *geom.Triangle) gap {
	var p [3]geom.Vec
	for k := range p {
		p[k] = t[k].Sub(a.c)
	}
	best := gap{d: math.Inf(-1)}
	try := func(n geom.Vec, axis int, handicap float64) {
		e := a.along(n)
		x, y, z := p[0].Dot(n), p[1].Dot(n), p[2].Dot(n)
		if g := min(x, y, z) - e; g-handicap > best.d {
			best = gap{g, n.Scale(-1), axis} // the triangle lies beyond
		}
		if g := -max(x, y, z) - e; g-handicap > best.d {
			best = gap{g, n, axis}
		}
	}
	for k := range 3 {
		try(a.ax[k], k, 0)
	}
	n := t.Normal()
	if l := n.Norm(); l > 0 {
		try(n.Scale(1/l), 3, 0)
	}
	handicap := float64(facesFirst * (a.half[0] + a.half[1] + a.half[2]))
	for j := range 3 {
		e := t[(j+1)%3].Sub(t[j])
		l := e.Norm()
		if l == 0 {
			continue
		}
		for i := range 3 {
			if n, ok := crossed(a.ax[i], e.Scale(1/l)); ok {
				try(n, 6+3*i+j, handicap)
			}
		}
	}
	return best
}
