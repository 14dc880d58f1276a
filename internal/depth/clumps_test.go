package depth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// severalPieces calls f with solids that have met and share several pieces: combs, ridges, shells in shells.
func severalPieces(t *testing.T, f func(t *testing.T, s *Search, r *rand.Rand)) {
	t.Helper()
	comb := both("", box("", vec(0, 0, 0), vec(1, 9, 4)), box("", vec(3, 0, 0), vec(4, 9, 4)))
	hollow := both("", box("", vec(-3, -3, -3), vec(3, 3, 3)), inverted(box("", vec(-2, -2, -2), vec(2, 2, 2))))
	core := both("", box("", vec(-2.5, -2.5, -2.5), vec(2.5, 2.5, 2.5)), inverted(box("", vec(-2.25, -2.25, -2.25), vec(2.25, 2.25, 2.25))))
	for name, p := range map[string][2]*Solid{
		"a comb":           {posed(t, comb, geom.Identity), posed(t, box("", vec(-1, 2, 1), vec(9, 4, 2)), turn(0.1, vec(0, 1, 3), vec(0, 0, 0)))},
		"ridges":           {posed(t, fine(tube("", 24, 5, 9, 0, 20, 0)), geom.Identity), posed(t, fine(prism("", 24, 5.02, -10, 30, 0.5)), geom.Identity)},
		"turned ridges":    {posed(t, fine(tube("", 12, 5, 9, 0, 20, 0)), turn(0.3, vec(1, 2, 3), vec(4, 5, 6))), posed(t, prism("", 12, 5.1, -10, 30, 0.5), turn(0.3, vec(1, 2, 3), vec(4, 5, 6)))},
		"a shell of walls": {posed(t, hollow, geom.Identity), posed(t, core, turn(0.01, vec(1, 2, 3), vec(0.01, 0, 0)))},
		"a hollow":         {posed(t, hollow, geom.Identity), posed(t, both("", box("", vec(-2.5, -1, -1), vec(-1, 1, 1)), box("", vec(1, -1, -1), vec(2.25, 1, 1))), geom.Identity)},
	} {
		t.Run(name, func(t *testing.T) {
			s := search()
			s.begin(p[0], p[1], goal(p[0], p[1]))
			if !s.meet() {
				t.Fatal("stopped")
			}
			s.startCells(&geom.AABB{}, 3)
			f(t, s, rand.New(rand.NewPCG(3, 4)))
		})
	}
}

// TestClumpsBoundBalls: no ball around a common point that fits into both solids is larger than the bound of its clump, and no part is in
// two clumps.
func TestClumpsBoundBalls(t *testing.T) {
	t.Parallel()
	severalPieces(t, func(t *testing.T, s *Search, r *rand.Rand) {
		several := s.clumped()
		seen := map[int32]bool{}
		for i := range s.clumps {
			for k := s.clumps[i].parts; k != last; k = s.follows[k] {
				if seen[k] {
					t.Fatalf("part %d is listed twice", k)
				}
				seen[k] = true
			}
			for _, other := range s.clumps[:i] {
				if other.box.Overlaps(&s.clumps[i].box) {
					t.Errorf("clumps %v and %v overlap", other.box, s.clumps[i].box)
				}
			}
		}
		if len(seen) != len(s.meeting.parts) {
			t.Errorf("%d of %d parts are in a clump", len(seen), len(s.meeting.parts))
		}
		if !several {
			return
		}
		bound, most := s.clumpChords(), 0.0
		whole := s.solids[0].nodes[0].Box.Intersect(s.solids[1].nodes[0].Box)
		for range 4000 {
			size := whole.Size()
			x := whole.Min.Add(vec(size.X*r.Float64(), size.Y*r.Float64(), size.Z*r.Float64()))
			a, b := s.foot(s.solids[0], x), s.foot(s.solids[1], x)
			most = max(most, min(a.signed().Lo, b.signed().Lo))
		}
		if lo := s.lo; !(most <= bound) || !(lo <= bound) {
			t.Errorf("a ball of radius %v (%v) fits, the bound is %v", most, lo, bound)
		}
		if math.IsInf(bound, 1) {
			t.Errorf("no bound of %d clumps", len(s.clumps))
		}
	})
}

// fine splits each triangle in four, twice: a triangle of the hole's rim that touches two ridges would hold their slivers together.
func fine(m *mesh.Mesh) *mesh.Mesh {
	for range 2 {
		split := &mesh.Mesh{Name: m.Name, Vertices: m.Vertices}
		middles := map[[2]uint32]uint32{}
		middle := func(a, b uint32) uint32 {
			key := [2]uint32{min(a, b), max(a, b)}
			if _, known := middles[key]; !known {
				middles[key] = uint32(len(split.Vertices))
				split.Vertices = append(split.Vertices, m.Vertices[key[0]].Scale(0.5).Add(m.Vertices[key[1]].Scale(0.5)))
			}
			return middles[key]
		}
		for _, q := range m.Triangles {
			ab, bc, ca := middle(q[0], q[1]), middle(q[1], q[2]), middle(q[2], q[0])
			split.Triangles = append(split.Triangles, [3]uint32{q[0], ab, ca}, [3]uint32{q[1], bc, ab}, [3]uint32{q[2], ca, bc}, [3]uint32{ab, bc, ca})
		}
		m = split
	}
	return m
}

// TestClumpsDecide: that the width of a round fit is within a limit needs no cell: the chords of each sliver bound it.
func TestClumpsDecide(t *testing.T) {
	t.Parallel()
	for _, frame := range []geom.Pose{geom.Identity, turn(0.3, vec(1, 2, 3), vec(4, 5, 6))} {
		a, b := posed(t, fine(tube("", 24, 5, 9, 0, 20, 0)), frame), posed(t, fine(prism("", 24, 5.02, -10, 30, 0.5)), frame)
		ridge := math.Cos(math.Pi / 24)
		depth := 5.02 - 5*ridge
		for _, limit := range []float64{1.01 * depth, 0.9 * depth} {
			s := search()
			w, ok := s.Width(a, b, Goal{Decide: true, Limit: limit})
			if !ok || (limit > depth) != (w.Hi <= limit) || limit > depth && s.Looks() > 1 {
				t.Errorf("limit %v of a depth of %v: width %v (%v) after %d looks", limit, depth, w, ok, s.Looks())
			}
		}
	}
}
