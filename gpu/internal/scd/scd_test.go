package scd

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// streamEngines makes the streaming methods; small ones begin with room for one
// element in every append buffer, and with textures that take but one stream.
var streamEngines = map[string]func(d *vulkan.Device, w *world.World, small bool) world.Engine{
	"scd0": func(d *vulkan.Device, w *world.World, small bool) world.Engine {
		return smallAsking(newAsking(d, w, false), small)
	},
	"scd1": func(d *vulkan.Device, w *world.World, small bool) world.Engine {
		return smallAsking(newAsking(d, w, true), small)
	},
	"scd2": func(d *vulkan.Device, w *world.World, small bool) world.Engine {
		e := newNarrowing(d, w)
		if small {
			e.most = 32
		}
		return e
	},
	"scd3": func(d *vulkan.Device, w *world.World, small bool) world.Engine {
		e := query.New(d, w, Recipe(aabb.Options{}.WithDefaults()))
		if small {
			e.Capacity = 1
		}
		return e
	},
}

func smallAsking(e *asking, small bool) *asking {
	if small {
		e.most = 32
	}
	return e
}

func streamTable(d *vulkan.Device, name string, small bool) collide.Method {
	return gputest.Given{Name: name, Engine: func(w *world.World) (world.Engine, error) {
		return streamEngines[name](d, w, small), nil
	}}
}

// TestStreamsOverflow begins with room for next to nothing: it must grow, or be used
// over and over, and nothing may be lost.
func TestStreamsOverflow(t *testing.T) {
	d := vulkantest.Device(t)
	for _, s := range conformance.Scenes() {
		if s.Name != "random" && s.Name != "degenerate" && s.Name != "nested" {
			continue
		}
		want := gputest.Detect(t, s.Bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute"), Self: s.Self})
		for name := range streamEngines {
			got := gputest.Detect(t, s.Bodies, collide.Options{Self: s.Self, Method: streamTable(d, name, true)})
			if got.Hash() != want.Hash() {
				t.Errorf("%s, %s: %d contacts, want %d", name, s.Name, len(got.Contacts), len(want.Contacts))
			}
		}
	}
}

// fan is a mesh of separate triangles.
func fan(corners ...geom.Vec) *collide.Model {
	m := &mesh.Mesh{Name: "fan", Vertices: corners}
	for i := 0; i < len(corners); i += 3 {
		m.Triangles = append(m.Triangles, [3]uint32{uint32(i), uint32(i + 1), uint32(i + 2)})
	}
	return collide.NewModel(m)
}

func v(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// floor is two triangles in z = 0 with the diagonal x = y, and one far below.
func floor() *collide.Model {
	return fan(v(0, 0, 0), v(1, 0, 0), v(1, 1, 0), v(0, 0, 0), v(1, 1, 0), v(0, 1, 0), v(0, 0, -1), v(1, 0, -1), v(0, 1, -1))
}

// grazes are bodies that touch the floor in one way each, and how many triangles of
// it they meet where they stand.
var grazes = []struct {
	name  string
	body  func() *collide.Model
	meets int
}{
	{"a point on a triangle", func() *collide.Model { return fan(v(.5, .25, 0), v(.5, .25, 0), v(.5, .25, 0)) }, 1},
	{"a point on the common edge", func() *collide.Model { return fan(v(.5, .5, 0), v(.5, .5, 0), v(.5, .5, 0)) }, 2},
	{"a point beside other triangles", func() *collide.Model {
		return fan(v(.5, .25, 0), v(.5, .25, 0), v(.5, .25, 0), v(3, 0, 1), v(4, 0, 1), v(3, 1, 2))
	}, 1},
	{"a segment through it", func() *collide.Model { return fan(v(.5, .25, -.5), v(.5, .25, .5), v(.5, .25, .5)) }, 1},
	{"the longest edge ends on it", func() *collide.Model { return fan(v(.5, .25, 0), v(.5, .25, 9), v(.6, .25, 8)) }, 1},
	{"the longest edge begins on it", func() *collide.Model { return fan(v(.5, .25, 9), v(.5, .25, 0), v(.6, .25, 8)) }, 1},
	{"an edge ends on it, t = len", func() *collide.Model { return fan(v(2, 2, 1), v(.25, .125, 0), v(-1, 3, 2)) }, 1},
	{"an edge ends on the common edge", func() *collide.Model { return fan(v(2, 2, 1), v(.25, .25, 0), v(-1, 3, 2)) }, 2},
	{"an edge ends on a corner", func() *collide.Model { return fan(v(2, 2, 1), v(1, 0, 0), v(3, -3, 2)) }, 1},
	{"coplanar, inside", func() *collide.Model { return fan(v(.5, .1, 0), v(.75, .1, 0), v(.75, .25, 0)) }, 1},
	{"coplanar, around", func() *collide.Model { return fan(v(-9, -9, 0), v(9, -9, 0), v(0, 9, 0)) }, 2},
	{"coplanar, a common edge", func() *collide.Model { return fan(v(0, 0, 0), v(1, 0, 0), v(.5, -1, 0)) }, 2},
	{"coplanar, a corner on an edge", func() *collide.Model { return fan(v(.5, 0, 0), v(1, -1, 0), v(0, -1, 0)) }, 1},
	{"just above", func() *collide.Model { return fan(v(.5, .25, 0x1p-50), v(.5, .25, 9), v(.6, .25, 8)) }, 0},
}

// TestGrazes: what only just touches is found, at any size and place, either way round.
func TestGrazes(t *testing.T) {
	d := vulkantest.Device(t)
	turned := geom.Pose{R: geom.Mat{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}, T: v(1e6, -3, 0x1p-30)}
	huge := geom.Pose{R: geom.Mat{0x1p900, 0, 0, 0, 0x1p900, 0, 0, 0, 0x1p900}}
	tiny := geom.Pose{R: geom.Mat{0x1p-900, 0, 0, 0, 0x1p-900, 0, 0, 0, 0x1p-900}}
	for _, pose := range []geom.Pose{geom.Identity, turned, huge, tiny} {
		var bodies []collide.Body
		var at geom.Pose
		for i, g := range grazes { // each over its own floor, far from the others
			at.T = pose.R.MulVec(v(100*float64(i), 0, 0)).Add(pose.T)
			at.R = pose.R
			a, b := collide.Body{Name: fmt.Sprint("floor ", i), Shape: floor(), Pose: at}, collide.Body{Name: g.name, Shape: g.body(), Pose: at}
			if i%2 == 1 {
				a, b = b, a
			}
			bodies = append(bodies, a, b)
		}
		want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")})
		if pose == geom.Identity {
			checkGrazes(t, want)
		}
		for name := range streamEngines {
			if got := gputest.Detect(t, bodies, collide.Options{Method: streamTable(d, name, false)}); got.Hash() != want.Hash() {
				t.Errorf("%s: %d contacts, want %d", name, len(got.Contacts), len(want.Contacts))
			}
		}
	}
}

func checkGrazes(t *testing.T, r *collide.Result) {
	t.Helper()
	found := make([]int, len(grazes))
	for _, c := range r.Contacts {
		found[c.BodyA/2]++
	}
	for i, g := range grazes {
		if found[i] != g.meets {
			t.Errorf("%s: %d contacts, want %d", g.name, found[i], g.meets)
		}
	}
}

// TestStreamsDeforming: edges are refilled and trees refitted from frame to frame.
func TestStreamsDeforming(t *testing.T) {
	d := vulkantest.Device(t)
	ring := func() *scene.Procedural {
		return &scene.Procedural{Shape: scene.ShapeTorus, Ring: 1, Tube: 0.3, Around: 24, Section: 10}
	}
	at := geom.Identity
	at.T = v(0.9, 0.2, 0.1)
	s := &scene.Scene{Bodies: []scene.Body{
		{Name: "twisted", Procedural: ring(), Pose: geom.Identity, Deform: &motion.Twist{Axis: 2, Rate: 2, Period: 1}},
		{Name: "waving", Procedural: ring(), Pose: at, Deform: &motion.Wave{Along: 0, Across: 2, Amplitude: 0.3, Length: 1.5, Period: 1},
			Motion: &scene.Motion{Spin: v(0, 1, 0)}},
	}}
	want := gputest.Load(t, s, collide.Options{Method: conformance.Named(methods.Table(), "bvh")})
	for name := range streamEngines {
		got := gputest.Load(t, s, collide.Options{Method: streamTable(d, name, false)})
		for _, time := range []float64{0, 0.1, 0.25, 0.3} {
			w := want.At(t, time).Clone()
			if g := got.At(t, time); g.Hash() != w.Hash() || len(w.Contacts) == 0 {
				t.Errorf("%s at %v s: %d contacts, want %d", name, time, len(g.Contacts), len(w.Contacts))
			}
		}
	}
}

// TestStreamsReopened: a detector that was closed can be used again, and one that is
// dropped is cleaned up after.
func TestStreamsReopened(t *testing.T) {
	d := vulkantest.Device(t)
	bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(gputest.Torus(8, 6, 0.4))}, {Name: "b", Shape: collide.NewModel(gputest.Torus(9, 5, 0.3))}}
	for name := range streamEngines {
		var held func() bool
		func() {
			var e world.Engine
			det, err := collide.NewDetector(bodies, collide.Options{Method: gputest.Given{Name: name, Engine: func(w *world.World) (world.Engine, error) {
				e = streamEngines[name](d, w, false)
				return e, nil
			}}})
			if err != nil {
				t.Fatal(err)
			}
			first := find(t, det).Hash()
			if err := det.Close(); err != nil {
				t.Fatal(err)
			}
			if again := find(t, det).Hash(); again != first {
				t.Errorf("%s: after closing %s, before %s", name, again, first)
			}
			held = holds(e)
		}()
		open := func() bool { d.Hold(); defer d.Release(); return held() }
		for range 100 {
			if runtime.GC(); !open() {
				break
			}
		}
		if open() {
			t.Errorf("%s: a dropped detector still holds the device", name)
		}
	}
}

// holds returns a function that reports whether an engine's part on the device lives.
func holds(e world.Engine) func() bool {
	switch e := e.(type) {
	case *asking:
		a := e.Canvas
		return func() bool { return a.Batch != nil }
	case *narrowing:
		a := e.Canvas
		return func() bool { return a.Batch != nil }
	case *query.Engine:
		return e.Lives()
	}
	panic("no such engine")
}

func TestTextureSide(t *testing.T) {
	for _, c := range [][2]int{{0, 1}, {1, 2}, {3, 2}, {4, 3}, {396, 20}, {399, 20}, {400, 21}} {
		if got := textureSide(c[0]); got != c[1] || got != int(math.Sqrt(float64(c[0])))+1 {
			t.Errorf("%d edges: side %d, want %d", c[0], got, c[1])
		}
	}
}

func find(t *testing.T, d *collide.Detector) *collide.Result {
	t.Helper()
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStreamsSteadyState: a query that repeats allocates nothing.
func TestStreamsSteadyState(t *testing.T) {
	d := vulkantest.Device(t)
	bodies := []collide.Body{
		{Name: "a", Shape: collide.NewModel(gputest.Torus(24, 12, 0.4))},
		{Name: "b", Shape: collide.NewModel(gputest.Torus(20, 10, 0.3)), Pose: gputest.Moved(v(0.5, 0, 0))},
	}
	for name := range streamEngines {
		det, err := collide.NewDetector(bodies, collide.Options{Workers: 1, Method: streamTable(d, name, false)})
		if err != nil {
			t.Fatal(err)
		}
		defer det.Close()
		find(t, det)
		if n := testing.AllocsPerRun(3, func() { _, _ = det.Detect(context.Background()) }); n != 0 && !vulkantest.RaceEnabled {
			t.Errorf("%s: %v allocations a query", name, n)
		}
	}
}
