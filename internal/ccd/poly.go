package ccd

import "math/big"

// poly is a polynomial in t with integer coefficients, that of 1 first. The last one is not 0;
// the polynomial 0 has none.
type poly []*big.Int

// trimmed drops leading coefficients that are 0.
func (p poly) trimmed() poly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p poly) isZero() bool { return len(p) == 0 }

// at returns coefficient k.
func (p poly) at(k int) *big.Int {
	if k < len(p) {
		return p[k]
	}
	return new(big.Int)
}

func (p poly) minus(q poly) poly {
	d := make(poly, max(len(p), len(q)))
	for k := range d {
		d[k] = new(big.Int).Sub(p.at(k), q.at(k))
	}
	return d.trimmed()
}

func (p poly) plus(q poly) poly {
	d := make(poly, max(len(p), len(q)))
	for k := range d {
		d[k] = new(big.Int).Add(p.at(k), q.at(k))
	}
	return d.trimmed()
}

func (p poly) times(q poly) poly {
	if p.isZero() || q.isZero() {
		return nil
	}
	d, term := make(poly, len(p)+len(q)-1), new(big.Int)
	for k := range d {
		d[k] = new(big.Int)
	}
	for i := range p {
		for j := range q {
			d[i+j].Add(d[i+j], term.Mul(p[i], q[j]))
		}
	}
	return d // the product of two leading coefficients is not 0
}

// derived is the derivative.
func (p poly) derived() poly {
	if len(p) < 2 {
		return nil
	}
	d := make(poly, len(p)-1)
	for k := range d {
		d[k] = new(big.Int).Mul(p[k+1], big.NewInt(int64(k+1)))
	}
	return d
}

// reduced divides the coefficients by their greatest common divisor. Signs stay.
func (p poly) reduced() poly {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.BitLen() < 2 {
		return p
	}
	d := make(poly, len(p))
	for k, c := range p {
		d[k] = new(big.Int).Quo(c, g)
	}
	return d
}

// rest is the remainder of p divided by q, which is not 0, times a positive number.
func (p poly) rest(q poly) poly {
	lead, r := q[len(q)-1], p
	for len(r) >= len(q) {
		shift := len(r) - len(q)
		d, top := make(poly, len(r)-1), r[len(r)-1]
		for k := range d {
			d[k] = new(big.Int).Mul(r[k], lead)
			if k >= shift {
				d[k].Sub(d[k], new(big.Int).Mul(top, q[k-shift]))
			}
		}
		if lead.Sign() < 0 { // r was multiplied by lead
			d = d.negated()
		}
		r = d.trimmed()
	}
	return r
}

func (p poly) negated() poly {
	d := make(poly, len(p))
	for k, c := range p {
		d[k] = new(big.Int).Neg(c)
	}
	return d
}

// common is a greatest common divisor, up to a factor; another polynomial once the watch is over.
func common(p, q poly, w *watch) poly {
	for !q.isZero() && !w.stopped() {
		p, q = q, p.rest(q).reduced()
	}
	return p
}

// over divides by a polynomial that divides p, times a number.
func (p poly) over(q poly) poly {
	if len(q) < 2 {
		return p
	}
	lead, r := q[len(q)-1], p
	quotient := make(poly, len(p)-len(q)+1)
	for k := range quotient {
		quotient[k] = new(big.Int)
	}
	for len(r) >= len(q) {
		shift, top := len(r)-len(q), r[len(r)-1]
		for k := range quotient {
			quotient[k].Mul(quotient[k], lead)
		}
		quotient[shift].Add(quotient[shift], top)
		d := make(poly, len(r)-1)
		for k := range d {
			d[k] = new(big.Int).Mul(r[k], lead)
			if k >= shift {
				d[k].Sub(d[k], new(big.Int).Mul(top, q[k-shift]))
			}
		}
		r = d.trimmed()
	}
	return quotient.reduced()
}
