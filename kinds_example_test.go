package collide_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// A peg that stands on a plate, and the same peg pressed into it.
func ExampleOptions_kinds() {
	cube := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 1}
	block := collide.NewModel(cube.Mesh())
	detector, err := collide.NewDetector([]collide.Body{{Name: "plate", Shape: block}, {Name: "peg", Shape: block}}, collide.Options{Kinds: true})
	if err != nil {
		panic(err)
	}
	for _, height := range []float64{2, 1.875} {
		pose := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5, Z: height}}
		if err := detector.SetPose(1, pose); err != nil {
			panic(err)
		}
		result, err := detector.Detect(context.Background())
		if err != nil {
			panic(err)
		}
		for _, pair := range result.Pairs {
			fmt.Println(height, pair.Kind)
		}
	}
	// Output:
	// 2 touch
	// 1.875 penetrate
}
