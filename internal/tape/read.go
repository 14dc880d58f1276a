package tape

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/collide-go/collide/internal/quote"
)

// maxBytes is the size of the largest file that is read: the longest experiment at the
// papers' sizes takes a hundredth of it.
const maxBytes = 256 << 20

// Read returns a tape that plays the file. The error names the line, and what was expected
// there, if Write did not write the file, or not all of it.
func Read(r io.Reader, file string) (*Tape, error) {
	t := &Tape{file: file}
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	in := quote.ReadCSV(limited)
	for {
		cells, line, err := in.Row()
		switch {
		case limited.N == 0:
			return nil, fmt.Errorf("%s: more than %d MiB; expected measurements of collide bench", quote.Name(file), maxBytes>>20)
		case errors.Is(err, io.EOF):
			return t.checked()
		case err != nil && line == 0:
			return nil, fmt.Errorf("%s: %w", quote.Name(file), err)
		case err != nil:
			t.refuse(line, "%v; expected rows of CSV", err)
		default:
			t.add(cells, line)
		}
		if t.err != nil {
			return nil, t.err
		}
	}
}

// add keeps a row. The first one names the columns.
func (t *Tape) add(cells []string, line int) {
	switch {
	case t.rows == nil && !slices.Equal(cells, columns):
		t.refuse(line, "%s; expected the columns part,subject,figure,values of the file NAME.csv that collide bench --out writes", list(cells))
	case t.rows == nil:
		t.rows = []row{}
	case len(cells) != len(columns):
		t.refuse(line, "%d cells; expected %d", len(cells), len(columns))
	default:
		t.rows = append(t.rows, row{cells[0], cells[1], cells[2], cells[3], line})
	}
}

// list is the begin of a row, fit for an error.
func list(cells []string) string {
	s := quote.Name(cells[0])
	if len(cells) > 1 {
		s += fmt.Sprintf(" and %d more cells", len(cells)-1)
	}
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// checked takes the first and the last row off, which are this package's.
func (t *Tape) checked() (*Tape, error) {
	first, last := row{line: 1}, row{line: 1}
	if n := len(t.rows); n > 0 {
		first, last = t.rows[0], t.rows[n-1]
	}
	switch {
	case t.rows == nil:
		t.refuse(first.line, "nothing; expected the columns part,subject,figure,values")
	case first.part != own || first.figure != versionFigure:
		t.refuse(first.line, "%s; expected the row %s,,%s", &first, own, versionFigure)
	case first.values != fmt.Sprint(version):
		t.refuse(first.line, "version %s; expected %d", quote.Name(first.values), version)
	case last.part != own || last.figure != rowsFigure:
		t.refuse(last.line, "the file ends after %s; expected the row %s,,%s at its end: it was cut off", &last, own, rowsFigure)
	case last.values != fmt.Sprint(len(t.rows)-1):
		t.wrong, t.last = cmp.Or(last.values, "no"), last.line // playing finds where
	}
	if t.err != nil {
		return nil, t.err
	}
	t.rows = t.rows[1 : len(t.rows)-1]
	return t, nil
}
