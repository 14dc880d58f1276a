package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/rules"
)

// wellFormed fails where a page or a drawing is no XML, or has a number that no browser draws.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<r>" + text + "</r>"))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	if bad := regexp.MustCompile(`="[^"]*(NaN|Inf|[0-9]e[+-]?[0-9])[^"]*"`).FindString(text); bad != "" {
		t.Fatalf("%s in\n%s", bad, text)
	}
}

// TestChartSizes draws curves of all magnitudes: the band is within the axes, its upper edge above the lower one.
func TestChartSizes(t *testing.T) {
	for _, size := range []float64{0, math.SmallestNonzeroFloat64, 1e-300, 0.1, 1, 1e17, 1e300, math.MaxFloat64} {
		for _, clearance := range []float64{0, size / 4, 5} {
			s := Segment{Impact: collide.Impact{Verdict: collide.Free}, Curve: &Curve{Rows: [][4]float64{{0, 0.5, size / 2, size}, {0.5, 1, 0, math.Inf(1)}}}}
			text := chartOf(&s, nil, clearance)
			wellFormed(t, text)
			corners := regexp.MustCompile(`([0-9.-]+) ([0-9.-]+)H([0-9.-]+)`).FindAllStringSubmatch(text, -1)
			var y []float64
			for _, c := range corners {
				v, err := strconv.ParseFloat(c[2], 64)
				if err != nil || v < chartTop || v > chartBottom {
					t.Fatalf("size %v, clearance %v: height %s, %v", size, clearance, c[2], err)
				}
				y = append(y, v)
			}
			// up the spans, and down again: hi, hi, lo, lo
			if len(y) != 4 || y[1] != chartTop || y[2] != chartBottom || y[0] > y[3] || clearance <= size && size > 0 && y[0] != chartTop {
				t.Errorf("size %v, clearance %v: heights %v", size, clearance, y)
			}
		}
	}
}

// TestChartMoments: every moment has its mark and its line, in the order of time, and names are text.
func TestChartMoments(t *testing.T) {
	names := []string{"a<b", "b&", "c"}
	touch := func(a, b int, t0, t1 float64) collide.Impact {
		return collide.Impact{Verdict: collide.InContact, A: a, B: b, T0: t0, T1: t1}
	}
	open := collide.Impact{Verdict: collide.Unknown, T0: 0.75, T1: 1, Reason: "too <near>"}
	near := touch(0, 2, 0.125, 0.125)
	first := touch(0, 1, 0.25, 0.5)
	for name, c := range map[string]struct {
		s    Segment
		want []string
	}{
		"free":  {Segment{Impact: collide.Impact{Verdict: collide.Free}}, nil},
		"one":   {Segment{Impact: first, Near: &near}, []string{"at t = 0.125: a&lt;b × c, too near", "between t = 0.25 and 0.5: a&lt;b × b&amp;, in contact"}},
		"each":  {Segment{Impact: first, Each: []collide.Impact{first, touch(1, 2, 0.5, 0.625), open}}, []string{"between t = 0.25 and 0.5: a&lt;b", "between t = 0.5 and 0.625: b&amp; × c, in contact", "between t = 0.75 and 1: undecided: too &lt;near&gt;"}},
		"ruled": {Segment{Impact: first, Ruled: &rules.Way{Status: rules.Fail, Impact: touch(1, 2, 0.5, 0.625), Permitted: []rules.Passage{{A: 0, B: 1, T1: 0.25, Proven: true}, {A: 0, B: 2, T0: 0.25, T1: 0.5}}}}, []string{"between t = 0 and 0.25: a&lt;b × b&amp;, as the rule permits", "between t = 0.25 and 0.5: a&lt;b × c, that the rule is kept is not proven", "between t = 0.5 and 0.625: b&amp; × c, breaks a rule"}},
	} {
		text := chartOf(&c.s, names, 0)
		wellFormed(t, text)
		lines := regexp.MustCompile("<li>(.*)</li>").FindAllStringSubmatch(text, -1)
		if len(lines) != len(c.want) {
			t.Errorf("%s: %d moments, expected %d:\n%s", name, len(lines), len(c.want), text)
			continue
		}
		for k, want := range c.want {
			if !strings.HasPrefix(lines[k][1], want) {
				t.Errorf("%s: %q, expected %q", name, lines[k][1], want)
			}
			if mark := fmt.Sprintf(">%d</text>", k+1); strings.Count(text, mark) == 0 {
				t.Errorf("%s: no mark %s", name, mark)
			}
		}
	}
}

// TestLegsPage: the page has the lines of the text, and a drawing for each motion.
func TestLegsPage(t *testing.T) {
	var text, page bytes.Buffer
	names := []string{"a", "</p><script>"}
	for _, l := range []*Legs{NewLegs(&text, false, false, true, names, 1), NewLegsPage(&page, "<t>", true, 0.5, names, 1)} {
		at := Station{File: "one.json"}
		l.Scene(&at, &collide.Result{}, nil, nil)
		l.Leg(&Leg{From: at, To: at, Segment: Segment{Impact: collide.Impact{Verdict: collide.InContact, A: 0, B: 1, T0: 0.25, T1: 0.5, TriA: -1, TriB: -1}}})
		if err := l.End(); err != nil {
			t.Fatal(err)
		}
	}
	_, body, _ := strings.Cut(page.String(), "<body>")
	wellFormed(t, "<body>"+strings.TrimSuffix(body, "</html>\n"))
	for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
		line = strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(line)
		if !strings.Contains(body, line) {
			t.Errorf("the page lacks %q:\n%s", line, body)
		}
	}
	if strings.Count(body, "<svg ") != 1 || !strings.Contains(page.String(), "<title>&lt;t&gt; – collide</title>") {
		t.Errorf("page:\n%s", page.String())
	}
}
