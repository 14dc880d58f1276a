package mesh

import (
	"fmt"
	"slices"
)

// none stands for "no vertex" and "no component" in maps.
const none = ^uint32(0)

// Edge is two distinct welded vertices, A < B.
type Edge struct{ A, B uint32 }

// Topology reports how the triangles of a mesh meet along edges, vertices welded by
// coordinates. Sides of triangles are numbered 3·triangle + corner: the side runs
// from that corner to the next. A side whose ends weld together is no edge.
type Topology struct {
	// Welded maps vertices to the first one equal to them.
	Welded *Welded
	// Edges are unique and ascending.
	Edges []Edge

	triangles [][3]uint32
	start     []uint32 // of each edge's sides, one more than there are edges
	sides     []uint32
}

// Topology finds the edges of m. Time is linear for vertices of bounded valence
// and n log n at worst; it keeps 12 bytes a triangle, 12 an edge and 4 a vertex,
// and needs 28 bytes a triangle more while it runs. m must pass Check and have at
// most 2³⁰ triangles.
func (m *Mesh) Topology() *Topology {
	if len(m.Triangles) > 1<<30 {
		panic(fmt.Sprintf("mesh: Topology of %d triangles; at most 2³⁰ can be numbered", len(m.Triangles)))
	}
	t := &Topology{Welded: Weld(m), triangles: m.Triangles}
	start, byLow := t.sidesByLowEnd(len(m.Vertices))
	t.sides = make([]uint32, 0, len(byLow))
	t.Edges, t.start = make([]Edge, 0, len(byLow)/2+1), make([]uint32, 0, len(byLow)/2+2) // as many as a closed mesh has
	for a := range len(m.Vertices) {
		bucket := byLow[start[a]:start[a+1]]
		slices.Sort(bucket)
		last := none
		for _, key := range bucket {
			if b := uint32(key >> 32); b != last {
				t.Edges = append(t.Edges, Edge{uint32(a), b})
				t.start = append(t.start, uint32(len(t.sides)))
				last = b
			}
			t.sides = append(t.sides, uint32(key))
		}
	}
	t.start = append(t.start, uint32(len(t.sides)))
	return t
}

// sidesByLowEnd groups the sides by their lower welded end, by counting. A side
// is written as its higher end above its number, so that sorting a group brings
// the sides of one edge together in file order.
func (t *Topology) sidesByLowEnd(vertices int) (start []uint32, sides []uint64) {
	start = make([]uint32, vertices+1)
	t.eachSide(func(a, _, _ uint32) { start[a]++ })
	sum := uint32(0)
	for i, n := range start {
		start[i] = sum
		sum += n
	}
	sides = make([]uint64, sum)
	t.eachSide(func(a, b, side uint32) {
		sides[start[a]] = uint64(b)<<32 | uint64(side)
		start[a]++
	})
	copy(start[1:], start) // filling moved every start to the next one
	start[0] = 0
	return start, sides
}

// eachSide calls visit with the welded ends, a < b, of every side that is an edge.
func (t *Topology) eachSide(visit func(a, b, side uint32)) {
	for i, tri := range t.triangles {
		w := t.Welded.Corners(tri)
		for c := range uint32(3) {
			a, b := w[c], w[(c+1)%3]
			if a != b {
				visit(min(a, b), max(a, b), 3*uint32(i)+c)
			}
		}
	}
}

// Sides returns the sides along edge e in ascending order; do not modify them.
func (t *Topology) Sides(e int) []uint32 { return t.sides[t.start[e]:t.start[e+1]] }

// Forward reports whether a side runs from its edge's A to B.
func (t *Topology) Forward(side uint32) bool {
	tri := t.triangles[side/3]
	return t.Welded.Vertex[tri[side%3]] < t.Welded.Vertex[tri[(side%3+1)%3]]
}

// imbalance returns by how many the sides along edge e from A to B outnumber those
// from B to A.
func (t *Topology) imbalance(e int) int {
	n := 0
	for _, side := range t.Sides(e) {
		if t.Forward(side) {
			n++
		} else {
			n--
		}
	}
	return n
}

// Unbalanced returns the first edge with more sides in one direction than in the other,
// −1 where there is none: then the triangles have a winding number around every point
// that lies in none of them.
func (t *Topology) Unbalanced() int {
	for e := range t.Edges {
		if t.imbalance(e) != 0 {
			return e
		}
	}
	return -1
}

// Odd returns the first edge with an odd number of sides, −1 where there is none: then
// the rays from a point that lies in no triangle cross an odd number of triangles all, or
// an even number all.
func (t *Topology) Odd() int {
	for e := range t.Edges {
		if len(t.Sides(e))%2 != 0 {
			return e
		}
	}
	return -1
}
