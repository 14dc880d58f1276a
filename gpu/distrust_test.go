package gpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
)

// TestImpossibleCandidates: numbers that name no pair or no triangle are an error before they
// index anything.
func TestImpossibleCandidates(t *testing.T) {
	bodies := twoTetrahedra() // of four triangles each
	var c *query.Confirmer
	method := gputest.Given{Name: "spy", Engine: func(w *world.World) (world.Engine, error) {
		c = query.NewConfirmer(w)
		return spyEngine{c}, nil
	}}
	pairs := []broad.Pair{{A: 0, B: 1}}
	for _, x := range []struct {
		words []uint32
		want  error
	}{
		{[]uint32{0, 3, 3}, nil}, {[]uint32{0, 3, 4}, vulkan.ErrFaulty}, {[]uint32{0, 4, 3}, vulkan.ErrFaulty}, {[]uint32{1, 0, 0}, vulkan.ErrFaulty},
		{[]uint32{0, 0, 0, 0, math.MaxUint32, 0}, vulkan.ErrFaulty},
	} {
		det, err := collide.NewDetector(bodies, collide.Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := det.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
		c.Begin()
		if err := c.Confirm(pairs, x.words); !errors.Is(err, x.want) {
			t.Errorf("%d: %v, want %v", x.words, err, x.want)
		}
	}
}

// spyEngine finds nothing.
type spyEngine struct{ c *query.Confirmer }

func (e spyEngine) Find(_ *world.World, dst []world.Contact) ([]world.Contact, error) {
	return dst, nil
}

// TestManyDeformingModels: more models are refitted in a batch than it has phases to time.
func TestManyDeformingModels(t *testing.T) {
	d := vulkantest.Device(t)
	var bodies []collide.Body
	var models []*collide.Model
	for i := range vulkan.MaxStamps {
		m := collide.NewModel(gputest.Tetrahedron())
		models = append(models, m)
		bodies = append(bodies, collide.Body{Name: fmt.Sprint(i), Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.75 * float64(i)}}})
	}
	for _, method := range []string{"gpu-bvh", "scd3"} {
		det, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Named(methodsOn(d), method)})
		if err != nil {
			t.Fatal(err)
		}
		for _, time := range []float64{0, 1} {
			for _, m := range models {
				if err := m.Deform(&motion.Twist{Axis: 2, Rate: 0.3, Period: 4}, gputest.Tetrahedron().Vertices, time); err != nil {
					t.Fatal(err)
				}
			}
			r, err := det.Detect(context.Background())
			if want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")}); err != nil || r.Hash() != want.Hash() {
				t.Errorf("%s, time %v: %v", method, time, err)
			}
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
	}
}
