package gpu_test

import (
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
)

// TestConformance runs every method of the package through the suite that all
// methods pass, with the validation layer listening.
func TestConformance(t *testing.T) {
	d := gpu.TestDevice(t)
	for _, m := range gpu.Table(func() (*gpu.Device, error) { return d, nil }) {
		if m.About().Chosen != "" {
			continue // another name for one of the others
		}
		t.Run(m.About().Name, func(t *testing.T) {
			opt := conformance.Options{Slow: true}
			// The scds are slow and share their work among workers in one way.
			if strings.HasPrefix(m.About().Name, "scd") {
				opt.Workers = []int{2}
			}
			if !require.Full() {
				opt.Workers = []int{1, 2} // queries are cut short with 2
			}
			if m.About().Name == "recode" {
				opt.Unsupported = notConvex
			}
			conformance.Run(t, m, opt)
		})
	}
}

// notConvex reports scenes with a mesh that is not convex.
func notConvex(s *conformance.Scene) bool {
	for _, b := range s.Bodies {
		if model, ok := b.Shape.(*collide.Model); ok {
			m := model.Mesh()
			boxes := make([]geom.AABB, len(m.Triangles))
			for i := range boxes {
				q := m.Triangle(i)
				boxes[i] = q.Bounds()
			}
			t := tree.BuildSAH(boxes, tree.SAHOptions{})
			if !narrow.NewFeatures(m, t).Convex() {
				return true
			}
		}
	}
	return false
}
