package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// gap is a question to a verifier: do all points P lie below all of Q along D, by more than the reach?
type gap struct {
	P, Q  []vec
	D     [3]int64
	Reach float64
}

// truth answers in rationals.
func (g *gap) truth() bool {
	rational := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	along := func(c vec) *big.Rat {
		sum := new(big.Rat)
		for k, x := range c {
			sum.Add(sum, new(big.Rat).Mul(rational(x), new(big.Rat).SetInt64(g.D[k])))
		}
		return sum
	}
	var most, least *big.Rat
	for i := range g.P {
		if x := along(g.P[i]); most == nil || x.Cmp(most) > 0 {
			most = x
		}
		if x := along(g.Q[i]); least == nil || x.Cmp(least) < 0 {
			least = x
		}
	}
	least.Sub(least, most)
	square := new(big.Rat)
	for _, x := range g.D {
		square.Add(square, new(big.Rat).SetInt64(x*x))
	}
	r := rational(g.Reach)
	return least.Sign() > 0 && least.Mul(least, least).Cmp(square.Mul(square, r.Mul(r, r))) > 0
}

// drawGap returns a gap at, next to or far from the reach, of corners from the least to the largest numbers, in one place or of all sizes.
func drawGap(r *rand.Rand) (g gap) {
	most := []int64{1, 127, 32768}[r.IntN(3)]
	for k := range g.D {
		g.D[k] = r.Int64N(2*most+1) - most
	}
	exponent := []int{-1074, -1022, -520, 0, 300, 500, 970, 1007, 1022}[r.IntN(9)]
	wide := []int{0, 3, 60, 900}[r.IntN(4)]
	number := func() float64 {
		e := exponent
		if wide > 0 {
			e -= r.IntN(wide)
		}
		return math.Ldexp(float64(r.IntN(1<<(1+r.IntN(52)))), e-52*r.IntN(2)) * float64(1-2*r.IntN(2))
	}
	g.P, g.Q = make([]vec, 3), make([]vec, 3)
	for i := range 3 {
		for k := range 3 {
			g.P[i][k], g.Q[i][k] = clamped(number()), clamped(number())
		}
	}
	if r.IntN(2) == 0 { // nearly one place
		for i := range 3 {
			g.P[i] = g.P[0]
			for k := range 3 {
				g.Q[i][k] = clamped(g.P[0][k] + float64(g.D[k])*math.Ldexp(1+float64(i), exponent-r.IntN(70)))
			}
		}
	}
	if g.Reach = clamped(math.Abs(number())); r.IntN(2) == 0 {
		g.drawReach(r)
	}
	return g
}

// drawReach makes the reach 0, about the gap, or next to it.
func (g *gap) drawReach(r *rand.Rand) {
	least, length := math.Inf(1), math.Sqrt(float64(g.D[0]*g.D[0]+g.D[1]*g.D[1]+g.D[2]*g.D[2]))
	for _, p := range g.P {
		for _, q := range g.Q {
			sum := 0.
			for k := range 3 {
				sum += (q[k]*0x1p-20 - p[k]*0x1p-20) * float64(g.D[k])
			}
			least = min(least, sum)
		}
	}
	if g.Reach = 0; r.IntN(3) > 0 {
		g.Reach = clamped(max(0, least/length*0x1p20))
		for range r.IntN(3) {
			g.Reach = clamped(max(0, math.Nextafter(g.Reach, math.Inf(1-2*r.IntN(2)))))
		}
	}
}

// clamped brings a number into the range of float64; none is 0.
func clamped(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return max(-math.MaxFloat64, min(math.MaxFloat64, x))
}

// TestArithmetic: both verifiers decide whether a gap is wide enough as rationals do, at both ends of the range of float64.
func TestArithmetic(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 7))
	var gaps []gap
	var truths []bool
	wide := 0
	for range require.Cases(20_000, 1500) {
		g := drawGap(r)
		truth := g.truth()
		if gaps, truths = append(gaps, g), append(truths, truth); truth {
			wide++
		}
		v := about(g.Reach, nil, g.P, g.Q)
		err := refusal(func() {
			v.apart(vec{float64(g.D[0]), float64(g.D[1]), float64(g.D[2])}, v.of[0].all(), v.of[1].all())
		})
		if got := err == nil; got != truth {
			t.Fatalf("%+v: %v, %v, want %v", g, got, err, truth)
		}
	}
	t.Logf("%d of %d gaps are wide enough", wide, len(gaps))
	if 10*wide < len(gaps) || 10*wide > 9*len(gaps) {
		t.Errorf("%d of %d gaps are wide enough", wide, len(gaps))
	}
	for i, got := range gapsInPython(t, gaps) {
		if got != truths[i] {
			t.Errorf("%+v: the second verifier says %v, want %v", gaps[i], got, truths[i])
		}
	}
}

// gapsInPython asks the second verifier, which takes a bound of all coordinates.
func gapsInPython(t *testing.T, gaps []gap) (answers []bool) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("no Python for the second verifier: %v", err)
	}
	const ask = `
import json, sys, verify
answers = []
for g in json.load(sys.stdin):
    bound = max(verify.place(verify.Mesh("", c, []), (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)).bound for c in (g["P"], g["Q"]))
    answers.append(verify.is_below(g["D"], g["P"], g["Q"], bound, (float(g["Reach"]), 0.0, 0.0)))
print(json.dumps(answers))
`
	question, err := json.Marshal(gaps)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), python, "-c", ask)
	c.Stdin = bytes.NewReader(question)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(gaps) {
		t.Fatal(len(answers), err)
	}
	return answers
}
