package tree

import (
	"math"

	"github.com/collide-go/collide/internal/simd"
)

// Two trees meet in one unit or not at all. Exponents are multiples of wideStep, each
// serving sizes from 2⁻¹⁵ to 2³³ of its unit; a mesh near one end of that may meet one
// beyond it. Such pairs meet in the units halfway between: two meshes as built, of which
// one is up to 2²³ times as large, agree in their exponents or in the other ones.

const (
	// wideStep is the difference of two neighbouring exponents of trees as built.
	wideStep = 48
	// wideMinExponent is the least binary exponent of a size in its unit.
	wideMinExponent = -14
	// wideMiddle is the binary exponent of a size in its unit below which the other unit
	// is the next smaller, and from which it is the next larger.
	wideMiddle = wideMinExponent + wideStep/2
)

// exponentOf returns the multiple of wideStep for a mesh of the given half size.
func exponentOf(half float64) int {
	if half == 0 {
		return 0
	}
	_, e := math.Frexp(half)
	return int(math.Floor(float64(e-wideMinExponent)/wideStep)) * wideStep
}

// OtherExponent returns the exponent that Rescale chooses: half a step from t's, in the
// direction that keeps the mesh, as large as it is now, in the middle of what float32 serves.
func (t *Wide) OtherExponent() int {
	if _, e := math.Frexp(t.Radius); e < wideMiddle {
		return t.Exponent - wideStep/2
	}
	return t.Exponent + wideStep/2
}

// Rescale makes dst a copy of t in units of its OtherExponent, in dst's memory where
// that has been such a copy before. Lengths change by a power of two, exactly except for
// what underflows: that is below 2⁻¹⁴⁹, and every margin above 2⁻⁶⁰. O(n) time.
func (t *Wide) Rescale(dst *Wide) {
	nodes, leaves := dst.Nodes, dst.Leaves
	if len(nodes) != len(t.Nodes) || len(leaves) != len(t.Leaves) {
		nodes, leaves = simd.MakeNodes(len(t.Nodes)), simd.MakeLeaves(len(t.Leaves))
	}
	*dst = *t
	dst.Nodes, dst.Leaves, dst.Exponent = nodes, leaves, t.OtherExponent()
	factor := math.Ldexp(1, t.Exponent-dst.Exponent)
	dst.Radius *= factor
	for i := range nodes {
		nodes[i] = t.Nodes[i]
		nodes[i].Scale(float32(factor))
	}
	for i := range leaves {
		leaves[i] = t.Leaves[i]
		leaves[i].Scale(factor)
	}
}
