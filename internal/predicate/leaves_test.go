package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
)

// leafScene is two leaves of four triangles, the corners of A as the motion carries
// them.
type leafScene struct {
	m    *simd.Motion
	a, b *simd.Leaf
	p, q [simd.LeafTriangles]geom.Triangle
}

// newLeafScene draws one: size is that of the leaves; near puts corners of A on
// corners, edges or insides of triangles of B except for a distance of that times size.
func newLeafScene(r *rand.Rand, size, near float64) *leafScene {
	s := &leafScene{m: &simd.MakeMotions(1)[0], a: &simd.MakeLeaves(1)[0], b: &simd.MakeLeaves(1)[0]}
	rot := rotationOf(r)
	if r.IntN(4) == 0 {
		rot = geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}
	}
	t := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
	random := func(c geom.Vec) geom.Vec {
		return c.Add(geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}.Scale(size))
	}
	var world [simd.LeafTriangles]geom.Triangle
	for i := range s.q {
		for k := range 3 {
			s.q[i][k] = random(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
			world[i][k] = random(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
		}
	}
	for i := range world {
		if near > 0 {
			u, v := r.Float64(), r.Float64()*float64(r.IntN(2))
			if r.IntN(3) == 0 {
				u = 0
			}
			o := s.q[(i+1)%4]
			at := o[0].Scale(1 - u*(1-v) - v).Add(o[1].Scale(u * (1 - v))).Add(o[2].Scale(v))
			world[i][0] = at.Add(random(geom.Vec{}).Scale(near))
		}
		if r.IntN(20) == 0 { // degenerate
			world[i][2] = world[i][1]
		}
	}
	for i := range world { // back into A's coordinates, and forth again as the motion does
		for k := range 3 {
			local := rot.TMulVec(world[i][k].Sub(t))
			world[i][k] = local
			s.p[i][k] = rot.MulVec(local).Add(t)
		}
	}
	s.m.Set((*[9]float64)(&rot), [3]float64{t.X, t.Y, t.Z}, 1)
	SetLeafBounds(&s.m.Placement, 0x1p-48)
	fillLeaf(s.a, &world)
	fillLeaf(s.b, &s.q)
	return s
}

func rotationOf(r *rand.Rand) geom.Mat {
	w, x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	l := math.Sqrt(w*w + x*x + y*y + z*z)
	w, x, y, z = w/l, x/l, y/l, z/l
	return geom.Mat{
		1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w),
		2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w),
		2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y),
	}
}

func fillLeaf(l *simd.Leaf, tri *[simd.LeafTriangles]geom.Triangle) {
	box := geom.EmptyAABB()
	for _, t := range tri {
		b := t.Bounds()
		box.Include(&b)
	}
	c := box.Center()
	l.C, l.N = [3]float64{c.X, c.Y, c.Z}, simd.LeafTriangles
	rho := 0.0
	for i, t := range tri {
		for k, v := range t {
			d := v.Sub(c)
			rho = max(rho, d.Norm())
			l.V[3*k][i], l.V[3*k+1][i], l.V[3*k+2][i] = float32(d.X), float32(d.Y), float32(d.Z)
		}
	}
	l.Rho = float32(rho * (1 + 0x1p-20))
}

// check compares what the filter is sure of, at every level, with the exact answers.
func (s *leafScene) check(t *testing.T, counts *[3]int) {
	t.Helper()
	var exact [16]bool
	for k := range exact {
		exact[k] = TriangleTriangle(&s.p[k/4], &s.q[k%4])
	}
	for _, level := range simd.Levels() {
		hit, apart := LeafPair(level, s.m, s.a, s.b)
		for i := range 4 {
			for j := range 4 {
				bit, touch := uint32(1)<<(4*i+j), exact[4*i+j]
				switch {
				case hit&apart&bit != 0:
					t.Fatalf("%v: pair %d, %d hits and is apart", level, i, j)
				case hit&bit != 0 && !touch, apart&bit != 0 && touch:
					t.Fatalf("%v: pair %d, %d: hit %v, apart %v, touching is %v", level, i, j, hit&bit != 0, apart&bit != 0, touch)
				case hit&bit != 0:
					counts[0]++
				case apart&bit != 0:
					counts[1]++
				default:
					counts[2]++
				}
			}
		}
	}
}

func TestLeafPairIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, near := range []float64{0, 1e-3, 1e-5, 1e-6, 1e-7, 1e-9, 0x1p-52} {
		for _, size := range []float64{1, 0.01, 1e-5} {
			var counts [3]int
			for range require.Samples(1500, 375, 188) {
				newLeafScene(r, size, near).check(t, &counts)
			}
			t.Logf("near %g, size %g: %d hit, %d apart, %d unsure", near, size, counts[0], counts[1], counts[2])
			all := counts[0] + counts[1] + counts[2]
			if near == 0 && (counts[2]*50 > all || counts[0]*50 < all) {
				t.Errorf("size %g: hit, apart, unsure: %v", size, counts)
			}
		}
	}
}

// resize multiplies all lengths by a power of two: exact answers stay the same.
func (s *leafScene) resize(by float64) {
	for k := range 3 {
		s.m.Col64[3][k] *= by
		s.m.Col[3][k] *= float32(by)
	}
	SetLeafBounds(&s.m.Placement, by*0x1p-48)
	s.a.Scale(by)
	s.b.Scale(by)
}

// What the filter is sure of holds, and is as much, for the least and the largest leaves.
func TestLeafPairAtTheEndsOfItsRange(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	for _, by := range []float64{0x1p-40, 0x1p-34, 0x1p-30, 0x1p36} {
		var counts [3]int
		for i := range 1500 {
			s := newLeafScene(r, 1, []float64{0, 1e-5, 1e-7}[i%3])
			s.resize(by)
			s.check(t, &counts)
		}
		t.Logf("size %g: %d hit, %d apart, %d unsure", by, counts[0], counts[1], counts[2])
		if all := counts[0] + counts[1] + counts[2]; by > leafLeast && counts[2]*8 > all {
			t.Errorf("size %g: hit, apart, unsure: %v", by, counts)
		}
	}
}

// TestLeavesTipToTip has leaves whose balls touch in the one point that their triangles share.
func TestLeavesTipToTip(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		tip := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		d := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		m, a, b := &simd.MakeMotions(1)[0], &simd.MakeLeaves(1)[0], &simd.MakeLeaves(1)[0]
		var p, q [simd.LeafTriangles]geom.Triangle
		for i := range p { // needles along d, so that the middle of the box is halfway
			p[i], q[i] = geom.Triangle{tip, tip.Sub(d), tip.Sub(d)}, geom.Triangle{tip, tip.Add(d), tip.Add(d)}
		}
		fillLeaf(a, &p)
		fillLeaf(b, &q)
		m.Set((*[9]float64)(&geom.Identity.R), [3]float64{}, 1)
		SetLeafBounds(&m.Placement, 0x1p-48)
		for _, level := range simd.Levels() {
			if _, apart := LeafPair(level, m, a, b); apart != 0 {
				t.Fatalf("%v: %04x apart of triangles that share %v", level, apart, tip)
			}
		}
	}
}

// FuzzLeafPair takes the scene from the input.
func FuzzLeafPair(f *testing.F) {
	f.Add(uint64(1), uint64(2), 1.0, 1e-6)
	f.Add(uint64(3), uint64(4), 1e-4, 0.0)
	f.Fuzz(func(t *testing.T, seed, stream uint64, size, near float64) {
		if !(size > 1e-9 && size < 1e3 && near >= 0 && near < 1) {
			t.Skip("beyond the scene's range")
		}
		var counts [3]int
		newLeafScene(rand.New(rand.NewPCG(seed, stream)), size, near).check(t, &counts)
	})
}

func BenchmarkLeafPair(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	var scenes []*leafScene
	for range 64 {
		scenes = append(scenes, newLeafScene(r, 1, 0))
	}
	for _, l := range simd.Levels() {
		b.Run(l.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				s := scenes[i&63]
				LeafPair(l, s.m, s.a, s.b)
			}
		})
	}
}
