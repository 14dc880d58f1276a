package gpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/motion"
)

// TestImpossibleCandidates: numbers that name no pair or no triangle are an error before they
// index anything.
func TestImpossibleCandidates(t *testing.T) {
	bodies := twoTetrahedra() // of four triangles each
	var c *confirmer
	method := collide.Method{Name: "spy", Backends: []collide.Backend{collide.GPU}, New: func(w *collide.World) (collide.Engine, error) {
		c = newConfirmer(w)
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
		det, err := collide.NewDetector(bodies, collide.Options{Method: "spy", Table: []collide.Method{method}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := det.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
		c.begin()
		if err := c.confirm(pairs, x.words); !errors.Is(err, x.want) {
			t.Errorf("%d: %v, want %v", x.words, err, x.want)
		}
	}
}

// spyEngine finds nothing.
type spyEngine struct{ c *confirmer }

func (e spyEngine) Find(_ *collide.World, dst []collide.Contact) ([]collide.Contact, error) {
	return dst, nil
}

// TestMarksBeyondTheEdges: a mark where there is no edge, or for no triangle, is an error.
func TestMarksBeyondTheEdges(t *testing.T) {
	for _, marks := range [][]byte{{0, 0, 1}, {2, 0, 0}} {
		e := &asking{}
		e.bodies = []streamBody{{texels: make([]edgeTexel, 2)}}
		e.develop(&shot{bytes: marks, visits: make([]visit, 1)})
		if !errors.Is(e.faulty, vulkan.ErrFaulty) {
			t.Errorf("marks %d: %v", marks, e.faulty)
		}
	}
}

// TestFoldsOfManyMeshes: the pairs of triangles along edges of all meshes that are tested against
// themselves are bounded together, before a count of 32 bits can come round.
func TestFoldsOfManyMeshes(t *testing.T) {
	d := vulkantest.Device(t)
	model := collide.NewModel(tetrahedron())
	var bodies []collide.Body
	for i := range 4 {
		bodies = append(bodies, collide.Body{Name: fmt.Sprint(i), Shape: model, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5 * float64(i)}}})
	}
	const folds = math.MaxUint32/4 - 1000 // the edges on triangles count, too
	for more, want := range map[uint64]error{0: nil, 2000: vulkan.ErrLimit} {
		det, err := collide.NewDetector(bodies, collide.Options{Method: "scd3", Self: true, Table: table(d, "scd3", 16, func(e *engine) {
			made := e.triangles
			e.triangles = func(w *collide.World, b *vulkan.Batch, g *models.Geometry, first int) phase {
				p := made(w, b, g, first)
				p.(*edgePhase).edges.of[0].folds = folds + more
				return p
			}
		})})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := det.Detect(context.Background()); !errors.Is(err, want) {
			t.Errorf("%d folds a mesh: %v, want %v", folds+more, err, want)
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestManyDeformingModels: more models are refitted in a batch than it has phases to time.
func TestManyDeformingModels(t *testing.T) {
	d := vulkantest.Device(t)
	var bodies []collide.Body
	var models []*collide.Model
	for i := range vulkan.MaxStamps {
		m := collide.NewModel(tetrahedron())
		models = append(models, m)
		bodies = append(bodies, collide.Body{Name: fmt.Sprint(i), Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.75 * float64(i)}}})
	}
	for _, method := range []string{"gpu-bvh", "scd3"} {
		det, err := collide.NewDetector(bodies, collide.Options{Method: method, Table: methodsOn(d)})
		if err != nil {
			t.Fatal(err)
		}
		for _, time := range []float64{0, 1} {
			for _, m := range models {
				if err := m.Deform(&motion.Twist{Axis: 2, Rate: 0.3, Period: 4}, tetrahedron().Vertices, time); err != nil {
					t.Fatal(err)
				}
			}
			r, err := det.Detect(context.Background())
			if want := detect(t, bodies, collide.Options{Method: "brute"}); err != nil || r.Hash() != want.Hash() {
				t.Errorf("%s, time %v: %v", method, time, err)
			}
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
	}
}
