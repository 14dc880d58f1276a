package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

const (
	u    = 0x1p-53
	none = -1
	// tiny is more than underflow costs in any sum here. The largest coordinate is at
	// least 2⁻¹⁰⁰, next to which it is nothing.
	tiny = 0x1p-400
)

var inf = math.Inf(1)

// foot is the place on a surface that is nearest to a point, up to rounding, and bounds of its distance.
type foot struct {
	Interval
	at       geom.Vec
	triangle int32 // in the solid's order; −1 if none was found
	// inside reports whether the point is in the interior. It means nothing where Lo is 0.
	inside bool
}

// signed returns bounds of the distance with its sign.
func (f *foot) signed() Interval {
	switch {
	case f.Lo <= 0:
		return Interval{-f.Hi, f.Hi}
	case f.inside:
		return f.Interval
	}
	return Interval{-f.Hi, -f.Lo}
}

type nearNode struct {
	node   int32
	square float64
}

// farther is the factor beyond which a computed square of a distance to a box proves that nothing in the box is as
// near as a bound: each gap is off by u of itself, its square by 3u, two sums by 2u, and the square of the
// bound by u. Everything together is below 8u.
const farther = 1 + 32*u

// foot finds the place nearest to p. Time is logarithmic in the triangles where they are spread out.
func (s *Search) foot(of *Solid, p geom.Vec) foot {
	if of.isBall {
		return of.ballFoot(p)
	}
	f := foot{Interval: Interval{inf, inf}, triangle: none}
	if s.Exhaustive {
		s.step()
		for i := range of.triangles {
			s.nearer(of, p, int32(i), &f)
		}
	} else {
		s.seek(of, p, &f)
	}
	if s.stopped || f.triangle == none {
		return foot{Interval: Interval{0, inf}, triangle: none}
	}
	if f.Lo > 0 {
		f.inside = s.winding(of, p) != 0
	}
	return f
}

// seek goes down the tree, nearer boxes first.
func (s *Search) seek(of *Solid, p geom.Vec, f *foot) {
	limit := inf // of squares
	s.near = append(s.near[:0], nearNode{0, 0})
	for len(s.near) > 0 && !s.stopped {
		top := s.near[len(s.near)-1]
		s.near = s.near[:len(s.near)-1]
		if top.square > limit {
			continue
		}
		if !s.step() {
			break
		}
		n := &of.nodes[top.node]
		if n.IsLeaf() {
			for i := n.First; i < n.First+n.Count; i++ {
				s.nearer(of, p, i, f)
			}
			limit = float64(float64(f.Hi*f.Hi)*farther) + tiny*tiny
			continue
		}
		a, b := nearNode{n.Child, boxSquare(&of.nodes[n.Child].Box, p)}, nearNode{n.Child + 1, boxSquare(&of.nodes[n.Child+1].Box, p)}
		if a.square < b.square {
			a, b = b, a
		}
		s.near = append(s.near, a, b)
	}
}

// boxSquare is about the square of the distance to a box.
func boxSquare(b *geom.AABB, p geom.Vec) float64 {
	g := geom.Vec{
		X: max(0, b.Min.X-p.X, p.X-b.Max.X),
		Y: max(0, b.Min.Y-p.Y, p.Y-b.Max.Y),
		Z: max(0, b.Min.Z-p.Z, p.Z-b.Max.Z),
	}
	return g.Dot(g)
}

// nearer takes a triangle of the boundary into account.
func (s *Search) nearer(of *Solid, p geom.Vec, i int32, f *foot) {
	if of.outward[i] == 0 {
		return
	}
	d, at := s.distance(&of.triangles[i], p)
	f.Lo = min(f.Lo, d.Lo)
	if d.Hi < f.Hi || d.Hi == f.Hi && i < f.triangle { // the same in any order
		f.Hi, f.at, f.triangle = d.Hi, at, i
	}
}

// winding returns the winding number of the posed mesh around a point, or infinitely near to it; that of a hull is 1
// in its interior.
func (s *Search) winding(of *Solid, p geom.Vec) (w int) {
	if of.convex {
		if of.holds(&s.Worker.Tally, p) {
			return 1
		}
		return 0
	}
	if s.Exhaustive {
		for i := range of.triangles {
			w += s.Worker.Tally.RayCrossing(p, &of.triangles[i])
		}
		return w
	}
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 {
		n := &of.nodes[s.nodes[len(s.nodes)-1]]
		s.nodes = s.nodes[:len(s.nodes)-1]
		b := &n.Box
		if b.Max.X < p.X || b.Min.Y > p.Y || p.Y > b.Max.Y || b.Min.Z > p.Z || p.Z > b.Max.Z {
			continue
		}
		if !s.step() {
			return 0
		}
		if !n.IsLeaf() {
			s.nodes = append(s.nodes, n.Child+1, n.Child)
			continue
		}
		for i := range of.triangles[n.First : n.First+n.Count] {
			w += s.Worker.Tally.RayCrossing(p, &of.triangles[int(n.First)+i])
		}
	}
	return w
}

// step counts the visit of a node and reports whether the search goes on.
func (s *Search) step() bool {
	s.Worker.BVTests++
	s.stopped = s.stopped || !s.Worker.Step()
	return !s.stopped
}

// distance bounds the distance of a point and a triangle, and returns a place on the triangle that is about the nearest.
//
// With corners taken relative to the point, let M be the largest coordinate. Each coordinate is rounded by u·M, which
// moves the triangle by √3·u·M. A place a + s·(b−a) + t·(c−a) with s, t ≥ 0 and s+t ≤ 1+u is off by 2u·M for each
// difference, 2u·M for each product, 2u·M and 3u·M for the sums and 2u·M for s+t, in all by 13u·M a coordinate
// and 23u·M in length; its own length, at most 1.8·M, is off by 4u of it. So Hi needs less than 33u·M.
// For any vector n all of the triangle is at least min n·corner / |n| away. The products are off by 3u·|n|·1.8M, the
// quotient by 5u·1.8M, the corners by 1.8u·M: less than 17u·M. pad has 64u·M for each.
func (s *Search) distance(q *geom.Triangle, p geom.Vec) (Interval, geom.Vec) {
	s.Worker.PrimitiveTests++
	r := geom.Triangle{q[0].Sub(p), q[1].Sub(p), q[2].Sub(p)}
	for i, v := range r {
		if v == (geom.Vec{}) { // the difference of two float64 is 0 only if they are equal
			return Interval{}, q[i]
		}
	}
	m := max(r[0].MaxAbs(), r[1].MaxAbs(), r[2].MaxAbs())
	pad := 64*u*m + tiny
	x := nearestPlace(&r)
	hi := x.Norm()
	lo := max(support(&r, x), support(&r, turned(r.Normal(), x)))
	if hi-lo > uncertain*m {
		square := s.Worker.Tally.Distance(&geom.Triangle{p, p, p}, q).Square
		reach := predicate.Reach{Square: square}
		d := reach.Value()
		return Interval{max(0, round.Down(d)), round.Up(d)}, x.Add(p)
	}
	return Interval{max(0, lo-pad), hi + pad}, x.Add(p)
}

// uncertain is the width of an interval, as a share of the triangle's coordinates, from which on the
// distance is computed exactly. It decides how long that takes and nothing else.
const uncertain = 0x1p-36

// turned returns n or −n, whichever makes an acute angle with x.
func turned(n, x geom.Vec) geom.Vec {
	if n.Dot(x) < 0 {
		return n.Scale(-1)
	}
	return n
}

// support returns about how far along n the triangle begins, 0 where n has no direction.
func support(r *geom.Triangle, n geom.Vec) float64 {
	// Below 2⁻³⁰⁰ squares lose digits.
	l := n.Norm()
	if !(l > 0x1p-300) {
		return 0
	}
	return min(n.Dot(r[0]), n.Dot(r[1]), n.Dot(r[2])) / l
}

// nearestPlace returns about the point of a triangle that is nearest to the origin, after Ericson, Real-Time
// Collision Detection, 2005, 5.1.5. Rounding may choose a worse point, never one that is not of
// the triangle.
func nearestPlace(r *geom.Triangle) geom.Vec {
	e, f := r[1].Sub(r[0]), r[2].Sub(r[0])
	d1, d2 := -e.Dot(r[0]), -f.Dot(r[0])
	d3, d4 := -e.Dot(r[1]), -f.Dot(r[1])
	d5, d6 := -e.Dot(r[2]), -f.Dot(r[2])
	vc := float64(d1*d4) - float64(d3*d2)
	vb := float64(d5*d2) - float64(d1*d6)
	va := float64(d3*d6) - float64(d5*d4)
	switch {
	case d1 <= 0 && d2 <= 0:
		return r[0]
	case d3 >= 0 && d4 <= d3:
		return r[1]
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		return place(r[0], e, f, d1/(d1-d3), 0)
	case d6 >= 0 && d5 <= d6:
		return r[2]
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		return place(r[0], e, f, 0, d2/(d2-d6))
	case va <= 0 && d4 >= d3 && d5 >= d6:
		t := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return place(r[0], e, f, 1-t, t)
	}
	sum := va + vb + vc
	return place(r[0], e, f, vb/sum, vc/sum)
}

// place returns a + s·e + t·f with s and t brought to where a triangle is; NaN is 0.
func place(a, e, f geom.Vec, s, t float64) geom.Vec {
	s, t = share(s), share(t)
	t = min(t, 1-s)
	return a.Add(e.Scale(s).Add(f.Scale(t)))
}

func share(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
