package robot

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
)

// TestSwingFromRest: the centre of the ball that is bounded is on the axis, so that what a rate gains counts in Turn alone.
func TestSwingFromRest(t *testing.T) {
	t.Parallel()
	r := read(t, spinning)
	part := r.Parts(false)[0]
	worst := 0.0
	for _, d := range []float64{1e-6, 0.01, 1, -3} {
		for _, h := range []float64{0x1p-10, 0.125, 0.25} {
			var s swing
			w := Way{From: []float64{0.3}, To: []float64{0.3 + d}, FromRates: []float64{0}, ToRates: []float64{0}}
			if err := s.set(r, geom.Identity, w); err != nil {
				t.Fatal(err)
			}
			path := motion.Path(&swingPart{swing: &s, part: &part, anchor: -1})
			span := path.Over(0, 2*h, geom.Vec{})
			p := geom.Vec{X: 5}
			start := path.At(0)
			off := predicted(&span, p, -h).plus(vecOf(start.Apply(p)).scale(num(-1)))
			away, bound := math.Sqrt(off.dot(off).float()), span.Off+span.Turn*5
			if !(away <= bound+1e-15) {
				t.Errorf("through %v, within %v: %v off, bound %v", d, h, away, bound)
			}
			worst = max(worst, away/bound)
		}
	}
	if worst < 0.3 {
		t.Errorf("no motion uses more than %v of the bound", worst)
	}
}

// TestCourses compares values, rates and their bounds with exact arithmetic.
func TestCourses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 32))
	worst, most := 0.0, [3]float64{}
	for range require.Cases(200_000, 20_000) {
		draw := func() float64 { return r.NormFloat64() * math.Ldexp(1, r.IntN(40)-20) }
		from := draw()
		c := hermite(from, from+draw(), draw(), draw())
		x := r.Float64()
		exact := cubicAt(c.from, c.to, []float64{c.leave, c.arrive}, x)
		off := math.Abs(exact.minus(num(c.at(x))).float())
		if d := c.doubt(); !(off <= d) {
			t.Fatalf("%+v at %v is %v off, bound %v", c, x, off, d)
		}
		worst = max(worst, off/c.doubt())
		d := num(c.to).minus(num(c.from))
		square := d.times(num(3)).minus(num(c.leave).times(num(2))).minus(num(c.arrive))
		cube := num(c.leave).plus(num(c.arrive)).minus(d.times(num(2)))
		rate := num(c.leave).plus(num(x).times(square.times(num(2)).plus(cube.times(num(3)).times(num(x)))))
		bend := square.times(num(2)).plus(cube.times(num(6)).times(num(x)))
		if off := math.Abs(rate.minus(num(c.rate(x))).float()); !(off <= rateDoubt*c.mostRate()) {
			t.Fatalf("%+v: rate %v off at %v", c, off, x)
		}
		for k, v := range [3][2]float64{{exact.float(), c.most()}, {rate.float(), c.mostRate()}, {bend.float(), c.mostBend()}} {
			if !(math.Abs(v[0]) <= v[1]) {
				t.Fatalf("%+v: derivative %d at %v is %v, bound %v", c, k, x, v[0], v[1])
			}
			most[k] = max(most[k], math.Abs(v[0])/v[1])
		}
		if lo, hi := c.extremes(); exact.float() < lo-off-1e-9*c.most() || exact.float() > hi+off+1e-9*c.most() {
			t.Fatalf("%+v goes from %v to %v, but is %v at %v", c, lo, hi, exact.float(), x)
		}
	}
	t.Logf("largest shares of the bounds: doubt %.3f, value, rate and bend %.3f", worst, most)
	if min(most[0], most[1], most[2]) < 0.95 {
		t.Errorf("shares %.3f of the bounds at most: the test proves little", most)
	}
}

// TestMoveOverACrest: two states are free, and so is the line between them; the cubic that leaves the first one upward meets what is above.
func TestMoveOverACrest(t *testing.T) {
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(-0.4)})
	from, to := []float64{-1.5, -0.6, 0.5, 0, 0, 0}, []float64{-1.4, -0.6, 0.5, 0, 0, 0}
	line, err := m.move.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{}, 1e-6)
	if err != nil || line.Verdict != collide.Free {
		t.Fatalf("the line: %+v, %v; want free", line, err)
	}
	w := Way{From: from, To: to, FromRates: []float64{9, 0, 0, 0, 0, 0}, ToRates: []float64{-9, 0, 0, 0, 0, 0}}
	if i := m.followWay(t, w, 100); i.Verdict != collide.InContact {
		t.Errorf("the cubic: %+v; want a contact with the wall", i)
	}
	back := Way{From: to, To: from, FromRates: []float64{9, 0, 0, 0, 0, 0}, ToRates: []float64{-9, 0, 0, 0, 0, 0}}
	if i := m.followWay(t, back, 100); i.Verdict != collide.InContact {
		t.Errorf("and back: %+v; want a contact with the wall", i)
	}
	w.FromRates, w.ToRates = []float64{0.1, 0, 0, 0, 0, 0}, []float64{0.1, 0, 0, 0, 0, 0}
	straight, err := m.move.Move(t.Context(), w, collide.Gaps{}, 1e-6)
	if err != nil || straight.Verdict != collide.Free {
		t.Errorf("the line as a cubic: %+v, %v; want free", straight, err)
	}
}

// TestMoveCubicBetweenRandomStates confirms answers at 100 instants, and with the rates of the way back.
func TestMoveCubicBetweenRandomStates(t *testing.T) {
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(0.7)})
	states := randomStates(r, 24)
	random := rand.New(rand.NewPCG(7, 8))
	count := map[collide.Verdict]int{}
	for range require.Samples(300, 40, 12) {
		from, to := states[random.IntN(len(states))], states[random.IntN(len(states))]
		reach := math.Ldexp(1, -random.IntN(8))
		w := Way{From: from, To: make([]float64, len(from))}
		var back Way
		for i := range from {
			w.To[i] = from[i] + reach*(to[i]-from[i])
			w.FromRates, w.ToRates = append(w.FromRates, reach*random.NormFloat64()), append(w.ToRates, reach*random.NormFloat64())
			back.FromRates, back.ToRates = append(back.FromRates, -w.ToRates[i]), append(back.ToRates, -w.FromRates[i])
		}
		back.From, back.To = w.To, w.From
		there := m.followWay(t, w, 100)
		count[there.Verdict]++
		again := m.followWay(t, back, 20)
		if there.Verdict != collide.Unknown && again.Verdict != collide.Unknown && there.Verdict != again.Verdict {
			t.Fatalf("%+v: %v, and %v on the way back", w, there.Verdict, again.Verdict)
		}
	}
	t.Log(count)
	if count[collide.Free] == 0 || count[collide.InContact] == 0 {
		t.Errorf("%v; want motions of both kinds", count)
	}
}

// TestWaysRefused: rates that lead out of what a state may have, or that are no numbers.
func TestWaysRefused(t *testing.T) {
	r := read(t, spinning)
	c, err := NewChecker(r, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for rate, want := range map[float64]string{math.NaN(): "the rate of spin is NaN", math.Inf(-1): "the rate of spin is -Inf", 1e300: "joint spin may go beyond", math.MaxFloat64: "the way of spin is beyond float64", 4e6: "joint spin may go beyond"} {
		i, err := c.Move(t.Context(), Way{From: []float64{0}, To: []float64{1}, FromRates: []float64{rate}, ToRates: []float64{0}}, collide.Gaps{}, 1e-6)
		if i != (collide.Impact{}) || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("rate %v: %+v, %v; want %q", rate, i, err, want)
		}
		if math.Abs(rate) <= math.MaxFloat64 && !errors.Is(err, collide.ErrUnsupported) {
			t.Errorf("rate %v: %v; want ErrUnsupported", rate, err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("rates at one end alone do not panic")
		}
	}()
	_, _ = c.Move(t.Context(), Way{From: []float64{0}, To: []float64{1}, ToRates: []float64{0}}, collide.Gaps{}, 1e-6)
}
