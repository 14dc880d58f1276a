package tree

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

func randomSoup(seed uint64, n int, scale float64) *Soup {
	r := rand.New(rand.NewPCG(seed, 7))
	s := &Soup{}
	for i := range n {
		c := geom.Vec{X: r.NormFloat64(), Y: 2 * r.NormFloat64(), Z: r.NormFloat64()}
		if i%5 == 0 {
			c = geom.Vec{X: 1} // coincident centroids
		}
		for range 3 {
			v := c.Add(geom.Vec{X: 0.1 * r.NormFloat64(), Y: 0.1 * r.NormFloat64(), Z: 0.1 * r.NormFloat64()})
			if i%5 == 0 {
				v = c
			}
			s.Vertices = append(s.Vertices, v.Scale(scale))
		}
		s.Triangles = append(s.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return s
}

func TestEveryVolumeHoldsItsTriangles(t *testing.T) {
	for _, scale := range []float64{1, 0x1p-1070, 0x1p-700, 0x1p-537, 1e100, 0x1p1015} {
		for _, n := range []int{1, 2, 3, 17, 400} {
			s := randomSoup(uint64(n), n, scale)
			check(t, "obb", BuildOBB(s, OBBOptions{}), s)
			check(t, "hybrid", BuildSphereOBB(s, OBBOptions{LeafSize: 4}), s)
			spheres, dops := BuildSphere(s, SphereOptions{}), BuildDOP(s, DOPOptions{})
			check(t, "sphere", spheres, s)
			check(t, "kdop", dops, s)
			for i := range s.Vertices {
				s.Vertices[i].X = -0.5*s.Vertices[i].X + 0.3*s.Vertices[i].Y
			}
			RefitSphere(spheres, s)
			RefitDOP(dops, s)
			check(t, "refitted sphere", spheres, s)
			check(t, "refitted kdop", dops, s)
		}
	}
}

func check[V any, P Volume[V]](t *testing.T, kind string, tr *Of[V], s *Soup) {
	t.Helper()
	if err := Validate[V, P](tr, s); err != nil {
		t.Errorf("%s over %d triangles: %v", kind, len(s.Triangles), err)
	}
	st := tr.Stats()
	if st.Primitives != len(s.Triangles) || st.Nodes != 2*st.Leaves-1 || int(tr.Heights()[0]) != st.Depth || st.Bytes < 12*st.Nodes {
		t.Errorf("%s: statistics %+v", kind, st)
	}
	if len(s.Triangles) == 400 && st.Depth > 60 {
		t.Errorf("%s: depth %d over 400 triangles", kind, st.Depth)
	}
}

func TestValidateOfFindsFaults(t *testing.T) {
	s := randomSoup(1, 50, 1)
	for name, spoil := range map[string]func(*Of[volume.DOP]){
		"small volume":    func(t *Of[volume.DOP]) { t.Nodes[0].Volume.Max[8] -= 0.5 },
		"child backwards": func(t *Of[volume.DOP]) { t.Nodes[0].Child = 0 },
		"child too far":   func(t *Of[volume.DOP]) { t.Nodes[0].Child = int32(len(t.Nodes)) },
		"twice":           func(t *Of[volume.DOP]) { t.Order[0] = t.Order[40] },
		"range":           func(t *Of[volume.DOP]) { last := &t.Nodes[len(t.Nodes)-1]; last.First = 1 << 20; last.Count = 1 },
		"unreached node":  func(t *Of[volume.DOP]) { t.Nodes = append(t.Nodes, NodeOf[volume.DOP]{Count: 1}) },
		"lost triangle":   func(t *Of[volume.DOP]) { t.Order = t.Order[1:] },
	} {
		tr := BuildDOP(s, DOPOptions{})
		spoil(tr)
		if Validate(tr, s) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// The surface counts, not its tessellation: a plate of which one corner is cut
// into many small triangles keeps its axes.
func TestBoxesFollowTheSurface(t *testing.T) {
	s := &Soup{Vertices: []geom.Vec{{X: 4, Y: 4}, {X: 6, Y: 4}, {X: -6, Y: -4}, {X: -4, Y: -4}}, Triangles: [][3]uint32{{0, 1, 2}, {1, 2, 3}}}
	want := BuildOBB(s, OBBOptions{}).Nodes[0].Volume
	for i := range 500 { // slivers around (6, 4)
		k := uint32(len(s.Vertices))
		y := 4 - 1e-4*float64(i)
		s.Vertices = append(s.Vertices, geom.Vec{X: 6, Y: y}, geom.Vec{X: 6, Y: y - 1e-6}, geom.Vec{X: 6, Y: y - 2e-6})
		s.Triangles = append(s.Triangles, [3]uint32{k, k + 1, k + 2})
	}
	got := BuildOBB(s, OBBOptions{}).Nodes[0].Volume
	for i := range 3 {
		if c := math.Abs(want.Axes.Row(i).Dot(got.Axes.Row(i))); c < 1-1e-9 {
			t.Errorf("axis %d turned from %v to %v", i, want.Axes.Row(i), got.Axes.Row(i))
		}
	}
}

func TestDOPSplitDealsTies(t *testing.T) {
	s := &Soup{}
	for _, x := range []float64{0, 5, 5, 5, 5, 10} { // 5 is as far from 0 as from 10
		s.Triangles = append(s.Triangles, [3]uint32{uint32(len(s.Vertices)), uint32(len(s.Vertices)), uint32(len(s.Vertices))})
		s.Vertices = append(s.Vertices, geom.Vec{X: 3 * x})
	}
	tr := BuildDOP(s, DOPOptions{LeafSize: 3})
	l, r := tr.Nodes[tr.Nodes[0].Child], tr.Nodes[tr.Nodes[0].Child+1]
	if l.Count != 3 || r.Count != 3 {
		t.Errorf("groups of %d and %d, expected 3 and 3", l.Count, r.Count)
	}
}

func TestHierarchyOfNothingPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	BuildSphere(&Soup{}, SphereOptions{})
}

func BenchmarkBuildVolumes10k(b *testing.B) {
	s := randomSoup(3, 10000, 1)
	b.Run("obb", func(b *testing.B) {
		for b.Loop() {
			BuildOBB(s, OBBOptions{})
		}
	})
	b.Run("hybrid", func(b *testing.B) {
		for b.Loop() {
			BuildSphereOBB(s, OBBOptions{})
		}
	})
	b.Run("sphere", func(b *testing.B) {
		for b.Loop() {
			BuildSphere(s, SphereOptions{})
		}
	})
	b.Run("kdop", func(b *testing.B) {
		for b.Loop() {
			BuildDOP(s, DOPOptions{})
		}
	})
}
