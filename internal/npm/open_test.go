package npm

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/pipe"
	"github.com/collide-go/collide/mesh"
)

// two is a setup of a ball and a mesh at a place, with a name that both want.
func two(m *mesh.Mesh) *pipe.Setup {
	radius := 1.0
	return &pipe.Setup{Bodies: []pipe.Body{
		{Name: "part", Sphere: &radius},
		{Name: "part", Sent: m, Pose: []float64{1, 0, 0, 1.5, 0, 1, 0, 0, 0, 0, 1, 0}},
	}}
}

func triangle() *mesh.Mesh {
	return &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
}

// TestOpen: the detector has the bodies at their places, and the options of the setup.
func TestOpen(t *testing.T) {
	s := two(triangle())
	s.Method = "bvh"
	o, err := Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Bodies) != 2 || o.Bodies[0].Name == o.Bodies[1].Name || o.Bodies[1].Triangles != 1 || o.Poses[1].T.X != 1.5 || o.Workers != 1 {
		t.Errorf("%+v", o)
	}
	d, err := o.Detector(1)
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]collide.Verdict{1.5: collide.Free, 0.5: collide.InContact} {
		p := geom.Identity
		if p.T.X = x; x != 1.5 { // it begins where the setup places it
			if err := d.SetPose(1, p); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := d.Detect(t.Context()); err != nil || r.Verdict != want {
			t.Errorf("at %v: %+v, %v", x, r, err)
		}
		if err := d.SetPose(1, o.Poses[1]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOpenRefuses: what the engine in WebAssembly cannot have is an error in words.
func TestOpenRefuses(t *testing.T) {
	large := &mesh.Mesh{Vertices: triangle().Vertices, Triangles: make([][3]uint32, MaxTriangles+1)}
	for want, change := range map[string]func(s *pipe.Setup){
		"one thread":          func(s *pipe.Setup) { s.Workers = 2 },
		"budget":              func(s *pipe.Setup) { s.Budget = "1s" },
		"identify":            func(s *pipe.Setup) { s.Identify = true },
		"kinds with first":    func(s *pipe.Setup) { s.Kinds, s.First = true, true },
		"orient":              func(s *pipe.Setup) { s.Orient = "up" },
		"without solid":       func(s *pipe.Setup) { s.Orient = "parity" },
		"unknown method":      func(s *pipe.Setup) { s.Method = "fast" },
		"name=value":          func(s *pipe.Setup) { s.Options = []string{"x"} },
		"at most 100000 with": func(s *pipe.Setup) { s.Bodies[1].Sent = large },
		"no.obj":              func(s *pipe.Setup) { s.Bodies[0] = pipe.Body{File: t.TempDir() + "/no.obj"} },
	} {
		s := two(triangle())
		change(s)
		if _, err := Open(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	s := two(triangle())
	s.Bodies[1].Pose[0] = math.Inf(1)
	o, err := Open(t.Context(), s)
	if err == nil {
		_, err = o.Detector(1)
	}
	if err == nil {
		t.Error("a pose that is not finite was taken")
	}
}
