package conformance

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// depthScenes: bodies that reach into each other, of which all bounds are narrow, in three sizes: flat faces that lie on each other, one
// within another, turned ones, a cavity, equal ones, a sphere and a box, and an open mesh, which has no depth.
func depthScenes() (scenes []Scene) {
	r := rng(7)
	for _, size := range []struct {
		name string
		of   float64
	}{{"depths", 1}, {"depths of 2^300", 0x1p300}, {"depths of 2^-300", 0x1p-300}} {
		s := size.of
		open := scaled(cuboid(1, 1), s)
		open.Triangles = open.Triangles[1:]
		scene := Scene{Name: size.name, Depths: true, Sized: true, Bodies: []collide.Body{
			placed("block", scaled(cuboid(2, 2), s), at(0, 0, 0)),
			placed("step", insideOut(scaled(cuboid(2, 1), s)), at(1.5*s, 0.25*s, 0)),
			placed("within", scaled(cuboid(0.5, 1), s), at(0.125*s, 0, 0)),
			placed("twin", scaled(cuboid(2, 2), s), at(0, 0, 0)),
			placed("hollow", union(scaled(cuboid(4, 1), s), insideOut(scaled(cuboid(2, 1), s))), at(2*s, 2*s, 0)),
			placed("open", open, at(0, -s, 0)),
			{Name: "ball", Shape: shape.Sphere{Radius: s}, Pose: at(0, 0.5*s, 1.5*s)},
			{Name: "box", Shape: shape.Box{Size: geom.Vec{X: s, Y: 2 * s, Z: 3 * s}}, Pose: at(0, 0, -s)},
		}}
		for _, turned := range []bool{false, true} {
			var moves []Move
			for i := range scene.Bodies {
				p := at(s*float64(r.IntN(9)-4)/4, s*float64(r.IntN(5)-2)/4, s*float64(r.IntN(5)-2)/4)
				if turned && i > 0 {
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

// options are what a method is asked about the scene.
func (s *Scene) options(method collide.Method, workers int) collide.Options {
	kinds := s.Kinds || s.Depths
	return collide.Options{Method: method, Workers: workers, Self: s.Self, Solid: s.Solid, Kinds: kinds, Pieces: kinds, Depths: s.Depths, Allow: s.Allow}
}
