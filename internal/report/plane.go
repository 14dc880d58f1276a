package report

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// planeMargin is how far pictures draw the planes of half spaces beyond the other bodies, as a share of the diagonal of the box
// around those, 0.15. planeRim is the width of the rim by which a half space is seen from its inside, as a share of the diagonal
// of the room, 0.008. planeSame is the depth, as a share of the same, up to which a plane in another half space is drawn, 1e-6.
const (
	planeMargin = 0.15
	planeRim    = 0.008
	planeSame   = 1e-6
)

// Room is where pictures draw the planes of half spaces, which have no end.
type Room struct {
	box geom.AABB
	// fixed are half spaces in whose inside no plane is drawn.
	fixed []shape.HalfSpace
}

// NewRoom returns the room around the box of all other bodies and, of each half space, the point of its plane nearest to the
// middle of that box, with a margin. All half spaces are posed. Planes end where they enter one of those that are fixed.
func NewRoom(box geom.AABB, halves, fixed []shape.HalfSpace) Room {
	if len(halves) == 0 {
		return Room{box: box}
	}
	if box.IsEmpty() {
		for _, h := range halves {
			box.Extend(h.Point)
		}
	}
	s := scaleOf(&box, halves)
	in := geom.AABB{Min: box.Min.Scale(s), Max: box.Max.Scale(s)}
	middle := in.Center()
	for _, h := range halves {
		in.Extend(foot(h.Point.Scale(s), unitOf(h.Normal), middle))
	}
	d := in.Size()
	margin := planeMargin * d.Norm()
	if margin == 0 {
		margin = s // one unit around a single point
	}
	in = in.Inflated(margin)
	most := geom.Vec{X: math.MaxFloat64, Y: math.MaxFloat64, Z: math.MaxFloat64}
	return Room{geom.AABB{Min: in.Min.Scale(1 / s).Max(most.Scale(-1)), Max: in.Max.Scale(1 / s).Min(most)}, fixed}
}

// PosedHalf returns a half space under a pose, for pictures.
func PosedHalf(h shape.HalfSpace, pose *geom.Pose) shape.HalfSpace {
	return shape.HalfSpace{Point: pose.Apply(h.Point), Normal: pose.R.MulVec(unitOf(h.Normal))}
}

// plane returns what the room has of the plane of a posed half space: the plane, seen from outside, and its rim, seen from inside
// the half space.
func (r *Room) plane(h shape.HalfSpace) []geom.Triangle {
	s := scaleOf(&r.box, []shape.HalfSpace{h})
	in := geom.AABB{Min: r.box.Min.Scale(s), Max: r.box.Max.Scale(s)}
	n, size := unitOf(h.Normal), in.Size()
	ring := clipped(square(foot(h.Point.Scale(s), n, in.Center()), n, size.Norm()), &in)
	if free := r.outside(ring, s, planeSame*size.Norm()); len(free) > 2 {
		ring = free
	}
	if len(ring) < 3 {
		return nil
	}
	tris := planeFaces(ring, n, planeRim*size.Norm())
	for i := range tris {
		for k, v := range tris[i] {
			tris[i][k] = v.Scale(1 / s)
		}
	}
	return tris
}

// outside returns what the fixed half spaces leave of a polygon of which the coordinates are scaled. What lies less deep in them
// than a length stays: the planes themselves.
func (r *Room) outside(ring []geom.Vec, scale, same float64) []geom.Vec {
	for _, o := range r.fixed {
		q, n := o.Point.Scale(scale), unitOf(o.Normal)
		ring = cut(ring, func(v geom.Vec) float64 { return q.Sub(v).Dot(n) - same })
	}
	return ring
}

// planeFaces returns the triangles of a convex polygon, and of a rim along its outline that face the other way.
func planeFaces(ring []geom.Vec, n geom.Vec, width float64) []geom.Triangle {
	inner := inset(ring, n, width)
	var front, back []geom.Triangle
	for i, a := range ring {
		k := (i + 1) % len(ring)
		if k > 1 {
			front = append(front, geom.Triangle{ring[0], a, ring[k]})
		}
		back = append(back, geom.Triangle{a, inner[i], ring[k]}, geom.Triangle{ring[k], inner[i], inner[k]})
	}
	return append(front, back...)
}

// inset returns the corners of a convex polygon moved inward until they are a width away from the edges, or, where the polygon
// is too narrow for that, a tenth of the way to its middle.
func inset(ring []geom.Vec, n geom.Vec, width float64) []geom.Vec {
	normals, inner := make([]geom.Vec, len(ring)), make([]geom.Vec, len(ring))
	var middle geom.Vec
	for i, v := range ring {
		normals[i] = n.Cross(unitOr0(ring[(i+1)%len(ring)].Sub(v))) // of the edge after corner i
		middle = middle.Add(v.Scale(1 / float64(len(ring))))
	}
	for i, v := range ring {
		a, b := normals[(i+len(ring)-1)%len(ring)], normals[i]
		inner[i] = v.Add(a.Add(b).Scale(width / max(1+a.Dot(b), 0.3)))
	}
	for _, v := range inner {
		for i, m := range normals {
			if v.Sub(ring[i]).Dot(m) < 0 {
				for k, corner := range ring {
					inner[k] = corner.Add(middle.Sub(corner).Scale(0.1))
				}
				return inner
			}
		}
	}
	return inner
}

// foot returns the point nearest to p on the plane through q whose unit normal is n.
func foot(q, n, p geom.Vec) geom.Vec { return p.Sub(n.Scale(p.Sub(q).Dot(n))) }

// square returns the corners of a square in the plane through its middle, counterclockwise as seen from where the unit normal points. It
// reaches farther than reach in every direction.
func square(middle, n geom.Vec, reach float64) []geom.Vec {
	x := squareTo(n)
	y := n.Cross(x)
	x, y = x.Scale(2*reach), y.Scale(2*reach)
	return []geom.Vec{middle.Sub(x).Sub(y), middle.Add(x).Sub(y), middle.Add(x).Add(y), middle.Sub(x).Add(y)}
}

// clipped returns what a box has of a convex polygon.
func clipped(ring []geom.Vec, box *geom.AABB) []geom.Vec {
	for axis := range 3 {
		ring = cut(ring, func(v geom.Vec) float64 { return v.At(axis) - box.Max.At(axis) })
		ring = cut(ring, func(v geom.Vec) float64 { return box.Min.At(axis) - v.At(axis) })
	}
	return ring
}

// cut returns the part of a convex polygon where over, which is linear, is not positive.
func cut(ring []geom.Vec, over func(geom.Vec) float64) (kept []geom.Vec) {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		ha, hb := over(a), over(b)
		if ha <= 0 {
			kept = append(kept, a)
		}
		if ha < 0 && hb > 0 || ha > 0 && hb < 0 {
			kept = append(kept, a.Add(b.Sub(a).Scale(ha/(ha-hb))))
		}
	}
	return kept
}

// scaleOf returns a power of two that brings the coordinates near 1, so that no square of a length leaves the range.
func scaleOf(box *geom.AABB, halves []shape.HalfSpace) float64 {
	m := max(box.Min.MaxAbs(), box.Max.MaxAbs())
	for _, h := range halves {
		m = max(m, h.Point.MaxAbs())
	}
	if m == 0 {
		return 1
	}
	_, e := math.Frexp(m)
	return math.Ldexp(1, -max(min(e, 1000), -1000))
}

// unitOf returns a vector scaled to length 1.
func unitOf(v geom.Vec) geom.Vec {
	_, e := math.Frexp(v.MaxAbs())
	v = v.Scale(math.Ldexp(1, -max(e, -1000)))
	return v.Scale(1 / v.Norm())
}

// unitOr0 returns a vector scaled to length 1, the zero vector as it is.
func unitOr0(v geom.Vec) geom.Vec {
	if v == (geom.Vec{}) {
		return v
	}
	return unitOf(v)
}
