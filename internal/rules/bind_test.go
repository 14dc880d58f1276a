package rules

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/unit"
)

func bound(t *testing.T, text string, names ...string) *Bound {
	t.Helper()
	var bodies []Body
	for _, n := range names {
		bodies = append(bodies, Body{Name: n, File: "parts/" + n + ".stl"})
	}
	b, err := read(t, text).Bind(context.Background(), bodies)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The last line about a pair decides, in either order of the names.
func TestLastRuleDecides(t *testing.T) {
	t.Parallel()
	b := bound(t, "* * touch\nbolt* plate depth <= 1\nplate bolt2 ignore\nbolt2 bolt1 inside\nb* lid touch", "plate", "bolt1", "bolt2", "lid")
	for _, c := range []struct{ i, j, line int }{{0, 1, 2}, {1, 0, 2}, {0, 2, 3}, {2, 0, 3}, {1, 2, 4}, {0, 3, 1}, {1, 3, 5}} {
		r := b.Rule(c.i, c.j)
		if r == nil || r.Line != c.line {
			t.Errorf("%d, %d: %v, expected line %d", c.i, c.j, r, c.line)
		}
		list := b.set.Matching(b.bodies[c.i].Name, b.bodies[c.j].Name)
		if list[len(list)-1] != r {
			t.Errorf("%d, %d: explained by %v", c.i, c.j, list)
		}
	}
	if r := bound(t, "a b touch", "a", "b", "c").Rule(0, 2); r != nil {
		t.Error(r)
	}
}

// TestRuleAsMatching compares the search with the plain list on rules drawn at random.
func TestRuleAsMatching(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 2))
	words := []string{"a", "b", "c", "a*", "?", "*"}
	for range 500 {
		var text strings.Builder
		for range 1 + r.IntN(6) {
			fmt.Fprintf(&text, "%s %s touch\n", words[r.IntN(6)], words[r.IntN(6)])
		}
		b := bound(t, text.String(), "a", "b", "c", "aa")
		for i := range 4 {
			for j := range 4 {
				list := append([]*Rule{nil}, b.set.Matching(b.bodies[i].Name, b.bodies[j].Name)...)
				if got := b.Rule(i, j); got != list[len(list)-1] {
					t.Fatalf("%q: rule of %d and %d is %v, expected %v", text.String(), i, j, got, list[len(list)-1])
				}
			}
		}
	}
}

func TestUnmatched(t *testing.T) {
	t.Parallel()
	b := bound(t, "a b touch\na x touch\ny* b touch\na ? touch\na a touch\na* a touch\n* * touch\ndeviation a 1\ndeviation a.stl 2\ndeviation parts/b.* 3\ndeviation z 1", "a", "b")
	want := []string{
		"t.rules:2: no body is named x; the rule matches nothing", "t.rules:3: no body is named y*; the rule matches nothing",
		"t.rules:5: a and a are one body; the rule matches nothing", "t.rules:6: a* and a are one body; the rule matches nothing",
		"t.rules:11: no body and no file is named z; the line has no effect",
	}
	if got := b.Unmatched(); !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	if !slices.Equal(b.deviations, []float64{2, 3}) || !b.Deviates() || b.Deviation(0, 1) < 5 {
		t.Errorf("deviations %v", b.deviations)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := read(t, "a b touch").Bind(ended, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := read(t, "deviation a 1").Bind(ended, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A file without a rule, and rules about pairs that are not tested, are warnings.
func TestWithoutEffect(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# a b touch", "deviation a 1"} {
		if got := bound(t, text, "a", "b").Unmatched(); !slices.Equal(got, []string{"t.rules: no rule in this file; all contacts fail"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
	b, err := read(t, "wall floor touch\nw* floor clearance > 2\n* floor touch\n* * touch\narm floor clearance > 1\n? wall touch").Bind(context.Background(),
		[]Body{{Name: "wall", Immovable: true}, {Name: "window", Immovable: true}, {Name: "floor", Immovable: true}, {Name: "arm"}, {Name: "x", Immovable: true}})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, w := range []string{"1: wall and floor", "2: w* and floor", "6: ? and wall"} {
		want = append(want, "t.rules:"+w+" are immovable bodies, which are not tested against each other; the rule has no effect")
	}
	if got := b.Unmatched(); !slices.Equal(got, want) || b.greatest != 1 {
		t.Errorf("%q, greatest clearance %v", got, b.greatest)
	}
}

// A sum is at least the exact one, and the next float64 but one at most.
func TestSumsAreRoundedUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 3))
	for range 10_000 {
		x, y := math.Ldexp(r.Float64(), r.IntN(80)-40), math.Ldexp(r.Float64(), r.IntN(80)-40)
		exact := new(big.Rat).Add(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
		got := above(x, y)
		if new(big.Rat).SetFloat64(got).Cmp(exact) < 0 {
			t.Fatalf("%v + %v is above %v", x, y, got)
		}
		if low := math.Nextafter(math.Nextafter(got, 0), 0); new(big.Rat).SetFloat64(low).Cmp(exact) > 0 {
			t.Fatalf("%v + %v is far below %v", x, y, got)
		}
	}
	if above(math.MaxFloat64, math.MaxFloat64) != math.MaxFloat64 || above(3, 0) != 3 || above(0, 3) != 3 {
		t.Error("at the ends of the range")
	}
}

// TestTerms changes each thing that a judgement of the first two bodies depends on: the terms change, too.
func TestTerms(t *testing.T) {
	t.Parallel()
	bind := func(text, file string, u unit.Unit) string {
		t.Helper()
		set := read(t, text)
		if err := set.Settle(u); err != nil {
			t.Fatal(err)
		}
		b, err := set.Bind(t.Context(), []Body{{Name: "a", File: file}, {Name: "b", File: "b.off"}, {Name: "c", File: "c.off"}})
		if err != nil {
			t.Fatal(err)
		}
		return b.Terms(0, 1)
	}
	base := "deviation m1/* 0.5\ndeviation b 0.25\n* c clearance > 1\na b depth <= 1mm, clearance > 1\n"
	seen := map[string]string{}
	for _, c := range []struct{ what, text, file, unit string }{
		{"nothing", base, "m1/a.off", "mm"},
		{"the path", base, "m2/a.off", "mm"},
		{"the unit", base, "m1/a.off", "cm"},
		{"the first deviation", strings.Replace(base, "* 0.5", "* 0.5000000000000001", 1), "m1/a.off", "mm"},
		{"the second deviation", strings.Replace(base, "0.25", "5e-324", 1), "m1/a.off", "mm"},
		{"the reach", strings.Replace(base, "clearance > 1", "clearance > 2", 1), "m1/a.off", "mm"},
		{"the depth", strings.Replace(base, "<= 1mm", "<= 2mm", 1), "m1/a.off", "mm"},
		{"the clearance", strings.Replace(base, "1mm, clearance > 1", "1mm, clearance > 0.5", 1), "m1/a.off", "mm"},
		{"a condition", strings.Replace(base, "1mm,", "1mm, touch,", 1), "m1/a.off", "mm"},
		{"the rule", base + "c c touch\na b ignore\n", "m1/a.off", "mm"},
		{"its line", "\n" + base, "m1/a.off", "mm"},
		{"no rule", strings.Replace(base, "a b", "a c", 1), "m1/a.off", "mm"},
	} {
		terms := bind(c.text, c.file, unit.Unit(c.unit))
		if like := seen[terms]; like != "" {
			t.Errorf("%s changed, and the terms are those of %s: %s", c.what, like, terms)
		}
		seen[terms] = c.what
	}
	if again := bind(base+"c c touch\n", "m1/x.off", "mm"); seen[again] != "nothing" {
		t.Errorf("a rule about others, and another file of no line, changed the terms: %s", again)
	}
}
