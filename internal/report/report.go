// Package report writes what a check or sweep found: as text for people, as
// JSON, CSV, JUnit and SARIF for programs, and as a picture. One file per
// format; each writes as it goes and holds nothing beyond a line.
package report

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
)

// Body describes a body to the reader of a report.
type Body struct {
	Name string
	// File is the mesh file, or the scene file of a sphere or box.
	File string
	// Triangles is the number of triangles, 0 for a sphere or box.
	Triangles int
	// Defects are those of the mesh, nil where they are not known.
	Defects   *mesh.Defects
	Immovable bool
}

// World is the geometry behind a result: a *collide.Detector.
type World interface {
	Triangle(body, tri int) geom.Triangle
	Bounds(body int) geom.AABB
	Witness(c collide.Contact) predicate.Intersection
}

// Check is one check with everything its reports tell.
type Check struct {
	Result *collide.Result
	// Err is what came with the result: nil, or an error that wraps
	// collide.ErrIncomplete.
	Err    error
	Bodies []Body
	// World may be nil when the result holds no contacts.
	World World
	// Unit is that of lengths, "" where it is not known.
	Unit string
	// Choice is why the back end was chosen, "" where there was nothing to choose.
	Choice string
	// Self reports that contacts within each mesh were asked for.
	Self bool
	// Read and Total are the times for the files and for everything.
	Read, Total time.Duration
	// Warnings are what the input holds without effect, a line each.
	Warnings []string
	// Version is the version of the program.
	Version string
	// Date is when the check was made, for formats that need one; zero where that does not matter.
	Date time.Time
	// Inputs are the files that were read, as SortInputs orders them, for formats that list them; nil where that was not asked for.
	Inputs []Input
	// Color lets the text format use colours.
	Color bool
	// Places states how long and on how many cores reports look for where contacts are.
	Places Places
	// Pictures are for formats that show each pair; nil for none.
	Pictures *Pictures
	// Clearance is set by Take.
	Clearance *Clearance
	// Untested are the pairs of bodies that are not tested, ascending, those of two immovable ones left out.
	Untested []Untested
	// Kinds reports that kinds of contacts were asked for, Depths that bounds of depth and width were.
	Kinds, Depths bool
	// Partings are how far bodies must move until they part, nil where that was not asked for.
	Partings *Partings
	// Rules is set by Judge.
	Rules *rules.Judgement
	// Baseline is set by Compare, Approvals by Approve.
	Baseline  *Baseline
	Approvals *Approvals
	// Posed returns a hash of two bodies in their poses. It may be nil: then no clash whose depth is hidden is the same.
	Posed func(a, b int) string
	// Cached is how many pairs in contact were known from an earlier check.
	Cached int
	// Changed are the files that decide of which the working tree has another version.
	Changed []Changed
}

// Format is a way to write a report. Functions are nil for what it cannot report.
type Format struct {
	Name, Summary string
	// Ext is how the name of a file in the format ends.
	Ext string
	// Check writes a report on a check. A context that ends first is its error, and what
	// was written by then is no report.
	Check func(context.Context, io.Writer, *Check) error
	// Sweep starts a report on a sweep.
	Sweep func(io.Writer, SweepOptions) Sweep
	// Sim starts a report on a scene in motion, in colours if wanted.
	Sim func(w io.Writer, color bool) Sim
}

func formats() []Format {
	return []Format{
		{"text", "for people", ".txt", Text, textSweep, textSim},
		{"json", "everything, for programs", ".json", JSON, jsonSweep, jsonSim},
		{"csv", "a row per contact, for tables", ".csv", CSV, csvSweep, csvSim},
		{"junit", "a test case per pair of bodies, for CI", ".junit.xml", JUnit, junitSweep, nil},
		{"sarif", "SARIF 2.1.0, for code scanning", ".sarif", SARIF, nil, nil},
		{"markdown", "a summary for the page of a CI job", ".md", Markdown, nil, nil},
		{"bcf", "BCF 3.0, topics for CAD and BIM tools", ".bcf", BCF, nil, nil},
		{"github", "annotations of GitHub's CI service", ".github.txt", Annotations, nil, nil},
	}
}

// CheckFormats returns the formats that report a check.
func CheckFormats() []Format {
	return slices.DeleteFunc(formats(), func(f Format) bool { return f.Check == nil })
}

// SweepFormats returns the formats that report a sweep.
func SweepFormats() []Format {
	return slices.DeleteFunc(formats(), func(f Format) bool { return f.Sweep == nil })
}

// SimFormats returns the formats that report a scene in motion.
func SimFormats() []Format {
	return slices.DeleteFunc(formats(), func(f Format) bool { return f.Sim == nil })
}

// admissible yields the pairs of bodies that a check looks at, and for each what
// was found, nil for nothing. Linear in the number of pairs.
func (c *Check) admissible() iter.Seq2[[2]int, *collide.Pair] {
	return func(yield func([2]int, *collide.Pair) bool) {
		found := c.Result.Pairs
		for a := range c.Bodies {
			for b := a; b < len(c.Bodies); b++ {
				if !c.tested(a, b) {
					continue
				}
				var pair *collide.Pair
				if len(found) > 0 && found[0].A == a && found[0].B == b {
					pair, found = &found[0], found[1:]
				}
				if !yield([2]int{a, b}, pair) {
					return
				}
			}
		}
	}
}

// pairCount counts the admissible pairs in one pass over the bodies.
func (c *Check) pairCount() int {
	n, immovable, meshes := len(c.Bodies), 0, 0
	for i := range c.Bodies {
		if c.Bodies[i].Immovable {
			immovable++
		}
		if c.Bodies[i].Triangles > 0 {
			meshes++
		}
	}
	pairs := n*(n-1)/2 - immovable*(immovable-1)/2 - len(c.Untested)
	if c.Self {
		pairs += meshes
	}
	return pairs
}

// tested reports whether a check looks at a pair at all.
func (c *Check) tested(a, b int) bool {
	if a == b {
		return c.Self && c.Bodies[a].Triangles > 0
	}
	return (!c.Bodies[a].Immovable || !c.Bodies[b].Immovable) && !c.isUntested(a, b)
}

// sentence states what a pair does, for people, and why it does not pass.
func (c *Check) sentence(p *collide.Pair) string {
	s := c.geometry(p) + c.partingNote(p)
	if f := c.finding(p); f != nil && f.Why != "" && p.Verdict != collide.Unknown {
		s += "; " + quote.Line(f.Why)
	}
	if d := c.decision(p); d != nil {
		s += "; " + d.text()
	}
	return s
}

// geometry states what a pair does.
func (c *Check) geometry(p *collide.Pair) string {
	a, b := quote.Name(c.Bodies[p.A].Name), quote.Name(c.Bodies[p.B].Name)
	touch := func(what string) string {
		switch n := c.extent(p, len(p.Contacts)); {
		case n == "":
			return strings.TrimSuffix(what, ",")
		case c.Result.First:
			return what + " in " + n + ", the first found"
		case len(p.Pieces) > 1:
			return what + " in " + n + ", " + count(len(p.Pieces), "piece")
		default:
			return what + " in " + n
		}
	}
	switch {
	case isNear(p):
		return c.nearSentence(p)
	case p.Verdict == collide.Unknown:
		return quote.Line(p.Reason)
	case p.A == p.B:
		return touch(a + " meets itself")
	case len(p.Contacts) > 0:
		return touch(a+" and "+b+" "+touches(p)) + c.kindNote(p)
	case p.Inside == collide.AInside:
		return a + " lies inside " + b + c.kindNote(p)
	default:
		return b + " lies inside " + a + c.kindNote(p)
	}
}

// extent counts n contacts of a pair: pairs of triangles, triangles that a sphere
// or box touches, or nothing between two of those, which have one contact.
func (c *Check) extent(p *collide.Pair, n int) string {
	solidA, solidB := c.Bodies[p.A].Triangles == 0, c.Bodies[p.B].Triangles == 0
	switch {
	case solidA && solidB:
		return ""
	case solidA || solidB:
		return count(n, "triangle")
	default:
		return count(n, "triangle pair")
	}
}

// count returns "1 thing", "2 things" and so on.
func count(n int, thing string) string {
	s := fmt.Sprintf("%d %s", n, thing)
	switch {
	case n == 1:
		return s
	case strings.HasSuffix(thing, "y"):
		return s[:len(s)-1] + "ies"
	default:
		return s + "s"
	}
}
