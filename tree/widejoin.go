package tree

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/par"
)

// fit makes the nodes: level by level, the root first in memory, each level in the order
// of the curve. All boxes have one of sixteen orientations, the same everywhere, so
// that how far a box reaches along them follows from the boxes below.
func (p *packer) fit() {
	total := 1
	for _, l := range p.levels[1:] {
		total += len(l.boxes)
	}
	p.tree.Nodes = simd.MakeNodes(total)
	at := int32(total)
	var below []simd.Slabs
	for i := range p.levels[1:] {
		below = p.fitLevel(i+1, at, below)
		at -= int32(len(below))
	}
	f := fitter{frames: spreadFrames}
	root := &p.tree.Nodes[0]
	if root.Clear(); below == nil {
		p.enclose(&f, root, 0, ^0, nil)
	} else {
		p.enclose(&f, root, 0, 1, &below[0])
	}
	p.tree.bound(root, &f.reach)
}

// fitLevel makes the nodes of a level, which come before node at, the first of the level
// below, and returns how far they reach. Below is that of the level below, nil for
// leaves.
func (p *packer) fitLevel(level int, at int32, below []simd.Slabs) []simd.Slabs {
	first := p.levels[level].first
	reach := make([]simd.Slabs, len(first)-1)
	nodes := p.tree.Nodes[int(at)-len(reach) : at]
	par.For(len(nodes), p.workers, 64, func(_, from, to int) {
		f := fitter{frames: spreadFrames}
		for i := from; i < to; i++ {
			n := &nodes[i]
			n.Clear()
			for k := first[i]; k < first[i+1]; k++ {
				if below == nil {
					p.enclose(&f, n, int(k-first[i]), ^k, nil)
				} else {
					p.enclose(&f, n, int(k-first[i]), at+k, &below[k])
				}
				if k == first[i] {
					reach[i] = f.slabs
				} else {
					p.tree.level.Join(&reach[i], &f.slabs)
				}
			}
			p.tree.bound(n, &f.reach)
		}
	})
	return reach
}

// enclose puts a node's child into a lane; a leaf's reach is nil.
func (p *packer) enclose(f *fitter, n *simd.Node, lane int, child int32, reach *simd.Slabs) {
	n.Child[lane] = child
	if reach != nil {
		f.slabs = *reach
	} else {
		var points [9 * simd.LeafTriangles]float32
		l := &p.tree.Leaves[^child]
		corners(l, points[:])
		p.tree.level.Spread(&f.slabs, points[:9*l.N], &f.frames)
	}
	f.store(n, lane, p.tree.level.Least(&f.slabs))
}

// spreadFrames are sixteen orientations far from one another, the first that of the
// coordinates: Alexa, "Super-Fibonacci Spirals: Fast, Low-Discrepancy Sampling of SO(3)",
// Computer Vision and Pattern Recognition, 2022.
var spreadFrames = func() (f simd.Frames) {
	const psi = 1.533751168755204288118041
	var first geom.Mat
	for i := range simd.Directions {
		s := float64(i) + 0.5
		r, q := math.Sqrt(s/simd.Directions), math.Sqrt(1-s/simd.Directions)
		a, b := 2*math.Pi*s/math.Sqrt2, 2*math.Pi*s/psi
		m := rotation(r*math.Sin(a), r*math.Cos(a), q*math.Sin(b), q*math.Cos(b))
		if i == 0 {
			first = m
		}
		m = first.TMul(&m)
		for k, x := range m {
			f[k][i] = float32(x)
		}
	}
	return f
}()

// rotation returns that of a unit quaternion.
func rotation(x, y, z, w float64) geom.Mat {
	xx, yy, zz := float64(x*x), float64(y*y), float64(z*z)
	xy, yz, zx := float64(x*y), float64(y*z), float64(z*x)
	xw, yw, zw := float64(x*w), float64(y*w), float64(z*w)
	return geom.Mat{
		1 - 2*(yy+zz), 2 * (xy - zw), 2 * (zx + yw),
		2 * (xy + zw), 1 - 2*(xx+zz), 2 * (yz - xw),
		2 * (zx - yw), 2 * (yz + xw), 1 - 2*(xx+yy),
	}
}
