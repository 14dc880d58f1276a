package depth

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// A chord is what a line has in common with the common part of both solids, in one piece. A ball around a common inner point x that fits into both is
// no larger than the chord through x is long, along any direction: it ends on either side of x on one of the two boundaries. From a point of
// one boundary in the other solid, the chord that begins there leads to the other boundary, unless it leaves the first solid before.
//
// A chord begins in a part where the line enters a solid, and ends in one where the line leaves a solid: shadows, which are parts seen
// along the direction. The longest chord between two shadows is at a corner of what their projections share. Lines that meet an edge, or run
// within a triangle, need no chord: what is sought changes continuously.

// shadow is a part that is seen along a direction.
type shadow struct {
	solid    int8
	triangle int32
	corners  []geom.Vec
	drift    float64 // how far what they stand for may be from their hull, in units
	// enters and leaves report whether a line along the direction may enter or leave the solid there. Both are true where that is lost in rounding.
	enters, leaves bool
	x, y, along    Interval // how far it reaches, along two directions square to the first, and along that
	// hasWay reports whether slope·x+start is an upper bound of the way from x to the plane.
	hasWay bool
	slope  geom.Vec
	start  float64
	// The planes along the direction, through the edges, are those of Search.walls from first to last once they are known.
	firstWall, lastWall int32
}

// wall bounds a shadow: normal·x + at ≥ 0 in it.
type wall struct {
	normal geom.Vec
	at     float64
}

// chord is the longest one between two shadows at most.
type chord struct {
	to     int32 // of Search.shadows
	length float64
	// The outline of where it may begin, in Search.outline.
	first, last int32
	drift       float64 // as that of a shadow
}

// mostShadows and mostChords bound what is spent on chords. They decide how long a search takes and nothing else.
const (
	mostShadows = 1 << 12
	mostChords  = 1 << 12
)

// see sets the shadows of parts along a direction of length 1.
//
// Coordinates are at most one reach, and half a unit is u of that. Places along directions are off by less than 8 units.
// A normal N is the product of two edges, off by 8u of the square L² of the longest one. So its share along the direction, its rise, is off by 16u·L².
// The way from a point at most seven reaches away to the plane is N·(q−x)/rise: the product is off by less than 64 units of L², and the quotient by
// that much of L²/rise, once more for the rise, and a point is off by mostDrift. The start has more than all that.
func (s *Search) see(parts []int32, d geom.Vec) {
	x := unitVector(d.Cross(leastAxis(d)))
	y := d.Cross(x)
	s.shadows, s.leaving, s.walls = s.shadows[:0], s.leaving[:0], s.walls[:0]
	s.frame = [3]geom.Vec{x, y, d}
	for _, i := range parts {
		p := &s.meeting.parts[i]
		w := s.shadowOf(p.solid, p.triangle, s.meeting.corners[p.first:p.last], partDrift)
		if w.leaves {
			s.leaving = append(s.leaving, int32(len(s.shadows)))
		}
		s.shadows = append(s.shadows, w)
	}
	slices.SortFunc(s.leaving, func(i, k int32) int {
		return cmp.Or(cmp.Compare(s.shadows[i].x.Lo, s.shadows[k].x.Lo), cmp.Compare(i, k))
	})
}

// shadowOf returns a polygon in a triangle as it is seen along the direction.
func (s *Search) shadowOf(solid int8, triangle int32, corners []geom.Vec, drift float64) shadow {
	of, d := s.solids[solid], s.frame[2]
	q := &of.triangles[triangle]
	w := shadow{solid: solid, triangle: triangle, corners: corners, drift: drift, firstWall: -1}
	w.x, w.y, w.along = reachesAlong(corners, s.frame[0]), reachesAlong(corners, s.frame[1]), reachesAlong(corners, d)
	n := q.Normal().Scale(float64(of.outward[triangle]))
	rise, square := n.Dot(d), longestSquare(q)
	w.enters, w.leaves = rise <= 16*u*square, rise >= -16*u*square
	if w.hasWay = rise > 0x1p-30*square; w.hasWay {
		w.slope = n.Scale(-1 / rise)
		w.start = n.Dot(q[0])/rise + 2*mostDrift*s.unit*(1+square/rise)
	}
	return w
}

// leastAxis is the axis of space that is most square to a direction.
func leastAxis(d geom.Vec) geom.Vec {
	switch a := d.Abs(); {
	case a.X <= a.Y && a.X <= a.Z:
		return geom.Vec{X: 1}
	case a.Y <= a.Z:
		return geom.Vec{Y: 1}
	}
	return geom.Vec{Z: 1}
}

func reachAlong(q *geom.Triangle, d geom.Vec) Interval { return reachesAlong(q[:], d) }

func reachesAlong(points []geom.Vec, d geom.Vec) Interval {
	r := Interval{inf, -inf}
	for _, x := range points {
		v := d.Dot(x)
		r = Interval{min(r.Lo, v), max(r.Hi, v)}
	}
	return r
}

// raiseWalls sets the planes that bound a shadow. An edge that is within 1/16 of the direction has none. Of the others the normal is off by
// less than 80u of its length, and so is what it gives for a point by less than 256 units.
func (s *Search) raiseWalls(w *shadow, d geom.Vec) {
	if w.firstWall >= 0 {
		return
	}
	w.firstWall = int32(len(s.walls))
	corners := w.corners
	slack := wallSlack * s.unit
	for i, a := range corners {
		edge := corners[(i+1)%len(corners)].Sub(a)
		n := edge.Cross(d)
		l := n.Norm()
		if !(l > 0x1p-300 && l > edge.Norm()/16) {
			continue
		}
		n = n.Scale(1 / l)
		r := reachesAlong(corners, n)
		at := n.Dot(a)
		if r.Hi <= at+slack {
			s.walls = append(s.walls, wall{n.Scale(-1), r.Hi + slack})
		}
		if r.Lo >= at-slack {
			s.walls = append(s.walls, wall{n, slack - r.Lo})
		}
	}
	w.lastWall = int32(len(s.walls))
}

// chords collects the chords along a direction of length 1 that may be longer than a bound, and returns a bound of the others. It returns false if there are too many.
func (s *Search) chords(d geom.Vec, bound float64) (left float64, ok bool) {
	return s.chordsOf(s.everyPart(), d, bound)
}

// everyPart lists all parts.
func (s *Search) everyPart() []int32 {
	s.among = s.among[:0]
	for i := range s.meeting.parts {
		s.among = append(s.among, int32(i))
	}
	return s.among
}

// chordsOf is chords between some of the parts.
func (s *Search) chordsOf(parts []int32, d geom.Vec, bound float64) (left float64, ok bool) {
	s.see(parts, d)
	s.chord, s.outline = s.chord[:0], s.outline[:0]
	for i := range s.shadows {
		if !s.shadows[i].enters {
			continue
		}
		if !s.step() {
			return inf, false
		}
		left = max(left, s.chordsFrom(&s.shadows[i], d, [2]float64{bound, bound}))
		if len(s.chord) > mostChords {
			return inf, false
		}
	}
	return left, true
}

// chordsFrom collects the chords from a shadow that may be longer than a bound for each solid that they end at, and returns a bound of the others.
func (s *Search) chordsFrom(from *shadow, d geom.Vec, bounds [2]float64) (left float64) {
	pad := (from.drift + 2*partDrift) * s.unit
	for _, k := range s.leaving {
		to := &s.shadows[k]
		if to.x.Lo > from.x.Hi+pad {
			break
		}
		if to.x.Hi < from.x.Lo-pad || to.y.Lo > from.y.Hi+pad || to.y.Hi < from.y.Lo-pad || to.solid == from.solid && to.triangle == from.triangle {
			continue
		}
		least := bounds[to.solid]
		most := (to.along.Hi - from.along.Lo + 2*pad) * (1 + 8*u)
		if most > least && to.hasWay {
			way := -inf
			for _, x := range from.corners {
				way = max(way, to.way(x)*(1+8*u))
			}
			most = min(most, way)
		}
		if most <= least {
			left = max(left, most)
			continue
		}
		c := s.chordOf(from, k, d)
		if c.length = min(c.length, most); c.length <= least {
			left = max(left, c.length)
			s.outline = s.outline[:c.first]
			continue
		}
		s.chord = append(s.chord, c)
	}
	return left
}

// chordOf finds the outline of where chords between two shadows begin, and how long they are.
func (s *Search) chordOf(from *shadow, k int32, d geom.Vec) chord {
	to := &s.shadows[k]
	s.raiseWalls(to, d)
	s.polygon = append(s.polygon[:0], from.corners...)
	p := s.polygon
	before := s.cuts
	for _, e := range s.walls[to.firstWall:to.lastWall] {
		if from.drift+float64(cutDrift*(s.cuts-before)) > mostDrift {
			break
		}
		p = s.trim(p, e.normal, e.at)
	}
	s.polygon = p
	c := chord{to: k, first: int32(len(s.outline)), length: -inf, drift: from.drift + float64(cutDrift*(s.cuts-before))}
	for _, x := range p {
		c.length = max(c.length, to.way(x)*(1+8*u))
	}
	s.outline = append(s.outline, p...)
	c.last = int32(len(s.outline))
	return c
}

// way is an upper bound of how far it is from a point to the plane of a shadow, +Inf for a plane along the direction: a linear function, which a
// polygon has at most at a corner.
func (w *shadow) way(x geom.Vec) float64 {
	if !w.hasWay {
		return inf
	}
	return w.slope.Dot(x) + w.start
}
