package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
)

// TestRayRoundDoubles: what two float64 a number round is what the oracle rounds, for triangles
// of all proportions; and they round nearly all.
func TestRayRoundDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 14))
	hits, certain := 0, 0
	for i := range 3000 {
		q := geom.Triangle{random3(r), random3(r), random3(r)}
		thin := math.Ldexp(1, -r.IntN(45))
		if i%2 == 0 { // a sliver
			q[2] = q[0].Scale(0.5).Add(q[1].Scale(0.5)).Add(random3(r).Scale(thin))
		}
		ray := Ray{Origin: random3(r).Scale(float64(1 + r.IntN(40))), Max: math.Inf(1)}
		ray.Direction = aim(r, &q).Sub(ray.Origin)
		if i%3 == 0 { // almost within its plane
			ray.Origin = q[0].Add(q[1].Sub(q[0]).Scale(-2)).Add(random3(r).Scale(thin))
			ray.Direction = q[0].Scale(0.3).Add(q[1].Scale(0.3)).Add(q[2].Scale(0.4)).Sub(ray.Origin)
		}
		var c RayCaster
		c.Set(&ray)
		var hit RayHit
		if !c.Triangle(&q, &hit) || hit.kind != throughTriangle {
			continue
		}
		hits++
		x, sure := c.roundDoubles(&hit)
		if !sure {
			continue
		}
		if i%2 == 1 && i%3 > 0 {
			certain++
		}
		if want := nearestTo(oracle.Entry(ray.Origin, ray.Direction, q[:])); x != want {
			t.Fatalf("%v and %v: %v, want %v", ray, q, x, want)
		}
	}
	if hits < 1000 || certain < hits/4 {
		t.Errorf("%d hits, %d of triangles that are no slivers are rounded", hits, certain)
	}
}

// TestRayRoundTies: t is in the middle between two float64, or next to it by 2⁻¹⁰⁶ of itself.
func TestRayRoundTies(t *testing.T) {
	for _, x := range []struct{ at, from, want float64 }{
		{0x1p53, -1, 0x1p53},
		{0x1p53 + 2, -1, 0x1p53 + 4},
		{0x1p53 + 2, 1 - 0x1p-53, 0x1p53 + 2},
		{0x1p53, -1 - 0x1p-52, 0x1p53 + 2},
		{0x1p53, -1 + 0x1p-53, 0x1p53},
	} {
		c := RayCaster{}
		c.Set(&Ray{Origin: geom.Vec{X: x.from}, Direction: geom.Vec{X: 1}, Max: math.Inf(1)})
		var hit RayHit
		if !c.Triangle(&geom.Triangle{{X: x.at, Y: -1, Z: -1}, {X: x.at, Y: 2, Z: -1}, {X: x.at, Y: -1, Z: 2}}, &hit) {
			t.Fatal("a miss")
		}
		if got := c.Round(&hit); got != x.want {
			t.Errorf("from %v to %v: %v, want %v", x.from, x.at, got, x.want)
		}
	}
}
