package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// plain is a reach in binary fractions long enough for what is drawn here.
func (r *Reach) plain() *big.Float {
	const bits = 6000
	x := new(big.Float).SetPrec(bits).SetRat(r.Square.rat())
	x.Sqrt(x)
	x.Sub(x, new(big.Float).SetFloat64(r.R))
	return x.Sub(x, new(big.Float).SetFloat64(r.S))
}

func drawReach(r *rand.Rand) Reach {
	p, q := latticeTriangle(r, 5), latticeTriangle(r, 5)
	for i := range q {
		q[i].Z += float64(r.IntN(12))
	}
	scale := math.Ldexp(1, r.IntN(40)-20)
	for i := range p {
		p[i], q[i] = p[i].Scale(scale), q[i].Scale(scale)
	}
	o := Reach{Square: new(Tally).Distance(&p, &q).Square}
	switch d := o.Square.Root(); r.IntN(4) {
	case 0:
		o.R = d
	case 1:
		o.R, o.S = math.Nextafter(d, 0)*0.75, d*0.25
	case 2:
		o.R = scale * float64(r.IntN(9)) / 4
	}
	return o
}

func TestReachAgainstLongFractions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 5))
	zero := 0
	cases := require.Samples(2000, 300, 150)
	for range cases {
		a, b := drawReach(r), drawReach(r)
		x, y := a.plain(), b.plain()
		if got, want := a.IsZero(), x.Sign() <= 0; got != want {
			t.Fatalf("√%v − %g − %g: zero %v, want %v", a.Square.rat(), a.R, a.S, got, want)
		}
		for _, f := range []*big.Float{x, y} {
			if f.Sign() < 0 {
				f.SetInt64(0)
			}
		}
		want, _ := x.Float64()
		if want == 0 && x.Sign() > 0 {
			want = math.SmallestNonzeroFloat64
		}
		if got := a.Value(); got != want {
			t.Fatalf("√%v − %g − %g is %g, want %g", a.Square.rat(), a.R, a.S, got, want)
		}
		if got := a.Compare(&b); got != x.Cmp(y) || b.Compare(&a) != -got {
			t.Fatalf("√%v − %g − %g against √%v − %g − %g: %d", a.Square.rat(), a.R, a.S, b.Square.rat(), b.R, b.S, got)
		}
		for _, d := range []float64{want, math.Nextafter(want, 0), math.Nextafter(want, 1e9), 0} {
			if got := a.CompareDistance(d); got != x.Cmp(new(big.Float).SetFloat64(d)) {
				t.Fatalf("√%v − %g − %g against %g: %d", a.Square.rat(), a.R, a.S, d, got)
			}
		}
		if a.IsZero() {
			zero++
		}
	}
	if zero < cases/20 || zero > cases*19/20 {
		t.Errorf("%d of %d reaches are 0: the sample is one-sided", zero, cases)
	}
}

// Ends of float64's range: no distance is lost, and none beyond the range is a number.
func TestReachAtTheEndsOfTheRange(t *testing.T) {
	t.Parallel()
	least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
	point := func(x float64) *geom.Triangle { return &geom.Triangle{{X: x}, {X: x}, {X: x}} }
	for _, c := range []struct{ a, b, r, want float64 }{
		{0, least, 0, least}, {0, 3 * least, least, 2 * least}, {-most, most, 0, math.Inf(1)}, {-most, most, most, most},
		{-most, most, most / 2, math.Inf(1)}, {0, most, most, 0}, {1, 1 + 0x1p-52, 0x1p-52, 0}, {1, 1 + 0x1p-52, 0x1p-53, 0x1p-53},
		{most, least, 0, most}, {most, least, math.Nextafter(most, 0), most - math.Nextafter(most, 0)},
	} {
		r := Reach{new(Tally).Distance(point(c.a), point(c.b)).Square, c.r, 0}
		if got := r.Value(); got != c.want {
			t.Errorf("%g to %g less %g is %g, want %g", c.a, c.b, c.r, got, c.want)
		}
	}
}
