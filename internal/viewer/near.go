package viewer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
)

// nearJSON is a pair of bodies within the clearance that does not touch.
type nearJSON struct {
	A int `json:"a"`
	B int `json:"b"`
	// Text is the distance in six digits, Exact as reports have it.
	Text    string `json:"text"`
	Exact   string `json:"exact"`
	Allowed bool   `json:"allowed"`
	// Ends are those of a shortest segment, in stage coordinates; none for a containment that is
	// undecided.
	Ends *[2][3]float64 `json:"ends,omitempty"`
}

// mostNear is the number of near pairs that a page shows.
const mostNear = 400

// takeNear adds what a check with a clearance found: the nearest pairs first.
func (c *checkJSON) takeNear(s *stage, check *report.Check) {
	if check.Clearance == nil {
		return
	}
	c.Clearance = report.LengthIn(check.Clearance.Distance, check.Unit)
	for i := range check.Clearance.Near {
		if d := &check.Clearance.Near[i]; d.Hi > 0 && !d.Allowed {
			c.TooNear++
		}
	}
	c.Near, c.NearLeftOut = s.appendNear(nil, check.Clearance.Near, check.Unit)
}

// appendNear appends the pairs that do not touch, the nearest first, and returns how many it leaves out.
func (s *stage) appendNear(dst []nearJSON, found []collide.Distance, unit string) ([]nearJSON, int) {
	var near []*collide.Distance
	for i := range found {
		if found[i].Hi > 0 {
			near = append(near, &found[i])
		}
	}
	slices.SortStableFunc(near, func(x, y *collide.Distance) int { return cmp.Compare(x.Value, y.Value) })
	more := max(0, len(near)-mostNear)
	for _, d := range near[:len(near)-more] {
		dst = append(dst, s.near(d, unit))
	}
	return dst, more
}

// near is what a page shows of a distance.
func (s *stage) near(d *collide.Distance, unit string) nearJSON {
	at, word := d.Value, ""
	if d.Lo < d.Hi {
		at, word = d.Hi, "at most "
	}
	n := nearJSON{A: d.A, B: d.B, Allowed: d.Allowed, Text: word + short(at, unit), Exact: word + report.LengthIn(at, unit)}
	if d.TriA >= 0 {
		n.Ends = &[2][3]float64{vectorOf(s.point(d.Points[0])), vectorOf(s.point(d.Points[1]))}
	}
	return n
}

// withoutNear is a result without the pairs that are listed only because they are near.
func withoutNear(r *collide.Result) *collide.Result {
	t := *r
	t.Pairs = slices.DeleteFunc(slices.Clone(r.Pairs), func(p collide.Pair) bool { return p.Verdict == collide.Free })
	return &t
}

// short is a length in six digits, for a label.
func short(x float64, unit string) string {
	return strings.TrimSpace(strconv.FormatFloat(x, 'g', 6, 64) + " " + unit)
}
