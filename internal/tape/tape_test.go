package tape

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// figures are one of each kind.
type figures struct {
	text    string
	yes     bool
	n       int
	big     int64
	spent   time.Duration
	x       float64
	series  []float64
	further []float64
}

func (f *figures) list(p *Part) {
	p.Figure("a", "text", &f.text)
	p.Figure("a", "yes", &f.yes)
	p.Figure("b, c", "n", &f.n)
	p.Figure("", "big", &f.big)
	p.Figure("", "spent", &f.spent)
	p.Figure("", "x", &f.x)
	p.Figure("", "series", &f.series)
	p.Expect(len(f.series) > 0, "a number or more")
	p.Figure("", "further", &f.further)
}

func none() error { return nil }

// recorded is what a tape of two parts is written as.
func recorded(t *testing.T, f, g *figures) []byte {
	t.Helper()
	head, body := &Tape{}, &Tape{}
	if err := errors.Join(head.Do("first", none, f.list), body.Do("second", none, g.list)); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, head, body); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample() *figures {
	return &figures{text: "=1+1, \"quoted\"", yes: true, n: math.MaxInt, big: math.MaxInt64, spent: 123456789 * time.Nanosecond, x: -0.1,
		series: []float64{-1, math.NaN(), 1.0 / 3, math.MaxFloat64, math.SmallestNonzeroFloat64, 0}}
}

// played plays a tape of two parts.
func played(file []byte) (f, g figures, err error) {
	t, err := Read(bytes.NewReader(file), "x.csv")
	if err != nil {
		return f, g, err
	}
	fail := func() error { return errors.New("measured while playing") }
	if err = t.Do("first", fail, f.list); err == nil {
		err = t.Do("second", fail, g.list)
	}
	return f, g, errors.Join(err, t.End())
}

// equal compares with NaN equal to itself.
func (f *figures) equal(o *figures) bool {
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y }
	return f.text == o.text && f.yes == o.yes && f.n == o.n && f.big == o.big && f.spent == o.spent && same(f.x, o.x) &&
		slices.EqualFunc(f.series, o.series, same) && slices.EqualFunc(f.further, o.further, same)
}

func TestPlayingGivesBackEveryBit(t *testing.T) {
	t.Parallel()
	want, other := sample(), &figures{series: []float64{1}, x: math.NaN()}
	f, g, err := played(recorded(t, want, other))
	if err != nil || !f.equal(want) || !g.equal(other) {
		t.Errorf("%+v, %+v, %v; want %+v, %+v", f, g, err, want, other)
	}
}

// Every duration up to the bound comes back, whatever its last digits are.
func TestDurationsComeBack(t *testing.T) {
	t.Parallel()
	for d := time.Duration(1); d <= 1<<50; d = d*5/3 + 1 {
		var got time.Duration
		if what := parse(format(&d), &got); what != "" || got != d {
			t.Fatalf("%d ns come back as %d (%s)", d, got, what)
		}
	}
	for _, s := range []string{"1125899.906842625", "-2e6", "1e300", ".", "Inf", ""} {
		var got time.Duration
		if what := parse(s, &got); what == "" {
			t.Errorf("%q is read as %v", s, got)
		}
	}
}

func TestNilTapeMeasures(t *testing.T) {
	t.Parallel()
	var tape *Tape
	called := false
	if err := tape.Do("x", func() error { called = true; return nil }, func(*Part) { t.Error("figures listed") }); err != nil || !called || tape.Playing() {
		t.Errorf("measured %v, playing %v, %v", called, tape.Playing(), err)
	}
	failed := errors.New("failed")
	record := &Tape{}
	if err := record.Do("x", func() error { return failed }, func(*Part) { t.Error("figures listed") }); !errors.Is(err, failed) || len(record.rows) > 0 {
		t.Errorf("a part that failed: %v", err)
	}
}

// A file that was changed otherwise than in its values is refused with its line.
func TestRefused(t *testing.T) {
	t.Parallel()
	file := string(recorded(t, sample(), sample()))
	lines := strings.SplitAfter(strings.TrimSuffix(file, "\n"), "\n")
	swapped := slices.Clone(lines)
	swapped[3], swapped[4] = swapped[4], swapped[3]
	tooWide := strings.Replace(file, "first,a,yes,yes", "first,a,yes,yes,yes", 1)
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "x.csv:1: nothing; expected the columns part,subject,figure,values"},
		{"another table", "method,frames/s\noocda,3\n", "x.csv:1: method and 1 more cells; expected the columns part,subject,figure,values of the file NAME.csv that collide bench --out writes"},
		{"one long line", strings.Repeat("x", 1000), "x.csv:1: " + strings.Repeat("x", 60) + "…; expected the columns"},
		{"columns alone", lines[0], `x.csv:1: "", "", ""; expected the row tape,,version`},
		{"no version", strings.Replace(file, lines[1], "", 1), "x.csv:2: first, a, text; expected the row tape,,version"},
		{"another version", strings.Replace(file, "tape,,version,1", "tape,,version,2", 1), "x.csv:2: version 2; expected 1"},
		{"cut off", strings.Join(lines[:8], ""), "x.csv:8: the file ends after first, "},
		{"cut off in a row", file[:len(file)-30], "x.csv:18: "},
		{"cut off in a cell", before(file, "quoted"), `x.csv:3: extraneous or missing " in quoted-field; expected rows of CSV`},
		{"a row lost", strings.Replace(file, lines[5], "", 1), "x.csv:6: first, \"\", spent; expected first, \"\", big"},
		{"a wrong number", strings.Replace(file, "tape,,rows,17", "tape,,rows,", 1), "x.csv:19: no rows; expected as many as there are: rows were added or lost"},
		{"swapped", strings.Join(swapped, ""), "x.csv:4: first, b, c, n; expected first, a, yes"},
		{"wide", tooWide, "x.csv:4: 5 cells; expected 4"},
		{"quotes", strings.Replace(file, "first,a,yes,yes", `first,"a"b,yes,yes`, 1), `x.csv:4: extraneous or missing " in quoted-field; expected rows of CSV`},
		{"no bool", strings.Replace(file, "first,a,yes,yes", "first,a,yes,maybe", 1), `x.csv:4: yes of first is "maybe"; expected yes or no`},
		{"below 0", strings.Replace(file, "first,,big,", "first,,big,-", 1), "x.csv:6: big of first is \"-9223372036854775807\"; expected a count"},
		{"no number", strings.Replace(file, "first,,x,-0.1", "first,,x,0x", 1), `x.csv:8: x of first is "0x"; expected a number, or a point for none`},
		{"infinite", strings.Replace(file, "first,,x,-0.1", "first,,x,Inf", 1), `x.csv:8: x of first is "Inf"; expected`},
		{"unprintable", strings.Replace(file, "'=1+1", "\x1b1+1", 1), `x.csv:3: text of first is `},
		{"not what is expected", "part,subject,figure,values\ntape,,version,1\n" + strings.Join(lines[2:8], "") + "first,,series,\ntape,,rows,8\n", `x.csv:9: series of first is ""; expected a number or more`},
		{"too few", strings.Join(lines[:10], "") + "tape,,rows,9\n", "x.csv:11: the last row; expected second, a, text before it"},
		{"too many", strings.Join(lines[:18], "") + "a,b,c,d\ntape,,rows,18\n", "x.csv:19: a, b, c; expected the last row"},
	} {
		_, _, err := played([]byte(c.file))
		if err == nil || !strings.HasPrefix(strings.Split(err.Error(), "\n")[0], c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: the error cannot be printed", c.name)
		}
	}
}

// before is what comes before a word.
func before(file, word string) string {
	file, _, _ = strings.Cut(file, word)
	return file
}

// endless is a file without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "a,b,c,d\n"[i%8]
	}
	return len(p), nil
}

func TestTooLongAFileIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := Read(endless{}, "x.csv"); err == nil || !strings.HasPrefix(err.Error(), "x.csv") {
		t.Errorf("error %v", err)
	}
}

func TestAnotherTypePanics(t *testing.T) {
	t.Parallel()
	for _, f := range []func(){func() { format(1) }, func() { parse("1", 1) }} {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); r != "tape: figure of type int" {
					t.Errorf("panics with %q", r)
				}
			}()
			f()
		}()
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	want := sample()
	whole, err := Read(bytes.NewReader(recorded(t, want, want)), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	var f figures
	if err := whole.Do("first", none, f.list); err != nil || whole.Err() != nil {
		t.Fatal(err)
	}
	whole.Forget()
	var b bytes.Buffer
	if err := Write(&b, whole); err != nil || strings.Contains(b.String(), "first") || strings.Count(b.String(), "second") != 8 {
		t.Errorf("%s\n%v", b.String(), err)
	}
}
