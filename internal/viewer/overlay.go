package viewer

import (
	"math"
	"slices"

	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// needsTrace reports whether an overlay reports what only a trace knows.
func (s *state) needsTrace() bool { return s.Front || s.Broad || s.Levels }

// needsLens reports whether an overlay needs a detector of the viewer's own.
func (s *state) needsLens() bool { return s.needsTrace() || s.Volumes >= 0 }

// addScenery adds the layers that follow from the bodies' boxes alone: the octree,
// and where there are no meshes a tree over the bodies, unless the method has one.
func (m *film) addScenery(now *sim.Frame, s *state, f *frame) {
	tree := s.Volumes >= 0 && len(m.stage.meshes) == 0
	if !tree && !s.Octree {
		return
	}
	m.boxes = m.boxes[:0]
	for i := range m.stage.bodies {
		if m.stage.bodies[i].Kind == sim.Wall || endless(m.stage.bodies[i].Shape) {
			continue // far larger than all they enclose, or without an end
		}
		local := localBox(m.stage.bodies[i].Shape)
		m.boxes = append(m.boxes, *posedBox(&now.Poses[i], &local))
	}
	for i := range f.sides {
		if tree && !f.sides[i].has(layerVolumes) {
			f.sides[i].layers = append(f.sides[i].layers, m.bodyTree(s.Volumes))
		}
		if s.Octree {
			f.sides[i].layers = append(f.sides[i].layers, m.octreeCells())
		}
		if !f.two {
			break
		}
	}
}

func (dst *side) has(kind layerKind) bool {
	return slices.ContainsFunc(dst.layers, func(l layer) bool { return l.kind == kind })
}

// octreeCells returns the cells of the octree over the bodies.
func (m *film) octreeCells() layer {
	l := layer{kind: layerOctree}
	var all bool
	m.cells, all = m.octree.AppendCells(m.boxes, m.cells[:0], mostShapes)
	l.cut = !all
	for _, c := range m.cells {
		h := geom.Vec{X: c.Half, Y: c.Half, Z: c.Half}
		l.addBox(m.stage, &geom.Identity, c.Center, &geom.Identity.R, h)
	}
	return l
}

// bodyTree returns a level of a tree over the bodies.
func (m *film) bodyTree(level int) layer {
	l := layer{kind: layerVolumes}
	if len(m.boxes) == 0 {
		return l
	}
	t := tree.BuildSAH(m.boxes, tree.SAHOptions{})
	l.addLevel(m.stage, t, 0, level)
	return l
}

func (l *layer) addLevel(s *stage, t *tree.Tree, node int32, level int) {
	n := &t.Nodes[node]
	switch {
	case len(l.shapes) >= mostShapes*shapeFloats:
		l.cut = true
	case level == 0 || n.IsLeaf():
		l.addBox(s, &geom.Identity, n.Box.Center(), &geom.Identity.R, n.Box.Size().Scale(0.5))
	default:
		l.addLevel(s, t, n.Child, level-1)
		l.addLevel(s, t, n.Child+1, level-1)
	}
}

// addVolumes adds a layer of volumes, each drawn once.
func (dst *side) addVolumes(s *stage, poses []geom.Pose, kind layerKind, volumes []engine.Volume, cut bool) {
	l := layer{kind: kind, cut: cut}
	seen := make(map[engine.Volume]struct{}, len(volumes))
	for i := range volumes {
		v := &volumes[i]
		if _, known := seen[*v]; known {
			continue
		}
		seen[*v] = struct{}{}
		pose := &geom.Identity
		if !v.InWorld {
			pose = &poses[v.Body]
		}
		switch v.Kind {
		case engine.BallVolume:
			l.addBall(s, pose.Apply(v.Center), v.Radius)
		case engine.DOPVolume:
			l.addDOP(s, pose, (*volume.DOP)(&v.Slabs))
		case engine.BoxVolume:
			axes := columns(&v.Axes)
			l.addBox(s, pose, v.Center, &axes, v.Half)
		}
	}
	dst.layers = append(dst.layers, l)
}

// columns returns the matrix whose columns are the rows of m.
func columns(m *geom.Mat) geom.Mat {
	return geom.Mat{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}
}

// addBox adds a box with the given axes as columns, under a pose.
func (l *layer) addBox(s *stage, pose *geom.Pose, center geom.Vec, axes *geom.Mat, half geom.Vec) {
	r := pose.R.Mul(axes)
	h := half.Scale(s.scale)
	for row := range 3 {
		r[3*row] *= h.X
		r[3*row+1] *= h.Y
		r[3*row+2] *= h.Z
	}
	l.shapes = appendMatrix(l.shapes, &r, s.point(pose.Apply(center)))
}

// addBall adds a ball; its first number marks it as not of a box.
func (l *layer) addBall(s *stage, center geom.Vec, radius float64) {
	l.shapes = append(l.shapes, float32(math.NaN()))
	l.shapes = s.appendPoint(l.shapes, center)
	l.shapes = append(l.shapes, float32(radius*s.scale), 0, 0, 0, 0, 0, 0, 0)
}

// addDOP adds the edges of an 18-DOP under a pose.
func (l *layer) addDOP(s *stage, pose *geom.Pose, d *volume.DOP) {
	if l.dops == mostDOPs {
		l.cut = true
		return
	}
	l.dops++
	for _, p := range dopEdges(nil, d) {
		l.edges = s.appendPoint(l.edges, pose.Apply(p))
	}
}
