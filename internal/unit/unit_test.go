package unit

import (
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestTimesRoundsOnce compares conversions between all pairs of units with exact arithmetic.
func TestTimesRoundsOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 1))
	for _, from := range Names() {
		for _, to := range Names() {
			ratio := Unit(from).To(Unit(to))
			for range 500 {
				x := math.Float64frombits(r.Uint64())
				if math.IsNaN(x) || math.IsInf(x, 0) {
					continue
				}
				exact := new(big.Rat).SetFloat64(x)
				exact.Mul(exact, big.NewRat(Unit(from).micro(), Unit(to).micro()))
				if want, _ := exact.Float64(); ratio.Times(x) != want {
					t.Fatalf("%v %s is %v %s, expected %v", x, from, ratio.Times(x), to, want)
				}
			}
		}
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x        float64
		from, to Unit
		want     float64
	}{
		{2, "mm", "mm", 2}, {2, "mm", "m", 0.002}, {1, "in", "mm", 25.4}, {1, "ft", "in", 12}, {0.1, "m", "mm", 100},
		{3, "um", "in", 3 / 25400.0}, {math.Copysign(0, -1), "in", "mm", math.Copysign(0, -1)},
		{math.MaxFloat64, "m", "mm", math.Inf(1)}, {-math.MaxFloat64, "in", "mm", math.Inf(-1)},
		{math.SmallestNonzeroFloat64, "mm", "m", 0}, {math.NaN(), "in", "mm", math.NaN()},
	} {
		if got := c.from.To(c.to).Times(c.x); math.Float64bits(got) != math.Float64bits(c.want) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v %s is %v %s, expected %v", c.x, c.from, got, c.to, c.want)
		}
	}
}

func TestLengths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		in   Unit
		want float64
		err  string
	}{
		{"2", "", 2, ""}, {"2", "mm", 2, ""}, {"0", "mm", 0, ""}, {"2mm", "mm", 2, ""}, {"2mm", "m", 0.002, ""},
		{"0.1in", "mm", 2.54, ""}, {".5ft", "in", 6, ""}, {"2.e-3m", "mm", 2, ""}, {"1E3um", "mm", 1, ""},
		// 0.3 mm is 3e-4 m: the nearest float64 to the decimal, not to 0.3 as a float64 over 1000.
		{"0.3mm", "m", 3e-4, ""}, {"1e-999mm", "m", 0, ""}, {"-0", "mm", 0, ""},
		{"2mm", "", 0, "not known"}, {"1e400m", "mm", 0, "beyond"}, {"1e9999m", "mm", 0, "expected a number"},
		{"-2mm", "mm", 0, "expected a number"}, {"2 mm", "mm", 0, "expected a number"}, {"mm", "mm", 0, "expected a number"},
		{"", "mm", 0, "expected a number"}, {"inf", "mm", 0, "expected a number"}, {"nan", "mm", 0, "expected a number"},
		{"2furlong", "mm", 0, `unit "furlong"; expected one of um, mm, cm, m, in, ft`}, {"2MM", "mm", 0, "unit"}, {"2µm", "mm", 0, "unit"},
		{"1/3mm", "mm", 0, "expected a number"}, {"0x1p3mm", "mm", 0, "expected a number"}, {"1_0mm", "mm", 0, "expected a number"},
		{strings.Repeat("9", 500) + "mm", "mm", 0, "expected a number"},
	} {
		l, err := Parse(c.text)
		var got float64
		if err == nil {
			got, err = l.In(c.in)
		}
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%q in %q is %v, %v; expected %v", c.text, c.in, got, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q in %q is %v, %v; expected an error with %q", c.text, c.in, got, err, c.err)
		case err == nil && l.String() != c.text:
			t.Errorf("%q is written %q", c.text, l)
		}
	}
}

// TestCutAsExpression compares cut with the expression that it stands for, on texts of the characters that matter.
func TestCutAsExpression(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^((?:[0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,3})?)([a-zA-Zµ]+)$`)
	r := rand.New(rand.NewPCG(23, 4))
	parts := []string{"0", "1", "23", "4567", ".", "e", "E", "+", "-", "m", "mm", "µ", " ", "\xff", strings.Repeat("9", 400)}
	matched := 0
	for range 30_000 {
		var text strings.Builder
		for range r.IntN(7) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		s := text.String()
		number, name, ok := cut(s)
		want := form.FindStringSubmatch(s)
		if ok != (want != nil) || ok && (number != want[1] || name != want[2]) {
			t.Fatalf("%q: %q, %q, %t; want %q", s, number, name, ok, want)
		}
		if ok {
			matched++
		}
	}
	if matched < 300 {
		t.Errorf("%d texts matched", matched)
	}
}

func FuzzLength(f *testing.F) {
	for _, s := range []string{"2mm", "1e-3in", "0.1", "inf", "9e999ft"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := Parse(s)
		if err != nil {
			return
		}
		if x, err := l.In("mm"); err == nil && !(x >= 0 && x <= math.MaxFloat64) {
			t.Fatalf("%q is %v", s, x)
		}
	})
}

func TestUnknownUnits(t *testing.T) {
	t.Parallel()
	if u, err := Find("km"); err == nil {
		t.Errorf("found %q", u)
	}
	defer func() {
		if recover() == nil {
			t.Error("a unit that is not known has a ratio")
		}
	}()
	Unit("").To("mm")
}
