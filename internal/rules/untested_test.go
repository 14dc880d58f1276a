package rules

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A rule that is about untested pairs alone is a warning with the reasons; one that is about another pair, too, is none.
func TestSkip(t *testing.T) {
	t.Parallel()
	b := bound(t, "base arm touch\narm base ignore\narm hand clearance > 1\na* *a*e touch\n* arm touch\n? hand touch\nbase hand touch\narm x touch", "base", "arm", "hand")
	skipped := []Untested{{0, 1, "parent"}, {1, 2, "SRDF: Never"}}
	if err := b.Skip(t.Context(), skipped); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"t.rules:6: no body is named ?; the rule matches nothing", "t.rules:8: no body is named x; the rule matches nothing",
		"t.rules:1: base and arm are not tested against each other (parent); the rule has no effect",
		"t.rules:3: arm and hand are not tested against each other (SRDF: Never); the rule has no effect",
		"t.rules:4: a* and *a*e are not tested against each other (parent); the rule has no effect",
		"t.rules:5: * and arm are not tested against each other (parent, SRDF: Never); the rule has no effect",
	}
	if got := b.Unmatched(); !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Skip(ended, skipped); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestSkipAsPairs compares the counts with all pairs one by one, on rules drawn at random, immovable bodies among them.
func TestSkipAsPairs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 11))
	words := []string{"a", "b", "c", "a*", "?", "*", "b?"}
	for range 2000 {
		var bodies []Body
		for _, n := range []string{"a", "b", "c", "aa", "bc"} {
			bodies = append(bodies, Body{Name: n, Immovable: r.IntN(3) == 0})
		}
		text := fmt.Sprintf("%s %s touch", words[r.IntN(len(words))], words[r.IntN(len(words))])
		b, err := read(t, text).Bind(t.Context(), bodies)
		if err != nil {
			t.Fatal(err)
		}
		var skipped []Untested
		matched, tested := 0, 0
		for i := range bodies {
			for j := range i {
				skip := r.IntN(2) == 0
				if skip {
					skipped = append(skipped, Untested{j, i, "parent"})
				}
				if b.Rule(i, j) == nil || bodies[i].Immovable && bodies[j].Immovable {
					continue
				}
				if matched++; !skip {
					tested++
				}
			}
		}
		if err := b.Skip(t.Context(), skipped); err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(b.Unmatched(), func(s string) bool { return strings.Contains(s, "(parent)") })
		if want := matched > 0 && tested == 0; got != want {
			t.Fatalf("%q of %v without %v: %q, expected a warning %t", text, bodies, skipped, b.Unmatched(), want)
		}
	}
}
