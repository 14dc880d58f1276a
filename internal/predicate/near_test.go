package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

func (s *Square) rat() *big.Rat {
	unit := new(big.Rat).SetFrac(one, new(big.Int).Lsh(one, 1074))
	unit.Mul(unit, new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(s.u))))
	r := new(big.Rat).SetFrac(s.num, s.den)
	return r.Mul(r, unit.Mul(unit, unit))
}

func ratSquare(x float64) *big.Rat {
	r := new(big.Rat).SetFloat64(x)
	return r.Mul(r, r)
}

// checkNear compares everything about the distance of two triangles with the oracle.
func checkNear(t *testing.T, p, q *geom.Triangle) {
	t.Helper()
	var tally Tally
	want := oracle.SquaredDistance(p[:], q[:])
	near, back := tally.Distance(p, q), tally.Distance(q, p)
	if got := near.Square.rat(); got.Cmp(want) != 0 {
		t.Fatalf("the square of the distance of %v and %v is %v, want %v (features %d, %d)", p, q, got, want, near.A, near.B)
	}
	if near.Square.Compare(&back.Square) != 0 {
		t.Fatalf("the distance of %v and %v depends on the order", p, q)
	}
	if touch := TriangleTriangle(p, q); touch != near.Square.IsZero() {
		t.Fatalf("%v and %v: touch %v, distance 0 %v", p, q, touch, near.Square.IsZero())
	}
	bounds := DistanceBounds(p, q, math.Inf(1))
	lo, hi := bounds.Lo, bounds.Hi
	if !(lo >= 0 && lo <= math.MaxFloat64) || ratSquare(lo).Cmp(want) > 0 || !math.IsInf(hi, 1) && ratSquare(hi).Cmp(want) < 0 {
		t.Fatalf("the distance of %v and %v is not in [%g, %g]: %g", p, q, lo, hi, near.Square.Root())
	}
	if b := DistanceBounds(p, q, 0); !(b.Lo >= 0 && b.Lo <= math.MaxFloat64) || ratSquare(b.Lo).Cmp(want) > 0 || !math.IsInf(b.Hi, 1) && b.Hi != hi {
		t.Fatalf("the distance of %v and %v is less than %g: %g", p, q, b.Lo, near.Square.Root())
	}
	checkRoot(t, &near.Square, want)
	checkPoints(t, &near, p, q, want)
}

// checkRoot looks at the halves between the root and its neighbours.
func checkRoot(t *testing.T, s *Square, want *big.Rat) {
	t.Helper()
	d := s.Root()
	if want.Sign() == 0 || math.IsInf(d, 1) {
		if want.Sign() == 0 != (d == 0) || math.IsInf(d, 1) && ratSquare(math.MaxFloat64).Cmp(want) > 0 {
			t.Fatalf("the root of %v is %g", want, d)
		}
		return
	}
	even := math.Float64bits(d)&1 == 0
	for _, to := range [2]float64{0, math.Inf(1)} {
		n := math.Nextafter(d, to)
		if math.IsInf(n, 1) || d == math.SmallestNonzeroFloat64 && n == 0 {
			continue
		}
		half := new(big.Rat).Add(new(big.Rat).SetFloat64(d), new(big.Rat).SetFloat64(n))
		half.Mul(half, big.NewRat(1, 2))
		c := half.Mul(half, half).Cmp(want)
		if c == 0 && !even || n > d && c < 0 || n < d && c > 0 {
			t.Fatalf("the root of %v is not %g: %g is nearer", want, d, n)
		}
	}
	for _, x := range []float64{d, math.Nextafter(d, 0), math.Nextafter(d, math.Inf(1))} {
		if !math.IsInf(x, 1) && s.CompareDistance(x) != want.Cmp(ratSquare(x)) {
			t.Fatalf("√%v compared with %g: %d", want, x, s.CompareDistance(x))
		}
	}
}

// checkPoints looks whether the ends are where they are said to be, and as far apart.
func checkPoints(t *testing.T, n *Near, p, q *geom.Triangle, want *big.Rat) {
	t.Helper()
	x, y, bound := n.Points(p, q)
	if math.IsInf(bound, 1) {
		t.Fatalf("no bound for the points of %v and %v", p, q)
	}
	b := ratSquare(bound)
	if oracle.SquaredDistance([]geom.Vec{x}, p[:]).Cmp(b) > 0 || oracle.SquaredDistance([]geom.Vec{y}, q[:]).Cmp(b) > 0 {
		t.Fatalf("%v and %v: the points %v, %v are more than %g away (features %d, %d)", p, q, x, y, bound, n.A, n.B)
	}
	// d−2b ≤ |x−y| ≤ d+2b, squared twice: (|x−y|² − d² − 4b²)² ≤ 16b²d².
	xy := oracle.SquaredDistance([]geom.Vec{x}, []geom.Vec{y})
	l := new(big.Rat).Sub(xy, want)
	l.Sub(l, new(big.Rat).Mul(big.NewRat(4, 1), b))
	r := new(big.Rat).Mul(big.NewRat(16, 1), new(big.Rat).Mul(b, want))
	if l.Sign() > 0 && l.Mul(l, l).Cmp(r) > 0 {
		t.Fatalf("%v and %v: the points %v, %v are too far apart for bound %g", p, q, x, y, bound)
	}
}

func TestDistanceOnLattices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 1))
	zero := 0
	cases := require.Samples(500, 100, 50)
	for range cases {
		n := 2 + r.IntN(6)
		p, q := latticeTriangle(r, n), latticeTriangle(r, n)
		if r.IntN(2) == 0 {
			for i := range q {
				q[i].Z += float64(r.IntN(9))
			}
		}
		if r.IntN(4) == 0 {
			q[2] = q[r.IntN(3)]
		}
		scale := math.Ldexp(1, r.IntN(2080)-1074)
		for i := range p {
			p[i], q[i] = p[i].Scale(scale), q[i].Scale(scale)
		}
		checkNear(t, &p, &q)
		if TriangleTriangle(&p, &q) {
			zero++
		}
	}
	if zero < cases/10 || zero > cases*9/10 {
		t.Errorf("%d of %d pairs touch: the sample is one-sided", zero, cases)
	}
}

// Triangles in general position, near each other, far from the origin, thin and tiny.
func TestDistanceInGeneralPosition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 2))
	seen := map[[2]string]int{}
	for range 500 {
		var p, q geom.Triangle
		size, gap, away := math.Exp2(-20*r.Float64()), math.Exp2(-40*r.Float64()), math.Exp2(20*r.Float64())
		for i := range p {
			p[i] = geom.Vec{X: r.NormFloat64() + away, Y: r.NormFloat64(), Z: size * r.NormFloat64()}
			q[i] = geom.Vec{X: r.NormFloat64() + away, Y: r.NormFloat64(), Z: size*r.NormFloat64() + gap}
		}
		checkNear(t, &p, &q)
		n := new(Tally).Distance(&p, &q)
		seen[[2]string{n.A.String(), n.B.String()}]++
	}
	for _, f := range [][2]string{{"vertex", "vertex"}, {"vertex", "edge"}, {"edge", "vertex"}, {"edge", "edge"}, {"vertex", "face"}, {"face", "vertex"}, {"edge", "face"}, {"face", "edge"}} {
		if seen[f] == 0 {
			t.Errorf("no pair was nearest at %v: %v", f, seen)
		}
	}
}

// The filter settles most pairs: an interval that is right but useless would only be slow.
func TestDistanceBoundsAreNarrow(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 3))
	wide := 0
	for range 2000 {
		var p, q geom.Triangle
		for i := range p {
			p[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			q[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64() + 4}
		}
		if b := DistanceBounds(&p, &q, math.Inf(1)); !TriangleTriangle(&p, &q) && b.Hi-b.Lo > 0x1p-40*b.Hi {
			wide++
		}
	}
	if wide > 100 {
		t.Errorf("%d of 2000 intervals are wider than 2⁻⁴⁰ of the distance", wide)
	}
}

// Scaling by a power of two and exchanging corners change neither the square nor the order.
func TestDistanceUnderExactMaps(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 4))
	for range 500 {
		p, q := latticeTriangle(r, 9), latticeTriangle(r, 9)
		d := new(Tally).Distance(&p, &q)
		e := r.IntN(1900) - 950
		var a, b geom.Triangle
		for i := range a {
			a[i], b[i] = p[(i+1)%3].Scale(math.Ldexp(1, e)), q[(i+2)%3].Scale(math.Ldexp(1, e))
		}
		s := new(Tally).Distance(&a, &b)
		if got, want := s.Square.Root(), math.Ldexp(d.Square.Root(), e); got != want {
			t.Fatalf("%v and %v times 2^%d: distance %g, want %g", p, q, e, got, want)
		}
	}
}

func FuzzDistance(f *testing.F) {
	addSeeds(f, func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newSource(data)
		p, q := s.triangle(), s.triangle()
		if s.finite {
			checkNear(t, &p, &q)
		}
	})
}
