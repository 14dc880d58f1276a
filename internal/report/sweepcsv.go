package report

import (
	"io"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// sweepCSV writes a row a pose.
type sweepCSV struct {
	w quote.CSV
	o SweepOptions
}

func csvSweep(w io.Writer, o SweepOptions) Sweep {
	s := sweepCSV{quote.NewCSV(w), o}
	s.row(&sweepCells{
		[4]string{"pose", "colliding", "contacts", "hash"}, "inside", [3]string{"distance", "triangle_a", "triangle_b"}, [2]string{"within", "withinHash"},
		[5]string{"kind", "depth_lo", "depth_hi", "width_lo", "width_hi"}, [2]string{"parting_lo", "parting_hi"}, [4]string{"segment", "verdict", "t0", "t1"}, [3]string{"clearance", "near_t0", "near_t1"}, [3]string{"least_lo", "least_hi", "least_t"}, [3]string{"outcome", "allowed", "rule"}, "note",
	})
	return s
}

// sweepCells are a row: the columns of a pose, those of what may be asked for, and a note.
type sweepCells struct {
	pose     [4]string
	inside   string
	distance [3]string
	within   [2]string
	kind     [5]string
	parting  [2]string
	segment  [4]string
	near     [3]string // of a motion
	curve    [3]string
	ruled    [3]string
	note     string
}

// row writes the columns that were asked for.
func (s sweepCSV) row(c *sweepCells) {
	cells := c.pose[:]
	for _, group := range []struct {
		asked bool
		cells []string
	}{
		{s.o.Solid, []string{c.inside}},
		{s.o.Distance || s.o.Rules, c.distance[:]},
		{s.o.Clearance, c.within[:]},
		{s.o.Kinds || s.o.Rules, c.kind[:]},
		{s.o.Along != geom.Vec{}, c.parting[:]},
		{s.o.Continuous, c.segment[:]},
		{s.o.Continuous && (s.o.Clearance || s.o.Rules), c.near[:]},
		{s.o.Curve, c.curve[:]},
		{s.o.Rules, c.ruled[:]},
	} {
		if group.asked {
			cells = append(cells, group.cells...)
		}
	}
	s.w.Row(append(cells, c.note)...)
}

func (s sweepCSV) Pose(p Pose) error {
	c := sweepCells{pose: [4]string{strconv.Itoa(p.Index), "", strconv.Itoa(p.Contacts), p.Hash}, inside: string(p.Inside), ruled: p.Ruled.cells()}
	if p.Verdict != collide.Unknown {
		c.pose[1] = strconv.FormatBool(p.Verdict == collide.InContact)
	}
	if d := p.distance(); d != nil && d.Lo == d.Hi {
		if c.distance[0] = decimal(d.Value); d.TriA >= 0 {
			c.distance[1], c.distance[2] = strconv.Itoa(d.TriA), strconv.Itoa(d.TriB)
		}
	}
	if p.Within != nil {
		c.within = [2]string{strconv.Itoa(p.Within.Pairs), p.Within.Hash}
	}
	if p.Kind != nil {
		if c.kind[0], c.note = kindOf(p.Kind), p.Kind.Reason; s.o.hasDepth(p.Kind) {
			copy(c.kind[1:], extentCells(p.Kind))
		}
	}
	if p.Parting != nil {
		c.parting = [2]string{boundCell(p.Parting[0]), boundCell(p.Parting[1])}
	}
	switch {
	case p.Reason != "" && (c.note == "" || p.Ruled != nil):
		c.note = "undecided: " + p.Reason
	case p.Ruled != nil && p.Ruled.Why != "":
		c.note = p.Ruled.Why
	}
	s.row(&c)
	return s.w.Err()
}

func (s sweepCSV) End(e *SweepEnd) error {
	if e.Err != nil {
		s.row(&sweepCells{note: "incomplete: " + ReasonOf(e.Err)})
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepCSV) Flush() error { return s.w.Flush() }
