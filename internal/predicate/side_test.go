package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// A plane has the signs of Orient3D, for triangles across an axis, in any plane and without an area, in all sizes.
func TestPlaneSide(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	seen := map[int]int{}
	var tally Tally
	for range 40_000 {
		scale, flat, mixed := math.Ldexp(1, r.IntN(2000)-1030), r.IntN(5), r.IntN(5) == 0
		if mixed {
			scale = math.Ldexp(1, r.IntN(800)-400)
		}
		point := func() geom.Vec {
			v := geom.Vec{X: float64(r.IntN(4) - 1), Y: float64(r.IntN(4) - 1), Z: float64(r.IntN(4) - 1)}
			if r.IntN(9) == 0 {
				v.X = r.Float64()
			}
			if mixed {
				return v.Scale(math.Ldexp(scale, r.IntN(1200)-600))
			}
			return v.Scale(scale)
		}
		q, x := geom.Triangle{point(), point(), point()}, point()
		for k := range 3 {
			switch flat {
			case 0:
				q[k].X = q[0].X
			case 1:
				q[k].Y = q[0].Y
			case 2:
				q[k].Z = q[0].Z
			}
		}
		if r.IntN(4) == 0 { // next to the plane, as far as rounding lets it
			a, b := r.Float64(), r.Float64()
			x = q[0].Add(q[1].Sub(q[0]).Scale(a)).Add(q[2].Sub(q[0]).Scale(b))
		}
		plane := tally.PlaneOf(&q)
		plane.Side(&tally, q[1])
		got, want := plane.Side(&tally, x), Orient3D(q[0], q[1], q[2], x)
		if got != want {
			t.Fatalf("%v, %v: %d, expected %d", q, x, got, want)
		}
		seen[want]++
	}
	if seen[0] < 5000 || seen[1] < 5000 || seen[-1] < 5000 {
		t.Errorf("signs %v", seen)
	}
}

// A point so near to a corner that the tails of products with the normal vanish is not decided by them.
func TestPlaneSideOfTinyWay(t *testing.T) {
	var tally Tally
	q := geom.Triangle{{}, {Z: 1}, {X: 1, Y: 1 + 0x1p-52}}
	plane, x := tally.PlaneOf(&q), geom.Vec{X: math.SmallestNonzeroFloat64, Y: math.SmallestNonzeroFloat64}
	if got, want := plane.Side(&tally, x), Orient3D(q[0], q[1], q[2], x); got != want || want == 0 {
		t.Errorf("%d, expected %d", got, want)
	}
}
