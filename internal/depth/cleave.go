package depth

import (
	"github.com/collide-go/collide/geom"
)

// cut is where to split a cell: across an axis, at a share of its length.
type cut struct {
	axis  int
	share float64
}

// where returns where to split a cell whose bound is about attained at a point, where a face has the least value. If the face does not
// bear the cell, that is between the point and what of the solid is in the way; else it is the middle, across the axis along which the mixture
// of rows grows most from the middle. The choice decides how long a search takes and nothing else.
func (s *Search) where(p *piece, c *cell, x geom.Vec, face ref) cut {
	if p.against != 3 {
		return cut{s.longest(c), 0.5} // what a ball's surface bounds is no wider than deep
	}
	if at, ok := s.away(p, c, x); ok {
		return at
	}
	for pass := range 2 {
		for k, r := range s.used {
			if (r>>1 == face>>1 || pass == 1 && s.game.shares[k] > 0) && !s.isPlane(r) && !s.faces[r>>1].isBall() {
				if at, ok := s.between(x, &s.obstacles[k]); ok {
					return at
				}
			}
		}
	}
	return cut{s.steepest(p, c), 0.5}
}

// away returns where a cut takes the surface of a solid from a point that is outside of the solid.
func (s *Search) away(p *piece, c *cell, x geom.Vec) (at cut, ok bool) {
	for i, of := range s.solids {
		if (c.within|^p.against)>>i&1 != 0 || of.isBall {
			continue
		}
		f := s.foot(of, x)
		if f.inside || f.Lo <= 0 {
			continue
		}
		if at, ok = s.between(x, &of.triangles[f.triangle]); ok {
			return at, ok
		}
		if g := s.regionOf(); !s.misses(of, &g) {
			if at, ok = s.between(x, &s.obstacle); ok {
				return at, ok
			}
		}
	}
	return at, false
}

// between returns where a cut takes a triangle from a point, as far from the point as there is one.
func (s *Search) between(x geom.Vec, q *geom.Triangle) (at cut, ok bool) {
	g := s.regionOf()
	most := 0.0
	for axis, half := range g.half {
		hh := half.Dot(half)
		place := func(v geom.Vec) float64 { return 0.5 + half.Dot(v.Sub(g.center))/hh/2 }
		a, b, c, p := place(q[0]), place(q[1]), place(q[2]), place(x)
		lo, hi := min(a, b, c), max(a, b, c)
		for _, share := range [2]float64{lo, hi} {
			if gap := max(lo-p, p-hi); float64(gap*half.Norm()) > most && share > 0x1p-20 && share < 1-0x1p-20 && (share-p)*(lo-p) > 0 && max(share-p, p-share) <= gap {
				most, at = float64(gap*half.Norm()), cut{axis, share}
			}
		}
	}
	return at, most > 0
}

// What steepest and cleave go by. It decides how long a search takes and nothing else.
const (
	worthCutting = 1.0 / 4  // the least size, as a share of what a bound is too high
	isSteep      = 1.0 / 16 // the least growth, as such a share
	thinnest     = 0x1p-24  // the least thickness of a cell, as a share of its length
	everyLevel   = 16       // a thin cell is halved along its length at each 16th level
)

// steepest returns the axis along which the mixture of rows that bounds a cell grows most from the middle. A mixture of which the rows outweigh
// each other grows nowhere: then it is the axis along which a single row varies most. Rows change by no more than one moves, so that an
// axis along which the cell is short is not worth a cut.
func (s *Search) steepest(p *piece, c *cell) int {
	x, _ := s.middle(c)
	size, longest := c.box.Size(), s.longest(c)
	over := p.bound - s.enough()
	least := max(size.At(longest)*0x1p-20, over*worthCutting)
	steep, varied := longest, longest
	growth, most := -inf, 0.0
	for i := range 3 {
		if size.At(i) < least {
			continue
		}
		way := s.box[1<<i].Sub(s.box[0]).Scale(0.5)
		if g := max(s.mixed(x.Add(way)), s.mixed(x.Sub(way))); g > growth {
			growth, steep = g, i
		}
		if v := s.variation(x, way); v > most {
			most, varied = v, i
		}
	}
	if growth-s.mixed(x) < over*isSteep {
		return varied
	}
	return steep
}

// variation returns how much a row differs at most between the middle of a cell and two places on either side of it.
func (s *Search) variation(x, way geom.Vec) (most float64) {
	for k, r := range s.used {
		v := s.value(r, s.tangents[k], x)
		for _, y := range [2]geom.Vec{x.Add(way), x.Sub(way)} {
			d := s.value(r, s.tangents[k], y) - v
			most = max(most, d, -d)
		}
	}
	return most
}

// cleave pushes the two parts of a cell.
func (s *Search) cleave(p *piece, where cut) {
	c := s.cells[p.c[0]]
	size, longest := c.box.Size(), s.longest(&c)
	if p.level%everyLevel == everyLevel-1 && size.At(where.axis) < size.At(longest)/16 || float64(size.At(where.axis)*min(where.share, 1-where.share)) < float64(size.At(longest)*thinnest) {
		where = cut{longest, 0.5}
	}
	lo, hi := c.box.Min.At(where.axis), c.box.Max.At(where.axis)
	at := lo + float64((hi-lo)*where.share)
	if hi-lo <= 64*s.unit || at <= lo || at >= hi {
		s.left = max(s.left, p.bound) // as small as numbers get
		return
	}
	for side := range 2 {
		half := c
		if side == 0 {
			set(&half.box.Max, where.axis, at)
		} else {
			set(&half.box.Min, where.axis, at)
		}
		s.pushCell(half, p.bound, p.against, p.level+1)
	}
}

// longest returns the axis along which a cell is longest.
func (s *Search) longest(c *cell) int {
	size, axis := c.box.Size(), 0
	for i := range 3 {
		if size.At(i) > size.At(axis) {
			axis = i
		}
	}
	return axis
}

// set changes one coordinate.
func set(v *geom.Vec, axis int, x float64) {
	*[3]*float64{&v.X, &v.Y, &v.Z}[axis] = x
}
