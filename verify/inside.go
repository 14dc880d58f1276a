package main

import (
	"cmp"
	"slices"
)

// mostAsked bounds how long it takes to look for each part of one body in another one.
const mostAsked = 1024

// axes are the directions along which what is beyond a point cannot meet the ray from it along x, and x itself.
var axes = []vec{{0, 1}, {0, -1}, {0, 0, 1}, {0, 0, -1}, {-1}, {1}}

// holds reports whether a lies in b: whether the winding number of b around the seed of a part of a is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (b *body) holds(a *body) bool {
	if b.solid {
		return false
	}
	a.weld()
	b.weld()
	asked := slices.DeleteFunc(each(a.seeds, a.at), func(p vec) bool {
		return slices.ContainsFunc(axes, func(d vec) bool { return b.beyond(d, b.root, p) })
	})
	if demand(len(asked) <= mostAsked, "more than %d parts are in the box of %s", mostAsked, b.name); len(asked) > 0 {
		x, y, z := exact(vec(b.pose[:3])), exact(vec(b.pose[4:7])), exact(vec(b.pose[8:11]))
		demand(b.closed && side(exact(vec{}), x, y, z) != 0, "%s is not closed, or its matrix is singular", b.name)
	}
	return slices.ContainsFunc(asked, func(p vec) bool { return b.winding(b.root, p) != 0 })
}

// clearlyBeyond reports whether all corners of a node are farther along an axis than p: surely, by the bound of apart, which
// has room for the rounding of the difference.
func (b *body) clearlyBeyond(d vec, n *node, p vec) bool {
	return b.least(d, n.hull)-along(d, p) > b.bound*0x1p-48+0x1p-1050
}

// beyond decides what clearlyBeyond leaves open, triangle by triangle.
func (b *body) beyond(d vec, n *node, p vec) bool {
	if b.clearlyBeyond(d, n, p) {
		return true
	}
	if len(n.order) > 1 {
		return b.beyond(d, n.split()[0], p) && b.beyond(d, n.split()[1], p)
	}
	return !slices.ContainsFunc(each(n.corners, b.at), func(c vec) bool { return along(d, c) <= along(d, p) })
}

// along is the product with an axis, which is not rounded.
func along(d, c vec) float64 { return d[0]*c[0] + d[1]*c[1] + d[2]*c[2] }

// weld finds the least vertex of each part of a mesh, and whether the mesh is closed: whether as many sides go from any vertex
// to any other one as come back. Triangles with a vertex in common are of one part. Vertices are the same if their numbers are.
func (s *surface) weld() {
	if s.seeds != nil {
		return
	}
	up := map[vec]vec{}       // from each vertex to another one of its part
	sides := map[[2]vec]int{} // how often one comes more than it comes back
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
		a, b := root(from), root(to)
		if slices.Compare(a[:], b[:]) > 0 {
			a, b = b, a
		}
		up[b] = a
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

// winding counts the triangles of a node that the ray from p + (0, ε, ε²) along x crosses, for an ε that is above 0 and smaller
// than any number: those that it leaves by their front less those that it leaves by their back. What is clearly beside the
// ray or behind p is passed over.
func (b *body) winding(n *node, p vec) int {
	if slices.ContainsFunc(axes[:5], func(d vec) bool { return b.clearlyBeyond(d, n, p) }) {
		return 0
	}
	if len(n.order) > 1 {
		return b.winding(n.split()[0], p) + b.winding(n.split()[1], p)
	}
	t := each(each(n.corners, b.at), exact)
	return crossing(t[0], t[1], t[2], exact(p))
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
	return cmp.Or(cross(a, b, p)[0].Sign(), a[2].Cmp(b[2]), b[1].Cmp(a[1]))
}
