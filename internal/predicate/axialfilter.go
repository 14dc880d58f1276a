package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Filters for cylinders, cones and capsules in float64. All lengths at hand, those of the differences
// of points from the end A and the radius, are at most M, the sum of their bounds.
//
//   - A computed difference of points is off by u·M in each coordinate. A dot product n·v with
//     |v| ≤ M takes three products and two sums of at most |n|·M: with the difference it is off by less
//     than 8u·|n|·M, and so are the difference of two of them by 16u·|n|·M and one rounding more.
//   - For any k, |n − k·d| is no less than the part of n that is square to d. Computed, it is off by less than
//     8u·(|n| + |k·d|) ≤ 16u·|n| for k about n·d/d·d; times r ≤ M that is 16u·|n|·M.
//   - The height h = v·d/|d| and the distance ρ of a point with |v| ≤ M from the axis are off by less
//     than 24u·M: as above, with one quotient, product and difference more.
//   - How far a point is beyond the side of a cone, (ρ−r)·l/s + h·r/s with s = √(l²+r²), is off by the errors of ρ and h and 8u·M more.
//   - A point of a triangle with weights that sum to 1 within 4u is off by less than 16u·M.
//
// axialBound covers the sum of these, below 64u, with the rounding of the bounds themselves.
// Premise: M and |d| are in the range of frames, so that nothing overflows and underflow takes less than
// 2⁻¹⁰⁷⁰ from values of at least 2⁻⁴⁰⁰·u, as far as they count.
const axialBound = 128 * u

// axialSteps is the number of steps that look for a common point or a direction between a cylinder and
// a triangle: what they leave open is decided in integers.
const axialSteps = 12

// filter decides about a cylinder and a triangle, or is not sure.
func (a *Axial) filter(q *geom.Triangle) verdict {
	d := a.B.Sub(a.A)
	v, m := a.relative(q, d)
	if !(m <= frameMost && d.Norm() >= frameLeast) {
		return unsure
	}
	e := float64(axialBound * m)
	if a.apart(d, d, v[:], e) || a.apart(d.Scale(-1), d, v[:], e) {
		return sureNo
	}
	x := d.Scale(0.5)
	for range axialSteps {
		y := toNearest(x.Sub(v[0]), x.Sub(v[1]), x.Sub(v[2])).Scale(-1).Add(x)
		z := a.drawn(y, d, a.Radius-e, e)
		if a.holds(y, d, e) {
			return sureYes
		}
		n := y.Sub(a.drawn(y, d, a.Radius, 0))
		if a.apart(n, d, v[:], e) {
			return sureNo
		}
		x = z
	}
	return unsure
}

// relative returns the corners of a triangle relative to A, and M.
func (a *Axial) relative(q *geom.Triangle, d geom.Vec) (v [3]geom.Vec, m float64) {
	m = d.Norm() + a.Radius
	for k := range q {
		v[k] = q[k].Sub(a.A)
		m = max(m, v[k].Norm()+d.Norm()+a.Radius)
	}
	return v, m
}

// apart reports whether all points, relative to A, are beyond the solid along n, off by less than e in
// units of |n|.
func (a *Axial) apart(n, d geom.Vec, points []geom.Vec, e float64) bool {
	size := n.Norm()
	if !(size >= frameLeast*0x1p-100) {
		return false
	}
	least := math.Inf(1)
	for _, p := range points {
		least = min(least, n.Dot(p))
	}
	return least-a.top(n, d) > e*size
}

// top returns how far the solid reaches along n from A.
func (a *Axial) top(n, d geom.Vec) float64 {
	if a.Pointed {
		return max(n.Dot(d), a.girth(n, d))
	}
	return max(0, n.Dot(d)) + a.girth(n, d)
}

// girth returns how far the solid reaches along n from its axis.
func (a *Axial) girth(n, d geom.Vec) float64 {
	if !a.Flat {
		return float64(a.Radius * n.Norm())
	}
	return float64(a.Radius * n.Sub(d.Scale(n.Dot(d)/d.Dot(d))).Norm())
}

// holds reports whether a cylinder or a cone certainly holds a point x, relative to A, that is off by less than e.
func (a *Axial) holds(x, d geom.Vec, e float64) bool {
	l := d.Norm()
	h := x.Dot(d) / l
	if a.Pointed {
		return h > e && slope(x.Sub(d.Scale(h/l)).Norm(), h, a.Radius, l) < -4*e
	}
	return h > e && l-h > e && x.Sub(d.Scale(h/l)).Norm() < a.Radius-e
}

// drawn returns about the point nearest to x, relative to A, of a cylinder of a radius that
// begins and ends an inset within the axis d, or of a cone that is smaller by about that.
func (a *Axial) drawn(x, d geom.Vec, radius, inset float64) geom.Vec {
	l := d.Norm()
	h := x.Dot(d) / l
	r := x.Sub(d.Scale(h / l))
	if a.Pointed {
		rho := r.Norm()
		out, z := coneFoot(rho, h, a.Radius, l, inset)
		if rho > 0 {
			r = r.Scale(out / rho)
		}
		return r.Add(d.Scale(z / l))
	}
	if n := r.Norm(); n > radius {
		r = r.Scale(max(0, radius) / n)
	}
	return r.Add(d.Scale(max(inset, min(l-inset, h)) / l))
}

// meetsAxial tests the directions of a box's faces, of the axis, and of about the shortest
// way between the box and the axis.
func (f *frame) meetsAxial(a *Axial) verdict {
	d := a.B.Sub(a.A)
	t := a.A.Sub(f.center)
	reach := f.reachOf(t, d, a)
	if !f.valid || !(reach <= frameMost && d.Norm() >= frameLeast) {
		return unsure
	}
	e := f.slack + float64((frameBound+axialBound)*reach)
	for _, n := range [4]geom.Vec{f.normal[0], f.normal[1], f.normal[2], d} {
		if f.beside(n, t, d, a, e) || f.beside(n.Scale(-1), t, d, a, e) {
			return sureNo
		}
	}
	if f.contains(a.A) == sureYes || f.contains(a.B) == sureYes {
		return sureYes
	}
	x := t.Add(d.Scale(0.5))
	for range axialSteps {
		y := f.drawn(x)
		x = t.Add(d.Scale(share(y.Sub(t).Dot(d), d.Dot(d))))
		n := x.Sub(y)
		if !a.Flat && n.Norm()+e < a.Radius {
			return sureYes
		}
		if f.beside(n, t, d, a, e) {
			return sureNo
		}
	}
	return unsure
}

// reachOf returns the sum of all lengths at hand: t and t+d are the ends of a solid's axis relative to the centre.
func (f *frame) reachOf(t, d geom.Vec, a *Axial) float64 {
	return f.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z) + 2*d.Norm() + a.Radius
}

// drawn returns a point of the parallelepiped, relative to its centre, that is nearest to x where
// the axes are orthogonal.
func (f *frame) drawn(x geom.Vec) (y geom.Vec) {
	for i := range 3 {
		a := f.axis[i]
		y = y.Add(a.Scale(max(-1, min(1, x.Dot(a)/a.Dot(a)))))
	}
	return y
}

// beside reports whether a solid is beyond the box along n; t and t+d are the ends of its axis
// relative to the centre.
func (f *frame) beside(n, t, d geom.Vec, a *Axial, e float64) bool {
	size := n.Norm()
	return size >= frameLeast*0x1p-100 && f.gapAlong(n, t, d, a) > e*size
}

// gapAlong returns by how much a solid is beyond the box along n.
func (f *frame) gapAlong(n, t, d geom.Vec, a *Axial) float64 {
	r := math.Abs(n.Dot(f.axis[0])) + math.Abs(n.Dot(f.axis[1])) + math.Abs(n.Dot(f.axis[2]))
	return n.Dot(t) - a.top(n.Scale(-1), d) - r
}
