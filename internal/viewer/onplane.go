package viewer

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/shape"
)

// onPlane is the foot, on the plane of a half space, of the deepest corner of a triangle or of the middle of a solid, and the
// normal of the plane, which looks out of the half space.
func (t *tracer) onPlane(half, other uint32, tri *geom.Triangle, isMesh bool) (at, normal geom.Vec) {
	h := report.PosedHalf(t.stage.bodies[half].Shape.(shape.HalfSpace), &t.poses[half])
	at = t.center(other)
	if isMesh {
		at = tri[0]
		for _, v := range tri[1:] {
			if v.Sub(at).Dot(h.Normal) < 0 {
				at = v
			}
		}
	}
	return at.Sub(h.Normal.Scale(at.Sub(h.Point).Dot(h.Normal))), h.Normal
}
