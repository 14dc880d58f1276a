package report

import (
	"io"
	"path/filepath"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// CSV writes a row per contact, per containment and, when the check is not
// complete, a last row that says why.
func CSV(w io.Writer, c *Check) error {
	t := quote.NewCSV(w)
	t.Row("record", "body_a", "triangle_a", "body_b", "triangle_b", "kind", "x", "y", "z", "allowed", "file_a", "file_b", "note")
	for i := range c.Result.Pairs {
		c.csvPair(t, &c.Result.Pairs[i])
	}
	if !c.complete() {
		t.Row("incomplete", "", "", "", "", "", "", "", "", "", "", "", c.reason())
	}
	return t.Flush()
}

func (c *Check) csvPair(t quote.CSV, p *collide.Pair) {
	a, b := &c.Bodies[p.A], &c.Bodies[p.B]
	nameA, nameB := quote.Name(a.Name), quote.Name(b.Name)
	fileA, fileB := quote.Name(filepath.ToSlash(a.File)), quote.Name(filepath.ToSlash(b.File))
	allowed := strconv.FormatBool(p.Allowed)
	if p.Verdict == collide.Unknown {
		t.Row("undecided", nameA, "", nameB, "", "", "", "", "", allowed, fileA, fileB, p.Reason)
	}
	for _, contact := range p.Contacts {
		x := c.World.Witness(contact)
		m := middle(&x)
		t.Row("contact", nameA, number(contact.TriA), nameB, number(contact.TriB), x.Kind.String(),
			coordinate(m.X), coordinate(m.Y), coordinate(m.Z), allowed, fileA, fileB, "")
	}
	if p.Inside != collide.NotInside {
		t.Row("inside", nameA, "", nameB, "", "", "", "", "", allowed, fileA, fileB, c.sentence(&collide.Pair{A: p.A, B: p.B, Verdict: p.Verdict, Inside: p.Inside}))
	}
}

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func coordinate(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }
