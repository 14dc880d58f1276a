package collide_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// A cast: a body goes straight along a vector until it meets the first of the others.
func ExampleDetector_Move_cast() {
	cube := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 1}
	block := collide.NewModel(cube.Mesh())
	at := func(x, y float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y}} }
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "tool", Shape: block}, {Name: "far", Shape: block, Pose: at(20, 0)}, {Name: "near", Shape: block, Pose: at(10, 1)},
	}, collide.Options{})
	if err != nil {
		panic(err)
	}
	from, way := at(0, 0), geom.Vec{X: 32}
	to := from
	to.T = from.T.Add(way)
	path, err := motion.NewStraight(from, to)
	if err != nil {
		panic(err)
	}
	hit, err := detector.Move(context.Background(), []motion.Path{path, nil, nil}, collide.Gaps{}, 1e-9)
	if err != nil {
		panic(err) // also where the cast is undecided: nothing is free then
	}
	contact := collide.Contact{BodyA: uint32(hit.A), BodyB: uint32(hit.B), TriA: uint32(hit.TriA), TriB: uint32(hit.TriB)}
	place := detector.Witness(contact) // the bodies stand where they touch
	fmt.Printf("body %d after %.6f, at x = %.6f\n", hit.B, hit.T1*way.X, place.Points[0].X)
	// Output:
	// body 2 after 8.000000, at x = 9.000000
}
