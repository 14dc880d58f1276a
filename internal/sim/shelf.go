package sim

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
)

// shelf finds the bodies whose ranges a box may meet, for those few that turn out to
// be faster than foreseen: in the order of the ranges' lower ends along X, in which
// what overlaps a box lies within its own width and the widest one's.
type shelf struct {
	// near is where each body stays in the sub-step, its range.
	near []geom.AABB
	// set is whether the order is that of the current sub-step.
	set bool
	// order has the rank of a range's lower end and the body's index below it.
	order, scratch []uint64
	widest         float64
	// strays are looked at one by one: those much wider than most, and those whose
	// range has changed since the order was made.
	strays  []int32
	isStray []bool
	found   []int32
}

// spread is how many times the mean width makes a range wide.
const spread = 4

// sort puts all bodies in order: O(n), once a sub-step that needs it. Ranges of bodies
// that no impulse moves do not count for the mean.
func (s *shelf) sort(bodies []rigid) {
	s.set = true
	s.order, s.strays, s.isStray = s.order[:0], s.strays[:0], grown(s.isStray, len(s.near))
	sum, n := 0.0, 0
	for i := range s.near {
		if !bodies[i].fixed {
			sum, n = sum+s.near[i].Max.X-s.near[i].Min.X, n+1
		}
	}
	limit := float64(spread * sum / float64(max(n, 1)))
	s.widest = 0
	for i := range s.near {
		w := s.near[i].Max.X - s.near[i].Min.X
		s.isStray[i] = !(w <= limit)
		if s.isStray[i] {
			s.strays = append(s.strays, int32(i))
			continue
		}
		s.order, s.widest = append(s.order, rank(s.near[i].Min.X)|uint64(i)), max(s.widest, w)
	}
	s.scratch = par.SortKeysAbove(32, s.order, s.scratch)
}

// rank orders numbers by their high 32 bits; some share one.
func rank(x float64) uint64 {
	b := math.Float32bits(float32(x) + 0) // no −0
	if b>>31 != 0 {
		b = ^b
	} else {
		b |= 1 << 31
	}
	return uint64(b) << 32
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
func (s *shelf) meeting(i int32) []int32 {
	near := &s.near[i]
	s.found = s.found[:0]
	for _, j := range s.strays {
		if j != i && near.Overlaps(&s.near[j]) {
			s.found = append(s.found, j)
		}
	}
	// Widths are rounded once; rounding keeps the order.
	k, _ := slices.BinarySearch(s.order, rank(near.Min.X-float64(1.001*s.widest)))
	for last := rank(near.Max.X) | math.MaxUint32; k < len(s.order) && s.order[k] <= last; k++ {
		if j := int32(uint32(s.order[k])); !s.isStray[j] && j != i && near.Overlaps(&s.near[j]) {
			s.found = append(s.found, j)
		}
	}
	slices.Sort(s.found)
	return s.found
}
