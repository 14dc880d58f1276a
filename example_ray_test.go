package collide_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// What does a beam meet first, and what lies behind it?
func ExampleDetector_RaycastAll() {
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 8}, Radius: 1}},
		{Name: "crate", Shape: shape.Box{Center: geom.Vec{X: 4}, Size: geom.Vec{X: 2, Y: 2, Z: 2}}},
	}, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	beam := collide.Ray{Direction: geom.Vec{X: 1}}
	hits, err := detector.RaycastAll(context.Background(), beam)
	if err != nil {
		fmt.Println(err) // the hits are right, but some may be missing
	}
	for _, h := range hits {
		fmt.Println(h.Body, h.T)
	}
	// Output:
	// 1 3
	// 0 7
}

// Is the tip of a tool in any body?
func ExampleDetector_Containing() {
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "ball", Shape: shape.Sphere{Radius: 1}},
		{Name: "crate", Shape: shape.Box{Center: geom.Vec{X: 2}, Size: geom.Vec{X: 2, Y: 2, Z: 2}}},
	}, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tip := range []geom.Vec{{X: 1}, {X: 2.5}, {X: 3.5}} {
		fmt.Println(detector.Containing(context.Background(), tip))
	}
	// Output:
	// [0 1] <nil>
	// [1] <nil>
	// [] <nil>
}

// What would a crate touch there?
func ExampleDetector_Overlapping() {
	ball := shape.Sphere{Radius: 1}
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "left", Shape: ball},
		{Name: "right", Shape: ball, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 4}}},
	}, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	crate := collide.Body{Shape: shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}}
	for _, x := range []float64{0.5, 2, 7} {
		crate.Pose = geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}}
		fmt.Println(detector.Overlapping(context.Background(), crate))
	}
	// Output:
	// [0] <nil>
	// [0 1] <nil>
	// [] <nil>
}
