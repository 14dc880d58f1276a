package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// A manifold is the points at which two bodies touch: one for a ball, an edge or a
// corner, the corners of the common polygon for two faces.

// touch is one of them, midway in the gap, with the normal from B to A.
type touch struct {
	p, n geom.Vec
	d    float64
	// drift is the velocity of A against B along n that a deforming surface adds.
	drift float64
}

// polygon is a convex face, counter-clockwise seen from outside, with its outward
// normal. Clipping a triangle or a quadrilateral by one leaves at most 8 corners.
type polygon struct {
	p [8]geom.Vec
	n int
	// out is the outward normal.
	out geom.Vec
}

// face returns the cube's face that looks most along n.
func (c *cube) face(n geom.Vec) polygon {
	k, most, sign := 0, -1.0, 1.0
	for i := range 3 {
		if u := c.ax[i].Dot(n); math.Abs(u) > most {
			k, most, sign = i, math.Abs(u), math.Copysign(1, u)
		}
	}
	return c.side(k, sign)
}

// side returns the face on one side of axis k.
func (c *cube) side(k int, sign float64) polygon {
	u, v := (k+1)%3, (k+2)%3
	f := polygon{n: 4, out: c.ax[k].Scale(sign)}
	m := c.c.Add(c.ax[k].Scale(float64(sign * c.half[k])))
	du, dv := c.ax[u].Scale(float64(sign*c.half[u])), c.ax[v].Scale(c.half[v])
	f.p[0], f.p[1] = m.Sub(du).Sub(dv), m.Add(du).Sub(dv)
	f.p[2], f.p[3] = m.Add(du).Add(dv), m.Sub(du).Add(dv)
	return f
}

// face returns the side of a triangle that looks along n.
func triangleFace(t *geom.Triangle, n geom.Vec) polygon {
	f := polygon{n: 3}
	f.p[0], f.p[1], f.p[2] = t[0], t[1], t[2]
	f.out = t.Normal()
	if f.out.Dot(n) < 0 {
		f.p[1], f.p[2], f.out = t[2], t[1], f.out.Scale(-1)
	}
	if l := f.out.Norm(); l > 0 {
		f.out = f.out.Scale(1 / l)
	} else {
		f.out = n
	}
	return f
}

// clip keeps what of f lies over the face r (Sutherland and Hodgman, "Reentrant
// Polygon Clipping", CACM 17, 1974). False means nothing is left.
func (f *polygon) clip(r *polygon) bool {
	for i := range r.n {
		from := r.p[i]
		in := r.out.Cross(r.p[(i+1)%r.n].Sub(from))
		if in == (geom.Vec{}) {
			continue
		}
		var kept polygon
		for k := range f.n {
			a, b := f.p[k], f.p[(k+1)%f.n]
			da, db := in.Dot(a.Sub(from)), in.Dot(b.Sub(from))
			if da >= 0 && kept.n < len(kept.p) {
				kept.p[kept.n] = a
				kept.n++
			}
			if (da > 0 && db < 0 || da < 0 && db > 0) && kept.n < len(kept.p) {
				kept.p[kept.n] = a.Add(b.Sub(a).Scale(da / (da - db)))
				kept.n++
			}
		}
		if kept.n == 0 {
			return false
		}
		f.p, f.n = kept.p, kept.n
	}
	return true
}

// atOnce is how much farther apart, relative to the size, corners of a face may be
// than the nearest one to be hit in the same instant.
const atOnce = 1e-9

// onFace appends the corners of the face f that touch the face r. n is the normal
// of the contact; slop is a length.
func onFace(dst []touch, r, f *polygon, n geom.Vec, slop float64) []touch {
	g := *f
	if !g.clip(r) || g.n == 0 {
		g = *f
		lowest := 0
		for k := range g.n {
			if r.out.Dot(g.p[k].Sub(g.p[lowest])) < 0 {
				lowest = k
			}
		}
		g.p[0], g.n = g.p[lowest], 1
	}
	least := math.Inf(1)
	for k := range g.n {
		least = min(least, r.out.Dot(g.p[k].Sub(r.p[0])))
	}
	for k := range g.n {
		if d := r.out.Dot(g.p[k].Sub(r.p[0])); d <= least+slop {
			dst = append(dst, touch{p: g.p[k].Sub(r.out.Scale(float64(0.5 * d))), n: n, d: d})
		}
	}
	return dst
}

// onEdges appends the point midway between two segments, each a middle and half
// of its length as a vector.
func onEdges(dst []touch, a, ea, b, eb geom.Vec, g *gap) []touch {
	d := a.Sub(b)
	aa, bb, ab := ea.Dot(ea), eb.Dot(eb), ea.Dot(eb)
	da, db := ea.Dot(d), eb.Dot(d)
	s, t := 0.0, 0.0
	if det := float64(aa*bb) - float64(ab*ab); det > 0 {
		s = clampUnit((float64(ab*db) - float64(bb*da)) / det)
	}
	if bb > 0 {
		t = clampUnit((float64(ab*s) + db) / bb)
	}
	p, q := a.Add(ea.Scale(s)), b.Add(eb.Scale(t))
	return append(dst, touch{p: p.Add(q).Scale(0.5), n: g.n, d: g.d})
}

func clampUnit(x float64) float64 { return max(-1, min(x, 1)) }

// edge returns the middle and half the vector of the edge along axis k that lies
// farthest along n.
func (c *cube) edge(k int, n geom.Vec) (middle, half geom.Vec) {
	middle = c.c
	for i := range 3 {
		if i != k {
			middle = middle.Add(c.ax[i].Scale(math.Copysign(c.half[i], c.ax[i].Dot(n))))
		}
	}
	return middle, c.ax[k].Scale(c.half[k])
}

// cubesTouch appends the manifold of two cubes with a gap that cubeCube found.
func cubesTouch(dst []touch, a, b *cube, g *gap, slop float64) []touch {
	back := g.n.Scale(-1)
	switch {
	case g.axis < 3:
		r, f := a.face(back), b.face(g.n)
		return onFace(dst, &r, &f, g.n, slop)
	case g.axis < 6:
		r, f := b.face(g.n), a.face(back)
		return onFace(dst, &r, &f, g.n, slop)
	}
	ma, ea := a.edge((g.axis-6)/3, back)
	mb, eb := b.edge((g.axis-6)%3, g.n)
	return onEdges(dst, ma, ea, mb, eb, g)
}

// cubeTouchesTriangle appends the manifold of a cube and a triangle with a gap
// that cubeTriangle found.
func cubeTouchesTriangle(dst []touch, a *cube, t *geom.Triangle, g *gap, slop float64) []touch {
	back := g.n.Scale(-1)
	switch {
	case g.axis < 3:
		r, f := a.face(back), triangleFace(t, g.n)
		return onFace(dst, &r, &f, g.n, slop)
	case g.axis == 3:
		r, f := triangleFace(t, g.n), a.face(back)
		return onFace(dst, &r, &f, g.n, slop)
	}
	ma, ea := a.edge((g.axis-6)/3, back)
	j := (g.axis - 6) % 3
	p, q := t[j], t[(j+1)%3]
	return onEdges(dst, ma, ea, p.Add(q).Scale(0.5), q.Sub(p).Scale(0.5), g)
}
