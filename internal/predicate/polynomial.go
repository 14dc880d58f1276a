package predicate

import "math/big"

// polynomial has the coefficient of tⁱ at i. Leading ones may be 0.
type polynomial []*big.Int

func (p polynomial) times(q polynomial) polynomial {
	product := make(polynomial, len(p)+len(q)-1)
	for i := range product {
		product[i] = new(big.Int)
	}
	for i := range p {
		for j := range q {
			product[i+j].Add(product[i+j], mul(p[i], q[j]))
		}
	}
	return product
}

func (p polynomial) plus(q polynomial) polynomial {
	if len(p) < len(q) {
		p, q = q, p
	}
	sum := append(polynomial(nil), p...)
	for i := range q {
		sum[i] = new(big.Int).Add(p[i], q[i])
	}
	return sum
}

// trimmed returns p without leading coefficients that are 0.
func (p polynomial) trimmed() polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// vanishes reports whether a polynomial that is above 0 at 0 and at 1 has a root between them.
func (p polynomial) vanishes() bool {
	n, _ := p.roots()
	return n > 0
}

// roots returns the number of different roots between 0 and 1, neither of which is one, and the greatest common divisor of a polynomial and its
// derivative, but for a factor. By Sturm's theorem that number
// is the number of changes of sign at 0, less that at 1, along p, its derivative, and the
// remainders with their signs turned (Basu, Pollack, Roy, "Algorithms in Real Algebraic Geometry", §2.2). It holds for
// multiple roots, too, as long as neither end is a root.
func (p polynomial) roots() (n int, common polynomial) {
	p = p.trimmed()
	q := make(polynomial, len(p)-1)
	for i := range q {
		q[i] = mul(p[i+1], big.NewInt(int64(i+1)))
	}
	var at0, at1 changes
	at0.count(p[0])
	at1.count(p.atOne())
	for len(q) > 0 {
		at0.count(q[0])
		at1.count(q.atOne())
		p, q = q, p.remainder(q)
	}
	return at0.n - at1.n, p
}

// falls reports whether a polynomial that is at least 0 at 0 and at 1 is below 0 in between. Without its factors t and 1−t it is not 0 at these ends. If it is above 0
// at both, it falls where it has a root of odd multiplicity. The common divisor of a polynomial and its derivative has each root once less, so that the
// roots of multiplicity 1, 3 and so on are those of p, less those of the divisor, and those of the divisor's divisor, less those of the next one.
func (p polynomial) falls() bool {
	p = p.trimmed().withoutEnds()
	if len(p) == 0 {
		return false
	}
	if p[0].Sign() < 0 || p.atOne().Sign() < 0 {
		return true
	}
	odd := 0
	for sign := 1; len(p) > 1; sign = -sign {
		n, common := p.roots()
		odd, p = odd+sign*n, common
	}
	return odd > 0
}

// withoutEnds divides by t and 1−t as often as that is possible.
func (p polynomial) withoutEnds() polynomial {
	for len(p) > 0 && p[0].Sign() == 0 {
		p = p[1:]
	}
	for len(p) > 1 && p.atOne().Sign() == 0 {
		q := make(polynomial, len(p)-1) // p = (1−t)·q where the coefficients of q are the sums of those of p
		sum := new(big.Int)
		for i := range q {
			sum = new(big.Int).Add(sum, p[i])
			q[i] = sum
		}
		p = q
	}
	return p
}

// changes counts changes of sign, zeros left out.
type changes struct{ n, last int }

func (c *changes) count(x *big.Int) {
	if s := x.Sign(); s != 0 {
		if s == -c.last {
			c.n++
		}
		c.last = s
	}
}

// atOne returns the value at t = 1.
func (p polynomial) atOne() *big.Int {
	sum := new(big.Int)
	for _, c := range p {
		sum.Add(sum, c)
	}
	return sum
}

// remainder returns a positive multiple of the remainder of p divided by q, with its sign turned. The last coefficient of q is
// not 0.
func (p polynomial) remainder(q polynomial) polynomial {
	top := q[len(q)-1]
	for len(p) >= len(q) {
		lead, shift := p[len(p)-1], len(p)-len(q)
		if top.Sign() < 0 {
			lead = new(big.Int).Neg(lead)
		}
		next := make(polynomial, len(p)-1)
		for i := range next { // the leading coefficients cancel
			if next[i] = mul(p[i], new(big.Int).Abs(top)); i >= shift {
				next[i].Sub(next[i], mul(lead, q[i-shift]))
			}
		}
		p = next.trimmed()
	}
	turned := make(polynomial, len(p))
	for i := range p {
		turned[i] = new(big.Int).Neg(p[i])
	}
	return turned
}
