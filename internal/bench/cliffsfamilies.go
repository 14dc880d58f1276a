package bench

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	solid "github.com/collide-go/collide/shape"
)

// family is a kind of workload with one parameter.
type family struct {
	name string
	// parameter is drawn between from and to, evenly on a logarithmic scale.
	parameter string
	from, to  float64
	// bodies makes the workload; the first body moves a little from pose to pose.
	bodies func(r draws, x float64) []collide.Body
	// still keeps the poses as they are.
	still bool
}

// families are what users bring: those in which methods are known to have been slow, and those they
// are known to be good at.
var families = []family{
	{name: "rounded rotations", parameter: "decimals", from: 3, to: 16, bodies: func(r draws, x float64) []collide.Body {
		b := twoTori(r, 0.9)
		k := math.Pow(10, math.Round(x))
		for i := range b[0].Pose.R {
			b[0].Pose.R[i] = math.Round(b[0].Pose.R[i]*k) / k
		}
		return b
	}},
	{name: "scaled poses", parameter: "scale", from: 0.03, to: 30, bodies: func(r draws, x float64) []collide.Body {
		b := twoTori(r, 0.9)
		for i := range b[0].Pose.R {
			b[0].Pose.R[i] *= x
		}
		b[0].Pose.T = b[0].Pose.T.Scale(max(1, x))
		return b
	}},
	{name: "cuboid in a fine mesh", parameter: "triangles", from: 100, to: 1e5, bodies: func(r draws, x float64) []collide.Body {
		return two(r, cuboid(1, 2, 3, 1), torusOf(x), 2)
	}},
	{name: "fine mesh on a table", parameter: "triangles", from: 100, to: 1e5, bodies: func(r draws, x float64) []collide.Body {
		ball, table := ballOf(x), cuboid(16, 12, 0.3, 1)
		return []collide.Body{{Shape: ball, Pose: geom.Pose{R: r.rotation(geom.Vec{}).R, T: geom.Vec{X: r.Float64(), Z: 1.145}}}, {Shape: table}}
	}},
	{name: "long strips and a small part", parameter: "size ratio", from: 1, to: 1e3, bodies: func(r draws, x float64) []collide.Body {
		return two(r, ellipsoid(x, x, 2, 96, 2), ballOf(1000), 0.9)
	}},
	{name: "faces in a plane", parameter: "triangles", from: 100, to: 3e4, still: true, bodies: func(_ draws, x float64) []collide.Body {
		m := cuboid(2, 2, 2, detailOf(x))
		return []collide.Body{{Shape: m, Pose: shifted(2, 0.25, 0.125)}, {Shape: m}}
	}},
	{name: "many triangles on a floor of two", parameter: "triangles", from: 100, to: 1e5, still: true, bodies: func(_ draws, x float64) []collide.Body {
		return []collide.Body{{Shape: cuboid(2, 2, 2, detailOf(x)), Pose: shifted(0, 0, 1.5)}, {Shape: cuboid(16, 16, 1, 1)}}
	}},
	{name: "a mesh with itself", parameter: "triangles", from: 100, to: 3000, still: true, bodies: func(r draws, x float64) []collide.Body {
		m, p := torusOf(x), geom.Pose{R: r.rotation(geom.Vec{}).R}
		return []collide.Body{{Shape: m, Pose: p}, {Shape: m, Pose: p}}
	}},
	{name: "a mesh nearly in itself", parameter: "offset", from: 1e-6, to: 1e-3, still: true, bodies: func(r draws, x float64) []collide.Body {
		m, p := torusOf(2000), geom.Pose{R: r.rotation(geom.Vec{}).R}
		q := p
		q.T = r.direction().Scale(x)
		return []collide.Body{{Shape: m, Pose: p}, {Shape: m, Pose: q}}
	}},
	{name: "parallel rods", parameter: "aspect", from: 1, to: 1e3, bodies: func(r draws, x float64) []collide.Body {
		m := ellipsoid(2, 2, 2*x, 2000, 2)
		return []collide.Body{{Shape: m, Pose: shifted(1.9*r.Float64(), 0.2, 0.1*x)}, {Shape: m}}
	}},
	{name: "few triangles", parameter: "gap", from: 1e-3, to: 1, bodies: func(r draws, x float64) []collide.Body {
		return two(r, ballOf(20), ballOf(20), 1.6+x)
	}},
	{name: "box in a mesh", parameter: "triangles", from: 100, to: 1e5, bodies: func(r draws, x float64) []collide.Body {
		b := two(r, torusOf(x), torusOf(20), 2)
		b[1] = collide.Body{Shape: solid.Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}}, Pose: r.rotation(geom.Vec{})}
		return b
	}},
	{name: "boxes", parameter: "bodies", from: 10, to: 3000, bodies: func(r draws, x float64) []collide.Body {
		return scattered(r, x, solid.Box{Size: geom.Vec{X: 0.6, Y: 0.8, Z: 1}})
	}},
	{name: "bodies of 80 triangles", parameter: "bodies", from: 3, to: 1000, bodies: func(r draws, x float64) []collide.Body {
		return scattered(r, x, collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 0.5, Detail: 2}).Mesh()))
	}},
	{name: "smooth meshes", parameter: "gap", from: 1e-3, to: 1, bodies: func(r draws, x float64) []collide.Body {
		return two(r, ballOf(20000), ballOf(20000), 1.99+x)
	}},
	{name: "large and small", parameter: "size ratio", from: 1, to: 1e3, bodies: func(r draws, x float64) []collide.Body {
		b := two(r, ballOf(20000), ballOf(2000), 1)
		for i := range b[1].Pose.R {
			b[1].Pose.R[i] /= x
		}
		return b
	}},
	{name: "needles", parameter: "aspect", from: 1, to: 1e3, bodies: func(r draws, x float64) []collide.Body {
		return []collide.Body{{Shape: needles(r, x), Pose: r.rotation(geom.Vec{})}, {Shape: needles(r, x)}}
	}},
}

func shifted(x, y, z float64) geom.Pose {
	return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y, Z: z}}
}

// two turns both bodies and moves the first by a distance.
func two(r draws, a, b collide.Shape, distance float64) []collide.Body {
	p := r.rotation(geom.Vec{})
	p.T = r.direction().Scale(distance)
	return []collide.Body{{Shape: a, Pose: p}, {Shape: b, Pose: geom.Pose{R: r.rotation(geom.Vec{}).R}}}
}

func twoTori(r draws, distance float64) []collide.Body {
	return two(r, torusOf(4000), torusOf(4000), distance)
}

func torusOf(triangles float64) *collide.Model {
	k := max(3, int(math.Sqrt(triangles/8)))
	return collide.NewModel(scene.Torus("torus", 2, 0.7, 4*k, k))
}

func ballOf(triangles float64) *collide.Model {
	return collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: max(1, int(math.Sqrt(triangles/20)))}).Mesh())
}

func detailOf(triangles float64) int { return max(1, int(math.Sqrt(triangles/12))) }

func cuboid(x, y, z float64, detail int) *collide.Model {
	return collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: x, Y: y, Z: z}, Detail: detail}).Mesh())
}

// ellipsoid has strips from pole to pole where section is small.
func ellipsoid(x, y, z float64, around, section int) *collide.Model {
	p := scene.Procedural{Shape: scene.ShapeEllipsoid, Size: geom.Vec{X: x, Y: y, Z: z}, Around: around, Section: section}
	return collide.NewModel(p.Mesh())
}

// scattered places bodies of one shape in a cube of about four times their volume.
func scattered(r draws, n float64, s collide.Shape) (bodies []collide.Body) {
	side := 1.6 * math.Cbrt(n)
	for range int(n) {
		p := r.rotation(geom.Vec{})
		p.T = geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: side * r.Float64()}
		bodies = append(bodies, collide.Body{Shape: s, Pose: p})
	}
	return bodies
}

// needles are 2,000 triangles as wide as they are long over the aspect, in a cube.
func needles(r draws, aspect float64) *collide.Model {
	m := &mesh.Mesh{Name: "needles"}
	for i := range uint32(2000) {
		at := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		m.Vertices = append(m.Vertices, at, at.Add(r.direction().Scale(0.2)), at.Add(r.direction().Scale(0.2/aspect)))
		m.Triangles = append(m.Triangles, [3]uint32{3 * i, 3*i + 1, 3*i + 2})
	}
	return collide.NewModel(m)
}
