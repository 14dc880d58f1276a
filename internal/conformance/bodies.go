package conformance

import (
	"errors"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// At is a translation.
func At(x, y, z float64) geom.Pose {
	return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y, Z: z}}
}

// Cube is the closed surface of [0, 1]³.
func Cube() *mesh.Mesh {
	m := &mesh.Mesh{Name: "cube"}
	for i := range 8 {
		m.Vertices = append(m.Vertices, geom.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)})
	}
	m.Triangles = [][3]uint32{
		{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
		{2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
	}
	return m
}

// Tori are two tori of one model, the second moved by r along X and a little more.
func Tori(r float64) []collide.Body { return two(scene.Torus("torus", 2, 0.7, 120, 40), r) }

// SmallTori are Tori of 1,120 triangles in place of 9,600.
func SmallTori(r float64) []collide.Body { return two(scene.Torus("torus", 2, 0.7, 40, 14), r) }

func two(of *mesh.Mesh, r float64) []collide.Body {
	m := collide.NewModel(of)
	return []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m, Pose: At(r, 0.3, 0.2)}}
}

// Detector returns a detector; an error ends the test.
func Detector(t testing.TB, bodies []collide.Body, opt collide.Options) *collide.Detector {
	t.Helper()
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Named returns a method of a table with options, each "name=value".
func Named(table []collide.Method, name string, options ...string) collide.Method {
	m, err := methods.Find(table, name, "")
	if err == nil {
		m, err = methods.With(m, options...)
	}
	if err != nil {
		panic(err)
	}
	return m
}

// CutBy reports whether err is that of a query cut short by a cause, for a reason.
func CutBy(err, cause error, reason string) bool {
	var e *collide.IncompleteError
	return errors.Is(err, collide.ErrIncomplete) && errors.Is(err, cause) && errors.As(err, &e) && e.Reason == reason
}
