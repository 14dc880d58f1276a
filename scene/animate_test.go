package scene

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

var boxSize = geom.Vec{X: 1, Y: 2, Z: 0.5}

// volume is six times the signed volume of a closed mesh.
func volume(m *mesh.Mesh) float64 {
	v := 0.0
	for i := range m.Triangles {
		t := m.Triangle(i)
		v += t[0].Dot(t[1].Cross(t[2]))
	}
	return v
}

// run returns the hash of every frame that want says, "" for the others.
func run(t *testing.T, text []byte, opt collide.Options, frames int, want func(frame int) bool) ([]string, int) {
	t.Helper()
	placed := loaded(t, text)
	d := detectorOf(t, placed, opt)
	defer func() { _ = d.Close() }() // nothing is lost with it
	a := NewAnimation(placed)
	hashes, contacts := make([]string, frames), 0
	for k := range frames {
		if !want(k) {
			continue
		}
		if err := a.Set(d, float64(k)/60); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		hashes[k] = r.Hash()
		contacts += len(r.Contacts)
	}
	return hashes, contacts
}

// agree holds every method to bvh's hashes on all frames, and bvh to brute's on
// every step-th.
func agree(t *testing.T, text []byte, frames, step int, workers ...int) []string {
	t.Helper()
	all := func(int) bool { return true }
	want, contacts := run(t, text, collide.Options{Method: methods.BVH(), Workers: 1}, frames, all)
	brute, _ := run(t, text, collide.Options{Method: methods.Brute()}, frames, func(k int) bool { return k%step == 0 })
	for k, h := range brute {
		if h != "" && h != want[k] {
			t.Fatalf("frame %d: brute has %s, bvh %s", k, h, want[k])
		}
	}
	if contacts == 0 {
		t.Error("no contact in any frame: the scene tests nothing")
	}
	t.Logf("%d contacts in %d frames", contacts, frames)
	for i, m := range methods.Table(os.Args[0], serveWorker) {
		if m.About().Name == "brute" {
			continue
		}
		counts := workers
		if !require.Full() {
			counts = workers[i%len(workers):][:1]
		}
		for _, w := range counts {
			t.Run(fmt.Sprintf("%s/%d", m.About().Name, w), func(t *testing.T) {
				got, _ := run(t, text, collide.Options{Method: m, Workers: w}, frames, all)
				for k := range got {
					if got[k] != want[k] {
						t.Fatalf("frame %d: %s, want %s", k, got[k], want[k])
					}
				}
			})
		}
	}
	return want
}

func TestMethodsAgreeOn32Bodies(t *testing.T) {
	_, text := generated(t, "003-32", 0)
	// Motions are the same on every machine, and so are their contacts.
	const want = "b94629d45d07454c8dbd0c50ec3927e426c990dfa5bd2eb43705c2b9be73e15d"
	sum := sha256.Sum256([]byte(strings.Join(agree(t, text, 200, 20, 1, 2, 8), "\n")))
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("digest of the frames' hashes is %s, want %s", got, want)
	}
}

// TestMethodsAgreeOn1500Bodies runs brute force, 4·10⁹ pairs a frame, on the
// first frame and the last.
func TestMethodsAgreeOn1500Bodies(t *testing.T) {
	if !require.Long() {
		t.Skip("takes minutes: set COLLIDE_LONG=1")
	}
	_, text := generated(t, "003-1500", 0)
	agree(t, text, 200, 199, 2)
}

const deforming = `{
  "version": 1,
  "walls": {"min": [-4, -4, -4], "max": [4, 4, 4]},
  "bodies": [
    {"name": "screw", "mesh": {"shape": "box", "size": [1, 1, 3], "detail": 5},
     "deform": {"twist": {"axis": "z", "rate": 0.9, "period": 1.5}}},
    {"name": "snake", "mesh": {"shape": "torus", "ring": 1.2, "tube": 0.3, "around": 24, "section": 8},
     "pose": [0, -1, 0, 0.5, 1, 0, 0, 0, 0, 0, 1, 0.4],
     "motion": {"velocity": [1, 0.5, -0.7], "spin": [0, 2, 1]},
     "deform": {"wave": {"along": "x", "across": "z", "amplitude": 0.4, "length": 1.1, "period": 0.9}}},
    {"name": "again", "mesh": {"shape": "torus", "ring": 1.2, "tube": 0.3, "around": 24, "section": 8}},
    {"name": "ball", "sphere": {"center": [1, 0, 0], "radius": 0.5},
     "motion": {"velocity": [3, 0, 0], "spin": [0, 0, 3], "center": [0, 0, 0], "bounds": {"min": [-2, -2, -2], "max": [2, 2, 2]}}},
    {"name": "crate", "box": {"center": [0, 0, 2], "size": [1, 1, 1]}, "motion": {"spin": [1, 1, 0]}}
  ]
}`

func TestMethodsAgreeOnDeformingBodies(t *testing.T) { agree(t, []byte(deforming), 60, 5, 1, 2, 8) }

// TestTimeZeroIsTheScene demands that a scene moves away from what is written and
// comes back to it exactly.
func TestTimeZeroIsTheScene(t *testing.T) {
	placed := loaded(t, []byte(deforming))
	d := detectorOf(t, placed, collide.Options{})
	a := NewAnimation(placed)
	bounds := func() (b [5]geom.AABB) {
		for i := range b {
			if _, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
			b[i] = d.Bounds(i)
		}
		return b
	}
	start := bounds()
	if err := a.Set(d, 0.4); err != nil {
		t.Fatal(err)
	}
	moved := bounds()
	for i := range moved {
		if (moved[i] == start[i]) != (placed[i].Motion == nil && placed[i].Deform == nil) {
			t.Errorf("%s: box %v, at the start %v", placed[i].Name, moved[i], start[i])
		}
	}
	if err := a.Set(d, 0); err != nil {
		t.Fatal(err)
	}
	if back := bounds(); back != start {
		t.Errorf("back at time 0: %v, want %v", back, start)
	}
}

// TestBodiesStayBetweenTheirWalls follows a crowd for a while.
func TestBodiesStayBetweenTheirWalls(t *testing.T) {
	s, text := generated(t, "003-32", 0)
	placed := loaded(t, text)
	d := detectorOf(t, placed, collide.Options{})
	a := NewAnimation(placed)
	walls := s.Walls.Inflated(1e-9)
	for k := range 300 {
		if err := a.Set(d, float64(k)*0.31); err != nil {
			t.Fatal(err)
		}
		for i := range placed {
			if b := d.Bounds(i); !walls.Encloses(&b) {
				t.Fatalf("step %d: %s at %v, outside %v", k, placed[i].Name, b, walls)
			}
		}
	}
}

func TestAnimationAllocatesNothing(t *testing.T) {
	_, text := generated(t, "003-32", 0)
	placed := loaded(t, text)
	d := detectorOf(t, placed, collide.Options{})
	a := NewAnimation(placed)
	at := 0.0
	if n := testing.AllocsPerRun(50, func() {
		at += 0.1
		if err := a.Set(d, at); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func TestMotionErrors(t *testing.T) {
	for _, c := range []struct{ bodies, want string }{
		{`{"name": "a", "mesh": {"shape": "icosphere", "radius": 2, "detail": 1}, "motion": {}}`, `:3: body a does not fit between its walls`},
		{`{"name": "a", "sphere": {"center": [0.7, 0, 0], "radius": 0.5}, "motion": {"velocity": [1, 0, 0]}}`, `:3: body a does not start between its walls`},
		{`{"name": "a", "mesh": {"shape": "knot", "p": 1, "q": 1, "ring": 1e-300, "tube": 1, "around": 9, "section": 3}}`, `:3: mesh of body a: `},
	} {
		path := filepath.Join(t.TempDir(), "s.json")
		text := "{\"version\": 1, \"walls\": {\"min\": [-1, -1, -1], \"max\": [1, 1, 1]},\n\"bodies\": [\n" + c.bodies + "]}"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var l Loader
		_, err := l.Scene(context.Background(), path)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), path+c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.bodies, err, c.want)
		}
	}
}

// TestRunawayBody leaves the range of numbers: the error names the scene's line.
func TestRunawayBody(t *testing.T) {
	text := `{"version": 1, "bodies": [
  {"name": "far", "sphere": {"center": [0, 0, 0], "radius": 1},
   "pose": [1, 0, 0, 1e308, 0, 1, 0, 0, 0, 0, 1, 0], "motion": {"velocity": [1e308, 0, 0]}}]}`
	placed := loaded(t, []byte(text))
	err := NewAnimation(placed).Set(detectorOf(t, placed, collide.Options{}), 7)
	var e *Error
	if !errors.As(err, &e) || e.Line != 3 || !strings.Contains(err.Error(), "body far at 7 s") {
		t.Errorf("got %v, want an error at line 3", err)
	}
}
