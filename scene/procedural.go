package scene

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// Torus returns a closed torus around the Z axis: a tube of the given radius
// along a circle of radius ring, with around × section quadrilaterals cut into
// triangles that look outward. Coordinates are rounded to 2⁻¹⁴, which keeps files
// short. It panics for fewer than 3 steps either way.
func Torus(name string, ring, tube float64, around, section int) *mesh.Mesh {
	return roundMesh(sweepTube(name, tube, around, section, circle(ring)))
}

// Knot returns a closed tube of the given radius along a (p, q) torus knot whose
// torus has the radii ring and ring/2, rounded as Torus is.
func Knot(name string, p, q int, ring, tube float64, around, section int) *mesh.Mesh {
	return roundMesh(sweepTube(name, tube, around, section, knot(p, q, ring)))
}

// circle is the curve of a torus, for t in [0, 2π).
func circle(ring float64) func(float64) geom.Vec {
	return func(t float64) geom.Vec {
		s, c := geom.Sincos(t)
		return geom.Vec{X: float64(ring * c), Y: float64(ring * s)}
	}
}

// knot is the curve of a torus knot.
func knot(p, q int, ring float64) func(float64) geom.Vec {
	return func(t float64) geom.Vec {
		sp, cp := geom.Sincos(float64(p) * t)
		sq, cq := geom.Sincos(float64(q) * t)
		r := float64(ring * (1 + float64(0.5*cq)))
		return geom.Vec{X: float64(r * cp), Y: float64(r * sp), Z: float64(-0.5 * float64(ring*sq))}
	}
}

// sweepTube moves a circle along a closed curve over [0, 2π).
func sweepTube(name string, radius float64, around, section int, curve func(float64) geom.Vec) *mesh.Mesh {
	if around < 3 || section < 3 {
		panic(fmt.Sprintf("scene: a tube of %d × %d steps; need at least 3 × 3", around, section))
	}
	m := &mesh.Mesh{Name: name}
	for i := range around {
		t := 2 * math.Pi * float64(i) / float64(around)
		center := curve(t)
		normal, binormal := tubeFrame(curve, t)
		for j := range section {
			s, c := geom.Sincos(2 * math.Pi * float64(j) / float64(section))
			v := center.Add(normal.Scale(radius * c)).Add(binormal.Scale(radius * s))
			m.Vertices = append(m.Vertices, v)
		}
	}
	at := func(i, j int) uint32 { return uint32(i%around*section + j%section) }
	for i := range around {
		for j := range section {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			m.Triangles = append(m.Triangles, [3]uint32{a, c, b}, [3]uint32{a, d, c})
		}
	}
	return m
}

// tubeFrame returns two unit vectors across a curve about the origin's Z axis:
// they come from the tangent and the position, which on such curves are never
// parallel, so that the frame closes after one turn.
func tubeFrame(curve func(float64) geom.Vec, t float64) (normal, binormal geom.Vec) {
	const h = 1e-4
	ahead, behind := curve(t+h), curve(t-h)
	tangent := ahead.Sub(behind)
	binormal = tangent.Cross(ahead.Add(behind))
	binormal = binormal.Scale(1 / binormal.Norm())
	normal = binormal.Cross(tangent)
	return normal.Scale(1 / normal.Norm()), binormal
}

func roundMesh(m *mesh.Mesh) *mesh.Mesh {
	for i, v := range m.Vertices {
		m.Vertices[i] = roundVec(v)
	}
	return m
}

func roundVec(v geom.Vec) geom.Vec {
	const grid = 1 << 14
	r := func(x float64) float64 { return math.Round(x*grid)/grid + 0 }
	return geom.Vec{X: r(v.X), Y: r(v.Y), Z: r(v.Z)}
}
