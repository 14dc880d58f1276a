package gltf

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/internal/quote"
)

// maxNesting is the most nodes within each other.
const maxNesting = 512

// scene walks the nodes of the default scene, or of the only one, and notes which meshes they place where.
func (r *reader) scene() {
	scenes := r.list(r.root, "scenes")
	if r.err == nil && len(scenes) == 0 {
		r.failf(r.root, "no scene: nothing is placed")
		return
	}
	k := r.integer(r.root, "scene", -1, int64(len(scenes))-1)
	if k < 0 {
		if k = 0; r.err == nil && len(scenes) > 1 {
			r.failf(r.root, "%d scenes, and \"scene\" names none; expected one", len(scenes))
		}
	}
	if r.err != nil {
		return
	}
	r.sceneName = r.nameOf(&scenes[k], "scene", int(k))
	for _, n := range r.list(&scenes[k], "nodes") {
		r.node(&n, "a node of the scene", placed.Origin, 0)
	}
}

// node walks a node and its children. v is the number of the node, and what says who refers to it. It reports whether something places a mesh.
func (r *reader) node(v *value, what string, at placed.Place, depth int) bool {
	i := r.whole64(v, what, 0, int64(len(r.nodes))-1)
	if r.err != nil {
		return false
	}
	n := &r.nodes[i]
	switch {
	case n.kind != object:
		r.failf(n, "node %d is %v; expected an object", i, n.kind)
	case r.visited[i]:
		r.failf(v, "node %d has two parents, or is within itself; expected a tree", i)
	case depth == maxNesting:
		r.limit(v, "more than %d nodes within each other", maxNesting)
	case i%1024 == 0 && r.ctx.Err() != nil:
		r.err = r.ctx.Err()
	}
	if r.err != nil {
		return false
	}
	r.visited[i] = true
	at = at.Then(r.transform(n, int(i)))
	bears := r.placeMesh(n, int(i), at)
	for _, child := range r.list(n, "children") {
		bears = r.node(&child, "a child of a node", at, depth+1) || bears
	}
	r.bears[i] = bears
	return bears
}

// placeMesh notes the mesh of a node, if it has one with triangles.
func (r *reader) placeMesh(n *value, i int, at placed.Place) bool {
	k := r.integer(n, "mesh", -1, int64(len(r.meshes))-1)
	if r.err != nil || k < 0 {
		return false
	}
	what := r.nameOf(n, "node", i)
	if !r.hasTriangles(int(k), what) {
		return false
	}
	r.refuse(n, what, "EXT_mesh_gpu_instancing")
	switch {
	case n.field("skin") != nil:
		r.failf(n, "%s has a skin: meshes that joints deform are not read, their shape at rest is not what moves", what)
	case !at.IsFinite():
		r.failf(n, "%s is placed beyond the range of float64", what)
	case len(r.places) == r.limits.Instances:
		r.limit(n, "more than %d meshes placed", r.limits.Instances)
	}
	r.places = append(r.places, place{node: i, mesh: int(k), at: at})
	return true
}

// nameOf is a node or mesh in a message.
func (r *reader) nameOf(v *value, kind string, i int) string {
	if name := r.words(v, "name"); name != "" {
		return kind + " " + quote.Name(short(name))
	}
	return fmt.Sprintf("%s %d", kind, i)
}

// transform returns what a node does with what is in it.
func (r *reader) transform(n *value, i int) placed.Place {
	m := r.numbers(n, "matrix", 16)
	t, q, s := r.numbers(n, "translation", 3), r.numbers(n, "rotation", 4), r.numbers(n, "scale", 3)
	p := placed.Origin
	if m != nil {
		if t != nil || q != nil || s != nil {
			r.failf(n, "%s has a matrix and a translation, rotation or scale; expected one or the other", r.nameOf(n, "node", i))
		}
		if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			r.failf(n, "the last row of the matrix of %s is %v %v %v %v; expected 0 0 0 1", r.nameOf(n, "node", i), m[3], m[7], m[11], m[15])
		}
		p.Pose.R = geom.Mat{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}
		p.Pose.T = geom.Vec{X: m[12], Y: m[13], Z: m[14]}
		return p
	}
	if t != nil {
		p.Pose.T = geom.Vec{X: t[0], Y: t[1], Z: t[2]}
	}
	if q != nil {
		p.Pose.R = r.rotation(n, i, q)
	}
	if s != nil {
		p.Scale = geom.Vec{X: s[0], Y: s[1], Z: s[2]}
	}
	return p
}

// rotation is the matrix of a quaternion x, y, z, w, which is normalised first. That of no rotation is exact.
func (r *reader) rotation(n *value, i int, q []float64) geom.Mat {
	square := float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3])
	if !(square > leastSquare && square < mostSquare) {
		r.failf(n, "the rotation of %s is %v; expected a quaternion of length 1", r.nameOf(n, "node", i), q)
		return geom.Identity.R
	}
	if q[0] == 0 && q[1] == 0 && q[2] == 0 {
		return geom.Identity.R
	}
	return geom.Quat{W: q[3], X: q[0], Y: q[1], Z: q[2]}.Normalized().Matrix()
}

// leastSquare and mostSquare bound the square of a quaternion's length, 0.9 and 1.1: the format wants 1, files round to a
// few digits, and what is farther off is no rotation.
const (
	leastSquare = 0.9
	mostSquare  = 1.1
)

// animations refuses files that move what bears a mesh.
func (r *reader) animations() {
	for i, a := range r.list(r.root, "animations") {
		for _, c := range r.list(&a, "channels") {
			target := c.field("target")
			if r.words(target, "path") == "pointer" {
				r.failf(&a, "%s moves what a pointer names (KHR_animation_pointer), which is not read", r.nameOf(&a, "animation", i))
				return
			}
			k := r.integer(target, "node", -1, int64(len(r.nodes))-1)
			if r.err == nil && k >= 0 && r.bears[k] {
				r.failf(&a, "%s moves %s, which bears a mesh: only bodies at rest are read, export without animations",
					r.nameOf(&a, "animation", i), strings.TrimSpace(r.nameOf(&r.nodes[k], "node", int(k))))
				return
			}
		}
	}
}
