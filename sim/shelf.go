package sim

import "slices"

// shelf finds the bodies whose ranges a box may meet, for those few that turn out to
// be faster than foreseen: in the order of the ranges' lower ends along X, in which
// what overlaps a box lies within its own width and the widest one's.
type shelf struct {
	// set is whether the order is that of the current sub-step.
	set    bool
	order  []int32
	starts []float64 // of their ranges
	widest float64
	// strays are looked at one by one: those much wider than most, and those whose
	// range has changed since the order was made.
	strays  []int32
	isStray []bool
	found   []int32
}

// spread is how many times the mean width makes a range wide.
const spread = 4

// sort puts all bodies in order: O(n log n), once a sub-step that needs it.
func (s *shelf) sort(bodies []rigid) {
	s.set = true
	s.order, s.strays, s.isStray = s.order[:0], s.strays[:0], grown(s.isStray, len(bodies))
	sum, n := 0.0, 0
	for i := range bodies {
		if b := &bodies[i]; !b.fixed {
			sum, n = sum+b.near.Max.X-b.near.Min.X, n+1
		}
	}
	limit := float64(spread * sum / float64(max(n, 1)))
	s.widest = 0
	for i := range bodies {
		w := bodies[i].near.Max.X - bodies[i].near.Min.X
		s.isStray[i] = !(w <= limit)
		if s.isStray[i] {
			s.strays = append(s.strays, int32(i))
			continue
		}
		s.order, s.widest = append(s.order, int32(i)), max(s.widest, w)
	}
	slices.SortFunc(s.order, func(i, j int32) int {
		switch x, y := bodies[i].near.Min.X, bodies[j].near.Min.X; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(i - j)
	})
	s.starts = s.starts[:0]
	for _, i := range s.order {
		s.starts = append(s.starts, bodies[i].near.Min.X)
	}
}

// stray takes a body out of the order, for its range changes.
func (s *shelf) stray(i int32) {
	if !s.isStray[i] {
		s.isStray[i] = true
		s.strays = append(s.strays, i)
	}
}

// meeting returns the bodies whose ranges overlap that of body i, ascending and
// without it. The slice holds until the next call.
func (s *shelf) meeting(bodies []rigid, i int32) []int32 {
	near := &bodies[i].near
	s.found = s.found[:0]
	for _, j := range s.strays {
		if j != i && near.Overlaps(&bodies[j].near) {
			s.found = append(s.found, j)
		}
	}
	// Twice the width covers the rounding of the difference.
	k, _ := slices.BinarySearch(s.starts, near.Min.X-float64(2*s.widest))
	for ; k < len(s.order) && s.starts[k] <= near.Max.X; k++ {
		if j := s.order[k]; !s.isStray[j] && j != i && near.Overlaps(&bodies[j].near) {
			s.found = append(s.found, j)
		}
	}
	slices.Sort(s.found)
	return s.found
}
