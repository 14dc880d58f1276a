package ccd

import "github.com/collide-go/collide/geom"

// between is about the shortest vector from the first primitive to the second. Nothing rests on
// how good it is: what follows from it is proven (see search).
func (q *Query) between(p *[4]geom.Vec) geom.Vec {
	if q.Kind == VertexFace {
		return toTriangle(p[0], p[1], p[2], p[3])
	}
	return betweenSegments(p)
}

// toTriangle is the vector from a point to the triangle, by the region of the triangle's plane that
// the point is above (Ericson, “Real-Time Collision Detection”, 2005, §5.1.5).
func toTriangle(x, a, b, c geom.Vec) geom.Vec {
	ab, ac, ax := b.Sub(a), c.Sub(a), x.Sub(a)
	d1, d2 := ab.Dot(ax), ac.Dot(ax)
	if d1 <= 0 && d2 <= 0 {
		return a.Sub(x)
	}
	bx := x.Sub(b)
	d3, d4 := ab.Dot(bx), ac.Dot(bx)
	if d3 >= 0 && d4 <= d3 {
		return b.Sub(x)
	}
	if v := d1*d4 - d3*d2; v <= 0 && d1 >= 0 && d3 <= 0 {
		return a.Add(ab.Scale(d1 / (d1 - d3))).Sub(x)
	}
	cx := x.Sub(c)
	d5, d6 := ab.Dot(cx), ac.Dot(cx)
	if d6 >= 0 && d5 <= d6 {
		return c.Sub(x)
	}
	if v := d5*d2 - d1*d6; v <= 0 && d2 >= 0 && d6 <= 0 {
		return a.Add(ac.Scale(d2 / (d2 - d6))).Sub(x)
	}
	if v := d3*d6 - d5*d4; v <= 0 && d4 >= d3 && d5 >= d6 {
		return b.Add(c.Sub(b).Scale((d4 - d3) / (d4 - d3 + d5 - d6))).Sub(x)
	}
	n := ab.Cross(ac)
	return n.Scale(-n.Dot(ax) / n.Dot(n))
}

// betweenSegments is the vector between the nearest points of two segments: those of the lines,
// moved into the segments (Ericson, §5.1.9).
func betweenSegments(p *[4]geom.Vec) geom.Vec {
	u, v, w := p[1].Sub(p[0]), p[3].Sub(p[2]), p[0].Sub(p[2])
	uu, uv, vv, uw, vw := u.Dot(u), u.Dot(v), v.Dot(v), u.Dot(w), v.Dot(w)
	s := 0.0
	if d := uu*vv - uv*uv; d > 0 {
		s = clamp((uv*vw - uw*vv) / d)
	}
	t := 0.0
	if vv > 0 {
		t = (uv*s + vw) / vv
	}
	if t < 0 || t > 1 {
		t = clamp(t)
		s = 0
		if uu > 0 {
			s = clamp((uv*t - uw) / uu)
		}
	}
	return p[2].Add(v.Scale(t)).Sub(p[0].Add(u.Scale(s)))
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }
