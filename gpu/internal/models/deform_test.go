package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// deformations are those that the device computes, in units of the model.
func deformations(unit float64) map[string]motion.Deformation {
	return map[string]motion.Deformation{
		"twist x":    &motion.Twist{Axis: motion.X, Rate: 2 / unit, Period: 1},
		"twist z":    &motion.Twist{Axis: motion.Z, Rate: -70 / unit, Period: 1},
		"wave":       &motion.Wave{Along: motion.X, Across: motion.Y, Amplitude: 0.3 * unit, Length: 0.7 * unit, Period: 1},
		"wave along": &motion.Wave{Along: motion.Z, Across: motion.Z, Amplitude: 0.1 * unit, Length: 0.3 * unit, Period: 1},
	}
}

// TestDeformKernel: the device's vertices are where package motion has them, within
// the bound, and the bound is not generous beyond reason.
func TestDeformKernel(t *testing.T) {
	vulkantest.Device(t)
	r := rand.New(rand.NewPCG(3, 1))
	for _, scale := range []float64{1, 0x1p-900, 0x1p900} {
		for name, by := range deformations(scale) {
			t.Run(fmt.Sprintf("%s %g", name, scale), func(t *testing.T) {
				points := make([]geom.Vec, 700)
				for i := range points {
					points[i] = geom.Vec{X: r.NormFloat64() / 3, Y: r.NormFloat64(), Z: 0.2 * r.NormFloat64()}.Scale(scale)
				}
				checkDeform(t, points, by)
			})
		}
	}
}

func checkDeform(t *testing.T, rest []geom.Vec, by motion.Deformation) {
	points := &mesh.Mesh{Name: "points", Vertices: append([]geom.Vec(nil), rest...)}
	for i := range uint32(len(rest) - 2) {
		points.Triangles = append(points.Triangles, [3]uint32{i, i + 1, i + 2})
	}
	m := world.NewModel(points)
	b := vulkantest.Batch(t)
	g := &Geometry{Vertices: b.Device().NewBuffer("vertices"), Triangles: b.Device().NewBuffer("triangles"), Rest: b.Device().NewBuffer("rest"),
		Models: []Model{{Model: m, vertices: len(rest), Triangles: len(points.Triangles)}}}
	defer g.Close()
	d := &g.Models[0]
	got := make([]float32, 3*len(rest))
	worst, bound := 0.0, 0.0
	for _, at := range []float64{0, 0.01, 0.1, 0.25, 0.7} {
		if err := m.Deform(by, rest, at); err != nil {
			t.Fatal(err)
		}
		if err := g.Grow(); err != nil {
			t.Fatal(err)
		}
		box := m.Mesh().Bounds()
		d.Measure(&box)
		b.Start()
		if !g.deform(b, d) {
			t.Fatalf("at %g the device does not deform", at)
		}
		b.Read(vulkan.BytesOf(got), g.Vertices, 0)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		for i, v := range m.Mesh().Vertices {
			for k, x := range [3]float64{v.X - d.Center.X, v.Y - d.Center.Y, v.Z - d.Center.Z} {
				e := math.Abs(float64(got[3*i+k]) - Scaled(x, -d.Exponent[k]))
				worst, bound = max(worst, e/d.Off[k]), max(bound, d.Off[k])
				if e > d.Off[k] {
					t.Fatalf("at %g vertex %d is off by %g on axis %d, the bound is %g", at, i, e, k, d.Off[k])
				}
			}
		}
	}
	t.Logf("off by at most %.2g of the bound, which is at most %.2g", worst, bound)
}

// TestNotDeformed: what the kernel does not compute closely is sent.
func TestNotDeformed(t *testing.T) {
	rest := []geom.Vec{{X: 1, Y: 1e-30, Z: 1}, {X: -1}, {Z: -1, Y: 1e-30}}
	d := &Model{rest: restData{rest, restExponents(rest)}}
	for name, by := range map[string]motion.Deformation{
		"fast":  &motion.Twist{Axis: motion.X, Rate: 1e9, Period: 1},
		"thin":  &motion.Twist{Axis: motion.X, Rate: 1, Period: 1},
		"steep": &motion.Wave{Along: motion.X, Across: motion.Z, Amplitude: 1e9, Length: 1, Period: 1},
		"other": still{},
	} {
		var f deformation
		if f.of(&world.Deformed{By: by, Rest: rest, Time: 0.25}, d) {
			t.Errorf("%s: the device deforms it, within %g", name, f.off)
		}
	}
}

type still struct{}

func (still) Check() error { return nil }

func (still) Vertices(dst, rest []geom.Vec, _ float64) []geom.Vec { return append(dst, rest...) }
