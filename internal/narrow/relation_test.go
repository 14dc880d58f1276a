package narrow

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// related are two empty trees of the given radii, A seen x away from B.
func related(ra, rb, x, back float64) (far, ok bool) {
	s := Wide{treeA: &tree.Wide{Radius: ra}, treeB: &tree.Wide{Radius: rb}}
	r := relation{m: geom.Identity.R, k: geom.Identity.R, t: geom.Vec{X: x}, stretch: 1, back: back, slack: wideSlack, unit: 1}
	ok = s.setRelation(&r)
	return s.far, ok
}

// TestFarTreesEnd: trees are far from each other where their origins are farther apart than the radii and
// their 2⁻²⁰th.
func TestFarTreesEnd(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{1, 8} {
		for _, c := range []struct {
			at   float64
			want bool
		}{{1, false}, {1 + 0.9*0x1p-20, false}, {1 + 1.1*0x1p-20, true}, {-1 - 0.9*0x1p-20, false}, {-1 - 1.1*0x1p-20, true}} {
			if far, ok := related(by/4, 3*by/4, c.at*by, 1); !ok || far != c.want {
				t.Errorf("trees %g times %g apart: far %v, related %v", c.at, by, far, ok)
			}
		}
	}
}

// TestTreesOfExtremeSizes are related up to radii that sum to twice sizeMost, seen from either.
func TestTreesOfExtremeSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ra, rb, back float64
		want         bool
	}{
		{sizeMost, sizeMost, 1, true}, {sizeMost, sizeMost * (1 + 0x1p-40), 1, false}, {sizeMost * (1 + 0x1p-40), sizeMost, 1, false},
		{sizeMost / 2, sizeMost / 2, 2, true}, {sizeMost / 2, sizeMost / 2, 2 + 0x1p-40, false},
	} {
		if _, ok := related(c.ra, c.rb, 0, c.back); ok != c.want {
			t.Errorf("radii %g and %g, the way back %g: related %v", c.ra, c.rb, c.back, ok)
		}
	}
}

// TestSimilarityCountsItsRounding: a matrix that turns and scales is bent by 2⁻⁴⁸, for rounding.
func TestSimilarityCountsItsRounding(t *testing.T) {
	t.Parallel()
	for _, by := range []float64{1, 0x1p-10, 0x1p10} {
		m := geom.Mat{0, -by, 0, by, 0, 0, 0, 0, by}
		if scale, bend := similarity(&m); scale != by || bend != 0x1p-48 {
			t.Errorf("scaled by %g: scale %g, bend %g", by, scale, bend)
		}
		m[8] *= 1 + 0x1p-20 // |MᵀM/s² − I| is 4/3·2⁻²⁰ there
		if _, bend := similarity(&m); math.Abs(bend-4./3*0x1p-20) > 0x1p-38 {
			t.Errorf("scaled by %g, one axis more: bend %g", by, bend)
		}
	}
}

// TestUnitOfNothing: there is no direction of length 0, nor of an infinite one.
func TestUnitOfNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    geom.Vec
		want bool
	}{{geom.Vec{}, false}, {geom.Vec{Y: math.Inf(-1)}, false}, {geom.Vec{X: math.NaN()}, false}, {geom.Vec{Z: -0x1p-1070}, true}, {geom.Vec{X: 0x1.8p1000}, true}} {
		got, ok := unit(c.v)
		if ok != c.want || ok && (got.MaxAbs() < 0.5 || got.MaxAbs() >= 1) {
			t.Errorf("unit(%v) = %v, %v", c.v, got, ok)
		}
	}
}

// TestStoppable: a search can be stopped by a context that can end, a budget or a number of steps.
func TestStoppable(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i, c := range []struct {
		ctx   context.Context
		steps int64
		want  bool
	}{{context.Background(), 0, false}, {ctx, 0, true}, {context.Background(), 7, true}} {
		var control Control
		if control.Reset(c.ctx, 0, c.steps); control.Stoppable() != c.want {
			t.Errorf("case %d: stoppable %v", i, !c.want)
		}
	}
}

// TestSwingCountsBothReaches: a surface that is shifted alone swings by the rounding in both frames.
func TestSwingCountsBothReaches(t *testing.T) {
	t.Parallel()
	s := surfaceOf(bipyramid(5))
	var d Drift
	d.Follow(&s, 0)
	before := s.reach
	s.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 100}})
	if d.Follow(&s, 0); d.swing != driftError(before+s.reach) || s.reach < 100 {
		t.Errorf("the swing is %g, want %g", d.swing, driftError(before+s.reach))
	}
	before = s.reach
	s.SetPose(&geom.Identity)
	if d.Follow(&s, 0); d.swing != driftError(before+s.reach) {
		t.Errorf("on the way back the swing is %g, want %g", d.swing, driftError(before+s.reach))
	}
}

// TestUnitsOfRelations: B's unit is that of its matrix, rounded up by 2⁻¹⁰, and the error grows with the
// inverse's norm.
func TestUnitsOfRelations(t *testing.T) {
	t.Parallel()
	s := surfaceOf(bipyramid(5))
	for _, by := range []float64{0.25, 4} {
		s.SetPose(&geom.Pose{R: geom.Mat{by, 0, 0, 0, by, 0, 0, 0, by}})
		var r relation
		if !r.relate(&s, &s, 3) || r.unit != by*(1+0x1p-10) || r.e != 96*u*3/by {
			t.Errorf("scaled by %g: the unit is %g, the error %g", by, r.unit, r.e)
		}
	}
	if got := separationPad(0); got != 2*tiny {
		t.Errorf("the pad of nothing is %g", got)
	}
}
