package narrow

import (
	"fmt"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
)

// shaped is a tree by its shape: "(LR)" is a node with two subtrees, "." a leaf of one
// triangle. All volumes overlap, so that the shape alone decides the order of a descent.
func shaped(s string) *tree.Of[volume.Ball] {
	t := &tree.Of[volume.Ball]{Nodes: make([]tree.NodeOf[volume.Ball], 1)}
	var fill func(at int) // reads the subtree of a node
	fill = func(at int) {
		t.Nodes[at].Volume.Radius = 1
		if s[0] == '.' {
			s = s[1:]
			t.Nodes[at].First, t.Nodes[at].Count = int32(len(t.Order)), 1
			t.Order = append(t.Order, uint32(len(t.Order)))
			return
		}
		s = s[1:] // "("
		c := len(t.Nodes)
		t.Nodes[at].Child = int32(c)
		t.Nodes = append(t.Nodes, tree.NodeOf[volume.Ball]{}, tree.NodeOf[volume.Ball]{})
		fill(c)
		fill(c + 1)
		s = s[1:] // ")"
	}
	fill(0)
	return t
}

// leafSurface has a triangle for each leaf of a tree, apart from all others.
func leafSurface(t *tree.Of[volume.Ball], side float64) *Surface {
	m := &mesh.Mesh{}
	for i := range t.Order {
		x := 0.01 * float64(i)
		m.Vertices = append(m.Vertices, geom.Vec{X: x, Z: side}, geom.Vec{X: x + 0.001, Z: side}, geom.Vec{X: x, Y: 0.001, Z: side})
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	var s Surface
	box := geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: side}}
	s.SetMesh(m, &box, 1)
	s.SetPose(&geom.Identity)
	return &s
}

// TestWorkedExampleOfThePaper follows what the octree paper says of its figures 1 and 2, whose
// drawings are lost: of three trees, a and b as well as a and c are not similar, b and c are;
// a has more detail in one place. The descent of a and b begins in a, turns to b at a node of a
// with D > 1, and back to a at a node of b with D > 1.
func TestWorkedExampleOfThePaper(t *testing.T) {
	a := shaped("((((..).).)(..))") // detail on the left: factors 2, 2, 1, 0 and 0 on the right
	b := shaped("((..)((..).))")    // factors −1, 0; 1, 0
	c := shaped("((..)(..))")       // balanced
	for _, f := range []struct {
		name string
		tree *tree.Of[volume.Ball]
		want []int32
	}{{"a", a, []int32{2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0}}, {"b", b, []int32{-1, 0, 1, 0, 0, 0, 0, 0, 0}}, {"c", c, []int32{0, 0, 0, 0, 0, 0, 0}}} {
		if got := balances(f.tree); !slices.Equal(got, f.want) {
			t.Errorf("balance factors of %s are %v, want %v", f.name, got, f.want)
		}
	}
	ab, ac, bc := Classify(a, b), Classify(a, c), Classify(b, c)
	if ab.Similar || ac.Similar || !bc.Similar || ab.Mode() != Single || bc.Mode() != Both {
		t.Errorf("a and b similar: %v, a and c: %v, b and c: %v", ab.Similar, ac.Similar, bc.Similar)
	}
	if ab.beginB || ac.beginB || !Classify(b, a).beginB {
		t.Error("the descent does not begin in the tree with more detail")
	}
	// D of a and b by place: the root 3, its left child 2, its right child 1, all others at most 1.
	if want := []bool{true, true, false, false, false, false, false, false, false, false, false}; !slices.Equal(ab.marksA, want) {
		t.Errorf("D > 1 at %v of a", ab.marksA)
	}
	if want := []bool{true, true, false, false, false, false, false, false, false}; !slices.Equal(ab.marksB, want) {
		t.Errorf("D > 1 at %v of b", ab.marksB)
	}

	var s Volumes[volume.Ball, *volume.Ball]
	s.SetLocal(leafSurface(a, 0), leafSurface(b, 0.5), a, b)
	s.SetMode(ab.Mode(), ab)
	w := Worker{Control: control()}
	var d Descent[volume.Ball, *volume.Ball]
	var way []string
	p := s.Root()
	for range 4 { // always down to the left, which a depth-first descent takes first
		x, y, inB := p.sides()
		way = append(way, fmt.Sprintf("%d×%d in %s", x, y, map[bool]string{false: "a", true: "b"}[inB]))
		next := d.expand(&w, &s, p, nil)
		p = next[len(next)-1]
	}
	if want := []string{"0×0 in a", "1×0 in b", "1×1 in a", "3×1 in a"}; !slices.Equal(way, want) {
		t.Errorf("the descent goes %v, want %v", way, want)
	}
	if w.Turns != 2 {
		t.Errorf("%d turning points, want 2", w.Turns)
	}
	w.Begin()
	if pairs := d.Run(&w, &s, s.Root(), nil); len(pairs) != 0 || w.PrimitiveTests != int64(len(a.Order)*len(b.Order)) {
		t.Errorf("%d contacts, %d triangle pairs tested", len(pairs), w.PrimitiveTests)
	}
}
