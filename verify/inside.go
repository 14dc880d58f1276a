package main

import (
	"cmp"
	"math"
	"slices"
)

// mostAsked bounds how long it takes to look for each part of one body in another one.
const mostAsked = 1024

// liesIn reports whether a lies in b: whether the winding number of b around the seed of a part of a is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (a *body) liesIn(b *body) bool {
	if b.solid {
		return false
	}
	a.weld()
	b.weld()
	corners := b.posed(b.corners)
	low, high := box(corners)
	asked := slices.DeleteFunc(a.posed(a.seeds), func(p vec) bool { return !p.within(low, high) })
	if demand(len(asked) <= mostAsked, "more than %d parts are in the box of %s", mostAsked, b.name); len(asked) > 0 {
		x, y, z := exact(vec(b.pose[:3])), exact(vec(b.pose[4:7])), exact(vec(b.pose[8:11]))
		demand(b.closed && side(exact(vec{}), x, y, z) != 0, "%s is not closed, or its matrix is singular", b.name)
	}
	return slices.ContainsFunc(asked, func(p vec) bool { return winding(corners, p) != 0 })
}

func (p vec) within(low, high vec) bool {
	return p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1] && p[2] >= low[2] && p[2] <= high[2]
}

// weld finds the least vertex of each part of a mesh, and whether the mesh is closed: whether as many sides go from any vertex
// to any other one as come back. Triangles with a vertex in common are of one part. Vertices are the same if their numbers are.
func (s *surface) weld() {
	if s.seeds != nil {
		return
	}
	up, sides := map[vec]vec{}, map[[2]vec]int{} // from each vertex to another one of its part, and how often a side comes more than it comes back
	for _, c := range s.corners {
		up[c] = c
	}
	root := func(c vec) vec {
		for up[c] != c {
			up[c], c = up[up[c]], up[c]
		}
		return c
	}
	for i, from := range s.corners {
		to := s.corners[i-i%3+(i+1)%3]
		sides[[2]vec{from, to}]++
		sides[[2]vec{to, from}]--
		if a, b := root(from), root(to); slices.Compare(a[:], b[:]) < 0 {
			up[b] = a
		} else {
			up[a] = b
		}
	}
	s.closed = true
	for _, n := range sides {
		s.closed = s.closed && n == 0
	}
	for c := range up {
		if up[c] == c {
			s.seeds = append(s.seeds, c)
		}
	}
}

// winding counts the triangles that the ray from p + (0, ε, ε²) along x crosses, for an ε that is above 0 and smaller than any
// number: those that it leaves by their front less those that it leaves by their back. Triangles beside the ray or behind p are
// passed over.
func winding(corners []vec, p vec) (sum int) {
	for t := range slices.Chunk(corners, 3) {
		low, high := box(t)
		low[0] = math.Inf(-1)
		if p.within(low, high) {
			sum += crossing(exact(t[0]), exact(t[1]), exact(t[2]), exact(p))
		}
	}
	return sum
}

// crossing is how the ray crosses a triangle: 1, −1, or 0 if it does not.
func crossing(a, b, c, p triple) int {
	o := turn(a, b, p)
	if turn(b, c, p) == o && turn(c, a, p) == o && side(a, b, c, p) == -o {
		return o
	}
	return 0
}

// turn is the sign of the determinant of b−a and p + (ε, ε²) − a in y and z.
func turn(a, b, p triple) int {
	return cmp.Or(normal(a, b, p)[0].Sign(), a[2].Cmp(b[2]), b[1].Cmp(a[1]))
}
