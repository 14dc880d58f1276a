package ccd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestSignsBeyondTheBound: a determinant and an area have one sign throughout if all their Bernstein coefficients are beyond the bound, on
// points of a lattice where nothing is rounded, and not if one of them is equal to it.
func TestSignsBeyondTheBound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 6))
	draw := func() (p [4]geom.Vec) {
		for i := 1; i < 4; i++ {
			p[i] = geom.Vec{X: float64(r.IntN(7) - 3), Y: float64(r.IntN(7) - 3), Z: float64(r.IntN(7) - 3)}
		}
		return p
	}
	det := func(a, b, c geom.Vec) float64 { return a.Cross(b).Dot(c) }
	seen := map[[2]int]int{}
	for range 40000 {
		p, q := draw(), draw()
		s := sure{volume: float64(1 + r.IntN(4)), area: float64(r.IntN(3)) / 2}
		want := signOfAll(s.volume, det(p[1], p[2], p[3]), det(q[1], q[2], q[3]),
			(det(p[1], p[2], q[3])+det(p[1], q[2], p[3])+det(q[1], p[2], p[3]))/3, (det(q[1], q[2], p[3])+det(q[1], p[2], q[3])+det(p[1], q[2], q[3]))/3)
		if _, _, one := s.volumes(&p, &q); one != (want != 0) {
			t.Fatalf("%v to %v beyond %g: one sign is %v, want %d", p, q, s.volume, one, want)
		}
		c := sideCoefficients(&p, &q, 1, 2, 3, 0, 1)
		side := signOfAll(s.area, c[:]...)
		if got := s.side(&p, &q, 1, 2, 3, 0, 1); got != side {
			t.Fatalf("%v to %v beyond %g: side %d, want %d", p, q, s.area, got, side)
		}
		seen[[2]int{want, side}]++
	}
	for _, want := range []int{-1, 0, 1} {
		if seen[[2]int{want, 1}] < 20 || seen[[2]int{want, -1}] < 20 {
			t.Errorf("too few of a kind: %v", seen)
		}
	}
}

// signOfAll returns the sign that all numbers have which are beyond a bound, 0 if one is not.
func signOfAll(bound float64, x ...float64) int {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		least, most = min(least, v), max(most, v)
	}
	switch {
	case least > bound:
		return 1
	case most < -bound:
		return -1
	}
	return 0
}

// TestSureKnowsItsRange: beyond it products may overflow or underflow.
func TestSureKnowsItsRange(t *testing.T) {
	t.Parallel()
	for d, want := range map[float64]bool{1: true, smallest: true, math.Nextafter(smallest, 0): false, largest: true, math.Nextafter(largest, math.Inf(1)): false} {
		q := Query{Kind: VertexFace}
		q.End[2].Y = -d
		if s, ok := newSure(&q); ok != want || s.area != sureBound*d*d || s.volume != sureBound*d*d*d {
			t.Errorf("%g: %v, %+v", d, ok, s)
		}
	}
}
