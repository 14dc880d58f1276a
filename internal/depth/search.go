package depth

import (
	"cmp"

	"github.com/collide-go/collide/geom"
)

// piece is a part of what the maximum is sought on: a triangle or a cell.
type piece struct {
	// bound is an upper bound of the function on the piece, that of the piece it is from at first.
	bound float64
	// drift is how far a point of the true piece may be from the nearest one of the hull of the corners, which are
	// rounded.
	drift float64
	c     [3]int32 // in Search.corners; of a cell the first is in Search.cells
	n     int8     // corners: 3 of a triangle, 8 of a cell
	level uint8    // how often it was split
	// against has a bit for each solid whose distance counts, of is the one whose surface it is.
	against, of uint8
}

// vertex is a corner of simplices, with its feet on the solids once they are needed.
type vertex struct {
	at    geom.Vec
	feet  [2]foot
	known [2]bool
}

// corner adds a corner.
func (s *Search) corner(at geom.Vec) int32 {
	s.corners = append(s.corners, vertex{at: at})
	return int32(len(s.corners) - 1)
}

// at returns a corner of a piece.
func (s *Search) at(p *piece, i int8) geom.Vec { return s.corners[p.c[i]].at }

// footAt returns the foot of a corner on a solid.
func (s *Search) footAt(p *piece, i int8, solid int) *foot {
	v := &s.corners[p.c[i]]
	if !v.known[solid] {
		v.feet[solid], v.known[solid] = s.foot(s.solids[solid], v.at), true
	}
	return &v.feet[solid]
}

// begin prepares a search.
func (s *Search) begin(a, b *Solid, goal Goal) {
	s.solids, s.goal, s.stopped, s.settled, s.looks = [2]*Solid{a, b}, goal, false, 0, 0
	s.unit = 2 * u * max(a.reach, b.reach)
	s.lo, s.left, s.heap, s.corners = 0, 0, s.heap[:0], s.corners[:0]
}

// run splits the piece with the greatest bound until that is near enough to the lower bound.
func (s *Search) run() (Interval, bool) {
	for ; len(s.heap) > 0 && !s.stopped && !s.goal.isOver(s.lo) && s.heap[0].bound > s.enough() && s.looks < s.patience(); s.looks++ {
		p := s.pop()
		if s.look(&p); s.stopped {
			s.left = max(s.left, p.bound)
			break
		}
	}
	hi := max(s.lo, s.left)
	if len(s.heap) > 0 {
		hi = max(hi, s.heap[0].bound)
	}
	return Interval{s.lo, hi}, s.goal.isOver(s.lo) || !s.stopped && hi <= s.enough()
}

// mostLooks is the number of pieces that are looked at before a search is given up, unless Patience is
// set. Those of most pairs take some thousands.
const mostLooks = 1 << 15

func (s *Search) patience() int { return cmp.Or(s.Patience, mostLooks) }

// enough is the bound from which on a piece needs no work.
func (s *Search) enough() float64 { return s.goal.enough(s.lo) }

// look bounds a piece and pushes its parts if that is not enough.
func (s *Search) look(p *piece) {
	var at cut
	if p.n == 8 {
		at = s.lookIn(p)
	} else {
		s.lookAt(p)
	}
	switch {
	case s.stopped:
	case p.bound <= s.enough():
		s.left = max(s.left, p.bound)
	case p.n == 8:
		s.cleave(p, at)
	default:
		s.split(p)
	}
}

// push puts a piece on the heap, or lays it aside.
func (s *Search) push(p piece) {
	if p.bound <= s.enough() {
		s.left = max(s.left, p.bound)
		return
	}
	s.heap = append(s.heap, p)
	h := s.heap
	i := len(h) - 1
	for i > 0 && h[(i-1)/2].bound < p.bound {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = p
}

// pop takes the piece with the greatest bound.
func (s *Search) pop() piece {
	h := s.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		k := 2*i + 1
		if k >= len(h) {
			break
		}
		if k+1 < len(h) && h[k+1].bound > h[k].bound {
			k++
		}
		if h[k].bound <= last.bound {
			break
		}
		h[i] = h[k]
		i = k
	}
	if len(h) > 0 {
		h[i] = last
	}
	s.heap = h
	return top
}
