package scene

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// ellipsoid has a number of rings between two poles, each turned by half a step
// against the one below. With more steps around than rings no triangle of the unit
// sphere is obtuse where rows are straight, so the triangles are those of the
// convex hull (the circles around them are empty), and stay so when stretched.
func ellipsoid(size geom.Vec, around, rings int) *mesh.Mesh {
	m := &mesh.Mesh{Name: ShapeEllipsoid}
	pole := func(z float64) uint32 {
		m.Vertices = append(m.Vertices, geom.Vec{Z: 0.5 * float64(z*size.Z)})
		return uint32(len(m.Vertices) - 1)
	}
	pole(-1)
	for i := range rings {
		sp, cp := geom.Sincos(math.Pi * float64(i+1) / float64(rings+1))
		for j := range around {
			s, c := geom.Sincos(2 * math.Pi * (float64(j) + 0.5*float64(i%2)) / float64(around))
			m.Vertices = append(m.Vertices, geom.Vec{
				X: 0.5 * float64(size.X*float64(sp*c)), Y: 0.5 * float64(size.Y*float64(sp*s)), Z: -0.5 * float64(size.Z*cp),
			})
		}
	}
	connectRings(m, around, rings, true)
	top := pole(1)
	last := uint32((rings-1)*around + 1)
	for j := range uint32(around) {
		m.Triangles = append(m.Triangles, [3]uint32{top, last + j, last + (j+1)%uint32(around)})
	}
	return m
}

// bowl is the lower half of a sphere whose radius swings around the axis and up
// the wall.
func bowl(p *Procedural) *mesh.Mesh {
	m := &mesh.Mesh{Name: ShapeBowl, Vertices: []geom.Vec{{Z: -p.Radius}}}
	for i := range p.Section {
		up := 0.5 * math.Pi * float64(i+1) / float64(p.Section)
		sp, cp := geom.Sincos(up)
		rise, _ := geom.Sincos(float64(p.Waves) * up)
		for j := range p.Around {
			turn := 2 * math.Pi * float64(j) / float64(p.Around)
			s, c := geom.Sincos(turn)
			_, wave := geom.Sincos(float64(p.Waves) * turn)
			r := float64(p.Radius * (1 + float64(p.Ripple*float64(wave*rise))))
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(float64(r*sp) * c), Y: float64(float64(r*sp) * s), Z: -float64(r * cp)})
		}
	}
	connectRings(m, p.Around, p.Section, false)
	return m
}

// connectRings joins the rings of vertices that follow vertex 0, a pole below them:
// a fan, then two triangles a step. With turned, every second ring is half a step
// ahead of the others and the diagonals follow suit.
func connectRings(m *mesh.Mesh, around, rings int, turned bool) {
	at := func(i, j int) uint32 { return uint32(1 + i*around + j%around) }
	for j := range around {
		m.Triangles = append(m.Triangles, [3]uint32{0, at(0, j+1), at(0, j)})
	}
	for i := range rings - 1 {
		for j := range around {
			a, b, c, d := at(i, j), at(i, j+1), at(i+1, j+1), at(i+1, j)
			if turned && i%2 == 0 { // the upper ring is ahead: its vertex j stands over the middle of a b
				m.Triangles = append(m.Triangles, [3]uint32{a, b, d}, [3]uint32{b, c, d})
			} else {
				m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
			}
		}
	}
}
