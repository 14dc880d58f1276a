package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

func hullOf(points ...geom.Vec) *Hull {
	var h Hull
	h.Set(points)
	return &h
}

// boxOf returns the corners of a box with half extents h under a pose, in index
// order.
func boxOf(h geom.Vec, pose *geom.Pose) []geom.Vec {
	v := make([]geom.Vec, 8)
	for i := range v {
		c := geom.Vec{X: -h.X, Y: -h.Y, Z: -h.Z}
		if i&1 != 0 {
			c.X = h.X
		}
		if i&2 != 0 {
			c.Y = h.Y
		}
		if i&4 != 0 {
			c.Z = h.Z
		}
		v[i] = pose.Apply(c)
	}
	return v
}

// randomPose is a rotation from a normalised quaternion and a small translation.
func randomPose(r *rand.Rand) (p geom.Pose) {
	w, x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	n := math.Sqrt(w*w + x*x + y*y + z*z)
	w, x, y, z = w/n, x/n, y/n, z/n
	p.R = geom.Mat{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}
	p.T = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	return p
}

// smallHull draws 1 to 8 points; most shapes are flat or have repeats.
func smallHull(r *rand.Rand) []geom.Vec {
	n := 2 + r.IntN(3)
	v := make([]geom.Vec, 1+r.IntN(8))
	for i := range v {
		v[i] = latticeTriangle(r, n)[0]
	}
	switch r.IntN(4) {
	case 0: // flat
		for i := range v {
			v[i].Z = v[i].X
		}
	case 1: // elsewhere
		for i := range v {
			v[i].X += 2
		}
	}
	return v
}

func checkHulls(t *testing.T, a, b []geom.Vec) bool {
	t.Helper()
	want := !oracleApart(append(append([]geom.Vec(nil), a...), b...), len(a))
	if got := HullHull(hullOf(a...), hullOf(b...)); got != want {
		t.Fatalf("HullHull(%v, %v) = %v, want %v", a, b, got, want)
	}
	if got := HullHull(hullOf(b...), hullOf(a...)); got != want {
		t.Fatalf("HullHull is not symmetric on %v, %v", a, b)
	}
	switch len(b) {
	case 1:
		if got := HullContains(hullOf(a...), b[0]); got != want {
			t.Fatalf("HullContains(%v, %v) = %v, want %v", a, b[0], got, want)
		}
	case 3:
		if got := HullTriangle(hullOf(a...), &geom.Triangle{b[0], b[1], b[2]}); got != want {
			t.Fatalf("HullTriangle(%v, %v) = %v, want %v", a, b, got, want)
		}
	}
	return want
}

func TestHullsOnTheLattice(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	hits := 0
	cases := require.Samples(700, 125, 63)
	for range cases {
		if checkHulls(t, smallHull(r), smallHull(r)) {
			hits++
		}
	}
	if hits < cases/7 || hits > cases*13/14 {
		t.Errorf("%d of %d pairs of hulls touch", hits, cases)
	}
}

// Boxes pushed together until they touch: bisected along a line to adjacent
// doubles, where filter and exact test must agree with the oracle.
func TestBoxesBisected(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range require.Cases(25, 4) {
		p, q := randomPose(r), randomPose(r)
		p.T = geom.Vec{}
		if r.IntN(3) == 0 {
			q.R = p.R // parallel edges
		}
		h, k := randomHalf(r), randomHalf(r)
		a := boxOf(h, &p)
		at := func(s float64) []geom.Vec {
			m := q
			m.T = q.T.Scale(s)
			return boxOf(k, &m)
		}
		lo, hi := 0.0, 16.0/q.T.Norm()
		for math.Nextafter(lo, hi) < hi {
			mid := lo + (hi-lo)/2
			if HullHull(hullOf(a...), hullOf(at(mid)...)) {
				lo = mid
			} else {
				hi = mid
			}
		}
		if !checkHulls(t, a, at(lo)) || checkHulls(t, a, at(hi)) {
			t.Fatalf("boxes %v, %v: the bisection does not end at a change", a, at(lo))
		}
		checkHulls(t, a, at(lo*(1-1e-9)))
		checkHulls(t, a, at(hi*(1+1e-9)))
		checkHulls(t, a, at(lo)[:3])
		checkHulls(t, a, at(lo)[2:3])
	}
}

func randomHalf(r *rand.Rand) geom.Vec {
	return geom.Vec{X: 0.1 + r.Float64(), Y: 0.1 + r.Float64(), Z: 0.1 + r.Float64()}
}

// What a filter is sure of, the exact stage must say too.
func TestFrameFiltersAgreeWithExact(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	var tally Tally
	sure, yes := 0, 0
	note := func(v verdict, exact func() bool, what string) {
		if v == unsure {
			return
		}
		sure++
		if v == sureYes {
			yes++
		}
		if exact() != (v == sureYes) {
			t.Fatalf("the filter is sure, and wrong, about %s", what)
		}
	}
	cases := require.Samples(6000, 1000, 500)
	for range cases {
		p, q := randomPose(r), randomPose(r)
		if r.IntN(4) == 0 {
			q.R = p.R
		}
		a, b := hullOf(boxOf(randomHalf(r), &p)...), hullOf(boxOf(randomHalf(r), &q)...)
		if !a.frame.valid || !b.frame.valid {
			t.Fatal("a rounded box has no frame")
		}
		note(a.frame.meetsFrame(&b.frame), func() bool { return tally.hullHullExact(a, b) }, "boxes")
		x := normalTriangle(r)
		note(a.frame.meetsTriangle(&x), func() bool { return tally.hullTriangleExact(a, &x) }, "box and triangle")
		s := geom.Sphere{Center: x[0].Scale(2), Radius: r.Float64()}
		note(a.frame.meetsBall(&s), func() bool { return tally.hullSphereExact(a, &s) }, "box and ball")
		note(a.frame.contains(x[1]), func() bool {
			var f facets
			f.find(a)
			return tally.inside(&f, x[1])
		}, "box and point")
	}
	if sure < cases*7/2 || yes < cases/4 || yes > cases*3 {
		t.Errorf("of %d tests %d were sure, %d of them hits", 4*cases, sure, yes)
	}
}

// Boxes of one orientation have no cross axes, and the filter must not give up
// on them: stacks and rows are made of such.
func TestFramesOfOneOrientation(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for range 500 {
		p := randomPose(r)
		q := p
		a := hullOf(boxOf(randomHalf(r), &p)...)
		q.T = q.T.Add(geom.Vec{X: 0.05 * r.NormFloat64(), Y: 0.02})
		if v := a.frame.meetsFrame(&hullOf(boxOf(randomHalf(r), &q)...).frame); v != sureYes {
			t.Fatalf("the filter is not sure that boxes at %v and %v, of one orientation, overlap", p, q)
		}
		q.T.Z += 6
		if v := a.frame.meetsFrame(&hullOf(boxOf(randomHalf(r), &q)...).frame); v != sureNo {
			t.Fatalf("the filter is not sure that boxes at %v and %v, of one orientation, are apart", p, q)
		}
	}
}

func TestHullSphereAgainstFaces(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	hits := 0
	cases := require.Samples(600, 75, 38)
	for range cases {
		v := smallHull(r)
		s := geom.Sphere{Center: latticeTriangle(r, 6)[0], Radius: float64(r.IntN(3))}
		// A hull is the union of its points' triangles and tetrahedra.
		want := !oracleApart(append(append([]geom.Vec(nil), v...), s.Center), len(v))
		for i := range v {
			for j := range v[:i+1] {
				for k := range v[:j+1] {
					want = want || oracleBallTriangle(&s, &geom.Triangle{v[i], v[j], v[k]})
				}
			}
		}
		if got := HullSphere(hullOf(v...), &s); got != want {
			t.Fatalf("HullSphere(%v, %v) = %v, want %v", v, s, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < cases/10 || hits > cases*9/10 {
		t.Errorf("%d of %d touch", hits, cases)
	}
}

func TestAxialHulls(t *testing.T) {
	axis := geom.Identity
	a := boxOf(geom.Vec{X: 1, Y: 2, Z: 3}, &axis)
	r := rand.New(rand.NewPCG(39, 40))
	r.Shuffle(8, func(i, j int) { a[i], a[j] = a[j], a[i] })
	if h := hullOf(a...); !h.axial {
		t.Error("a box in any corner order is axial")
	}
	a[3] = a[4]
	if h := hullOf(a...); h.axial {
		t.Error("seven corners are not a box")
	}
	if h := hullOf(geom.Vec{X: 1}); !h.axial || !HullContains(h, geom.Vec{X: 1}) {
		t.Error("a point is its own bounds")
	}
	if e := hullOf(); HullHull(e, e) || HullContains(e, geom.Vec{}) || HullSphere(e, &geom.Sphere{Radius: 9}) || HullTriangle(e, &geom.Triangle{}) {
		t.Error("the empty hull meets nothing")
	}
}

func TestHullsDoNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	p, q := randomPose(r), randomPose(r)
	v := boxOf(randomHalf(r), &p)
	a, b := hullOf(v...), hullOf(boxOf(randomHalf(r), &q)...)
	s, x := geom.Sphere{Radius: 1}, normalTriangle(r)
	var tally Tally
	n := testing.AllocsPerRun(100, func() {
		a.Set(v)
		tally.HullHull(a, b)
		tally.HullSphere(a, &s)
		tally.HullTriangle(a, &x)
		tally.HullContains(a, x[0])
	})
	if n != 0 || tally.Exact != 0 {
		t.Errorf("%v allocations a run, %d exact signs; want none", n, tally.Exact)
	}
}

// TestTrianglesBesideBoxes: a triangle whose edge passes a box's edge by next to nothing, or whose
// plane passes a corner, or which cuts through without a corner inside, gets the answer of the facets, of
// thin boxes too and whether the facets are kept or not; most are decided by the filter.
func TestTrianglesBesideBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 5))
	var kept, tally Tally
	kept.Keep()
	sure, all, yes := 0, 0, 0
	for range 4000 {
		p := randomPose(r)
		half := randomHalf(r)
		if r.IntN(3) == 0 {
			half.Z *= 0x1p-10
		}
		h := hullOf(boxOf(half, &p)...)
		i := r.IntN(8)
		a, b := h.points[i], h.points[i^(1<<r.IntN(3))]
		on := a.Add(b.Sub(a).Scale(r.Float64()))
		out := on.Sub(p.T)
		side := out.Cross(b.Sub(a))
		gap := math.Ldexp(r.NormFloat64(), -r.IntN(60))
		on = on.Add(out.Scale(gap))
		s := math.Ldexp(1, r.IntN(12)-4)
		q := geom.Triangle{on.Add(side.Scale(s * r.Float64())), on.Sub(side.Scale(s * r.Float64())), on.Add(out.Scale(s * r.Float64()))}
		for range 2 {
			want := tally.hullTriangleExact(h, &q)
			if got := kept.hullTriangleExact(h, &q); got != want {
				t.Fatalf("kept facets: %v, found again: %v", got, want)
			}
			m := h.frame.meetsTriangle(&q)
			if m != unsure && (m == sureYes) != want {
				t.Fatalf("the filter is sure of %v, the facets tell %v: %v beside %v", m == sureYes, want, q, h.points)
			}
			all++
			if m != unsure {
				sure++
			}
			if want {
				yes++
			}
			q = geom.Triangle{q[0].Add(random3(r)), q[1].Sub(out), q[2].Add(out.Scale(3))}
		}
	}
	if sure*100 < all*70 || yes < all/5 || yes > all*4/5 {
		t.Errorf("of %d triangles the filter was sure of %d, %d touch", all, sure, yes)
	}
}
