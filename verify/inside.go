package main

import (
	"cmp"
	"math/big"
)

// lookInside decides for bodies that share no point which of the two lies in the other, if one does.
func (v *verifier) lookInside(i, j uint32) {
	for _, p := range [2][2]uint32{{i, j}, {j, i}} {
		if v.liesIn(p[0], p[1]) {
			v.inside = append(v.inside, p)
			return
		}
	}
}

// liesIn reports whether body i lies in body j: whether the winding number of j around a corner of a part of i is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (v *verifier) liesIn(i, j uint32) bool {
	a, b := v.place(i), v.place(j)
	box := boxOf(b.posed)
	if b.of.solid || !box.meets(boxOf(a.posed)) {
		return false
	}
	a.of.weld()
	b.of.weld()
	for _, seed := range a.of.seeds {
		p := a.posed[seed]
		if !box.meets([2]vec{p, p}) {
			continue
		}
		name := v.bodies[j].name
		demand(b.of.closed, "%q is not closed, so that nothing is in it or out of it", name)
		_, r := points([3]float64{}, vec{}, vec(v.bodies[j].pose[:3]), vec(v.bodies[j].pose[4:7]), vec(v.bodies[j].pose[8:11]))
		demand(side(r[0], r[1], r[2], r[3]) != 0, "the matrix of %q is singular", name)
		if b.winding(p) != 0 {
			return true
		}
	}
	return false
}

// box is the least and the most of each coordinate.
type box [2]vec

func boxOf(corners []vec) (b box) {
	for k, axis := range [3]vec{{1}, {0, 1}, {0, 0, 1}} {
		b[0][k], b[1][k], _ = extremes(axis, corners)
	}
	return b
}

func (b box) meets(o box) bool {
	for k := range 3 {
		if b[1][k] < o[0][k] || o[1][k] < b[0][k] {
			return false
		}
	}
	return true
}

// mostParts bounds how long it takes to look for each part of one body in another one.
const mostParts = 1024

// weld finds a corner of each part of a mesh, and whether the mesh is closed: whether as many sides go from any vertex to any other one as
// come back. Triangles with a vertex in common are of one part. Vertices are the same if their numbers are.
func (m *surface) weld() {
	if m.solid {
		m.seeds = []int{0}
	}
	if m.seeds != nil {
		return
	}
	numbers, up := map[vec]int{}, []int{}
	at := make([]int, len(m.corners))
	for i, c := range m.corners {
		if _, known := numbers[c]; !known {
			numbers[c] = len(up)
			up = append(up, len(up))
		}
		at[i] = numbers[c]
	}
	root := func(k int) int {
		for up[k] != k {
			up[k] = up[up[k]]
			k = up[k]
		}
		return k
	}
	sides := map[[2]int]int{}
	for i, from := range at {
		to := at[i-i%3+(i+1)%3]
		sides[[2]int{from, to}]++
		sides[[2]int{to, from}]--
		up[root(from)] = root(to)
	}
	m.closed = true
	for _, n := range sides {
		m.closed = m.closed && n == 0
	}
	known := map[int]bool{}
	for i, k := range at {
		if r := root(k); !known[r] {
			known[r] = true
			m.seeds = append(m.seeds, i)
		}
	}
	demand(len(m.seeds) <= mostParts, "%+q has more than %d parts", m.file, mostParts)
}

// winding counts the triangles that the ray from p + (0, ε, ε²) along x crosses, for an ε that is above 0 and smaller than any number: those
// that it leaves by their front less those that it leaves by their back. Triangles beside the ray or behind p are passed over.
func (n node) winding(p vec) (sum int) {
	for i := 0; i < len(n.posed); i += 3 {
		a, b, c := n.posed[i], n.posed[i+1], n.posed[i+2]
		if max(a[0], b[0], c[0]) >= p[0] && min(a[1], b[1], c[1]) <= p[1] && max(a[1], b[1], c[1]) >= p[1] &&
			min(a[2], b[2], c[2]) <= p[2] && max(a[2], b[2], c[2]) >= p[2] {
			sum += crossing(a, b, c, p)
		}
	}
	return sum
}

// crossing is how the ray crosses a triangle: 1, −1, or 0 if it does not.
func crossing(a, b, c, p vec) int {
	_, t := points([3]float64{}, a, b, c, p)
	o := turn(t[0], t[1], t[3])
	if o == 0 || turn(t[1], t[2], t[3]) != o || turn(t[2], t[0], t[3]) != o || side(t[0], t[1], t[2], t[3]) != -o {
		return 0
	}
	return o
}

// turn is the sign of the determinant of b−a and p + (ε, ε²) − a in y and z.
func turn(a, b, p triple) int {
	d, e := sub(b, a), sub(p, a)
	det := new(big.Int).Sub(mul(d[1], e[2]), mul(d[2], e[1]))
	return cmp.Or(det.Sign(), -d[2].Sign(), d[1].Sign())
}
