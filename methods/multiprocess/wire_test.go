package multiprocess

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// session is what a master says in one frame: two tetrahedra, a ball and a box,
// all pairs as tasks.
func session(t testing.TB) []byte {
	t.Helper()
	tetra := world.NewModel(&mesh.Mesh{
		Vertices:  []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
	})
	tetra.Tree(1)
	w := world.New(&world.Settings{Workers: 1}, 4, 2, 1)
	for _, b := range []world.Body{
		{Shape: tetra, Pose: geom.Identity}, {Shape: tetra, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.2, Y: 0.2}}},
		{Shape: shape.Sphere{Radius: 0.1}, Pose: geom.Identity}, {Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: geom.Identity},
	} {
		if _, err := w.Add(&b); err != nil {
			t.Fatal(err)
		}
	}
	bodies := appendBodies(procs.Begin(nil, sayBodies), w, []*world.Model{tetra})
	frame := append(wire.AppendUint64(procs.Begin(nil, sayFrame), 1), 0)
	frame = wire.AppendUint64(frame, narrow.MaxContacts)
	frame = wire.AppendUint32(frame, 0)
	frame = wire.AppendUint32(frame, 1)
	frame = appendPose(wire.AppendUint32(frame, 1), w.Pose(1))
	tasks := wire.AppendUint32(wire.AppendUint64(procs.Begin(nil, sayTasks), 1), 0)
	w.Stats = new(world.Stats)
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

// searching is the message that makes a worker search as a method does.
func searching(t testing.TB, text string) []byte {
	t.Helper()
	by := search{text: text, threads: 2}
	b := by.append(procs.Begin(nil, saySearch))
	if err := procs.Finish(b); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestServeWorkerAnswersASession(t *testing.T) {
	t.Parallel()
	for name, s := range map[string][]byte{"bvh": session(t), "oocda": append(searching(t, "oocda"), session(t)...), "pipelining": append(searching(t, "pipelining"), session(t)...)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answersASession(t, s)
		})
	}
}

// What a worker is asked to search by, and pairs that no engine could take, are looked at.
func TestServeWorkerLooksAtPairs(t *testing.T) {
	t.Parallel()
	s := append(searching(t, "oocda"), session(t)...)
	last := len(s) - 16 // the last task
	for name, in := range map[string][]byte{
		"no method":  searching(t, "scda"),
		"no option":  searching(t, "oocda,x=1"),
		"turned":     changed(s, last, 9),
		"nodes":      changed(s, last+8, 1),
		"no body":    changed(s, last+4, 99),
		"search two": append(slices.Clone(s), searching(t, "oocda")...),
		"twice":      slices.Concat(s[:last], s[last-16:last]),
	} {
		if err := Serve(context.Background(), bytes.NewReader(in), io.Discard); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// changed is a session with one byte set.
func changed(s []byte, at int, to byte) []byte {
	s = slices.Clone(s)
	s[at] = to
	return s
}

// answersASession has a worker answer a session.
func answersASession(t *testing.T, session []byte) {
	t.Helper()
	r, say, ended := serve(t)
	go func() { _, _ = say.Write(session) }() // it fails if the worker ends, which is noticed below
	if kind, data, err := procs.Read(r, nil, procs.Longest); err != nil || kind != sayHello || string(data) != protocol {
		t.Fatalf("greeting: kind %d, %q, %v", kind, data, err)
	}
	kind, data, err := procs.Read(r, nil, procs.Longest)
	if err != nil || kind != sayResult {
		t.Fatalf("answer: kind %d, %v", kind, err)
	}
	d := procs.NewDecoder(data)
	var s world.Stats
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
	_ = say.Close() // always nil
	if err := <-ended; err != nil {
		t.Errorf("at the end of its input: %v", err)
	}
	if _, _, err := procs.Read(r, nil, procs.Longest); !errors.Is(err, io.EOF) {
		t.Errorf("after the answer: %v", err)
	}
}

// serve starts a worker in this process. Its input stays open until say is closed,
// and what it ended with is then in ended.
func serve(t *testing.T) (r *bufio.Reader, say io.WriteCloser, ended <-chan error) {
	t.Helper()
	in, say := io.Pipe()
	said, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(context.Background(), in, out)
		_ = out.Close() // always nil
	}()
	t.Cleanup(func() { _ = said.Close(); _ = say.Close() }) // always nil
	return bufio.NewReader(said), say, done
}

// A worker that waits for steps shows that it lives. When its input ends it gives up
// the search.
func TestServeWorkerHeartbeat(t *testing.T) {
	t.Parallel()
	r, say, ended := serve(t)
	s := session(t)
	s[4+int(wire.Uint32(s))+4+1+8] = flagLimited // the flags of the frame after the bodies
	go func() { _, _ = say.Write(s) }()          // it fails if the worker ends, which is noticed below
	kinds := map[byte]int{}
	for kinds[sayBeat] < 3 {
		kind, _, err := procs.Read(r, nil, procs.Longest)
		if err != nil {
			t.Fatal(err)
		}
		kinds[kind]++
	}
	if kinds[sayHello] != 1 || kinds[sayClaim] != 1 || kinds[sayResult] != 0 {
		t.Errorf("it sent %v, want one greeting, one claim and beats", kinds)
	}
	_ = say.Close() // always nil
	for {
		if _, _, err := procs.Read(r, nil, procs.Longest); err != nil {
			break
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Contacts beyond what a message holds travel in several.
func TestResultsInParts(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := &server{out: &out}
	contacts := make([]world.Contact, 2*contactsPerMessage+1)
	if err := s.sendContacts(1, 0, contacts, new(world.Stats)); err != nil {
		t.Fatal(err)
	}
	r, total, kinds := bufio.NewReader(&out), 0, []byte(nil)
	for {
		kind, data, err := procs.Read(r, nil, procs.Longest)
		if err != nil {
			break
		}
		d := procs.NewDecoder(data)
		d.Uint64()
		d.Uint32()
		if kind == sayResult {
			decodeCounters(&d, new(world.Stats))
		}
		total += d.Count(16)
		kinds = append(kinds, kind)
	}
	if total != len(contacts) || !slices.Equal(kinds, []byte{sayFound, sayFound, sayResult}) {
		t.Errorf("%d contacts of %d in messages of kinds %v", total, len(contacts), kinds)
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
		if err := Serve(context.Background(), bytes.NewReader(in), io.Discard); err == nil || !strings.Contains(err.Error(), "out of turn") {
			t.Errorf("%s: error %v, want one out of turn", name, err)
		}
	}
}

// FuzzServeWorker says arbitrary things to a worker: it may object but not panic.
func FuzzServe(f *testing.F) {
	f.Add(session(f))
	f.Add(append(searching(f, "oocda"), session(f)...))
	f.Add(append(searching(f, "pipelining,tasks=3"), session(f)...))
	f.Fuzz(func(_ *testing.T, in []byte) {
		// Errors are right: nothing is checked but that it returns.
		_ = Serve(context.Background(), io.MultiReader(bytes.NewReader(in), late{}), io.Discard)
	})
}

// late ends after the worker had time for what came before: at the end of its input
// it gives up searches.
type late struct{}

func (late) Read([]byte) (int, error) {
	time.Sleep(100 * time.Microsecond)
	return 0, io.EOF
}
