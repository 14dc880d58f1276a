package predicate

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// nearestTo is what Round has to return.
func nearestTo(t *big.Rat) float64 {
	x, _ := t.Float64()
	if x == 0 && t.Sign() > 0 {
		return math.SmallestNonzeroFloat64
	}
	return x
}

// ray reads a ray; ok is false if it is none.
func (s *source) ray() (r Ray, ok bool) {
	r = Ray{Origin: s.vec(), Direction: s.vec(), Max: math.Inf(1)}
	return r, s.finite && r.Direction != geom.Vec{}
}

// checkEntry compares what a caster found of the hull of points with the oracle.
func checkEntry(r *Ray, c *RayCaster, points []geom.Vec, want *big.Rat, got bool, hit *RayHit) error {
	if got != (want != nil) {
		return fmt.Errorf("%v and %v: %v, want t = %v", *r, points, got, want)
	}
	if !got {
		return nil
	}
	if x := c.Round(hit); x != nearestTo(want) {
		return fmt.Errorf("%v and %v: t = %v, want %v", *r, points, x, nearestTo(want))
	}
	if rat(hit.Lo).Cmp(want) > 0 || !math.IsInf(hit.Hi, 1) && rat(hit.Hi).Cmp(want) < 0 {
		return fmt.Errorf("%v and %v: t = %v is not in [%v, %v]", *r, points, nearestTo(want), hit.Lo, hit.Hi)
	}
	return nil
}

// checkLimits asks again with each Max next to t.
func checkLimits(r Ray, t float64, want func(limit float64) bool, ask func(*RayCaster) bool) error {
	for _, limit := range []float64{math.Nextafter(t, 0), t, math.Nextafter(t, math.Inf(1))} {
		if limit == 0 && t > 0 {
			continue
		}
		var c RayCaster
		r.Max = limit
		c.Set(&r)
		if got := ask(&c); got != want(limit) {
			return fmt.Errorf("%v: %v", r, got)
		}
	}
	return nil
}

// checkRayTriangles compares two triangles with the oracle, and their order.
func checkRayTriangles(r *Ray, p, q *geom.Triangle) error {
	t, u := oracle.Entry(r.Origin, r.Direction, p[:]), oracle.Entry(r.Origin, r.Direction, q[:])
	a, err := checkRayTriangle(r, p, t)
	if err != nil || t == nil {
		return err
	}
	b, err := checkRayTriangle(r, q, u)
	if err != nil || u == nil {
		return err
	}
	var c RayCaster
	c.Set(r)
	want := t.Cmp(u)
	if got := c.Compare(&a, &b); got != want || c.Compare(&b, &a) != -want || c.Compare(&a, &a) != 0 {
		return fmt.Errorf("%v meets %v and %v in order %d, want %d", *r, *p, *q, got, want)
	}
	return nil
}

func checkRayTriangle(r *Ray, q *geom.Triangle, want *big.Rat) (hit RayHit, err error) {
	var c RayCaster
	c.Set(r)
	got := c.Triangle(q, &hit)
	if err := checkEntry(r, &c, q[:], want, got, &hit); err != nil || !got {
		return hit, err
	}
	return hit, checkLimits(*r, nearestTo(want), func(x float64) bool {
		return math.IsInf(x, 1) || rat(x).Cmp(want) >= 0
	}, func(c *RayCaster) bool { return c.Triangle(q, &RayHit{}) })
}

func checkRaySphere(r *Ray, s *geom.Sphere) error {
	var c RayCaster
	c.Set(r)
	var hit RayHit
	got := c.Sphere(s, &hit)
	if !got {
		if oracle.InBallBy(r.Origin, r.Direction, s, rat(math.MaxFloat64)) {
			return fmt.Errorf("%v misses %v", *r, *s)
		}
		return nil
	}
	x := c.Round(&hit)
	if x == 0 || math.IsInf(x, 1) {
		if in := oracle.InBallBy(r.Origin, r.Direction, s, new(big.Rat)); in != (x == 0) {
			return fmt.Errorf("%v enters %v at %v", *r, *s, x)
		}
		return nil
	}
	up := radd(rat(x), rat(math.Nextafter(x, math.Inf(1))))
	down := radd(rat(x), rat(math.Nextafter(x, 0)))
	half := big.NewRat(1, 2)
	early := x > math.SmallestNonzeroFloat64 && oracle.InBallBy(r.Origin, r.Direction, s, rmul(down, half)) && !isMiddle(r, s, rmul(down, half))
	if early || !oracle.InBallBy(r.Origin, r.Direction, s, rmul(up, half)) {
		return fmt.Errorf("%v enters %v at %v, which is not the nearest", *r, *s, x)
	}
	return checkLimits(*r, x, func(limit float64) bool {
		return oracle.InBallBy(r.Origin, r.Direction, s, rat(limit))
	}, func(c *RayCaster) bool { return c.Sphere(s, &RayHit{}) })
}

// isMiddle reports whether the point of a ray at x is on a sphere.
func isMiddle(r *Ray, s *geom.Sphere, x *big.Rat) bool {
	v := ovOf(r.Origin).minus(ovOf(s.Center))
	d := ovOf(r.Direction)
	for k := range 3 {
		v[k] = radd(v[k], rmul(x, d[k]))
	}
	return v.dot(v).Cmp(rmul(rat(s.Radius), rat(s.Radius))) == 0
}

func FuzzRay(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		r, _ := s.ray()
		p, q := s.triangle(), s.triangle()
		ball := geom.Sphere{Center: s.vec(), Radius: math.Abs(s.float())}
		if !s.finite || r.Direction == (geom.Vec{}) {
			return
		}
		for _, err := range []error{checkRayTriangles(&r, &p, &q), checkRaySphere(&r, &ball)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestRaysOfAllKinds is FuzzRay on random bytes, in all of its modes: raw bits, lattices, lattices
// scaled to any exponent, points next to a lattice.
func TestRaysOfAllKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	data := make([]byte, 300)
	hits := 0
	cases := require.Samples(4000, 400, 200)
	for i := range cases {
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		data[0] = byte(i % 5)
		s := newSource(data)
		ray, ok := s.ray()
		p, q := s.triangle(), s.triangle()
		ball := geom.Sphere{Center: s.vec(), Radius: math.Abs(s.float())}
		if !ok || !s.finite {
			continue
		}
		if i%3 == 0 { // aim at a corner, an edge or the inside
			ray.Direction = aim(r, &p).Sub(ray.Origin)
			if ray.Direction == (geom.Vec{}) || !ray.Direction.IsFinite() {
				continue
			}
		}
		for _, err := range []error{checkRayTriangles(&ray, &p, &q), checkRaySphere(&ray, &ball)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var c RayCaster
		if c.Set(&ray); c.Triangle(&p, &RayHit{}) {
			hits++
		}
	}
	if hits < cases/14 {
		t.Errorf("only %d hits", hits)
	}
}

func aim(r *rand.Rand, q *geom.Triangle) geom.Vec {
	switch r.IntN(3) {
	case 0:
		return q[0]
	case 1:
		return q[0].Scale(0.5).Add(q[1].Scale(0.5))
	}
	return q[0].Scale(0.25).Add(q[1].Scale(0.25)).Add(q[2].Scale(0.5))
}

func TestRayHull(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	for i := range 150 {
		n := 1 + r.IntN(6)
		points := make([]geom.Vec, n)
		for k := range points {
			points[k] = geom.Vec{X: float64(r.IntN(5)), Y: float64(r.IntN(5)), Z: float64(r.IntN(5))}
			if i%2 == 0 {
				points[k] = points[k].Add(random3(r))
			}
		}
		ray := Ray{Origin: geom.Vec{X: float64(r.IntN(7)), Y: float64(r.IntN(7)), Z: float64(r.IntN(7))}, Max: math.Inf(1)}
		ray.Direction = geom.Vec{X: float64(r.IntN(5)) - 2, Y: float64(r.IntN(5)) - 2, Z: 1}
		if i%3 == 0 {
			ray.Direction = points[0].Sub(ray.Origin).Add(geom.Vec{X: 1e-3})
		}
		var h Hull
		h.Set(points)
		var c RayCaster
		c.Set(&ray)
		var hit RayHit
		if err := checkEntry(&ray, &c, points, oracle.Entry(ray.Origin, ray.Direction, points), c.Hull(&h, &hit), &hit); err != nil {
			t.Fatal(err)
		}
	}
}

// Two balls and a triangle whose t are √2-like numbers or equal.
func TestRayCompareSpheres(t *testing.T) {
	c := RayCaster{}
	c.Set(&Ray{Direction: geom.Vec{X: 3}, Max: math.Inf(1)})
	at := func(s geom.Sphere) (h RayHit) {
		if !c.Sphere(&s, &h) {
			t.Fatalf("%v is missed", s)
		}
		return h
	}
	// All but the last two begin at x = 4 − √(4 − y²): 3 for √3.
	slab := geom.Triangle{{X: 2, Y: -9, Z: -9}, {X: 2, Y: 9, Z: 0}, {X: 2, Y: -9, Z: 9}}
	var plane RayHit
	if !c.Triangle(&slab, &plane) {
		t.Fatal("the triangle is missed")
	}
	for _, x := range []struct {
		a, b RayHit
		want int
	}{
		{at(geom.Sphere{Center: geom.Vec{X: 4, Y: 1}, Radius: 2}), at(geom.Sphere{Center: geom.Vec{X: 4, Z: -1}, Radius: 2}), 0},
		{at(geom.Sphere{Center: geom.Vec{X: 4, Y: 1}, Radius: 2}), at(geom.Sphere{Center: geom.Vec{X: 4, Z: math.Nextafter(1, 0)}, Radius: 2}), 1},
		{at(geom.Sphere{Center: geom.Vec{X: 4, Y: 1}, Radius: 2}), at(geom.Sphere{Center: geom.Vec{X: 4, Z: math.Nextafter(1, 2)}, Radius: 2}), -1},
		{at(geom.Sphere{Center: geom.Vec{X: 4}, Radius: 2}), plane, 0},
		{at(geom.Sphere{Center: geom.Vec{X: 7}, Radius: 5}), plane, 0},
		{at(geom.Sphere{Center: geom.Vec{X: 4, Y: 0x1p-30}, Radius: 2}), plane, 1},
		{at(geom.Sphere{Center: geom.Vec{X: 4 - 0x1p-50}, Radius: 2}), plane, -1},
	} {
		if got := c.Compare(&x.a, &x.b); got != x.want || c.Compare(&x.b, &x.a) != -x.want {
			t.Errorf("%+v and %+v: %d, want %d", x.a, x.b, got, x.want)
		}
	}
}

// The signs of X − √Y + √Z, of which all cases of compareRoots are made.
func TestCompareRoots(t *testing.T) {
	var c RayCaster
	var all []root
	var values []float64
	for _, p := range []int64{-7, -1, 0, 2, 9} {
		for _, s := range []int64{0, 1, 2, 8, 49, 50} {
			for _, q := range []int64{1, 3} {
				all = append(all, root{big.NewInt(p), big.NewInt(s), big.NewInt(q)})
				values = append(values, (float64(p)-math.Sqrt(float64(s)))/float64(q))
			}
		}
	}
	for i := range all {
		for j := range all {
			want := sign(values[i] - values[j])
			if math.Abs(values[i]-values[j]) < 1e-9 {
				want = 0 // of these small numbers no two differ by less
			}
			c.ints.reset()
			if got := c.compareRoots(&all[i], &all[j]); got != want {
				t.Errorf("%v and %v: %d, want %d", values[i], values[j], got, want)
			}
		}
	}
}

func TestRaysDoNotAllocate(t *testing.T) {
	var c RayCaster
	c.Set(&Ray{Direction: geom.Vec{X: 1, Y: 1, Z: 1}, Max: math.Inf(1)})
	a := geom.Triangle{{X: 1, Y: 1, Z: 1}, {X: 3, Y: 3, Z: 3.5}, {X: 7, Y: 1, Z: 0.1}}
	b := geom.Triangle{{X: 1, Y: 1, Z: 1}, {X: 3, Y: 3, Z: 3.5}, {X: -7, Y: 1, Z: 0.1}}
	flat := geom.Triangle{{X: 4, Y: 4, Z: 4}, {X: 8, Y: 8, Z: 7}, {X: 9, Y: 9, Z: 5}}
	ball := geom.Sphere{Center: geom.Vec{X: 9, Y: 9, Z: 8}, Radius: 0.9}
	var p, q, r, s RayHit
	allocated := testing.AllocsPerRun(20, func() {
		if !c.Triangle(&a, &p) || !c.Triangle(&b, &q) || !c.Triangle(&flat, &r) || !c.Sphere(&ball, &s) {
			t.Fatal("a miss")
		}
		c.Compare(&p, &q)
		c.Compare(&r, &s)
		c.Round(&p)
		c.Round(&s)
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

func BenchmarkRayTriangle(b *testing.B) {
	var c RayCaster
	c.Set(&Ray{Origin: geom.Vec{X: 0.1, Y: 0.2, Z: -3}, Direction: geom.Vec{X: 0.01, Z: 1}, Max: math.Inf(1)})
	q := geom.Triangle{{X: -1, Y: -1}, {X: 2, Y: -1, Z: 0.5}, {Y: 2, Z: 0.1}}
	var hit RayHit
	b.Run("hit", func(b *testing.B) {
		for range b.N {
			c.Triangle(&q, &hit)
		}
	})
	b.Run("round", func(b *testing.B) {
		for range b.N {
			c.Round(&hit)
		}
	})
	b.Run("tie", func(b *testing.B) {
		for range b.N {
			c.Compare(&hit, &hit)
		}
	})
}
