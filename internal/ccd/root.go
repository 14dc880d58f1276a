package ccd

import "math"

// sturm is a polynomial without multiple roots and its Sturm sequence.
//
// The number of roots in (a, b] is the number of changes of sign along the sequence at a less
// that at b (Sturm 1829; Basu, Pollack, Roy, “Algorithms in Real Algebraic Geometry”, §2.2).
type sturm []poly

// sturmOf has the roots of p, which is not 0, each once.
func sturmOf(p poly) sturm {
	p = p.reduced()
	if g := common(p, p.derived()); len(g) > 1 {
		p = p.over(g)
	}
	s := sturm{p}
	for next := p.derived(); !next.isZero(); {
		s = append(s, next)
		next = s[len(s)-2].rest(next).negated().reduced()
	}
	return s
}

// changes counts the changes of sign at a, zeros left out.
func (s sturm) changes(a dyadic) int {
	n, last := 0, 0
	for _, p := range s {
		if sign := p.sign(a); sign != 0 {
			if sign == -last {
				n++
			}
			last = sign
		}
	}
	return n
}

// root is the only root of a polynomial in (lo, hi].
type root struct {
	sturm  sturm
	lo, hi dyadic
	// atLo and atHi are the changes of sign at the ends.
	atLo, atHi int
}

// roots returns those in (0, 1], in order.
func (p poly) roots() []root {
	if len(p) < 2 {
		return nil
	}
	s := sturmOf(p)
	all := root{s, zero, unit, s.changes(zero), s.changes(unit)}
	return all.isolate(nil)
}

// isolate appends the roots in (lo, hi], which may hold several.
func (r root) isolate(to []root) []root {
	switch r.atLo - r.atHi {
	case 0:
		return to
	case 1:
		return append(to, r)
	}
	low, high := r.halves()
	return high.isolate(low.isolate(to))
}

func (r root) halves() (low, high root) {
	m := middle(r.lo, r.hi)
	n := r.sturm.changes(m)
	low, high = r, r
	low.hi, low.atHi = m, n
	high.lo, high.atLo = m, n
	return low, high
}

// refine halves the interval.
func (r *root) refine() {
	low, high := r.halves()
	if low.atLo != low.atHi {
		*r = low
	} else {
		*r = high
	}
}

// signOf returns the sign of a polynomial at the root.
func (r *root) signOf(p poly) int {
	if len(p) < 2 {
		return p.sign(r.hi)
	}
	if r.sturm[0].sign(r.hi) == 0 {
		return p.sign(r.hi)
	}
	if g := common(r.sturm[0], p); len(g) > 1 {
		if s := sturmOf(g); s.changes(r.lo) != s.changes(r.hi) {
			return 0 // a root of both in the interval
		}
	}
	// p is not 0 at the root, so some interval around it holds no root of p.
	for s := sturmOf(p); p.sign(r.lo) == 0 || s.changes(r.lo) != s.changes(r.hi); {
		r.refine()
	}
	return p.sign(r.hi)
}

// compare two roots.
func (r *root) compare(q *root) int {
	for {
		switch {
		case r.hi.compare(q.lo) <= 0: // r ≤ hi ≤ lo < q
			return -1
		case q.hi.compare(r.lo) <= 0:
			return 1
		case r.signOf(q.sturm[0]) == 0 && r.within(q):
			return 0
		}
		r.refine()
		q.refine()
	}
}

// within reports whether the root, one of q's polynomial, is q.
func (r *root) within(q *root) bool {
	lo, hi := r.lo, r.hi
	if q.lo.compare(lo) > 0 {
		lo = q.lo
	}
	if q.hi.compare(hi) < 0 {
		hi = q.hi
	}
	g := sturmOf(common(r.sturm[0], q.sturm[0]))
	return g.changes(lo) != g.changes(hi)
}

// floats returns the root if it is a float64, twice, else the neighbours around it.
func (r *root) floats() (t0, t1 float64) {
	lo, hi := math.Float64bits(r.lo.float()), math.Float64bits(1)
	if x := r.hi.float(); dyadicOf(x).compare(r.hi) == 0 {
		hi = math.Float64bits(x)
	} else if x < 1 {
		hi = math.Float64bits(math.Nextafter(x, 1))
	}
	// The root is above lo, since it is above r.lo, and at most hi.
	for lo+1 < hi {
		if m := lo + (hi-lo)/2; r.atMost(dyadicOf(math.Float64frombits(m))) {
			hi = m
		} else {
			lo = m
		}
	}
	t1 = math.Float64frombits(hi)
	if r.sturm[0].sign(dyadicOf(t1)) == 0 {
		return t1, t1
	}
	return math.Float64frombits(lo), t1
}

// atMost reports whether the root is at most a.
func (r *root) atMost(a dyadic) bool {
	if a.compare(r.lo) <= 0 {
		return false
	}
	return a.compare(r.hi) >= 0 || r.sturm.changes(a) != r.atLo
}
