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

// drawHalf draws a half space on a small lattice, often along an axis.
func drawHalf(r *rand.Rand) *HalfSpace {
	for {
		h := &HalfSpace{Point: nearLattice(r), Normal: nearLattice(r)}
		if r.IntN(3) == 0 {
			h.Normal = geom.Vec{Z: float64(1 + r.IntN(2))}
		}
		if h.Normal != (geom.Vec{}) {
			return h
		}
	}
}

// isDecisive fails the test where the draws have hardly any answer of one kind.
func isDecisive(t *testing.T, counts map[bool]int) {
	t.Helper()
	if all := counts[true] + counts[false]; counts[true] < all/8 || counts[false] < all/8 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestHalfSpaceMeets compares with rational numbers, at all sizes.
func TestHalfSpaceMeets(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 40))
	var counts [4]map[bool]int
	for k := range counts {
		counts[k] = map[bool]int{}
	}
	for i := range require.Samples(4000, 500, 250) {
		h, a, points := drawHalf(r), drawAxial(r, i%2 == 0), smallHull(r)
		ball := geom.Sphere{Center: nearLattice(r), Radius: float64(r.IntN(5)) / 2}
		q := geom.Triangle{nearLattice(r), nearLattice(r), nearLattice(r)}
		want := [4]bool{
			oracle.HalfSpaceMeets(h.Point, h.Normal, q[:], 0), oracle.HalfSpaceMeets(h.Point, h.Normal, points, 0),
			oracle.HalfSpaceMeets(h.Point, h.Normal, []geom.Vec{ball.Center}, ball.Radius), oracle.HalfSpaceMeets(h.Point, h.Normal, []geom.Vec{a.A, a.B}, a.Radius),
		}
		if a.Flat {
			want[3] = oracle.HalfSpaceMeetsCylinder(h.Point, h.Normal, a.A, a.B, a.Radius)
		}
		if a.Pointed {
			want[3] = oracle.HalfSpaceMeetsCone(h.Point, h.Normal, a.A, a.B, a.Radius)
		}
		var tally Tally
		got := [4]bool{tally.HalfSpaceTriangle(h, &q), tally.HalfSpaceHull(h, hullOf(points...)), tally.HalfSpaceSphere(h, &ball), tally.HalfSpaceAxial(h, a)}
		if got != want {
			t.Fatalf("%+v with %v, %v, %v, %+v: %v, want %v", h, q, points, ball, a, got, want)
		}
		for k := range counts {
			counts[k][want[k]]++
		}
	}
	for k := range counts {
		isDecisive(t, counts[k])
	}
}

// TestAxialHeightSign compares lowest and highest points with numbers of 12,000 bits, as many as draws next to 0 take: on a plane, above and below it.
func TestAxialHeightSign(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20, 40))
	signs, held := map[int]int{}, map[bool]int{}
	for i := range require.Cases(6000, 900) {
		h, a := drawHalf(r), drawAxial(r, i%4 == 0)
		if a.Flat && i%3 == 0 { // square to the plane, or along it
			h.Normal = a.B.Sub(a.A)
			if i%2 == 0 {
				h.Normal = geom.Vec{X: h.Normal.Y, Y: -h.Normal.X}
			}
		}
		if h.Normal == (geom.Vec{}) {
			continue
		}
		low, high := lowestAndHighest(h, a)
		var tally Tally
		if got := tally.AxialHeightSign(h, a); got != low {
			t.Fatalf("%+v over %+v: lowest %d, want %d", a, h, got, low)
		}
		if got := tally.HalfSpaceHoldsAxial(h, a); got != (high < 0) {
			t.Fatalf("%+v over %+v: held %v, highest %d", a, h, got, high)
		}
		if a.Flat {
			signs[low]++
			held[high < 0]++
		}
	}
	if signs[-1] < 50 || signs[0] < 5 || signs[1] < 30 || held[true] < 30 {
		t.Errorf("signs %v, held %v: the draws prove little", signs, held)
	}
}

// lowestAndHighest are the signs of the heights of the lowest and the highest point; what is below 2⁻⁹⁰⁰⁰ counts as 0.
func lowestAndHighest(h *HalfSpace, a *Axial) (low, high int) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(12000).SetFloat64(x) }
	of := func(op func(z, x, y *big.Float) *big.Float, x, y *big.Float) *big.Float {
		return op(new(big.Float).SetPrec(12000), x, y)
	}
	times := func(x, y *big.Float) *big.Float { return of((*big.Float).Mul, x, y) }
	plus := func(x, y *big.Float) *big.Float { return of((*big.Float).Add, x, y) }
	less := func(x, y *big.Float) *big.Float { return of((*big.Float).Sub, x, y) }
	var n, d [3]*big.Float
	for k := range 3 {
		n[k], d[k] = number(h.Normal.At(k)), less(number(a.B.At(k)), number(a.A.At(k)))
	}
	dot := func(x, y [3]*big.Float) *big.Float {
		return plus(plus(times(x[0], y[0]), times(x[1], y[1])), times(x[2], y[2]))
	}
	height := func(x geom.Vec) *big.Float {
		var v [3]*big.Float
		for k := range v {
			v[k] = less(number(x.At(k)), number(h.Point.At(k)))
		}
		return dot(n, v)
	}
	root := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(12000).Sqrt(x) }
	reach := times(number(a.Radius), root(dot(n, n))) // of a ball
	if a.Flat {                                       // |n×d|² = n²·d² − (n·d)²
		across := less(times(dot(n, n), dot(d, d)), times(dot(n, d), dot(n, d)))
		if across.Sign() < 0 {
			across = number(0)
		}
		reach = times(number(a.Radius), of((*big.Float).Quo, root(across), root(dot(d, d))))
	}
	ends := []*big.Float{less(height(a.A), reach), plus(height(a.A), reach), less(height(a.B), reach), plus(height(a.B), reach)}
	if a.Pointed {
		ends[2], ends[3] = height(a.B), height(a.B)
	}
	sign := func(x *big.Float) int {
		if new(big.Float).Abs(x).Cmp(new(big.Float).SetMantExp(number(1), -9000)) < 0 {
			return 0
		}
		return x.Sign()
	}
	low, high = sign(ends[0]), sign(ends[0])
	for _, x := range ends {
		low, high = min(low, sign(x)), max(high, sign(x))
	}
	return low, high
}

// TestHalfSpacesAreScaled: powers of two that lose no bits change nothing, and neither does the length of the normal.
func TestHalfSpacesAreScaled(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 40))
	whole := func() geom.Vec {
		return geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	}
	var tally Tally
	for range require.Samples(1000, 150, 75) {
		h := &HalfSpace{Point: whole(), Normal: whole().Add(geom.Vec{X: 0x1p-20})}
		x, radius := whole(), float64(r.IntN(4))
		want := tally.CompareHeight(h, x, radius, 0)
		for _, s := range axialScales {
			for _, n := range axialScales {
				g := &HalfSpace{Point: h.Point.Scale(s), Normal: h.Normal.Scale(n)}
				if got := tally.CompareHeight(g, x.Scale(s), radius*s, 0); got != want {
					t.Fatalf("%+v and %v, %v by %g: %d, want %d", h, x, radius, s, got, want)
				}
			}
		}
	}
}

// TestCompareHeight compares with rational numbers, radii of either sign included.
func TestCompareHeight(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 40))
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	dot := func(n, x geom.Vec) *big.Rat {
		s := new(big.Rat).Mul(rat(n.X), rat(x.X))
		s.Add(s, new(big.Rat).Mul(rat(n.Y), rat(x.Y)))
		return s.Add(s, new(big.Rat).Mul(rat(n.Z), rat(x.Z)))
	}
	for range require.Samples(4000, 500, 250) {
		h, x := drawHalf(r), nearLattice(r)
		p, q := float64(r.IntN(7)-3)/2, float64(r.IntN(7)-3)/2
		v := dot(h.Normal, x)
		v.Sub(v, dot(h.Normal, h.Point))
		sum := new(big.Rat).Add(rat(p), rat(q))
		want := v.Sign() - sum.Sign()
		if want == 0 {
			l := new(big.Rat).Mul(sum, sum)
			want = new(big.Rat).Mul(v, v).Cmp(l.Mul(l, dot(h.Normal, h.Normal))) * max(v.Sign(), -1)
		}
		want = max(-1, min(1, want))
		var tally Tally
		if got := tally.CompareHeight(h, x, p, q); got != want {
			t.Fatalf("%+v and %v less %v and %v: %d, want %d", h, x, p, q, got, want)
		}
		box := geom.AABB{Min: x, Max: x.Add(nearLattice(r).Abs())}
		if by := max(0, p+q); h.IsAbove(&box, by) {
			for _, c := range boxCorners(&box) {
				if tally.CompareHeight(h, c, by, 0) <= 0 {
					t.Fatalf("%+v: %v is above by %v, %v is not", h, box, by, c)
				}
			}
		}
	}
}

func boxCorners(b *geom.AABB) (c [8]geom.Vec) {
	ends := [2]geom.Vec{b.Min, b.Max}
	for i := range c {
		c[i] = geom.Vec{X: ends[i&1].X, Y: ends[i>>1&1].Y, Z: ends[i>>2].Z}
	}
	return c
}

// TestHalfSpacesMeet: two half spaces, their insides and a point that they share.
func TestHalfSpacesMeet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 40))
	counts := map[bool]int{}
	var tally Tally
	for i := range require.Samples(3000, 300, 150) {
		a, b := drawHalf(r), drawHalf(r)
		if i%2 == 0 {
			b.Normal = a.Normal.Scale(-2)
		}
		want := oracle.HalfSpacesMeet(a.Point, a.Normal, b.Point, b.Normal)
		counts[want]++
		if got := tally.HalfSpacesMeet(a, b); got != want || got != tally.HalfSpacesMeet(b, a) {
			t.Fatalf("%+v and %+v: %v, want %v", a, b, got, want)
		}
		if !want {
			continue
		}
		x, _ := tally.CommonOf(a, b)
		for _, h := range []*HalfSpace{a, b} { // the coordinates of x are off by one rounding, and are below 2¹⁰⁰ here
			if d := h.Normal.Dot(x.Sub(h.Point)) / h.Normal.Norm(); d > 1e-14*(1+x.MaxAbs()) {
				t.Fatalf("%+v and %+v: %v is %g outside", a, b, x, d)
			}
		}
		if in := tally.HalfSpaceHolds(a, b); in && !tally.HalfSpacesOverlap(a, b) || in && tally.SameHalfSpace(a, b) {
			t.Fatalf("%+v holds %+v but they do not overlap, or are equal", a, b)
		}
	}
	isDecisive(t, counts)
	floor := &HalfSpace{Normal: geom.Vec{Z: 1}}
	for _, c := range []struct {
		at, normal            geom.Vec
		overlap, holds, equal bool
	}{
		{geom.Vec{Z: -1}, geom.Vec{Z: 3}, true, true, false},
		{geom.Vec{X: 5}, geom.Vec{Z: 3}, true, false, true},
		{geom.Vec{X: 5}, geom.Vec{Z: -3}, false, false, false},
		{geom.Vec{Z: -1}, geom.Vec{Z: -1}, true, false, false},
		{geom.Vec{Z: -1}, geom.Vec{X: 1}, true, false, false},
	} {
		b := &HalfSpace{Point: c.at, Normal: c.normal}
		if tally.HalfSpacesOverlap(floor, b) != c.overlap || tally.HalfSpaceHolds(floor, b) != c.holds || tally.SameHalfSpace(floor, b) != c.equal {
			t.Errorf("the floor and %+v: want %+v", b, c)
		}
	}
}

// TestHeightSquare: the distance from a plane, correctly rounded, and the foot on it.
func TestHeightSquare(t *testing.T) {
	t.Parallel()
	var tally Tally
	h := &HalfSpace{Point: geom.Vec{X: 1}, Normal: geom.Vec{X: 1, Y: 1, Z: 1}}
	d := tally.HeightSquare(h, geom.Vec{X: 2, Y: 1, Z: 1})
	if got := d.Root(); got != math.Sqrt(3) {
		t.Errorf("distance %v, want √3", got)
	}
	if x := h.Foot(geom.Vec{X: 2, Y: 1, Z: 1}); x != (geom.Vec{X: 1}) {
		t.Errorf("foot %v", x)
	}
	if at := tally.Lowest(h, []geom.Vec{{X: 2}, {X: 1}, {Y: 1}, {X: 5}}); at != 1 {
		t.Errorf("lowest is %d", at)
	}
	if tally.Lowest(h, nil) != -1 || tally.HalfSpaceHull(h, hullOf()) || tally.HalfSpaceSphere(h, &geom.Sphere{Radius: -1}) {
		t.Error("what is empty is low")
	}
}

// TestHalfSpacesAllocateNothing: a body that rests on the floor is decided without integers.
func TestHalfSpacesAllocateNothing(t *testing.T) {
	h := &HalfSpace{Point: geom.Vec{X: 0.1, Y: 0.2, Z: 0.3}, Normal: geom.Vec{X: 0.1, Y: 0.7, Z: 0.5}}
	q := geom.Triangle{h.Point, h.Point.Add(h.Normal), h.Point}
	var tally Tally
	if n := testing.AllocsPerRun(100, func() { tally.HalfSpaceTriangle(h, &q) }); n != 0 || tally.Exact == 0 {
		t.Errorf("%v allocations, %d exact decisions", n, tally.Exact)
	}
}
