package depth

import (
	"math"
	"slices"
)

// row is an upper bound of a function at each corner of a triangle or a cell: what is interpolated between
// them bounds the function everywhere on it.
type row struct{ at [8]float64 }

// game finds the best mixture of rows: the matrix game in which one player mixes rows for a small
// value and the other mixes corners for a large one.
type game struct {
	tableau [9][]float64 // one line a corner and one for the target; columns: rows, corners, right side
	basis   [8]int
	// corners is the mixture of corners at which the value is about attained.
	corners [8]float64
	// shares is the mixture of rows.
	shares []float64
}

// value returns an upper bound of the maximum, over the hull of n corners, of the least row. Whatever mixture of rows is found, its greatest entry is a bound, so rounding makes the bound
// worse and never wrong.
func (g *game) value(rows []row, n int) float64 {
	g.solve(rows, n)
	columns := len(rows)
	sum := 0.0
	for i := range n {
		if k := g.basis[i]; k < columns {
			sum += max(0, g.tableau[i][columns+n])
		}
	}
	best, most := inf, 0.0
	g.shares = append(g.shares[:0], make([]float64, columns)...)
	for i := range n {
		if k := g.basis[i]; k < columns && sum > 0 {
			g.shares[k] = max(0, g.tableau[i][columns+n]) / sum
		}
	}
	if sum > 0 {
		best = -inf
		for c := range n {
			v := 0.0
			for k, share := range g.shares {
				v += float64(share * rows[k].at[c])
			}
			best = max(best, v)
		}
	}
	// At most eight shares are not 0: their sum is off by 8u, each product by u and their sum by 8u.
	for i := range rows {
		for _, x := range rows[i].at[:n] {
			most = max(most, math.Abs(x))
		}
	}
	best += 32 * u * most
	for i := range rows { // one row alone is a mixture
		m := -inf
		for _, x := range rows[i].at[:n] {
			m = max(m, x)
		}
		best = min(best, m)
	}
	return max(0, best) + tiny
}

// solve runs the simplex method on: maximise the sum of w ≥ 0 such that each corner's sum of w·row is at most 1. With
// all entries above 0 the w are in proportion to the mixture of rows, and the prices of the
// corners to that of corners (Dantzig, "A proof of the equivalence of the programming problem and the game
// problem", 1951).
func (g *game) solve(rows []row, n int) {
	columns := len(rows)
	width := columns + n + 1
	least, most := inf, -inf
	for i := range rows {
		for _, x := range rows[i].at[:n] {
			least, most = min(least, x), max(most, x)
		}
	}
	size := most - least
	if size == 0 {
		size = 1
	}
	for i := range n + 1 {
		line := slices.Grow(g.tableau[i][:0], width)[:width]
		clear(line)
		if i < n {
			for k := range rows {
				line[k] = (rows[k].at[i]-least)/size + shift
			}
			line[columns+i], line[width-1] = 1, 1
			g.basis[i] = columns + i
		} else {
			for k := range rows {
				line[k] = -1
			}
		}
		g.tableau[i] = line
	}
	for range 4 * width {
		if !g.pivot(n, width) {
			break
		}
	}
	sum := 0.0
	for c := range n {
		g.corners[c] = max(0, g.tableau[n][columns+c])
		sum += g.corners[c]
	}
	for c := range n {
		if g.corners[c] /= sum; sum == 0 {
			g.corners[c] = 1 / float64(n)
		}
	}
}

// shift is added to entries between 0 and 1 to make them positive.
const shift = 0x1p-6

// pivot makes one exchange and reports whether there was one to make.
func (g *game) pivot(n, width int) bool {
	enter, least := -1, -0x1p-40
	for k, x := range g.tableau[n][:width-1] {
		if x < least {
			enter, least = k, x
		}
	}
	if enter < 0 {
		return false
	}
	leave, ratio := -1, inf
	for i := range n {
		if x := g.tableau[i][enter]; x > 0x1p-40 && g.tableau[i][width-1]/x < ratio {
			leave, ratio = i, g.tableau[i][width-1]/x
		}
	}
	if leave < 0 {
		return false
	}
	by := g.tableau[leave][enter]
	for k := range width {
		g.tableau[leave][k] /= by
	}
	for i := range n + 1 {
		if f := g.tableau[i][enter]; i != leave && f != 0 {
			for k := range width {
				g.tableau[i][k] -= float64(f * g.tableau[leave][k])
			}
		}
	}
	g.basis[leave] = enter
	return true
}
