package engine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// tangle is a knot, two rings through it and a far ball.
func tangle() []collide.Body {
	at := func(x, y, z float64) geom.Pose {
		p := geom.Identity
		p.R = geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}
		p.T = geom.Vec{X: x, Y: y, Z: z}
		return p
	}
	knot := collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.2, 120, 12))
	ring := collide.NewModel(scene.Torus("ring", 1, 0.2, 60, 10))
	return []collide.Body{
		{Name: "knot", Shape: knot}, {Name: "ring", Shape: ring, Pose: at(0.7, 0.1, 0.2)}, {Name: "ring 2", Shape: ring, Pose: at(-0.9, 0.4, 0.1)},
		{Name: "far", Shape: shape.Sphere{Radius: 1}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 9}}},
	}
}

func tracerOf(method string) *engine.Tracer {
	return engine.NewTracer(conformance.Named(methods.Table(), method))
}

// TestTraceFollowsTheDescents: a trace tests as many volume pairs as the query did.
func TestTraceFollowsTheDescents(t *testing.T) {
	for _, method := range []string{"auto", "bvh", "rapid", "sphere", "scda", "octree-hybrid", "i-collide", "pipelining", "brute"} {
		for _, self := range []bool{false, true} {
			tracer := tracerOf(method)
			d, err := collide.NewDetector(tangle(), collide.Options{Method: tracer.Method(), Workers: 1, Self: self})
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			var trace engine.Trace
			tracer.Trace(&trace, 1<<20)
			if int64(len(trace.Candidates)) != r.Stats.BodyPairs {
				t.Errorf("%s: %d candidates, want %d", method, len(trace.Candidates), r.Stats.BodyPairs)
			}
			var tested, culled int64
			for _, l := range trace.Levels {
				tested, culled = tested+l.Tested, culled+l.Culled
				if l.Culled < 0 || l.Culled > l.Tested {
					t.Errorf("%s: level %+v", method, l)
				}
			}
			if method == "brute" {
				if tested != 0 || len(trace.Ends) != 0 {
					t.Errorf("brute has no volumes, but a trace of %d tests", tested)
				}
				continue
			}
			// i-collide counts its looks for planes, auto lanes without a box, too.
			more := method == "i-collide" || method == "auto"
			if tested != r.Stats.BVTests && (!more || tested > r.Stats.BVTests) || tested == 0 || culled == 0 {
				t.Errorf("%s, self %t: the trace tests %d volume pairs, the query %d; %d culled", method, self, tested, r.Stats.BVTests, culled)
			}
			if len(trace.Ends) == 0 || len(trace.Ends)%2 != 0 || trace.Cut {
				t.Errorf("%s: %d ends, cut %t", method, len(trace.Ends), trace.Cut)
			}
			tracer.Trace(&trace, 3)
			if len(trace.Ends) != 6 || !trace.Cut {
				t.Errorf("%s: %d ends of 3 pairs asked for, cut %t", method, len(trace.Ends), trace.Cut)
			}
		}
	}
}

// TestTraceAfterBodiesChanged: what a method keeps is about the bodies of its last query, so
// nothing is shown until the next one.
func TestTraceAfterBodiesChanged(t *testing.T) {
	for _, m := range methods.Table() {
		method := m.About().Name
		if method == "multiprocess" {
			continue // its engine keeps nothing of the bodies: the workers do
		}
		tracer := tracerOf(method)
		d := conformance.Detector(t, tangle(), collide.Options{Method: tracer.Method(), Workers: 1})
		var trace engine.Trace
		empty := func(when string) {
			t.Helper()
			tracer.Trace(&trace, 1<<20)
			if volumes, all := tracer.Volumes(nil, 1, 1000); len(trace.Candidates)+len(trace.Levels)+len(trace.Ends)+len(volumes) > 0 || !all {
				t.Errorf("%s %s: %d candidates, %d levels, %d volumes", method, when, len(trace.Candidates), len(trace.Levels), len(volumes))
			}
		}
		for _, change := range []func(){
			func() { d.Remove(0) },
			func() {
				if _, err := d.Add(tangle()[0]); err != nil {
					t.Fatal(err)
				}
			},
		} {
			if _, err := d.Detect(t.Context()); err != nil {
				t.Fatal(err)
			}
			change()
			empty("after the change")
		}
	}
}

// TestFrontsAreShown: fronts tell where they stand under the poses of now, also those
// whose slack let the query pass over them.
func TestFrontsAreShown(t *testing.T) {
	for _, method := range []string{"oocda", "ants"} {
		bodies := tangle()[:2]
		tracer := tracerOf(method)
		d := conformance.Detector(t, bodies, collide.Options{Method: tracer.Method(), Workers: 1})
		for step := range 3 {
			pose := bodies[1].Pose
			pose.T.X += 1e-7 * float64(step)
			if err := d.SetPose(1, pose); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
			var trace engine.Trace
			tracer.Trace(&trace, 1<<20)
			if len(trace.Ends) < 100 || len(trace.Ends)%2 != 0 || trace.Cut || fronts(&trace) != int64(len(trace.Ends)/2) {
				t.Errorf("%s: %d ends, cut %t, %d levels", method, len(trace.Ends), trace.Cut, len(trace.Levels))
			}
			first := pose.Apply(bodies[1].Shape.(*collide.Model).Mesh().Vertices[0])
			if !slices.ContainsFunc(trace.Ends, func(v engine.Volume) bool { return v.Body == 1 && holds(&v, first) }) {
				t.Errorf("%s: no end holds %v", method, first)
			}
			tracer.Trace(&trace, 3)
			if len(trace.Ends) != 6 || !trace.Cut {
				t.Errorf("%s: %d ends of 3 pairs asked for, cut %t", method, len(trace.Ends), trace.Cut)
			}
		}
	}
}

// fronts is the number of pairs in all levels, −1 if none is apart.
func fronts(t *engine.Trace) (pairs int64) {
	culled := int64(0)
	for _, l := range t.Levels {
		pairs, culled = pairs+l.Tested, culled+l.Culled
	}
	if culled == 0 || culled > pairs {
		return -1
	}
	return pairs
}

// TestVolumesHoldTheirBodies: each level's volumes together hold every vertex.
func TestVolumesHoldTheirBodies(t *testing.T) {
	bodies := tangle()
	knot := bodies[0].Shape.(*collide.Model).Mesh()
	for _, method := range []string{"auto", "bvh", "rapid", "sphere", "scda", "octree-hybrid", "i-collide", "pipelining", "oocda", "ants"} {
		tracer := tracerOf(method)
		d, err := collide.NewDetector(bodies, collide.Options{Method: tracer.Method(), Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
		count := 0
		for level := range 5 {
			volumes, all := tracer.Volumes(nil, level, 1<<20)
			volumes = slices.DeleteFunc(volumes, func(v engine.Volume) bool { return v.Body != 0 })
			most := 1 << level
			if method == "auto" || method == "oocda" || method == "ants" { // eight to a node
				most = 1 << (3 * level)
			}
			if !all || len(volumes) < count || len(volumes) > most {
				t.Errorf("%s: level %d has %d volumes after %d", method, level, len(volumes), count)
			}
			count = len(volumes)
			for _, p := range knot.Vertices {
				if !slices.ContainsFunc(volumes, func(v engine.Volume) bool { return holds(&v, p) }) {
					t.Fatalf("%s: no volume of level %d holds %v", method, level, p)
				}
			}
		}
		if some, all := tracer.Volumes(nil, 4, 5); all || len(some) != 5 {
			t.Errorf("%s: asked for 5 volumes, got %d", method, len(some))
		}
	}
}

func holds(v *engine.Volume, p geom.Vec) bool {
	const slack = 1e-6 // auto's boxes are float32 and contain their bodies with the slack of its descent
	d := p.Sub(v.Center)
	switch v.Kind {
	case engine.BallVolume:
		return d.Norm() <= v.Radius+slack
	case engine.DOPVolume:
		for k, n := range volume.Directions {
			if x := n.Dot(p); x < v.Slabs.Min[k]-slack || x > v.Slabs.Max[k]+slack {
				return false
			}
		}
		return true
	case engine.BoxVolume:
	}
	l := v.Axes.MulVec(d).Abs()
	return l.X <= v.Half.X+slack && l.Y <= v.Half.Y+slack && l.Z <= v.Half.Z+slack
}

// A mesh that float32 does not serve has no boxes of auto's, and nothing falls over.
func TestVolumesOfExtremeSize(t *testing.T) {
	m := collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{X: 0x1p1000}, {Y: 0x1p1000}, {}}, Triangles: [][3]uint32{{0, 1, 2}}})
	tracer := engine.NewTracer(nil)
	d := conformance.Detector(t, []collide.Body{{Shape: m}, {Shape: m}}, collide.Options{Method: tracer.Method()})
	r, err := d.Detect(context.Background())
	if err != nil || r.Verdict != collide.InContact {
		t.Fatalf("one mesh twice: %+v, %v", r, err)
	}
	var trace engine.Trace
	tracer.Trace(&trace, 10)
	if v, all := tracer.Volumes(nil, 1, 10); len(v) != 0 || !all || len(trace.Ends) == 0 {
		t.Errorf("%d volumes, %d ends", len(v), len(trace.Ends))
	}
}
