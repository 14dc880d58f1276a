package scene_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

const cell = `{
  "version": 1,
  "bodies": [
    {"name": "table", "box": {"center": [0, 0, -0.05], "size": [2, 2, 0.1]}, "immovable": true},
    {"name": "ball", "sphere": {"center": [0, 0, 0], "radius": 0.25}, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2]}
  ]
}`

// From a scene file to a detector.
func ExampleLoader_Build() {
	ctx := context.Background()
	s, err := scene.Parse(strings.NewReader(cell), "cell.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	var loader scene.Loader
	w, err := loader.Build(ctx, s, "cell.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	var bodies []collide.Body
	for _, p := range w.Bodies {
		bodies = append(bodies, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: p.Immovable})
	}
	d, err := collide.NewDetector(bodies, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := d.Detect(ctx)
	fmt.Println(len(r.Pairs), "pair in contact,", err)
	// Output: 1 pair in contact, <nil>
}

// A list of poses has twelve numbers a line.
func ExampleReadPoses() {
	poses, err := scene.ReadPoses(strings.NewReader("# x' = x + 3\n1 0 0 3  0 1 0 0  0 0 1 0\n"), "path.txt")
	fmt.Println(len(poses), poses[0].T.X, err)
	// Output: 1 3 <nil>
}

func ExampleReadPoses_error() {
	_, err := scene.ReadPoses(strings.NewReader("1 0 0 3  0 1 0 0  0 0 1\n"), "path.txt")
	fmt.Println(err)
	// Output: path.txt:1: 11 numbers; expected 12, the 3×4 matrix [R|t] row by row
}

// Equal options give equal scenes on every machine.
func ExampleGenerateMotion() {
	s, err := scene.GenerateMotion(context.Background(), scene.MotionOptions{Bodies: 8, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	var text bytes.Buffer
	err = scene.Write(&text, s)
	fmt.Println(len(s.Bodies), "bodies,", *s.Seed, "is the seed,", err)
	// Output: 8 bodies, 1 is the seed, <nil>
}

// Meshes for examples and tests need no file.
func ExampleTorus() {
	m := scene.Torus("ring", 2, 0.5, 48, 24)
	fmt.Println(len(m.Triangles), "triangles")
	// Output: 2304 triangles
}
