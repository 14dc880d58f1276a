package narrow

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// cloud is a surface of n random vertices in a cube, under a pose that may shear.
func cloud(r *rand.Rand, n int, scale float64, at geom.Vec) *Surface {
	m := &mesh.Mesh{}
	box := geom.EmptyAABB()
	for range n {
		v := geom.Vec{X: math.Round(8*r.Float64()) / 8, Y: math.Round(8*r.Float64()) / 8, Z: r.Float64()}.Scale(scale)
		m.Vertices = append(m.Vertices, v)
		box.Include(&geom.AABB{Min: v, Max: v})
	}
	var s Surface
	s.SetMesh(m, &box, max(box.Min.MaxAbs(), box.Max.MaxAbs()))
	p := geom.Pose{R: geom.Identity.R, T: at.Scale(scale)}
	if r.IntN(2) == 0 {
		for i := range p.R {
			p.R[i] += 0.5 * r.NormFloat64()
		}
	}
	s.SetPose(&p)
	return &s
}

// gapAlong is how far all posed vertices of a lie beyond those of b along a direction, exactly.
func gapAlong(n geom.Vec, a, b *Surface) *big.Float {
	least := func(s *Surface, n geom.Vec) (low *big.Float) {
		for _, v := range s.Mesh.Vertices {
			if d := dot(n, s.pose.Apply(v)); low == nil || d.Cmp(low) < 0 {
				low = d
			}
		}
		return low
	}
	return add(least(a, n), least(b, n.Scale(-1)))
}

// TestPartsIsSound: what Parts proves is so for the corners as they stand in the world, of all sizes.
func TestPartsIsSound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	parted, kept := 0, 0
	var p Parting
	cases := require.Samples(4000, 300, 150)
	for round := range cases {
		scale := math.Ldexp(1, []int{0, 0, -40, 60, -1000, 900, 1020}[round%7])
		a := cloud(r, 1+r.IntN(partingVertices), scale, geom.Vec{X: 2 * r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
		b := cloud(r, 1+r.IntN(partingVertices), scale, geom.Vec{})
		w := &Worker{Control: new(Control)}
		w.Begin()
		if round%3 != 0 { // otherwise with the direction of another pair
			p = Parting{}
		}
		if p.Parts(w, a, b) {
			if parted++; gapAlong(p.dir, a, b).Sign() <= 0 {
				t.Fatalf("round %d: no plane across %v parts\n%v, %v\n%v, %v", round, p.dir, a.pose, a.Mesh.Vertices, b.pose, b.Mesh.Vertices)
			}
			before := w.BVTests
			if p.Parts(w, a, b) && w.BVTests == before+1 {
				kept++
			}
		}
	}
	if parted < cases/5 || kept != parted {
		t.Errorf("%d of %d are parted, %d again at once", parted, cases, kept)
	}
}

// TestPartsLeavesTouchingOpen: boxes that touch at a corner, an edge or a face, or nearly so, are not
// parted.
func TestPartsLeavesTouchingOpen(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 4))
	box := func(at geom.Vec) *Surface {
		m := &mesh.Mesh{}
		for i := range 8 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)})
		}
		var s Surface
		s.SetMesh(m, &geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: 1}}, 1)
		s.SetPose(&geom.Pose{R: geom.Identity.R, T: at})
		return &s
	}
	for range 500 {
		at := geom.Vec{X: 1, Y: float64(r.IntN(5)) / 4, Z: r.Float64()}
		w := &Worker{Control: new(Control)}
		w.Begin()
		var p Parting
		if p.Parts(w, box(at), box(geom.Vec{})) {
			t.Fatalf("boxes that touch at %v are parted across %v", at, p.dir)
		}
		at.X = 1.01
		if !p.Parts(w, box(at), box(geom.Vec{})) {
			t.Errorf("boxes at %v are not parted", at)
		}
	}
}

// TestPartsStops: without a step nothing is proven.
func TestPartsStops(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 4))
	a, b := cloud(r, 9, 1, geom.Vec{X: 9}), cloud(r, 9, 1, geom.Vec{})
	w := &Worker{Control: new(Control)}
	w.Control.Stop(OutOfTime)
	w.Begin()
	var p Parting
	if p.Parts(w, a, b) || w.BVTests != 0 {
		t.Errorf("parted after %d tests when time was out", w.BVTests)
	}
}
