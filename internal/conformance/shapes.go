package conformance

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// cuboid is a closed box mesh of n×n quadrilaterals a side around the origin.
func cuboid(size float64, n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "cuboid"}
	var w mesh.Welder
	step := size / float64(n)
	at := func(axis, side, i, j int) uint32 {
		c := [3]float64{}
		c[axis] = float64(side)*size - size/2
		c[(axis+1)%3] = float64(i)*step - size/2
		c[(axis+2)%3] = float64(j)*step - size/2
		return w.Add(geom.Vec{X: c[0], Y: c[1], Z: c[2]})
	}
	for axis := range 3 {
		for side := range 2 {
			for i := range n {
				for j := range n {
					a, b, c, d := at(axis, side, i, j), at(axis, side, i+1, j), at(axis, side, i+1, j+1), at(axis, side, i, j+1)
					if side == 0 {
						b, d = d, b
					}
					m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
				}
			}
		}
	}
	m.Vertices = w.Vertices()
	return m
}

// union puts two meshes into one.
func union(a, b *mesh.Mesh) *mesh.Mesh {
	n := uint32(len(a.Vertices))
	m := &mesh.Mesh{Name: a.Name, Vertices: append(append([]geom.Vec(nil), a.Vertices...), b.Vertices...), Triangles: append([][3]uint32(nil), a.Triangles...)}
	for _, t := range b.Triangles {
		m.Triangles = append(m.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
	}
	return m
}

// insideOut turns the triangles of m around, in place.
func insideOut(m *mesh.Mesh) *mesh.Mesh {
	for i := range m.Triangles {
		m.Triangles[i][0], m.Triangles[i][1] = m.Triangles[i][1], m.Triangles[i][0]
	}
	return m
}

// soup is n random triangles in the unit cube, edges about size long.
func soup(r *rand.Rand, n int, size float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: "soup"}
	for i := range n {
		c := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		for range 3 {
			d := geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}
			m.Vertices = append(m.Vertices, c.Add(d.Scale(2*size)))
		}
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return m
}

// lattice is n triangles with corners in {0 … side−1}³: they touch in every way
// there is, and many are degenerate.
func lattice(r *rand.Rand, n, side int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "lattice"}
	for i := range side * side * side {
		m.Vertices = append(m.Vertices, geom.Vec{X: float64(i % side), Y: float64(i / side % side), Z: float64(i / side / side)})
	}
	for range n {
		m.Triangles = append(m.Triangles, [3]uint32{
			uint32(r.IntN(len(m.Vertices))), uint32(r.IntN(len(m.Vertices))), uint32(r.IntN(len(m.Vertices))),
		})
	}
	return m
}

// mapped returns the mesh with f applied to every vertex.
func mapped(m *mesh.Mesh, f func(geom.Vec) geom.Vec) *mesh.Mesh {
	c := &mesh.Mesh{Name: m.Name, Triangles: m.Triangles}
	for _, v := range m.Vertices {
		c.Vertices = append(c.Vertices, f(v))
	}
	return c
}

func scaled(m *mesh.Mesh, s float64) *mesh.Mesh {
	return mapped(m, func(v geom.Vec) geom.Vec { return v.Scale(s) })
}

// rotation is a random rotation from a normalised quaternion.
func rotation(r *rand.Rand) geom.Mat {
	w, x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	l := math.Sqrt(float64(w*w) + float64(x*x) + float64(y*y) + float64(z*z))
	w, x, y, z = w/l, x/l, y/l, z/l
	return geom.Mat{
		1 - 2*(float64(y*y)+float64(z*z)), 2 * (float64(x*y) - float64(z*w)), 2 * (float64(x*z) + float64(y*w)),
		2 * (float64(x*y) + float64(z*w)), 1 - 2*(float64(x*x)+float64(z*z)), 2 * (float64(y*z) - float64(x*w)),
		2 * (float64(x*z) - float64(y*w)), 2 * (float64(y*z) + float64(x*w)), 1 - 2*(float64(x*x)+float64(y*y)),
	}
}

func at(x, y, z float64) geom.Pose {
	return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y, Z: z}}
}

func placed(name string, m *mesh.Mesh, p geom.Pose) collide.Body {
	return collide.Body{Name: name, Shape: collide.NewModel(m), Pose: p}
}
