package mesh

import (
	"math/bits"
	"math/rand/v2"

	"github.com/collide-go/collide/predicate"
)

// Defects reports what is unusual about a mesh. None of it is an error: contacts
// are exact for every mesh, but containment needs a closed one.
type Defects struct {
	// Closed reports that every edge, vertices welded by coordinates, has as many
	// triangles in one direction as in the other. An edge whose ends weld together does
	// not count. A mesh bounds a solid if it is closed and does not intersect itself,
	// which is not looked for here.
	Closed bool `json:"closed"`
	// DegenerateTriangles have collinear corners (exactly).
	DegenerateTriangles Sample `json:"degenerateTriangles"`
	// DuplicateTriangles have the welded corners of an earlier one, in any order.
	DuplicateTriangles Sample `json:"duplicateTriangles"`
	// NonPlanarPolygons are faces whose corners lie in no common plane (exactly).
	NonPlanarPolygons Sample `json:"nonPlanarPolygons"`
	// ConcavePolygons are planar faces that are not convex (exactly), so that
	// their fan overlaps itself or leaves the face.
	ConcavePolygons Sample `json:"concavePolygons"`
	// IsolatedVertices are named by no triangle.
	IsolatedVertices Sample `json:"isolatedVertices"`
	// OpenEdges have an odd number of triangles.
	OpenEdges EdgeSample `json:"openEdges"`
	// NonManifoldEdges have more than two triangles.
	NonManifoldEdges EdgeSample `json:"nonManifoldEdges"`
	// InconsistentEdges have an even number of triangles, more of them in one
	// direction than in the other.
	InconsistentEdges EdgeSample `json:"inconsistentEdges"`
}

// sampleSize is how many of each defect are named.
const sampleSize = 5

// Sample counts a defect and names the first few indices it was found at.
type Sample struct {
	Count int      `json:"count"`
	First []uint32 `json:"first,omitempty"`
}

func (s *Sample) add(i uint32) {
	if s.Count++; s.Count <= sampleSize {
		s.First = append(s.First, i)
	}
}

// EdgeSample counts edges and names the first few by their vertices, each the
// first vertex of its coordinates.
type EdgeSample struct {
	Count int         `json:"count"`
	First [][2]uint32 `json:"first,omitempty"`
}

func (s *EdgeSample) add(e Edge) {
	if s.Count++; s.Count <= sampleSize {
		s.First = append(s.First, [2]uint32{e.A, e.B})
	}
}

// Total returns how many defects there are of all kinds together.
func (d *Defects) Total() int {
	return d.DegenerateTriangles.Count + d.DuplicateTriangles.Count +
		d.NonPlanarPolygons.Count + d.ConcavePolygons.Count + d.IsolatedVertices.Count +
		d.OpenEdges.Count + d.NonManifoldEdges.Count + d.InconsistentEdges.Count
}

// Analyze finds the defects of m, which must pass Check. Time and memory are
// those of Topology and 8 to 16 bytes a triangle more.
func Analyze(m *Mesh) *Defects {
	d, t := &Defects{}, m.Topology()
	for i := range m.Triangles {
		tri := m.Triangle(i)
		if predicate.Collinear(tri[0], tri[1], tri[2]) {
			d.DegenerateTriangles.add(uint32(i))
		}
	}
	t.duplicates(d)
	t.edgeDefects(d)
	polygonDefects(m, d)
	isolated(m, d)
	return d
}

func (t *Topology) edgeDefects(d *Defects) {
	for e, edge := range t.Edges {
		sides := t.Sides(e)
		if len(sides)%2 != 0 {
			d.OpenEdges.add(edge)
		}
		if len(sides) > 2 {
			d.NonManifoldEdges.add(edge)
		}
		if len(sides)%2 == 0 && t.imbalance(e) != 0 {
			d.InconsistentEdges.add(edge)
		}
	}
	d.Closed = d.OpenEdges.Count+d.InconsistentEdges.Count == 0
}

// duplicates enters every triangle's set of welded corners into an open-addressing
// table of triangle indices, at most half full.
func (t *Topology) duplicates(d *Defects) {
	slots := make([]uint32, 1<<bits.Len(uint(2*len(t.triangles)))) // index+1; 0 is empty
	mask, seed := uint32(len(slots)-1), rand.Uint64()
	for i := range t.triangles {
		key := t.cornerSet(uint32(i))
		h := hashCorners(key, seed) & mask
		for slots[h] != 0 && t.cornerSet(slots[h]-1) != key {
			h = (h + 1) & mask
		}
		if slots[h] != 0 {
			d.DuplicateTriangles.add(uint32(i))
			continue
		}
		slots[h] = uint32(i) + 1
	}
}

func hashCorners(key [3]uint32, seed uint64) uint32 {
	hi, lo := bits.Mul64((uint64(key[0])|uint64(key[1])<<32)^seed, 0x9e3779b97f4a7c15)
	hi, lo = bits.Mul64(hi^lo^uint64(key[2]), 0xd6e8feb86659fd93)
	return uint32(hi ^ lo)
}

// cornerSet returns the distinct welded corners ascending; of fewer than three
// the last one is repeated, so that equal sets are equal arrays.
func (t *Topology) cornerSet(i uint32) [3]uint32 {
	w := t.Welded.Corners(t.triangles[i])
	a, b, c := min(w[0], w[1]), max(w[0], w[1]), w[2]
	switch {
	case c < a:
		a, b, c = c, a, b
	case c < b:
		b, c = c, b
	}
	if a == b {
		b = c
	}
	return [3]uint32{a, b, c}
}

func isolated(m *Mesh, d *Defects) {
	used := make([]bool, len(m.Vertices))
	for _, t := range m.Triangles {
		used[t[0]], used[t[1]], used[t[2]] = true, true, true
	}
	for i, u := range used {
		if !u {
			d.IsolatedVertices.add(uint32(i))
		}
	}
}
