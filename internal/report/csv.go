package report

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/predicate"
)

// CSV writes a row per contact, per containment and, when the check is not
// complete, a last row that states why.
func CSV(ctx context.Context, w io.Writer, c *Check) error {
	t := quote.NewCSV(w)
	t.Row("record", "body_a", "triangle_a", "body_b", "triangle_b", "kind", "x", "y", "z", "allowed", "file_a", "file_b", "note")
	unlisted, err := c.csvPairs(ctx, t)
	if unlisted > 0 {
		t.Row("incomplete", "", "", "", "", "", "", "", "", "", "", "", count(unlisted, "contact")+" not listed")
	}
	if err != nil {
		t.Row("incomplete", "", "", "", "", "", "", "", "", "", "", "", "interrupted while this was written")
		_ = t.Flush() // the first error is returned
		return err
	}
	for i := range c.Result.Flaws {
		f := &c.Result.Flaws[i]
		body := &c.Bodies[f.Body]
		t.Row("flaw", quote.Name(body.Name), "", "", "", "", "", "", "", "", quote.Name(filepath.ToSlash(body.File)), "", c.flaw(f))
	}
	for _, u := range c.Untested {
		a, b := &c.Bodies[u.A], &c.Bodies[u.B]
		t.Row("untested", quote.Name(a.Name), "", quote.Name(b.Name), "", "", "", "", "", "", quote.Name(filepath.ToSlash(a.File)), quote.Name(filepath.ToSlash(b.File)), u.Reason)
	}
	if !c.complete() {
		t.Row("incomplete", "", "", "", "", "", "", "", "", "", "", "", c.reason())
	}
	return t.Flush()
}

// csvBlock is how many contacts are located at once.
const csvBlock = 1 << 12

// csvRows writes the rows of pairs, contacts in blocks that all cores locate.
type csvRows struct {
	c        *Check
	out      quote.CSV
	pairs    []*collide.Pair // of the contacts
	contacts []collide.Contact
	found    []predicate.Intersection
	done     int
	// names and files of the pair whose row was last
	of                         *collide.Pair
	nameA, nameB, fileA, fileB string
}

// csvPairs writes the rows of all pairs and returns how many contacts it left out.
func (c *Check) csvPairs(ctx context.Context, t quote.CSV) (unlisted int, err error) {
	rows, cut := csvRows{c: c, out: t}, false
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		for k, contact := range p.Contacts {
			if len(rows.contacts) == csvBlock {
				if err := rows.flush(ctx); err != nil {
					return 0, err
				}
				cut = c.Places.Brief && c.Places.over(ctx)
			}
			if cut {
				unlisted += len(p.Contacts) - k
				break
			}
			rows.pairs, rows.contacts = append(rows.pairs, p), append(rows.contacts, contact)
		}
		if p.Verdict == collide.InContact && p.Inside == collide.NotInside && p.Kind == collide.NoKind {
			continue
		}
		if err := rows.flush(ctx); err != nil {
			return 0, err
		}
		rows.note(p)
	}
	return unlisted, rows.flush(ctx)
}

// note writes what is no contact of a pair.
func (r *csvRows) note(p *collide.Pair) {
	if p.Verdict == collide.Unknown {
		r.row(p, "undecided", "", "", "", geom.Vec{}, p.Reason)
	}
	if isNear(p) {
		d := r.c.distanceOf(p)
		r.row(p, "near", strconv.Itoa(d.TriA), strconv.Itoa(d.TriB), "distance", d.Points[0], r.c.sentence(p))
	}
	if p.Kind != collide.NoKind {
		r.kind(p)
		r.pieces(p)
	}
	if r.c.Rules != nil {
		r.write(p, "rule", "", "", r.c.fate(p), [3]string{}, r.c.ruleOf(p))
	}
	if p.Inside != collide.NotInside {
		r.row(p, "inside", "", "", "", geom.Vec{}, r.c.sentence(&collide.Pair{A: p.A, B: p.B, Verdict: p.Verdict, Inside: p.Inside}))
	}
}

// kind writes the kind of a pair, in the column for kinds, and what else is known of it.
func (r *csvRows) kind(p *collide.Pair) {
	note := ""
	switch {
	case p.Kind == collide.UnknownKind:
		note = p.Reason
	case r.c.hasDepth(p):
		note = extentOf(p)
	}
	if way, known := r.c.parting(p); known {
		note = strings.TrimPrefix(note+", parting "+span(way), ", ")
	}
	r.write(p, "kind", "", "", kindOf(p), [3]string{}, note)
}

// pieces writes a row for each piece of a pair, with its point.
func (r *csvRows) pieces(p *collide.Pair) {
	for i := range p.Pieces {
		x := &p.Pieces[i]
		var at [3]string
		if !math.IsInf(x.PointError, 1) {
			at = [3]string{coordinate(x.Point.X), coordinate(x.Point.Y), coordinate(x.Point.Z)}
		}
		r.write(p, "piece", "", "", fmt.Sprintf("%d of %d", i+1, len(p.Pieces)), at, r.c.pieceOf(p, x))
	}
}

// flush writes the contacts of a block.
func (r *csvRows) flush(ctx context.Context) error {
	var err error
	if r.found, err = r.c.Places.Locate(ctx, r.c.World, r.contacts, r.found[:0]); err != nil {
		return err
	}
	for i, contact := range r.contacts {
		x, a, b := &r.found[i], number(contact.TriA), number(contact.TriB)
		if x.N == 0 {
			r.row(r.pairs[i], "contact", a, b, "", geom.Vec{}, "place "+r.c.Places.late())
		} else {
			r.row(r.pairs[i], "contact", a, b, x.Kind.String(), middle(x), "")
		}
	}
	r.done += len(r.contacts)
	r.c.Places.show(float64(r.done) / float64(max(len(r.c.Result.Contacts), 1)))
	r.pairs, r.contacts = r.pairs[:0], r.contacts[:0]
	return nil
}

// row writes a row on a pair, with a place if there is a kind.
func (r *csvRows) row(p *collide.Pair, record, triA, triB, kind string, at geom.Vec, note string) {
	var place [3]string
	if kind != "" {
		place = [3]string{coordinate(at.X), coordinate(at.Y), coordinate(at.Z)}
	}
	r.write(p, record, triA, triB, kind, place, note)
}

func (r *csvRows) write(p *collide.Pair, record, triA, triB, kind string, at [3]string, note string) {
	if r.of != p {
		a, b := &r.c.Bodies[p.A], &r.c.Bodies[p.B]
		r.of, r.nameA, r.nameB = p, quote.Name(a.Name), quote.Name(b.Name)
		r.fileA, r.fileB = quote.Name(filepath.ToSlash(a.File)), quote.Name(filepath.ToSlash(b.File))
	}
	r.out.Row(record, r.nameA, triA, r.nameB, triB, kind, at[0], at[1], at[2], strconv.FormatBool(p.Allowed), r.fileA, r.fileB, note)
}

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func coordinate(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }
