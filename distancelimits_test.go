package collide_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// facet is a mesh of one triangle.
func facet(a, b, c geom.Vec) collide.Body {
	return collide.Body{Shape: collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{a, b, c}, Triangles: [][3]uint32{{0, 1, 2}}})}
}

func xyz(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// TestDistanceBoundsHoldAllPairs: a pair that the allowed error leaves out whole is nearer than
// the answer by less than that error, and the interval reports it.
func TestDistanceBoundsHoldAllPairs(t *testing.T) {
	t.Parallel()
	h := math.Sqrt2 / 2
	bodies := []collide.Body{
		facet(xyz(0, 0, 0), xyz(10, 10, 0), xyz(10, 10, 0.001)),
		facet(xyz(h, -h, 0), xyz(10+h, 10-h, 0), xyz(10+h, 10-h, 0.001)),
		facet(xyz(-0.9995, 0, 0), xyz(-2, 0, 0), xyz(-2, -0.1, 0)),
	}
	for _, allowed := range []float64{1e-3, 1e-2, 0.5} {
		r, ok, err := detector(t, bodies, collide.Options{Error: allowed}).Distance(t.Context())
		if err != nil || !ok || !(r.Lo <= 0.9995 && 0.9995 <= r.Hi) || r.Hi > r.Lo*(1+2*allowed) {
			t.Errorf("error %v: %+v, %v", allowed, r, err)
		}
	}
	ball := collide.Body{Shape: shape.Sphere{Radius: 0.5}}
	r, _, err := detector(t, []collide.Body{facet(xyz(1, 1, 0), xyz(1, 1, 5), xyz(2, 2, 5)), ball}, collide.Options{Error: 1e-3}).Distance(t.Context())
	if exact := 0.9142135623730950488; err != nil || !(r.Lo < exact && exact < r.Hi) || r.Lo == r.Hi {
		t.Errorf("√2 − ½: %+v, %v", r, err)
	}
	near := []collide.Body{facet(xyz(0, 0, 0), xyz(-1, 1, 0), xyz(-1, -1, 0)), facet(xyz(5e-324, 0, 0), xyz(1, 1, 0), xyz(1, -1, 0))}
	if r, _, err := detector(t, near, collide.Options{Error: 1e-3}).Distance(t.Context()); err != nil || r.Lo != 5e-324 {
		t.Errorf("the least distance above 0: %+v, %v", r, err)
	}
}

// TestMeasuringStops: exact arithmetic over many equal candidates ends with the budget.
func TestMeasuringStops(t *testing.T) {
	t.Parallel()
	grid := func(x, y, z float64) collide.Body {
		const n = 120
		m := &mesh.Mesh{}
		for i := range n * n {
			m.Vertices = append(m.Vertices, xyz(float64(i%n)+x, float64(i/n)+y, z))
			if k := uint32(i); i%n < n-1 && i/n < n-1 {
				m.Triangles = append(m.Triangles, [3]uint32{k, k + 1, k + n}, [3]uint32{k + 1, k + n + 1, k + n})
			}
		}
		return collide.Body{Shape: collide.NewModel(m)}
	}
	d := detector(t, []collide.Body{grid(0, 0, 0), grid(0.3, 0.4, 1)}, collide.Options{Workers: 1, Budget: collide.Budget{Time: 50 * time.Millisecond}})
	for name, ask := range map[string]func() error{
		"Distance": func() error { _, _, err := d.Distance(t.Context()); return err },
		"Within":   func() error { _, err := d.Within(t.Context(), 1); return err },
	} {
		start := time.Now()
		if err := ask(); !errors.Is(err, collide.ErrBudget) {
			t.Errorf("%s: %v after %v", name, err, time.Since(start))
		}
	}
}

// TestContainedAmongUndecided: a distance that is known to be 0 stays 0 where another pair is
// undecided.
func TestContainedAmongUndecided(t *testing.T) {
	t.Parallel()
	p := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 1}
	closed := p.Mesh()
	open := opened(closed)
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}} }
	small := facet(xyz(0, 0, 0.25), xyz(0.25, 0, 0.25), xyz(0, 0.25, 0.25))
	far := small
	far.Pose = at(10)
	bodies := []collide.Body{{Shape: collide.NewModel(open), Pose: at(10)}, {Shape: collide.NewModel(closed)}, small, far}
	r, ok, err := detector(t, bodies, collide.Options{Solid: true}).Distance(t.Context())
	if !ok || r.Lo != 0 || r.Hi != 0 || r.Inside == collide.NotInside || err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRaysBeyondTheRange: where the way to a box overflows nothing is left out.
func TestRaysBeyondTheRange(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{}
	for i := range 64 {
		x := 1.7e308 + float64(i)*1e303
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, xyz(x, -1, -1), xyz(x, 2, -1), xyz(x, -1, 2))
		m.Triangles = append(m.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	ray := collide.Ray{Origin: xyz(-1.7e308, 0, 0), Direction: xyz(1.99, 0, 0), Max: 1.75e308}
	for _, method := range []string{"brute", "auto"} {
		hits, err := detector(t, []collide.Body{{Shape: collide.NewModel(m)}}, collide.Options{Method: named(method)}).RaycastAll(t.Context(), ray)
		if err != nil || len(hits) != 64 {
			t.Errorf("%s: %d hits of 64, %v", method, len(hits), err)
		}
	}
}
