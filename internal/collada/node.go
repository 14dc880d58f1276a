package collada

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/xmltree"
)

// node adds what a node places, given the transform of its parent. Transforms of a node multiply in the order of the file, from
// the root outward.
func (r *reader) node(e *xmltree.Element, at geom.Pose, depth int) {
	if r.visits++; r.err != nil {
		return
	}
	if r.visits > maxVisits || depth > limits.Depth {
		r.limit(e, "more than %d nodes, or %d within each other, when instances are expanded: an instance_node that holds itself?", maxVisits, limits.Depth)
		return
	}
	if r.visits%1024 == 0 && r.ctx.Err() != nil {
		r.err = r.ctx.Err()
		return
	}
	r.known(e)
	for _, k := range e.Kids { // transforms come first
		at = r.transform(k, at)
	}
	for _, k := range e.Kids {
		switch k.Name.Local {
		case "node":
			r.node(k, at, depth+1)
		case "instance_node":
			if n := r.target(k, "url", "node"); n != nil {
				r.node(n, at, depth+1)
			}
		case "instance_geometry":
			if g := r.target(k, "url", "geometry"); g != nil {
				r.geometry(g, &at)
			}
		case "instance_controller":
			r.failf(k, "<instance_controller>: skins and morphs are not read")
		}
	}
}

// transform multiplies by the transform of an element, if it is one.
func (r *reader) transform(e *xmltree.Element, at geom.Pose) geom.Pose {
	var p geom.Pose
	switch e.Name.Local {
	case "matrix":
		v := r.exactly(e, 16)
		if v[12] != 0 || v[13] != 0 || v[14] != 0 || v[15] != 1 {
			r.failf(e, "the last row of <matrix> is %v; expected 0 0 0 1", v[12:])
		}
		p = geom.Pose{R: geom.Mat{v[0], v[1], v[2], v[4], v[5], v[6], v[8], v[9], v[10]}, T: geom.Vec{X: v[3], Y: v[7], Z: v[11]}}
	case "translate":
		v := r.exactly(e, 3)
		p = geom.Pose{R: geom.Identity.R, T: geom.Vec{X: v[0], Y: v[1], Z: v[2]}}
	case "scale":
		v := r.exactly(e, 3)
		p = geom.Pose{R: geom.Mat{v[0], 0, 0, 0, v[1], 0, 0, 0, v[2]}}
	case "rotate":
		v := r.exactly(e, 4)
		axis := geom.Vec{X: v[0], Y: v[1], Z: v[2]}
		if r.err == nil && v[3] != 0 && axis == (geom.Vec{}) {
			r.failf(e, "the axis of <rotate> is 0 0 0")
		}
		p = geom.Pose{R: geom.AxisAngle(axis, float64(v[3]*radians)).Matrix()}
	case "lookat", "skew":
		r.failf(e, "<%s> is not read; expected matrix, translate, rotate or scale", e.Name.Local)
		return at
	default:
		return at
	}
	if p == geom.Identity || r.err != nil {
		return at
	}
	return at.Compose(&p)
}

// radians are in a degree: the float64 nearest to π/180.
const radians = 0.017453292519943295

// exactly reads n numbers, zeros after an error.
func (r *reader) exactly(e *xmltree.Element, n int) []float64 {
	v := r.numbers(e, e.Text)
	if r.err == nil && len(v) != n {
		r.failf(e, "<%s> has %d numbers; expected %d", e.Name.Local, len(v), n)
	}
	if r.err != nil {
		return make([]float64, n)
	}
	return v
}
