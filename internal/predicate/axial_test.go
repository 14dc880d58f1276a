package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// drawAxial draws a solid on a small lattice, now and then next to it.
func drawAxial(r *rand.Rand, flat bool) *Axial {
	for {
		a := &Axial{A: nearLattice(r), B: nearLattice(r), Radius: float64(r.IntN(5)) / 2, Flat: flat}
		a.Pointed = flat && r.IntN(2) == 0
		if r.IntN(4) == 0 {
			a.Radius = math.Nextafter(a.Radius, 9)
		}
		if a.A != a.B {
			return a
		}
	}
}

// nearLattice draws a point of a small lattice, sometimes moved by next to nothing.
func nearLattice(r *rand.Rand) geom.Vec {
	v := geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	if r.IntN(4) == 0 {
		v.X = math.Nextafter(v.X, float64(r.IntN(9)-4))
	}
	return v
}

// scales are powers of two that change no decision on points of a lattice.
var axialScales = []float64{1, 0x1p-300, 0x1p300, 0x1p-30, 0x1p-1000, 0x1p990}

func (a *Axial) scaled(s float64) *Axial {
	return &Axial{A: a.A.Scale(s), B: a.B.Scale(s), Radius: a.Radius * s, Flat: a.Flat, Pointed: a.Pointed}
}

// oracleMeets asks the oracle about a solid and the hull of points.
func (a *Axial) oracleMeets(points []geom.Vec) bool {
	switch {
	case a.Pointed:
		return oracle.ConeMeets(a.A, a.B, a.Radius, points)
	case a.Flat:
		return oracle.CylinderMeets(a.A, a.B, a.Radius, points)
	}
	return oracle.CapsuleMeets(a.A, a.B, a.Radius, points, 0)
}

// oracleMeetsBall asks it about a ball.
func (a *Axial) oracleMeetsBall(s *geom.Sphere) bool {
	switch {
	case a.Pointed:
		return oracle.ConeMeetsBall(a.A, a.B, a.Radius, s)
	case a.Flat:
		return oracle.CylinderMeetsBall(a.A, a.B, a.Radius, s)
	}
	return oracle.CapsuleMeets(a.A, a.B, a.Radius, []geom.Vec{s.Center}, s.Radius)
}

func TestAxialTriangle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 20))
	counts := map[bool]int{}
	cases := require.Samples(2000, 175, 88)
	for i := range cases {
		a := drawAxial(r, i%2 == 0)
		q := geom.Triangle{nearLattice(r), nearLattice(r), nearLattice(r)}
		want := a.oracleMeets(q[:])
		counts[want]++
		var tally Tally
		if got := tally.AxialTriangle(a, &q); got != want {
			t.Fatalf("%+v and %v: %v, want %v", *a, q, got, want)
		}
		s := axialScales[i%len(axialScales)]
		p := geom.Triangle{q[0].Scale(s), q[1].Scale(s), q[2].Scale(s)}
		if s < 1e-200 && (a.A.X != math.Round(a.A.X) || a.B.X != math.Round(a.B.X)) {
			continue // loses bits
		}
		want = tally.AxialTriangle(&Axial{A: p[0], B: p[0].Add(geom.Vec{X: s}), Flat: a.Flat, Pointed: a.Pointed}, &p)
		if !want {
			t.Fatalf("a solid from a corner of %v misses it", p)
		}
	}
	if counts[true] < cases/5 || counts[false] < cases/5 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

func TestAxialsAreScaled(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 20))
	lattice := func() geom.Vec {
		return geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	}
	for i := range require.Samples(3000, 500, 250) {
		a := &Axial{A: lattice(), B: lattice(), Radius: float64(r.IntN(5)) / 2, Flat: i%3 > 0, Pointed: i%3 == 2}
		if a.A == a.B {
			continue
		}
		q := geom.Triangle{lattice(), lattice(), lattice()}
		b := geom.Sphere{Center: lattice(), Radius: float64(r.IntN(4)) / 2}
		var tally Tally
		triangle, ball := tally.AxialTriangle(a, &q), tally.AxialSphere(a, &b)
		for _, s := range axialScales {
			p := geom.Triangle{q[0].Scale(s), q[1].Scale(s), q[2].Scale(s)}
			if got := tally.AxialTriangle(a.scaled(s), &p); got != triangle {
				t.Fatalf("%+v and %v times %g: %v, want %v", *a, q, s, got, triangle)
			}
			if got := tally.AxialSphere(a.scaled(s), &geom.Sphere{Center: b.Center.Scale(s), Radius: b.Radius * s}); got != ball {
				t.Fatalf("%+v and %v times %g: %v, want %v", *a, b, s, got, ball)
			}
		}
	}
}

func TestAxialSphere(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 20))
	for i := range require.Samples(1500, 75, 38) {
		a, s := drawAxial(r, i%4 > 0), geom.Sphere{Center: nearLattice(r), Radius: float64(r.IntN(5)) / 2}
		want := a.oracleMeetsBall(&s)
		var tally Tally
		if got := tally.AxialSphere(a, &s); got != want {
			t.Fatalf("%+v and %v: %v, want %v", *a, s, got, want)
		}
		if s.Radius == 0 && tally.AxialContains(a, s.Center) != want {
			t.Fatalf("%+v contains %v: %v", *a, s.Center, !want)
		}
	}
	var tally Tally
	if tally.AxialSphere(drawAxial(r, true), &geom.Sphere{Radius: -1}) {
		t.Error("a ball of negative radius is empty")
	}
}

// TestRims has balls that touch the rim of a cylinder: 3-4-5 triangles beyond both the cap and the
// side, exactly and by one unit more or less.
func TestRims(t *testing.T) {
	t.Parallel()
	a := &Axial{B: geom.Vec{Z: 2}, Radius: 1, Flat: true}
	for _, s := range []geom.Sphere{
		{Center: geom.Vec{X: 4, Z: 6}, Radius: 5}, {Center: geom.Vec{Y: -5, Z: 5}, Radius: 5}, {Center: geom.Vec{X: -4, Z: -4}, Radius: 5},
		{Center: geom.Vec{X: 3.5, Z: 2}, Radius: 2.5}, {Center: geom.Vec{X: 0.5, Z: 4}, Radius: 2},
	} {
		var tally Tally
		if !tally.AxialSphere(a, &s) {
			t.Errorf("%v does not touch", s)
		}
		less := s
		if less.Radius = math.Nextafter(s.Radius, 0); tally.AxialSphere(a, &less) {
			t.Errorf("%v touches", less)
		}
	}
}

func TestHullAxial(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 20))
	counts := map[bool]int{}
	cases := require.Samples(250, 20, 10)
	for i := range cases {
		a, points := drawAxial(r, i%2 == 0), smallHull(r)
		if i%4 < 2 {
			pose := randomPose(r)
			points = boxOf(geom.Vec{X: r.Float64(), Y: r.Float64() * 2, Z: r.Float64()}, &pose)
		}
		want := a.oracleMeets(points) || a.Flat && oracle.Meet([]geom.Vec{a.A, a.B}, points)
		counts[want]++
		var tally Tally
		if got := tally.HullAxial(hullOf(points...), a); got != want {
			t.Fatalf("%+v and %v: %v, want %v", *a, points, got, want)
		}
	}
	if counts[true] < cases/5 || counts[false] < cases/5 {
		t.Errorf("%v: the draws prove little", counts)
	}
	var tally Tally
	if tally.HullAxial(hullOf(), drawAxial(r, true)) {
		t.Error("an empty hull touches")
	}
}

func TestCapsulesMeet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 20))
	for range require.Samples(3000, 500, 250) {
		a, b := drawAxial(r, false), drawAxial(r, false)
		var tally Tally
		got, decided := tally.AxialsMeet(a, b)
		if want := oracle.CapsuleMeets(a.A, a.B, a.Radius, []geom.Vec{b.A, b.B}, b.Radius); !decided || got != want {
			t.Fatalf("%+v and %+v: %v, %v, want %v", *a, *b, got, decided, want)
		}
	}
}

// TestCylindersMeet: what is decided is right for smaller and larger cylinders, too, whichever comes first,
// and in general position nearly all is decided.
func TestCylindersMeet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 20))
	open, counts := 0, map[bool]int{}
	n := require.Samples(3000, 500, 250)
	for i := range n {
		a, b := drawAxial(r, true), drawAxial(r, i%3 > 0)
		if i%2 == 0 {
			pose := randomPose(r)
			b.A, b.B = pose.Apply(b.A), pose.Apply(b.B)
		}
		var tally Tally
		meets, decided := tally.AxialsMeet(a, b)
		if other, both := tally.AxialsMeet(b, a); both && decided && other != meets {
			t.Fatalf("%+v and %+v: %v, turned round %v", *a, *b, meets, other)
		}
		if !decided {
			open++
			if meets {
				t.Fatalf("%+v and %+v meet, undecided", *a, *b)
			}
			continue
		}
		counts[meets]++
		grown := *b
		grown.Radius += 1e-3
		if more, sure := tally.AxialsMeet(a, &grown); meets && sure && !more {
			t.Fatalf("%+v and %+v meet, but not with a larger radius", *a, *b)
		}
		// Points of b's axis and of its ends are witnesses.
		for k := range 9 {
			p := b.A.Add(b.B.Sub(b.A).Scale(float64(k) / 8))
			if tally.AxialContains(b, p) && tally.AxialContains(a, p) && !meets {
				t.Fatalf("%+v and %+v share %v", *a, *b, p)
			}
		}
	}
	if open > n/100 || counts[true] < n/10 || counts[false] < n/10 {
		t.Errorf("%v decided, %d open", counts, open)
	}
}

// TestParallelCylinders are decided exactly, flush ones included.
func TestParallelCylinders(t *testing.T) {
	t.Parallel()
	a := &Axial{B: geom.Vec{X: 1, Y: 2, Z: 2}, Radius: 1, Flat: true} // length 3
	along := geom.Vec{X: 1, Y: 2, Z: 2}
	for _, c := range []struct {
		from, to geom.Vec
		radius   float64
		flat     bool
		want     bool
	}{
		{along, along.Scale(2), 1, true, true},                                             // end to end
		{along.Scale(1 + 0x1p-52), along.Scale(2), 1, true, false},                         // a gap of one unit
		{geom.Vec{X: 2, Y: -1}, geom.Vec{X: 2, Y: -1}.Add(along), 1.25, true, true},        // √5 < 2.25
		{geom.Vec{X: 2, Y: -1}, geom.Vec{X: 2, Y: -1}.Add(along), 1.2360679, true, false},  // √5 > 2.2360679
		{geom.Vec{X: 0, Y: 3, Z: -3}, geom.Vec{X: -1, Y: 1, Z: -5}, 3.25, true, true},      // turned round, below
		{along.Scale(2), along.Scale(3), 3, false, true},                                   // a capsule's end
		{along.Scale(2), along.Scale(3), math.Nextafter(3, 0), false, false},               //
		{geom.Vec{X: 4, Y: -2}, geom.Vec{X: 4, Y: -2}.Add(along), 3.4721359, false, false}, // √20 > 4.4721359
		{geom.Vec{X: 4, Y: -2}, geom.Vec{X: 4, Y: -2}.Add(along), 3.4721360, false, true},  //
	} {
		b := &Axial{A: c.from, B: c.to, Radius: c.radius, Flat: c.flat}
		for range 2 {
			var tally Tally
			if got, decided := tally.AxialsMeet(a, b); got != c.want || !decided {
				t.Errorf("%+v: %v, %v, want %v", *b, got, decided, c.want)
			}
			if c.flat {
				b.A, b.B = b.B, b.A
			}
		}
	}
}

// TestAxialBounds: points of the solid are in its box, and the box is narrow.
func TestAxialBounds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 20))
	for i := range require.Samples(300, 50, 25) {
		pose := randomPose(r)
		a := &Axial{A: pose.T, B: pose.T.Add(pose.R.Row(0)), Radius: 1 + r.Float64(), Flat: i%3 > 0, Pointed: i%3 == 2}
		box := a.Bounds()
		reach := geom.EmptyAABB()
		for k := range 2000 {
			sin, cos := math.Sincos(float64(k) / 1000 * math.Pi)
			for _, e := range [2]geom.Vec{a.A, a.B} {
				if a.Pointed && e == a.B {
					reach.Extend(e)
					break
				}
				p := e.Add(pose.R.Row(1).Scale(sin * a.Radius)).Add(pose.R.Row(2).Scale(cos * a.Radius))
				reach.Extend(p)
			}
		}
		if !a.Flat {
			for _, e := range [2]int{0, 1} {
				ball := a.Ball(e)
				reach = reach.Union(ball.Bounds())
			}
		}
		for k := range 3 {
			if reach.Min.At(k) < box.Min.At(k)-1e-12 || reach.Max.At(k) > box.Max.At(k)+1e-12 {
				t.Fatalf("%+v reaches %v, its box is %v", *a, reach, box)
			}
			if reach.Min.At(k) > box.Min.At(k)+1e-3 || reach.Max.At(k) < box.Max.At(k)-1e-3 {
				t.Fatalf("%+v reaches %v, its box %v is wide", *a, reach, box)
			}
		}
	}
}

func TestAxialsAllocateNothing(t *testing.T) {
	a := &Axial{B: geom.Vec{Z: 1}, Radius: 0.5, Flat: true}
	c := &Axial{B: geom.Vec{Z: 1}, Radius: 0.5}
	cone := &Axial{B: geom.Vec{Z: 1}, Radius: 0.5, Flat: true, Pointed: true}
	q := geom.Triangle{{X: 0.3, Z: 0.2}, {X: 3, Z: 0.1}, {X: 3, Y: 1, Z: 2}}
	far := geom.Triangle{{X: 0.6, Z: 0.2}, {X: 3, Z: 0.1}, {X: 3, Y: 1, Z: 2}}
	h := hullOf(boxOf(geom.Vec{X: 1, Y: 1, Z: 1}, &geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.6}})...)
	var tally Tally
	if n := testing.AllocsPerRun(100, func() {
		for _, s := range []*Axial{a, c, cone} {
			if !tally.AxialTriangle(s, &q) || tally.AxialTriangle(s, &far) || tally.HullAxial(h, s) {
				t.Error("wrong")
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if tally.Exact != 0 {
		t.Errorf("%d decisions in integers", tally.Exact)
	}
}

func FuzzAxial(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		a := &Axial{A: s.vec(), B: s.vec(), Radius: math.Abs(s.float())}
		kind := s.byte() % 4
		a.Flat, a.Pointed = kind%2 == 0, kind == 2
		q, ball := s.triangle(), geom.Sphere{Center: s.vec(), Radius: math.Abs(s.float())}
		if !s.finite || a.A == a.B {
			return
		}
		var tally Tally
		meets, contains := tally.AxialTriangle(a, &q), tally.AxialContains(a, ball.Center)
		if want := a.oracleMeets(q[:]); meets != want {
			t.Errorf("%+v and %v: %v, want %v", *a, q, meets, want)
		}
		if want := a.oracleMeets([]geom.Vec{ball.Center}); contains != want {
			t.Errorf("%+v contains %v: %v, want %v", *a, ball.Center, contains, want)
		}
		if !a.Flat {
			if want := oracle.CapsuleMeets(a.A, a.B, a.Radius, []geom.Vec{ball.Center}, ball.Radius); tally.AxialSphere(a, &ball) != want {
				t.Errorf("%+v and %v: want %v", *a, ball, want)
			}
		}
		if entered := tally.AxialEntered(a, &q); entered && !meets {
			t.Errorf("%+v is entered by %v, which is apart", *a, q)
		}
		if overlap := tally.AxialOverlapsBall(a, &ball); overlap && !tally.AxialSphere(a, &ball) || tally.AxialHoldsBall(a, &ball) && !overlap && ball.Radius > 0 {
			t.Errorf("%+v and %v: overlap %v", *a, ball, overlap)
		}
		box, t0 := a.Bounds(), q.Bounds()
		if meets && !box.Overlaps(&t0) {
			t.Errorf("%+v meets %v outside its box %v", *a, q, box)
		}
	})
}
