package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// A wall that is thin for the size of its triangles has triangles of both sides in one leaf where that makes
// boxes small along the wall: two discs back to back, each of strips that meet in its middle. The
// leaf's box is then as thick as the wall, and a small mesh that crosses one side meets all leaves nearby
// instead of that side's. The triangles of small subtrees are parted by the side that they face where
// that makes the leaves' boxes thin. What is parted guides tests alone: boxes are fitted afterwards.

const (
	// mostSided is the number of triangles up to which those of a subtree are parted: eight full leaves.
	mostSided = 32
	// opposed is the cosine below which the normal of a triangle faces the other side than that of
	// the subtree's largest triangle.
	opposed = -0.5
	// wallSkin is what half sizes are increased by before volumes are compared, as a part of the greatest
	// thickness of a leaf, halved: a size that other meshes' boxes may have.
	wallSkin = 0.125
	// sided is the part of the volume of a subtree's leaves below which their volume must be afterwards. Parting doubles
	// the boxes along a wall: 2/9 of the volume remain of a wall without curvature, of a tube more.
	sided = 0.3
)

// partSides parts the triangles of small subtrees by sides. Of large trees it looks at the subtrees alone
// that are outstanding times as large as they are in the mean.
func (b *wideBuilder) partSides() {
	roots := b.smallSubtrees()
	least := float32(0)
	if len(b.boxes) > allJudged*simd.LeafTriangles {
		sum := 0.0
		for _, i := range roots {
			sum += float64(b.binary[i].area)
		}
		least = float32(outstanding * sum / float64(len(roots)))
	}
	par.For(len(roots), b.workers, 64, func(_, from, to int) {
		var s sides
		for _, i := range roots[from:to] {
			if b.binary[i].area >= least {
				s.part(b, i)
			}
		}
	})
}

// smallSubtrees returns the largest subtrees of at most mostSided triangles and more than one leaf.
func (b *wideBuilder) smallSubtrees() (roots []int32) {
	stack := []int32{0}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch h := &b.binary[i]; {
		case h.left == 0:
		case h.hi-h.lo <= mostSided:
			roots = append(roots, i)
		default:
			stack = append(stack, h.left+1, h.left)
		}
	}
	return roots
}

// sides is the scratch of one worker.
type sides struct {
	f     fitter
	boxes [mostSided]simd.Box
	nodes [2 * mostSided]halving
	leaf  [9 * simd.LeafTriangles]float32
}

// part parts the triangles of a subtree by sides, unless that does not make the boxes of its leaves
// smaller than sided times what they are.
func (s *sides) part(b *wideBuilder, at int32) {
	h := b.binary[at]
	boxes := b.boxes[h.lo:h.hi]
	back := b.backOf(boxes)
	if back == 0 {
		return
	}
	thickness := float32(0)
	b.eachLeaf(at, func(boxes []simd.Box) {
		x, y, z := s.halves(b, boxes)
		thickness = max(thickness, min(x, y, z))
	})
	skin := wallSkin * thickness
	before := s.volume(b, at, skin)
	below := b.binary[h.left:][:2*len(boxes)-2]
	copy(s.boxes[:], boxes)
	copy(s.nodes[:], below)
	clear(below)
	mid := h.lo + int32(sortBack(boxes, back))
	b.split(int(h.left), int(h.left)+2, int(h.lo), int(mid))
	b.split(int(h.left)+1, int(h.left+2*(mid-h.lo)), int(mid), int(h.hi))
	if !(s.volume(b, at, skin) < sided*before) {
		copy(boxes, s.boxes[:])
		copy(below, s.nodes[:])
	}
}

// backOf returns which of up to mostSided triangles face the other side than the largest, 0 where none is
// opposed to it.
func (b *wideBuilder) backOf(boxes []simd.Box) (back uint32) {
	var normals [mostSided]geom.Vec
	var front geom.Vec
	largest := 0.0
	for i := range boxes {
		t := b.cornersOf(&boxes[i])
		n := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
		normals[i] = n
		if l := n.Norm(); l > largest {
			front, largest = n.Scale(1/l), l
		}
	}
	some := false
	for i := range boxes {
		n := &normals[i]
		if c := front.Dot(*n); c < 0 {
			back |= 1 << i
			some = some || c < opposed*n.Norm()
		}
	}
	if !some {
		return 0
	}
	return back
}

// sortBack puts the boxes of a set behind the others and returns how many these are; both keep their
// order.
func sortBack(boxes []simd.Box, back uint32) (front int) {
	var behind [mostSided]simd.Box
	n := 0
	for i := range boxes {
		if back>>i&1 == 1 {
			behind[n] = boxes[i]
			n++
		} else {
			boxes[front] = boxes[i]
			front++
		}
	}
	copy(boxes[front:], behind[:n])
	return front
}

// eachLeaf calls visit with the boxes of every leaf of a subtree.
func (b *wideBuilder) eachLeaf(at int32, visit func(boxes []simd.Box)) {
	h := &b.binary[at]
	if h.left == 0 {
		visit(b.boxes[h.lo:h.hi])
		return
	}
	b.eachLeaf(h.left, visit)
	b.eachLeaf(h.left+1, visit)
}

// volume adds up the volumes of the leaves' boxes, all half sizes increased by skin.
func (s *sides) volume(b *wideBuilder, at int32, skin float32) (sum float32) {
	b.eachLeaf(at, func(boxes []simd.Box) {
		x, y, z := s.halves(b, boxes)
		sum += volumeWith(x, y, z, skin)
	})
	return sum
}

// halves returns the half sizes of the box of a leaf.
func (s *sides) halves(b *wideBuilder, boxes []simd.Box) (x, y, z float32) {
	n := b.pointsOf(boxes, &s.leaf)
	return s.f.halves(b.level, s.leaf[:n])
}

// pointsOf writes the corners of a leaf's triangles, nine numbers each.
func (b *wideBuilder) pointsOf(boxes []simd.Box, points *[9 * simd.LeafTriangles]float32) (n int) {
	for i := range boxes {
		for _, c := range b.cornersOf(&boxes[i]) {
			n += copy(points[n:], []float32{float32(c.X), float32(c.Y), float32(c.Z)})
		}
	}
	return n
}

// halves returns the half sizes of the box of triangles given by nine coordinates each.
func (f *fitter) halves(level simd.Level, points []float32) (x, y, z float32) {
	var m moment
	m.set(points)
	f.orient(&m, len(points) > 9)
	level.Spread(&f.slabs, points, &f.frames)
	i := level.Least(&f.slabs)
	s := &f.slabs
	return (s.Hi[0][i] - s.Lo[0][i]) / 2, (s.Hi[1][i] - s.Lo[1][i]) / 2, (s.Hi[2][i] - s.Lo[2][i]) / 2
}
