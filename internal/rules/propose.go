package rules

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Propose writes a rules file that permits what a result holds, as far as pairs are not allowed
// already. A line that a person has to think about first, such as one about open meshes, is a comment. incomplete is
// why the result is, "" for one that is complete.
func Propose(w io.Writer, r *collide.Result, bodies []Body, unit, incomplete string) error {
	out := bufio.NewWriter(w)
	_, _ = fmt.Fprint(out, "# Proposed by collide from what it found. Every line permits something: review each, and remove\n# those that should fail. The last line that is about a pair decides.\n")
	if unit != "" {
		_, _ = fmt.Fprintf(out, "# Lengths are in %s.\n", unit)
	}
	if incomplete != "" {
		_, _ = fmt.Fprintf(out, "# Incomplete, pairs may be missing: %s\n", quote.Line(incomplete))
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.Allowed || p.Verdict == collide.Free || p.A == p.B {
			continue
		}
		condition, why := proposal(p)
		line := Literal(bodies[p.A].Name) + " " + Literal(bodies[p.B].Name) + " " + condition
		if why != "" {
			line = "# " + quote.Line(line) + "  # " + quote.Line(why)
		}
		_, _ = fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// proposal returns a condition that a pair meets, and why it should not be used as it is.
func proposal(p *collide.Pair) (condition, why string) {
	deep := max(p.Depth[1], p.Width[1])
	switch {
	case p.Verdict != collide.InContact:
		return "ignore", p.Reason
	case p.Equal:
		return "ignore", "two equal bodies in one place"
	case p.Kind == collide.Touch:
		return "touch", ""
	case p.Kind == collide.Inside:
		return "inside", ""
	case p.Kind == collide.Penetrate && deep > 0 && !math.IsInf(deep, 1):
		return "depth <= " + roundedUp(deep), ""
	case p.Kind == collide.Penetrate:
		return "depth <= " + roundedUp(max(p.Depth[0], p.Width[0])), "at least so deep"
	}
	return "ignore", p.Reason
}

// roundedUp writes a decimal number of few digits that is at least x: three where these or those of a number larger by 1/256 are, else
// the first number of digits that is, at the latest the shortest that stands for x itself. A limit that is hardly above a depth would take long to decide.
func roundedUp(x float64) string {
	for digits := 3; digits < 17; digits++ {
		for _, near := range [2]float64{x, x + x/256} {
			s := strconv.FormatFloat(near, 'g', digits, 64)
			if y, err := strconv.ParseFloat(s, 64); err == nil && y >= x && !math.IsInf(y, 1) {
				return s
			}
		}
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
