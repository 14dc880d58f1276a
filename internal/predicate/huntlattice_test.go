package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// latticeRatio is the largest value that occurs over 2⁵³, for corners that are whole numbers as
// far from an origin as the lattice may be.
func latticeRatio(x []float64) float64 {
	const most = latticeSteps * (1 << latticeBits)
	var c [6]geom.Vec
	for k := range x {
		m, _ := math.Frexp(x[k])
		v := math.Round((4*math.Abs(m) - 3) * 1.5 * most)
		v = max(-most, min(most, math.Copysign(v, x[k])))
		*[]*float64{&c[k/3].X, &c[k/3].Y, &c[k/3].Z}[k%3] = v
	}
	n := absoluteCross(c[1].Sub(c[0]), c[2].Sub(c[0]))
	worst := 0.0
	for k := 3; k < 6; k++ {
		worst = max(worst, n.Dot(c[k].Sub(c[0]).Abs()), n.Dot(c[k].Abs())+n.Dot(c[0].Abs()))
	}
	e, f := c[1].Sub(c[0]), c[4].Sub(c[3])
	line := e.Abs().Dot(absoluteCross(c[3], f)) + f.Abs().Dot(absoluteCross(c[0], e))
	return max(worst, line) / (1 << 53)
}

// absoluteCross is a cross product with all terms positive.
func absoluteCross(a, b geom.Vec) geom.Vec {
	a, b = a.Abs(), b.Abs()
	return geom.Vec{X: a.Y*b.Z + a.Z*b.Y, Y: a.Z*b.X + a.X*b.Z, Z: a.X*b.Y + a.Y*b.X}
}
