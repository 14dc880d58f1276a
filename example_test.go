package collide_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// A pyramid whose tip points down, over a plate: the tip touches it exactly.
func Example() {
	pyramid := collide.NewModel(&mesh.Mesh{
		Name:     "pyramid",
		Vertices: []geom.Vec{{X: 0, Y: 0, Z: 0}, {X: 1, Y: 0, Z: 1}, {X: -1, Y: 1, Z: 1}, {X: -1, Y: -1, Z: 1}},
		Triangles: [][3]uint32{
			{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2},
		},
	})
	plate := shape.Box{Size: geom.Vec{X: 4, Y: 4, Z: 0.5}}
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "pyramid", Shape: pyramid},
		{Name: "plate", Shape: plate},
	}, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, z := range []float64{0.25, 0.26} {
		pose := geom.Identity
		pose.T.Z = z
		if err := detector.SetPose(0, pose); err != nil {
			fmt.Println(err)
			return
		}
		result, err := detector.Detect(context.Background())
		if result == nil {
			fmt.Println(err)
			return
		}
		switch result.Verdict {
		case collide.Free:
			fmt.Println(z, "free")
		case collide.InContact:
			fmt.Println(z, "contact of", len(result.Contacts), "triangles")
		case collide.Unknown:
			fmt.Println(z, err)
		}
	}
	// Output:
	// 0.25 contact of 3 triangles
	// 0.26 free
}

// The boolean query stops at the first contact.
func ExampleOptions_first() {
	ball := shape.Sphere{Radius: 1}
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "left", Shape: ball},
		{Name: "right", Shape: ball, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 2}}},
	}, collide.Options{First: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := detector.Detect(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict, result.Contacts)
	// Output: contact [{0 0 1 0}]
}
