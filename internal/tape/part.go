package tape

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/quote"
)

// Part lists the figures of a part of an experiment.
type Part struct {
	t    *Tape
	name string
}

// missing stands for a value that was not measured.
const missing = "."

// Figure records the value that v points to, or sets it to the recorded one: a string, a
// bool, a count (int or int64, at least 0), a time.Duration in seconds, a float64 or a series
// of them, whose NaN stand for what was not measured. Values keep every bit.
func (p *Part) Figure(subject, figure string, v any) {
	if !p.t.Playing() {
		p.t.rows = append(p.t.rows, row{part: p.name, subject: subject, figure: figure, values: format(v)})
		return
	}
	if r := p.take(subject, figure); r != nil {
		if what := parse(r.values, v); what != "" {
			p.t.refuse(r.line, "%s of %s is %.40q; expected %s", figure, p.name, r.values, what)
		}
	}
}

// take returns the next row, nil after an error and if it is of another figure.
func (p *Part) take(subject, figure string) *row {
	t := p.t
	want := row{part: p.name, subject: subject, figure: figure}
	switch {
	case t.err != nil:
		return nil
	case t.next == len(t.rows):
		t.refuse(t.lastLine(), "the last row; expected %s before it", &want)
		return nil
	}
	r := &t.rows[t.next]
	if r.part != p.name || r.subject != subject || r.figure != figure {
		t.refuse(r.line, "%s; expected %s", r, &want)
		return nil
	}
	t.next++
	return r
}

// lastLine is the line after the last row: that of the row with their number.
func (t *Tape) lastLine() int {
	if len(t.rows) == 0 {
		return 3 // after the columns and the version
	}
	return t.rows[len(t.rows)-1].line + 1
}

// Expect refuses the figure listed last unless ok; what is what a reader should find there.
func (p *Part) Expect(ok bool, what string) {
	if t := p.t; !ok && t.Playing() && t.next > 0 {
		r := &t.rows[t.next-1]
		t.refuse(r.line, "%s of %s is %.40q; expected %s", r.figure, p.name, r.values, what)
	}
}

// Failed reports whether a figure was refused, so that what follows need not be listed.
func (p *Part) Failed() bool { return p.t.err != nil }

// format writes a value so that parse reads the same.
func format(v any) string {
	switch v := v.(type) {
	case *string:
		return *v
	case *bool:
		return map[bool]string{true: "yes", false: "no"}[*v]
	case *int:
		return strconv.Itoa(*v)
	case *int64:
		return strconv.FormatInt(*v, 10)
	case *time.Duration:
		return number(v.Seconds())
	case *float64:
		return number(*v)
	case *[]float64:
		words := make([]string, len(*v))
		for i, x := range *v {
			words[i] = number(x)
		}
		return strings.Join(words, " ")
	}
	panic(fmt.Sprintf("tape: figure of type %T", v))
}

func number(x float64) string {
	if math.IsNaN(x) {
		return missing
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// parse sets v to what is written, and returns what was expected if it is something else.
func parse(s string, v any) (expected string) {
	var ok bool
	switch v := v.(type) {
	case *string:
		*v, ok, expected = s, quote.Line(s) == s, "a text that can be printed"
	case *bool:
		*v, ok, expected = s == "yes", s == "yes" || s == "no", "yes or no"
	case *int:
		n, err := strconv.ParseInt(s, 10, 0)
		*v, ok, expected = int(n), err == nil && n >= 0, "a count"
	case *int64:
		n, err := strconv.ParseInt(s, 10, 64)
		*v, ok, expected = n, err == nil && n >= 0, "a count"
	case *time.Duration:
		x, good := parseNumber(s)
		*v, ok, expected = seconds(x), good && math.Abs(x) <= maxSeconds, "seconds"
	case *float64:
		*v, ok = parseNumber(s)
		expected = "a number, or a point for none"
	case *[]float64:
		*v, ok = parseSeries(s)
		expected = "numbers separated by blanks, a point for none"
	default:
		panic(fmt.Sprintf("tape: figure of type %T", v))
	}
	if ok {
		return ""
	}
	return expected
}

// maxSeconds is the greatest duration that is read, in seconds: 2^50 ns, some 13 days. Up to
// it seconds gives back the duration n ns that a number was made of: Duration.Seconds rounds
// twice and the product once, each time by at most 2^-53 of n or less, together by less than
// 3·2^-53·2^50 = 3/8 ns.
const maxSeconds = (1 << 50) / 1e9

// seconds is the inverse of time.Duration.Seconds.
func seconds(x float64) time.Duration { return time.Duration(math.Round(x * 1e9)) }

func parseNumber(s string) (float64, bool) {
	if s == missing {
		return math.NaN(), true
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func parseSeries(s string) ([]float64, bool) {
	var series []float64
	for _, word := range strings.Fields(s) {
		x, ok := parseNumber(word)
		if !ok {
			return nil, false
		}
		series = append(series, x)
	}
	return series, true
}
