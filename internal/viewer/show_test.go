package viewer

import (
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// described is the scene message of a show, without its arrays.
func described(t *testing.T, show *Show) *stageJSON {
	t.Helper()
	r, err := NewRun(show)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := show.Stepper.Close(); err != nil {
			t.Error(err)
		}
	})
	var s stageJSON
	if err := json.Unmarshal(r.scene[8:8+binary.LittleEndian.Uint32(r.scene[4:])], &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestWallsOfASimulation: what is drawn is the space between the walls.
func TestWallsOfASimulation(t *testing.T) {
	at := geom.Identity
	at.T = geom.Vec{X: 2, Y: 1, Z: 3}
	ball := scene.Placed{Name: "ball", Shape: shape.Sphere{Radius: 0.5}, Pose: at, Dynamics: &scene.Dynamics{Mass: 1}, Restitution: 1}
	inside := geom.AABB{Min: geom.Vec{X: -4, Y: -2, Z: 0}, Max: geom.Vec{X: 4, Y: 6, Z: 7}}
	run, err := sim.New(t.Context(), &scene.World{Bodies: []scene.Placed{ball}, Walls: &inside}, 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	eye := geom.Vec{X: 4, Y: 6, Z: 7}
	show := &Show{Stepper: run, Cameras: []scene.Camera{{Name: "corner", Eye: eye, Target: at.T, Angle: 50}}}
	s := described(t, show)
	if s.Film != "simulation" || len(s.Bodies.Names) != 7 || s.Walls == nil {
		t.Fatalf("%s of %v, walls %v", s.Film, s.Bodies.Names, s.Walls)
	}
	if s.Walls.Min != s.Min || s.Walls.Max != s.Max || s.Scale*8 != s.Max[0]-s.Min[0] || s.Scale*7 != s.Max[2]-s.Min[2] {
		t.Errorf("walls %v, scene %v to %v, scale %v", s.Walls, s.Min, s.Max, s.Scale)
	}
	if len(s.Cameras) != 1 || s.Cameras[0].Eye != s.Max {
		t.Errorf("cameras %v; expected one in the corner %v", s.Cameras, s.Max)
	}
}

// TestFireDrillIsDressed: particles are told apart from the rest, firemen from the
// building.
func TestFireDrillIsDressed(t *testing.T) {
	show, err := FireDrill(t.Context(), sim.OneFiremanOneFire, 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := described(t, show)
	kinds, dressed := map[int]int{}, 0
	for i, k := range s.Bodies.Kind {
		kinds[k]++
		if s.Bodies.Color[i] != 0 {
			dressed++
		}
	}
	if kinds[int(sim.Water)] == 0 || kinds[int(sim.Flame)] == 0 || dressed != 6 || len(s.Cameras) != 3 {
		t.Errorf("kinds %v, %d parts with a colour, %d cameras", kinds, dressed, len(s.Cameras))
	}
	if _, err := FireDrill(t.Context(), "none", 1.0/60, collide.Options{}); err == nil {
		t.Error("a line-up of no name")
	}
}

// TestMethodsAreListedOnce: those with an entry for each back end, too.
func TestMethodsAreListedOnce(t *testing.T) {
	show := twoBalls(t)
	none := func(*engine.World) (engine.Engine, error) { return nil, nil }
	show.Table = []collide.Method{
		engine.New(collide.About{Name: "a"}, none), engine.New(collide.About{Name: "b"}, none),
		engine.New(collide.About{Name: "a", Backend: collide.GPU}, none),
	}
	s := described(t, show)
	if len(s.Methods) != 2 || len(s.Methods[0].Backends) != 2 {
		t.Errorf("methods %v", s.Methods)
	}
}
