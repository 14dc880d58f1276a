package narrow

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
)

// meetsBox reports whether a ray is in a box at some t from 0 to limit, in rational numbers.
func meetsBox(r *predicate.Ray, b *geom.AABB, limit float64) bool {
	from, to := new(big.Rat), new(big.Rat).SetFloat64(limit)
	for k := range 3 {
		o, d := new(big.Rat).SetFloat64(r.Origin.At(k)), new(big.Rat).SetFloat64(r.Direction.At(k))
		lo, hi := new(big.Rat).SetFloat64(b.Min.At(k)), new(big.Rat).SetFloat64(b.Max.At(k))
		if d.Sign() == 0 {
			if o.Cmp(lo) < 0 || o.Cmp(hi) > 0 {
				return false
			}
			continue
		}
		near, far := lo.Quo(lo.Sub(lo, o), d), hi.Quo(hi.Sub(hi, o), d)
		if d.Sign() < 0 {
			near, far = far, near
		}
		if near.Cmp(from) > 0 {
			from = near
		}
		if far.Cmp(to) < 0 {
			to = far
		}
	}
	return from.Cmp(to) <= 0
}

// TestSlabs: no box that the ray is in is rejected, on rays that graze boxes and at any scale; and few others
// are let through.
func TestSlabs(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 8))
	in, passed := 0, 0
	cases := require.Samples(20000, 2000, 1000)
	for i := range cases {
		scale := 0
		if i%2 == 0 {
			scale = random.IntN(2000) - 1000
		}
		number := func() float64 { return math.Ldexp(float64(random.IntN(9)-4), scale) }
		if i%3 == 0 {
			number = func() float64 { return math.Ldexp(random.NormFloat64(), scale+random.IntN(40)) }
		}
		if i%7 == 0 {
			number = func() float64 { return math.Ldexp(random.NormFloat64(), random.IntN(2000)-1050) }
		}
		vec := func() geom.Vec { return geom.Vec{X: number(), Y: number(), Z: number()} }
		box := geom.BoundsOf([]geom.Vec{vec(), vec()})
		r := predicate.Ray{Origin: vec(), Direction: vec(), Max: math.Inf(1)}
		if i%5 == 0 {
			r.Direction = box.Max.Sub(r.Origin)
		}
		if r.Direction == (geom.Vec{}) || !r.Direction.IsFinite() || !r.Origin.IsFinite() || !box.Min.IsFinite() || !box.Max.IsFinite() {
			continue
		}
		limit := math.MaxFloat64
		if i%11 == 0 {
			limit = 1
		}
		s := scaleRay(&r)
		var slabs slabs
		slabs.set(s.origin, s.direction, 0)
		_, may := slabs.enters(&box, s.limit(limit))
		meets := meetsBox(&r, &box, limit)
		if meets && !may {
			t.Fatalf("%v up to %g is in %v", r, limit, box)
		}
		if i%2 > 0 && i%5 > 0 && i%7 > 0 { // numbers of the size of 1, and no ray through a corner
			in, passed = in+count(meets), passed+count(may)
		}
	}
	if in < cases/40 || passed > in+in/100 {
		t.Errorf("%d rays meet their box, %d pass", in, passed)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rayPadRatio is how much of its pad a box in a surface's own coordinates needs. The box is a point, and the
// ray goes through its world image, as far as the direction is not rounded.
func rayPadRatio(x []float64) float64 { return padOfRay(x, 0) }

func rayStretchedRatio(x []float64) float64 { return padOfRay(x, part(x[14], 1e-11)) }

func padOfRay(x []float64, stretch float64) float64 {
	m, ok := turn(x, stretch)
	if !ok || !tame(x) {
		return -1
	}
	pose, v, o := geom.Pose{R: m, T: vecAt(x, 4)}, vecAt(x, 7), vecAt(x, 10)
	box := geom.AABB{Min: v, Max: v}
	var s Surface
	s.set(v, &pose, box)
	var r Rays
	d := pose.Apply(v).Sub(o)
	if d == (geom.Vec{}) {
		return -1
	}
	r.Control = new(Control)
	r.Set(&predicate.Ray{Origin: o, Direction: d.Scale(x[13]), Max: math.Inf(1)}, true)
	if x[13] <= 0 {
		return -1
	}
	var q raySearch
	if q.set(&r, &s); q.posed || q.slabs != &q.own {
		return -1
	}
	origin, direction, pad := q.local(&r, &s)
	return largest(func(part float64) bool {
		q.own.set(origin, direction, part*pad)
		_, may := q.own.enters(&box, r.limit)
		return !may
	})
}

// TestSlabsBeyondTheRange: the way to the box overflows, t does not.
func TestSlabsBeyondTheRange(t *testing.T) {
	r := predicate.Ray{Origin: geom.Vec{X: -1e308, Z: 1}, Direction: geom.Vec{X: 1.9, Y: 1, Z: 0x1p-1000}, Max: math.Inf(1)}
	box := geom.AABB{Min: geom.Vec{X: 1.6e308}, Max: geom.Vec{X: 1.7e308, Y: 1.5e308, Z: 1e308}}
	s := scaleRay(&r)
	var slabs slabs
	slabs.set(s.origin, s.direction, 0)
	if _, may := slabs.enters(&box, s.limit(math.MaxFloat64)); !may || !meetsBox(&r, &box, math.MaxFloat64) {
		t.Errorf("the box is rejected: %v", !may)
	}
}
