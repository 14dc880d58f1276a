package viewer

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/sim"
	"github.com/collide-go/collide/tree"
)

// needsLens reports whether an overlay tells what only a detector knows.
func (s *state) needsLens() bool { return s.Front || s.Broad || s.Levels }

// overlay adds the layers that follow from the poses alone.
func (m *film) overlay(now *sim.Frame, s *state, dst *side) {
	if s.Volumes >= 0 {
		dst.layers = append(dst.layers, m.volumes(now, s.Volumes))
	}
}

// volumes returns the boxes of a level of the bodies' trees; a branch that ends
// above shows its leaf.
func (m *film) volumes(now *sim.Frame, level int) layer {
	l := layer{kind: layerVolumes}
	for i := range m.stage.bodies {
		if len(l.shapes) >= mostShapes*shapeFloats {
			l.cut = true
			break
		}
		pose := &now.Poses[i]
		if model, ok := m.stage.bodies[i].Shape.(*collide.Model); ok {
			l.addLevel(m.stage, pose, model.Tree(0), 0, level)
		} else {
			box := localBox(m.stage.bodies[i].Shape)
			l.addBox(m.stage, pose, &box)
		}
	}
	return l
}

// addLevel adds the boxes of a level below a node.
func (l *layer) addLevel(s *stage, pose *geom.Pose, t *tree.Tree, node int32, level int) {
	n := &t.Nodes[node]
	switch {
	case len(l.shapes) >= mostShapes*shapeFloats:
		l.cut = true
	case level == 0 || n.IsLeaf():
		l.addBox(s, pose, &n.Box)
	default:
		l.addLevel(s, pose, t, n.Child, level-1)
		l.addLevel(s, pose, t, n.Child+1, level-1)
	}
}

// addBox adds a box under a pose.
func (l *layer) addBox(s *stage, pose *geom.Pose, b *geom.AABB) {
	h := b.Size().Scale(0.5 * s.scale)
	r := pose.R
	for row := range 3 {
		r[3*row] *= h.X
		r[3*row+1] *= h.Y
		r[3*row+2] *= h.Z
	}
	l.shapes = appendMatrix(l.shapes, &r, s.point(pose.Apply(b.Center())))
}
