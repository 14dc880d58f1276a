package ccd

import (
	"context"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Triangles are two triangles whose corners go straight from Start to End. All coordinates are finite.
type Triangles struct {
	Start, End [2]geom.Triangle
	// Own makes them triangles of one mesh: corners that are in one place at the start and at the end, and so always, are one, and
	// what the two have in common counts where it is not in the convex hull of these, as in predicate.SelfContact.
	Own bool
}

// Meeting is what Meet finds. The first time of contact is from T0 to T1, both 0 without Touch. These are as narrow as Query.First has
// them, except for a pair that shares corners of which a triangle has no area at some time: it may first touch later than T0. Open reports that
// such a pair may touch or not.
type Meeting struct {
	T0, T1      float64
	Touch, Open bool
}

// Meet decides whether the two touch at some time. Without times T0 and T1 mean nothing. The error is
// context.Cause's once the context is done.
//
// Derivation for two meshes. If there is contact at t = 0 it is found there. Else let t be the first time, which there is since the
// times of contact are closed. Each extreme point of what is in common at t is a corner on the other triangle, a point of two
// edges, or one at which an edge passes through the inside of a face. All of them the last, the two would pass through each other shortly
// before t as well. So one of 6 vertices touches a triangle at t or one of 9 pairs of edges touch, and these are the queries that there are.
//
// Of one mesh, the queries between parts with a common corner are left out. Where the common point of such a pair is not in the hull,
// two edges from one corner lie along each other, and the end of one is on the other: another query has it. So nothing touches if no query
// does. If none of the two triangles ever has three corners on a line, a query that touches is a contact: the corner, or the
// point of two edges, of which one has no shared corner or both are opposite to different ends of a shared edge, is in the hull of shared
// corners only where a triangle has its corners on a line. And the argument above holds: a point where an edge passes through a face
// tends to a point of the hull only if that edge comes to hold a shared corner which is not its end.
func (t *Triangles) Meet(ctx context.Context, times bool) (Meeting, error) {
	w := watch{done: ctx.Done()}
	if w.stopped() {
		return Meeting{}, context.Cause(ctx)
	}
	m := t.meet(&w, times)
	if w.over {
		return Meeting{}, context.Cause(ctx)
	}
	return m, nil
}

func (t *Triangles) meet(w *watch, times bool) Meeting {
	in, apart := t.window()
	if apart {
		return Meeting{}
	}
	s := sharing{}
	if t.Own {
		s.set(t)
	}
	switch {
	case s.count == 0:
		switch t.prove(in, !times) {
		case never:
			return Meeting{}
		case touches:
			return Meeting{Touch: true, T1: 1}
		}
	case s.count == 1 && t.fanned(&s):
		return Meeting{}
	}
	if s.touches(&t.Start) {
		return Meeting{Touch: true}
	}
	if !times && s.touches(&t.End) {
		return Meeting{Touch: true, T1: 1}
	}
	if t.translates() {
		return Meeting{} // it is as it was at the start
	}
	m := t.firstOf(&s, w, times)
	if !m.Touch || s.count == 0 || !t.flat(0, w) && !t.flat(1, w) && !s.odd {
		return m
	}
	m.Touch, m.T1 = s.touches(&t.End), 1
	m.Open = !m.Touch
	return m
}

// translates reports that all corners move by one vector: their places at the end less those at the start are equal, exactly.
func (t *Triangles) translates() bool {
	for k := range 2 {
		for i := range 3 {
			for axis := range 3 {
				hi, lo := difference(t.End[0][0].At(axis), t.Start[0][0].At(axis))
				if h, l := difference(t.End[k][i].At(axis), t.Start[k][i].At(axis)); h != hi || l != lo {
					return false
				}
			}
		}
	}
	return true
}

// difference is a − b as a float64 and what that leaves (Knuth's two-sum), which no other number has; NaN for what overflows.
func difference(a, b float64) (hi, lo float64) {
	hi = a - b
	v := a - hi
	return hi, (a - (hi + v)) + (v - b)
}

// firstOf asks the queries: for the earliest time, or for any. Then those that float64 answers come first.
func (t *Triangles) firstOf(s *sharing, w *watch, times bool) (m Meeting) {
	var list [15]Query
	queries := t.queries(s, list[:0])
	if !times {
		open := queries[:0]
		for i := range queries {
			switch queries[i].surely() {
			case touches:
				return Meeting{Touch: true, T1: 1}
			case unproven:
				open = append(open, queries[i])
			}
		}
		queries = open
	}
	for i := range queries {
		t0, t1, touch := queries[i].first(w)
		switch {
		case !touch:
		case !m.Touch:
			m = Meeting{T0: t0, T1: t1, Touch: true}
		default:
			m.T0, m.T1 = min(m.T0, t0), min(m.T1, t1)
		}
		if w.over || touch && !times {
			break
		}
	}
	return m
}

// queries appends those of the parts of the two that have no corner in common.
func (t *Triangles) queries(s *sharing, list []Query) []Query {
	for k := range 2 {
		for i := range 3 {
			if !s.isShared(k, i) {
				list = append(list, t.vertexFace(k, i))
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			if !s.isJoined(i, j) {
				list = append(list, t.edges(i, j))
			}
		}
	}
	return list
}

// vertexFace is corner i of triangle k against the other one.
func (t *Triangles) vertexFace(k, i int) Query {
	p, q, x, y := &t.Start[k], &t.Start[1-k], &t.End[k], &t.End[1-k]
	return Query{VertexFace, [4]geom.Vec{p[i], q[0], q[1], q[2]}, [4]geom.Vec{x[i], y[0], y[1], y[2]}}
}

// edges is the edge of the first triangle from corner i on against that of the second from corner j on.
func (t *Triangles) edges(i, j int) Query {
	p, q, x, y := &t.Start[0], &t.Start[1], &t.End[0], &t.End[1]
	k, l := (i+1)%3, (j+1)%3
	return Query{EdgeEdge, [4]geom.Vec{p[i], p[k], q[j], q[l]}, [4]geom.Vec{x[i], x[k], y[j], y[l]}}
}

// flat reports whether a triangle has its three corners on a line at some time: one of them is then on the edge of the others.
func (t *Triangles) flat(k int, w *watch) bool {
	p, x := &t.Start[k], &t.End[k]
	for i := range 3 {
		j, l := (i+1)%3, (i+2)%3
		q := Query{VertexFace, [4]geom.Vec{p[i], p[j], p[l], p[l]}, [4]geom.Vec{x[i], x[j], x[l], x[l]}}
		if _, _, touch := q.first(w); touch {
			return true
		}
	}
	return false
}

// sharing is which corners two triangles of one mesh share.
type sharing struct {
	id    [2][3]uint8 // equal for corners that are one
	count int         // of corners of the first that the second has
	odd   bool        // a triangle has a corner twice
}

func (s *sharing) set(t *Triangles) {
	var known [6][2]geom.Vec
	n := uint8(0)
	for k := range 2 {
		for i := range 3 {
			at := [2]geom.Vec{t.Start[k][i], t.End[k][i]}
			id := uint8(0)
			for id < n && known[id] != at {
				id++
			}
			if id == n {
				known[n], n = at, n+1
			}
			s.id[k][i] = id
		}
		a := &s.id[k]
		s.odd = s.odd || a[0] == a[1] || a[1] == a[2] || a[2] == a[0]
	}
	for i := range 3 {
		if s.isShared(0, i) {
			s.count++
		}
	}
}

// isShared reports whether the other triangle has corner i of triangle k.
func (s *sharing) isShared(k, i int) bool {
	if s.id == [2][3]uint8{} { // not of one mesh
		return false
	}
	id, o := s.id[k][i], &s.id[1-k]
	return id == o[0] || id == o[1] || id == o[2]
}

// shared returns the first corner of triangle k that the other has.
func (s *sharing) shared(k int) int {
	for i := range 3 {
		if s.isShared(k, i) {
			return i
		}
	}
	panic("ccd: triangles without a common corner")
}

// isJoined reports whether an edge of each, from these corners on, have a corner in common.
func (s *sharing) isJoined(i, j int) bool {
	if s.id == [2][3]uint8{} {
		return false
	}
	a, b, c, d := s.id[0][i], s.id[0][(i+1)%3], s.id[1][j], s.id[1][(j+1)%3]
	return a == c || a == d || b == c || b == d
}

// touches decides at an end of the motion, where the corners are the given numbers.
func (s *sharing) touches(at *[2]geom.Triangle) bool {
	if s.count == 0 {
		return predicate.TriangleTriangle(&at[0], &at[1])
	}
	var local [2]geom.Triangle
	for k := range local {
		for i := range local[k] {
			local[k][i].X = float64(s.id[k][i])
		}
	}
	return predicate.SelfContact(&local[0], &local[1], &at[0], &at[1])
}
