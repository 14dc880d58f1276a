package report

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// axialSlices is the number of faces around a capsule, a cylinder or a cone, axialStacks that of rings from
// the pole of a capsule to its side.
const axialSlices, axialStacks = 64, 16

// axialTriangles cuts a capsule, a cylinder or a cone along its rings, for pictures.
func axialTriangles(from, to geom.Vec, radius float64, rings []ring) []geom.Triangle {
	z := to.Sub(from).Scale(1 / to.Sub(from).Norm())
	x := squareTo(z)
	y := z.Cross(x)
	at := func(i, j int) geom.Vec {
		r := rings[j]
		end := from
		if r.top {
			end = to
		}
		sin, cos := math.Sincos(2 * math.Pi * float64(i%axialSlices) / axialSlices)
		off := x.Scale(cos * r.out).Add(y.Scale(sin * r.out)).Add(z.Scale(r.along))
		return end.Add(off.Scale(radius))
	}
	var tris []geom.Triangle
	for j := range len(rings) - 1 {
		for i := range axialSlices {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			tris = append(tris, geom.Triangle{a, b, c}, geom.Triangle{a, c, d})
		}
	}
	return tris
}

// ring is how far a ring is from the axis and beyond an end, in radii.
type ring struct {
	out, along float64
	top        bool
}

// Rings go from pole to pole.
var (
	cylinderRings = []ring{{}, {out: 1}, {out: 1, top: true}, {top: true}}
	coneRings     = []ring{{}, {out: 1}, {top: true}}
)

func capsuleRings() (rings []ring) {
	for j := range axialStacks + 1 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(j) / axialStacks)
		rings = append(rings, ring{out: sin, along: -cos})
	}
	for j := range axialStacks + 1 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(j) / axialStacks)
		rings = append(rings, ring{out: cos, along: sin, top: true})
	}
	return rings
}

// squareTo returns a unit vector square to another one.
func squareTo(z geom.Vec) geom.Vec {
	x := z.Cross(geom.Vec{X: 1})
	if math.Abs(z.X) > 0.9 {
		x = z.Cross(geom.Vec{Y: 1})
	}
	return x.Scale(1 / x.Norm())
}
