package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// latticePoint draws a point of a lattice.
func latticePoint(r *rand.Rand, reach int) geom.Vec {
	of := func() float64 { return float64(r.IntN(2*reach+1) - reach) }
	return geom.Vec{X: of(), Y: of(), Z: of()}
}

// TestAxialsMeetInAnyOrder: neither what is decided nor how depends on the order of two solids and of their ends.
func TestAxialsMeetInAnyOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	open := 0
	for i := range 5000 {
		a := &Axial{A: latticePoint(r, 4), B: latticePoint(r, 4), Radius: float64(r.IntN(6)) / 2, Flat: true}
		b := &Axial{A: latticePoint(r, 4), B: latticePoint(r, 4), Radius: float64(r.IntN(6)) / 2, Flat: r.IntN(2) == 0}
		a.Pointed, b.Pointed = i%5 > 2, b.Flat && i%5 > 3
		if a.A == a.B || b.A == b.B {
			continue
		}
		var tally Tally
		meets, decided := tally.AxialsMeet(a, b)
		if !decided {
			open++
		}
		if !decided && !b.Flat {
			t.Fatalf("%+v and the capsule %+v are not decided", *a, *b)
		}
		turned := a
		if !a.Pointed {
			turned = &Axial{A: a.B, B: a.A, Radius: a.Radius, Flat: true}
		}
		for _, pair := range [][2]*Axial{{b, a}, {turned, b}, {b, turned}} {
			if m, d := tally.AxialsMeet(pair[0], pair[1]); m != meets || d != decided {
				t.Fatalf("%+v and %+v: %v, %v; in another order %v, %v", *a, *b, meets, decided, m, d)
			}
		}
	}
	if open == 0 {
		t.Error("all are decided: the draws prove little")
	}
}

// TestCapsuleAndCylinder: where a proof is found, which needs no polynomial, the decision in integers is the same.
func TestCapsuleAndCylinder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 20))
	counts := map[bool]int{}
	for range require.Cases(3000, 1000) {
		a := &Axial{A: latticePoint(r, 3), B: latticePoint(r, 3), Radius: float64(1+r.IntN(5)) / 2, Flat: true}
		b := &Axial{A: latticePoint(r, 5), B: latticePoint(r, 5), Radius: float64(1+r.IntN(5)) / 2}
		if a.A == a.B || b.A == b.B {
			continue
		}
		var tally Tally
		p, q := a.Core(), b.Core()
		if _, parallel := a.meetsParallel(b, false); parallel || tally.AxialTriangle(a, &q) || tally.AxialTriangle(b, &p) {
			continue
		}
		want, proven := tally.search(a, b, b.middle(), 0x1p-20, proofSteps, false)
		if !proven {
			continue
		}
		counts[want]++
		if got := a.meetsCapsuleExact(b, false); got != want {
			t.Fatalf("%+v and %+v: %v, want %v", *a, *b, got, want)
		}
		s := axialScales[r.IntN(len(axialScales))]
		if got, decided := tally.AxialsMeet(a.scaled(s), b.scaled(s)); got != want || !decided {
			t.Fatalf("%+v and %+v times %g: %v, %v, want %v", *a, *b, s, got, decided, want)
		}
	}
	if counts[true] < 100 || counts[false] < 100 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// turns are matrices of orthogonal columns of the length 3, 9 or 1 with whole entries.
var wholeTurns = []geom.Mat{
	{1, 0, 0, 0, 1, 0, 0, 0, 1},
	{0, 0, 1, 1, 0, 0, 0, 1, 0},
	{1, 2, 2, 2, 1, -2, 2, -2, 1},
	{1, 4, 8, 8, -4, 1, 4, 7, -4},
}

// TestCapsulesGrazeCylinders: a capsule whose axis is square to the normal at a point of a cylinder, which is as long as
// the radius, touches the cylinder there; with the radius one unit smaller it does not.
func TestCapsulesGrazeCylinders(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 20))
	lengths := []float64{1, 1, 3, 9}
	for range 600 {
		k := r.IntN(len(wholeTurns))
		turn, size := &wholeTurns[k], lengths[k]
		height := float64(1 + r.IntN(6))
		at, normal, long := grazingPoint(r, height)
		middle := at.Add(normal)
		along := normal.Cross(latticePoint(r, 4))
		if along == (geom.Vec{}) {
			continue
		}
		from, to := middle.Add(along.Scale(float64(-r.IntN(4)))), middle.Add(along.Scale(float64(1+r.IntN(3))))
		a := &Axial{B: turn.MulVec(geom.Vec{Z: height}), Radius: 5 * size, Flat: true}
		b := &Axial{A: turn.MulVec(from), B: turn.MulVec(to), Radius: long * size}
		var tally Tally
		if meets, decided := tally.AxialsMeet(a, b); !meets || !decided {
			t.Fatalf("%+v and %+v, which touch: %v, %v", *a, *b, meets, decided)
		}
		b.Radius = math.Nextafter(b.Radius, 0)
		if meets, decided := tally.AxialsMeet(b, a); meets || !decided {
			t.Fatalf("%+v and %+v, which do not touch: %v, %v", *a, *b, meets, decided)
		}
	}
}

// grazingPoint draws a point of the cylinder of radius 5 along z up to a height, a normal there, whole but for its length long.
func grazingPoint(r *rand.Rand, height float64) (at, normal geom.Vec, long float64) {
	out := []geom.Vec{{X: 3, Y: 4}, {X: -4, Y: 3}, {X: 5}, {X: 3, Y: -4}}[r.IntN(4)]
	switch r.IntN(4) {
	case 0: // the side
		return out.Add(geom.Vec{Z: height / 2}), out, 5
	case 1: // a cap
		return geom.Vec{X: out.X / 2, Y: out.Y / 2, Z: height}, geom.Vec{Z: 7}, 7
	}
	sides := []struct{ out, up, long float64 }{{1, 12, 13}, {3, 8, 17}, {4, 15, 25}, {4, 21, 29}, {1, 0, 5}}[r.IntN(5)]
	normal = out.Scale(sides.out).Add(geom.Vec{Z: sides.up})
	if r.IntN(2) == 0 {
		normal.Z = -normal.Z
		return out, normal, sides.long
	}
	return out.Add(geom.Vec{Z: height}), normal, sides.long
}

// TestPolynomialVanishes has roots that are known: single, multiple and at neither end.
func TestPolynomialVanishes(t *testing.T) {
	t.Parallel()
	// Products of (t − n/8)·8 for the roots n, and of t² + 1.
	r := rand.New(rand.NewPCG(10, 20))
	for range require.Samples(2000, 500, 250) {
		p, within := whole(1), false
		for range r.IntN(3) {
			n := int64(r.IntN(33) - 12)
			if n == 0 || n == 8 {
				continue
			}
			within = within || n > 0 && n < 8
			p = p.times(whole(-n, 8)).times(whole(-n, 8)) // twice: nothing changes its sign
		}
		if r.IntN(2) == 0 {
			p = p.times(whole(1, 0, 1))
		}
		if r.IntN(2) == 0 {
			p, within = p.times(whole(-1, 8)).times(whole(-7, 8)), true
		}
		if got := p.vanishes(); got != within {
			t.Fatalf("%v vanishes: %v, want %v", p, got, within)
		}
	}
}

func whole(c ...int64) polynomial {
	p := make(polynomial, len(c))
	for i, x := range c {
		p[i] = big.NewInt(x)
	}
	return p
}
