package ccd

// firstPlanar answers for points that lie in one plane at every time. Whether they touch is
// decided by the signs of the polynomials that events lists, so it cannot change between two
// neighbouring roots of these. The times of contact are a closed set, and all of them are after free:
// the first one is a root.
func (e *exact) firstPlanar(free float64) (t0, t1 float64, touch bool) {
	var best *root
	for _, p := range e.events() {
		if e.watch.stopped() {
			break
		}
		roots := p.roots(free, e.watch)
		for i := range roots {
			r := &roots[i]
			r.tighten()
			if best != nil && r.compare(best) >= 0 {
				break // the others are later still
			}
			if e.touch(r) {
				best = r
				break
			}
		}
	}
	if best == nil {
		return 0, 0, false
	}
	return best.t0, best.t1, true
}

// events are the polynomials whose signs touch reads.
func (e *exact) events() []poly {
	var list []poly
	for i := range 4 {
		n := e.normal(i, (i+1)%4, (i+2)%4)
		list = append(list, n[:]...)
		for j := range i {
			d := e.between(j, i)
			list = append(list, d[:]...)
		}
	}
	u, v := e.between(0, 1), e.between(2, 3)
	c := u.cross(&v)
	return append(list, c[:]...)
}
