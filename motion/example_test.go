package motion_test

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// Any moment can be asked for: a motion is a function of the time alone.
func ExampleRigid_At() {
	r := motion.Rigid{Start: geom.Identity, Velocity: geom.Vec{X: 2}, Spin: geom.Vec{Z: math.Pi}}
	half := r.At(0.5)
	p := half.Apply(geom.Vec{X: 1})
	fmt.Printf("%.3f %.3f\n", p.X, p.Y)
	// Output: 1.000 1.000
}

// Walls throw the body back.
func ExampleRigid_region() {
	r := motion.Rigid{
		Start: geom.Identity, Velocity: geom.Vec{X: 1},
		Region: &geom.AABB{Max: geom.Vec{X: 3}},
	}
	for _, t := range []float64{2, 4, 6} {
		fmt.Print(r.At(t).T.X, " ")
	}
	// Output: 2 2 0
}
