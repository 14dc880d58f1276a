package tree

import (
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// discs are two discs back to back, each of n strips that meet in its middle.
func discs(n int, radius, thickness float64) *Soup {
	s := &Soup{}
	for _, z := range []float64{thickness / 2, -thickness / 2} {
		middle := uint32(len(s.Vertices))
		s.Vertices = append(s.Vertices, geom.Vec{Z: z})
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			s.Vertices = append(s.Vertices, geom.Vec{X: radius * cos, Y: radius * sin, Z: z})
		}
		for i := range uint32(n) {
			p, q := middle+1+i, middle+1+(i+1)%uint32(n)
			if z < 0 {
				p, q = q, p
			}
			s.Triangles = append(s.Triangles, [3]uint32{middle, p, q})
		}
	}
	return s
}

// twoSided counts the leaves whose triangles lie on both sides of z = 0.
func twoSided(w *Wide, s *Soup) (n int) {
	for i := range w.Leaves {
		l := &w.Leaves[i]
		var sides [2]bool
		for k := range l.N {
			up := s.Vertices[s.Triangles[l.ID[k]][0]].Z > 0
			sides[0], sides[1] = sides[0] || up, sides[1] || !up
		}
		if sides[0] && sides[1] {
			n++
		}
	}
	return n
}

// TestSidesAreParted: the triangles of thin walls are in leaves of one side, whatever the size, in about as
// many leaves as they fill.
func TestSidesAreParted(t *testing.T) {
	for _, n := range []int{6, 17, 96, 400} {
		for _, e := range []int{0, -300, 300} {
			s := discs(n, 500*math.Ldexp(1, e), math.Ldexp(2, e))
			w := BuildWide(s, WideOptions{Workers: 1})
			checkWide(t, w, s)
			if k := twoSided(w, s); k > 0 {
				t.Errorf("%d strips, 2^%d: %d of %d leaves have triangles of both sides", n, e, k, len(w.Leaves))
			}
			if most := 2*n/3 + 2; len(w.Leaves) > most {
				t.Errorf("%d strips: %d leaves, expected at most %d", n, len(w.Leaves), most)
			}
		}
	}
}

// TestThickBodiesAreNotParted: a body as thick as it is wide keeps its leaves, and so do faces that share a side.
func TestThickBodiesAreNotParted(t *testing.T) {
	var b wideBuilder
	b.tree = &Wide{level: simd.Best()}
	b.scale = 1
	b.soup = discs(4, 1, 1)
	b.soup.Triangles = b.soup.Triangles[:4]
	b.boxes = make([]simd.Box, 4)
	for i := range b.boxes {
		b.boxes[i][7] = math.Float32frombits(uint32(i))
	}
	if back := b.backOf(b.boxes); back != 0 {
		t.Errorf("triangles %b of one side are at the back", back)
	}
	b.soup = discs(4, 1, 1)
	b.boxes = make([]simd.Box, 8)
	for i := range b.boxes {
		b.boxes[i][7] = math.Float32frombits(uint32(i))
	}
	if back := b.backOf(b.boxes); back != 0xf0 {
		t.Errorf("triangles %b are at the back, not the last four", back)
	}
}

// TestSortBackKeepsTheOrder of both parts.
func TestSortBackKeepsTheOrder(t *testing.T) {
	boxes := make([]simd.Box, 7)
	for i := range boxes {
		boxes[i][7] = float32(i)
	}
	front := sortBack(boxes, 0b0101101)
	var order []float32
	for i := range boxes {
		order = append(order, boxes[i][7])
	}
	if front != 3 || !slices.Equal(order, []float32{1, 4, 6, 0, 2, 3, 5}) {
		t.Error(front, order)
	}
}
