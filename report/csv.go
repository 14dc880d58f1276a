package report

import (
	"encoding/csv"
	"io"
	"path/filepath"
	"strconv"

	"github.com/collide-go/collide"
)

// CSV writes a row per contact, per containment and, when the check is not
// complete, a last row that says why.
func CSV(w io.Writer, c *Check) error {
	t := csv.NewWriter(w)
	write := func(row ...string) { _ = t.Write(row) } // kept for t.Error
	write("record", "body_a", "triangle_a", "body_b", "triangle_b", "kind", "x", "y", "z", "allowed", "file_a", "file_b", "note")
	for i := range c.Result.Pairs {
		c.csvPair(write, &c.Result.Pairs[i])
	}
	if !c.complete() {
		write("incomplete", "", "", "", "", "", "", "", "", "", "", "", c.reason())
	}
	t.Flush()
	return t.Error()
}

func (c *Check) csvPair(write func(...string), p *collide.Pair) {
	a, b := &c.Bodies[p.A], &c.Bodies[p.B]
	fileA, fileB := filepath.ToSlash(a.File), filepath.ToSlash(b.File)
	allowed := strconv.FormatBool(p.Allowed)
	if p.Verdict == collide.Unknown {
		write("undecided", a.Name, "", b.Name, "", "", "", "", "", allowed, fileA, fileB, p.Reason)
	}
	for _, contact := range p.Contacts {
		x := c.World.Witness(contact)
		m := middle(&x)
		write("contact", a.Name, number(contact.TriA), b.Name, number(contact.TriB), x.Kind.String(),
			coordinate(m.X), coordinate(m.Y), coordinate(m.Z), allowed, fileA, fileB, "")
	}
	if p.Inside != collide.NotInside {
		write("inside", a.Name, "", b.Name, "", "", "", "", "", allowed, fileA, fileB, c.sentence(&collide.Pair{A: p.A, B: p.B, Verdict: p.Verdict, Inside: p.Inside}))
	}
}

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func coordinate(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }
