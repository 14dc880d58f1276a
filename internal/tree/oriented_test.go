package tree

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// TestOriented holds each lane to the box of the binary hierarchy that it names, and looks for every leaf once.
func TestOriented(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 7))
	for _, n := range []int{1, 2, 7, 8, 9, 300} {
		s := &Soup{}
		for i := range n {
			for range 3 {
				s.Vertices = append(s.Vertices, geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()})
			}
			k := uint32(3 * i)
			s.Triangles = append(s.Triangles, [3]uint32{k, k + 1, k + 2})
		}
		binary := BuildOBB(s, OBBOptions{})
		o := NewOriented(binary, geom.Vec{X: 0.5})
		leaves := make([]int, len(binary.Nodes))
		if o.Count[0] != 1 || o.Nodes[0].Box[0] != 0 {
			t.Fatalf("%d triangles: the first node has %d boxes, the first of them %d, expected the root alone", n, o.Count[0], o.Nodes[0].Box[0])
		}
		for i := range o.Nodes {
			if i > 0 && o.Count[i] < 2 {
				t.Errorf("%d triangles: node %d has %d boxes", n, i, o.Count[i])
			}
			for lane := range o.Count[i] {
				o.check(t, i, int(lane), leaves)
			}
		}
		for i := range binary.Nodes {
			if want := map[bool]int{true: 1}[binary.Nodes[i].IsLeaf()]; leaves[i] != want {
				t.Errorf("%d triangles: node %d of the binary hierarchy is a leaf %d times, expected %d", n, i, leaves[i], want)
			}
		}
	}
}

// check compares one lane with its box, and with what is below it.
func (o *Oriented) check(t *testing.T, i, lane int, leaves []int) {
	n := &o.Nodes[i]
	var got volume.OBB
	got.Center = geom.Vec{X: n.C[0][lane], Y: n.C[1][lane], Z: n.C[2][lane]}
	for k := range got.Axes {
		got.Axes[k] = n.Q[k][lane]
	}
	for k := range got.Half {
		got.Half[k] = n.H[k][lane]
	}
	box := &o.Of.Nodes[n.Box[lane]]
	if got != box.Volume || n.Radius[lane] != got.Radius() || n.Far[lane] < geom.Length(got.Center.Sub(o.Center))+got.Radius() {
		t.Errorf("node %d lane %d is not box %d", i, lane, n.Box[lane])
	}
	child := n.Child[lane]
	if child < 0 {
		leaves[^child]++
		return
	}
	for below := range o.Count[child] {
		at := o.Nodes[child].Box[below]
		for at != n.Box[lane] { // up to the box
			if at = o.parent(at); at < 0 {
				t.Fatalf("box %d is not below box %d", o.Nodes[child].Box[below], n.Box[lane])
			}
		}
	}
}

// parent returns the node of the binary hierarchy above one, −1 for none.
func (o *Oriented) parent(i int32) int32 {
	for k := range o.Of.Nodes {
		if n := &o.Of.Nodes[k]; !n.IsLeaf() && (n.Child == i || n.Child+1 == i) {
			return int32(k)
		}
	}
	return -1
}
