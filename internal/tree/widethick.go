package tree

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// A leaf of four triangles that lie in different planes may have a box as thick as the body: a
// cuboid of twelve triangles has three such leaves. A fine mesh that crosses one meets all of it then,
// not the few triangles near the planes. Such leaves are split where that makes the boxes thin.

const (
	// thick is the extent of a leaf's corners along its mean normal, as a part of the square root of its
	// area, beyond which a leaf may be split.
	thick = 0.125
	// thinner is the part of a leaf's volume below which the volumes of its parts must be together.
	thinner = 0.5
	// skin is what all half sizes are increased by before volumes are compared, as a part of the middle
	// one of the leaf: a size that other meshes' boxes may have.
	skin = 0.125
	// All leaves of a tree of at most allSplit may be split, of others every eighth: memory is bounded.
	allSplit   = 64
	splitShare = 8
	// Of a tree of more than allJudged leaves only those are looked at whose area is outstanding times
	// the mean: a build takes 1 % longer instead of 30.
	allJudged   = 1024
	outstanding = 4
)

// thickLeaf is a leaf of the binary tree that may be split.
type thickLeaf struct {
	at   int32 // in binary
	area float32
}

// splitThick finds leaves that are thick and splits the largest of them.
func (b *wideBuilder) splitThick() {
	leaves, most := b.largeLeaves()
	isThick := make([]bool, len(leaves))
	par.For(len(leaves), b.workers, 256, func(_, from, to int) {
		for i := from; i < to; i++ {
			isThick[i] = b.isThick(&b.binary[leaves[i].at])
		}
	})
	count := 0
	for i, l := range leaves {
		if isThick[i] {
			leaves[count] = l
			count++
		}
	}
	if leaves = leaves[:count]; count > most {
		slices.SortFunc(leaves, func(x, y thickLeaf) int {
			return cmp.Or(cmp.Compare(y.area, x.area), cmp.Compare(x.at, y.at))
		})
		leaves = leaves[:most]
	}
	b.cuts = make(map[int32]uint8, len(leaves))
	var f fitter
	for _, l := range leaves {
		if c := b.cutsOf(&f, &b.binary[l.at]); c != 0 {
			b.cuts[l.at] = c
		}
	}
}

// largeLeaves returns the leaves to look at and how many of them may be split.
func (b *wideBuilder) largeLeaves() (leaves []thickLeaf, most int) {
	leaves = b.binaryLeaves()
	if most = len(leaves); most > allSplit {
		most /= splitShare
	}
	if len(leaves) <= allJudged {
		return leaves, most
	}
	sum := 0.0
	for _, l := range leaves {
		sum += float64(l.area)
	}
	least := float32(outstanding * sum / float64(len(leaves)))
	return slices.DeleteFunc(leaves, func(l thickLeaf) bool { return !(l.area >= least) }), most
}

// binaryLeaves returns the leaves of more than one triangle.
func (b *wideBuilder) binaryLeaves() (leaves []thickLeaf) {
	stack := []int32{0}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch h := &b.binary[i]; {
		case h.left != 0:
			stack = append(stack, h.left+1, h.left)
		case h.hi-h.lo > 1:
			leaves = append(leaves, thickLeaf{i, h.area})
		}
	}
	return leaves
}

// cornersOf returns the corners of a triangle in the tree's coordinates.
func (b *wideBuilder) cornersOf(box *simd.Box) (t geom.Triangle) {
	for v, c := range &b.soup.Triangles[triangleOf(box)] {
		t[v] = b.soup.Vertices[c].Sub(b.tree.Origin).Scale(b.scale)
	}
	return t
}

func (b *wideBuilder) isThick(h *halving) bool {
	boxes := b.boxes[h.lo:h.hi]
	var t [simd.LeafTriangles]geom.Triangle
	var normal geom.Vec
	area := 0.0
	for i := range boxes {
		t[i&3] = b.cornersOf(&boxes[i])
		n := t[i&3][1].Sub(t[i&3][0]).Cross(t[i&3][2].Sub(t[i&3][0]))
		normal = normal.Add(n)
		area += n.Norm()
	}
	length := normal.Norm()
	if !(length > 0.5*area) {
		return area > 0
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range boxes {
		for _, v := range t[i&3] {
			d := normal.Dot(v)
			lo, hi = min(lo, d), max(hi, d)
		}
	}
	return (hi-lo)/length > thick*math.Sqrt(area)
}

// cutsOf orders the triangles of a leaf so that its parts follow each other, and returns after which
// of them it is to be cut: bit i for after triangle i.
func (b *wideBuilder) cutsOf(f *fitter, h *halving) (cuts uint8) {
	boxes := b.boxes[h.lo:h.hi]
	var points [9 * simd.LeafTriangles]float32
	b.pointsOf(boxes, &points)
	all := uint8(1)<<len(boxes) - 1
	p := parting{b: b, f: f, points: &points}
	p.part(all)
	var sorted [simd.LeafTriangles]simd.Box
	n := 0
	for _, set := range p.parts {
		for m := set; m != 0; m &= m - 1 {
			sorted[n] = boxes[bits.TrailingZeros8(m)]
			n++
		}
		cuts |= 1 << (n - 1)
	}
	copy(boxes, sorted[:n])
	return cuts &^ (1 << (n - 1))
}

// parting divides the triangles of a leaf.
type parting struct {
	b      *wideBuilder
	f      *fitter
	points *[9 * simd.LeafTriangles]float32
	parts  []uint8
	chosen [9 * simd.LeafTriangles]float32
}

// part divides a set of triangles in two where the volumes of its parts' boxes are together less than
// thinner times its own, and those parts likewise.
func (p *parting) part(set uint8) {
	x, y, z := p.halves(set)
	by := skin * max(min(x, y), min(max(x, y), z))
	whole := volumeWith(x, y, z, by)
	first, best := uint8(0), thinner*whole
	for s := (set - 1) & set; s > set&^s; s = (s - 1) & set {
		x, y, z := p.halves(s)
		u, v, w := p.halves(set &^ s)
		if c := volumeWith(x, y, z, by) + volumeWith(u, v, w, by); c < best {
			first, best = s, c
		}
	}
	if first == 0 {
		p.parts = append(p.parts, set)
		return
	}
	p.part(first)
	p.part(set &^ first)
}

func volumeWith(x, y, z, by float32) float32 { return (x + by) * (y + by) * (z + by) }

// halves returns the half sizes of the box of a set of triangles.
func (p *parting) halves(set uint8) (x, y, z float32) {
	n := 0
	for m := set; m != 0; m &= m - 1 {
		n += copy(p.chosen[n:], p.points[9*bits.TrailingZeros8(m):][:9])
	}
	return p.f.halves(p.b.level, p.chosen[:n])
}
