package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// Integers in units stand for the coordinates they came from, subnormal and huge ones
// side by side included.
func TestUnitsHoldCoordinates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var tri [2]geom.Triangle
		for k := range tri {
			for i := range tri[k] {
				tri[k][i] = geom.Vec{X: anyFloat(r), Y: anyFloat(r), Z: 0}
			}
		}
		u := unitsOf(&tri[0], &tri[1])
		v := tri[r.IntN(2)][r.IntN(3)]
		p := u.point(v)
		if got := p.vec(); got != v {
			t.Fatalf("%v in units of 2^%d is %v", v, int(u)-1074, got)
		}
		odd := false
		for k := range tri {
			for _, v := range tri[k] {
				odd = odd || u.of(v.X).Bit(0) == 1 || u.of(v.Y).Bit(0) == 1
			}
		}
		if !odd {
			t.Fatalf("the units of %v are not the largest", tri)
		}
	}
}

// anyFloat draws a float64: any bits, near 1, or few bits.
func anyFloat(r *rand.Rand) float64 {
	switch r.IntN(3) {
	case 0:
		return r.Float64() - 0.5
	case 1:
		return float64(r.IntN(64)-32) / 8
	}
	for {
		if x := math.Float64frombits(r.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return x
		}
	}
}

// Fractions round as those of math/big do, subnormal results and halves included.
func TestFractionsRoundCorrectly(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range require.Samples(50_000, 5000, 2500) {
		v := new(big.Int).Lsh(big.NewInt(r.Int64()-r.Int64()), uint(r.IntN(130)))
		v.Add(v, big.NewInt(r.Int64N(8)))
		w := new(big.Int).Lsh(big.NewInt(1+r.Int64()>>r.IntN(63)), uint(r.IntN(130)))
		u := units(r.IntN(1200))
		q := new(big.Rat).SetFrac(v, w)
		unit := new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), uint(u)), new(big.Int).Lsh(big.NewInt(1), 1074))
		want, _ := q.Mul(q, unit).Float64()
		if got := u.float(v, w); got != want {
			t.Fatalf("%v/%v·2^%d is %v, want %v", v, w, int(u)-1074, got, want)
		}
	}
}

// TestUnitsMultiply: a multiple of the units is as many of them as it is, whether its last bit is below
// theirs or above.
func TestUnitsMultiply(t *testing.T) {
	t.Parallel()
	for _, u := range []units{0, 1, 1022, 1074, 1100} {
		for _, x := range []float64{0, 1, -1, 3, -0x1.8p100, 0x1.fffffffffffffp60, -0x1.0000000000001p70, 5} {
			n := u.of(x * 0x1p30)
			got := new(big.Rat).SetInt(n)
			scale := new(big.Int).Lsh(big.NewInt(1), uint(max(1074-int(u), int(u)-1074)))
			if u <= 1074 {
				got.Quo(got, new(big.Rat).SetInt(scale))
			} else {
				got.Mul(got, new(big.Rat).SetInt(scale))
			}
			if got.Cmp(rat(x*0x1p30)) != 0 {
				t.Errorf("%g is %v times 2^(%d−1074)", x*0x1p30, n, u)
			}
		}
	}
}

// TestRescale: coordinates all tiny, or all huge, are brought into the safe range by a power of two;
// those of one set that are too far apart for it are not.
func TestRescale(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x    []float64
		want bool
	}{
		{[]float64{0x1p-700, 0, -0x1.8p-702}, true}, {[]float64{-0x1p-700, 0x1p-705}, true}, {[]float64{0x1p900, -0x1.fp800}, true}, {[]float64{3, -0.5}, true},
		{[]float64{0, 0}, true}, {[]float64{0x1p900, 1}, false}, {[]float64{1, 5e-324}, false},
	} {
		x := append([]float64{}, c.x...)
		got := rescale(x)
		largest := 0.0
		for i, v := range x {
			largest = max(largest, math.Abs(v))
			if got && v*c.x[0] != x[0]*c.x[i] && math.Abs(c.x[0]) < 0x1p400 && math.Abs(c.x[0]) > 0x1p-300 {
				t.Errorf("%v becomes %v", c.x, x)
			}
		}
		if got != c.want || got && largest != 0 && (largest < 0.5 || largest >= 1) {
			t.Errorf("rescale(%v) = %v: %v", c.x, got, x)
		}
	}
}
