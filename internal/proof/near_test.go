package proof

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// TestLengthsAreRoundedOutward: the reach times the length of a direction is not below the product, and not far above.
func TestLengthsAreRoundedOutward(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 7))
	for range 20_000 {
		square := float64(r.IntN(3) + 1)
		if r.IntN(2) == 0 {
			square = float64(r.IntN(3 << 30))
		}
		reach := math.Ldexp(1+r.Float64(), []int{0, -1074, -1060, -30, 900}[r.IntN(5)])
		w := timesLength(reach, square)
		x, y := new(big.Rat).SetFloat64(w), new(big.Rat).SetFloat64(reach)
		x.Mul(x, x)
		y.Mul(y, y).Mul(y, new(big.Rat).SetFloat64(square))
		if x.Cmp(y) < 0 || w > reach*math.Sqrt(square)*(1+0x1p-50)+3*math.SmallestNonzeroFloat64 {
			t.Fatalf("%v times √%v: %v", reach, square, w)
		}
	}
	for k, w := range reachAlong(2) {
		if want := []float64{2, 2 * math.Sqrt2, 2 * math.Sqrt(3)}[min(k/3, 1)+k/9]; !(w >= want && w < want*(1+0x1p-50)) {
			t.Errorf("direction %d: %v, want %v", k, w, want)
		}
	}
}

// TestFarther at the ends of the range.
func TestFarther(t *testing.T) {
	t.Parallel()
	const most, least = math.MaxFloat64, math.SmallestNonzeroFloat64
	for _, c := range []struct {
		most, least, reach float64
		want               bool
	}{
		{0, least, 0, true}, {0, 0, 0, false}, {1, 0, 0, false}, {0, 2, 2, false}, {0, math.Nextafter(2, 3), 2, true},
		{1, math.Nextafter(3, 4), 2, true}, {1, math.Nextafter(3, 2), 2, false}, {-1, 0x1p-60, 1, false},
		{-most, most, 0, true}, {-most, most, most, true}, {-most / 2, most / 2, most, false}, {-most, 0x1p1000, most, true},
		{0, math.Inf(1), 0, false}, {math.Inf(-1), 0, 0, false}, {-most, most, math.Inf(1), false}, {math.NaN(), 1, 0, false}, {0, math.NaN(), 0, false},
	} {
		if got := farther(c.most, c.least, c.reach); got != c.want {
			t.Errorf("from %v to %v, by more than %v: %v", c.most, c.least, c.reach, got)
		}
	}
}

// TestClosestPoints are those that a search finds.
func TestClosestPoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 8))
	for i := range 300 {
		var p, q geom.Triangle
		for k := range 3 {
			p[k] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			q[k] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64() + 3}
		}
		if i%5 == 0 { // a segment and a point
			p[2], q[1], q[2] = p[1], q[0], q[0]
		}
		if predicate.TriangleTriangle(&p, &q) { // at a point that is neither a corner nor between two edges
			continue
		}
		w := closest(&p, &q)
		d := at(&q, w[3:]).Sub(at(&p, w[:3]))
		least := math.Inf(1)
		for range 3000 {
			e := at(&q, anyWeights(r)).Sub(at(&p, anyWeights(r)))
			least = min(least, e.Norm())
			// No point of q is nearer along d than its closest one, and none of p.
			if e.Dot(d) < d.Dot(d)*(1-1e-9) {
				t.Fatalf("case %d: %v apart, and %v", i, d.Norm(), e.Norm())
			}
		}
		if !(d.Norm() <= least*(1+1e-12)) {
			t.Fatalf("case %d: %v apart, and %v", i, d.Norm(), least)
		}
	}
}

func anyWeights(r *rand.Rand) []float64 {
	w := []float64{r.ExpFloat64(), r.ExpFloat64() * float64(r.IntN(2)), r.ExpFloat64() * float64(r.IntN(2))}
	sum := w[0] + w[1] + w[2]
	return []float64{w[0] / sum, w[1] / sum, w[2] / sum}
}
