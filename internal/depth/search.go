package depth

import (
	"cmp"

	"github.com/collide-go/collide/geom"
)

// piece is a part of what the maximum is sought on: a triangle, a cell, or what lies below a node of a
// surface's tree.
type piece struct {
	// bound is an upper bound of the function on the piece, that of the piece it is from at first.
	bound float64
	// drift is how far a point of the true piece may be from the nearest one of the hull of the corners, which are
	// rounded.
	drift float64
	c     [3]int32 // in Search.corners; of a cell the first is in Search.cells
	node  int32    // none for a triangle or a cell
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
	s.solids, s.goal, s.stopped, s.settled = [2]*Solid{a, b}, goal, false, 0
	s.unit = 2 * u * max(a.reach, b.reach)
	s.lo, s.left, s.heap, s.corners = 0, 0, s.heap[:0], s.corners[:0]
}

// run splits the piece with the greatest bound until that is near enough to the lower bound.
func (s *Search) run() (Interval, bool) {
	for s.looks = 0; len(s.heap) > 0 && !s.stopped && !s.goal.isOver(s.lo) && s.heap[0].bound > s.enough() && s.looks < s.patience(); s.looks++ {
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
	if p.node != none {
		s.lookBelow(p)
		return
	}
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

// lookBelow bounds the distance on all triangles below a node, by that at the middle of its box.
func (s *Search) lookBelow(p *piece) {
	of := s.solids[p.of]
	n := &of.nodes[p.node]
	x := n.Box.Center()
	f := s.foot(s.solids[1-p.of], x)
	if s.stopped {
		return
	}
	d := n.Box.Size()
	// The half diagonal is off by 4u of itself, and the middle by one unit a coordinate.
	bound := f.signed().Hi + float64(d.Norm()*(0.5+4*u)) + 4*s.unit
	p.bound = min(p.bound, max(0, bound))
	if p.bound <= s.enough() {
		s.left = max(s.left, p.bound)
		return
	}
	if !n.IsLeaf() {
		for i := range int32(2) {
			s.push(piece{bound: p.bound, node: n.Child + i, against: p.against, of: p.of})
		}
		return
	}
	for i := n.First; i < n.First+n.Count; i++ {
		if of.outward[i] != 0 {
			q := &of.triangles[i]
			s.push(piece{bound: p.bound, node: none, n: 3, c: [3]int32{s.corner(q[0]), s.corner(q[1]), s.corner(q[2])}, against: p.against, of: p.of})
		}
	}
}
