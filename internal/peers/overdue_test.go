package harness

import (
	"errors"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// boxPair is a box of many or of 12 triangles beside one of 12 that it touches.
func boxPair(name string, detail int) Pair {
	cube := func(detail int) *scene.Procedural {
		return &scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}, Detail: detail}
	}
	p := geom.Identity
	p.T = geom.Vec{X: 0.5, Y: 0.25, Z: 0.125}
	return Pair{Name: name, A: cube(detail).Mesh(), B: cube(1).Mesh(), Poses: []geom.Pose{p, p, p}}
}

// TestOverduePeers: a peer that does not reply is ended and named, and asked again about the next pair.
func TestOverduePeers(t *testing.T) {
	servers := fakeServers(t, "tired", "fcl")
	pairs := []Pair{boxPair("many", 3), boxPair("few", 1)}
	for _, hopeless := range []float64{0, 10} {
		o, err := Measure(t.Context(), servers, pairs, 2, Limits{Hopeless: hopeless, Deadline: time.Second}, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{true, false} {
			seen := 0
			for _, l := range o.Lines[i] {
				if l.Engine != "fcl-obb" && l.Engine != "fcl-obbrss" {
					continue
				}
				if seen++; l.Overdue != want || (l.Boolean[3] > 0) == want || (l.Wrong > 0) == want {
					t.Errorf("%s, hopeless %g: %+v", pairs[i].Name, hopeless, l)
				}
			}
			if seen != 2 {
				t.Errorf("%s, hopeless %g: %d lines of the peer", pairs[i].Name, hopeless, seen)
			}
		}
	}
}

// TestDeadlineOfARequest: the error says what happened, and a server without a deadline is not ended.
func TestDeadlineOfARequest(t *testing.T) {
	path := serverPath(fakeServers(t, "tired", "fcl"), "fcl")
	s, err := startServer(t.Context(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.sendMesh("a", boxPair("", 2).A); !errors.Is(err, errOverdue) {
		t.Errorf("the error is %v", err)
	}
	if err := s.restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.sendMesh("a", boxPair("", 1).A); err != nil {
		t.Error(err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
