package predicate_test

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

// Closed triangles that share a point touch: here a corner on an edge, and the same
// corner moved away by the least amount there is.
func ExampleTriangleTriangle() {
	p := geom.Triangle{{X: 0}, {X: 2}, {X: 1, Y: -1}}
	q := geom.Triangle{{X: 1}, {X: 1, Y: 1}, {X: 1, Z: 1}}
	fmt.Println(predicate.TriangleTriangle(&p, &q))
	q[0].Y = math.SmallestNonzeroFloat64
	fmt.Println(predicate.TriangleTriangle(&p, &q))
	// Output:
	// true
	// false
}

// What two triangles have in common: a point, a segment or a polygon.
func ExampleIntersect() {
	p := geom.Triangle{{X: 0}, {X: 2}, {X: 1, Y: 2}}
	q := geom.Triangle{{X: 1, Y: 0.5, Z: -1}, {X: 1, Y: 0.5, Z: 1}, {X: 1, Y: 9}}
	common := predicate.Intersect(&p, &q)
	fmt.Println(common.Points[0], common.Points[1])
	// Output: {1 2 0} {1 0.5 0}
}

// The sign of a determinant, exact where float64 arithmetic gives another one.
func ExampleOrient2D() {
	x, y := 0.5+0x1p-53, 0.5
	naive := (12-x)*(24-y) - (12-y)*(24-x)
	fmt.Println(naive == 0, predicate.Orient2D(12, 12, 24, 24, x, y))
	// Output: true -1
}

// A ball touches a triangle at exactly its radius.
func ExampleSphereTriangle() {
	t := geom.Triangle{{X: -5, Y: -5}, {X: 5, Y: -5}, {Y: 5}}
	for _, z := range []float64{1, math.Nextafter(1, 2)} {
		s := geom.Sphere{Center: geom.Vec{Z: z}, Radius: 1}
		fmt.Println(predicate.SphereTriangle(&s, &t))
	}
	// Output:
	// true
	// false
}

// Neighbours in a mesh share an edge; that alone is no contact.
func ExampleSelfContact() {
	p := geom.Triangle{{}, {X: 1}, {Y: 1}}
	hinge := geom.Triangle{{X: 1}, {}, {Z: 1}}
	folded := geom.Triangle{{X: 1}, {}, {X: 0.2, Y: 0.2}}
	fmt.Println(predicate.SelfContact(&p, &hinge, &p, &hinge), predicate.SelfContact(&p, &folded, &p, &folded))
	// Output: false true
}

// A vertex falls through a triangle; it is in its plane at a third of the way.
func ExampleMoving() {
	q := predicate.Moving{
		Kind:  predicate.VertexFace,
		Start: [4]geom.Vec{{X: 1, Y: 1, Z: 1}, {}, {X: 4}, {Y: 4}},
		End:   [4]geom.Vec{{X: 1, Y: 1, Z: -2}, {}, {X: 4}, {Y: 4}},
	}
	fmt.Println(q.First())
	// Output: 0.3333333333333333 0.33333333333333337 true
}
