package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// verdict is what a filter is sure of.
type verdict uint8

const (
	unsure verdict = iota
	sureNo
	sureYes
)

// A frame is the parallelepiped center ± axis[0] ± axis[1] ± axis[2] that a hull of
// eight points is, except for slack: no point is farther than slack (Euclidean) from
// its corner of the parallelepiped, whose stored numbers are taken literally.
// Rounded boxes are such hulls. Frames feed float64 filters on these facts:
//
// The support functions of hull and parallelepiped differ by at most slack·|n|.
// Hence a gap of more than slack·|n| along any n keeps the hull apart from
// something, and where the parallelepiped has something inside by a depth of at
// least slack in every direction, so has the hull.
//
// Of a parallelepiped, a zonotope or the Minkowski difference of two, the depth of
// the origin is the least over the facet normals, all of which are cross
// products of two of its edges (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH
// 1996, §5).
type frame struct {
	valid  bool
	center geom.Vec
	axis   [3]geom.Vec
	// normal[i] is axis[j]×axis[k] for (i, j, k) cyclic, height[i] is
	// |axis[i]·normal[i]|, length[i] an upper bound on |axis[i]| and area[i] on
	// |normal[i]|, size the sum of the lengths.
	normal [3]geom.Vec
	height [3]float64
	length [3]float64
	area   [3]float64
	size   float64
	slack  float64
}

// Ranges in which no product of a filter overflows, or underflows by anything
// that counts: errors below are compared with at least u·2⁻⁶⁰⁰.
const (
	frameLeast = 0x1p-200
	frameMost  = 0x1p+200
)

// set derives the frame of a hull in the index order of a box, and leaves it
// invalid where there is none worth having.
func (f *frame) set(v []geom.Vec, bounds *geom.AABB) {
	f.valid = false
	if len(v) != 8 {
		return
	}
	most := max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())
	if !(most <= frameMost) {
		return
	}
	f.center = v[0].Add(v[7]).Scale(0.5)
	f.axis = [3]geom.Vec{v[1].Sub(v[0]).Scale(0.5), v[2].Sub(v[0]).Scale(0.5), v[4].Sub(v[0]).Scale(0.5)}
	// Each of the sums below is rounded three times at no more than 7·most, each
	// difference once at no more than 8·most: below 32u·most a component.
	worst := 0.0
	p, q := f.axis[0].Add(f.axis[1]), f.axis[0].Sub(f.axis[1])
	for i, d := range [4]geom.Vec{p.Scale(-1), q, q.Scale(-1), p} {
		lo, hi := d.Sub(f.axis[2]), d.Add(f.axis[2])
		worst = max(worst, f.center.Add(lo).Sub(v[i]).MaxAbs(), f.center.Add(hi).Sub(v[4+i]).MaxAbs())
	}
	f.slack = 2 * (worst + float64(32*u*most)) // √3 < 2
	f.size = 0
	for i := range 3 {
		f.length[i] = float64(f.axis[i].Norm() * (1 + 8*u))
		f.size += f.length[i]
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		f.normal[i] = f.axis[j].Cross(f.axis[k])
		f.area[i] = f.length[j] * f.length[k]
		f.height[i] = math.Abs(f.axis[i].Dot(f.normal[i]))
	}
	least := min(f.length[0], f.length[1], f.length[2])
	f.valid = least >= frameLeast && f.slack <= least*0x1p-10
}

// The filters' error, in units of u·G·N with G the sum of all lengths involved
// (those of the axes and of the vector between the centres) and N = |a||b| for an
// axis a×b: a cross product is off by less than 4, a dot product with it by 3
// more, sums of at most seven terms by 7, a difference of centres by 1, the
// dropped terms aₖ·(aⱼ×aₖ), which are 0 except for rounding, by 8. 48 leaves room for
// the rounding of the bounds themselves.
const frameBound = 48 * u

// meetsFrame tests the fifteen axes. With nA and nB the face normals, the axis
// aᵢ×bⱼ needs nothing but the products nA·b, nB·a that the face axes use, because
// aₖ·(aᵢ×bⱼ) = (aₖ×aᵢ)·bⱼ.
func (f *frame) meetsFrame(g *frame) verdict {
	if !f.valid || !g.valid {
		return unsure
	}
	t := g.center.Sub(f.center)
	reach := f.size + g.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z)
	if !(reach <= frameMost) {
		return unsure
	}
	e := f.slack + g.slack + float64(frameBound*reach)
	var d, h [3][3]float64 // |nAᵢ·bⱼ|, |nBⱼ·aᵢ|
	for i := range 3 {
		for j := range 3 {
			d[i][j] = math.Abs(f.normal[i].Dot(g.axis[j]))
			h[i][j] = math.Abs(g.normal[j].Dot(f.axis[i]))
		}
	}
	deep := math.Inf(1) // the least depth by which an axis fails to separate, over N
	for i := range 3 {
		s := math.Abs(f.normal[i].Dot(t)) - f.height[i] - (d[i][0] + d[i][1] + d[i][2])
		if s > e*f.area[i] {
			return sureNo
		}
		deep = min(deep, -s/f.area[i])
		s = math.Abs(g.normal[i].Dot(t)) - g.height[i] - (h[0][i] + h[1][i] + h[2][i])
		if s > e*g.area[i] {
			return sureNo
		}
		deep = min(deep, -s/g.area[i])
	}
	if deep <= e {
		return unsure
	}
	return f.crossAxes(g, t, &d, &h, e, reach, deep)
}

// crossAxes tests the nine axes aᵢ×bⱼ. Where bⱼ is parallel to aᵢ except for a
// relative η, the axis means nothing: B is replaced by a box whose bⱼ is parallel,
// which moves its corners by at most η·|bⱼ| and turns the other axes by η, so
// that 2η·reach more error keeps the proof, and the axis is gone. Each bⱼ can be
// replaced once.
func (f *frame) crossAxes(g *frame, t geom.Vec, d, h *[3][3]float64, e, reach, deep float64) verdict {
	const parallel = 0x1p-24
	extra := 0.0
	replaced := [3]bool{}
	for i := range 3 {
		ta := t.Cross(f.axis[i])
		k, l := (i+1)%3, (i+2)%3
		for j := range 3 {
			m, n := (j+1)%3, (j+2)%3
			area := f.length[i] * g.length[j]
			s := math.Abs(ta.Dot(g.axis[j])) - (d[k][j] + d[l][j]) - (h[i][m] + h[i][n])
			if s > e*area {
				return sureNo
			}
			if -s > e*area*0x1p16 { // far from parallel, and from touching
				deep = min(deep, -s/area)
				continue
			}
			c := f.axis[i].Cross(g.axis[j])
			eta := (math.Abs(c.X)+math.Abs(c.Y)+math.Abs(c.Z))/area + 8*u
			if eta < parallel && !replaced[j] {
				replaced[j] = true
				extra += float64(2 * eta * reach)
				continue
			}
			deep = min(deep, -s/area)
		}
	}
	if deep > e+float64(2*extra) {
		return sureYes
	}
	return unsure
}

// offset returns how far p is from the center in units of each normal, and the
// error of these and of the heights over area.
func (f *frame) offset(p geom.Vec) (d [3]float64, e float64) {
	t := p.Sub(f.center)
	for i := range 3 {
		d[i] = f.normal[i].Dot(t)
	}
	reach := f.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z)
	e = f.slack + float64(frameBound*reach)
	if !(reach <= frameMost) {
		e = math.Inf(1)
	}
	return d, e
}

// contains tests the three face axes.
func (f *frame) contains(p geom.Vec) verdict {
	if !f.valid {
		return unsure
	}
	d, e := f.offset(p)
	inside := true
	for i := range 3 {
		s := math.Abs(d[i]) - f.height[i]
		if s > e*f.area[i] {
			return sureNo
		}
		inside = inside && -s > e*f.area[i]
	}
	if inside {
		return sureYes
	}
	return unsure
}

// meetsBall takes the point of the parallelepiped that is nearest where the axes
// are orthogonal. It is a convex combination of the corners in any case, so the
// hull has a point within slack of it; and the direction to the centre of the
// ball either separates or nothing is sure.
func (f *frame) meetsBall(s *geom.Sphere) verdict {
	if !f.valid || !(s.Radius <= frameMost) {
		return unsure
	}
	t := s.Center.Sub(f.center)
	n := t
	for i := range 3 {
		a := f.axis[i]
		n = n.Sub(a.Scale(max(-1, min(1, t.Dot(a)/a.Dot(a)))))
	}
	d := n.Norm()
	reach := f.size + math.Abs(t.X) + math.Abs(t.Y) + math.Abs(t.Z) + s.Radius
	if !(reach <= frameMost) {
		return unsure
	}
	e := f.slack + float64(frameBound*reach)
	if d+e < s.Radius {
		return sureYes
	}
	// |t·n| − Σ|axis·n| > (radius + e)·d with d > e, far above any underflow.
	r := math.Abs(n.Dot(f.axis[0])) + math.Abs(n.Dot(f.axis[1])) + math.Abs(n.Dot(f.axis[2]))
	if d > e && n.Dot(t)-r > (s.Radius+e)*d {
		return sureNo
	}
	return unsure
}
