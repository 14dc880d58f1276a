package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

func soupOf(s *Surface) *tree.Soup {
	return &tree.Soup{Vertices: s.Mesh.Vertices, Triangles: s.Mesh.Triangles}
}

// worldDOPs is the surface's hierarchy in world coordinates.
func worldDOPs(s *Surface) *tree.Of[volume.DOP] {
	t := tree.BuildDOP(soupOf(s), tree.DOPOptions{})
	posed := &tree.Soup{Triangles: s.Mesh.Triangles}
	for _, v := range s.Mesh.Vertices {
		posed.Vertices = append(posed.Vertices, s.pose.Apply(v))
	}
	tree.RefitDOP(t, posed)
	return t
}

// agree runs one search in every mode, whole and in pieces.
func agree[V any, P tree.Volume[V]](t *testing.T, kind string, s *Volumes[V, P], turns *Classes, want []Pair) {
	t.Helper()
	for _, mode := range []Mode{Larger, Both, Single} {
		for _, c := range []*Classes{nil, turns} {
			s.SetMode(mode, c)
			var d Descent[V, P]
			w := Worker{Control: control()}
			if got := sorted(d.Run(&w, s, s.Root(), nil)); !slices.Equal(got, want) {
				t.Fatalf("%s, mode %d: found %v, brute %v", kind, mode, got, want)
			}
			w.Begin()
			var cut []Pair
			for _, n := range d.Split(&w, s, 20, []NodePair{s.Root()}) {
				cut = d.Run(&w, s, n, cut)
			}
			if !slices.Equal(sorted(cut), want) {
				t.Fatalf("%s, mode %d: pieces found %v, brute %v", kind, mode, cut, want)
			}
		}
	}
}

func TestEveryVolumeEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	found := 0
	cases := require.Cases(50, 10)
	for range cases {
		lattice := r.IntN(2) == 0
		a, b := soup(random(r), 1+r.IntN(50), lattice), soup(random(r), 1+r.IntN(50), lattice)
		p := poses(r)
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		for _, y := range []*Surface{&b, &a} {
			var plain Search
			plain.Set(&a, y)
			want := brute(&plain)
			found += len(want)
			obbA, obbB := tree.BuildOBB(soupOf(&a), tree.OBBOptions{}), tree.BuildOBB(soupOf(y), tree.OBBOptions{LeafSize: 3})
			sphA, sphB := tree.BuildSphere(soupOf(&a), tree.SphereOptions{LeafSize: 2}), tree.BuildSphere(soupOf(y), tree.SphereOptions{})
			hybA, hybB := tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{}), tree.BuildSphereOBB(soupOf(y), tree.OBBOptions{})
			dopA, dopB := worldDOPs(&a), worldDOPs(y)
			if y == &a {
				obbB, sphB, hybB, dopB = obbA, sphA, hybA, dopA
			}
			var o Volumes[volume.OBB, *volume.OBB]
			o.SetLocal(&a, y, obbA, obbB)
			agree(t, "obb", &o, Classify(obbA, obbB), want)
			var s Volumes[volume.Ball, *volume.Ball]
			s.SetLocal(&a, y, sphA, sphB)
			agree(t, "sphere", &s, Classify(sphA, sphB), want)
			var h Volumes[volume.SphereOBB, *volume.SphereOBB]
			h.SetLocal(&a, y, hybA, hybB)
			agree(t, "hybrid", &h, Classify(hybA, hybB), want)
			var d Volumes[volume.DOP, *volume.DOP]
			d.SetWorld(&a, y, dopA, dopB)
			agree(t, "dop", &d, Classify(dopA, dopB), want)
		}
	}
	if found < cases*20 {
		t.Fatalf("only %d contacts in all: the sample proves nothing", found)
	}
}

func TestVolumesRejectAndAllocateNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	a, b := soup(r, 600, false), soup(r, 600, false)
	b.SetPose(&geom.Pose{R: rotation(r), T: geom.Vec{X: 0.9, Y: 0.4}})
	ta, tb := tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{}), tree.BuildSphereOBB(soupOf(&b), tree.OBBOptions{})
	var s Volumes[volume.SphereOBB, *volume.SphereOBB]
	s.SetLocal(&a, &b, ta, tb)
	if s.kind != moved {
		t.Fatalf("kind %v, expected a moved frame", s.kind)
	}
	var d Descent[volume.SphereOBB, *volume.SphereOBB]
	w := Worker{Control: control()}
	pairs := d.Run(&w, &s, s.Root(), nil)
	if w.PrimitiveTests > 600*600/4 || w.BVTests == 0 {
		t.Errorf("%d of %d triangle pairs reach the predicate", w.PrimitiveTests, 600*600)
	}
	if n := testing.AllocsPerRun(5, func() { w.Begin(); pairs = d.Run(&w, &s, s.Root(), pairs[:0]) }); n != 0 {
		t.Errorf("%v allocations a descent, want 0", n)
	}
}

// chain is a tree all of whose right children are leaves, or its mirror image.
func chain(n int, mirrored bool) *tree.Of[volume.Ball] {
	t := &tree.Of[volume.Ball]{Nodes: make([]tree.NodeOf[volume.Ball], 1)}
	at := 0
	for i := range n - 1 {
		c := len(t.Nodes)
		t.Nodes[at].Child = int32(c)
		t.Nodes = append(t.Nodes, tree.NodeOf[volume.Ball]{}, tree.NodeOf[volume.Ball]{})
		leaf, on := c+1, c
		if mirrored {
			leaf, on = c, c+1
		}
		t.Nodes[leaf].First, t.Nodes[leaf].Count = int32(i), 1
		at = on
	}
	t.Nodes[at].First, t.Nodes[at].Count = int32(n-1), 1
	t.Order = make([]uint32, n)
	return t
}

func TestClassify(t *testing.T) {
	left, right, short := chain(6, false), chain(6, true), chain(2, false)
	if c := Classify(left, left); !c.Similar || c.Mode() != Both {
		t.Error("a tree is not similar to itself")
	}
	// Factors of the chain's inner nodes: 4, 3, 2, 1, 0; mirrored −4 …: the signs
	// make D = 8 at the root, where absolute values would call the trees similar.
	c := Classify(left, right)
	if c.Similar || c.Mode() != Single || !c.marksA[0] || !c.marksB[0] || c.beginB {
		t.Errorf("mirror images: %+v", c)
	}
	if c := Classify(short, left); c.Similar || !c.beginB || !c.turnB(0) || c.turnA(2) {
		t.Errorf("a short tree and a long chain: %+v", c)
	}
	for _, other := range []bool{false, true} {
		three := chain(3, other)
		if c, d := Classify(short, three), Classify(three, short); !c.Similar || !d.Similar || !c.beginB || d.beginB {
			t.Errorf("trees whose factors differ by 1: %+v, %+v", c, d)
		}
		four := chain(4, other)
		if c, d := Classify(short, four), Classify(four, short); c.Similar || d.Similar || !c.beginB || d.beginB {
			t.Errorf("trees whose factors differ by 2: %+v, %+v", c, d)
		}
	}
	var none *Classes
	if none.turnA(3) || none.turnB(3) {
		t.Error("no classes mark nodes")
	}
}

// Volumes of single points that meet exactly must not be rejected: the margin
// has to cover every rounding on the way.
func TestVolumesThatBarelyTouchAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	met := 0
	for range 6000 {
		a, b := pointSurface(r), pointSurface(r)
		p := geom.Pose{R: rotation(r), T: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(40)))}
		q := geom.Pose{R: rotation(r)}
		q.T = p.Apply(a.Mesh.Vertices[0]).Sub(q.R.MulVec(b.Mesh.Vertices[0]))
		a.SetPose(&p)
		b.SetPose(&q)
		var ta, tb geom.Triangle
		a.Triangle(0, &ta)
		b.Triangle(0, &tb)
		if ta != tb {
			continue
		}
		met++
		var h Volumes[volume.SphereOBB, *volume.SphereOBB]
		h.SetLocal(&a, &b, tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{}), tree.BuildSphereOBB(soupOf(&b), tree.OBBOptions{}))
		var o Volumes[volume.OBB, *volume.OBB]
		o.SetLocal(&a, &b, tree.BuildOBB(soupOf(&a), tree.OBBOptions{}), tree.BuildOBB(soupOf(&b), tree.OBBOptions{}))
		var d Volumes[volume.DOP, *volume.DOP]
		d.SetWorld(&a, &b, worldDOPs(&a), worldDOPs(&b))
		if h.kind != moved {
			t.Fatalf("kind %v, expected a moved frame", h.kind)
		}
		if kept[volume.SphereOBB](&h)+kept[volume.OBB](&o)+kept[volume.DOP](&d) != 3 {
			t.Fatalf("touching points rejected: %v under %v and %v", ta, p, q)
		}
	}
	if met < 300 {
		t.Fatalf("only %d points met exactly", met)
	}
}

// kept returns how many pairs a search finds.
func kept[V any, P tree.Volume[V]](s *Volumes[V, P]) int {
	var d Descent[V, P]
	w := Worker{Control: control()}
	return len(d.Run(&w, s, s.Root(), nil))
}
