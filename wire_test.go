package collide

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/narrow"
)

// session is what a master says in one frame: two tetrahedra, a ball and a box,
// all pairs as tasks.
func session(t testing.TB) []byte {
	t.Helper()
	tetra := NewModel(&mesh.Mesh{
		Vertices:  []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
	})
	tetra.Tree(1)
	w, err := newWorld([]Body{
		{Shape: tetra}, {Shape: tetra, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.2, Y: 0.2}}},
		{Shape: Sphere{Radius: 0.1}}, {Shape: Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}},
	}, &Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	bodies := appendBodies(procs.Begin(nil, sayBodies), w, []*Model{tetra})
	frame := append(wire.AppendUint64(procs.Begin(nil, sayFrame), 1), 0)
	frame = wire.AppendUint32(frame, 0)
	frame = wire.AppendUint32(frame, 1)
	frame = appendPose(wire.AppendUint32(frame, 1), &w.bodies[1].pose)
	tasks := wire.AppendUint32(wire.AppendUint64(procs.Begin(nil, sayTasks), 1), 0)
	w.Stats = new(Stats)
	pairs, _, _ := w.EveryPair(broad.Pair{}, nil, 100)
	tasks = wire.AppendUint32(tasks, uint32(len(pairs)))
	for _, p := range pairs {
		tasks = appendTask(tasks, p, narrow.NodePair{})
	}
	for _, msg := range [][]byte{bodies, frame, tasks} {
		if err := procs.Finish(msg); err != nil {
			t.Fatal(err)
		}
	}
	return slices.Concat(bodies, frame, tasks)
}

func TestServeWorkerAnswersASession(t *testing.T) {
	var out bytes.Buffer
	if err := ServeWorker(context.Background(), bytes.NewReader(session(t)), &out); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(&out)
	if kind, data, err := procs.Read(r, nil); err != nil || kind != sayHello || string(data) != protocol {
		t.Fatalf("greeting: kind %d, %q, %v", kind, data, err)
	}
	kind, data, err := procs.Read(r, nil)
	if err != nil || kind != sayResult {
		t.Fatalf("answer: kind %d, %v", kind, err)
	}
	d := procs.NewDecoder(data)
	var s Stats
	if frame, first := d.Uint64(), d.Uint32(); frame != 1 || first != 0 {
		t.Errorf("answer to task %d of frame %d", first, frame)
	}
	decodeCounters(&d, &s)
	found := map[broad.Pair]int{}
	for range d.Count(16) {
		c := decodeContact(&d)
		found[broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)}]++
	}
	// The ball at the origin's corner touches the first tetrahedron alone; the box
	// touches everything.
	if err := d.End(); err != nil || found[broad.Pair{A: 0, B: 1}] == 0 || found[broad.Pair{A: 0, B: 2}] != 3 || found[broad.Pair{A: 1, B: 2}] != 0 ||
		found[broad.Pair{A: 1, B: 3}] != 4 || found[broad.Pair{A: 2, B: 3}] != 1 || s.PrimitiveTests == 0 {
		t.Errorf("contacts %v, counters %+v, %v", found, s, err)
	}
	if _, _, err := procs.Read(r, nil); !errors.Is(err, io.EOF) {
		t.Errorf("after the answer: %v", err)
	}
}

func TestServeWorkerWantsAFrameFirst(t *testing.T) {
	s := session(t)
	first := 4 + int(wire.Uint32(s))
	second := first + 4 + int(wire.Uint32(s[first:]))
	for name, in := range map[string][]byte{
		"tasks before a frame": slices.Concat(s[:first], s[second:]), "bodies twice": slices.Concat(s[:first], s[:first]),
		"frame before bodies": s[first:],
	} {
		if err := ServeWorker(context.Background(), bytes.NewReader(in), io.Discard); err == nil || !strings.Contains(err.Error(), "out of turn") {
			t.Errorf("%s: error %v, want one out of turn", name, err)
		}
	}
}

// FuzzServeWorker says arbitrary things to a worker: it may object but not panic.
func FuzzServeWorker(f *testing.F) {
	f.Add(session(f))
	f.Fuzz(func(_ *testing.T, in []byte) {
		// Errors are right: nothing is checked but that it returns.
		_ = ServeWorker(context.Background(), bytes.NewReader(in), io.Discard)
	})
}
