package quote

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// CSVRows reads a table that [CSV] wrote.
type CSVRows struct{ r *csv.Reader }

// ReadCSV returns a reader of a table. Rows may have any number of cells.
func ReadCSV(r io.Reader) CSVRows {
	rows := csv.NewReader(r)
	rows.FieldsPerRecord = -1
	rows.ReuseRecord = true
	return CSVRows{rows}
}

// Row returns the next row, valid until the next call, with its 1-based line. The error is
// io.EOF after the last row; that of a row is in the line, that of reading has line 0.
func (t CSVRows) Row() (cells []string, line int, err error) {
	cells, err = t.r.Read()
	var bad *csv.ParseError
	switch {
	case errors.As(err, &bad):
		return nil, bad.Line, bad.Err
	case err != nil:
		return nil, 0, err
	}
	for i, c := range cells {
		cells[i] = uncell(c)
	}
	line, _ = t.r.FieldPos(0)
	return cells, line, nil
}

// uncell drops the apostrophe that Cell puts before what looks like a formula. A text that
// had that apostrophe before it was written loses it, too.
func uncell(s string) string {
	if text, ok := strings.CutPrefix(s, "'"); ok && Cell(text) == s {
		return text
	}
	return s
}
