package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// kindCount continues a sentence that counts pairs in contact.
func (c *Check) kindCount() string {
	if !c.Kinds {
		return ""
	}
	counts := map[collide.Kind]int{}
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; p.Verdict == collide.InContact && c.statusOf(p) == clash {
			counts[p.Kind]++
		}
	}
	var list []string
	for _, k := range []collide.Kind{collide.Penetrate, collide.Inside, collide.SurfaceContact, collide.UnknownKind, collide.Touch} {
		if counts[k] > 0 {
			list = append(list, fmt.Sprintf("%d %s", counts[k], k))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// touches is what a pair in contact does, for people: its kind, if it has one, in words that
// follow the two names.
func touches(p *collide.Pair) string {
	switch p.Kind {
	case collide.Penetrate:
		if p.Equal {
			return "are equal, in one place,"
		}
		return "penetrate each other"
	case collide.Inside:
		return "lie one inside the other"
	case collide.SurfaceContact:
		if p.Crossing {
			return "cross"
		}
	case collide.NoKind, collide.UnknownKind, collide.Touch:
	}
	return "touch"
}

// kindNote continues the sentence about a pair with what its kind leaves open.
func (c *Check) kindNote(p *collide.Pair) string {
	switch p.Kind {
	case collide.Touch:
		return ", without penetrating"
	case collide.SurfaceContact:
		return ", as surfaces: " + c.unclosed(p)
	case collide.UnknownKind:
		return ", of unknown kind: " + quote.Line(p.Reason)
	case collide.NoKind, collide.Penetrate, collide.Inside:
	}
	return ""
}

// unclosed names the bodies of a pair that are not closed.
func (c *Check) unclosed(p *collide.Pair) string {
	names, n := "", 0
	for _, f := range c.Result.Flaws {
		if f.Body != p.A && f.Body != p.B {
			continue
		}
		if n++; n > 1 {
			names += " and "
		}
		names += quote.Name(c.Bodies[f.Body].Name)
	}
	switch n {
	case 0:
		return "a body is not closed"
	case 1:
		return names + " is not closed"
	}
	return names + " are not closed"
}

// flaw states why a body has no interior, for people.
func (c *Check) flaw(f *collide.Flaw) string {
	return quote.Name(c.Bodies[f.Body].Name) + " " + quote.Line(f.Reason)
}

// kindOf names the kind of a pair and what marks it, for tables.
func kindOf(p *collide.Pair) string {
	switch {
	case p.Equal:
		return string(p.Kind) + ", equal"
	case p.Crossing:
		return string(p.Kind) + ", crossing"
	}
	return string(p.Kind)
}

// KindText is the kind of a pair in words, with bounds of depth and width where bodies have inner points in common; "" where it has none.
func (c *Check) KindText(p *collide.Pair) string {
	if p.Kind == collide.NoKind || !isDeep(p) || !c.hasDepth(p) {
		return kindOf(p)
	}
	return kindOf(p) + ", " + extentOf(p)
}

// bounds writes two bounds as an array of JSON; an upper bound of +Inf is null.
func bounds(b [2]float64) string {
	hi := "null"
	if !math.IsInf(b[1], 1) {
		hi = decimal(b[1])
	}
	return "[" + decimal(b[0]) + ", " + hi + "]"
}

// hasDepth reports whether bounds of depth and width were asked for and a pair has them.
func (c *Check) hasDepth(p *collide.Pair) bool {
	return c.Depths && (p.Kind == collide.Touch || isDeep(p)) || c.Rules != nil && isDeep(p) && p.Width[1] > 0
}

// isDeep reports whether a pair has inner points in common.
func isDeep(p *collide.Pair) bool { return p.Kind == collide.Penetrate || p.Kind == collide.Inside }

// depthFields are the fields of JSON about depth and width, "" for a pair that has none.
func depthFields(p *collide.Pair) string {
	if p.Kind != collide.Touch && !isDeep(p) {
		return ""
	}
	return `, "depth": ` + bounds(p.Depth) + `, "width": ` + bounds(p.Width)
}

// extentCells are the bounds of depth and width for tables, empty where there are none.
func extentCells(p *collide.Pair) []string {
	cells := make([]string, 4)
	if p.Kind != collide.Touch && !isDeep(p) {
		return cells
	}
	for i, x := range [...]float64{p.Depth[0], p.Depth[1], p.Width[0], p.Width[1]} {
		cells[i] = boundCell(x)
	}
	return cells
}

// boundCell is the cell of a bound, empty for one that is not known.
func boundCell(x float64) string {
	if math.IsInf(x, 1) {
		return ""
	}
	return decimal(x)
}

// extentOf writes depth and width for people.
func extentOf(p *collide.Pair) string {
	return "depth " + span(p.Depth) + ", width " + span(p.Width)
}

// span writes bounds for people: one number where four digits do not tell them apart.
func span(b [2]float64) string {
	lo, hi := fmt.Sprintf("%.4g", b[0]), fmt.Sprintf("%.4g", b[1])
	switch {
	case math.IsInf(b[1], 1) && b[0] == 0:
		return "unknown"
	case math.IsInf(b[1], 1):
		return "at least " + lo
	case lo == hi:
		return lo
	}
	return lo + " to " + hi
}

// jsonKind writes the fields of a pair whose kind was asked for.
func (c *Check) jsonKind(b out, p *collide.Pair) {
	if p.Kind == collide.NoKind {
		return
	}
	b.put(kindFields(p))
	if c.hasDepth(p) {
		b.put(depthFields(p))
	}
	if way, known := c.parting(p); known {
		b.put(`, "parting": ` + bounds(way))
	}
	c.jsonPlace(b, p)
}

// kindFields are the fields of a kind, with the reason for what is not decided.
func kindFields(p *collide.Pair) string {
	s := fmt.Sprintf(`, "kind": %s, "equal": %s, "crossing": %s`, quote.JSON(string(p.Kind)), strconv.FormatBool(p.Equal), strconv.FormatBool(p.Crossing))
	if p.Reason != "" && p.Kind != collide.SurfaceContact { // whose reason the body has
		s += `, "reason": ` + quote.JSON(p.Reason)
	}
	return s
}
