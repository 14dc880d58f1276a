package viewer

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// drawing makes the meshes that a page draws in place of solids.
type drawing struct {
	// room is where the planes of half spaces are drawn.
	room report.Room
	// index is the place of a mesh among those of the page.
	index map[*mesh.Mesh]int
	// alike are the meshes of capsules, cylinders and cones, one for equal ones.
	alike map[collide.Shape]*mesh.Mesh
}

// mesh returns the mesh that a body is drawn with, nil for a sphere or box and for a half space whose plane is too far away for
// float64 to be drawn.
func (d *drawing) mesh(s collide.Shape, pose *geom.Pose) *mesh.Mesh {
	switch s := s.(type) {
	case shape.Convex: // no key of a map
		return surfaceMesh(report.SurfaceOf(s, geom.Identity, d.room))
	case shape.HalfSpace:
		if tris := report.SurfaceOf(s, *pose, d.room); len(tris) > 0 {
			return localMesh(tris, pose)
		}
		return nil
	case shape.Capsule, shape.Cylinder, shape.Cone:
		if d.alike[s] == nil {
			d.alike[s] = surfaceMesh(report.SurfaceOf(s, geom.Identity, d.room))
		}
		return d.alike[s]
	}
	return meshOf(s)
}

func surfaceMesh(tris []geom.Triangle) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i, t := range tris {
		m.Vertices = append(m.Vertices, t[:]...)
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return m
}

// localMesh returns triangles of the world in the coordinates of a body whose pose is a rotation, nearly.
func localMesh(tris []geom.Triangle, pose *geom.Pose) *mesh.Mesh {
	m := surfaceMesh(tris)
	for i, v := range m.Vertices {
		m.Vertices[i] = pose.R.TMulVec(v.Sub(pose.T))
	}
	return m
}

// endless reports whether a shape is a half space, which no box holds.
func endless(s collide.Shape) bool {
	_, ok := s.(shape.HalfSpace)
	return ok
}

// roomOf returns where the planes of half spaces are drawn among bodies that a box holds.
func roomOf(box geom.AABB, bodies []sim.Body, poses []geom.Pose) report.Room {
	var halves, fixed []shape.HalfSpace
	for i := range bodies {
		if h, ok := bodies[i].Shape.(shape.HalfSpace); ok {
			halves = append(halves, report.PosedHalf(h, &poses[i]))
			if bodies[i].Immovable {
				fixed = append(fixed, halves[len(halves)-1])
			}
		}
	}
	return report.NewRoom(box, halves, fixed)
}
