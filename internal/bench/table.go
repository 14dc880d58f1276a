package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// Table is figures in rows. The first column names the row.
type Table struct {
	// Name is short and ends up in file names.
	Name  string `json:"name"`
	Title string `json:"title"`
	// Notes are how the figures were obtained.
	Notes []string `json:"notes,omitempty"`
	// Columns name what stands in them, with the unit.
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"`
}

// Add appends a row, which must have as many cells as there are columns.
func (t *Table) Add(cells ...Cell) {
	if len(cells) != len(t.Columns) {
		panic(fmt.Sprintf("bench: table %s: %d cells for %d columns", t.Name, len(cells), len(t.Columns)))
	}
	t.Rows = append(t.Rows, cells)
}

// AddAbsent appends the row of what was not measured: its name, and why in the last column.
func (t *Table) AddAbsent(name, why string) {
	row := make([]Cell, len(t.Columns))
	row[0], row[len(row)-1] = Text(name), Text(why)
	t.Add(row...)
}

// rangeOf is the confidence interval of a figure, without the figure.
func rangeOf(i measure.Interval) Cell {
	if !finite(i.Low, i.High) {
		return Cell{}
	}
	return Text(digits(i.Low) + "–" + digits(i.High))
}

// Cell is a text, a number, or nothing (the zero value).
type Cell struct {
	text  string
	value float64
	kind  cellKind
}

type cellKind uint8

const (
	empty cellKind = iota
	text
	number
)

// Text makes a cell of text.
func Text(s string) Cell { return Cell{text: s, kind: text} }

// Number makes a cell of a measured number; a value that is not finite, such as 0/0, makes
// an empty one.
func Number(x float64) Cell {
	if !finite(x) {
		return Cell{}
	}
	return Cell{value: x, kind: number}
}

// Count is Number for integers.
func Count[T int | int64](n T) Cell { return Number(float64(n)) }

// String is the cell as people read it: numbers to three significant digits.
func (c Cell) String() string {
	switch c.kind {
	case text:
		return c.text
	case number:
		return digits(c.value)
	}
	return "–"
}

// MarshalJSON writes null, a string or a number.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch c.kind {
	case text:
		return json.Marshal(c.text)
	case number:
		return json.Marshal(c.value)
	}
	return []byte("null"), nil
}

// digits formats a number to three significant digits; whole numbers from 100 on
// keep all, in groups of three from 10,000 on. NaN and infinities become a dash.
func digits(x float64) string {
	a := math.Abs(x)
	switch {
	case !finite(x):
		return "–"
	case x == 0:
		return "0"
	case a >= 99.95:
		return grouped(int64(math.Round(x)))
	case a >= 9.995:
		return trim(strconv.FormatFloat(x, 'f', 1, 64), x)
	case a >= 0.9995:
		return trim(strconv.FormatFloat(x, 'f', 2, 64), x)
	case a >= 0.0009995:
		return strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(a))), 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// trim drops the decimals of integers.
func trim(s string, x float64) string {
	if x == math.Trunc(x) {
		s, _, _ = strings.Cut(s, ".")
	}
	return s
}

func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	if n > -10000 && n < 10000 {
		return s
	}
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
