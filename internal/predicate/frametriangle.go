package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// meetsTriangle tests all axes that can separate a parallelepiped from a triangle: its own faces,
// the triangle's plane, and the cross products of edges.
func (f *frame) meetsTriangle(q *geom.Triangle) verdict {
	if !f.valid {
		return unsure
	}
	var d [3][3]float64
	var e [3]float64
	for k := range 3 {
		d[k], e[k] = f.offset(q[k])
	}
	inside := [3]bool{true, true, true}
	for i := range 3 {
		above, below := true, true
		for k := range 3 {
			bound := e[k] * f.area[i]
			above = above && d[k][i]-f.height[i] > bound
			below = below && -d[k][i]-f.height[i] > bound
			inside[k] = inside[k] && f.height[i]-math.Abs(d[k][i]) > bound
		}
		if above || below {
			return sureNo
		}
	}
	if inside[0] || inside[1] || inside[2] {
		return sureYes
	}
	worst := max(e[0], e[1], e[2])
	if f.besidePlane(q, worst) == sureNo {
		return sureNo
	}
	return f.unitTriangle(&d, worst)
}

// besidePlane is sure where the box lies on one side of the plane of q.
func (f *frame) besidePlane(q *geom.Triangle, e float64) verdict {
	v, w := q[1].Sub(q[0]), q[2].Sub(q[0])
	length := (v.Norm() + w.Norm()) * (1 + 8*u)
	if !(length <= frameMost && length >= frameLeast) {
		return unsure
	}
	n := v.Cross(w)
	r := math.Abs(n.Dot(f.axis[0])) + math.Abs(n.Dot(f.axis[1])) + math.Abs(n.Dot(f.axis[2]))
	// q[0] lies in the plane of v and w except for their rounding, below u·length;
	// |v||w| ≤ length²/4.
	if math.Abs(n.Dot(f.center.Sub(q[0])))-r > (e+float64(frameBound*length))*length*length {
		return sureNo
	}
	return unsure
}

// unitTriangle tests a triangle in the coordinates in which the parallelepiped is the cube from −1
// to 1; d are the corners' offsets, off by e times the areas with the hull's slack in it.
//
// Derivation. The map L has the rows n_i/det, n_i being the normals. A computed coordinate d/height is
// off by (1 + X)·e·area/height, X being the largest coordinate; slack moves a corner of the hull
// by slack·|L_i| ≤ e·area/height. Both are within ε_i = (1 + X)·e·area_i/height_i(1 + 2⁻¹⁰). So L·hull
// lies in the box 1 + ε_i and holds the box 1 − ε_i: support functions of a hull whose corners
// move by σ_i along the axes change by Σσ_i|n_i| at most. Moving the corners of the triangle
// by ε_i likewise moves each of its points by that at most. Hence, T being the triangle of the computed
// coordinates, taken literally, ε_i counted twice:
//   - T apart from the box 1 + 2ε_i: the hull and the triangle are apart;
//   - T meets the box 1 − 2ε_i: they touch.
//
// Thirteen axes decide that exactly except for rounding, which with coordinates up to X and u = 2⁻⁵³ is:
//   - an edge E, a difference: u·|E| a coordinate. On the axis of coordinate i and E, projections
//     p_j·E_k − p_k·E_j of two corners: 4u·X·(|E_j| + |E_k|), the radius 4u·(|E_j| + |E_k|): 16u(1 + X) of that;
//   - the normal n = E × E': 6u·|E|₁·|E'|₁ a coordinate; p·n 24u·X|E|₁|E'|₁, the radius as much of 1:
//     64u(1 + X)|E|₁|E'|₁.
//
// 32u and 128u are used. An axis of computed zeros separates nothing: the edge is exactly 0 there.
// X ≤ 2⁴⁰ and edges of at least 2⁻²⁰⁰ keep products in range.
func (f *frame) unitTriangle(d *[3][3]float64, e float64) verdict {
	var t unitBox
	for i := range 3 {
		for k := range 3 {
			t.v[k][i] = d[k][i] / f.height[i]
			t.far = max(t.far, math.Abs(t.v[k][i]))
		}
	}
	if !(t.far <= 0x1p40) {
		return unsure
	}
	for i := range 3 {
		x := 2 * (1 + t.far) * e * (f.area[i] / f.height[i]) * (1 + 0x1p-10)
		if !(x < 0.5) {
			return unsure
		}
		t.in[i], t.out[i] = 1-x, 1+x
	}
	return t.meets()
}

// unitBox is a triangle next to two boxes around the origin with the half sizes in and out.
type unitBox struct {
	v       [3][3]float64
	in, out [3]float64
	far     float64
}

// meets is sure where the triangle meets the inner box and where it is apart from the outer one.
func (t *unitBox) meets() verdict {
	v := &t.v
	touch := true
	for i := range 3 {
		lo, hi := min(v[0][i], v[1][i], v[2][i]), max(v[0][i], v[1][i], v[2][i])
		if lo > t.out[i] || -hi > t.out[i] {
			return sureNo
		}
		touch = touch && lo <= t.in[i] && -hi <= t.in[i]
	}
	var edge [3][3]float64
	var length [3]float64
	for k := range 3 {
		for i := range 3 {
			edge[k][i] = v[next[k]][i] - v[k][i]
			length[k] += math.Abs(edge[k][i])
		}
	}
	margin := 32 * u * (1 + t.far)
	for k := range 3 {
		p, o, x := &v[k], &v[next[k+1]], &edge[k]
		for i := range 3 {
			j, l := next[i], next[i+1]
			a, b := math.Abs(x[j]), math.Abs(x[l])
			if a+b < frameLeast {
				touch = touch && a+b == 0
				continue
			}
			s, r := float64(p[j]*x[l])-float64(p[l]*x[j]), float64(o[j]*x[l])-float64(o[l]*x[j])
			lo, hi, e := min(s, r), max(s, r), margin*(a+b)
			if out := float64(t.out[j]*b) + float64(t.out[l]*a) + e; lo > out || -hi > out {
				return sureNo
			}
			in := float64(t.in[j]*b) + float64(t.in[l]*a) - e
			touch = touch && lo <= in && -hi <= in
		}
	}
	return t.plane(&edge, &length, touch)
}

// plane tests the triangle's plane; touch is whether no other axis separates from the inner box.
func (t *unitBox) plane(edge *[3][3]float64, length *[3]float64, touch bool) verdict {
	x, y := &edge[0], &edge[1]
	if min(length[0], length[1]) < frameLeast {
		return unsure
	}
	s, in, out := 0.0, 0.0, 0.0
	for i := range 3 {
		j, l := next[i], next[i+1]
		n := float64(x[j]*y[l]) - float64(x[l]*y[j])
		s += float64(n * t.v[0][i])
		in += float64(math.Abs(n) * t.in[i])
		out += float64(math.Abs(n) * t.out[i])
	}
	e := 128 * u * (1 + t.far) * length[0] * length[1]
	switch s = math.Abs(s); {
	case s > out+e:
		return sureNo
	case touch && s <= in-e:
		return sureYes
	}
	return unsure
}
