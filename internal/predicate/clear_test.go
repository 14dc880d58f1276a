package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// leaning is a box of half size 1 around center whose edges are not along the axes.
func leaning(r *rand.Rand, center geom.Vec) *Hull {
	axes := [3]geom.Vec{{X: 0.8, Y: 0.6}, {X: -0.6, Y: 0.8}, {Z: 1}}
	tilt := 0.1 + 0.3*r.Float64()
	axes[0].Z, axes[1].X, axes[2].Y = tilt, axes[1].X+tilt, -tilt
	var points [8]geom.Vec
	for i := range points {
		points[i] = center
		for k, a := range axes {
			points[i] = points[i].Add(a.Scale(float64(2*(i>>k&1) - 1)))
		}
	}
	var h Hull
	h.Set(points[:])
	return &h
}

// TestFiltersAreSureOfClearCases: where shapes are far apart, or deep within each other, in
// whatever direction, the filter decides, and rightly. A filter that is never sure breaks
// no answer, only the time it takes.
func TestFiltersAreSureOfClearCases(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 1))
	for range 500 {
		h := leaning(r, random3(r))
		way := random3(r).Sub(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
		way = way.Scale(1 / way.Norm())
		for distance, want := range map[float64]verdict{0: sureYes, 0.2: sureYes, 4: sureNo, 50: sureNo} {
			p := h.frame.center.Add(way.Scale(distance))
			small := func() geom.Vec { return p.Add(random3(r).Scale(0.1)) }
			q := geom.Triangle{small(), small(), small()}
			ball := geom.Sphere{Center: p, Radius: 0.5}
			other := leaning(r, p)
			if distance == 4 { // |axis|s sum to below 4, two boxes' to below 8
				other = leaning(r, p.Add(way.Scale(4)))
			}
			for name, got := range map[string]verdict{
				"contains": h.frame.contains(p), "meetsTriangle": h.frame.meetsTriangle(&q), "meetsBall": h.frame.meetsBall(&ball),
				"meetsFrame": h.frame.meetsFrame(&other.frame), "meetsFrame, exchanged": other.frame.meetsFrame(&h.frame),
				"ballFilter": ballFilter(&geom.Sphere{Center: h.frame.center, Radius: 1}, &q),
			} {
				if got != want {
					t.Fatalf("%s: at a distance of %v along %v the verdict is %d, want %d", name, distance, way, got, want)
				}
			}
		}
	}
}

// TestNothingClearNeedsExactArithmetic: pairs of triangles, segments, balls and rays in
// general position are decided by the filters alone.
func TestNothingClearNeedsExactArithmetic(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(24, 1))
	var tally Tally
	var counts [2]int
	for range 2000 {
		p, q := geom.Triangle{random3(r), random3(r), random3(r)}, geom.Triangle{random3(r), random3(r), random3(r)}
		shared := q
		shared[r.IntN(3)] = p[r.IntN(3)]
		ball := geom.Sphere{Center: random3(r), Radius: r.Float64() / 2}
		tally.TriangleTriangle(&p, &q)
		tally.SegmentTriangle(q[0], q[1], &p)
		tally.SphereTriangle(&ball, &p)
		tally.SphereSphere(&ball, &geom.Sphere{Center: q[0], Radius: 0.3})
		tally.RayCrossing(q[0], &p)
		if tally.SelfContact(&p, &shared, &p, &shared) {
			counts[0]++
		} else {
			counts[1]++
		}
	}
	if tally.Exact > 4 { // of 12,000: some come close by chance
		t.Errorf("%d exact signs and %d adaptive ones in general position", tally.Exact, tally.Adaptive)
	}
	if min(counts[0], counts[1]) < 200 {
		t.Errorf("%d self contacts, %d not: the sample is one-sided", counts[0], counts[1])
	}
}

// TestOffsetsErrorLooksTheSameWayEverywhere: the error of a point's offset grows with its
// distance, whichever way it lies.
func TestOffsetsErrorLooksTheSameWayEverywhere(t *testing.T) {
	t.Parallel()
	h := leaning(rand.New(rand.NewPCG(25, 1)), geom.Vec{})
	_, near := h.frame.offset(h.frame.center)
	for _, axis := range []geom.Vec{{X: 100}, {Y: 100}, {Z: 100}, {X: 50, Y: -50}} {
		_, one := h.frame.offset(h.frame.center.Add(axis))
		_, other := h.frame.offset(h.frame.center.Sub(axis))
		if one != other || one < near+float64(frameBound*99) {
			t.Errorf("at %v the error is %g, opposite %g, at the centre %g", axis, one, other, near)
		}
	}
}
