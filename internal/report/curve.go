package report

import (
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide"
)

// Curve encloses the distance of bodies on their way.
type Curve struct {
	// Rows are t0, t1, lo and hi of spans that follow each other.
	Rows [][4]float64
	// Nearest is the least distance that was measured, at time T.
	Nearest collide.Distance
	T       float64
}

// least is what no distance is below.
func (c *Curve) least() float64 {
	lo := math.Inf(1)
	for i := range c.Rows {
		lo = min(lo, c.Rows[i][2])
	}
	return lo
}

// word is the least distance in words, with the pair that has it.
func (c *Curve) word(pair func(a, b int) string) string {
	switch {
	case c == nil:
		return ""
	case c.Nearest.A < 0:
		return ", distance on the way unknown"
	}
	return fmt.Sprintf(", on the way %s apart, the least measured at t = %s%s", span([2]float64{c.least(), c.Nearest.Hi}), decimal(c.T), pair(c.Nearest.A, c.Nearest.B))
}

// fields are the fields of JSON: the least distance with its pair, and the spans.
func (c *Curve) fields(pair func(a, b int) string) string {
	if c == nil {
		return ""
	}
	text := fmt.Sprintf(`, "least": %s, "leastAt": %s`, bounds([2]float64{c.least(), c.Nearest.Hi}), decimal(c.T))
	if c.Nearest.A >= 0 {
		text += pair(c.Nearest.A, c.Nearest.B)
	}
	text += `, "curve": [`
	for i := range c.Rows {
		if i > 0 {
			text += ", "
		}
		r := &c.Rows[i]
		text += fmt.Sprintf(`{"t0": %s, "t1": %s, "distance": %s}`, decimal(r[0]), decimal(r[1]), bounds([2]float64{r[2], r[3]}))
	}
	return text + "]"
}

// noNames adds no pair: that of a sweep is known.
func noNames(int, int) string { return "" }

// cells are the columns of tables for the least distance.
func (c *Curve) cells() (cells [3]string) {
	if c == nil {
		return cells
	}
	return [3]string{decimal(c.least()), boundCell(c.Nearest.Hi), decimal(c.T)}
}

// spans writes a row for each span of a motion.
func (s sweepCSV) spans(m *Segment) {
	if m.Curve == nil {
		return
	}
	for _, r := range m.Curve.Rows {
		s.row(&sweepCells{segment: [4]string{strconv.Itoa(m.Index), "", decimal(r[0]), decimal(r[1])}, curve: [3]string{decimal(r[2]), boundCell(r[3])}})
	}
}
