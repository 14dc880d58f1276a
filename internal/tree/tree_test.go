package tree

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/collide-go/collide/geom"
)

func randomBoxes(seed uint64, n int) []geom.AABB {
	r := rand.New(rand.NewPCG(seed, 9))
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		c := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		h := geom.Vec{X: 0.01 * r.Float64(), Y: 0.01 * r.Float64(), Z: 0.01 * r.Float64()}
		boxes[i] = geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
	}
	return boxes
}

func TestSAHIsValid(t *testing.T) {
	sets := map[string][]geom.AABB{
		"one": randomBoxes(1, 1), "two": randomBoxes(2, 2), "few": randomBoxes(3, 17), "many": randomBoxes(4, 5000),
		"same":      make([]geom.AABB, 100),
		"huge":      scaledBoxes(randomBoxes(5, 300), 1e308),
		"tiny":      scaledBoxes(randomBoxes(6, 300), 1e-320),
		"geometric": geometric(1500),
	}
	for name, boxes := range sets {
		for _, leaf := range []int{0, 1, 4} {
			tr := BuildSAH(boxes, SAHOptions{LeafSize: leaf})
			if err := tr.Validate(boxes); err != nil {
				t.Errorf("%s, leaves of %d: %v", name, leaf, err)
			}
			s := tr.Stats()
			if s.Primitives != len(boxes) || s.Leaves < 1 || s.Nodes != 2*s.Leaves-1 || s.Depth < 1 || s.Balance < 1 {
				t.Errorf("%s: stats %+v", name, s)
			}
		}
	}
}

func scaledBoxes(b []geom.AABB, s float64) []geom.AABB {
	for i := range b {
		b[i].Min, b[i].Max = b[i].Min.Scale(s/8), b[i].Max.Scale(s/8)
	}
	return b
}

// geometric boxes crowd towards the origin, which makes binned trees deep.
func geometric(n int) []geom.AABB {
	b := make([]geom.AABB, n)
	for i := range b {
		x := math.Ldexp(1, -i%1000)
		b[i] = geom.AABB{Min: geom.Vec{X: x}, Max: geom.Vec{X: x}}
	}
	return b
}

func TestSAHDoesNotDependOnWorkers(t *testing.T) {
	boxes := randomBoxes(7, 70000)
	want := BuildSAH(boxes, SAHOptions{Workers: 1})
	for _, workers := range []int{2, 3, 8} {
		if got := BuildSAH(boxes, SAHOptions{Workers: workers}); !reflect.DeepEqual(got, want) {
			t.Errorf("the tree of %d workers differs from that of one", workers)
		}
	}
}

func TestRefit(t *testing.T) {
	boxes := randomBoxes(8, 3000)
	tr := BuildSAH(boxes, SAHOptions{})
	before := tr.Stats().SAH
	moved := randomBoxes(9, 3000)
	if err := tr.Validate(moved); err == nil {
		t.Fatal("Validate accepts boxes the tree was not built for")
	}
	if n := testing.AllocsPerRun(3, func() { tr.Refit(moved) }); n != 0 {
		t.Errorf("Refit allocates %v times", n)
	}
	if err := tr.Validate(moved); err != nil {
		t.Error(err)
	}
	if after := tr.Stats().SAH; after < 2*before {
		t.Errorf("SAH cost %v after shuffling all boxes, %v before: expected it to show", after, before)
	}
}

func TestValidateFindsEveryFault(t *testing.T) {
	boxes := randomBoxes(10, 50)
	faults := map[string]func(*Tree){
		"box too small":      func(t *Tree) { t.Nodes[0].Box.Max.X = 0 },
		"leaf box too small": func(t *Tree) { leaf(t).Box = geom.EmptyAABB() },
		"child before":       func(t *Tree) { t.Nodes[0].Child = 0 },
		"child beyond":       func(t *Tree) { t.Nodes[0].Child = 1 << 20 },
		"child twice":        func(t *Tree) { t.Nodes[1].Child = 1 },
		"primitive twice":    func(t *Tree) { t.Order[0] = t.Order[1] },
		"primitive unknown":  func(t *Tree) { t.Order[0] = 1 << 20 },
		"leaf beyond":        func(t *Tree) { leaf(t).First = 1 << 20 },
		"primitive missing": func(t *Tree) {
			leaf(t).Count = 0
			leaf(t).Count = 1
			t.Order[leaf(t).First] = t.Order[(leaf(t).First+3)%50]
		},
		"unreached node": func(t *Tree) { t.Nodes = append(t.Nodes, Node{Count: 1, Box: t.Nodes[0].Box}) },
	}
	for name, spoil := range faults {
		tr := BuildSAH(boxes, SAHOptions{})
		spoil(tr)
		if err := tr.Validate(boxes); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
	if err := BuildSAH(boxes, SAHOptions{}).Validate(boxes[1:]); err == nil {
		t.Error("a missing box is not found")
	}
}

func leaf(t *Tree) *Node {
	for i := range t.Nodes {
		if t.Nodes[i].IsLeaf() {
			return &t.Nodes[i]
		}
	}
	return nil
}

func TestMisusePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"no primitives":  func() { BuildSAH(nil, SAHOptions{}) },
		"refit mismatch": func() { BuildSAH(randomBoxes(1, 3), SAHOptions{}).Refit(nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkBuildSAH70k(b *testing.B) {
	boxes := randomBoxes(11, 70000)
	for b.Loop() {
		BuildSAH(boxes, SAHOptions{})
	}
}

func BenchmarkRefit70k(b *testing.B) {
	boxes := randomBoxes(11, 70000)
	t := BuildSAH(boxes, SAHOptions{})
	for b.Loop() {
		t.Refit(boxes)
	}
}

// TestBuildEndsWhenDone: nothing is split that is not wanted any more.
func TestBuildEndsWhenDone(t *testing.T) {
	done := make(chan struct{})
	boxes := randomBoxes(3, 5000)
	if n := len(BuildSAH(boxes, SAHOptions{Done: done}).Nodes); n < 2500 {
		t.Errorf("%d nodes of a tree that is wanted", n)
	}
	close(done)
	if n := len(BuildSAH(boxes, SAHOptions{Done: done}).Nodes); n != 1 {
		t.Errorf("%d nodes once done, want 1", n)
	}
}

// TestBuildCurve: every box is in a leaf, and node boxes are around those below; a channel that is closed ends building.
func TestBuildCurve(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 4, 5, 1000, 70000} {
		for _, scale := range []float64{1, 0, 0x1p-1070, 0x1p1020} {
			boxes := randomBoxes(13, n)
			for i := range boxes {
				boxes[i] = geom.AABB{Min: boxes[i].Min.Scale(scale), Max: boxes[i].Max.Scale(scale)}
			}
			if err := BuildCurve(boxes, nil).Validate(boxes); err != nil {
				t.Errorf("%d boxes times %g: %v", n, scale, err)
			}
		}
	}
	done := make(chan struct{})
	close(done)
	if BuildCurve(randomBoxes(13, 1000), done) != nil {
		t.Error("built although it was to stop")
	}
}
