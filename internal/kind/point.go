package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// commonPoint looks for a point around which both surfaces have a winding number other than
// 0, near the two triangles that Crosses found. The point need not be off the surfaces: the winding
// numbers are those of one point infinitely close to it.
func (j *Judge) commonPoint(a, b *narrow.Surface) bool {
	common := j.Tally.Intersect(&j.p, &j.q)
	var middle geom.Vec
	for _, x := range common.Points[:common.N] {
		middle = middle.Add(x.Scale(1 / float64(common.N)))
	}
	n, m := step(&j.p), step(&j.q)
	for _, s := range [...]float64{0x1p-4, 0x1p-8, 0x1p-12} { // of the triangles' size
		for quarter := range 4 {
			x, y := n.Scale(s), m.Scale(s)
			if quarter&1 != 0 {
				x = x.Scale(-1)
			}
			if quarter&2 != 0 {
				y = y.Scale(-1)
			}
			point := middle.Add(x).Add(y)
			if !point.IsFinite() {
				continue
			}
			if j.winding(a, point) != 0 && j.winding(b, point) != 0 {
				return true
			}
		}
	}
	return false
}

// step is a vector along a triangle's normal, about as long as the triangle.
func step(q *geom.Triangle) geom.Vec {
	e, f := q[1].Sub(q[0]), q[2].Sub(q[0])
	n := e.Cross(f)
	if length := n.Norm(); length > 0 {
		return n.Scale(e.Norm() / length)
	}
	return n
}
