package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// These tests stand at the very ends of the filters' ranges: the last number inside, which the
// filter decides, and the first one outside, which it leaves open.

func above(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
func below(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }

func TestEndsOfOrient2D(t *testing.T) {
	for _, c := range []struct {
		x, y float64 // x·y is the sum of the absolute products
		want stage
	}{{0x1p-500, 0x1p-500, byFilter}, {below(0x1p-500), 0x1p-500, byExact}, {0x1p-501, 0x1p-500, byExact}} {
		if _, s := stage2D([]float64{c.x, 0, 0, c.y, 0, 0}); s != c.want {
			t.Errorf("Orient2D of products %g·%g is decided by the %s stage, not %s", c.x, c.y, s, c.want)
		}
	}
}

// TestEndsOfOrient3D looks at needles, which the first filter leaves open: the sum of their
// absolute terms is 2⁻⁵⁴ of their lengths' product.
func TestEndsOfOrient3D(t *testing.T) {
	for _, c := range []struct {
		x, y, z float64
		want    stage
	}{
		{0x1p-215, 0x1p-215, 0x1p-216, byAdaptive}, {below(0x1p-215), 0x1p-215, 0x1p-216, byExact},
		{0x1p-216, 0x1p-215, 0x1p-216, byExact},
		{0x1p300, 1, 1, byAdaptive}, {above(0x1p300), 1, 1, byExact},
	} {
		b, e, f := geom.Vec{X: c.x}, geom.Vec{X: c.y, Y: c.y * 0x1p-27}, geom.Vec{X: c.z, Z: c.z * 0x1p-27}
		var tally Tally
		if tally.Orient3D(geom.Vec{}, b, e, f); stageOf(&tally) != c.want {
			t.Errorf("needles of %g, %g, %g are decided by the %s stage, not %s", c.x, c.y, c.z, stageOf(&tally), c.want)
		}
	}
}

func TestEndsOfSquares(t *testing.T) {
	for _, c := range []struct {
		d    float64
		want bool
	}{{0x1p-900, true}, {below(0x1p-900), false}, {0x1p900, true}, {above(0x1p900), false}} {
		for s := -1; s <= 1; s += 2 {
			x, y := c.d, 0.0
			if s < 0 {
				x, y = y, x
			}
			if got, certain := compareSquares(x, y); certain != c.want || certain && got != s {
				t.Errorf("compareSquares(%g, %g) = %d, certain: %v", x, y, got, certain)
			}
		}
	}
	for _, c := range []struct {
		size float64
		want bool
	}{{0x1p-200, true}, {below(0x1p-200), false}, {0x1p200, true}, {above(0x1p200), false}} {
		q := geom.Triangle{{X: c.size}, {X: c.size, Y: c.size / 8}, {X: c.size, Z: c.size / 8}}
		if got := ballFilter(&geom.Sphere{}, &q) != unsure; got != c.want {
			t.Errorf("a point %g from a triangle is decided by the filter: %v", c.size, got)
		}
		if c.size > 1 {
			if got := ballFilter(&geom.Sphere{Radius: c.size}, &geom.Triangle{{X: 1}, {Y: 1}, {Z: 1}}) != unsure; got != c.want {
				t.Errorf("a ball of radius %g is decided by the filter: %v", c.size, got)
			}
		}
	}
}

// block is the hull of a box with edges of twice the size, its lower corner at the origin.
func block(size float64) *Hull {
	var v [8]geom.Vec
	for i := range v {
		v[i] = geom.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)}.Scale(2 * size)
	}
	h := &Hull{}
	h.Set(v[:])
	return h
}

func TestEndsOfFrames(t *testing.T) {
	for _, c := range []struct {
		size float64
		want bool
	}{{0x1p-200, true}, {0x1p-200 * (1 - 0x1p-40), false}, {0x1p199, true}, {above(0x1p199), false}} {
		if got := block(c.size).frame.valid; got != c.want {
			t.Errorf("a frame of size %g is valid: %v", c.size, got)
		}
	}
	// A frame of size 1 looks at things so far that they are all there is of a reach.
	f := &block(1).frame
	for _, c := range []struct {
		far  float64
		want bool
	}{{0x1p200, true}, {above(0x1p200), false}} {
		at := geom.Vec{X: c.far}
		if got := f.contains(at) != unsure; got != c.want {
			t.Errorf("a point at %g is decided by the filter: %v", c.far, got)
		}
		for _, s := range []geom.Sphere{{Center: at, Radius: 1}, {Radius: c.far}} {
			if got := f.meetsBall(&s) != unsure; got != c.want {
				t.Errorf("the ball %v is decided by the filter: %v", s, got)
			}
		}
		g := *f
		g.center = at
		if got := f.meetsFrame(&g) != unsure; got != c.want {
			t.Errorf("a frame at %g is decided by the filter: %v", c.far, got)
		}
	}
	for _, c := range []struct {
		size float64 // of either edge of a triangle beyond the frame
		want bool
	}{{0x1p-201, true}, {0x1p-201 * (1 - 0x1p-40), false}, {0x1p199 * (1 - 0x1p-40), true}, {0x1p199, false}} {
		q := geom.Triangle{{X: 8 + c.size}, {X: 8 + c.size, Y: c.size}, {X: 8 + c.size, Z: c.size}}
		if c.size < 1 {
			q = geom.Triangle{{X: 0}, {Y: c.size}, {Z: c.size}}
			g := *f
			g.center.X = 8
			if got := g.besidePlane(&q, g.slack) != unsure; got != c.want {
				t.Errorf("a triangle of size %g is decided by its plane: %v", c.size, got)
			}
		} else if got := f.besidePlane(&q, f.slack) != unsure; got != c.want {
			t.Errorf("a triangle of size %g is decided by its plane: %v", c.size, got)
		}
	}
}

// TestEndsOfLattices: extents below 2³⁰⁰, and steps of at least 2⁻³⁰⁰. A step is 2⁻¹⁶ of the
// extent's power of two as long as the extent is no more than 57,000 steps.
func TestEndsOfLattices(t *testing.T) {
	m := &simd.MakeMotions(1)[0]
	for _, c := range []struct {
		extent, step float64
		want         bool
	}{
		{below(0x1p300), 0x1p285, true}, {0x1p300, 0x1p285, false},
		{57000 * 0x1p-300, 0x1p-300, true}, {below(0x1p-285), 0x1p-300, true}, {below(0x1p-285), 0x1p-301, false}, {below(0x1p-286), 0x1p-300, false},
		{57000, 1, true}, {57001, 1, false}, {57001, 2, true},
	} {
		var a, b simd.Corners
		for i := range 4 {
			a[0][i], b[1][i] = c.step, c.step
		}
		for _, level := range simd.Levels() {
			if _, _, fits := LatticeLeaves(level, m, &a, &b, c.extent, 0xffff); fits != c.want {
				t.Errorf("%v: a step of %g in an extent of %g fits: %v", level, c.step, c.extent, fits)
			}
		}
	}
}

// TestLeastCoversTheError: the least radius in float32 is no smaller than what corners may be off
// by asks for, and hardly larger.
func TestLeastCoversTheError(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 10000 {
		e := (1 + r.Float64()) * math.Ldexp(1, r.IntN(60)-50)
		var p simd.Placement
		if !SetLeafBounds(&p, e) {
			t.Fatalf("SetLeafBounds(%g) is false", e)
		}
		if least := float64(p.Least) * 0x1p-24; !(least >= e && least <= e*(1+0x1p-18)) {
			t.Fatalf("SetLeafBounds(%g): 2⁻²⁴ of the least radius is %g", e, least)
		}
	}
}

// TestEndsAreAccurate: a point where an edge passes through a triangle is computed if the error
// of both ends' distances moves it by less than 2⁻²⁹ of the edge, and left open if not.
func TestEndsAreAccurate(t *testing.T) {
	q := geom.Triangle{{}, {X: 1}, {Y: 1}}
	for _, c := range []struct {
		factor float64
		want   bool
	}{{0.99, false}, {1.01, true}} {
		// Ends 1 away from q's corner, of distances ±h off by 10u: 2·10u/2h is 2⁻²⁹.
		h := 10 * 0x1p-53 * 0x1p29 * c.factor
		in := geom.Vec{X: 0.25, Y: 0.25}
		along := geom.Vec{X: math.Sqrt(0.5), Y: -math.Sqrt(0.5)}.Scale(math.Sqrt(0.875))
		p := geom.Triangle{in.Add(along).Add(geom.Vec{Z: h}), in.Sub(along).Sub(geom.Vec{Z: h}), {X: 0.5, Y: 0.5, Z: -h}}
		p[2] = p[1]
		var tally Tally
		var r Intersection
		if got := tally.ends(&p, &q, &r); got != c.want {
			t.Errorf("ends at %g of the least distance: %v", c.factor, got)
		}
	}
}

// TestEndsLeaveOpenWhatIsNear: a corner within 10 units of a plane is on no side of it.
func TestEndsLeaveOpenWhatIsNear(t *testing.T) {
	t.Parallel()
	for _, s := range []float64{1, 0x1p-20, 0x1p20} {
		q := geom.Triangle{{}, {X: s}, {Y: s}}
		for _, c := range []struct {
			h    float64
			want bool
		}{{0x1p-20, true}, {0x1p-52, false}, {-0x1p-52, false}} {
			for turn := range 3 {
				var p geom.Triangle
				p[turn] = geom.Vec{X: s / 4, Y: s / 4, Z: s * c.h}
				p[(turn+1)%3], p[(turn+2)%3] = geom.Vec{X: s / 4, Y: s / 4, Z: -s}, geom.Vec{X: s / 3, Y: s / 4, Z: -s}
				var tally Tally
				var r Intersection
				if got := tally.ends(&p, &q, &r); got != c.want {
					t.Errorf("unit %g, corner %d off by %g: %v", s, turn, c.h, got)
				}
			}
		}
	}
}
