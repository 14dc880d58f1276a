package scene

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// StreamPresets lists the names Streams knows.
func StreamPresets() []string { return []string{"000-1", "000-2", "000-3"} }

// Streams returns one of the three scenes of the streaming method's experiments
// (000): two bodies of 21,292 triangles together, both convex; of 18,217, neither
// convex; of 40,419, not convex and in contact all over. The paper prints the
// totals and pictures of the bodies; these are of its character, not its models.
// The second body turns in place, so that they keep touching.
//
// Detail multiplies the steps along each edge of the bodies, for a series of
// growing complexity; 1 gives the totals above.
func Streams(preset string, detail float64) (*Scene, error) {
	if !(detail > 0) || math.IsInf(detail, 1) {
		return nil, fmt.Errorf("detail %v; expected a number above 0", detail)
	}
	n := func(steps, least int) int {
		return max(int(min(math.Round(float64(steps)*detail), maxFacets+1)), least)
	}
	var a, b Procedural
	var at, spin geom.Vec
	var pivot *geom.Vec // the middle of the second body's box
	switch preset {
	case "000-1":
		a = Procedural{Shape: ShapeEllipsoid, Size: geom.Vec{X: 2, Y: 2, Z: 3}, Around: n(96, 4), Section: n(56, 3)}
		b = Procedural{Shape: ShapeEllipsoid, Size: geom.Vec{X: 3, Y: 2, Z: 2}, Around: n(85, 4), Section: n(62, 3)}
		at, spin = geom.Vec{X: 1.8, Y: 1.2, Z: 0.4}, geom.Vec{X: 0.7, Y: 0.2}
	case "000-2":
		a = Procedural{Shape: ShapeBowl, Radius: 1.6, Ripple: 0.05, Waves: 7, Around: n(85, 3), Section: n(53, 1)}
		b = Procedural{Shape: ShapeKnot, P: 2, Q: 3, Ring: 0.8, Tube: 0.2, Around: n(202, 12), Section: n(23, 3)}
		at, spin = geom.Vec{X: 0.5, Z: -0.3}, geom.Vec{X: 0.3, Z: 0.9}
	case "000-3":
		a = Procedural{Shape: ShapeIcosphere, Radius: 1, Detail: n(32, 1)}
		b = Procedural{Shape: ShapeBowl, Radius: 1, Ripple: 0.02, Waves: 16, Around: n(157, 3), Section: n(64, 1)}
		at, spin, pivot = geom.Vec{X: 0.005}, geom.Vec{X: 0.1, Y: 0.05, Z: 0.4}, &geom.Vec{}
	default:
		return nil, fmt.Errorf("unknown preset %q; expected 000-1, 000-2 or 000-3", preset)
	}
	for _, p := range []*Procedural{&a, &b} {
		if err := p.Check(); err != nil {
			return nil, fmt.Errorf("preset %s with detail %v: %w", preset, detail, err)
		}
	}
	turned := geom.Identity
	turned.T = at
	return &Scene{Bodies: []Body{
		{Name: a.Shape + " 0", Procedural: &a, Pose: geom.Identity},
		{Name: b.Shape + " 1", Procedural: &b, Pose: turned, Motion: &Motion{Spin: spin, Center: pivot}},
	}}, nil
}
