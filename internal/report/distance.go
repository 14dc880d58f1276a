package report

import (
	"io"
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// Distances is the answer to how near bodies are.
type Distances struct {
	Bodies []Body
	// Unit is that of lengths, "" where it is not known.
	Unit string
	// List is the nearest pair, or every pair with All.
	List []collide.Distance
	All  bool
	// Bounds reports that an error was allowed: distances are intervals.
	Bounds bool
	// Err is what came with the answer: nil, or an error that wraps collide.ErrIncomplete.
	Err error
	// Color lets the text format use colours.
	Color bool
}

// verdict of a pair follows from what is known of its distance.
func (d *Distances) verdict(r *collide.Distance) collide.Verdict {
	switch {
	case r.Hi == 0:
		return collide.InContact
	case r.Lo > 0:
		return collide.Free
	}
	return collide.Unknown
}

// measured reports whether a distance has a pair of bodies; one that was cut short before
// anything was found has none.
func measured(r *collide.Distance) bool { return r.A != r.B }

// DistancesText writes how near the bodies are, for people.
func DistancesText(w io.Writer, d *Distances) error {
	o := newOut(w)
	for i := range d.List {
		d.sentence(o, &d.List[i])
	}
	switch {
	case d.Err != nil:
		o.putf("incomplete: %s\n", ReasonOf(d.Err))
	case len(d.List) == 0:
		o.put("no pair of bodies to measure: there is no distance\n")
	}
	return o.flush()
}

func (d *Distances) sentence(o out, r *collide.Distance) {
	if !measured(r) {
		return
	}
	p := palette(d.Color)
	name := func(i int) string { return quote.Name(d.Bodies[i].Name) }
	a, b := name(r.A), name(r.B)
	note := ""
	if r.Allowed {
		note = p.allowed(" (allowed)")
	}
	switch {
	case r.Inside == collide.AInside:
		o.putf("%s lies inside %s: distance %s%s\n", a, b, p.bad("0"), note)
	case r.Inside == collide.BInside:
		o.putf("%s lies inside %s: distance %s%s\n", b, a, p.bad("0"), note)
	case r.Hi == 0:
		o.putf("%s and %s touch: distance %s%s\n", a, b, p.bad("0"), note)
	case r.Lo < r.Hi:
		o.putf("%s and %s are between %s and %s apart%s\n", a, b, decimal(r.Lo), p.strong(LengthIn(r.Hi, d.Unit)), note)
	default:
		o.putf("%s and %s are %s apart%s\n", a, b, p.strong(LengthIn(r.Value, d.Unit)), note)
	}
	if r.Reason != "" {
		o.putf("  undecided: %s\n", quote.Line(r.Reason))
	}
	if r.TriA >= 0 {
		d.end(o, r, 0, r.A, r.TriA)
		d.end(o, r, 1, r.B, r.TriB)
	}
}

// apartOf is how far two bodies are apart, for people: bounds where no more is known.
func apartOf(d *collide.Distance) string {
	switch {
	case d.Lo == d.Hi:
		return decimal(d.Value) + " apart"
	case math.IsInf(d.Hi, 1) && d.Lo == 0:
		return "distance unknown"
	case math.IsInf(d.Hi, 1):
		return "at least " + decimal(d.Lo) + " apart"
	}
	return "between " + decimal(d.Lo) + " and " + decimal(d.Hi) + " apart"
}

// end writes where a shortest segment ends.
func (d *Distances) end(o out, r *collide.Distance, k, body, tri int) {
	what := ""
	if d.Bodies[body].Triangles > 0 {
		what = " triangle " + strconv.Itoa(tri) + ","
		if r.Features[k] != "" {
			what += " " + r.Features[k] + ","
		}
	}
	p := r.Points[k]
	o.putf("  %s:%s at (%s, %s, %s)\n", quote.Name(d.Bodies[body].Name), what, decimal(p.X), decimal(p.Y), decimal(p.Z))
}

// decimal returns the shortest decimal that reads back as x.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// LengthIn is a decimal with its unit, if that is known.
func LengthIn(x float64, unit string) string {
	if unit == "" {
		return decimal(x)
	}
	return decimal(x) + " " + unit
}

// unitField is the field "unit" and what comes before the next one, "" where the unit is not known.
func unitField(unit, next string) string {
	if unit == "" {
		return ""
	}
	return `"unit": ` + quote.JSON(unit) + "," + next
}

// DistancesJSON writes an object a line: one a pair, or one that states that there is none.
func DistancesJSON(w io.Writer, d *Distances) error {
	o := newOut(w)
	for i := range d.List {
		r := &d.List[i]
		if !measured(r) {
			continue
		}
		o.putf(`{"schema": %d, %s"a": %d, "b": %d, "verdict": "%v", "distance": `, quote.Schema, unitField(d.Unit, " "), r.A, r.B, d.verdict(r))
		d.value(o, r)
		d.closest(o, r)
		o.putf(`, "inside": %s, "allowed": %t`, quote.JSON(string(r.Inside)), r.Allowed)
		if r.Reason != "" {
			o.putf(`, "reason": %s`, quote.JSON(r.Reason))
		}
		o.put("}\n")
	}
	switch {
	case d.Err != nil:
		o.putf(`{"schema": %d, "verdict": "%v", "complete": false, "reason": %s}`+"\n", quote.Schema, d.whole(), quote.JSON(ReasonOf(d.Err)))
	case len(d.List) == 0:
		o.putf(`{"schema": %d, "verdict": "%v", "distance": null}`+"\n", quote.Schema, collide.Free)
	}
	return o.flush()
}

// whole is the verdict of an answer that is not complete.
func (d *Distances) whole() collide.Verdict {
	for i := range d.List {
		if r := &d.List[i]; measured(r) && !r.Allowed && d.verdict(r) == collide.InContact {
			return collide.InContact
		}
	}
	return collide.Unknown
}

func (d *Distances) value(o out, r *collide.Distance) {
	switch {
	case r.Lo == r.Hi && !d.Bounds:
		o.put(decimal(r.Value))
	case math.IsInf(r.Hi, 1):
		o.put("null")
	default:
		o.putf("[%s, %s]", decimal(r.Lo), decimal(r.Hi))
	}
}

func (d *Distances) closest(o out, r *collide.Distance) {
	if r.TriA < 0 {
		o.put(`, "closest": null, "points": null, "pointError": null, "features": null`)
		return
	}
	o.putf(`, "closest": [%d, %d], "points": [%s, %s], "pointError": %s, "features": [%s, %s]`, r.TriA, r.TriB,
		triple(r.Points[0]), triple(r.Points[1]), decimal(r.PointError), quote.JSON(r.Features[0]), quote.JSON(r.Features[1]))
}

func triple(p geom.Vec) string {
	return "[" + decimal(p.X) + ", " + decimal(p.Y) + ", " + decimal(p.Z) + "]"
}
