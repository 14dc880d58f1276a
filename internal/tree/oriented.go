package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/volume"
)

// Oriented is a hierarchy of oriented boxes, up to eight a node, in float64: made for kernels that test one box that moves against
// eight. It has the boxes of a binary hierarchy, but for those that lie between a node's box and its eight.
type Oriented struct {
	// Nodes come before those below them. Nodes[0] holds the root's box alone.
	Nodes []simd.Oriented
	// Count is the number of boxes of each node.
	Count []int32
	// Of is the binary hierarchy. Box of a lane is a node of it, and a leaf is ^ the number of a node with triangles.
	Of *Of[volume.OBB]
	// Center is the point that Far of the nodes counts from.
	Center geom.Vec
}

// NewOriented collapses a binary hierarchy, which must not be empty. O(n).
func NewOriented(t *Of[volume.OBB], center geom.Vec) *Oriented {
	o := &Oriented{Of: t, Center: center}
	o.add([]int32{0})
	for i := 0; ; i++ {
		if i == len(o.Nodes) {
			return o
		}
		for lane := range o.Count[i] {
			n := &t.Nodes[o.Nodes[i].Box[lane]]
			child := ^o.Nodes[i].Box[lane]
			if !n.IsLeaf() {
				child = o.add(o.below(n))
			}
			o.Nodes[i].Child[lane] = child
		}
	}
}

// below returns up to eight nodes that take the place of a node: of those found so far the largest is taken apart.
func (o *Oriented) below(n *NodeOf[volume.OBB]) []int32 {
	found := append(make([]int32, 0, simd.Lanes), n.Child, n.Child+1)
	for len(found) < simd.Lanes {
		at, most := -1, -1.0
		for k, i := range found {
			if c := &o.Of.Nodes[i]; !c.IsLeaf() && c.Volume.Girth() > most {
				at, most = k, c.Volume.Girth()
			}
		}
		if at < 0 {
			break
		}
		child := o.Of.Nodes[found[at]].Child
		found[at] = child
		found = append(found, child+1)
	}
	return found
}

// add appends a node with these boxes and returns its index.
func (o *Oriented) add(boxes []int32) int32 {
	o.Nodes = append(o.Nodes, simd.Oriented{})
	o.Count = append(o.Count, int32(len(boxes)))
	n := &o.Nodes[len(o.Nodes)-1]
	for lane := range simd.Lanes {
		i := boxes[min(lane, len(boxes)-1)]
		o.set(n, lane, &o.Of.Nodes[i].Volume)
		n.Box[lane] = i
	}
	return int32(len(o.Nodes) - 1)
}

func (o *Oriented) set(n *simd.Oriented, lane int, v *volume.OBB) {
	n.C[0][lane], n.C[1][lane], n.C[2][lane] = v.Center.X, v.Center.Y, v.Center.Z
	for k := range v.Axes {
		n.Q[k][lane] = v.Axes[k]
	}
	for k := range v.Half {
		n.H[k][lane] = v.Half[k]
	}
	n.Radius[lane] = v.Radius()
	n.Far[lane] = geom.Length(v.Center.Sub(o.Center)) + n.Radius[lane]
}
