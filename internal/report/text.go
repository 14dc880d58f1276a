package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/predicate"
)

// firstPoints is how many contacts of a pair the text shows.
const firstPoints = 3

// Text writes a check as a good compiler writes its findings: pair by pair, what
// touches, in which files and where, then a summary and the verdict.
func Text(ctx context.Context, w io.Writer, c *Check) error {
	regions, err := c.regions(ctx)
	if err != nil {
		return err
	}
	t := textWriter{out: newOutUntil(ctx, w), c: c, p: palette(c.Color)}
	t.changed()
	pairs := c.worstFirst()
	if len(pairs) > 1 {
		t.putf("%s: %s\n\n", t.p.colored(c), c.headline())
		t.table(pairs)
	}
	for _, p := range pairs {
		switch c.statusOf(p) {
		case within, known:
			if len(pairs) == 1 || t.c.decision(p) != nil {
				t.putf("%s %s\n\n", t.p.allowed(c.fateNow(p)+":"), c.sentence(p))
			}
		case open:
			t.putf("%s %s\n\n", t.p.allowed(c.fate(p)+":"), c.sentence(p))
		case near:
			t.near(p)
		case clash:
			t.pair(p, regions[p])
		}
	}
	gone := c.resolved()
	for _, line := range gone {
		t.putf("%s\n", line)
	}
	if len(gone) > 0 {
		t.put("\n")
	}
	t.flaws()
	t.untested()
	t.summary()
	return t.flush()
}

type textWriter struct {
	out
	c *Check
	p paint
}

// pair writes the finding on one pair that is not allowed; r is nil for one without
// contacts.
func (t *textWriter) pair(p *collide.Pair, r *region) {
	t.putf("%s %s\n", t.p.bad("collision:"), t.p.strong(t.c.sentence(p)))
	if t.c.hasDepth(p) && p.Kind != collide.Touch {
		t.putf("   %s %s\n", t.p.faint("|"), extentOf(p))
	}
	t.fingerprint(p)
	if r == nil {
		r = &region{}
	}
	t.body(p.A, r.trianglesA)
	if p.B != p.A {
		t.body(p.B, r.trianglesB)
	}
	if len(p.Contacts) > 0 {
		t.places(p, r)
	}
	t.pieces(p)
	t.putf("\n")
}

// fingerprint writes by what a file of statuses calls a clash.
func (t *textWriter) fingerprint(p *collide.Pair) {
	if p.A != p.B && t.c.judged() {
		t.putf("   %s clash %s\n", t.p.faint("|"), t.c.Fingerprint(p))
	}
}

// flaws names each body that is not closed once.
func (t *textWriter) flaws() {
	flaws := t.c.Result.Flaws
	for i := range flaws {
		t.putf("%s %s\n", t.p.allowed("note:"), t.c.flaw(&flaws[i]))
	}
	if len(flaws) > 0 {
		t.putf("\n")
	}
}

// untested states which pairs were not tested.
func (t *textWriter) untested() {
	lines := t.c.untestedLines()
	for _, line := range lines {
		t.put(line + "\n")
	}
	if len(lines) > 0 {
		t.put("\n")
	}
}

// near writes how near a pair is, and where.
func (t *textWriter) near(p *collide.Pair) {
	t.putf("%s %s\n", t.p.bad("too near:"), t.p.strong(t.c.sentence(p)))
	t.fingerprint(p)
	t.body(p.A, 0)
	t.body(p.B, 0)
	if d := t.c.distanceOf(p); d.TriA >= 0 {
		t.putf("   %s %d × %d: %s to %s\n", t.p.faint("|"), d.TriA, d.TriB, vec(d.Points[0]), vec(d.Points[1]))
	}
	t.putf("\n")
}

// places writes where the contacts of a pair are.
func (t *textWriter) places(p *collide.Pair, r *region) {
	bar := t.p.faint("|")
	switch {
	case r.late:
		t.putf("   %s region %s\n", bar, t.c.Places.late())
	case r.tight:
		t.putf("   %s region %s to %s, %s\n", bar, vec(r.box.Min), vec(r.box.Max), size(r.box.Size()))
	default:
		t.putf("   %s region within %s to %s, %s\n", bar, vec(r.box.Min), vec(r.box.Max), size(r.box.Size()))
	}
	for i, contact := range p.Contacts[:min(len(p.Contacts), firstPoints)] {
		at := t.c.Places.late()
		if i < len(r.first) {
			at = where(&r.first[i])
		}
		t.putf("   %s %d × %d: %s\n", bar, contact.TriA, contact.TriB, at)
	}
	if more := len(p.Contacts) - firstPoints; more > 0 {
		t.putf("   %s … and %s more\n", bar, t.c.extent(p, more))
	}
}

// body writes the line that points at a body's file.
func (t *textWriter) body(i, touching int) {
	b := &t.c.Bodies[i]
	t.putf("  %s %s", t.p.faint("-->"), quote.Name(filepath.ToSlash(b.File)))
	name := quote.Name(b.Name)
	switch {
	case b.Triangles == 0:
		t.putf(" (%s)", name)
	case touching > 0:
		t.putf(" (%s, %d of %s)", name, touching, count(b.Triangles, "triangle"))
	default:
		t.putf(" (%s, %s)", name, count(b.Triangles, "triangle"))
	}
	t.putf("\n")
}

// summary writes what was looked at, how, and the verdict.
func (t *textWriter) summary() {
	r := t.c.Result
	if len(r.Pairs) <= 1 { // else it is the first line
		t.putf("%s\n", t.c.headline())
	}
	t.putf("%s on %s", methodText(r), r.Backend)
	if r.Stats.Workers > 0 {
		t.putf(", %s", count(r.Stats.Workers, "worker"))
	}
	s := &r.Stats
	t.put(broadText(s))
	t.putf(": read %s, built %s, checked %s", duration(t.c.Read), duration(s.Build),
		duration(s.Update+s.Broad+s.Narrow+s.Solid))
	if t.c.Cached > 0 {
		t.putf(", %s from the cache", count(t.c.Cached, "pair"))
	}
	t.put("\n")
	if t.c.Choice != "" {
		t.putf("chosen %s\n", quote.Line(t.c.Choice))
	}
	if r.Backend == collide.GPU {
		t.putf("on the device %s, %s moved, %d candidates confirmed on the CPU", duration(s.Device), megabytes(uint64(s.Sent+s.Received)), s.Candidates-s.Certain)
		if s.Queries > 0 {
			t.putf(", %s", count(int(s.Queries), "occlusion query"))
		}
		t.putf("\n")
		if s.ImageVerdict != "" {
			t.putf("the image alone says: %s\n", quote.Line(s.ImageVerdict))
		}
	}
	t.verdict()
}

func (t *textWriter) verdict() {
	r := t.c.Result
	note := ""
	switch {
	case !t.c.complete():
		note = " (incomplete: " + t.c.reason() + ")"
	case r.First && r.Verdict == collide.InContact:
		note = " (stopped at the first contact)"
	}
	if given := t.c.given(); given != "" {
		t.putf("%s\n", given)
	}
	t.putf("result: %s%s\n", t.p.colored(t.c), note)
}

func bodies(n int) string {
	if n == 1 {
		return "1 body"
	}
	return fmt.Sprintf("%d bodies", n)
}

func methodText(r *collide.Result) string {
	if r.Chosen != "" && r.Chosen != r.Method {
		return fmt.Sprintf("method %s (%s)", r.Method, r.Chosen)
	}
	return "method " + r.Method
}

// broadText names the broad phase where there was a choice: a few bodies have none.
func broadText(s *collide.Stats) string {
	switch broad.Choice(s.BroadPhase) {
	case "", broad.ChoseBrute, broad.ChoseOriented:
		return ""
	}
	return ", broad phase " + s.BroadPhase
}

// where describes an intersection.
func where(x *predicate.Intersection) string {
	switch x.Kind {
	case predicate.Point:
		return "point " + vec(x.Points[0])
	case predicate.Segment:
		return "segment " + vec(x.Points[0]) + " to " + vec(x.Points[1])
	case predicate.Polygon:
		return fmt.Sprintf("polygon of %d corners around %s", x.N, vec(middle(x)))
	case predicate.Overlap:
		return "overlap within " + vec(x.Points[0]) + " to " + vec(x.Points[1])
	default:
		return x.Kind.String()
	}
}

// vec writes a point with the seven digits that suffice to find it.
func vec(v geom.Vec) string { return fmt.Sprintf("(%.7g, %.7g, %.7g)", v.X+0, v.Y+0, v.Z+0) }

func size(v geom.Vec) string { return fmt.Sprintf("%.4g × %.4g × %.4g", v.X, v.Y, v.Z) }

// duration writes three digits.
func duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/float64(time.Microsecond))
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	default:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
}

// paint wraps words in colours, or does nothing.
type paint struct{ bad, good, allowed, strong, faint func(string) string }

func palette(on bool) paint {
	sgr := func(code string) func(string) string {
		return func(s string) string {
			if !on {
				return s
			}
			var b strings.Builder
			b.WriteString("\x1b[" + code + "m" + s + "\x1b[0m")
			return b.String()
		}
	}
	return paint{bad: sgr("1;31"), good: sgr("1;32"), allowed: sgr("1;33"), strong: sgr("1"), faint: sgr("2")}
}
