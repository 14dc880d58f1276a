package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// TestAutoSplitsThickLeaves: a cuboid of twelve triangles next to a fine mesh needs no more tests than one
// of 192, whose leaves are flat without being split.
func TestAutoSplitsThickLeaves(t *testing.T) {
	fine := collide.NewModel(scene.Torus("torus", 2, 0.7, 200, 50))
	pose := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 0.7).Matrix(), T: geom.Vec{X: 2}}
	var tests [2]int64
	for i, detail := range []int{1, 4} {
		cuboid := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 2, Z: 3}, Detail: detail}
		d := detector(t, []collide.Body{{Shape: collide.NewModel(cuboid.Mesh()), Pose: pose}, {Shape: fine}}, collide.Options{Workers: 1})
		r, err := d.Detect(context.Background())
		if err != nil || len(r.Contacts) < 100 {
			t.Fatal(len(r.Contacts), err)
		}
		tests[i] = r.Stats.BVTests + r.Stats.PrimitiveTests
	}
	if tests[0] > tests[1] {
		t.Errorf("%d tests of twelve triangles, %d of 192", tests[0], tests[1])
	}
}
