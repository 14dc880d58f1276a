package narrow

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// bentStart draws what start does, and at x[40:] and x[50:] scales and bends of two matrices. Points
// and boxes are as small as their matrix scales up.
func bentStart(r *rand.Rand, x []float64) {
	start(r, x)
	for i, at := range [2]int{40, 50} {
		x[at] = math.Ldexp(x[at], r.IntN(31)-15)
		k := 1 / math.Abs(x[at])
		for j := range 3 {
			x[11+3*i+j] *= k
			x[34+3*i+j] *= k
		}
	}
}

// bentMeeting puts the two surfaces of a meeting under matrices that scale and are not orthonormal.
func bentMeeting(x []float64) (m meeting, s Wide, ok bool) {
	ra, ok1 := bent(x, x[40:50])
	rb, ok2 := bent(x[4:], x[50:60])
	if !ok1 || !ok2 {
		return m, s, false
	}
	if m, ok = meetUnder(x, ra, rb); !ok || m.a.defect+m.b.defect <= wideRigid {
		return m, s, false
	}
	s, ok = m.wide(x)
	return m, s, ok
}

// bent is the rotation of a quaternion, each entry changed by up to 2⁻¹⁰, times by[0].
func bent(x, by []float64) (m geom.Mat, ok bool) {
	m, ok = turn(x, 0)
	for i := range m {
		m[i] = (m[i] + float64(math.Mod(by[1+i], 1)*0x1p-10)) * by[0]
	}
	return m, ok
}

// relatedRatio is how far the point of A is carried from that of B, over e of relate.
func relatedRatio(x []float64) float64 {
	m, s, ok := bentMeeting(x)
	if !ok {
		return -1
	}
	var r relation
	if !r.relate(&m.a, &m.b, m.a.span(s.treeA)+m.b.span(s.treeB)) {
		return -1
	}
	return m.carried(&s) / r.e
}

// bentRatio tests boxes that hold the points, under such matrices.
func bentRatio(x []float64) float64 {
	m, s, ok := bentMeeting(x)
	if !ok {
		return -1
	}
	return m.boxesRatio(&s, x, ok)
}

// scaledMeeting puts the first surface under a rotation times a scale, the other one under a rotation: the
// transposed matrices serve as inverses.
func scaledMeeting(x []float64) (m meeting, s Wide, ok bool) {
	ra, ok1 := turn(x, 0)
	rb, ok2 := turn(x[4:], 0)
	for i := range ra {
		ra[i] *= x[40]
	}
	if !ok1 || !ok2 {
		return m, s, false
	}
	if m, ok = meetUnder(x, ra, rb); !ok || !(m.b.defect <= wideRigid) || m.a.defect <= wideRigid {
		return m, s, false
	}
	if _, bend := similarity(&ra); !(bend <= bendTransposed/2) {
		return m, s, false
	}
	s, ok = m.wide(x)
	return m, s, ok
}

// scaledRatio is relatedRatio under such matrices.
func scaledRatio(x []float64) float64 {
	m, s, ok := scaledMeeting(x)
	if !ok {
		return -1
	}
	var r relation
	if !r.relate(&m.a, &m.b, m.a.span(s.treeA)+m.b.span(s.treeB)) {
		return -1
	}
	return m.carried(&s) / r.e
}

// transposedRatio is bentRatio under such matrices.
func transposedRatio(x []float64) float64 {
	m, s, ok := scaledMeeting(x)
	if !ok {
		return -1
	}
	return m.boxesRatio(&s, x, ok)
}
