package mesh

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Split makes a mesh of every part of the kind, in the order of their first
// triangles. Triangles that belong to no part of the kind become one more, named
// "". Each mesh has its part's name, its triangles in file order, the vertices
// they use in the order of first use, and its polygons; it has no parts itself.
//
// It is an error when m has no part of the kind or a part names triangles that
// are not there. Time is linear in the triangles, n log n in the parts' runs.
func Split(m *Mesh, kind PartKind) ([]*Mesh, error) {
	parts, err := partition(m, kind)
	if err != nil {
		return nil, err
	}
	s := splitter{from: m, index: make([]uint32, len(m.Vertices)), stamp: make([]uint32, len(m.Vertices))}
	out := make([]*Mesh, 0, len(parts))
	for i := range parts {
		out = append(out, s.extract(&parts[i]))
	}
	return out, nil
}

// partition returns the parts of a kind with ascending runs, and the rest.
func partition(m *Mesh, kind PartKind) ([]Part, error) {
	var parts []Part
	var all []Run
	for _, p := range m.Parts {
		if p.Kind != kind {
			continue
		}
		q := Part{Kind: kind, Name: p.Name}
		for _, r := range p.Runs {
			if uint64(r.First)+uint64(r.Count) > uint64(len(m.Triangles)) {
				return nil, fmt.Errorf("mesh %q: %s %q has triangles %d+%d of %d", m.Name, kind, p.Name, r.First, r.Count, len(m.Triangles))
			}
			if r.Count > 0 {
				q.Runs = append(q.Runs, r)
			}
		}
		if len(q.Runs) > 0 {
			slices.SortFunc(q.Runs, byFirst)
			parts = append(parts, q)
			all = append(all, q.Runs...)
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("mesh %q has no %ss to split into", m.Name, kind)
	}
	if rest := gaps(all, uint32(len(m.Triangles))); len(rest) > 0 {
		parts = append(parts, Part{Kind: kind, Runs: rest})
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return byFirst(a.Runs[0], b.Runs[0]) })
	return parts, nil
}

func byFirst(a, b Run) int { return cmp.Compare(a.First, b.First) }

// gaps returns the triangles below n that no run covers.
func gaps(runs []Run, n uint32) []Run {
	slices.SortFunc(runs, byFirst)
	var out []Run
	next := uint32(0)
	for _, r := range append(runs, Run{First: n}) {
		if r.First > next {
			out = append(out, Run{next, r.First - next})
		}
		next = max(next, r.First+r.Count)
	}
	return out
}

// splitter renumbers vertices part by part; a vertex's index is valid when its
// stamp is the part's, so that nothing is cleared between parts.
type splitter struct {
	from         *Mesh
	index, stamp []uint32
	part         uint32
}

func (s *splitter) extract(p *Part) *Mesh {
	s.part++
	out := &Mesh{Name: p.Name, Vertices: []geom.Vec{}}
	for _, r := range p.Runs {
		s.polygons(out, r)
		for _, t := range s.from.Triangles[r.First : r.First+r.Count] {
			for c, v := range t {
				t[c] = s.vertex(out, v)
			}
			out.Triangles = append(out.Triangles, t)
		}
	}
	return out
}

func (s *splitter) vertex(out *Mesh, v uint32) uint32 {
	if s.stamp[v] != s.part {
		s.stamp[v], s.index[v] = s.part, uint32(len(out.Vertices))
		out.Vertices = append(out.Vertices, s.from.Vertices[v])
	}
	return s.index[v]
}

// polygons takes over the polygons of a run that is about to be appended. Of one
// that a run cuts, what lies within is a polygon again unless it is one triangle.
func (s *splitter) polygons(out *Mesh, r Run) {
	all := s.from.Polygons
	i, _ := slices.BinarySearchFunc(all, r.First, func(p Polygon, first uint32) int {
		if p.First+p.Count <= first {
			return -1
		}
		return 1
	})
	for ; i < len(all) && all[i].First < r.First+r.Count; i++ {
		first := max(all[i].First, r.First)
		n := min(all[i].First+all[i].Count, r.First+r.Count) - first
		if n > 1 {
			out.Polygons = append(out.Polygons, Polygon{uint32(len(out.Triangles)) + first - r.First, n})
		}
	}
}
