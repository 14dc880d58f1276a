package predicate_test

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

// TestEveryQuestion asks each function once with either answer. That the answers are exact
// is tested where they are made.
func TestEveryQuestion(t *testing.T) {
	var o, x, y, z = geom.Vec{}, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	p := geom.Triangle{o, x, y}
	through := geom.Triangle{{X: 0.2, Y: 0.2, Z: -1}, {X: 0.2, Y: 0.2, Z: 1}, {X: 3, Y: 3}}
	far := geom.Triangle{{Z: 5}, {X: 1, Z: 5}, {Y: 1, Z: 5}}
	near, away := geom.Sphere{Center: z, Radius: 1}, geom.Sphere{Center: geom.Vec{Z: 9}, Radius: 1}
	for name, got := range map[string][2]bool{
		"Orient2D":         {predicate.Orient2D(0, 0, 1, 0, 0, 1) == 1, predicate.Orient2D(0, 0, 0, 1, 1, 0) == 1},
		"Orient3D":         {predicate.Orient3D(o, x, y, z) == 1, predicate.Orient3D(o, y, x, z) == 1},
		"Collinear":        {predicate.Collinear(o, x, geom.Vec{X: 2}), predicate.Collinear(o, x, y)},
		"SegmentTriangle":  {predicate.SegmentTriangle(through[0], through[1], &p), predicate.SegmentTriangle(far[0], far[1], &p)},
		"TriangleTriangle": {predicate.TriangleTriangle(&p, &through), predicate.TriangleTriangle(&p, &far)},
		"SelfContact":      {predicate.SelfContact(&p, &through, &p, &through), predicate.SelfContact(&p, &far, &p, &far)},
		"SphereSphere":     {predicate.SphereSphere(&near, &near), predicate.SphereSphere(&near, &away)},
		"SphereTriangle":   {predicate.SphereTriangle(&near, &p), predicate.SphereTriangle(&away, &p)},
		"Intersect":        {predicate.Intersect(&p, &through).Kind == predicate.Segment, predicate.Intersect(&p, &far).Kind != predicate.Apart},
	} {
		if got != [2]bool{true, false} {
			t.Errorf("%s: %v, want true and false", name, got)
		}
	}
}
