package textdiff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after string
		want          []string
	}{
		{"", "", nil}, {"a\n", "a\n", nil}, {"a\n", "a", nil},
		{"a\nb\nc\n", "a\nx\nc\n", []string{"- b", "+ x"}},
		{"", "a\nb", []string{"+ a", "+ b"}}, {"a\nb", "", []string{"- a", "- b"}},
		{"a\nb\nc\nd", "b\nc\nd\ne", []string{"- a", "+ e"}},
		{"a\n", "a\r\n", []string{"- a", "+ a\r"}},
	} {
		if got := Lines(c.before, c.after); !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %q, expected %q", c.before, c.after, got, c.want)
		}
	}
}

// What is left out is common to both texts, in order, also where the texts are too long to be aligned.
func TestLinesAreWhatDiffers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 2))
	for k := range 300 {
		n := 12
		if k%100 == 99 {
			n = 3000
		}
		var texts [2][]string
		for side := range texts {
			for range r.IntN(n) {
				texts[side] = append(texts[side], fmt.Sprint(r.IntN(4)))
			}
		}
		diff := Lines(strings.Join(texts[0], "\n"), strings.Join(texts[1], "\n"))
		var rest [2][]string
		for side, mark := range []string{"- ", "+ "} {
			var only []string
			for _, l := range diff {
				if line, ok := strings.CutPrefix(l, mark); ok {
					only = append(only, line)
				}
			}
			if rest[side] = texts[side]; n < 100 { // every text is its own lines and the common ones, in some order
				rest[side] = slices.Clone(texts[side])
				for _, l := range only {
					at := slices.Index(rest[side], l)
					if at < 0 {
						t.Fatalf("%q is in no text", l)
					}
					rest[side] = slices.Delete(rest[side], at, at+1)
				}
			}
		}
		if n < 100 && len(rest[0]) != len(rest[1]) {
			t.Fatalf("%q and %q: %q", texts[0], texts[1], diff)
		}
	}
}
