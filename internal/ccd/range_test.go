package ccd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// scaled is a query times a power of two.
func (q Query) scaled(e int) Query {
	for i := range q.Start {
		for k := range 3 {
			set(&q.Start[i], k, math.Ldexp(q.Start[i].At(k), e))
			set(&q.End[i], k, math.Ldexp(q.End[i].At(k), e))
		}
	}
	return q
}

// TestFilterScales: from 2⁻²⁴⁰ to 2²⁴⁰ a power of two changes nothing of what the filter proves, since no product of four
// numbers underflows or overflows. Beyond 2⁻³⁰⁰ and 2³⁰⁰ it proves nothing.
func TestFilterScales(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(32, 1))
	proven := 0
	for range 300 {
		q := general(r, 1)
		m := 0.0
		for i := range q.Start {
			m = max(m, q.Start[i].MaxAbs(), q.End[i].MaxAbs())
		}
		_, e := math.Frexp(m) // 2ᵉ⁻¹ ≤ m < 2ᵉ
		want := q.freeUntil()
		if want > 0 {
			proven++
		}
		for _, to := range []int{-240, -150, -20, 0, 20, 150, 240} {
			if p := q.scaled(to - e); p.freeUntil() != want {
				t.Fatalf("%+v: free until %v, as large as 2^%d until %v", q, want, to, p.freeUntil())
			}
		}
		for _, to := range []int{-300, -400, -538, 302, 400, 600} {
			if p := q.scaled(to - e); p.freeUntil() != -1 {
				t.Fatalf("%+v: as large as 2^%d it is free until %v; want no proof", q, to, p.freeUntil())
			}
		}
	}
	if proven < 50 {
		t.Errorf("%d queries are free for a while", proven)
	}
}

// TestEndsOfTheFilter: the ends of the range belong to it.
func TestEndsOfTheFilter(t *testing.T) {
	t.Parallel()
	for _, m := range []float64{0x1p-300, 1, 0x1p300} {
		q := Query{Kind: VertexFace}
		q.Start = [4]geom.Vec{{X: -m}, {X: m}, {X: m, Y: m}, {X: m, Z: m}}
		q.End = q.Start
		if q.freeUntil() != 1 {
			t.Errorf("size %g: free until %v, want 1", m, q.freeUntil())
		}
	}
}

// TestFloatOfDyadic: float returns the greatest float64 that is not above, which is the number itself where it is one.
func TestFloatOfDyadic(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(32, 2))
	for range 2000 {
		x := math.Ldexp(r.Float64(), -r.IntN(1080))
		if got := dyadicOf(x).float(); got != x {
			t.Fatalf("%g became %g", x, got)
		}
		if x == 0 || x >= 1 {
			continue
		}
		a := between(dyadicOf(x), dyadicOf(math.Nextafter(x, 1)))
		if got := a.float(); got != x {
			t.Fatalf("what is between %g and the next is %g, want the lower", x, got)
		}
	}
}

// TestFloatsOfPolynomials: coefficients of any size keep their proportions, to 53 bits.
func TestFloatsOfPolynomials(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(32, 3))
	for range 500 {
		p := make(poly, 4)
		for k := range p {
			p[k] = new(big.Int).Lsh(big.NewInt(r.Int64()-r.Int64()), uint(r.IntN(1<<r.IntN(13))))
		}
		top := 0
		for _, c := range p {
			top = max(top, c.BitLen())
		}
		scale := 0
		if top >= 1000 {
			scale = -top
		}
		for k, got := range p.floats() {
			want := new(big.Float).SetMantExp(new(big.Float).SetInt(p[k]), scale)
			off, _ := new(big.Float).Sub(want, big.NewFloat(got)).Float64()
			size, _ := want.Float64()
			if !(math.Abs(off) <= 0x1.02p-53*math.Abs(size)+0x1p-1070) || math.IsInf(got, 0) {
				t.Fatalf("%d bits of %d: %g, want %g", p[k].BitLen(), top, got, size)
			}
		}
	}
}
