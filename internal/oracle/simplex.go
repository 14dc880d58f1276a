package oracle

import "math/big"

// program is a linear program in standard form: find x ≥ 0 with A·x = b, b ≥ 0. The
// tableau holds integers, all over the one denominator den > 0, and stays so: a pivot
// divides by the last denominator without remainder (Edmonds, "Systems of Distinct
// Representatives and Linear Algebra", 1967). Bland's rule, "New Finite Pivoting Rules for
// the Simplex Method", 1977, keeps it from cycling.
type program struct {
	n     int          // variables
	rows  [][]*big.Int // n coefficients and the right-hand side
	basis []int        // the basic variable of each row, n+i for row i's artificial one
	den   *big.Int
}

// newProgram takes the rows of A with b as their last column.
func newProgram(rows [][]*big.Int) *program {
	p := &program{n: len(rows[0]) - 1, rows: rows, den: big.NewInt(1)}
	for i := range rows {
		p.basis = append(p.basis, p.n+i)
	}
	return p
}

// feasible reports whether there is an x, and leaves one as the basis: the first phase,
// which reduces the sum of the artificial variables to 0 if it can.
func (p *program) feasible() bool {
	p.improve(func(j int) *big.Int {
		rate := new(big.Int)
		for i, row := range p.rows {
			if p.basis[i] >= p.n {
				rate.Add(rate, row[j])
			}
		}
		return rate
	})
	for i, row := range p.rows {
		if p.basis[i] >= p.n && row[p.n].Sign() != 0 {
			return false
		}
	}
	return true
}

// maximum returns the greatest c·x of a feasible, bounded program, as a fraction.
func (p *program) maximum(c []*big.Int) *big.Rat {
	p.dropArtificial()
	p.improve(func(j int) *big.Int {
		rate := new(big.Int).Mul(c[j], p.den)
		for i, row := range p.rows {
			rate.Sub(rate, new(big.Int).Mul(c[p.basis[i]], row[j]))
		}
		return rate
	})
	value := new(big.Int)
	for i, row := range p.rows {
		value.Add(value, new(big.Int).Mul(c[p.basis[i]], row[p.n]))
	}
	return new(big.Rat).SetFrac(value, p.den)
}

// improve pivots while a variable enters at a positive rate.
func (p *program) improve(rate func(j int) *big.Int) {
	for j := 0; j < p.n; j++ {
		if rate(j).Sign() <= 0 {
			continue
		}
		r := p.leaving(j)
		if r < 0 {
			panic("oracle: the program is unbounded")
		}
		p.pivot(r, j)
		j = -1 // from the lowest again
	}
}

// leaving returns the row with the least ratio, of equal ones that of the lowest variable.
func (p *program) leaving(j int) int {
	r := -1
	for i, row := range p.rows {
		if row[j].Sign() <= 0 {
			continue
		}
		if r < 0 {
			r = i
			continue
		}
		mine := new(big.Int).Mul(row[p.n], p.rows[r][j])
		best := new(big.Int).Mul(p.rows[r][p.n], row[j])
		if c := mine.Cmp(best); c < 0 || c == 0 && p.basis[i] < p.basis[r] {
			r = i
		}
	}
	return r
}

// pivot makes variable j basic in row r, where its coefficient is positive.
func (p *program) pivot(r, j int) {
	top := p.rows[r]
	for i, row := range p.rows {
		if i == r {
			continue
		}
		f := new(big.Int).Set(row[j])
		for k := range row {
			x := new(big.Int).Mul(row[k], top[j])
			x.Sub(x, new(big.Int).Mul(f, top[k]))
			row[k] = x.Quo(x, p.den)
		}
	}
	p.den = new(big.Int).Set(top[j])
	p.basis[r] = j
}

// dropArtificial takes the artificial variables, all 0, out of the basis. A row that has
// no other variable says 0 = 0 and goes.
func (p *program) dropArtificial() {
	for r := 0; r < len(p.rows); r++ {
		if p.basis[r] < p.n {
			continue
		}
		j := 0
		for j < p.n && p.rows[r][j].Sign() == 0 {
			j++
		}
		if j == p.n {
			p.rows = append(p.rows[:r:r], p.rows[r+1:]...)
			p.basis = append(p.basis[:r:r], p.basis[r+1:]...)
			r--
			continue
		}
		if p.rows[r][j].Sign() < 0 { // the right-hand side is 0
			for _, x := range p.rows[r] {
				x.Neg(x)
			}
		}
		p.pivot(r, j)
	}
}
