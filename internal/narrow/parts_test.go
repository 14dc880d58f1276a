package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// TestReachBoundsWhatAPoseDoes: no coordinate of a surface, in its own coordinates or in
// the world, is larger than its reach, and none of a tree's origin larger than its span,
// whatever the matrix does.
func TestReachBoundsWhatAPoseDoes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 1))
	for i := range 300 {
		s := soup(r, 3, false)
		p := geom.Pose{R: rotation(r), T: geom.Vec{X: 100 * r.NormFloat64(), Y: r.NormFloat64()}}
		if i%2 == 0 {
			p.T = geom.Vec{}
		}
		scale := math.Ldexp(1, r.IntN(9)-4)
		for k := range p.R {
			p.R[k] *= scale
		}
		s.SetPose(&p)
		for _, v := range s.Mesh.Vertices {
			if v.MaxAbs() > s.reach || p.Apply(v).MaxAbs() > s.reach {
				t.Fatalf("%v goes to %v under %v: beyond the reach, %v", v, p.Apply(v), p, s.reach)
			}
		}
		p.R = rotation(r)
		s.SetPose(&p)
		w := tree.Wide{Origin: geom.Vec{X: 5 * r.NormFloat64(), Y: 50 * r.NormFloat64()}}
		if span := s.span(&w); p.Apply(w.Origin).MaxAbs() > span || w.Origin.MaxAbs() > span || s.reach > span {
			t.Fatalf("the origin %v goes to %v under %v: beyond the span, %v", w.Origin, p.Apply(w.Origin), p, span)
		}
	}
}

// TestOverflowIsNoBound: sums that overflowed bound nothing, those at the end of the range
// do.
func TestOverflowIsNoBound(t *testing.T) {
	t.Parallel()
	inf, most := math.Inf(1), math.MaxFloat64
	for _, c := range [][3]float64{{most, most, most}, {-most, -most, -most}, {inf, -inf, inf}, {-inf, -inf, inf}, {math.NaN(), -inf, inf}, {1, 1, 1}} {
		if got := lower(c[0]); got != c[1] {
			t.Errorf("lower(%v) = %v, want %v", c[0], got, c[1])
		}
		if got := upper(c[0]); got != c[2] {
			t.Errorf("upper(%v) = %v, want %v", c[0], got, c[2])
		}
	}
}

// TestSplitGivesWhatIsAskedFor: enough pairs of nodes or nothing but leaves, which together
// have all contacts.
func TestSplitGivesWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(32, 1))
	a, b := soup(r, 60, false), soup(r, 60, false)
	for _, pair := range [][2]*Surface{{&a, &b}, {&a, &a}} {
		var s Search
		s.Set(pair[0], pair[1])
		all := brute(&s)
		for _, want := range []int{1, 2, 7, 40, 1 << 20} {
			w := Worker{Control: control()}
			parts := w.Split(&s, want, []NodePair{s.Root()})
			leaves := !slices.ContainsFunc(parts, func(p NodePair) bool { return !s.atLeaves(p) })
			if len(parts) < want && !leaves {
				t.Errorf("%d parts of %d asked for, and not all of them leaves", len(parts), want)
			}
			if len(parts) > 4*want {
				t.Errorf("%d parts where %d are enough", len(parts), want)
			}
			var got []Pair
			for _, p := range parts {
				got = w.Run(&s, p, got)
			}
			if !slices.Equal(sorted(got), all) {
				t.Errorf("split into %d parts: %d contacts, brute has %d", len(parts), len(got), len(all))
			}
		}
	}
}
