package main

import (
	"cmp"
	"slices"
)

// mostAsked bounds how long it takes to look for each part of one body in another one.
const mostAsked = 1024

// liesIn reports whether body i lies in body j: whether the winding number of j around a corner of a part of i is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (v *verifier) liesIn(i, j uint32) bool {
	a, b, corners := &v.bodies[i], &v.bodies[j], v.place(j).posed
	if b.solid {
		return false
	}
	a.weld()
	b.weld()
	var least, most vec
	for k, axis := range [3]vec{{1}, {0, 1}, {0, 0, 1}} {
		s := extremes(axis, corners)
		least[k], most[k] = s.least, s.most
	}
	var asked []vec
	for _, p := range a.pose.of(a.seeds, nil) {
		if p.within(least, most) {
			asked = append(asked, p)
		}
	}
	if len(asked) > 0 {
		r := exactly([]vec{{}, vec(b.pose[:3]), vec(b.pose[4:7]), vec(b.pose[8:11])})
		demand(len(asked) <= mostAsked, "more than %d parts are in the box of %s", mostAsked, b.name)
		demand(b.closed && side(r[0], r[1], r[2], r[3]) != 0, "%s is not closed, or its matrix is singular, so that nothing is in it or out of it", b.name)
	}
	return slices.ContainsFunc(asked, func(p vec) bool { return winding(corners, p) != 0 })
}

func (p vec) within(least, most vec) bool {
	for k, x := range p {
		if x < least[k] || x > most[k] {
			return false
		}
	}
	return true
}

// weld finds the least vertex of each part of a mesh, and whether the mesh is closed: whether as many sides go from any vertex to any other one as
// come back. Triangles with a vertex in common are of one part. Vertices are the same if their numbers are.
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

// winding counts the triangles that the ray from p + (0, ε, ε²) along x crosses, for an ε that is above 0 and smaller than any number: those
// that it leaves by their front less those that it leaves by their back. Triangles beside the ray or behind p are passed over.
func winding(corners []vec, p vec) (sum int) {
	for i := 0; i < len(corners); i += 3 {
		a, b, c := corners[i], corners[i+1], corners[i+2]
		if max(a[0], b[0], c[0]) >= p[0] && min(a[1], b[1], c[1]) <= p[1] && max(a[1], b[1], c[1]) >= p[1] &&
			min(a[2], b[2], c[2]) <= p[2] && max(a[2], b[2], c[2]) >= p[2] {
			sum += crossing(exact(a), exact(b), exact(c), exact(p))
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
