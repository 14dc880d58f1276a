package depth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
)

// meetings calls f with solids that have met: curved and flat ones, nested shells, twins, bodies that touch, hulls, one inside another.
func meetings(t *testing.T, f func(t *testing.T, s *Search, r *rand.Rand)) {
	t.Helper()
	cube := func(lo, hi float64) *Solid { return posed(t, box("", vec(lo, lo, lo), vec(hi, hi, hi)), geom.Identity) }
	a, b := links(t, 0.3)
	pairs := map[string][2]*Solid{
		"links":          {a, b},
		"cubes":          {cube(0, 2), cube(1, 3)},
		"twins":          {cube(0, 2), cube(0, 2)},
		"touching":       {cube(0, 1), posed(t, box("", vec(0, 0, 0), vec(1, 1, 1)), at(1, 0.25, 0))},
		"inside":         {cube(0, 3), posed(t, box("", vec(0, 0, 0), vec(1, 1, 1)), turn(1, vec(1, 2, 3), vec(1, 1, 1)))},
		"nested shells":  {posed(t, both("", box("", vec(-3, -3, -3), vec(3, 3, 3)), box("", vec(-1, -1, -1), vec(1, 1, 1))), geom.Identity), cube(0, 4)},
		"a bolt":         {posed(t, tube("", 8, 1, 2, 0, 2, 0), geom.Identity), posed(t, prism("", 8, 1.1, -1, 3, 0.3), turn(0.2, vec(1, 2, 3), vec(0, 0.1, 0)))},
		"far away":       {posed(t, ball("", 6, 1), at(1e5, 1, 1)), posed(t, ball("", 6, 1), turn(1, vec(1, 1, 0), vec(1e5+1.5, 1, 1.25)))},
		"large and tiny": {cube(0, 1e6), posed(t, ball("", 5, 1e-3), at(1e6, 1, 1))},
	}
	r := rand.New(rand.NewPCG(7, 18))
	for range 5 {
		pairs["tetrahedra"+string(rune('a'+len(pairs)))] = [2]*Solid{posed(t, tetrahedron(r), geom.Identity), posed(t, tetrahedron(r), geom.Identity)}
	}
	for name, p := range pairs {
		t.Run(name, func(t *testing.T) {
			for _, exhaustive := range []bool{false, true} {
				s := search()
				s.Exhaustive = exhaustive
				s.begin(p[0], p[1], goal(p[0], p[1]))
				if !s.meet() {
					t.Fatal("stopped")
				}
				f(t, s, rand.New(rand.NewPCG(1, 2)))
			}
		})
	}
}

// on returns a point of a triangle, now and then a corner or one of an edge.
func on(q *geom.Triangle, r *rand.Rand) geom.Vec {
	a, b, c := r.ExpFloat64(), r.ExpFloat64(), r.ExpFloat64()
	if r.IntN(3) == 0 {
		b = 0
	}
	if r.IntN(4) == 0 {
		c = 0
	}
	sum := a + b + c
	return q[0].Scale(a / sum).Add(q[1].Scale(b / sum)).Add(q[2].Scale(c / sum))
}

// toPolygon is how far a point is from a convex polygon, or at least less than near. Of slivers nearestPlace may find a place that is not so near.
func toPolygon(c []geom.Vec, x geom.Vec, near float64) float64 {
	d := math.Inf(1)
	for k := min(2, len(c)-1); k < len(c); k++ {
		q := geom.Triangle{c[0], c[max(0, k-1)], c[k]}
		if nearestPlace(&geom.Triangle{q[0].Sub(x), q[1].Sub(x), q[2].Sub(x)}).Norm() <= near {
			return near
		}
		square := new(predicate.Tally).Distance(&geom.Triangle{x, x, x}, &q).Square
		d = min(d, (&predicate.Reach{Square: square}).Value())
	}
	return d
}

// TestPartsHoldAll: each point of a boundary that the other solid has is in a part of its triangle.
func TestPartsHoldAll(t *testing.T) {
	t.Parallel()
	meetings(t, func(t *testing.T, s *Search, r *rand.Rand) {
		for side, of := range s.solids {
			for i := range of.triangles {
				x := on(&of.triangles[i], r)
				if f := s.foot(s.solids[1-side], x); of.outward[i] == 0 || f.signed().Lo <= 0 {
					continue
				}
				d := math.Inf(1)
				for _, p := range s.meeting.parts {
					if int(p.solid) == side && p.triangle == int32(i) {
						d = min(d, toPolygon(s.meeting.corners[p.first:p.last], x, 2*partDrift*s.unit))
					}
				}
				if !(d <= 2*partDrift*s.unit) {
					t.Errorf("%v of triangle %d of solid %d is %v from its part", x, i, side, d)
				}
			}
		}
	})
}

// TestPartsAreFew: no part has what is clearly outside of the other solid's box.
func TestPartsAreFew(t *testing.T) {
	t.Parallel()
	meetings(t, func(t *testing.T, s *Search, _ *rand.Rand) {
		for _, p := range s.meeting.parts {
			box := s.solids[1-p.solid].nodes[0].Box.Inflated(1e-6)
			for _, x := range s.meeting.corners[p.first:p.last] {
				if !(&geom.AABB{Min: x, Max: x}).Overlaps(&box) {
					t.Errorf("a part of triangle %d of solid %d has a corner at %v, outside of %v", p.triangle, p.solid, x, box)
				}
			}
		}
	})
}

// throughLine returns how far a line goes from a point until it meets a boundary.
func throughLine(s *Search, x, d geom.Vec) float64 {
	way := math.Inf(1)
	for _, of := range s.solids {
		for i := range of.triangles {
			q := &of.triangles[i]
			e, f := q[1].Sub(q[0]), q[2].Sub(q[0])
			h := d.Cross(f)
			det := e.Dot(h)
			if of.outward[i] == 0 || det == 0 {
				continue
			}
			w := x.Sub(q[0])
			u, g := w.Dot(h)/det, w.Cross(e)
			v, t := d.Dot(g)/det, f.Dot(g)/det
			if u >= 0 && v >= 0 && u+v <= 1 && t > 0 {
				way = min(way, t)
			}
		}
	}
	return way
}

// direction is any, or one along an axis.
func direction(r *rand.Rand) geom.Vec {
	d := vec(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	if r.IntN(3) == 0 {
		d = vec(0, 0, 1)
	}
	return unitVector(d)
}

// TestChordsHoldLines: the chord through a common inner point is no longer than the longest one between the two shadows at its ends, and begins in
// that one's outline.
func TestChordsHoldLines(t *testing.T) {
	t.Parallel()
	meetings(t, func(t *testing.T, s *Search, r *rand.Rand) {
		box := s.solids[0].nodes[0].Box.Intersect(s.solids[1].nodes[0].Box)
		found := 0
		for range require.Cases(30, 10) {
			size := box.Size()
			x := box.Min.Add(vec(size.X*r.Float64(), size.Y*r.Float64(), size.Z*r.Float64()))
			a, b := s.foot(s.solids[0], x), s.foot(s.solids[1], x)
			d := direction(r)
			up, down := throughLine(s, x, d), throughLine(s, x, d.Scale(-1))
			if min(a.signed().Lo, b.signed().Lo) <= 0 || math.IsInf(up+down, 1) { // the latter where a line meets an edge
				continue
			}
			found++
			bound := (up + down) * r.Float64()
			if _, ok := s.chords(d, bound); !ok {
				t.Fatal("too many chords")
			}
			from, slack := x.Sub(d.Scale(down)), 1e-6*size.Norm()
			held := false
			for i := range s.chord {
				c := &s.chord[i]
				held = held || c.length >= up+down-slack && toPolygon(s.outline[c.first:c.last], from, slack) <= slack
			}
			if !held {
				t.Errorf("no chord along %v from %v is %v long", d, from, up+down)
			}
			if s.goal.Decide = true; toBox(s, d, x, min(up, down)) > slack {
				t.Errorf("%v has room for %v along %v and is not in the box of the long chords", x, min(up, down), d)
			}
			s.goal.Decide = false
		}
		if found == 0 && box.Size().X*box.Size().Y*box.Size().Z > 1e-3 && s.lo > 0 {
			t.Error("no common point was tried")
		}
	})
}

// toBox is how far a point is from the box around where chords have room for a bit less than a length.
func toBox(s *Search, d, x geom.Vec, room float64) float64 {
	s.goal.Limit, s.axes = room*0.999, geom.Identity.R
	s.chords(d, 2*s.enough())
	b := s.longChords(d)
	return math.Sqrt(boxSquare(&b, x))
}

// TestBasesHoldDeepPoints: each point of a boundary that is deeper than what is given up is in a base that is left, with a bound that is no less.
func TestBasesHoldDeepPoints(t *testing.T) {
	t.Parallel()
	meetings(t, func(t *testing.T, s *Search, r *rand.Rand) {
		for side, of := range s.solids {
			for _, sounded := range []float64{0, 0.3, 0.9} {
				s.lo, s.left, s.kept = sounded*s.meeting.depth, 0, s.kept[:0]
				s.setBases(int8(side))
				s.narrow(int8(side), direction(r))
				bases := append([]base(nil), s.bases[0]...)
				enough := s.enough()
				for range require.Cases(3, 1) {
					for i := range of.triangles {
						x := on(&of.triangles[i], r)
						f := s.foot(s.solids[1-side], x)
						depth := f.signed().Lo
						if of.outward[i] == 0 || depth <= enough {
							continue
						}
						held := false
						for _, b := range bases {
							held = held || b.triangle == int32(i) && b.bound >= depth-1e-9 && toPolygon(b.corners, x, (mostDrift+cutDrift)*s.unit) <= (mostDrift+cutDrift)*s.unit
						}
						if !held {
							t.Errorf("%v of triangle %d of solid %d is %v deep, and in none of %d bases", x, i, side, depth, len(bases))
						}
					}
				}
			}
		}
	})
}
