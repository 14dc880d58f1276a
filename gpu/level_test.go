package gpu

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/scene"
)

// TestLevels: the boxes read back hold the bodies at every level, lbvh's around whole
// bodies in the world, gpu-bvh's and scd3's around parts of each.
func TestLevels(t *testing.T) {
	d := vulkantest.Device(t)
	m := collide.NewModel(scene.Torus("ring", 1, 0.3, 40, 8))
	var bodies []collide.Body
	for i := range 5 {
		p := geom.Identity
		p.R = geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}
		p.T = geom.Vec{X: float64(i) - 20, Y: 1000}
		bodies = append(bodies, collide.Body{Shape: m, Pose: p})
	}
	for name, most := range map[string]int{"lbvh": 1, "gpu-bvh": len(bodies), "scd3": len(bodies)} {
		tracer := engine.NewTracer(table(d, name, query.FirstCapacity, nil))
		det, err := collide.NewDetector(bodies, collide.Options{Method: tracer.Method()})
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := tracer.Volumes(nil, 0, 10); len(v) != 0 {
			t.Errorf("%s: %d volumes before the first query", name, len(v))
		}
		if _, err := det.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
		for level := range 9 {
			volumes, all := tracer.Volumes(nil, level, 1<<20)
			if !all || len(volumes) == 0 || len(volumes) > most<<level {
				t.Errorf("%s: level %d has %d volumes, all %t", name, level, len(volumes), all)
			}
			for i := range bodies {
				for _, v := range m.Mesh().Vertices {
					if !held(volumes, i, v, bodies[i].Pose.Apply(v)) {
						t.Fatalf("%s: no volume of level %d holds %v of body %d", name, level, v, i)
					}
				}
			}
		}
		if v, all := tracer.Volumes(nil, 3, 2); all || len(v) != 2 {
			t.Errorf("%s: %d volumes of two asked for, all %t", name, len(v), all)
		}
		if err := det.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// held reports whether a volume holds a vertex of a body, at local in its own
// coordinates.
func held(volumes []engine.Volume, body int, local, world geom.Vec) bool {
	const slack = 1e-3 // boxes are float32
	for _, v := range volumes {
		p := world
		if !v.InWorld {
			if int(v.Body) != body {
				continue
			}
			p = local
		}
		d := p.Sub(v.Center).Abs()
		if d.X <= v.Half.X+slack && d.Y <= v.Half.Y+slack && d.Z <= v.Half.Z+slack {
			return true
		}
	}
	return false
}
