package engine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestSolidsDescendTheMethodsOwnVolumes: a sphere or a box and a mesh are compared in the
// method's own hierarchy, of which the trace shows the volumes and has as many tests as the
// query. The ends of a mesh are volumes of the method's kind: oriented boxes are known by axes
// that are not those of the coordinates.
func TestSolidsDescendTheMethodsOwnVolumes(t *testing.T) {
	knot := collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.2, 120, 12))
	turned := geom.Pose{R: geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, T: geom.Vec{X: 1, Y: 0.2}}
	solids := map[string]collide.Shape{"sphere": shape.Sphere{Radius: 0.4}, "box": shape.Box{Size: geom.Vec{X: 0.5, Y: 0.3, Z: 0.9}}}
	oriented := func(v *engine.Volume) bool { return v.Kind == engine.BoxVolume && v.Axes != geom.Identity.R }
	for _, c := range []struct {
		method string
		own    func(v *engine.Volume) bool
	}{
		{"rapid", oriented}, {"octree-hybrid", oriented},
		{"sphere", func(v *engine.Volume) bool { return v.Kind == engine.BallVolume }},
		{"oocda", func(v *engine.Volume) bool { return v.Kind == engine.DOPVolume }},
		{"scda", func(v *engine.Volume) bool { return v.Kind == engine.DOPVolume }},
	} {
		for name, s := range solids {
			t.Run(fmt.Sprintf("%s, %s", c.method, name), func(t *testing.T) {
				tracer := tracerOf(c.method)
				d := conformance.Detector(t, []collide.Body{{Name: "knot", Shape: knot}, {Name: name, Shape: s, Pose: turned}}, collide.Options{Method: tracer.Method(), Workers: 1})
				r, err := d.Detect(context.Background())
				if err != nil || len(r.Contacts) == 0 {
					t.Fatalf("%d contacts, error %v", len(r.Contacts), err)
				}
				var trace engine.Trace
				tracer.Trace(&trace, 1<<20)
				var tested int64
				for _, l := range trace.Levels {
					tested += l.Tested
				}
				if tested != r.Stats.BVTests || tested < 10 {
					t.Errorf("the trace tests %d volumes, the query %d", tested, r.Stats.BVTests)
				}
				own := 0
				for i := 0; i < len(trace.Ends); i += 2 {
					if trace.Ends[i].Body != 0 || trace.Ends[i+1].Body != 1 {
						t.Fatalf("end %d is of bodies %d and %d", i, trace.Ends[i].Body, trace.Ends[i+1].Body)
					}
					if c.own(&trace.Ends[i]) {
						own++
					}
				}
				if own == 0 || 2*own < len(trace.Ends)/2 {
					t.Errorf("%d of %d ends are volumes of the method", own, len(trace.Ends)/2)
				}
			})
		}
	}
}
