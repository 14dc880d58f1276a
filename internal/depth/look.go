package depth

import (
	"github.com/collide-go/collide/geom"
)

// rounds is how often the rows of a triangle are added to before it is split.
const rounds = 4

// lookAt lowers the bound of a triangle, and raises the lower one.
func (s *Search) lookAt(p *piece) {
	s.bound(p)
	limit := s.goal.Limit
	if s.settled >= mostSettled || !s.goal.Decide || s.stopped || p.drift != 0 || p.bound <= limit || p.bound > limit*(1+near) {
		return
	}
	x := [3]geom.Vec{s.at(p, 0), s.at(p, 1), s.at(p, 2)}
	box := (*geom.Triangle)(&x).Bounds()
	box = box.Inflated(2 * p.bound)
	s.gather(&box, p.against)
	for i := range s.faces {
		if f := &s.faces[i]; max(f.upper(x[0]), f.upper(x[1]), f.upper(x[2])) <= limit*(1+near) {
			s.used = append(s.used, ref(2*i))
		}
	}
	s.settle(p, x[:])
}

// bound is lookAt without the ties.
func (s *Search) bound(p *piece) {
	n := int(p.n)
	s.rows = s.rows[:0]
	var shares [8]float64
	for i := range n {
		shares[i] = 1 / float64(n)
	}
	var seen [2][rounds]int32
	for round := range rounds {
		x := s.mixture(p, &shares)
		value := s.valueAt(p, x, round, &seen)
		if s.stopped {
			return
		}
		if round == 0 {
			p.bound = min(p.bound, max(0, value+s.extent(p, x)+p.drift+4*s.unit))
		}
		if p.bound <= s.enough() || len(s.rows) == 0 {
			return
		}
		p.bound = min(p.bound, s.game.value(s.rows, n)+p.drift)
		if p.bound <= s.enough() || value+s.goal.leeway(s.lo)/2 >= p.bound {
			return
		}
		shares = s.game.corners
	}
}

// valueAt evaluates the function at a point of a triangle, adds the rows of the triangles nearest to
// it and returns an upper bound of the value.
func (s *Search) valueAt(p *piece, x geom.Vec, round int, seen *[2][rounds]int32) float64 {
	value := Interval{inf, inf}
	for i, of := range s.solids {
		seen[i][round] = none
		if p.against>>i&1 == 0 {
			continue
		}
		f := s.foot(of, x)
		if s.stopped {
			return inf
		}
		d := f.signed()
		value = Interval{min(value.Lo, d.Lo), min(value.Hi, d.Hi)}
		if d.Hi <= 0 && round > 0 {
			continue
		}
		s.addTangent(p, i, &f, x)
		if seen[i][round] = f.triangle; !contains(seen[i][:round], f.triangle) {
			s.addRows(p, i, &f)
		}
	}
	// A point of the surface is within the drift and the rounding of x of the point that was looked at.
	s.lo = max(s.lo, value.Lo-p.drift-mixtureError*s.unit)
	return value.Hi
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// mixtureError is how far a mixture is from a point of the triangle, in units: three products and their sums are
// off by 7u of the coordinates, and the shares add up to 1 within 8u, so in each coordinate by 15u, half of which are units; √3 of
// that are 13 units.
const mixtureError = 16

// mixture is a point of the triangle, within mixtureError.
func (s *Search) mixture(p *piece, shares *[8]float64) geom.Vec {
	var x geom.Vec
	for i := range p.n {
		x = x.Add(s.at(p, i).Scale(shares[i]))
	}
	return x
}

// extent returns how far a corner is from x at most, rounded up: 4u of the distance and √3·u of the
// difference are below 8u.
func (s *Search) extent(p *piece, x geom.Vec) float64 {
	d := 0.0
	for i := range p.n {
		d = max(d, s.at(p, i).Sub(x).Norm())
	}
	return d * (1 + 8*u)
}

// addRows adds the upper bounds that the triangle at a foot gives: the distance to the triangle, which is a convex
// function, and one of the maps that take it beyond the triangle's plane or beyond the
// places nearest to its corners, if the image is outside.
func (s *Search) addRows(p *piece, solid int, f *foot) {
	of := s.solids[solid]
	q := &of.triangles[f.triangle]
	var r row
	for i := range p.n {
		d, _ := s.distance(q, s.at(p, i))
		r.at[i] = d.Hi
	}
	s.rows = append(s.rows, r)
	n := of.normal(f.triangle)
	if n != (geom.Vec{}) {
		if s.beyondPlane(p, q[0], n); s.outside(of) {
			s.addImage(p)
			return
		}
	}
	if s.beyondFeet(p, solid, n, none); s.outside(of) {
		s.addImage(p)
	}
	if s.beyondFeet(p, solid, n, f.triangle); s.outside(of) {
		s.addImage(p)
	}
}

// addTangent adds the bound that the plane through a foot and square to the way there gives, where that is not the plane of
// the foot's triangle: the foot is on an edge or a corner then.
func (s *Search) addTangent(p *piece, solid int, f *foot, x geom.Vec) {
	n := unitVector(x.Sub(f.at))
	if f.inside {
		n = n.Scale(-1)
	}
	of := s.solids[solid]
	if f.Lo < s.margin() || n.Dot(of.normal(f.triangle)) > almost {
		return
	}
	if s.beyondPlane(p, f.at, n); s.outside(of) {
		s.addImage(p)
	}
}

// almost is the cosine of an angle between planes that might as well be the same.
const almost = 1 - 0x1p-20

// margin is how far beyond a surface images are put.
func (s *Search) margin() float64 {
	leeway := s.goal.leeway(s.lo)
	if s.goal.Decide {
		leeway = min(leeway, s.goal.Limit/64)
	}
	return leeway / 4
}

// beyondPlane sets the image to what is a little above a plane: corners beneath go there, and corners above get
// balls that reach down to it.
func (s *Search) beyondPlane(p *piece, on, n geom.Vec) {
	s.image = image{}
	s.image.tell(n)
	for i := range p.n {
		h := n.Dot(on.Sub(s.at(p, i))) + s.margin()
		s.image.at[i] = s.at(p, i).Add(n.Scale(max(0, h)))
		s.image.radius[i] = max(0, -h)
	}
}

// beyondFeet sets the image of corners inside to points a little beyond the nearest ones of the surface, and gives the
// corners outside balls that do not quite reach the surface.
func (s *Search) beyondFeet(p *piece, solid int, n geom.Vec, triangle int32) {
	of := s.solids[solid]
	s.image = image{}
	s.image.tell(n)
	for i := range p.n {
		f, at := s.footAt(p, i, solid), s.at(p, i)
		s.image.at[i] = at
		if f.triangle == none {
			continue
		}
		s.image.tell(of.normal(f.triangle))
		if f.Lo >= s.margin() && !f.inside {
			s.image.radius[i] = f.Lo - s.margin()
			continue
		}
		if triangle != none {
			_, place := s.distance(&of.triangles[triangle], at)
			s.image.at[i] = place.Add(n.Scale(s.margin()))
			continue
		}
		way := f.at.Sub(at)
		if l := way.Norm(); f.inside && l > s.margin() {
			way = way.Scale(1 / l)
		} else {
			way = of.normal(f.triangle)
		}
		s.image.at[i] = f.at.Add(way.Scale(s.margin()))
	}
}

// addImage adds the row of the image: the way of a point to the middle of its ball less the radius is a convex
// function of the point. The difference is off by √3·u of itself and the norm by 4u.
func (s *Search) addImage(p *piece) {
	var r row
	for i := range p.n {
		way := s.image.at[i].Sub(s.at(p, i)).Norm() * (1 + 8*u)
		r.at[i] = way - s.image.radius[i] + s.unit
	}
	s.rows = append(s.rows, r)
}
