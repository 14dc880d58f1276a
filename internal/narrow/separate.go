package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Closest is what is kept of a pair of surfaces from one query to the next: a
// direction in the world, from B to A, and the vertex of each that lies farthest
// along it towards the other. The zero value knows nothing.
type Closest struct {
	dir  geom.Vec
	a, b uint32
	set  bool
}

// separations bounds the directions tried for a pair. Pairs that need more are
// so close that the trees decide them as fast.
const separations = 20

// separationPad is twice what beyond takes off on either side.
func separationPad(reach float64) float64 { return 512*u*reach + 2*tiny }

// Separated reports whether a plane certainly separates the two surfaces' convex
// hulls. False says nothing. It first tries the direction of the last call,
// walking from the last call's vertices; then the directions of Gilbert, Johnson
// and Keerthi ("A Fast Procedure for Computing the Distance Between Complex
// Objects", IEEE J. Robotics and Automation 4, 1988), until one separates or the
// hulls meet.
//
// Proof of a direction n, |n|∞ < 1, for one surface: a vertex v stands in the
// world at x, off R·v + T by 4.1u·reach a coordinate, so n·x is off by 13u·reach.
// With m = Rᵀn rounded, m·v is off by another 10u·reach, since Σ|n_i||R_ij||v_j| ≤
// 3·reach; evaluating m·c ± |m|·h and T·n, fewer than 24 operations on values up
// to 6·reach, is off by 144u·reach, the comparison with the plane by 6u·reach.
// Together below 180u·reach; half the pad, 256u·(reach A + reach B), covers it
// and, by its constant, underflow.
func (w *Worker) Separated(s *Search, fa, fb *Features, c *Closest) bool {
	a, b := s.a, s.b
	reach := a.reach + b.reach
	if !(reach <= most) {
		return false
	}
	pad := separationPad(reach)
	if !c.set {
		*c = Closest{dir: a.center().Sub(b.center()), a: fa.first, b: fb.first, set: true}
	}
	var x simplex
	for range separations {
		var ok bool
		if c.dir, ok = unit(c.dir); !ok {
			c.set = false // start afresh next time
			return false
		}
		la, lb := a.pose.R.TMulVec(c.dir), b.pose.R.TMulVec(c.dir)
		c.a, c.b = fa.farthest(w, la.Scale(-1), c.a), fb.farthest(w, lb, c.b)
		p, q := a.pose.Apply(a.Mesh.Vertices[c.a]), b.pose.Apply(b.Mesh.Vertices[c.b])
		if gap := c.dir.Dot(p.Sub(q)); gap > 2*pad {
			at := c.dir.Dot(q) + 0.5*gap
			return w.beyond(a, la.Scale(-1), at, -1, c, 0.5*pad) && w.beyond(b, lb, at, 1, c, 0.5*pad)
		}
		if c.dir, ok = x.toward(vertexPair{p.Sub(q), c.a, c.b}); !ok {
			c.set = false
			return false
		}
	}
	return false
}

// beyond reports whether all vertices of s certainly lie on their side of the
// plane {x: n·x = at}: where n·x < at for sign 1, n·x > at for −1. m is sign·Rᵀn.
func (w *Worker) beyond(s *Surface, m geom.Vec, at, sign float64, c *Closest, pad float64) bool {
	limit := sign*at - pad
	shift := sign * c.dir.Dot(s.pose.T)
	stack := w.nodes[:0]
	stack = append(stack, 0)
	proven := true
	for proven && len(stack) > 0 {
		if !w.Step() {
			proven = false
			break
		}
		n := &s.Tree.Nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		w.BVTests++
		if along(m, &n.Box)+shift < limit {
			continue
		}
		if !n.IsLeaf() {
			stack = append(stack, n.Child, n.Child+1)
			continue
		}
		for _, t := range s.Tree.Order[n.First : n.First+n.Count] {
			for _, v := range s.Mesh.Triangles[t] {
				proven = proven && m.Dot(s.Mesh.Vertices[v])+shift < limit
			}
		}
	}
	w.nodes = stack[:0]
	return proven
}

// center is the world image of the root box's centre.
func (s *Surface) center() geom.Vec {
	c := s.Tree.Nodes[0].Box.Center()
	return s.pose.Apply(c)
}

// unit scales by a power of two, exactly except for underflow, so that the largest
// component is in [1/2, 1).
func unit(v geom.Vec) (geom.Vec, bool) {
	size := v.MaxAbs()
	if !(size > 0) || math.IsInf(size, 1) {
		return v, false
	}
	_, e := math.Frexp(size)
	return geom.Vec{X: math.Ldexp(v.X, -e), Y: math.Ldexp(v.Y, -e), Z: math.Ldexp(v.Z, -e)}, true
}
