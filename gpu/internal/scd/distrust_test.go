package scd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/world"
)

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
	model := collide.NewModel(gputest.Tetrahedron())
	var bodies []collide.Body
	for i := range 4 {
		bodies = append(bodies, collide.Body{Name: fmt.Sprint(i), Shape: model, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5 * float64(i)}}})
	}
	const folds = math.MaxUint32/4 - 1000 // the edges on triangles count, too
	for more, want := range map[uint64]error{0: nil, 2000: vulkan.ErrLimit} {
		det, err := collide.NewDetector(bodies, collide.Options{Self: true, Method: gputest.Method(d, "scd3", Recipe(aabb.Options{}.WithDefaults()), 16, func(_ *world.World, e *query.Engine) {
			made := e.Triangles
			e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
				p := made(w, b, g, first)
				p.(*Triangles).edges.of[0].folds = folds + more
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
