package geom_test

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// A pose turns a body about its own origin and then moves it.
func ExamplePose_Apply() {
	pose := geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2).Matrix(), T: geom.Vec{X: 10}}
	p := pose.Apply(geom.Vec{X: 1, Y: 2})
	fmt.Printf("%.3f %.3f %.3f\n", p.X, p.Y, p.Z)
	// Output: 8.000 1.000 0.000
}

// Poses of a chain are multiplied from the root: base, then joint, then tool.
func ExamplePose_Compose() {
	base := geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 0.5}}
	joint := geom.Pose{R: geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2).Matrix()}
	tool := geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 0.25}}
	arm := base.Compose(&joint)
	tip := arm.Compose(&tool)
	fmt.Printf("%.2f %.2f %.2f\n", tip.T.X, tip.T.Y, tip.T.Z)
	// Output: 0.25 0.00 0.50
}

// Where is B, seen from A?
func ExamplePose_RigidInverse() {
	a := geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, math.Pi).Matrix(), T: geom.Vec{X: 3}}
	b := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1}}
	toA := a.RigidInverse()
	seen := toA.Compose(&b)
	fmt.Printf("%.0f\n", seen.T.X)
	// Output: 2
}

// URDF gives rotations as roll, pitch and yaw.
func ExampleRollPitchYaw() {
	m := geom.RollPitchYaw(0, 0, math.Pi/2).Matrix()
	v := m.MulVec(geom.Vec{X: 1})
	fmt.Printf("%.0f %.0f %.0f\n", math.Abs(v.X), v.Y, v.Z)
	// Output: 0 1 0
}
