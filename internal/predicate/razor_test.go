package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// A razor is a contact that begins between two adjacent doubles of a motion
// parameter: the motion is bisected until no double lies between touching and
// apart, and every pose on the way is compared with math/big, as are the
// neighbours of the last two.
type razor func(s float64) geom.Triangle

// translated moves q along d.
func translated(q geom.Triangle, d geom.Vec) razor {
	return func(s float64) (m geom.Triangle) {
		for i := range q {
			m[i] = q[i].Add(d.Scale(s))
		}
		return m
	}
}

// turned turns q about an axis through o by an angle of 2·atan(s).
func turned(q geom.Triangle, o, axis geom.Vec) razor {
	axis = axis.Scale(1 / axis.Norm())
	return func(s float64) (m geom.Triangle) {
		c := 1 / (1 + float64(s*s))
		for i := range q {
			v := q[i].Sub(o)
			a := axis.Cross(v)
			m[i] = q[i].Add(a.Scale(2 * s * c)).Add(axis.Cross(a).Scale(2 * s * s * c))
		}
		return m
	}
}

// bisect narrows [lo, hi], whose ends give different answers, to adjacent
// doubles, checking all it meets.
func (m razor) bisect(t *testing.T, p *geom.Triangle, lo, hi float64) {
	t.Helper()
	ask := func(s float64) bool {
		q := m(s)
		want := bigMeet(p, &q)
		if got := TriangleTriangle(p, &q); got != want || TriangleTriangle(&q, p) != want {
			t.Fatalf("TriangleTriangle(%v, %v) = %v, want %v, at s = %v", *p, q, got, want, s)
		}
		return want
	}
	atLo := ask(lo)
	for {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if ask(mid) == atLo {
			lo = mid
		} else {
			hi = mid
		}
	}
	for range 3 {
		lo, hi = math.Nextafter(lo, -1e9), math.Nextafter(hi, 1e9)
		ask(lo)
		ask(hi)
	}
}

func TestRazors(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	found := 0
	for tries := 0; found < 150; tries++ {
		if tries == 20000 {
			t.Fatalf("only %d razors in %d tries", found, tries)
		}
		p, q := normalTriangle(r), normalTriangle(r)
		far := math.Ldexp(1, r.IntN(40)) // coarser coordinates, more ties
		if r.IntN(2) == 0 {
			far = 0
		}
		for i := range 3 {
			p[i].X, q[i].X = p[i].X+far, q[i].X+far
		}
		m, lo, hi := translated(q, normalTriangle(r)[0]), 0.0, 4.0
		if r.IntN(2) == 0 {
			m, lo, hi = turned(q, q[0], normalTriangle(r)[1]), -1, 1
		}
		a, b := m(lo), m(hi)
		if TriangleTriangle(&p, &a) == TriangleTriangle(&p, &b) {
			continue
		}
		found++
		m.bisect(t, &p, lo, hi)
	}
}

// Razors of the lattice: contacts that begin exactly at a double.
func TestLatticeRazors(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	for found := 0; found < require.Cases(100, 20); {
		p, q := latticeTriangle(r, 5), latticeTriangle(r, 5)
		d := geom.Vec{X: float64(r.IntN(3)), Y: 1, Z: float64(r.IntN(3))}
		m := translated(q, d)
		a, b := m(0), m(8)
		if TriangleTriangle(&p, &a) == TriangleTriangle(&p, &b) {
			continue
		}
		found++
		m.bisect(t, &p, 0, 8)
	}
}
