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

// vanishes reports whether a polynomial that is above 0 at 0 and at 1 has a root between them. By Sturm's theorem the number
// of different roots is the number of changes of sign at 0, less that at 1, along p, its derivative, and the
// remainders with their signs turned (Basu, Pollack, Roy, "Algorithms in Real Algebraic Geometry", §2.2). It holds for
// multiple roots, too, as long as neither end is a root.
func (p polynomial) vanishes() bool {
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
	return at0.n > at1.n
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
