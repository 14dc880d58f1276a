package volumes

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

func newSCDA(w *world.World) (world.Engine, error) {
	posed := make([]posedDOPs, w.Len())
	var vertices []geom.Vec
	e := &volumeEngine[volume.DOP, *volume.DOP]{phase: &broad.Auto{Workers: 1}, inWorld: true, load: func(w *world.World, body int) *tree.Of[volume.DOP] {
		d := &posed[body]
		if !d.isCurrent(w, body) { // else several goroutines may ask
			vertices = d.follow(w, body, vertices)
		}
		if d.tree.Nodes == nil {
			return nil
		}
		return &d.tree
	}}
	e.forget = func(bodies int, changed []int32) {
		posed = append(posed, make([]posedDOPs, bodies-len(posed))...)
		for _, i := range changed {
			posed[i] = posedDOPs{}
		}
	}
	return e.start(w, 1), nil
}

// posedDOPs is one body's hierarchy of world coordinates.
type posedDOPs struct {
	tree    tree.Of[volume.DOP]
	pose    geom.Pose
	version int
}

// isCurrent reports whether the body neither moved nor deformed since the hierarchy was refitted.
func (d *posedDOPs) isCurrent(w *world.World, body int) bool {
	return d.tree.Nodes != nil && d.pose == *w.Pose(body) && d.version == w.Posed(body)
}

// follow refits the hierarchy; vertices is scratch.
func (d *posedDOPs) follow(w *world.World, body int, vertices []geom.Vec) []geom.Vec {
	if d.tree.Nodes == nil {
		t := w.DOPTree(body)
		if t == nil {
			return vertices
		}
		d.tree = tree.Of[volume.DOP]{Nodes: append([]tree.NodeOf[volume.DOP](nil), t.Nodes...), Order: t.Order}
	}
	start, m, pose := world.Clock(), w.Model(body).Mesh(), w.Pose(body)
	vertices = vertices[:0]
	for _, v := range m.Vertices {
		vertices = append(vertices, pose.Apply(v))
	}
	tree.RefitDOP(&d.tree, &tree.Soup{Vertices: vertices, Triangles: m.Triangles})
	d.pose, d.version = *pose, w.Posed(body)
	w.Stats.BVUpdates += int64(len(d.tree.Nodes))
	w.Stats.Update += world.Clock() - start
	return vertices
}
