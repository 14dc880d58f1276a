// Package gputest has what tests of the methods on a device share: tables of one method,
// queries, meshes.
package gputest

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// Given is a method that makes its engines by a function.
type Given struct {
	Name   string
	Engine func(w *world.World) (world.Engine, error)
}

// About implements collide.Method.
func (m Given) About() collide.About { return collide.About{Name: m.Name, Backend: collide.GPU} }

// With implements collide.Method: there are no options.
func (m Given) With(string, string) (collide.Method, error) { return nil, collide.ErrOption }

// Make implements world.Maker.
func (m Given) Make(w *world.World) (world.Engine, error) { return m.Engine(w) }

// Method is a recipe under its name, its append buffers beginning with room for
// capacity elements. It hands the engines it makes to made.
func Method(d *vulkan.Device, name string, r query.Recipe, capacity int, made func(w *world.World, e *query.Engine)) collide.Method {
	return Given{name, func(w *world.World) (world.Engine, error) {
		e := query.New(d, w, r)
		e.Capacity = capacity
		made(w, e)
		return e, nil
	}}
}

// Detect runs one query.
func Detect(t *testing.T, bodies []collide.Body, o collide.Options) *collide.Result {
	t.Helper()
	det, err := collide.NewDetector(bodies, o)
	if err != nil {
		t.Fatal(err)
	}
	defer det.Close()
	r, err := det.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r.Clone()
}

// Torus is a closed surface of 2·n·m triangles.
func Torus(n, m int, r float64) *mesh.Mesh {
	out := &mesh.Mesh{Name: "torus"}
	for i := range n {
		for j := range m {
			a, b := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(m)
			out.Vertices = append(out.Vertices, geom.Vec{
				X: math.Cos(a) * (1 + r*math.Cos(b)), Y: math.Sin(a) * (1 + r*math.Cos(b)), Z: r * math.Sin(b),
			})
		}
	}
	at := func(i, j int) uint32 { return uint32(i%n*m + j%m) }
	for i := range n {
		for j := range m {
			out.Triangles = append(out.Triangles,
				[3]uint32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]uint32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return out
}

// Twisted turns points about the y axis, the farther along it the more, and stretches them.
func Twisted(v []geom.Vec, turns float64) []geom.Vec {
	out := make([]geom.Vec, len(v))
	for i, p := range v {
		s, c := math.Sincos(turns * p.Y)
		out[i] = geom.Vec{X: c*p.X + s*p.Z, Y: p.Y * (1 + turns/4), Z: c*p.Z - s*p.X}
	}
	return out
}

// Play is a scene in motion under one method.
type Play struct {
	*collide.Detector
	*scene.Animation
}

// Load loads a scene each time, so that deforming bodies are not shared.
func Load(t testing.TB, s *scene.Scene, opt collide.Options) Play {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.json")
	f, err := os.Create(path)
	if err == nil {
		err = scene.Write(f, s)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var l scene.Loader
	placed, err := l.Scene(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	var bodies []collide.Body
	for _, p := range placed {
		bodies = append(bodies, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: p.Immovable})
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return Play{d, scene.NewAnimation(placed)}
}

// At returns the answer at a time.
func (p Play) At(t testing.TB, time float64) *collide.Result {
	t.Helper()
	if err := p.Set(p.Detector, time); err != nil {
		t.Fatal(err)
	}
	r, err := p.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Uniform returns a point of a cube about the origin.
func Uniform(r *rand.Rand, size float64) geom.Vec {
	return geom.Vec{X: (2*r.Float64() - 1) * size, Y: (2*r.Float64() - 1) * size, Z: (2*r.Float64() - 1) * size}
}

// Symmetric returns a random symmetric matrix.
func Symmetric(r *rand.Rand) geom.Mat {
	var m geom.Mat
	for i := range 3 {
		for j := range i + 1 {
			m[3*i+j] = r.NormFloat64()
			m[3*j+i] = m[3*i+j]
		}
	}
	return m
}

// Moved returns a translation.
func Moved(by geom.Vec) geom.Pose { return geom.Pose{R: geom.Identity.R, T: by} }

// Tetrahedron is the corner of a unit cube.
func Tetrahedron() *mesh.Mesh {
	return &mesh.Mesh{
		Name: "tetrahedron", Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}},
	}
}
