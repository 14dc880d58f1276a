package tape

import (
	"fmt"
	"io"

	"github.com/collide-go/collide/internal/quote"
)

// version is the number of the form of the file. It changes with the rows of this package,
// not with those of an experiment.
const version = 1

// The cells of the first line, and of the first and the last row.
var columns = []string{"part", "subject", "figure", "values"}

const own, versionFigure, rowsFigure = "tape", "version", "rows"

// Tape records figures, or plays recorded ones. The zero Tape records.
type Tape struct {
	rows []row
	// file and next are of a tape that plays: its name, and the index of the next row.
	file string
	next int
	err  error
	// wrong is what the row with the number of rows says, "" if the number is right.
	wrong string
	last  int // its line
}

// row is a figure with the line that it was read from.
type row struct {
	part, subject, figure, values string
	line                          int
}

func (r *row) String() string {
	return fmt.Sprintf("%s, %s, %s", quote.Name(r.part), quote.Name(r.subject), quote.Name(r.figure))
}

// Playing reports whether the tape plays, so that nothing is to be measured.
func (t *Tape) Playing() bool { return t != nil && t.file != "" }

// Do measures a part and records its figures, or gets them from the file. The figures list
// every value with [Part.Figure], in the same order in both cases.
func (t *Tape) Do(part string, measure func() error, figures func(*Part)) error {
	if t.Playing() {
		figures(&Part{t, part})
		return t.err
	}
	if err := measure(); err != nil || t == nil {
		return err
	}
	figures(&Part{t, part})
	return nil
}

// Forget drops the rows that were played, so that Write leaves them out.
func (t *Tape) Forget() { t.rows, t.next = t.rows[t.next:], 0 }

// Err returns the first error of a tape that plays.
func (t *Tape) Err() error { return t.err }

// End returns the first error of a tape that plays, and one if rows are left, or if their
// number is wrong and all the same each of them was expected.
func (t *Tape) End() error {
	if t.err == nil && t.next < len(t.rows) {
		r := &t.rows[t.next]
		t.refuse(r.line, "%s; expected the last row", r)
	}
	if t.wrong != "" {
		t.refuse(t.last, "%s rows; expected as many as there are: rows were added or lost", quote.Name(t.wrong))
	}
	return t.err
}

// refuse keeps the first error, which is in a line.
func (t *Tape) refuse(line int, format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf("%s:%d: %s", quote.Name(t.file), line, quote.Line(fmt.Sprintf(format, args...)))
	}
}

// Write writes recorded tapes, one after the other, as one file.
func Write(w io.Writer, tapes ...*Tape) error {
	out, n := quote.NewCSV(w), 1
	out.Row(columns...)
	out.Row(own, "", versionFigure, fmt.Sprint(version))
	for _, t := range tapes {
		for _, r := range t.rows {
			out.Row(r.part, r.subject, r.figure, r.values)
		}
		n += len(t.rows)
	}
	out.Row(own, "", rowsFigure, fmt.Sprint(n))
	return out.Flush()
}
