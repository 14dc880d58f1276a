package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestStandingIsExact: floors and walls at any magnitude, of which most feet meet edges and corners of floors, touch as TriangleTriangle
// says, and nothing but a wall that goes through or lies in the plane, or a floor without an area, is left to that.
func TestStandingIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 11))
	var touching, apart, left int
	for round := range 3000 {
		g := ground{r, r.IntN(3), round%4 != 0}
		a, b := g.draw()
		scale := math.Ldexp(1, []int{0, -1070, -300, 300, 1020}[r.IntN(5)])
		for k := range 16 {
			p, q := scaled(&a[k/4], scale), scaled(&b[k%4], scale)
			if round%2 == 1 {
				p, q = q, p
			}
			touch, ok := new(Tally).Standing(&p, &q)
			want := TriangleTriangle(&p, &q)
			switch {
			case !ok:
				left++
			case touch != want:
				t.Fatalf("%v and %v: touch %v, want %v", p, q, touch, want)
			case touch:
				touching++
			default:
				apart++
			}
			if through := !stands(&p, &q) && !stands(&q, &p); through && ok {
				t.Fatalf("%v and %v are told as floor and wall", p, q)
			}
		}
	}
	if touching < 8000 || apart < 8000 || left > 24000 {
		t.Errorf("%d touch, %d are apart, %d are left", touching, apart, left)
	}
}

// scaled multiplies the corners by a power of two; small ones may be rounded, equal ones stay equal.
func scaled(t *geom.Triangle, s float64) (r geom.Triangle) {
	for v := range t {
		r[v] = t[v].Scale(s)
	}
	return r
}

// TestStandingByHandIsExact: feet on an edge, at a corner and beyond them, to the last bit.
func TestStandingByHandIsExact(t *testing.T) {
	t.Parallel()
	floor := geom.Triangle{{X: 0, Y: 0, Z: 0.3}, {X: 4, Y: 0, Z: 0.3}, {X: 0, Y: 4, Z: 0.3}}
	at := func(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: 0.3} }
	up, down, next := geom.Vec{X: 1, Y: 1, Z: 2}, geom.Vec{X: 1, Y: 2, Z: -1}, math.Nextafter(2, 3)
	for _, c := range []struct {
		wall      geom.Triangle
		touch, ok bool
	}{
		{geom.Triangle{at(2, 2), up, up}, true, true},
		{geom.Triangle{at(2, next), up, up}, false, true},
		{geom.Triangle{at(2, next), at(next, 2), down}, false, true},
		{geom.Triangle{at(2, 2), at(5, 5), up}, true, true},
		{geom.Triangle{at(-1, 1), at(1, -1), up}, true, true},       // through a corner
		{geom.Triangle{at(-1, 1), at(1, -next/2), up}, false, true}, // past it
		{geom.Triangle{at(4, 0), at(5, 0), up}, true, true},         // an edge's line from its end
		{geom.Triangle{at(5, 0), at(6, 0), up}, false, true},        // beyond it
		{geom.Triangle{at(1, 1), at(1, 1), up}, true, true},         // two equal corners
		{geom.Triangle{at(1, 1), up, down}, false, false},           // through the plane
		{geom.Triangle{up, up, up}, false, false},                   // above
		{geom.Triangle{at(1, 1), at(2, 1), at(1, 2)}, false, false}, // in the plane
	} {
		w, f := c.wall, floor
		for range 3 {
			for _, order := range [2][2]geom.Triangle{{f, w}, {w, f}} {
				if touch, ok := new(Tally).Standing(&order[0], &order[1]); touch != c.touch || ok != c.ok {
					t.Errorf("%v: touch %v, ok %v, want %v, %v", order, touch, ok, c.touch, c.ok)
				}
			}
			w[0], w[1], w[2] = w[1], w[2], w[0]
			f[0], f[1], f[2] = f[2], f[0], f[1]
		}
	}
	line := geom.Triangle{at(0, 0), at(1, 1), at(2, 2)}
	if _, ok := new(Tally).Standing(&line, &geom.Triangle{at(1, 1), up, up}); ok {
		t.Error("a floor without an area is one")
	}
}
