package predicate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// TestRangesOfFilters: on either side of each end of a filter's range, the filter decides or leaves
// it to a later stage.
func TestRangesOfFilters(t *testing.T) {
	p := func(e int) float64 { return math.Ldexp(1, e) }
	for _, c := range []struct {
		e    int
		want stage
	}{{-499, byFilter}, {-502, byExact}, {508, byFilter}, {512, byExact}} {
		if _, s := stage2D([]float64{p(c.e), 0, 0, p(c.e), 0, 0}); s != c.want {
			t.Errorf("Orient2D at 2^%d is decided by the %s stage, not %s", c.e, s, c.want)
		}
	}
	// Needles, which the first filter leaves open: their terms are of 2^(3e−54).
	for _, c := range []struct {
		e    int
		want stage
	}{{-214, byAdaptive}, {-218, byExact}, {298, byAdaptive}} {
		x := []float64{0, 0, 0, 1, 0, 0, 1, 0x1p-27, 0, 1, 0, 0x1p-27}
		for k := range x {
			x[k] *= p(c.e)
		}
		if _, s := stage3D(x); s != c.want {
			t.Errorf("Orient3D at 2^%d is decided by the %s stage, not %s", c.e, s, c.want)
		}
	}
	for _, c := range []struct {
		ee, ff float64
		open   bool
	}{{p(-300), 1, false}, {1, p(-300), false}, {p(-301), 1, true}, {1, p(-301), true}, {p(100), p(100), false}, {p(101), p(100), true}, {math.NaN(), 1, true}} {
		if got := filterSize(c.ee, c.ff); math.IsInf(got, 1) != c.open {
			t.Errorf("filterSize(%g, %g) = %g", c.ee, c.ff, got)
		}
	}
	f := filterOf(geom.Vec{}, geom.Vec{X: 1}, geom.Vec{Y: 1})
	if _, bound := f.distance(geom.Vec{}); bound != 0x1p-700 {
		t.Errorf("the least bound of a plane's filter is %g", bound)
	}
	for _, c := range []struct {
		d       float64
		certain bool
	}{{p(-899), true}, {p(-901), false}, {p(899), true}, {p(901), false}, {math.Inf(1), false}, {math.NaN(), false}} {
		if _, certain := compareSquares(c.d, 0); certain != c.certain {
			t.Errorf("compareSquares(%g, 0) is certain: %v", c.d, certain)
		}
	}
	for _, c := range []struct {
		x    float64
		want bool
	}{{0, true}, {p(-305), true}, {-p(-305), true}, {p(-306), false}, {p(338), true}, {p(339), false}, {math.Inf(-1), false}, {math.NaN(), false}} {
		if safe(c.x) != c.want {
			t.Errorf("safe(%g) is %v", c.x, !c.want)
		}
	}
}

// TestRangesOfShapes is the same for balls and hulls.
func TestRangesOfShapes(t *testing.T) {
	for _, c := range []struct {
		e    int
		want bool
	}{{-198, true}, {-202, false}, {198, true}, {202, false}} {
		size := math.Ldexp(1, c.e)
		var v [8]geom.Vec
		for i := range v {
			v[i] = geom.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)}.Scale(2 * size)
		}
		var h Hull
		if h.Set(v[:]); h.frame.valid != c.want {
			t.Errorf("a frame of size 2^%d is valid: %v", c.e, h.frame.valid)
		}
		q := geom.Triangle{{X: size}, {Y: size}, {Z: size}}
		for _, r := range []float64{0.25, 4} {
			s := geom.Sphere{Radius: r * size}
			if got := ballFilter(&s, &q) != unsure; got != c.want {
				t.Errorf("a ball and a triangle of size 2^%d are decided by the filter: %v", c.e, got)
			}
		}
	}
	// A frame of size 1 looks at things that are too far for its products.
	var h Hull
	h.Set([]geom.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {Z: 1}, {X: 1, Z: 1}, {Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}})
	for _, c := range []struct {
		e    int
		want bool
	}{{198, true}, {202, false}} {
		far := geom.Vec{X: math.Ldexp(1, c.e)}
		if got := h.frame.contains(far) != unsure; got != c.want {
			t.Errorf("a point at 2^%d is decided by the filter: %v", c.e, got)
		}
		if got := h.frame.meetsBall(&geom.Sphere{Center: far, Radius: 1}) != unsure; got != c.want {
			t.Errorf("a ball at 2^%d is decided by the filter: %v", c.e, got)
		}
		if got := h.frame.meetsBall(&geom.Sphere{Radius: far.X}) != unsure; got != c.want {
			t.Errorf("a ball of radius 2^%d is decided by the filter: %v", c.e, got)
		}
	}
}

// TestRangesOfDoubles is the same for the filter of leaves with two float64 a number.
func TestRangesOfDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 9))
	m := &simd.MakeMotions(1)[0]
	var a, b [4]geom.Triangle
	for i := range a {
		a[i], b[i] = geom.Triangle{random3(r), random3(r), random3(r)}, geom.Triangle{random3(r), random3(r), random3(r)}
	}
	for _, c := range []struct {
		e    int
		want bool
	}{{-200, true}, {-201, false}, {200, true}, {201, false}} {
		ra, rb := rowsOf(&a), rowsOf(&b)
		for _, rows := range []*simd.Corners{&ra, &rb} {
			for k := range rows {
				for i := range rows[k] {
					rows[k][i] *= math.Ldexp(1, c.e)
				}
			}
		}
		hit, apart := DoubleLeaves(simd.Go, m, &ra, &rb, math.Ldexp(1, c.e), 0xffff)
		if n := bits.OnesCount32(hit | apart); c.want && n != 16 || !c.want && n != 0 {
			t.Errorf("%d of 16 pairs of size 2^%d are certain", n, c.e)
		}
	}
}
