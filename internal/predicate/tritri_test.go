package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// latticeTriangle draws corners from {0 … n-1}³.
func latticeTriangle(r *rand.Rand, n int) geom.Triangle {
	var t geom.Triangle
	for i := range t {
		t[i] = geom.Vec{X: float64(r.IntN(n)), Y: float64(r.IntN(n)), Z: float64(r.IntN(n))}
	}
	return t
}

func TestLatticeAgainstOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hits := 0
	for range 3000 {
		n := 2 + r.IntN(4)
		p, q := latticeTriangle(r, n), latticeTriangle(r, n)
		want := oracleMeet(&p, &q)
		if apart := oracleApart(append(p[:], q[:]...), 3); apart == want {
			t.Fatalf("the oracles disagree on %v, %v: clipping says %v, planes %v", p, q, want, !apart)
		}
		if got := TriangleTriangle(&p, &q); got != want {
			t.Fatalf("TriangleTriangle(%v, %v) = %v, want %v", p, q, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 300 || hits > 2900 {
		t.Fatalf("%d of 3000 lattice pairs touch: the sample does not exercise both answers", hits)
	}
}

// Moving both triangles by an exactly representable map must not change the
// answer: scaling by powers of two from 2^-1060 to 2^1000, axis permutation,
// mirroring, shuffled corners, swapped roles.
func TestExactMapsKeepTheAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		n := 2 + r.IntN(5)
		p, q := latticeTriangle(r, n), latticeTriangle(r, n)
		want := TriangleTriangle(&p, &q)
		scale := math.Ldexp(1, r.IntN(2060)-1060)
		shift := float64(r.IntN(1 << 20))
		if r.IntN(2) == 0 {
			shift = 0
		}
		perm, mirror := r.IntN(3), r.IntN(2) == 0
		m := func(t geom.Triangle) (o geom.Triangle) {
			k := r.IntN(3)
			for i := range o {
				v := t[(i+k)%3]
				if mirror {
					v.X = -v.X
				}
				w := geom.Vec{X: v.At(perm) + shift, Y: v.At((perm+1)%3) - shift, Z: v.At((perm+2)%3) + shift}
				o[i] = w.Scale(scale)
			}
			if r.IntN(2) == 0 {
				o[0], o[1] = o[1], o[0]
			}
			return o
		}
		p2, q2 := m(p), m(q)
		if got := TriangleTriangle(&p2, &q2); got != want {
			t.Fatalf("TriangleTriangle(%v, %v) = %v, but %v for the same triangles as %v, %v", p2, q2, got, want, p, q)
		}
		if got := TriangleTriangle(&q2, &p2); got != want {
			t.Fatalf("TriangleTriangle is not symmetric on %v, %v", p2, q2)
		}
	}
}

// Triangles through a common point that is a rounded combination of corners: the
// last bit decides, so only exact arithmetic agrees with the oracle.
func TestNearContactAgainstOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	random := func() geom.Triangle {
		var t geom.Triangle
		for i := range t {
			t[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		return t
	}
	for range require.Samples(1500, 150, 75) {
		p, q := random(), random()
		a, b := r.Float64(), r.Float64()
		if r.IntN(2) == 0 {
			a = 0
		}
		if a+b > 1 {
			a, b = 1-a, 1-b
		}
		q[0] = p[0].Add(p[1].Sub(p[0]).Scale(a)).Add(p[2].Sub(p[0]).Scale(b))
		want := oracleMeet(&p, &q)
		if apart := oracleApart(append(p[:], q[:]...), 3); apart == want {
			t.Fatalf("the oracles disagree on %v, %v: clipping says %v, planes %v", p, q, want, !apart)
		}
		if got := TriangleTriangle(&p, &q); got != want {
			t.Fatalf("TriangleTriangle(%v, %v) = %v, want %v", p, q, got, want)
		}
	}
}
