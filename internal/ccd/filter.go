package ccd

// apart reports that the primitives are certainly apart throughout.
func (q *Query) apart() bool {
	for k := range 3 {
		if q.apartAlong(k) {
			return true
		}
	}
	return false
}

// apartAlong compares coordinates, so nothing is rounded: where all of one primitive are below
// all of the other at t = 0 and at t = 1, every difference is negative at both ends, and linear.
func (q *Query) apartAlong(k int) bool {
	n := q.split()
	below, above := true, true
	for i := range n {
		for j := n; j < 4; j++ {
			s := q.Start[i].At(k) - q.Start[j].At(k)
			e := q.End[i].At(k) - q.End[j].At(k)
			below = below && s < 0 && e < 0
			above = above && s > 0 && e > 0
		}
	}
	return below || above
}
