package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// recorded runs a crowd and returns its recording and its frames.
func recorded(t testing.TB, bodies, frames int) ([]byte, []*Frame) {
	t.Helper()
	var buf bytes.Buffer
	p, err := NewPhysics(context.Background(), crowdWorld(t, bodies), 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	r, err := NewRecorder(&buf, p.Bodies(), 1.0/60)
	if err != nil {
		t.Fatal(err)
	}
	var kept []*Frame
	for k := range frames {
		if k > 0 {
			if err := p.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Frame(p.Frame()); err != nil {
			t.Fatal(err)
		}
		f := p.Frame().Clone()
		f.Result, f.Moved, f.Nearby = nil, 0, collide.Stats{}
		kept = append(kept, f)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), kept
}

func replay(t testing.TB, data []byte) (*Replay, error) {
	t.Helper()
	return NewReplay(context.Background(), bytes.NewReader(data), int64(len(data)), "run.clr")
}

// same compares frames number by number, −0 and 0 apart.
func same(a, b *Frame) bool {
	c, d := *a, *b
	c.Moved, d.Moved = 0, 0
	for i := range a.Poses {
		va, vb := numbersOf(&a.Poses[i]), numbersOf(&b.Poses[i])
		for k := range va {
			if math.Float64bits(va[k]) != math.Float64bits(vb[k]) {
				return false
			}
		}
	}
	return len(c.Poses) == len(d.Poses) && fmt.Sprint(c) == fmt.Sprint(d)
}

func TestRecordingComesBackBitForBit(t *testing.T) {
	data, want := recorded(t, 12, 150)
	p, err := replay(t, data)
	if err != nil {
		t.Fatal(err)
	}
	if p.Frames() != len(want) || p.CutOff() || len(p.Bodies()) != len(want[0].Poses) {
		t.Fatalf("%d frames, cut off: %v, %d bodies", p.Frames(), p.CutOff(), len(p.Bodies()))
	}
	if err := p.Use(collide.Options{Method: conformance.Named(methods.Table(), "brute")}); err != nil {
		t.Fatal(err)
	}
	for k, w := range want {
		if f := p.Frame(); !same(p.recordedFrame(), w) || f.Result != nil && f.Result.Hash() != w.Hash {
			t.Fatalf("frame %d:\n got %v\nwant %v", k, f, w)
		}
		if err := p.Step(context.Background()); err != nil && (k+1 < len(want) || !errors.Is(err, io.EOF)) {
			t.Fatal(err)
		}
	}
	for _, k := range []int{149, 0, 64, 63, 65, 128, 127} {
		if err := p.Seek(context.Background(), k); err != nil {
			t.Fatal(err)
		}
		if !same(p.recordedFrame(), want[k]) {
			t.Errorf("frame %d differs after a seek", k)
		}
	}
	if err := p.Seek(context.Background(), 150); err == nil {
		t.Error("frame 150 of 150 was found")
	}
	t.Logf("%d bytes a frame and body", len(data)/len(want)/len(p.bodies))
}

// recordedFrame is the frame without what Use adds.
func (p *Replay) recordedFrame() *Frame {
	f := p.frame
	f.Result, f.Nearby = nil, collide.Stats{}
	return &f
}

// TestRecordingCutAnywhere plays what is left of a recording after every byte.
func TestRecordingCutAnywhere(t *testing.T) {
	data, want := recorded(t, 2, 70)
	last, header := 0, 0
	for n := 0; n < len(data); n += require.Cases(1, 7) {
		p, err := replay(t, data[:n])
		if err != nil {
			if last > 0 {
				t.Fatalf("cut at %d: %v", n, err)
			}
			header = n
			continue
		}
		if p.Frames() < last || p.Frames() > last+1 || !p.CutOff() {
			t.Fatalf("cut at %d: %d frames after %d, cut off: %v", n, p.Frames(), last, p.CutOff())
		}
		if p.Frames() == last {
			continue
		}
		last = p.Frames()
		if err := p.Seek(context.Background(), last-1); err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if !same(p.recordedFrame(), want[last-1]) {
			t.Fatalf("cut at %d: frame %d differs", n, last-1)
		}
		if err := p.Step(context.Background()); !errors.Is(err, io.EOF) {
			t.Fatalf("cut at %d: step after the last frame: %v", n, err)
		}
	}
	if last != len(want) || header == 0 {
		t.Errorf("%d of %d frames, header %d", last, len(want), header)
	}
}

func TestDamagedRecordingSaysSo(t *testing.T) {
	data, _ := recorded(t, 2, 5)
	told := 0
	for i := len(magic); i < len(data)-trailerSize; i += 7 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x10
		p, err := replay(t, bad)
		for err == nil {
			err = p.Step(context.Background())
		}
		if !errors.Is(err, io.EOF) {
			told++
			if !strings.HasPrefix(err.Error(), "run.clr: ") || !strings.Contains(err.Error(), "byte ") {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
	if told < 20 {
		t.Errorf("%d faults were told", told)
	}
	for text, want := range map[string]string{
		"": "not a recording", "collrec\n": "ends within a chunk", "solid x": "not a recording",
	} {
		if _, err := replay(t, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestOrderedIsItsOwnInverse(t *testing.T) {
	last := int64(math.MinInt64)
	for _, x := range []float64{math.Inf(-1), -1e300, -1, -5e-324, math.Copysign(0, -1), 0, 5e-324, 1, math.Inf(1)} {
		if i := ordered(x); i <= last || math.Float64bits(fromOrdered(i)) != math.Float64bits(x) {
			t.Errorf("%v → %d → %v", x, i, fromOrdered(i))
		}
		last = ordered(x)
	}
}

func TestRecordingPlaybackKeepsBodies(t *testing.T) {
	p, err := NewPlayback(context.Background(), loaded(t, swaying), 0.1, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.clr")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRecorder(f, p.Bodies(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	var vertices [][]geom.Vec
	for k := range 4 {
		if k > 0 {
			if err := p.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Frame(p.Frame()); err != nil {
			t.Fatal(err)
		}
		vertices = append(vertices, append([]geom.Vec(nil), p.placed[0].Mesh().Vertices...))
	}
	if err := errors.Join(r.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if !IsRecording(t.Context(), nil, path) || IsRecording(t.Context(), nil, "recording_test.go") || IsRecording(t.Context(), nil, "missing") {
		t.Error("IsRecording errs")
	}
	q, err := OpenReplay(context.Background(), nil, path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = q.Close() }()
	for i, b := range q.Bodies() {
		w := p.Bodies()[i]
		if b.Name != w.Name || b.Kind != w.Kind || b.Immovable != w.Immovable || b.Deforms != w.Deforms {
			t.Errorf("body %d is %v, want %v", i, b, w)
		}
		if m, ok := b.Shape.(*collide.Model); !ok && !reflect.DeepEqual(b.Shape, w.Shape) {
			t.Errorf("body %d is %v, want %v", i, b.Shape, w.Shape)
		} else if ok && !reflect.DeepEqual(m.Mesh().Triangles, w.Shape.(*collide.Model).Mesh().Triangles) {
			t.Errorf("body %d has other triangles", i)
		}
	}
	for _, k := range []int{2, 0, 3, 1} {
		if err := q.Seek(context.Background(), k); err != nil {
			t.Fatal(err)
		}
		if got := q.Bodies()[0].Shape.(*collide.Model).Mesh().Vertices; !reflect.DeepEqual(got, vertices[k]) {
			t.Errorf("frame %d: other vertices", k)
		}
	}
}

// FuzzReplay reads anything: it must end with an error or with frames.
func FuzzReplay(f *testing.F) {
	data, _ := recorded(f, 2, 3)
	f.Add(data)
	f.Add(data[:len(data)-20])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := replay(t, data)
		for k := 0; err == nil && k < 100; k++ {
			err = p.Step(context.Background())
		}
	})
}
