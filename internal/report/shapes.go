package report

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// Surface is what a picture shows of a body, in world coordinates.
type Surface struct {
	Triangles []geom.Triangle
	// OneSided reports that a triangle is seen only from the side to which its normal points. So is the plane of a half space,
	// which would hide what is in front of it from a camera behind it.
	OneSided bool
}

// Shapes is the geometry a picture is made of: the surface of each body, solids as triangles.
type Shapes []Surface

// ShapesOf returns the surfaces of bodies, whose poses are all given.
func ShapesOf(bodies []collide.Body) Shapes {
	list := make(Shapes, len(bodies))
	box := geom.EmptyAABB()
	var halves []shape.HalfSpace
	for i, b := range bodies {
		if h, ok := b.Shape.(shape.HalfSpace); ok {
			halves = append(halves, PosedHalf(h, &b.Pose))
			continue
		}
		list[i].Triangles = SurfaceOf(b.Shape, b.Pose, Room{})
		for k := range list[i].Triangles {
			box = box.Union(list[i].Triangles[k].Bounds())
		}
	}
	room := NewRoom(box, halves, halves)
	for i, b := range bodies {
		if _, ok := b.Shape.(shape.HalfSpace); ok {
			list[i] = Surface{SurfaceOf(b.Shape, b.Pose, room), true}
		}
	}
	return list
}

// SurfaceOf returns the surface of a shape under a pose, for pictures. Of a half space, which has no end, it is the part of its
// plane in the room.
func SurfaceOf(s collide.Shape, pose geom.Pose, room Room) []geom.Triangle {
	var tris []geom.Triangle
	switch s := s.(type) {
	case shape.HalfSpace:
		return room.plane(PosedHalf(s, &pose))
	case *collide.Model:
		m := s.Mesh()
		tris = make([]geom.Triangle, len(m.Triangles))
		for i := range tris {
			tris[i] = m.Triangle(i)
		}
	case shape.Sphere:
		tris = sphereTriangles(s)
	case shape.Box:
		tris = boxTriangles(s)
	case shape.Convex:
		var h predicate.Hull
		var t predicate.Tally
		h.Set(s.Points)
		tris = t.Facets(&h, nil)
	case shape.Capsule:
		tris = axialTriangles(s.A, s.B, s.Radius, capsuleRings())
	case shape.Cylinder:
		tris = axialTriangles(s.A, s.B, s.Radius, cylinderRings)
	case shape.Cone:
		tris = axialTriangles(s.Base, s.Apex, s.Radius, coneRings)
	}
	for i := range tris {
		for k := range tris[i] {
			tris[i][k] = pose.Apply(tris[i][k])
		}
	}
	return tris
}

// sphereTriangles cuts a sphere along meridians and parallels.
func sphereTriangles(s shape.Sphere) []geom.Triangle {
	const slices, stacks = 64, 32
	at := func(i, j int) geom.Vec {
		sinT, cosT := math.Sincos(math.Pi * float64(j) / stacks)
		sinP, cosP := math.Sincos(2 * math.Pi * float64(i%slices) / slices)
		return s.Center.Add(geom.Vec{X: sinT * cosP, Y: sinT * sinP, Z: cosT}.Scale(s.Radius))
	}
	var tris []geom.Triangle
	for j := range stacks {
		for i := range slices {
			a, b, c, d := at(i, j), at(i, j+1), at(i+1, j+1), at(i+1, j)
			tris = append(tris, geom.Triangle{a, b, c}, geom.Triangle{a, c, d})
		}
	}
	return tris
}

func boxTriangles(b shape.Box) []geom.Triangle {
	c := b.Corners()
	quads := [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}
	var tris []geom.Triangle
	for _, q := range quads {
		tris = append(tris, geom.Triangle{c[q[0]], c[q[1]], c[q[2]]}, geom.Triangle{c[q[0]], c[q[2]], c[q[3]]})
	}
	return tris
}
