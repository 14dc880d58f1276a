package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// Drift bounds how far the points of a body within a box in its own coordinates are, at any time between a and b, from where the pose in the
// middle puts them: in the real motion, and under the path's pose at every float64 time, with the rounding of posed corners. A path of nil
// stands.
//
// By motion.Span a point goes at most h(|V| + |W||x − Center|), h being half the time, and is off by Off + Turn·r at that time and in
// the middle. |x − Center| is at most the radius r of the box. Off bounds what the rounding of Center and the matrix add. The sums
// round by less than 20u of themselves, which 10⁻³ covers.
func Drift(p motion.Path, a, b float64, box geom.AABB) float64 {
	if p == nil {
		return 0
	}
	c := box.Center()
	r := geom.Length(box.Size())/2*(1+1e-9) + 1e-9*geom.Length(c)
	s := p.Over(a, b, c)
	off := s.Off + s.Turn*r
	return (2*off+(b-a)/2*(geom.Length(s.Velocity)+geom.Length(s.Spin)*(r+s.Off)))*(1+1e-3) + math.SmallestNonzeroFloat64
}
