// Package hunt looks for the inputs at which rounding comes closest to an error bound: by
// hill climbing over coordinates, from random starts and from the worst inputs that earlier
// hunts left in a table. Tests alone import it.
//
// A bound is proven in the comment next to it. The table shows how much of it rounding really
// uses, and makes a smaller bound fail: at a recorded input the error would exceed it.
package hunt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// Case is a bound to be hunted for.
type Case struct {
	// Name is that of the row in the table: one word.
	Name string
	// Start fills x, of len N, with coordinates from which to climb.
	N     int
	Start func(r *rand.Rand, x []float64)
	// Ratio returns the error of the evaluation at x over the bound, exactly or in many more
	// digits than the evaluation has. It is negative or NaN for an x that the bound is not for.
	Ratio func(x []float64) float64
	// Steps is how many inputs a hunt under COLLIDE_REQUIRE=full tries, 0 for 4,000. A plain one
	// tries an eighth of them, a long one 200 times as many.
	Steps int
}

const (
	shortHunt = 4000
	longHunt  = 200
	// sameRatio is by how much of itself a ratio may differ from the recorded one.
	sameRatio = 0x1p-10
	// patience is how many steps a climb goes on without getting higher.
	patience = 600
)

// Test hunts for each case, and compares with the table in the file, in the test's folder.
// It fails where an error exceeds its bound, and where a recorded input has not the ratio
// that is recorded, as when the bound has been changed. With COLLIDE_LONG=1 it hunts longer,
// and with COLLIDE_HUNT=update it rewrites the table.
func Test(t *testing.T, file string, cases []Case) {
	table, err := read(file)
	update := os.Getenv("COLLIDE_HUNT") == "update"
	if err != nil && !update {
		t.Fatal(err)
	}
	rows := make([]row, len(cases))
	for i := range cases {
		c := &cases[i]
		known := table[c.Name]
		rows[i] = known
		t.Run(c.Name, func(t *testing.T) {
			if err := c.known(known); err != nil && !update {
				t.Error(err)
			}
			best := c.climb(known.x)
			if best.ratio > 1 {
				t.Errorf("the error is %g of the bound at %s", best.ratio, best)
			}
			t.Logf("%.4g of the bound, %.4g recorded", best.ratio, known.ratio)
			rows[i] = best
		})
	}
	if update && !t.Failed() {
		if err := write(file, rows); err != nil {
			t.Fatal(err)
		}
	}
}

// known evaluates the recorded input.
func (c *Case) known(r row) error {
	if len(r.x) != c.N {
		return fmt.Errorf("the table has %d coordinates, the bound %d: COLLIDE_HUNT=update go test -run Hunt", len(r.x), c.N)
	}
	got := c.Ratio(r.x)
	if !(got <= 1) {
		return fmt.Errorf("the error is %g of the bound at %s", got, r)
	}
	if !(math.Abs(got-r.ratio) <= sameRatio*r.ratio) {
		return fmt.Errorf("the error is %.6g of the bound at the recorded input, %.6g recorded: has the bound changed?", got, r.ratio)
	}
	return nil
}

// climb returns the worst input it finds; it is at least as bad as from.
func (c *Case) climb(from []float64) (best row) {
	r := rand.New(rand.NewPCG(uint64(c.N), uint64(len(c.Name))))
	best = row{name: c.Name, ratio: math.Inf(-1)}
	steps := c.Steps
	if steps == 0 {
		steps = shortHunt
	}
	if os.Getenv("COLLIDE_LONG") != "" {
		steps *= longHunt
		r = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	} else {
		steps = require.Cases(steps, steps/8)
	}
	if len(from) == c.N {
		best.x, best.ratio = append(best.x, from...), c.height(from)
	}
	at, next := make([]float64, c.N), make([]float64, c.N)
	for step := 0; step < steps; {
		if copy(at, best.x) == 0 || r.IntN(3) > 0 {
			c.Start(r, at)
		}
		height, tired := c.height(at), 0
		for ; tired < patience && step < steps; step++ {
			copy(next, at)
			mutate(r, next)
			if h := c.height(next); h > height || h == height && r.IntN(2) == 0 {
				if h > height {
					tired = 0
				}
				copy(at, next)
				height = h
			}
			tired++
		}
		if height > best.ratio {
			best.x, best.ratio = append(best.x[:0], at...), height
		}
	}
	return best
}

// height is Ratio with a number for what the bound is not for.
func (c *Case) height(x []float64) float64 {
	if h := c.Ratio(x); h >= 0 {
		return h
	}
	return -1
}

// mutate changes one to three coordinates: by units in the last place, few or many, in their
// exponents, signs or low digits, or to near another one.
func mutate(r *rand.Rand, x []float64) {
	for range 1 + r.IntN(3) {
		k := r.IntN(len(x))
		bits := math.Float64bits(x[k])
		switch r.IntN(8) {
		case 0, 1, 2:
			bits += uint64(1+r.IntN(4)) - 2
		case 3:
			bits ^= 1 << r.IntN(52)
		case 4:
			bits ^= r.Uint64() & (1<<(1+r.IntN(52)) - 1)
		case 5:
			bits += uint64(r.IntN(3)-1) << 52
		case 6:
			bits = math.Float64bits(x[r.IntN(len(x))]) ^ r.Uint64()&(1<<(1+r.IntN(52))-1)
		default:
			bits = math.Float64bits(x[k] * (1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(30))))
		}
		if v := math.Float64frombits(bits); v-v == 0 {
			x[k] = v
		}
	}
}
