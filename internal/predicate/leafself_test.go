package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
)

// selfScene is two leaves of one mesh.
type selfScene struct {
	m      *simd.Motion
	a, b   *simd.Leaf
	na, nb simd.Numbers
	p, q   [simd.LeafTriangles]geom.Triangle
}

// newSelfScene draws one of few vertices, so that triangles share corners, edges or all of
// them, some of their corners repeated, some vertices equal to others with another
// number. All lie within thickness times size of a plane, those of half the scenes on a
// lattice.
func newSelfScene(r *rand.Rand, size, thickness float64) *selfScene {
	s := &selfScene{m: &simd.MakeMotions(1)[0], a: &simd.MakeLeaves(1)[0], b: &simd.MakeLeaves(1)[0]}
	s.m.Set((*[9]float64)(&geom.Identity.R), [3]float64{}, 1)
	SetLeafBounds(&s.m.Placement, 0x1p-48)
	lattice := r.IntN(2) == 0
	coordinate := func() float64 {
		if lattice {
			return float64(r.IntN(4)) / 4
		}
		return r.Float64()
	}
	var pool [9]geom.Vec
	for i := range pool {
		pool[i] = geom.Vec{X: coordinate(), Y: coordinate(), Z: coordinate() * thickness}.Scale(size)
	}
	pool[8] = pool[0]
	draw := func(t *[simd.LeafTriangles]geom.Triangle, n *simd.Numbers) {
		for i := range t {
			perm := r.Perm(len(pool))
			if r.IntN(16) == 0 {
				perm[1] = perm[0]
			}
			for v := range 3 {
				n[v][i] = uint32(perm[v])
				t[i][v] = pool[perm[v]]
			}
		}
	}
	draw(&s.p, &s.na)
	draw(&s.q, &s.nb)
	fillLeaf(s.a, &s.p)
	fillLeaf(s.b, &s.q)
	return s
}

// selfCounts are pairs without and with a common number, of each those that hit, are
// apart, and are neither for sure.
type selfCounts [2][3]int

// check compares what the filter is sure of, at every level, with the exact answers.
func (s *selfScene) check(t *testing.T, counts *selfCounts) {
	t.Helper()
	var exact [16]bool
	for k := range exact {
		p, q := &s.p[k/4], &s.q[k%4]
		exact[k] = SelfContact(p, q, p, q)
	}
	for _, level := range simd.Levels() {
		hit, apart := LeafSelf(level, s.m, s.a, s.b, &s.na, &s.nb)
		for i := range 4 {
			for j := range 4 {
				bit, touch := uint32(1)<<(4*i+j), exact[4*i+j]
				of := &counts[0]
				if s.shared(i, j) {
					of = &counts[1]
				}
				switch {
				case hit&apart&bit != 0:
					t.Fatalf("%v: pair %d, %d hits and is apart", level, i, j)
				case hit&bit != 0 && !touch, apart&bit != 0 && touch:
					t.Fatalf("%v: pair %d, %d: hit %v, apart %v, in contact is %v\n%v\n%v",
						level, i, j, hit&bit != 0, apart&bit != 0, touch, s.p[i], s.q[j])
				case hit&bit != 0:
					of[0]++
				case apart&bit != 0:
					of[1]++
				default:
					of[2]++
				}
			}
		}
	}
}

func (s *selfScene) shared(i, j int) bool {
	for v := range 3 {
		for w := range 3 {
			if s.na[v][i] == s.nb[w][j] {
				return true
			}
		}
	}
	return false
}

func TestLeafSelfIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, thickness := range []float64{1, 1e-2, 1e-3, 3e-4, 1e-4, 1e-7, 0} {
		for _, size := range []float64{1, 1e-5} {
			var n selfCounts
			for range require.Samples(1500, 250, 125) {
				newSelfScene(r, size, thickness).check(t, &n)
			}
			t.Logf("thickness %g, size %g: hit, apart, unsure: strangers %v, neighbours %v", thickness, size, n[0], n[1])
			if thickness == 1 && (n[1][0] == 0 || n[1][1] < n[1][2]/2) {
				t.Errorf("size %g: of neighbours hit, apart, unsure: %v", size, n[1])
			}
		}
	}
}

// FuzzLeafSelf takes the scene from the input.
func FuzzLeafSelf(f *testing.F) {
	f.Add(uint64(1), uint64(2), 1.0, 1e-6)
	f.Add(uint64(3), uint64(4), 1e-4, 1.0)
	f.Fuzz(func(t *testing.T, seed, stream uint64, size, thickness float64) {
		if !(size > 1e-9 && size < 1e3 && thickness >= 0 && thickness <= 1) {
			t.Skip("beyond the scene's range")
		}
		var counts selfCounts
		newSelfScene(rand.New(rand.NewPCG(seed, stream)), size, thickness).check(t, &counts)
	})
}

// Neighbours at one corner in general position are decided, wherever their planes cut.
func TestLeafSelfDecidesFans(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	decided, open := 0, 0
	for range 2000 {
		s := newSelfScene(r, 1, 1)
		if 4*s.p[0][0].X == float64(int(4*s.p[0][0].X)) {
			continue // on a lattice
		}
		hit, apart := LeafSelf(simd.Best(), s.m, s.a, s.b, &s.na, &s.nb)
		for k := range 16 {
			v, _ := oneShared(&s.na, &s.nb, k>>2, k&3)
			if m := match(&s.p[k>>2], &s.q[k&3]); v < 0 || m.pairs != 1 {
				continue
			}
			if (hit|apart)>>k&1 != 0 {
				decided++
			} else {
				open++
			}
		}
	}
	if decided < 1000 || open > decided/50 {
		t.Errorf("%d pairs decided, %d left open", decided, open)
	}
}
