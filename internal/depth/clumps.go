package depth

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// A ball that fits into both solids lies in one connected component of what is common to their interiors, and so does each chord through its middle.
// The outer boundary of a component is connected, and parts cover it. So parts whose boxes overlap, one after another, hold it, and the boxes of
// what is in its cavities overlap theirs. A clump is all parts that hang together so: chords between parts of two clumps are none, and each
// clump may have a direction of its own. The slivers that the ridges of a shaft cut out of the flats of its hole are clumps, each thin along another way.

// clump is parts of both boundaries.
type clump struct {
	box   geom.AABB // along Search.axes, and more than what the parts cover
	parts int32     // the first part; Search.follows has the others
}

// mostClumps and mostMerged bound what is spent on clumps, the latter while they are merged. They decide how long a search takes and nothing else.
const mostClumps, mostMerged = 1 << 8, 1 << 12

// last follows the last part of a clump.
const last = -1

// clumped finds the clumps. It reports whether there are several, but not too many.
func (s *Search) clumped() bool {
	s.clumps, s.follows = s.clumps[:0], s.follows[:0]
	for i := range s.meeting.parts {
		s.clumps = append(s.clumps, clump{s.boxOfPart(&s.meeting.parts[i]), int32(i)})
		s.follows = append(s.follows, last)
	}
	for before := math.MaxInt; before > len(s.clumps); {
		if before = len(s.clumps); !s.merge() {
			return false
		}
	}
	return len(s.clumps) > 1 && len(s.clumps) <= mostClumps
}

// boxOfPart returns a box around all that a part covers. A coordinate along the axes is off by less than 8 units.
func (s *Search) boxOfPart(p *part) geom.AABB {
	b := geom.EmptyAABB()
	for _, x := range s.meeting.corners[p.first:p.last] {
		b.Extend(s.axes.TMulVec(x))
	}
	return b.Inflated((2*partDrift + 16) * s.unit)
}

// merge joins clumps whose boxes overlap, as far as one pass finds them. It returns false where there are too many, or the search is stopped.
func (s *Search) merge() bool {
	slices.SortFunc(s.clumps, func(a, b clump) int {
		return cmp.Or(cmp.Compare(a.box.Min.X, b.box.Min.X), cmp.Compare(a.parts, b.parts))
	})
	kept := 0
	for _, c := range s.clumps {
		if s.stopped = s.stopped || !s.Worker.Step(); s.stopped || kept > mostMerged {
			return false
		}
		joined := false
		for i := range kept {
			if k := &s.clumps[i]; k.box.Overlaps(&c.box) {
				s.append(k, &c)
				joined = true
				break
			}
		}
		if !joined {
			s.clumps[kept] = c
			kept++
		}
	}
	s.clumps = s.clumps[:kept]
	return true
}

// append adds the parts of a clump to another one.
func (s *Search) append(to, c *clump) {
	end := c.parts
	for s.follows[end] != last {
		end = s.follows[end]
	}
	s.follows[end] = to.parts
	to.parts, to.box = c.parts, to.box.Union(c.box)
}

// clumpChords bounds the largest ball by the chords of each clump, along its own directions.
func (s *Search) clumpChords() (bound float64) {
	for i := range s.clumps {
		s.among = s.among[:0]
		for k := s.clumps[i].parts; k != last; k = s.follows[k] {
			s.among = append(s.among, k)
		}
		slices.Sort(s.among)
		bound = max(bound, s.clumpBound())
		if s.stopped || s.goal.Decide && bound > s.enough() {
			return inf // the rest would not decide either
		}
	}
	return bound
}

// clumpBound bounds the balls in the clump of Search.among.
func (s *Search) clumpBound() (bound float64) {
	bound = inf
	d, _ := s.acrossOf(s.among)
	for i := 0; i < chordDirections && d != (geom.Vec{}) && !s.stopped && bound > s.enough(); i++ {
		longest, ok := s.chordsOf(s.among, d, 2*s.enough())
		if !ok {
			break
		}
		longest, d = s.probe(longest, d)
		bound = min(bound, longest/2)
	}
	return bound
}
