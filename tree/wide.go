package tree

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// Wide is a hierarchy of oriented boxes, up to eight a node, over leaves of up to four
// triangles, all in float32: made for kernels that test one box against eight and four
// triangles against four. It is immutable but for Refit.
//
// Its coordinates are (v − Origin)·2^−Exponent, of magnitude 2⁻¹⁶ to 2¹⁶ at most.
type Wide struct {
	// Nodes are in depth-first order. Nodes[0] holds the box around everything alone,
	// in lane 0.
	Nodes []simd.Node
	// Leaves are in the order of the tree.
	Leaves []simd.Leaf
	Origin geom.Vec
	// Exponent is a multiple of 32, so that trees of like size mostly agree in it.
	Exponent int
	// Radius bounds the distance of every vertex from the origin, in the tree's
	// coordinates.
	Radius float64
	// built is cost() after the build.
	built float64
}

// wideStep is what exponents are multiples of.
const wideStep = 32

// setSpace chooses origin and exponent for vertices in the box. Beyond these
// exponents rounding to subnormals or an infinite size would spoil it, and Usable
// will say so.
func (t *Wide) setSpace(box *geom.AABB) {
	t.Origin = box.Center()
	half := max(box.Max.Sub(t.Origin).MaxAbs(), t.Origin.Sub(box.Min).MaxAbs())
	_, e := math.Frexp(half)
	t.Exponent = int(math.Round(float64(e)/wideStep)) * wideStep
	if half == 0 {
		t.Exponent = 0
	}
}

// Usable reports whether the mesh's size allows reckoning with float32: it is neither
// subnormal nor near overflow.
func (t *Wide) Usable() bool { return t.Exponent >= -900 && t.Exponent <= 900 }

// Scale is the factor from the mesh's coordinates to the tree's.
func (t *Wide) Scale() float64 { return math.Ldexp(1, -t.Exponent) }

// Local returns v in the tree's coordinates, off by the rounding of one difference.
func (t *Wide) Local(v geom.Vec) geom.Vec { return v.Sub(t.Origin).Scale(t.Scale()) }

// Bytes returns the memory the tree holds.
func (t *Wide) Bytes() int {
	return cap(t.Nodes)*int(unsafe.Sizeof(simd.Node{})) + cap(t.Leaves)*int(unsafe.Sizeof(simd.Leaf{}))
}

// setLeaf fills a leaf with the triangles named by its IDs and appends their corners
// as float32 to points.
func (t *Wide) setLeaf(l *simd.Leaf, s *Soup, scale float64, points []float32) float64 {
	var v [3 * simd.LeafTriangles]geom.Vec
	lo, hi := geom.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, geom.Vec{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)}
	n := int(l.N)
	far := 0.0
	for i := range n {
		for k, c := range s.Triangles[l.ID[i]] {
			p := s.Vertices[c].Sub(t.Origin).Scale(scale)
			v[3*i+k] = p
			lo, hi = lo.Min(p), hi.Max(p)
			far = max(far, p.Dot(p))
			points[9*i+3*k], points[9*i+3*k+1], points[9*i+3*k+2] = float32(p.X), float32(p.Y), float32(p.Z)
		}
	}
	c := geom.Vec{X: (lo.X + hi.X) * 0.5, Y: (lo.Y + hi.Y) * 0.5, Z: (lo.Z + hi.Z) * 0.5}
	l.C = [3]float64{c.X, c.Y, c.Z}
	rho := 0.0
	for i := range simd.LeafTriangles {
		from := 3 * i
		if i >= n {
			from, l.ID[i] = 0, l.ID[0]
		}
		for k := range 3 {
			d := v[from+k].Sub(c)
			rho = max(rho, d.Dot(d))
			l.V[3*k][i], l.V[3*k+1][i], l.V[3*k+2][i] = float32(d.X), float32(d.Y), float32(d.Z)
		}
	}
	l.Rho = float32(math.Sqrt(rho) * (1 + 0x1p-20))
	return far
}

// finish sets the radius from the greatest square of a distance.
func (t *Wide) finish(far float64) { t.Radius = math.Sqrt(far) * (1 + 0x1p-20) }
