package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// oracleBallTriangle minimises the squared distance in rationals: over corners,
// feet on edges and the foot on the plane, whichever exist.
func oracleBallTriangle(s *geom.Sphere, q *geom.Triangle) bool {
	if s.Radius < 0 {
		return false
	}
	all := integral(s.Center, q[0], q[1], q[2], geom.Vec{X: s.Radius})
	c, v, r := all[0], [3]ov(all[1:]), all[4][0]
	candidates := v[:]
	for k := range 3 {
		a, d := v[k], v[(k+1)%3].minus(v[k])
		candidates = append(candidates, foot(c, a, d))
	}
	if n := v[1].minus(v[0]).cross(v[2].minus(v[0])); !n.isZero() {
		below := foot(c, c, n) // c itself
		step := new(big.Rat).Quo(n.dot(v[0].minus(c)), n.dot(n))
		for k := range 3 {
			below[k] = radd(c[k], rmul(n[k], step))
		}
		candidates = append(candidates, below)
	}
	r = rmul(r, r)
	inside := halfSpacesOf(v[0], v[1], v[2])
	for _, x := range candidates {
		if d := x.minus(c); d.dot(d).Cmp(r) <= 0 && len(clip([]ov{x}, inside)) > 0 {
			return true
		}
	}
	return false
}

// foot returns the point of the line a + s·d nearest to c; a where d is 0.
func foot(c, a, d ov) ov {
	if d.isZero() {
		return a
	}
	s := new(big.Rat).Quo(d.dot(c.minus(a)), d.dot(d))
	return ov{radd(a[0], rmul(d[0], s)), radd(a[1], rmul(d[1], s)), radd(a[2], rmul(d[2], s))}
}

// ballRadii are the radii that nearly or exactly touch q from c.
func ballRadii(r *rand.Rand, s *geom.Sphere, q *geom.Triangle) []float64 {
	lo, hi := 0.0, 64.0*(1+s.Center.MaxAbs()+q[0].MaxAbs()+q[1].MaxAbs()+q[2].MaxAbs())
	for math.Nextafter(lo, hi) < hi { // bisect the tested code down to adjacent doubles
		mid := lo + (hi-lo)/2
		if SphereTriangle(&geom.Sphere{Center: s.Center, Radius: mid}, q) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return []float64{lo, hi, math.Nextafter(lo, -1), math.Nextafter(hi, 1e9), r.Float64(), 0, -1}
}

func TestSphereTriangleAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for i := range require.Samples(400, 50, 25) {
		var q geom.Triangle
		s := geom.Sphere{Center: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}
		if q = normalTriangle(r); i%2 == 0 {
			q, s.Center = latticeTriangle(r, 4), latticeTriangle(r, 4)[0]
		}
		for _, s.Radius = range ballRadii(r, &s, &q) {
			if got, want := SphereTriangle(&s, &q), oracleBallTriangle(&s, &q); got != want {
				t.Fatalf("SphereTriangle(%v, %v) = %v, want %v", s, q, got, want)
			}
		}
	}
}

func TestSphereSphereAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	hits := 0
	for i := range 4000 {
		v := latticeTriangle(r, 5)
		a, b := geom.Sphere{Center: v[0], Radius: float64(r.IntN(4))}, geom.Sphere{Center: v[1], Radius: v[2].X}
		if i%2 == 0 { // the last bit decides
			b.Center = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			b.Radius = math.Abs(b.Center.Sub(a.Center).Norm() - a.Radius)
		}
		d := ovOf(a.Center).minus(ovOf(b.Center))
		reach := radd(rat(a.Radius), rat(b.Radius))
		want := d.dot(d).Cmp(rmul(reach, reach)) <= 0
		if got := SphereSphere(&a, &b); got != want || SphereSphere(&b, &a) != want {
			t.Fatalf("SphereSphere(%v, %v) = %v, want %v", a, b, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 500 || hits > 3500 {
		t.Errorf("%d of 4000 touch", hits)
	}
}

func TestSpheresAtExtremes(t *testing.T) {
	for _, e := range []int{-1074, -1000, 0, 900, 1021} {
		unit := math.Ldexp(1, e)
		a := geom.Sphere{Radius: 2 * unit}
		b := geom.Sphere{Center: geom.Vec{X: 3 * unit, Y: 4 * unit}, Radius: 3 * unit}
		q := geom.Triangle{{X: 2 * unit, Y: unit}, {X: 2 * unit, Y: -unit}, {X: 3 * unit}}
		if !SphereSphere(&a, &b) {
			t.Errorf("unit 2^%d: balls of radius 2 and 3 at distance 5 touch", e)
		}
		if SphereTriangle(&geom.Sphere{Radius: math.Nextafter(2*unit, 0)}, &q) || !SphereTriangle(&a, &q) {
			t.Errorf("unit 2^%d: a triangle at distance 2 is touched by radius 2 and no less", e)
		}
		b.Radius = math.Nextafter(b.Radius, 0)
		if SphereSphere(&a, &b) {
			t.Errorf("unit 2^%d: one ulp less leaves a gap", e)
		}
		b.Radius = -1
		if SphereSphere(&a, &b) || SphereSphere(&b, &a) {
			t.Error("a negative radius is an empty ball")
		}
	}
}

// TestBallsThatTouch: a ball whose radius is the distance of a triangle's inside, edge or corner
// touches it, and one smaller by the last bit does not; triangles may be edges and points.
func TestBallsThatTouch(t *testing.T) {
	for name, c := range map[string]struct {
		q geom.Triangle
		r float64
	}{
		"inside":             {geom.Triangle{{X: -3, Y: -3, Z: 7}, {X: 9, Y: -3, Z: 7}, {X: -3, Y: 9, Z: 7}}, 7},
		"edge":               {geom.Triangle{{X: 3, Y: 4, Z: -9}, {X: 3, Y: 4, Z: 9}, {X: 30, Y: 40}}, 5},
		"corner":             {geom.Triangle{{X: 3, Y: 4}, {X: 30, Y: 40, Z: 1}, {X: 30, Y: 40, Z: -1}}, 5},
		"inside of an edge":  {geom.Triangle{{X: 3, Y: 4, Z: -9}, {X: 3, Y: 4, Z: 9}, {X: 3, Y: 4, Z: 9}}, 5},
		"end of an edge":     {geom.Triangle{{X: 3, Y: 4}, {X: 3, Y: 4, Z: 9}, {X: 3, Y: 4, Z: 9}}, 5},
		"middle of an edge":  {geom.Triangle{{X: 3, Y: 4, Z: -9}, {X: 3, Y: 4, Z: 2}, {X: 3, Y: 4, Z: 9}}, 5},
		"point":              {geom.Triangle{{X: 3, Y: 4}, {X: 3, Y: 4}, {X: 3, Y: 4}}, 5},
		"through the centre": {geom.Triangle{{X: -1}, {X: 1}, {Y: 1}}, 0},
	} {
		for k := range 3 {
			q := geom.Triangle{c.q[k], c.q[(k+1)%3], c.q[(k+2)%3]}
			for _, q := range []geom.Triangle{q, {q[1], q[0], q[2]}} {
				if !SphereTriangle(&geom.Sphere{Radius: c.r}, &q) {
					t.Errorf("%s of %v is not touched by a ball of radius %g", name, q, c.r)
				}
				if r := below(c.r); SphereTriangle(&geom.Sphere{Radius: r}, &q) {
					t.Errorf("%s of %v is touched by a ball of radius %g", name, q, r)
				}
			}
		}
	}
}
