package tree

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// fillLeaves numbers the leaves of the binary tree from left to right and fills them.
func (b *wideBuilder) fillLeaves() {
	b.first = make([]int32, 0, len(b.boxes)/3+1)
	b.nodes = make([]binaryNode, 0, len(b.boxes))
	b.number(0)
	n := len(b.first)
	b.first = append(b.first, int32(len(b.boxes)))
	t := b.tree
	t.Leaves, b.moments, b.points = simd.MakeLeaves(n), make([]moment, n), make([]float32, 9*len(b.boxes))
	name := func(i int, l *simd.Leaf) { nameTriangles(l, b.boxes[b.first[i]:b.first[i+1]]) }
	t.finish(t.fillLeaves(b.soup, b.workers, name, func(i int, l *simd.Leaf) {
		points := b.points[9*b.first[i] : 9*b.first[i+1]]
		corners(l, points)
		b.moments[i].set(points)
	}))
}

// nameTriangles puts the triangles of boxes into a leaf.
func nameTriangles(l *simd.Leaf, boxes []simd.Box) {
	l.N = int32(len(boxes))
	for i := range boxes {
		l.ID[i&3] = triangleOf(&boxes[i])
	}
}

// corners writes a leaf's corners about the tree's origin, triangle by triangle.
func corners(l *simd.Leaf, points []float32) {
	for i := range int(l.N) {
		p := points[9*i : 9*i+9]
		for v := range p {
			p[v] = float32(l.C[v%3] + float64(l.V[v][i&3]))
		}
	}
}

// fitAll fits every box.
func (b *wideBuilder) fitAll() {
	par.For(len(b.spans), b.workers, 64, func(_, from, to int) {
		var f fitter
		for i := from; i < to; i++ {
			n := &b.tree.Nodes[i]
			child := n.Child
			n.Clear()
			for lane, s := range b.spans[i] {
				if s.hi > s.lo {
					n.Child[lane] = child[lane]
					b.fit(&f, n, lane, s)
				}
			}
			b.tree.bound(n, &f.reach)
		}
	})
}

// fitter is the scratch of one worker.
type fitter struct {
	frames simd.Frames
	slabs  simd.Slabs
	reach  simd.Reach
	sample []float32
}

// maxFitTriangles is the largest number of triangles whose corners are all used to choose
// a box's axes. Of more triangles a sample of about this size is used.
const maxFitTriangles = 64

// fit chooses among sixteen orientations the one whose box has the least area: the
// axes of the coordinates, the principal axes of the surface, and boxes that lie along
// the mean normal, turned about it in steps. Small surfaces are nearly flat, so
// the mean normal is nearly the best axis.
func (b *wideBuilder) fit(f *fitter, n *simd.Node, lane int, s span) {
	points := b.points[9*b.first[s.lo] : 9*b.first[s.hi]]
	m := b.moments[s.lo]
	for i := s.lo + 1; i < s.hi; i++ {
		m.add(&b.moments[i])
	}
	f.orient(&m, s.hi-s.lo > 1)
	chosen := points
	if len(points) > 9*maxFitTriangles {
		f.sample = f.sample[:0]
		stride := len(points) / 9 / maxFitTriangles
		for k := 0; k+8 < len(points); k += 9 * stride {
			f.sample = append(f.sample, points[k:k+9]...)
		}
		chosen = f.sample
	}
	b.level.Spread(&f.slabs, chosen, &f.frames)
	best := b.level.Least(&f.slabs)
	if len(chosen) < len(points) {
		b.level.Spread(&f.slabs, points, &f.frames)
	}
	f.store(n, lane, best)
}

// store writes orientation i and its extents to a lane.
func (f *fitter) store(n *simd.Node, lane, i int) {
	for j := range 3 {
		f.reach.Lo[j][lane], f.reach.Hi[j][lane] = f.slabs.Lo[j][i], f.slabs.Hi[j][i]
		for k := range 3 {
			n.Q[3*j+k][lane] = f.frames[3*j+k][i]
		}
		n.H[j][lane] = 0
	}
}

// bound sets centres and half sizes of a node's boxes from how far they reach.
//
// Let S be the tree's radius, so that centres and ρ of leaves are at most √3·S, H the
// sum of the half sizes of a box and u = 2⁻²⁴. The reach may be off by
//   - a build: 2√3·u·S for points rounded twice, 5√3·u·S for the roundings of a dot product
//     with an axis: 13u·S, and u·S for PackWide's boxes;
//   - a refit from a leaf: √3·u·ρ for its corners, 5√3·u·ρ for a dot product, √3·u·S and
//     5√3·u·S for the origin, √3·u·S for the sum: 31u·S;
//   - a refit from a node: 5.2u·S for a centre, 6u for a half size of the box below, u(√3·S + H)
//     for their sum: 7u·S + 7u·H, since the half sizes below add up to H at most.
//
// The product of the centre with an axis is off by 5.2u·S, differences by u·H. The axes
// are unit vectors rounded component by component, so that a point at distance d from the
// centre is Σ sⱼQⱼ with |sⱼ| at most |Qⱼ·x| + 6u·d, and d is at most H and what the reach
// is off by. 64u·S and 32u·H make up for all and for three more roundings.
func (t *Wide) bound(n *simd.Node, r *simd.Reach) {
	t.level.Bound(n, r, float32(t.Radius*0x1p-18))
}

// spins are the cosines and sines of the angles, in steps of 90°/14, by which boxes are
// turned about the normal.
var spins = func() (t struct{ cos, sin [simd.Directions - 2]float64 }) {
	for i := range t.cos {
		t.sin[i], t.cos[i] = math.Sincos(math.Pi / 2 * float64(i) / float64(len(t.cos)))
	}
	return t
}()

// orient fills the frames; principal asks for the principal axes too.
func (f *fitter) orient(m *moment, principal bool) {
	f.set(0, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
	f.set(1, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
	normal := m.normal
	length := normal.Norm()
	if principal || !(length > 1e-3*m.weight) {
		axes := m.principal()
		f.set(1, axes.Row(0), axes.Row(1), axes.Row(2))
		if !(length > 1e-3*m.weight) {
			normal, length = axes.Row(0), 1
		}
	}
	normal = normal.Scale(1 / length)
	side := geom.Vec{X: 1}
	if math.Abs(normal.X) > 0.6 {
		side = geom.Vec{Y: 1}
	}
	u := normal.Cross(side)
	u = u.Scale(1 / u.Norm())
	w := normal.Cross(u)
	f.spin(0, normal.X, u.X, w.X)
	f.spin(1, normal.Y, u.Y, w.Y)
	f.spin(2, normal.Z, u.Z, w.Z)
}

// spin sets component k of all frames about the normal n, of which u and w span the
// plane.
func (f *fitter) spin(k int, n, u, w float64) {
	x, y, z := &f.frames[k], &f.frames[3+k], &f.frames[6+k]
	for i := range spins.cos {
		c, s := spins.cos[i], spins.sin[i]
		x[2+i] = float32(n)
		y[2+i] = float32(float64(u*c) + float64(w*s))
		z[2+i] = float32(float64(w*c) - float64(u*s))
	}
}

func (f *fitter) set(i int, axes ...geom.Vec) {
	for j, a := range axes {
		f.frames[3*j][i], f.frames[3*j+1][i], f.frames[3*j+2][i] = float32(a.X), float32(a.Y), float32(a.Z)
	}
}
