package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// flat is a crumpled sheet in the plane across an axis, through the origin.
func flat(r *rand.Rand, axis int) Surface {
	s := sheet(r, 7, 2, true)
	for i, v := range s.Mesh.Vertices {
		s.Mesh.Vertices[i] = [3]geom.Vec{{Y: v.X, Z: v.Y}, {X: v.Y, Z: v.X}, v}[axis]
	}
	return surfaceOf(s.Mesh)
}

// flatLanes counts the boxes without extent along their first axis, which kernels would have to tell
// from unused lanes.
func flatLanes(t *tree.Wide) (n int) {
	for i := range t.Nodes {
		for lane := range lanesOf(&t.Nodes[i]) {
			if t.Nodes[i].H[0][lane] == 0 {
				n++
			}
		}
	}
	return n
}

// TestFlatSurfaces: the boxes of triangles that lie in a plane across an axis have some extent along
// it, in every kind of wide tree, and all contacts are found between such surfaces and within one.
func TestFlatSurfaces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 2))
	without, found := 0, 0
	for k := range 12 {
		a, b := flat(r, k%3), flat(r, (k+k/3)%3)
		for _, build := range []func(*Surface) *tree.Wide{wideOf, packed} {
			ta, tb := build(&a), build(&b)
			without += flatLanes(ta)
			for _, c := range []*wideCase{searchOf(&a, &a, ta, ta), searchOf(&a, &b, ta, tb)} {
				if c == nil {
					continue
				}
				found += len(c.want)
				for _, l := range simd.Levels() {
					if got := c.run(l, 0, false); !slices.Equal(got, c.want) {
						t.Fatalf("case %d, kernels %v: %d pairs, brute %d", k, l, len(got), len(c.want))
					}
				}
			}
		}
	}
	if without > 0 {
		t.Errorf("%d boxes are without extent", without)
	}
	if found < 1000 {
		t.Errorf("%d contacts: the test is weak", found)
	}
}

// searchOf is a search and brute's answer, nil where float32 cannot serve it.
func searchOf(a, b *Surface, ta, tb *tree.Wide) *wideCase {
	c := &wideCase{}
	if !c.SetWide(a, b, ta, tb) {
		return nil
	}
	c.want = brute(&c.Search)
	return c
}
