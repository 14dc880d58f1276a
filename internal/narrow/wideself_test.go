package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// sheet is a surface of k×k squares whose triangles share vertices, each vertex moved by
// up to jitter along every axis, to whole numbers of eighths where it is to lie on a lattice;
// now and then a triangle has a repeated corner or another's corners.
func sheet(r *rand.Rand, k int, jitter float64, lattice bool) Surface {
	m := &mesh.Mesh{Name: "sheet"}
	for i := range (k + 1) * (k + 1) {
		v := geom.Vec{X: float64(i % (k + 1)), Y: float64(i / (k + 1))}
		d := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(jitter)
		if lattice {
			d = geom.Vec{X: float64(int(8*d.X)) / 8, Y: float64(int(8*d.Y)) / 8}
		}
		m.Vertices = append(m.Vertices, v.Add(d))
	}
	for i := range k * k {
		a := uint32(i/k*(k+1) + i%k)
		b, c, d := a+1, a+uint32(k)+1, a+uint32(k)+2
		if r.IntN(40) == 0 {
			b = c
		}
		if r.IntN(40) == 0 {
			d = a
		}
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{d, c, b})
	}
	boxes := make([]geom.AABB, len(m.Triangles))
	for i := range boxes {
		t := m.Triangle(i)
		boxes[i] = t.Bounds()
	}
	return NewSurface(m, tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1}))
}

// Every level of kernels gives brute's pairs within surfaces that are smooth, crumpled and
// flat, under poses, in trees built with care and packed.
func TestWideWithinEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	found, certain, plain := 0, int64(0), int64(0)
	cases := require.Cases(90, 36)
	for i := range cases {
		s := sheet(r, 1+r.IntN(9), []float64{0.1, 0.9, 2}[i%3], i%2 == 0)
		if i%4 > 1 {
			p := poses(r)
			s.SetPose(&p[0])
		}
		for _, ts := range []*tree.Wide{wideOf(&s), packed(&s)} {
			c := &wideCase{}
			if !c.SetWide(&s, &s, ts, ts) {
				continue
			}
			c.want = brute(&c.Search)
			found += len(c.want)
			for l := simd.Go; l <= simd.Best(); l++ {
				if got := c.run(l, 0, false); !slices.Equal(got, c.want) {
					t.Fatalf("case %d, kernels %v: found %v, brute %v", i, l, got, c.want)
				}
				w, d := Worker{Control: control()}, NewWideDescent(l)
				d.Begin(&c.Wide)
				d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
				certain, plain = certain+w.Certain, plain+w.OnLattice
			}
		}
	}
	t.Logf("%d contacts, %d pairs certain, %d on a lattice", found, certain, plain)
	if least := cases * 200 / 9; found < least || min(certain, plain) < int64(least) {
		t.Error("the sample proves little")
	}
}
