package rules

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/collide-go/collide/internal/unit"
)

func read(t *testing.T, text string) *Set {
	t.Helper()
	s, err := Read(context.Background(), strings.NewReader(text), "t.rules")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Settle("mm"); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRead(t *testing.T) {
	t.Parallel()
	s := read(t, "# fits\r\n\n  bolt_* \"big housing\" touch,depth<=0.05 # tight\r\n\ta\tb\tclearance>2mm,inside\n"+
		"a#2 \"#b\" ignore #\ndeviation shaft 0.01in")
	want := []string{
		`t.rules:3: bolt_* "big housing" touch, depth <= 0.05`, "t.rules:4: a b clearance > 2mm, inside", `t.rules:5: a#2 "#b" ignore`,
	}
	if len(want) != s.Len() {
		t.Fatalf("%d rules, expected %d", s.Len(), len(want))
	}
	for i, w := range want {
		if got := s.rules[i].String(); got != w {
			t.Errorf("rule %d is %s, expected %s", i, got, w)
		}
	}
	if r := s.rules[0]; !r.Touch || r.Inside || r.Ignore || r.Clearance.Given || r.Depth.Value != 0.05 {
		t.Errorf("%+v", r)
	}
	if r := s.rules[1]; !r.Inside || r.Touch || r.Depth.Given || r.Clearance.Value != 2 {
		t.Errorf("%+v", r)
	}
	if d := s.deviations[0]; d.limit.Value != 0.254 || d.line != 6 {
		t.Errorf("%+v", d)
	}
}

// A byte order mark is no part of the first name, and no reason to take a comment for a rule.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"\ufeffa b touch", "\ufeff# fits\r\na b touch\r\n"} {
		if s := read(t, text); s.Len() != 1 || len(s.Matching("a", "b")) != 1 {
			t.Errorf("%q: %d rules", text, s.Len())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const sentence = "expected touch, inside, ignore, depth <= LIMIT or clearance > LIMIT"
	for text, want := range map[string]string{
		"a":                                     "t.rules:1: expected two names and what they may do",
		"a # b touch":                           "expected two names and what they may do",
		"a b":                                   "no condition; " + sentence,
		"a b # touch":                           "no condition",
		"\n\na b tuoch":                         `t.rules:3: "tuoch"; ` + sentence,
		"# fits\ra b touch\r":                   "t.rules:1: carriage return within a line",
		"a b touch\r\n# x\ry":                   "t.rules:2: carriage return within a line",
		"a b touch\r\r\n":                       "t.rules:1: carriage return within a line",
		"a b touch\n\ufeffa b tuoch":            "t.rules:2: ",
		"a b touch,":                            `""; ` + sentence,
		"a b touch, touch":                      "touch is there twice",
		"a b depth <= 1, depth <= 2":            "depth is there twice",
		"a b ignore, touch":                     "ignore permits everything and stands alone",
		"a b clearance >= 2mm":                  "clearance >= 2mm; a pair at exactly 2mm fails: expected clearance > 2mm",
		"a b clearance < 2":                     sentence,
		"a b depth < 2":                         sentence,
		"a b depth > 2":                         sentence,
		"a b depth":                             sentence,
		"a b touch > 2":                         sentence,
		"a b Touch":                             sentence,
		"a b depth <= NaN":                      "depth NaN: expected a number of at least 0",
		"a b depth <= inf":                      "depth inf: expected a number of at least 0",
		"a b depth <= -1":                       "depth -1: expected a number of at least 0",
		"a b clearance > 1e999":                 "clearance 1e999: expected a number",
		"a b clearance > 2 mm":                  sentence,
		"a b clearance > 2furlong":              `unit "furlong"; expected one of um, mm`,
		"a b depth <= 0.05\u202e":               "expected a number",
		`"a b touch`:                            "quote without an end",
		`"a"b c touch`:                          "expected a blank after the quote",
		`a\ b touch`:                            `\ at the end of a name`,
		"deviation a":                           "expected a number of at least 0, with or without a unit as in 2mm (the name of a body that is called deviation is quoted)",
		"deviation":                             "expected deviation GLOB LENGTH",
		"deviation b touch":                     "the name of a body that is called deviation is quoted",
		strings.Repeat("a", 1025) + " b touch":  "pattern of 1025 bytes; expected at most 1024",
		"a b " + strings.Repeat("t", 70000):     "t.rules:1: line of more than 65536 bytes",
		strings.Repeat("a b touch\n", 1<<16+1):  "t.rules:65537: more than 65536 rules",
		"a b " + strings.Repeat("touch ", 9000): "…",
		"a b \x1b[31mred":                       `\x1b[31mred`,
	} {
		_, err := Read(context.Background(), strings.NewReader(text), "t.rules")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, expected an error with %q", text, err, want)
		} else if strings.ContainsAny(err.Error(), "\x1b\n\u202e") || len(err.Error()) > 1000 {
			t.Errorf("%.40q: error %q cannot be printed", text, err)
		}
	}
	if _, err := Read(context.Background(), iotest.ErrReader(errors.New("disk")), "t.rules"); err == nil || !strings.Contains(err.Error(), "t.rules:1: reading: disk") {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ended, strings.NewReader("a b touch"), "t.rules"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		in   unit.Unit
		want string
	}{
		{"a b depth <= 2mm", "", "t.rules:1: depth <= 2mm: 2mm, but the unit of the files is not known"},
		{"a b touch\na b clearance > 1e308m", "mm", "t.rules:2: clearance > 1e308m: 1e308m is beyond the range of numbers in mm"},
		{"deviation a 1mm", "", "t.rules:1: deviation: 1mm, but the unit"},
		{"a b depth <= 2, clearance > 1", "", ""},
	} {
		s, err := Read(context.Background(), strings.NewReader(c.text), "t.rules")
		if err != nil {
			t.Fatal(err)
		}
		if err = s.Settle(c.in); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.want)
		}
	}
}

// TestCutConditionAsExpression compares cutCondition with the expression that it stands for, on texts of the characters that matter.
func TestCutConditionAsExpression(t *testing.T) {
	form := regexp.MustCompile(`^([a-z]+)(?:[ \t]*([<>=]+)[ \t]*([^ \t<>=]+))?$`)
	r := rand.New(rand.NewPCG(23, 5))
	parts := []string{"depth", "a", "Z", " ", "\t", "<", ">=", "=", "2mm", "µ", "\xff", "\n"}
	matched := 0
	for range 30_000 {
		var text strings.Builder
		for range r.IntN(8) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		s := text.String()
		word, relation, length, ok := cutCondition(s)
		want := form.FindStringSubmatch(s)
		if ok != (want != nil) || ok && (word != want[1] || relation != want[2] || length != want[3]) {
			t.Fatalf("%q: %q, %q, %q, %t; want %q", s, word, relation, length, ok, want)
		}
		if ok {
			matched++
		}
	}
	if matched < 300 {
		t.Errorf("%d texts matched", matched)
	}
}

// FuzzRead looks for a file that panics, or whose rules do not read as they are written.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"a b touch", `"a b" *?\* depth <= 2mm, inside # x`, "deviation a 1", "a b clearance >= 1", "\"\\\"\" b ignore"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(context.Background(), strings.NewReader(text), "f")
		if err != nil {
			return
		}
		for i := range s.rules {
			r := &s.rules[i]
			again, err := Read(context.Background(), strings.NewReader(r.a.written+" "+r.b.written+" "+r.Text), "f")
			if err != nil || again.Len() != 1 || again.rules[0].Text != r.Text {
				t.Fatalf("%q reads again as %v, %v", r.String(), again, err)
			}
			for _, l := range []Limit{r.Depth, r.Clearance} {
				if x, err := l.length.In("mm"); l.Given && err == nil && !(x >= 0 && x <= math.MaxFloat64) {
					t.Fatalf("%s has the limit %v", r, x)
				}
			}
		}
	})
}
