package pipe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// opener makes bodies from meshes alone.
func opener(workers int) Opener {
	return func(_ context.Context, s *Setup) (*Opened, error) {
		o := &Opened{Workers: workers}
		var bodies []collide.Body
		for _, b := range s.Bodies {
			if b.Sent == nil {
				return nil, errors.New("a mesh was expected")
			}
			bodies = append(bodies, collide.Body{Name: b.Name, Shape: collide.NewModel(b.Sent)})
			o.Bodies = append(o.Bodies, OpenedBody{Name: b.Name, Triangles: len(b.Sent.Triangles), Immovable: b.Immovable})
			o.Poses = append(o.Poses, geom.Identity)
		}
		o.Detector = func(workers int) (*collide.Detector, error) {
			return collide.NewDetector(bodies, collide.Options{Workers: workers, First: s.First})
		}
		return o, nil
	}
}

func message(kind byte, payload []byte) []byte {
	msg := append(procs.Begin(nil, kind), payload...)
	if err := procs.Finish(msg); err != nil {
		panic(err)
	}
	return msg
}

func hello() []byte { return message(msgHello, word([]byte(greeting), Version)) }

func meshMessage(m *mesh.Mesh) []byte {
	b := word(word(nil, uint32(len(m.Vertices))), uint32(len(m.Triangles)))
	for _, v := range m.Vertices {
		b = number(number(number(b, v.X), v.Y), v.Z)
	}
	for _, t := range m.Triangles {
		b = word(word(word(b, t[0]), t[1]), t[2])
	}
	return message(msgMesh, append(b, m.Name...))
}

// queryMessage moves body 0 along x.
func queryMessage(ask uint32, xs ...float64) []byte { return queryOf(0, ask, xs...) }

func queryOf(body, ask uint32, xs ...float64) []byte {
	b := word(word(number(word(nil, ask), 0.25), 1), body)
	b = word(b, uint32(len(xs)))
	for _, x := range xs {
		for _, v := range [12]float64{1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0} {
			b = number(b, v)
		}
	}
	return message(msgQuery, b)
}

const twoBodies = `{"bodies":[{"mesh":0,"name":"a"},{"mesh":0,"name":"b"}]}`

// talk runs a session and returns what came back, signs of life aside, and how it ended.
func talk(t *testing.T, workers int, messages ...[]byte) ([]arrival, error) {
	t.Helper()
	var out bytes.Buffer
	err := Serve(t.Context(), slowEnd(bytes.Join(messages, nil)), &out, "v0", opener(workers))
	var got []arrival
	for r := bufio.NewReader(&out); ; {
		kind, payload, failed := procs.Read(r, nil, maxMessage)
		if errors.Is(failed, io.EOF) {
			return got, err
		}
		if failed != nil {
			t.Fatal(failed)
		}
		if kind != msgBeat {
			got = append(got, arrival{kind: kind, payload: payload})
		}
	}
}

// slowEnd is an input whose end comes only when all before it was taken: the end interrupts. The
// last message is one that ends the session.
func slowEnd(b []byte) io.Reader { return bytes.NewReader(append(b, message('?', nil)...)) }

func ball() *mesh.Mesh {
	return (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 2}).Mesh()
}

// TestRowsAreTheDetectors: every column is what the detector of the library answers, in the order
// of the rows, for one worker and several, within and across chunks.
func TestRowsAreTheDetectors(t *testing.T) {
	m := ball()
	model := collide.NewModel(m)
	d, err := collide.NewDetector([]collide.Body{{Shape: model}, {Shape: model}}, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var xs []float64
	for i := range 2*chunkRows + 5 {
		xs = append(xs, 4*float64(i)/float64(2*chunkRows)-2.3)
	}
	for _, workers := range []int{1, 3} {
		got, err := talk(t, workers, hello(), meshMessage(m), message(msgOpen, []byte(twoBodies)), queryMessage(askAll, xs...))
		if bad := (*Error)(nil); !errors.As(err, &bad) {
			t.Fatal(err)
		}
		if got[0].kind != msgWelcome || got[1].kind != msgOpened {
			t.Fatalf("%c %c", got[0].kind, got[1].kind)
		}
		row := 0
		for _, a := range got[2 : len(got)-2] {
			row += checkRows(t, d, xs, row, a)
		}
		var end done
		if err := json.Unmarshal(got[len(got)-2].payload, &end); err != nil || row != len(xs) || end.Rows != row || !end.Complete || end.Cut {
			t.Errorf("%d workers: %d rows, %+v, %v", workers, row, end, err)
		}
	}
}

// checkRows compares a message with the detector, column by column, and returns its number of rows.
func checkRows(t *testing.T, d *collide.Detector, xs []float64, first int, a arrival) int {
	t.Helper()
	s, m := &session{opened: &Opened{}}, &member{d, map[int]bool{}}
	in := procs.NewDecoder(a.payload)
	if at := int(in.Uint32()); a.kind != msgRows || at != first {
		t.Fatalf("message %c from row %d; expected %d", a.kind, at, first)
	}
	n := int(in.Uint32())
	q, err := decodeQuery(queryMessage(askAll, xs...)[5:], make([]OpenedBody, 2))
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	var f found
	for i := range n {
		r, err := s.answerRow(t.Context(), m, q, first+i, &f)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
		if touches := r.contacts > 0; touches != (r.distance.Value == 0) || touches != (r.verdict == collide.InContact) || r.hash == "" || r.within < r.contacts {
			t.Fatalf("row %d: %+v", first+i, r)
		}
	}
	if want := encode(nil, askAll, first, rows, &f); !bytes.Equal(want, a.payload) {
		t.Fatalf("rows from %d are not the detector's", first)
	}
	return n
}

// TestQueriesLeaveNothingBehind: a body that a query does not move is where the setup places it,
// whatever was asked before and whichever detectors answered.
func TestQueriesLeaveNothingBehind(t *testing.T) {
	far := make([]float64, 3*chunkRows)
	for i := range far {
		far[i] = 10
	}
	for _, workers := range []int{1, 3} {
		messages := [][]byte{hello(), meshMessage(ball()), message(msgOpen, []byte(twoBodies))}
		for _, q := range [][]byte{queryMessage(0, far...), queryOf(1, 0, 10), queryMessage(0, far[:1]...), queryOf(1, 0, far...), queryMessage(0, 9)} {
			messages = append(messages, q, message(msgQuery, word(word(number(word(nil, 0), 0), 0), 1))) // where they are: in contact
		}
		got, err := talk(t, workers, messages...)
		if bad := (*Error)(nil); !errors.As(err, &bad) {
			t.Fatal(err)
		}
		n := 0
		for _, a := range got {
			if a.kind != msgRows {
				continue
			}
			rows := int(binary.LittleEndian.Uint32(a.payload[4:]))
			want := collide.Free
			if n += rows; rows == 1 && a.payload[8] == byte(collide.InContact) {
				continue
			}
			for _, v := range a.payload[8 : 8+rows] {
				if v != byte(want) {
					t.Errorf("%d workers: verdict %d for bodies that are 10 apart", workers, v)
				}
			}
		}
		touching := 0
		for _, a := range got {
			if a.kind == msgRows && a.payload[8] == byte(collide.InContact) {
				touching++
			}
		}
		if touching != 5 || n != 2*len(far)+3+5 {
			t.Errorf("%d workers: %d of 5 questions about the setup found its contact, %d rows", workers, touching, n)
		}
	}
}

// TestNobodyReads: a session whose input has ended ends, though its answers are not taken.
func TestNobodyReads(t *testing.T) {
	_, out := io.Pipe() // a write that is never read
	err := Serve(t.Context(), bytes.NewReader(hello()), out, "v0", opener(1))
	if err != nil {
		t.Error(err)
	}
}

// TestFaultsEndTheSession: what is not of the protocol is told in a line and ends the session.
func TestFaultsEndTheSession(t *testing.T) {
	m, open := meshMessage(ball()), message(msgOpen, []byte(twoBodies))
	short := queryMessage(0, 1)
	binary.LittleEndian.PutUint32(short, uint32(len(short)-5))
	for want, messages := range map[string][][]byte{
		"greeting":          {m},
		"the greeting once": {message(msgOpen, nil)},
		"version 7":         {message(msgHello, word([]byte(greeting), 7))},
		"no greeting":       {message(msgHello, []byte("collides"))},
		"once, at the":      {hello(), hello()},
		"unknown kind":      {hello(), message('x', nil)},
		"length 0":          {hello(), {0, 0, 0, 0, 'M'}},
		"length 429496729":  {hello(), {255, 255, 255, 255, 'M'}},
		"two counts":        {hello(), message(msgMesh, []byte("1234567"))},
		"vertices":          {hello(), message(msgMesh, word(word(nil, math.MaxUint32), math.MaxUint32))},
		"cut short":         {hello(), m, open, message(msgQuery, []byte("123"))},
		"bytes of poses":    {hello(), m, open, short[:len(short)-1]},
	} {
		got, err := talk(t, 1, messages...)
		last := got[len(got)-1]
		if bad := (*Error)(nil); !errors.As(err, &bad) || last.kind != msgRefused || !strings.Contains(string(last.payload), want) || strings.Contains(string(last.payload), "\n") {
			t.Errorf("%s: %v, %c %s", want, err, last.kind, last.payload)
		}
	}
}

// TestRefusalsLeaveTheSession: what cannot be had is refused, and the next question is answered.
func TestRefusalsLeaveTheSession(t *testing.T) {
	good, open := meshMessage(ball()), message(msgOpen, []byte(twoBodies))
	bad := &mesh.Mesh{Vertices: ball().Vertices, Triangles: [][3]uint32{{0, 1, 1 << 30}}}
	swap := func(q []byte, at int, x uint32) []byte {
		binary.LittleEndian.PutUint32(q[5+at:], x)
		return q
	}
	for want, m := range map[string][]byte{
		"asks for 0x20": swap(queryMessage(0, 1), 0, 32),
		"clearance NaN": func() []byte {
			q := queryMessage(askClearance, 1)
			binary.LittleEndian.PutUint64(q[9:], math.Float64bits(math.NaN()))
			return q
		}(),
		"moves body 9": swap(queryMessage(0, 1), 16, 9),
		"row 1":        queryMessage(0, 1, math.Inf(1), 1),
	} {
		got, err := talk(t, 1, hello(), good, open, m, queryMessage(0, 9))
		if err == nil || len(got) < 6 {
			t.Fatalf("%s: %d messages, %v", want, len(got), err)
		}
		refusal, after := got[len(got)-4], got[len(got)-2]
		if refusal.kind != msgRefused || !strings.Contains(string(refusal.payload), want) || after.kind != msgDone {
			t.Errorf("%s: %c %s, then %c", want, refusal.kind, refusal.payload, after.kind)
		}
	}
	for want, setup := range map[string]string{
		"names vertex": `{"bodies":[{"mesh":1}]}`, "2 were sent": `{"bodies":[{"mesh":2}]}`, "no bodies": `{}`, "unknown field": `{"bodys":[]}`,
		"expected one": `{"bodies":[{"mesh":0,"file":"a"}]}`, "setup": `{"bodies":[`, "after the object": twoBodies + "{}",
		"pairs of indices": `{"bodies":[{"mesh":0}],"allow":[[1]]}`, "expected pairs": `{"bodies":[{"mesh":0}],"allow":[[0,1,2]]}`,
		"all bodies are immovable": `{"bodies":[{"mesh":0,"immovable":true},{"mesh":0,"immovable":true}]}`,
		"box of 2":                 `{"bodies":[{"box":[1,1]}]}`, "pose of 0": `{"bodies":[{"mesh":0,"pose":[]}]}`, "pose of 13": `{"bodies":[{"mesh":0,"pose":[1,0,0,0,0,1,0,0,0,0,1,0,0]}]}`,
	} {
		got, _ := talk(t, 1, hello(), good, meshMessage(bad), message(msgOpen, []byte(setup)), queryMessage(0, 9), open, queryMessage(0, 9))
		if len(got) != 7 || got[1].kind != msgRefused || !strings.Contains(string(got[1].payload), want) || got[2].kind != msgRefused || got[5].kind != msgDone {
			t.Errorf("%s: %d messages, %s", want, len(got), got[1].payload)
		}
	}
}

// TestImmovableBodiesStay: two immovable bodies are never tested, so that a row that moves one would be free by accident.
func TestImmovableBodiesStay(t *testing.T) {
	open := message(msgOpen, []byte(`{"bodies":[{"mesh":0,"name":"floor","immovable":true},{"mesh":0}]}`))
	got, _ := talk(t, 1, hello(), meshMessage(ball()), open, queryOf(0, 0, 9), queryOf(1, 0, 9))
	if len(got) != 6 || got[2].kind != msgRefused || !strings.Contains(string(got[2].payload), "floor, which is immovable") || got[4].kind != msgDone {
		t.Errorf("%d messages, %c %s", len(got), got[2].kind, got[2].payload)
	}
}

// TestEndOfInputInterrupts: the input may end while a question is at work.
func TestEndOfInputInterrupts(t *testing.T) {
	in, feed := io.Pipe()
	ended := make(chan error, 1)
	asked := make(chan struct{})
	slow := func(ctx context.Context, _ *Setup) (*Opened, error) {
		close(asked)
		<-ctx.Done() // the end of the input is what ends it
		return nil, ctx.Err()
	}
	go func() { ended <- Serve(t.Context(), in, io.Discard, "v0", slow) }()
	for _, m := range [][]byte{hello(), meshMessage(ball()), message(msgOpen, []byte(twoBodies))} {
		if _, err := feed.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	<-asked
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("an input that ended: %v", err)
	}
}

// FuzzServe: no input makes a session panic, and each ends.
func FuzzServe(f *testing.F) {
	m := meshMessage(&mesh.Mesh{Vertices: ball().Vertices[:3], Triangles: [][3]uint32{{0, 1, 2}}})
	whole := bytes.Join([][]byte{hello(), m, message(msgOpen, []byte(twoBodies)), queryMessage(askAll, 0, 1, 9), raysMessage(1, 2, [7]float64{-2, 0, 0, 1, 0, 0, 9})}, nil)
	f.Add(whole)
	f.Add(whole[:len(whole)-7])
	f.Fuzz(func(t *testing.T, in []byte) {
		var bad *Error
		if err := Serve(t.Context(), bytes.NewReader(in), io.Discard, "v0", opener(2)); err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no fault of the protocol", err)
		}
	})
}
