package predicate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// insideOf returns half-spaces whose open ones intersect in the inside of a hull, nil for a flat
// one, by all triples of its points in rationals.
func insideOf(points []geom.Vec) (hs []halfSpace) {
	var v []ov
	for _, p := range points {
		v = append(v, ovOf(p))
	}
	for i := range v {
		for j := range i {
			for k := range j {
				n := v[j].minus(v[i]).cross(v[k].minus(v[i]))
				above, below := 0, 0
				for _, x := range v {
					switch n.dot(x.minus(v[i])).Sign() {
					case 1:
						above++
					case -1:
						below++
					}
				}
				zero := ov{rat(0), rat(0), rat(0)}
				switch {
				case above > 0 && below == 0:
					hs = append(hs, halfSpace{n, v[i]})
				case below > 0 && above == 0:
					hs = append(hs, halfSpace{zero.minus(n), v[i]})
				}
			}
		}
	}
	return hs
}

// strictlyWithin reports whether a point is in all open half-spaces, of which there are some.
func strictlyWithin(x ov, hs []halfSpace) bool {
	for _, h := range hs {
		if h.n.dot(x.minus(h.o)).Sign() <= 0 {
			return false
		}
	}
	return len(hs) > 0
}

// enteredInRationals clips a triangle by a hull: what is left is convex, so that its middle is in
// the inside if any point of it is.
func enteredInRationals(hs []halfSpace, q *geom.Triangle) bool {
	left := clip([]ov{ovOf(q[0]), ovOf(q[1]), ovOf(q[2])}, hs)
	if len(left) == 0 || len(hs) == 0 {
		return false
	}
	middle := ov{rat(0), rat(0), rat(0)}
	for _, x := range left {
		for k := range 3 {
			middle[k] = radd(middle[k], x[k])
		}
	}
	share := rat(1)
	share.Quo(share, rat(float64(len(left))))
	for k := range 3 {
		middle[k] = rmul(middle[k], share)
	}
	return strictlyWithin(middle, hs)
}

// TestInsidesOfHulls: triangles, points and hulls of small integers meet the inside of hulls, or
// their surface alone, as clipping in rationals has it; the same scaled by 2^±300.
func TestInsidesOfHulls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(51, 52))
	entered, touched, overlaps, flush := 0, 0, 0, 0
	cases := require.Samples(300, 25, 13)
	for range cases {
		a, b := smallHull(r), smallHull(r)
		for len(a) < 4 {
			a = smallHull(r)
		}
		hs, other := insideOf(a), insideOf(b)
		var q geom.Triangle
		for i := range q {
			q[i] = b[r.IntN(len(b))]
			if r.IntN(3) == 0 {
				q[i] = a[r.IntN(len(a))]
			}
		}
		for _, scale := range []float64{1, 0x1p300, 0x1p-300}[:1+2*r.IntN(2)] {
			s := geom.Triangle{q[0].Scale(scale), q[1].Scale(scale), q[2].Scale(scale)}
			h, g := hullOf(resized(a, scale)...), hullOf(resized(b, scale)...)
			manyH, manyG := hullOf(resized(crowded(r, a), scale)...), hullOf(resized(crowded(r, b), scale)...)
			var tally Tally
			if scale > 1 {
				tally.Keep()
			}
			want := enteredInRationals(hs, &q)
			if got, many := tally.HullEntered(h, &s), tally.HullEntered(manyH, &s); got != want || many != want {
				t.Fatalf("scale %g: %v entered by %v: %v, as many points %v, want %v", scale, a, q, got, many, want)
			}
			if !tally.SameHull(h, manyH) || !tally.SameHull(manyG, g) || tally.SameHull(manyH, manyG) != tally.SameHull(h, g) {
				t.Fatalf("scale %g: %v and %v are not the same as with points within", scale, a, b)
			}
			if scale == 1 && want {
				entered++
			} else if scale == 1 && HullTriangle(h, &s) {
				touched++
			}
			for i, p := range q {
				if got, want := tally.HullHolds(h, s[i]), strictlyWithin(ovOf(p), hs); got != want {
					t.Fatalf("scale %g: %v holds %v: %v, want %v", scale, a, p, got, want)
				}
			}
			if got := tally.HullSolid(h); got != (len(hs) > 0) {
				t.Fatalf("scale %g: %v solid: %v", scale, a, got)
			}
			meet := overlapInRationals(a, b, hs, other)
			if got := tally.HullsOverlap(h, g); got != meet || tally.HullsOverlap(g, h) != meet {
				t.Fatalf("scale %g: %v and %v overlap: %v, want %v", scale, a, b, got, meet)
			}
			for _, two := range [][2]*Hull{{manyH, g}, {h, manyG}, {manyH, manyG}} {
				if got, back := tally.HullsOverlap(two[0], two[1]), tally.HullsOverlap(two[1], two[0]); got != meet || back != meet {
					t.Fatalf("scale %g: %v and %v as many points overlap: %v and %v, want %v", scale, a, b, got, back, meet)
				}
			}
			if scale == 1 && meet {
				overlaps++
			} else if scale == 1 && HullHull(h, g) {
				flush++
			}
		}
	}
	if entered < cases/15 || touched < cases/6 || overlaps < cases/15 || flush < cases/8 {
		t.Errorf("%d entered, %d touched, %d overlap, %d flush: the input tests too little", entered, touched, overlaps, flush)
	}
}

// TestHullsOfManyPoints: what holds of hulls of few points, which rationals decide above, holds with points within; some are equal, some
// are in each other with all corners on the boundary, and triangles touch in edges.
func TestHullsOfManyPoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(53, 54))
	whole := func(n int) (v []geom.Vec) {
		for range n {
			v = append(v, geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(4)), Z: float64(r.IntN(4))})
		}
		return v
	}
	var entered, overlap, same, graze int
	for range require.Samples(40000, 8000, 4000) {
		a, b := whole(4+r.IntN(5)), whole(4+r.IntN(5))
		switch r.IntN(4) {
		case 0:
			b = a
		case 1: // with corners of a, and middles of its edges
			for i := range b {
				b[i] = a[r.IntN(len(a))].Add(a[r.IntN(len(a))]).Scale(0.5)
			}
		}
		q := geom.Triangle(whole(3))
		h, g, manyH, manyG := hullOf(a...), hullOf(b...), hullOf(crowded(r, a)...), hullOf(crowded(r, b)...)
		var tally Tally
		if got, want := tally.HullEntered(manyH, &q), tally.HullEntered(h, &q); got != want {
			t.Fatalf("%v entered by %v: %v, want %v", a, q, got, want)
		} else if want {
			entered++
		} else if HullTriangle(h, &q) {
			graze++
		}
		if got, want := tally.HullsOverlap(manyH, manyG), tally.HullsOverlap(h, g); got != want {
			t.Fatalf("%v and %v overlap: %v, want %v", a, b, got, want)
		} else if want {
			overlap++
		}
		want := tally.contains(h, g) && tally.contains(g, h)
		if got, back := tally.SameHull(manyH, manyG), tally.SameHull(manyG, manyH); got != want || back != want {
			t.Fatalf("%v and %v are the same: %v and %v, want %v", a, b, got, back, want)
		} else if want {
			same++
		}
	}
	if entered < 800 || overlap < 800 || same < 800 || graze < 800 {
		t.Errorf("%d entered, %d grazed, %d overlap, %d same: the input tests too little", entered, graze, overlap, same)
	}
}

// crowded are points of the same hull in another order, more than eight: repeats, and middles of two and of four, which are exact.
func crowded(r *rand.Rand, points []geom.Vec) []geom.Vec {
	more := slices.Clone(points)
	one := func() geom.Vec { return points[r.IntN(len(points))] }
	for len(more) <= 8+len(points) {
		more = append(more, one(), one().Add(one()).Scale(0.5), one().Add(one()).Add(one()).Add(one()).Scale(0.25))
	}
	r.Shuffle(len(more), func(i, k int) { more[i], more[k] = more[k], more[i] })
	return more
}

// overlapInRationals reports whether the insides of two solid hulls share a point: a face of one
// enters the other, or a middle of one is in the other, and it is then in both insides.
func overlapInRationals(a, b []geom.Vec, ha, hb []halfSpace) bool {
	if len(ha) == 0 || len(hb) == 0 {
		return false
	}
	for _, c := range []struct {
		points []geom.Vec
		in     []halfSpace
	}{{a, hb}, {b, ha}} {
		middle := ov{rat(0), rat(0), rat(0)}
		share := rat(1)
		share.Quo(share, rat(float64(len(c.points))))
		for _, p := range c.points {
			for k := range 3 {
				middle[k] = radd(middle[k], rmul(rat(p.At(k)), share))
			}
		}
		if strictlyWithin(middle, c.in) {
			return true
		}
		for i := range c.points {
			for j := range i {
				for k := range j {
					if enteredInRationals(c.in, &geom.Triangle{c.points[i], c.points[j], c.points[k]}) {
						return true
					}
				}
			}
		}
	}
	return false
}

func resized(points []geom.Vec, by float64) (out []geom.Vec) {
	for _, p := range points {
		out = append(out, p.Scale(by))
	}
	return out
}

// TestInsidesOfBalls: balls at distances that are whole numbers touch there, and overlap one unit
// in the last place nearer.
func TestInsidesOfBalls(t *testing.T) {
	t.Parallel()
	ball := func(x, y, z, r float64) *geom.Sphere {
		return &geom.Sphere{Center: geom.Vec{X: x, Y: y, Z: z}, Radius: r}
	}
	for _, s := range []float64{1, 0x1p300, 0x1p-300, 0x1p-1060} {
		var tally Tally
		for _, c := range []struct {
			name string
			got  bool
			want bool
		}{
			{"balls that touch", tally.BallsOverlap(ball(0, 0, 0, 2*s), ball(2*s, 3*s, 6*s, 5*s)), false},
			{"a unit nearer", tally.BallsOverlap(ball(0, 0, 0, 2*s), ball(2*s, 3*s, 6*s, math.Nextafter(5*s, math.Inf(1)))), true},
			{"no inside", tally.BallsOverlap(ball(0, 0, 0, 2*s), ball(s, 0, 0, 0)), false},
			{"touching from within", tally.BallHoldsBall(ball(0, 0, 0, 9*s), ball(2*s, 3*s, 6*s, 2*s)), false},
			{"within", tally.BallHoldsBall(ball(0, 0, 0, math.Nextafter(9*s, math.Inf(1))), ball(2*s, 3*s, 6*s, 2*s)), true},
			{"the same ball", tally.BallHoldsBall(ball(0, 0, 0, s), ball(0, 0, 0, s)), false},
			{"a point on it", tally.BallHolds(ball(0, 0, 0, 7*s), geom.Vec{X: 2 * s, Y: 3 * s, Z: 6 * s}), false},
			{"a point in it", tally.BallHolds(ball(0, 0, 0, math.Nextafter(7*s, math.Inf(1))), geom.Vec{X: 2 * s, Y: 3 * s, Z: 6 * s}), true},
			{"a point of no ball", tally.BallHolds(ball(0, 0, 0, 0), geom.Vec{}), false},
		} {
			if c.got != c.want {
				t.Errorf("scale %g: %s: %v", s, c.name, c.got)
			}
		}
		h := boxHull(geom.Vec{X: -4 * s, Y: -4 * s, Z: -4 * s}, geom.Vec{X: 4 * s, Y: 4 * s, Z: 4 * s})
		for _, c := range []struct {
			ball                    *geom.Sphere
			overlap, holds, entered bool // entered: the face at z = 4s
		}{
			{ball(0, 0, 6*s, 2*s), false, false, false},
			{ball(0, 0, 6*s, math.Nextafter(2*s, math.Inf(1))), true, false, true},
			{ball(6*s, 7*s, 10*s, 7*s), false, false, false},
			{ball(6*s, 7*s, 10*s, math.Nextafter(7*s, math.Inf(1))), true, false, true},
			{ball(0, 0, 0, 4*s), true, false, false},
			{ball(0, 0, 0, math.Nextafter(4*s, 0)), true, true, false},
			{ball(0, 0, 0, 100*s), true, false, true},
			{ball(0, 0, 0, 0), false, true, false},
		} {
			if c.ball.Radius == 4*s && s < 0x1p-1000 && c.holds {
				continue
			}
			q := geom.Triangle{{X: -4 * s, Y: -4 * s, Z: 4 * s}, {X: 4 * s, Y: -4 * s, Z: 4 * s}, {X: 4 * s, Y: 4 * s, Z: 4 * s}}
			if got := tally.HullBallOverlap(h, c.ball); got != c.overlap {
				t.Errorf("scale %g: %v overlaps: %v", s, c.ball, got)
			}
			if got := tally.HullHoldsBall(h, c.ball); got != c.holds {
				t.Errorf("scale %g: %v within: %v", s, c.ball, got)
			}
			if got := tally.BallEntered(c.ball, &q); got != c.entered {
				t.Errorf("scale %g: %v entered: %v", s, c.ball, got)
			}
		}
		if tally.HullHolds(&Hull{}, geom.Vec{}) || tally.HullSolid(&Hull{}) || tally.HullHoldsBall(&Hull{}, ball(0, 0, 0, 1)) || tally.HullBallOverlap(&Hull{}, ball(0, 0, 0, 1)) {
			t.Error("the empty hull holds something")
		}
	}
}

func boxHull(lo, hi geom.Vec) *Hull {
	var c []geom.Vec
	for i := range 8 {
		c = append(c, (&geom.AABB{Min: lo, Max: hi}).Corner(i))
	}
	return hullOf(c...)
}
