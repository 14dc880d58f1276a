package conformance

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// kindScenes: contacts of every kind, at poses that round nothing and at some that do, in three
// sizes; closed meshes, one with a cavity, one turned inside out, open ones, spheres and boxes, and such
// without an inside.
func kindScenes() (scenes []Scene) {
	r := rng(6)
	for _, size := range []struct {
		name string
		of   float64
	}{{"kinds", 1}, {"kinds of 2^300", 0x1p300}, {"kinds of 2^-300", 0x1p-300}} {
		s, name := size.of, size.name
		open := scaled(cuboid(1, 1), s)
		open.Triangles = open.Triangles[1:]
		one := &mesh.Mesh{Name: "one", Vertices: []geom.Vec{{X: -s}, {X: s}, {Y: s, Z: s}}, Triangles: [][3]uint32{{0, 1, 2}}}
		scene := Scene{Name: name, Kinds: true, Sized: true, Bodies: []collide.Body{
			placed("block", scaled(cuboid(2, 2), s), at(0, 0, 0)),
			placed("inverted", insideOut(scaled(cuboid(2, 1), s)), at(2*s, 0, 0)),
			placed("hollow", union(scaled(cuboid(4, 1), s), insideOut(scaled(cuboid(2, 1), s))), at(9*s, 0, 0)),
			placed("small", scaled(cuboid(0.5, 1), s), at(0, 0, 0)),
			placed("open", open, at(1.25*s, 0, 0)),
			placed("one triangle", one, at(0, 0, 0)),
			placed("crossing itself", union(scaled(cuboid(1, 1), s), mapped(scaled(cuboid(1, 1), s), func(v geom.Vec) geom.Vec { return v.Add(geom.Vec{X: 0.5 * s, Y: 0.25 * s}) })), at(-2*s, 0, 0)),
			{Name: "ball", Shape: shape.Sphere{Radius: s}, Pose: at(0, 2*s, 0)},
			{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 2 * s, Y: 2 * s, Z: 2 * s}}, Pose: at(0, 0, 2*s)},
			{Name: "point", Shape: shape.Sphere{}, Pose: at(s, 0, 0)},
			{Name: "capsule", Shape: shape.Capsule{A: geom.Vec{X: -s / 2}, B: geom.Vec{X: s / 2}, Radius: s / 2}, Pose: at(0, -2*s, 0)},
			{Name: "segment", Shape: shape.Capsule{A: geom.Vec{Z: -s}, B: geom.Vec{Z: s}}, Pose: at(-s, 0, 0)},
			{Name: "cylinder", Shape: shape.Cylinder{A: geom.Vec{X: -s / 2}, B: geom.Vec{X: s / 2}, Radius: s / 2}, Pose: at(0, -3*s, 0)},
			{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Pose: at(0, 0, -s), Immovable: true},
			{Name: "plate", Shape: shape.Box{Size: geom.Vec{X: 4 * s, Y: 4 * s}}, Pose: at(0, 0, s)},
		}}
		for step := range 6 {
			var moves []Move
			for i := range scene.Bodies {
				p := at(s*float64(r.IntN(9)-4)/2, s*float64(r.IntN(5)-2)/2, s*float64(r.IntN(5)-2)/2)
				if _, ball := scene.Bodies[i].Shape.(shape.Sphere); step%3 == 1 && !ball {
					p.R = geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, -1} // a quarter turn and a mirror
				} else if step%3 == 2 {
					p.R = rotation(r)
				}
				moves = append(moves, Move{i, p})
			}
			scene.Steps = append(scene.Steps, moves)
		}
		scenes = append(scenes, scene)
	}
	return scenes
}
