package quote

import (
	"bufio"
	"encoding/csv"
	"io"
	"slices"
	"strings"
)

// CSV writes tables of comma-separated values whose cells a spreadsheet does not
// take as formulas. It is the only writer of CSV in this module.
type CSV struct {
	buffer *bufio.Writer // that of w, too
	w      *csv.Writer
	row    *[]string // of the last row, used again
}

// NewCSV returns a writer of a table. Rows are buffered until Flush.
func NewCSV(w io.Writer) CSV {
	b := bufio.NewWriterSize(w, 1<<14)
	return CSV{b, csv.NewWriter(b), new([]string)}
}

// Row writes a row. An error is kept for Flush.
func (t CSV) Row(cells ...string) {
	if len(cells) > 1 && !slices.ContainsFunc(cells, needsCare) { // almost all rows of a long table
		for i, c := range cells {
			if i > 0 {
				_ = t.buffer.WriteByte(',') // kept for Error
			}
			_, _ = t.buffer.WriteString(c)
		}
		_ = t.buffer.WriteByte('\n')
		return
	}
	*t.row = (*t.row)[:0]
	for _, c := range cells {
		*t.row = append(*t.row, Cell(c))
	}
	_ = t.w.Write(*t.row) // kept for Error
}

// needsCare reports whether a cell may have to be changed or quoted. Letters, digits, points, slashes, low lines and signs after the
// first character or before a digit never have to.
func needsCare(cell string) bool {
	for i := range len(cell) {
		if b := cell[i]; letter(b) || i > 0 && strings.IndexByte("./_-+", b) >= 0 || i == 0 && b == '-' && decimal(cell[1:]) {
			continue
		}
		return true
	}
	return false
}

// decimal reports whether a text is digits with at most one point between or after them.
func decimal(s string) bool {
	whole, fraction, _ := strings.Cut(s, ".")
	return digits(whole) && (fraction == "" || digits(fraction))
}

// Flush writes what is buffered and returns the first error so far.
func (t CSV) Flush() error {
	t.w.Flush()
	return t.w.Error()
}

// Err returns the first error so far.
func (t CSV) Err() error { return t.w.Error() }

// Cell returns the text of a cell. A spreadsheet takes a text that begins with
// = + - or @, in some languages with their wide forms too, as a formula; a tab or
// a carriage return before it is dropped. Such a text, unless it is a number, gets
// an apostrophe before it, which spreadsheets read as "this is text". Line ends and
// other characters that are not printed are escaped as by [Line].
func Cell(s string) string {
	formula := s != "" && !letter(s[0]) && strings.ContainsAny(firstRune(s), "=+-@\t\r＝＋－＠") && !number(s)
	if s = Line(s); formula {
		return "'" + s
	}
	return s
}

// letter reports whether a byte is an ASCII letter or digit.
func letter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

// number reports whether a cell is a decimal number: a sign, digits, a point and
// digits, an exponent. An infinity is none.
func number(s string) bool {
	s = strings.TrimLeft(s[:1], "+-") + s[1:]
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(s), "e")
	if exponent != "" {
		exponent = strings.TrimLeft(exponent[:1], "+-") + exponent[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return digits(whole+fraction) && (!scientific || digits(exponent))
}

// digits reports whether s is one decimal digit or more.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
