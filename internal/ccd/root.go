package ccd

// sturm is a polynomial without multiple roots and its Sturm sequence.
//
// The number of roots in (a, b] is the number of changes of sign along the sequence at a less
// that at b (Sturm 1829; Basu, Pollack, Roy, “Algorithms in Real Algebraic Geometry”, §2.2).
type sturm []poly

// sturmOf has the roots of p, which is not 0, each once; others once the watch is over.
func sturmOf(p poly, w *watch) sturm {
	p = p.reduced()
	if g := common(p, p.derived(), w); len(g) > 1 {
		p = p.over(g)
	}
	s := sturm{p}
	for next := p.derived(); !next.isZero() && !w.stopped(); {
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
	watch  *watch
	sturm  sturm
	lo, hi dyadic
	// atLo and atHi are the changes of sign at the ends.
	atLo, atHi int
	// below is the sign of the polynomial at lo, once tighten has begun.
	below int
	// t0 and t1 are the root as tighten leaves it: the same float64 if it is one, else the two
	// around it; 0 before.
	t0, t1 float64
}

// roots returns those in (from, 1], in order.
func (p poly) roots(from float64, w *watch) []root {
	if len(p) < 2 {
		return nil
	}
	s, lo := sturmOf(p, w), dyadicOf(from)
	all := root{watch: w, sturm: s, lo: lo, hi: unit, atLo: s.changes(lo), atHi: s.changes(unit)}
	return all.isolate(nil)
}

// isolate appends the roots in (lo, hi], which may hold several.
func (r root) isolate(to []root) []root {
	switch n := r.atLo - r.atHi; {
	case n == 0 || r.watch.stopped():
		return to
	case n == 1:
		return append(to, r)
	}
	low, high := r.halves()
	return high.isolate(low.isolate(to))
}

func (r root) halves() (low, high root) {
	m := between(r.lo, r.hi)
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

// signOf returns the sign of a polynomial at the root, any once the watch is over.
func (r *root) signOf(p poly) int {
	if len(p) < 2 {
		return p.sign(r.hi)
	}
	if s := r.about(p); s != 0 || r.watch.stopped() {
		return s
	}
	if r.sturm[0].sign(r.hi) == 0 {
		return p.sign(r.hi)
	}
	if g := common(r.sturm[0], p, r.watch); len(g) > 1 {
		if s := sturmOf(g, r.watch); s.changes(r.lo) != s.changes(r.hi) {
			return 0 // a root of both in the interval
		}
	}
	// p is not 0 at the root, so some interval around it holds no root of p.
	for s := sturmOf(p, r.watch); !r.watch.stopped() && (p.sign(r.lo) == 0 || s.changes(r.lo) != s.changes(r.hi)); {
		r.refine()
	}
	return p.sign(r.hi)
}

// compare two tightened roots. It returns 0 once the watch is over.
func (r *root) compare(q *root) int {
	for {
		switch {
		case r.t1 < q.t0:
			return -1
		case q.t1 < r.t0:
			return 1
		case r.hi.compare(q.lo) <= 0: // r ≤ hi ≤ lo < q
			return -1
		case q.hi.compare(r.lo) <= 0:
			return 1
		case r.watch.stopped() || r.signOf(q.sturm[0]) == 0 && r.within(q):
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
	g := sturmOf(common(r.sturm[0], q.sturm[0], r.watch), r.watch)
	return g.changes(lo) != g.changes(hi)
}
