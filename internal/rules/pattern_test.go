package rules

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func pat(t *testing.T, text string) pattern {
	t.Helper()
	p, err := compile(text, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true}, {"a", "A", false}, {"a", "ab", false}, {"", "", true}, {"", "a", false},
		{"*", "", true}, {"*", "a/b", true}, {"?", "", false}, {"?", "é", true}, {"??", "é", false}, {"?", "\xff", true},
		{"bolt_*", "bolt_", true}, {"bolt_*", "bolt_12", true}, {"bolt_*", "bol", false}, {"*_1", "bolt_1", true}, {"*_1", "bolt_11", false},
		{"*a*b", "xaxxab", true}, {"*a*b", "xaxxba", false}, {"a**b", "ab", true}, {"*?*", "", false}, {"*?", "ab", true},
		{`\*`, "*", true}, {`\*`, "a", false}, {`\?x`, "?x", true}, {`\\`, `\`, true}, {`[ab]`, "a", false}, {`[ab]`, "[ab]", true},
		{"name#2", "name#2", true},
	} {
		if p := pat(t, c.pattern); p.matches(c.name) != c.want {
			t.Errorf("%q matches %q: %t, expected %t", c.pattern, c.name, !c.want, c.want)
		}
	}
}

// TestPatternsAsExpressions compares patterns over a small alphabet with regular expressions.
func TestPatternsAsExpressions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 1))
	word := func(letters []string, n int) string {
		var b strings.Builder
		for range r.IntN(n) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	hits := 0
	for range 20_000 {
		text, name := word([]string{"a", "b", "é", "*", "?", `\*`}, 8), word([]string{"a", "b", "é", "*"}, 8)
		e := strings.NewReplacer(`\*`, `\*`, "*", ".*", "?", ".").Replace(text)
		want := regexp.MustCompile("^(?s:" + e + ")$").MatchString(name)
		if p := pat(t, text); p.matches(name) != want {
			t.Fatalf("%q matches %q: %t, expected %t", text, name, !want, want)
		}
		if want {
			hits++
		}
	}
	if hits < 500 {
		t.Errorf("only %d patterns match", hits)
	}
}

// A pattern of many stars takes time in proportion to the product of the lengths, not more.
func TestPatternOfStars(t *testing.T) {
	t.Parallel()
	p := pat(t, strings.Repeat("*a", 511)+"b")
	start := time.Now()
	if p.matches(strings.Repeat("a", 1<<14)) {
		t.Error("matches")
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("%v", d)
	}
}

// TestLiterals writes names as patterns and reads them back.
func TestLiterals(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"a", "bolt 1", `"`, `a"b`, `\`, "*", "?x", "#1", "a#1", "deviation", "", " ", "a,b", "×", "file/part[3]", `ends\`, "tab\there", "nl\nx", "\xff",
	} {
		line := Literal(name) + " other touch"
		s, err := Read(context.Background(), strings.NewReader(line), "l")
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if s.Len() != 1 || len(s.Matching(name, "other")) != 1 {
			t.Errorf("%q does not match %q", line, name)
		}
		if printable := !strings.ContainsAny(name, "\t\n") && utf8.ValidString(name); printable && len(s.Matching(name+"x", "other")) != 0 {
			t.Errorf("%q matches more than %q", line, name)
		}
	}
}
