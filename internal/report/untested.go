package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// Untested is a pair of bodies that is not tested, A < B, and why: "parent" or "SRDF: …".
type Untested struct {
	A, B   int
	Reason string
}

// isUntested reports whether a pair is one of Untested.
func (c *Check) isUntested(a, b int) bool {
	_, ok := c.whyUntested(a, b)
	return ok
}

// whyUntested returns why a pair is not tested, and whether it is not.
func (c *Check) whyUntested(a, b int) (string, bool) {
	i, ok := slices.BinarySearchFunc(c.Untested, [2]int{a, b}, func(u Untested, p [2]int) int {
		return cmp.Or(cmp.Compare(u.A, p[0]), cmp.Compare(u.B, p[1]))
	})
	if !ok {
		return "", false
	}
	return c.Untested[i].Reason, true
}

// maxUntestedPairs is the number of pairs that a line lists.
const maxUntestedPairs = 8

// UntestedLines states for people which pairs are not tested, a line for each reason, in the order of the first
// pairs, the first pairs of each by name.
func UntestedLines(list []Untested, names []string) []string {
	var reasons []string
	of := map[string][]string{}
	for _, u := range list {
		if of[u.Reason] == nil {
			reasons = append(reasons, u.Reason)
		}
		of[u.Reason] = append(of[u.Reason], quote.Name(names[u.A])+" × "+quote.Name(names[u.B]))
	}
	var lines []string
	for _, r := range reasons {
		pairs := of[r]
		more := ""
		if len(pairs) > maxUntestedPairs {
			more = fmt.Sprintf(", … and %d more", len(pairs)-maxUntestedPairs)
		}
		lines = append(lines, fmt.Sprintf("not tested (%s): %s%s", quote.Line(shorten(r, maxName)), strings.Join(pairs[:min(len(pairs), maxUntestedPairs)], ", "), more))
	}
	return lines
}

// untestedLines are the lines about a check.
func (c *Check) untestedLines() []string {
	names := make([]string, len(c.Bodies))
	for i := range c.Bodies {
		names[i] = c.Bodies[i].Name
	}
	return UntestedLines(c.Untested, names)
}

// untestedJSON is the list of pairs that are not tested, as the value of a field, bodies by index.
func untestedJSON(list []Untested) string {
	var b strings.Builder
	for i, u := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `{"a": %d, "b": %d, "reason": %s}`, u.A, u.B, quote.JSON(u.Reason))
	}
	return "[" + b.String() + "]"
}
