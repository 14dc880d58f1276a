package collide_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// wall is a mesh of two triangles at x = 0 with a corner at each (±size, ±size).
func wall(size float64) *collide.Model {
	return collide.NewModel(&mesh.Mesh{
		Vertices:  []geom.Vec{{Y: -size, Z: -size}, {Y: size, Z: -size}, {Y: size, Z: size}, {Y: -size, Z: size}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	})
}

// TestCylinderDistances: every method encloses the distance of a cylinder from every shape, whichever is first, and its clearance is what follows: near at
// an exact distance, clear below.
func TestCylinderDistances(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pin := shape.Cylinder{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 1.5}
	hull := shape.Convex{Points: []geom.Vec{{X: 1}, {X: 2, Y: 1}, {X: 2, Y: -1}, {X: 2, Z: 1}, {X: 2, Z: -1}, {X: 3}, {X: 2.5}, {X: 2}, {X: 2, Y: 0.5}}}
	turned := geom.Pose{R: geom.Mat{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}, T: geom.Vec{X: 5}}
	for k, c := range []struct {
		what  string
		other collide.Shape
		at    geom.Pose
		want  float64
		exact bool
	}{
		{"a ball beside", shape.Sphere{Radius: 0.25}, at(3, 4, 1), 3.25, true},
		{"a ball at the rim", shape.Sphere{Radius: 1}, at(4.5, 0, 6), 4, true},
		{"a ball that touches", shape.Sphere{Radius: 1}, at(2.5, 0, 0), 0, true},
		{"a ball within", shape.Sphere{Radius: 0.1}, at(0, 1, 0), 0, true},
		{"a box", shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, at(5, 0, 1), 2.5, true},
		{"a box above", shape.Box{Size: geom.Vec{X: 9, Y: 9, Z: 2}}, at(1, 0, 4), 1, true},
		{"a box around", shape.Box{Size: geom.Vec{X: 9, Y: 9, Z: 9}}, at(0, 0, 0), 0, true},
		{"a turned box", shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, turned, math.Sqrt(13) - 1.5, false},
		{"a hull", hull, at(2, 0, 0), 1.5, true},
		{"a capsule", shape.Capsule{A: geom.Vec{Y: -3}, B: geom.Vec{Y: 3}, Radius: 0.5}, at(4, 0, 0), 2, true},
		{"a capsule over the rim", shape.Capsule{A: geom.Vec{Y: -3}, B: geom.Vec{Y: 3}, Radius: 1}, at(4.5, 0, 6), 4, true},
		{"a cylinder", shape.Cylinder{A: geom.Vec{Y: -3}, B: geom.Vec{Y: 3}, Radius: 0.5}, at(4, 0, 0), 2, false},
		{"a cylinder above", shape.Cylinder{A: geom.Vec{Z: -3}, B: geom.Vec{Z: 3}, Radius: 0.5}, at(1, 1, 7), 2, false},
		{"a cone beside", shape.Cone{Base: geom.Vec{X: 3}, Apex: geom.Vec{}, Radius: 4}, at(4, 0, 0), 2.5, false},
		{"a cone above", shape.Cone{Base: geom.Vec{Z: 3}, Apex: geom.Vec{}, Radius: 4}, at(1, 0, 3), 1, false},
		{"a cone that touches", shape.Cone{Base: geom.Vec{Z: 3}, Apex: geom.Vec{}, Radius: 4}, at(1, 0, 2), 0, true},
		{"a cylinder that touches", shape.Cylinder{A: geom.Vec{Z: -3}, B: geom.Vec{Z: 3}, Radius: 0.5}, at(1, 1, 5), 0, true},
		{"a wall", wall(9), at(4, 1, 1), 2.5, false},
		{"a small wall", wall(0.5), at(4, 1, 1), math.Sqrt(16.25) - 1.5, false},
		{"a wall within", wall(0.5), at(0.5, 0, 0), 0, true},
		{"a floor", shape.HalfSpace{Normal: geom.Vec{Z: 3}}, at(0, 0, -2.5), 0.5, true},
		{"a slope", shape.HalfSpace{Normal: geom.Vec{X: 3, Z: 4}}, at(-10, 0, 0), 6 - 0.6*1.5 - 0.8*2, false},
		{"a floor that touches", shape.HalfSpace{Normal: geom.Vec{Z: 3}}, at(0, 0, -2), 0, true},
	} {
		for i, name := range measuring {
			for turn := range 2 {
				if (turn+k+i)%2 > 0 && !require.CI() {
					continue // shapes and methods share the orders out
				}
				bodies := []collide.Body{{Name: "pin", Shape: pin}, {Name: "other", Shape: c.other, Pose: c.at}}
				if turn == 1 {
					slices.Reverse(bodies)
				}
				d, err := collide.NewDetector(bodies, collide.Options{Method: named(name)})
				if err != nil {
					t.Fatal(err)
				}
				r, ok, err := d.Distance(ctx)
				if err != nil || !ok || !(r.Lo <= c.want*(1+1e-15) && c.want*(1-1e-15) <= r.Hi) || r.Hi-r.Lo > 4e-12 || r.Value != r.Lo {
					t.Errorf("%s, %s: [%v, %v], %v, want %v", name, c.what, r.Lo, r.Hi, err, c.want)
					continue
				}
				if all, err := d.Distances(ctx, math.Inf(1), nil); err != nil || len(all) != 1 || all[0].Lo != r.Lo || all[0].Hi != r.Hi {
					t.Errorf("%s, %s: Distances has %+v, %v, Distance [%v, %v]", name, c.what, all, err, r.Lo, r.Hi)
				}
				if way := r.Points[1].Sub(r.Points[0]).Norm(); math.Abs(way-c.want) > 1e-11 {
					t.Errorf("%s, %s: %v are %v apart, the distance is %v", name, c.what, r.Points, way, c.want)
				}
				near := map[float64]collide.Verdict{r.Hi: collide.InContact, c.want + 1: collide.InContact}
				if c.exact {
					near[c.want] = collide.InContact
				}
				if r.Lo > 1e-9 {
					near[r.Lo-1e-11] = collide.Free
				}
				for distance, want := range near {
					if in, err := d.Within(ctx, distance); err != nil || in.Verdict != want {
						t.Errorf("%s, %s, which are [%v, %v] apart: within %v: %+v, %v", name, c.what, r.Lo, r.Hi, distance, in, err)
					}
				}
			}
		}
	}
}

// TestCylinderClearanceIsUnknown: where the bounds leave it open the answer is neither free nor complete.
func TestCylinderClearanceIsUnknown(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pin := collide.Body{Name: "pin", Shape: shape.Cylinder{B: geom.Vec{Z: 5}, Radius: 2}}
	ball := collide.Body{Name: "ball", Shape: shape.Sphere{}, Pose: at(4, 5, -7)}
	dot := collide.Body{Name: "dot", Shape: collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}}, Triangles: [][3]uint32{{0, 0, 0}}}), Pose: at(4, 5, -7)}
	for _, other := range []collide.Body{ball, dot} {
		for _, name := range measuring {
			d, err := collide.NewDetector([]collide.Body{other, pin}, collide.Options{Method: named(name)})
			if err != nil {
				t.Fatal(err)
			}
			r, _, err := d.Distance(ctx)
			if err != nil || !(r.Lo < r.Hi) {
				t.Fatalf("%s: [%v, %v], %v", name, r.Lo, r.Hi, err)
			}
			in, err := d.Within(ctx, r.Lo)
			var cut *collide.IncompleteError
			if in == nil || in.Verdict != collide.Unknown || in.Rest != collide.Free || !errors.As(err, &cut) || !errors.Is(err, collide.ErrUndecided) || !strings.Contains(cut.Reason, "pin") {
				t.Errorf("%s, within %v of [%v, %v]: %+v, %v", name, r.Lo, r.Lo, r.Hi, in, err)
			}
			if in, err = d.Within(ctx, r.Hi); err != nil || in.Verdict != collide.InContact {
				t.Errorf("%s, within %v: %+v, %v", name, r.Hi, in, err)
			}
			d.Allow(0, 1, true)
			if in, err = d.Within(ctx, r.Lo); err != nil || in.Verdict != collide.Free {
				t.Errorf("%s, a pair that may touch: %+v, %v", name, in, err)
			}
		}
	}
}

// TestCylinderAndMesh compares distances and clearances with those of each triangle by itself, Nearest among them.
func TestCylinderAndMesh(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 20))
	var tally predicate.Tally
	for k := range require.Samples(100, 4, 2) {
		var m mesh.Mesh
		for range 60 {
			p := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(3)
			for range 3 {
				m.Vertices = append(m.Vertices, p.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}))
			}
			n := uint32(len(m.Vertices))
			m.Triangles = append(m.Triangles, [3]uint32{n - 3, n - 2, n - 1})
		}
		pin := shape.Cylinder{A: geom.Vec{X: 8}, B: geom.Vec{X: 8 + r.NormFloat64(), Y: r.NormFloat64(), Z: 2}, Radius: r.Float64()}
		a := predicate.Axial{A: pin.A, B: pin.B, Radius: pin.Radius, Flat: true}
		for _, name := range measuring {
			d, err := collide.NewDetector([]collide.Body{{Shape: collide.NewModel(&m)}, {Shape: pin}}, collide.Options{Method: named(name)})
			if err != nil {
				t.Fatal(err)
			}
			least, within, touch := math.Inf(1), 0, false
			limit := 1.5
			for i := range m.Triangles {
				q := m.Triangle(i)
				g := tally.GapTriangle(&a, &q, 0)
				least = min(least, g.Hi)
				touch = touch || tally.AxialTriangle(&a, &q)
				if g.Hi <= limit {
					within++
				}
			}
			if touch {
				least = 0
			}
			got, _, err := d.Distance(ctx)
			if err != nil || got.Lo > least || got.Hi < least-1e-12 || got.Hi-got.Lo > 1e-12 {
				t.Fatalf("%s, %d: [%v, %v], %v, want %v", name, k, got.Lo, got.Hi, err, least)
			}
			in, err := d.Within(ctx, limit)
			if err != nil || len(in.Contacts) != within {
				t.Fatalf("%s, %d: %d triangles within %v, %v, want %d", name, k, len(in.Contacts), limit, err, within)
			}
			x := geom.Vec{X: 20 * r.Float64(), Y: r.NormFloat64()}
			point := geom.Triangle{x, x, x}
			want := tally.GapTriangle(&a, &point, 0).Hi
			for i := range m.Triangles {
				q := m.Triangle(i)
				n := tally.Distance(&q, &point)
				want = min(want, n.Square.Root())
			}
			if near, ok, err := d.Nearest(ctx, x); err != nil || !ok || !(near.Lo <= want && want <= near.Hi) || near.Hi-near.Lo > 1e-12 {
				t.Fatalf("%s, %d: nearest to %v [%v, %v], %v, want %v", name, k, x, near.Lo, near.Hi, err, want)
			}
		}
	}
}
