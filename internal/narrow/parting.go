package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Parting is what is kept of a pair of small surfaces that were apart: a direction in the world, from
// B to A, across which a plane may separate them again. It is a proposal: the zero value and the
// direction of another pair are as safe. A front would know more, at the cost of memory.
type Parting struct {
	dir   geom.Vec
	looks int64 // these are of the last call of Parts
	width float64
	soon  bool
}

// Distance returns what the distance of the surfaces is at least that the last call of Parts found apart: the way between the two planes
// that touch them. Where Parts is in doubt by pad, the width less the pad is certain; |dir| is at least 1/2.
func (p *Parting) Distance() float64 { return p.width / length(p.dir) * (1 - 0x1p-38) }

// Looks returns the number of vertices that Parts looked at last.
func (p *Parting) Looks() int64 { return p.looks }

// Soon reports whether the last call of Parts tried no more than two directions, as it does of bodies that move little.
func (p *Parting) Soon() bool { return p.soon }

const (
	// partingVertices is the number of vertices up to which a surface is small: looking at all of two
	// surfaces takes as long as testing a few nodes.
	partingVertices = 192
	// partings is the number of directions tried for a pair, partingLooks how many vertices are looked at before
	// another one is tried. Directions of pairs that stay apart are found at once or after one or two; a
	// pair that needs more is left to the trees.
	partings     = 5
	partingLooks = 512
)

// Small reports whether Parts looks at the surface's vertices.
func (s *Surface) Small() bool { return len(s.Mesh.Vertices) <= partingVertices }

// Parts reports whether a plane certainly separates the convex hulls of two small surfaces. False
// says nothing. It tries the direction that it found last, then those of Gilbert, Johnson and
// Keerthi (Separated).
//
// Proof of a direction n, |n|∞ < 1. As derived at Separated, for a vertex v that stands in the world at
// x, n·x is off n·(R·v + T) by 13u·reach, and m·v with m = Rᵀn rounded by another 10u·reach. Evaluating
// m·v and n·T, of terms up to 3·reach together, costs 9u·reach each, their sum 6u·reach: 47u·reach a
// surface, and the difference of the two 12u times both reaches. The gap must exceed 512u times both.
func (p *Parting) Parts(w *Worker, a, b *Surface) bool {
	reach := a.reach + b.reach
	if !(reach <= most) {
		return false
	}
	pad := separationPad(reach)
	dir, ok := p.dir, true
	if dir == (geom.Vec{}) {
		dir, ok = unit(a.middle().Sub(b.middle()))
	}
	var x simplex
	p.looks = 0
	each := int64(len(a.Mesh.Vertices) + len(b.Mesh.Vertices))
	for try := 0; ok && try < partings && p.looks < partingLooks && w.Step(); try++ {
		w.BVTests++
		p.looks, p.soon = p.looks+each, try < 2
		i, low := a.least(dir, 1)
		j, high := b.least(dir, -1)
		if low+high > pad {
			p.dir, p.width = dir, low+high-pad
			return true
		}
		q := a.pose.Apply(a.Mesh.Vertices[i]).Sub(b.pose.Apply(b.Mesh.Vertices[j]))
		if dir, ok = x.toward(vertexPair{q, i, j}); ok {
			dir, ok = unit(dir)
		}
	}
	return false
}

// Seek proposes an axis of the frame of one of two small surfaces if these are apart along it, as bodies on a
// table or before a wall are: the way between them leads to it slowly where one of them is wide.
func (p *Parting) Seek(a, b *Surface) {
	way := a.middle().Sub(b.middle())
	for _, s := range [2]*Surface{b, a} {
		for k := range 3 {
			dir, ok := unit(s.pose.R.Col(k))
			if dir.Dot(way) < 0 {
				dir = dir.Scale(-1)
			}
			_, low := a.least(dir, 1)
			_, high := b.least(dir, -1)
			if ok && low+high > 0 {
				p.dir = dir
				return
			}
		}
	}
}

// least returns the vertex with the least product with sign·n in the world, and that product.
func (s *Surface) least(n geom.Vec, sign float64) (at uint32, least float64) {
	n = n.Scale(sign)
	m, least := s.pose.R.TMulVec(n), math.Inf(1)
	for i, v := range s.Mesh.Vertices {
		if d := m.Dot(v); d < least {
			at, least = uint32(i), d
		}
	}
	return at, least + n.Dot(s.pose.T)
}

// middle is the world image of the middle of the surface's box.
func (s *Surface) middle() geom.Vec { return s.pose.Apply(s.Box.Center()) }
