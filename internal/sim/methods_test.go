package sim

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/methods/multiprocess"
	"github.com/collide-go/collide/scene"
)

// serveWorker makes this binary a worker of the method multiprocess.
const serveWorker = "-serve-collide-worker"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == serveWorker {
		if err := multiprocess.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// crowded has every kind of body: falling balls and boxes, a torus that turns, a
// screw that wrings, a floor of triangles, walls.
const crowded = `{"version": 1, "walls": {"min": [-3, -3, -1], "max": [3, 3, 5]}, "gravity": [0, 0, -9.81], "G": 0.01, "bodies": [
  {"name": "floor", "mesh": {"shape": "box", "size": [4, 4, 0.4], "detail": 6}, "pose": [1, 0, 0, 0, 0, 0.96, -0.28, 0, 0, 0.28, 0.96, -0.2]},
  {"name": "nut", "mesh": {"shape": "torus", "ring": 0.8, "tube": 0.25, "around": 20, "section": 8}, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1.5],
   "motion": {"spin": [2, 0, 0.5]}, "restitution": 0.7},
  {"name": "screw", "mesh": {"shape": "box", "size": [0.5, 0.5, 3], "detail": 4}, "pose": [1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 1],
   "deform": {"twist": {"axis": "z", "rate": 0.9, "period": 1.5}}},
  %s]}`

func crowd(n int) string {
	s := ""
	for i := range n {
		x, y, z := -1.4+0.9*float64(i%4), -1.4+0.9*float64(i/4%4), 2.6+0.8*float64(i/16)
		shape := `"sphere": {"center": [0, 0, 0], "radius": 0.2}`
		if i%2 == 1 {
			shape = `"box": {"center": [0.1, 0, 0], "size": [0.3, 0.4, 0.25]}`
		}
		if i > 0 {
			s += ",\n"
		}
		s += fmt.Sprintf(`{"name": "%d", %s, "pose": [1, 0, 0, %g, 0, 0, -1, %g, 0, 1, 0, %g], "mass": %d, "restitution": %g, "velocity": [%g, 0.3, 0], "spin": [1, %g, 3]}`,
			i, shape, x, y, z, 1+i%3, 0.5+0.1*float64(i%4), 0.2*float64(i%5)-0.4, 0.5*float64(i%7))
	}
	return s
}

// TestMethodsGiveTheSameStates holds every method and number of workers to the
// states of bvh for 60 frames, 25 of them without the word full in COLLIDE_REQUIRE:
// bvh and octree-hybrid in collidables for 10,000 frames under COLLIDE_LONG=1.
func TestMethodsGiveTheSameStates(t *testing.T) {
	long := require.Long()
	scenes := map[string]func() *scene.World{
		"collidables": func() *scene.World { return collidables(t) },
		"crowd":       func() *scene.World { return crowdWorld(t, 24) },
	}
	for name, load := range scenes {
		run := func(opt collide.Options, frames int) (states [][32]byte, hashes []string, impacts int) {
			p, err := NewPhysics(context.Background(), load(), 1.0/60, opt)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = p.Close() }()
			for range frames {
				if err := p.Step(context.Background()); err != nil {
					t.Fatal(err)
				}
				states, hashes = append(states, p.Frame().State), append(hashes, p.Frame().Hash)
				impacts += len(p.Frame().Impacts)
			}
			return states, hashes, impacts
		}
		frames, most := require.Samples(60, 25, 12), 60
		if long && name == "collidables" {
			most = 10000
		}
		want, hashes, impacts := run(collide.Options{Method: conformance.Named(methods.Table(), "bvh"), Workers: 1}, most)
		if impacts < 20 {
			t.Errorf("%s: %d impacts: the scene tests nothing", name, impacts)
		}
		for i, m := range methods.Table(os.Args[0], serveWorker) {
			counts := []int{1, 8}
			if !require.Full() {
				counts = counts[i%2:][:1]
			}
			for _, w := range counts {
				n := frames
				switch m.About().Name {
				case "multiprocess":
					n = 10
				case "bvh", "octree-hybrid":
					if long {
						n = most
					}
				}
				got, h, _ := run(collide.Options{Method: m, Workers: w}, n)
				if long {
					t.Logf("%s: %s, %d workers, %d frames, last state %x", name, m.About().Name, w, n, got[n-1])
				}
				for k := range got {
					if got[k] != want[k] || h[k] != hashes[k] {
						t.Errorf("%s: %s with %d workers differs in frame %d", name, m.About().Name, w, k+1)
						break
					}
				}
			}
		}
	}
}

// crowdWorld is the crowded scene with so many balls and boxes.
func crowdWorld(t testing.TB, n int) *scene.World {
	return loadedWorld(t, fmt.Sprintf(crowded, crowd(n)))
}

func loadedWorld(t testing.TB, text string) *scene.World {
	t.Helper()
	path := t.TempDir() + "/s.json"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var l scene.Loader
	w, err := l.World(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func workersOf(n int) collide.Options { return collide.Options{Workers: n} }
