package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestWitness: what a witness vouches for is no nearer than its pair, on lattices where ties
// abound, at any scale, and where coordinates have all their digits it vouches for nothing wrong either.
func TestWitness(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 51))
	ties, vouched, known := 0, 0, 0
	cases := require.Samples(3000, 60, 30)
	for k := range cases {
		digits := k%3 == 0
		scale := math.Ldexp(1, r.IntN(400)-200)
		if k%5 == 0 {
			scale = math.Ldexp(1, r.IntN(2000)-1000)
		}
		draw := func(up float64) (t geom.Triangle) {
			for i := range t {
				t[i] = geom.Vec{X: float64(r.IntN(5)), Y: float64(r.IntN(5)), Z: float64(r.IntN(2)) + up}
				if digits {
					t[i].X += r.Float64()
				}
				t[i] = t[i].Scale(scale)
			}
			return t
		}
		p, q := draw(3), draw(0)
		n := new(Tally).Distance(&p, &q)
		w := n.Witness(&p, &q)
		if w.known {
			known++
		}
		for range 8 {
			a, b := draw(3), draw(0)
			d := new(Tally).Distance(&a, &b)
			c := d.Square.Compare(&n.Square)
			if c == 0 {
				ties++
			}
			if w.NoNearer(&a, &b) {
				if vouched++; c < 0 {
					t.Fatalf("%v and %v are nearer than %v and %v (features %d, %d)", a, b, p, q, n.A, n.B)
				}
			}
		}
	}
	if ties < cases/6 || vouched < cases/6 || known < cases/3 {
		t.Errorf("%d ties, %d pairs vouched for, %d witnesses: the sample proves little", ties, vouched, known)
	}
}
