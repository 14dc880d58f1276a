package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/mesh"
)

// Gap is what is kept of two surfaces that were apart: where they were, and a lower bound of their
// distance there. While they have come closer by less, nothing else need be looked at. The zero value
// keeps nothing.
//
// Derivation. Drift's holds with the pose that Measure saw for the frame before, and the middle of the mesh's
// box for x₀. No vertex is farther from the exact middle than half the diagonal; the computed one is off by
// u·extent a coordinate, which ‖ΔR‖ ≤ √3·(both row sums) lengthens to less than 4u of both
// reaches. Of the 64u of both reaches in driftError 29u have a use there. Row sums below 1 count as 1 in reach, which
// only makes it larger.
//
// The distance of the rounded corners is that of the derivation at nearWide: where the root r of the square of a
// box's bound exceeds (g·(1 + nearSlack) + nearLeast)·(1 + 2⁻²⁰), the triangles in the two boxes are
// farther apart than g, a length in B's frame, and shrink·g in the world. Of balls that are apart (SetWide), |t| less the radii and
// 8e lies between them.
type Gap struct {
	a, b  gapSide
	least float64
}

// gapSide is where a surface was: its mesh, its pose, the version of its vertices, its extent and reach, the middle of its
// box, where that was in the world, and half the diagonal.
type gapSide struct {
	mesh          *mesh.Mesh
	pose          geom.Pose
	middle, place geom.Vec
	extent, reach float64
	radius        float64
	version       int
}

// PosedMesh is where a surface is: its mesh, its pose and the version of its vertices.
type PosedMesh struct {
	Mesh    *mesh.Mesh
	Pose    *geom.Pose
	Version int
}

// gapBoxes is the number of boxes that Measure tests at most.
const gapBoxes = 512

// Holds reports whether the surfaces are certainly still apart.
func (g *Gap) Holds(a, b PosedMesh) bool {
	if !(g.least > 0) || !g.a.of(a) || !g.b.of(b) {
		return false
	}
	return g.approach(a, b, false) < g.least || g.approach(a, b, true) < g.least
}

// Approach bounds by how much points of the surfaces have come closer since Set: +Inf or NaN if nothing is known.
func (g *Gap) Approach(a, b PosedMesh) float64 {
	if !g.a.of(a) || !g.b.of(b) {
		return math.Inf(1)
	}
	return g.approach(a, b, true)
}

// approach bounds by how much points of the surfaces have come closer: +Inf or NaN if nothing is known. A close bound takes
// longer. (A function value in place of closely would allocate.)
func (g *Gap) approach(a, b PosedMesh, closely bool) float64 {
	shiftA, swingA := g.a.moved(a.Pose, closely)
	shiftB, swingB := g.b.moved(b.Pose, closely)
	return length(shiftA.Sub(shiftB))*(1+0x1p-40) + swingA + swingB
}

// moved returns how far the middle has moved, and a bound of the rest of what a point has.
func (g *gapSide) moved(p *geom.Pose, closely bool) (shift geom.Vec, rest float64) {
	turned := p.R != g.pose.R
	if !turned && p.T == g.pose.T {
		return geom.Vec{}, 0
	}
	rest = driftError(g.reach + reachOf(p, g.extent))
	if turned {
		var turn geom.Mat
		for i := range turn {
			turn[i] = p.R[i] - g.pose.R[i]
		}
		if closely {
			rest += swingOf(&turn, g.radius)
		} else {
			rest += frobenius(&turn, g.radius)
		}
	}
	return p.Apply(g.middle).Sub(g.place), rest
}

// frobenius is swingOf in a fraction of the time, and up to √2 times as much for a rotation: no norm of a matrix is less than the
// spectral one. Rounding is below 2⁻⁴⁰ of it.
func frobenius(m *geom.Mat, r float64) float64 {
	sum := 0.0
	for _, x := range m {
		sum += float64(x * x)
	}
	if !(sum >= 0x1p-900) { // squares may have underflowed
		return swingOf(m, r)
	}
	return math.Sqrt(sum) * r * (1 + 0x1p-30)
}

func (g *gapSide) set(s *Surface, version int) {
	*g = gapSide{
		mesh: s.Mesh, pose: s.pose, middle: s.Box.Center(), place: s.middle(), extent: s.extent, reach: s.reach,
		radius: max(length(s.Box.Size())/2*(1+0x1p-38), leastRadius), version: version,
	}
}

// of reports whether it was the surface, with these vertices.
func (g *gapSide) of(p PosedMesh) bool { return g.mesh == p.Mesh && g.version == p.Version }

// Known reports whether a distance is kept.
func (g *Gap) Known() bool { return g.least > 0 }

// Forget keeps nothing.
func (g *Gap) Forget() { g.least = 0 }

// Measure keeps the distance of the surfaces of a search that found them apart, and whose vertices are of these
// versions: of the balls around them, or as the boxes of their trees prove it, those pairs of boxes at which a search ends. It keeps
// nothing where that takes more than gapBoxes boxes, two leaves are to be looked at, or Control stops it.
func (g *Gap) Measure(w *Worker, d *WideDescent, s *Wide, versionA, versionB int) {
	scale := s.treeA.Scale()
	if g.least = 0; s.self || s.twins {
		return
	}
	least := s.Between()
	if !s.far {
		d.Begin(s)
		inB, inA := d.leastSquares(w, s)
		least = min(lengthOf(inB)*s.shrink, lengthOf(inA)*s.shrinkBack) / scale
	}
	g.Set(least, s.a, s.b, versionA, versionB)
}

// Set keeps what a distance of two surfaces is at least, of vertices of these versions: nothing where that is no number.
func (g *Gap) Set(least float64, a, b *Surface, versionA, versionB int) {
	if g.least = 0; !(least <= math.MaxFloat64) {
		return
	}
	g.least = least * (1 - 0x1p-40)
	g.a.set(a, versionA)
	g.b.set(b, versionB)
}

// lengthOf is the length that is proved by the square of a bound.
func lengthOf(square float32) float64 {
	return (math.Sqrt(float64(square))*(1-0x1p-19) - nearLeast) / (1 + nearSlack)
}

// leastSquares returns the least squares of the bounds of all boxes that are apart, in the frame of B and in that
// of A: 0 where some are not certainly apart, +Inf where none was tested.
func (d *WideDescent) leastSquares(w *Worker, s *Wide) (inB, inA float32) {
	inB, inA = float32(math.Inf(1)), float32(math.Inf(1))
	stack := d.stack[:0]
	stack = append(stack, s.RootBoxes())
	for tests := 0; len(stack) > 0; tests += simd.Lanes {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.next == twoLeaves || tests >= gapBoxes || w.steps <= 0 && !w.claim() {
			inB, inA = 0, 0
			break
		}
		w.steps -= simd.Lanes
		w.BVTests += simd.Lanes
		var square float32
		if p.next >= 0 {
			stack, square = d.gapsInB(s, p, stack)
			inB = min(inB, square)
		} else {
			stack, square = d.gapsInA(s, p, stack)
			inA = min(inA, square)
		}
	}
	d.stack = stack
	return inB, inA
}

// gapsInB replaces B's box by those of the node that it encloses: those that are not certainly apart, and the
// least square of the others' bounds.
func (d *WideDescent) gapsInB(s *Wide, p BoxPair, stack []BoxPair) ([]BoxPair, float32) {
	box, lane, n := &s.treeA.Nodes[p.a>>3], p.a&7, &s.treeB.Nodes[p.next]
	near, square := d.gaps(d.forth, box, int(lane), n)
	for ; near != 0; near &= near - 1 {
		i := uint32(bits.TrailingZeros32(near))
		q := BoxPair{a: p.a, b: uint32(p.next)<<3 | i}
		stack = append(stack, s.plan(q, box.Child[lane], n.Child[i&7], s.noLarger(box, n, int(lane), int(i))))
	}
	return stack, square
}

// gapsInA is gapsInB for A's box.
func (d *WideDescent) gapsInA(s *Wide, p BoxPair, stack []BoxPair) ([]BoxPair, float32) {
	box, lane, n := &s.treeB.Nodes[p.b>>3], p.b&7, &s.treeA.Nodes[^p.next]
	near, square := d.gaps(d.back, box, int(lane), n)
	for ; near != 0; near &= near - 1 {
		i := uint32(bits.TrailingZeros32(near))
		q := BoxPair{a: uint32(^p.next)<<3 | i, b: p.b}
		stack = append(stack, s.plan(q, n.Child[i&7], box.Child[lane], s.noLarger(n, box, int(i), int(lane))))
	}
	return stack, square
}

// gaps returns the boxes of n that are not certainly apart from a box, and the least square of the bounds of the
// others, +Inf where there are none.
func (d *WideDescent) gaps(m *simd.Motion, box *simd.Node, lane int, n *simd.Node) (near uint32, least float32) {
	var squares [simd.Lanes]float32
	near, least = d.level.Near8(m, box, lane, n, &squares, 0), float32(math.Inf(1))
	for i, x := range squares {
		if near>>i&1 == 0 && n.H[0][i] >= 0 {
			least = min(least, x)
		}
	}
	return near, least
}
