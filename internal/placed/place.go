package placed

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

// Place is what a chain of nodes does with a mesh: each local coordinate is multiplied by the scale and rounded once, then
// the pose is applied. A scale that a rotation or a matrix follows within the chain may be a part of the pose.
type Place struct {
	Pose  geom.Pose
	Scale geom.Vec
}

// Origin is the place that changes nothing.
var Origin = Place{Pose: geom.Identity, Scale: one}

// one is the scale that changes nothing.
var one = geom.Vec{X: 1, Y: 1, Z: 1}

// Then returns the place of a node within a node at p. Poses are multiplied from the root, each product and sum rounded.
//
// A uniform scale commutes with every linear map, so it passes through to the mesh: it multiplies the
// translations on the way, each coordinate rounded once, and leaves the matrices what they are. One that is
// not uniform commutes with translations and scales alone. A matrix that comes after it takes it in,
// column by column, each entry rounded once.
func (p Place) Then(q Place) Place {
	if uniform := p.Scale.X == p.Scale.Y && p.Scale.Y == p.Scale.Z; !uniform && q.Pose.R != geom.Identity.R {
		p = p.folded()
	}
	q.Pose.T = product(p.Scale, q.Pose.T)
	return Place{Pose: p.Pose.Compose(&q.Pose), Scale: product(p.Scale, q.Scale)}
}

// folded returns the place with its scale in the matrix.
func (p Place) folded() Place {
	for i := range p.Pose.R {
		p.Pose.R[i] = float64(p.Pose.R[i] * p.Scale.At(i%3))
	}
	p.Scale = one
	return p
}

// IsFinite reports whether no number of the place is infinite or NaN.
func (p *Place) IsFinite() bool { return p.Pose.IsFinite() && p.Scale.IsFinite() }

// mirrors reports whether the place turns a right-handed frame into a left-handed one. The sign of the matrix's
// determinant is exact.
func (p *Place) mirrors() bool {
	r := &p.Pose.R
	sign := handedness(r.Col(0), r.Col(1), r.Col(2)) * handedness(geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
	for axis := range 3 {
		if p.Scale.At(axis) < 0 {
			sign = -sign
		}
	}
	return sign < 0
}

func handedness(x, y, z geom.Vec) int { return predicate.Orient3D(x, y, z, geom.Vec{}) }

// product multiplies coordinate by coordinate.
func product(a, b geom.Vec) geom.Vec {
	return geom.Vec{X: float64(a.X * b.X), Y: float64(a.Y * b.Y), Z: float64(a.Z * b.Z)}
}
