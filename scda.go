package collide

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
)

// newSCDAEngine makes the method scda: 18-DOP trees in world coordinates, refitted
// whenever a body moved, simultaneous descent on one thread without SIMD or
// front: the serial comparator of OOCDA (Journal of Jilin University, 2017).
// Workers is ignored.
func newSCDAEngine(w *World) (Engine, error) {
	posed := make([]posedDOPs, w.Len())
	var vertices []geom.Vec
	e := &volumeEngine[geom.DOP, *geom.DOP]{phase: &broad.Auto{Workers: 1}, inWorld: true, load: func(w *World, body int) *tree.Of[geom.DOP] {
		d := &posed[body]
		vertices = d.follow(w, &w.bodies[body], vertices)
		if d.tree.Nodes == nil {
			return nil
		}
		return &d.tree
	}}
	return e.start(w, 1), nil
}

// posedDOPs is one body's hierarchy of world coordinates.
type posedDOPs struct {
	tree    tree.Of[geom.DOP]
	pose    geom.Pose
	version int
}

// follow refits the hierarchy if the body moved or deformed since the last call;
// vertices is scratch.
func (d *posedDOPs) follow(w *World, b *posed, vertices []geom.Vec) []geom.Vec {
	built := d.tree.Nodes != nil
	if built && d.pose == b.pose && d.version == b.version {
		return vertices
	}
	if !built {
		t := b.model.dopTree(w)
		if t == nil {
			return vertices
		}
		d.tree = tree.Of[geom.DOP]{Nodes: append([]tree.NodeOf[geom.DOP](nil), t.Nodes...), Order: t.Order}
	}
	start := clock()
	vertices = vertices[:0]
	for _, v := range b.model.mesh.Vertices {
		vertices = append(vertices, b.pose.Apply(v))
	}
	tree.RefitDOP(&d.tree, &tree.Soup{Vertices: vertices, Triangles: b.model.mesh.Triangles})
	d.pose, d.version = b.pose, b.version
	w.Stats.BVUpdates += int64(len(d.tree.Nodes))
	w.Stats.Update += clock() - start
	return vertices
}
