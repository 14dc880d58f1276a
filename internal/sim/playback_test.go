package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// loaded places the bodies of a scene that is given as text.
func loaded(t *testing.T, text string) []scene.Placed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var l scene.Loader
	placed, err := l.Scene(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return placed
}

const swaying = `{"version": 1, "walls": {"min": [-4, -4, -4], "max": [4, 4, 4]}, "bodies": [
  {"name": "screw", "mesh": {"shape": "box", "size": [1, 1, 3], "detail": 3}, "deform": {"twist": {"axis": "z", "rate": 0.9, "period": 1.5}}},
  {"name": "ball", "sphere": {"center": [0, 0, 0], "radius": 1}, "pose": [1, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1, 0],
   "motion": {"velocity": [3, 0.1, 0], "spin": [0, 1, 0]}},
  {"name": "table", "box": {"center": [0, 0, -2], "size": [2, 2, 1]}, "immovable": true}]}`

func TestPlaybackIsAFunctionOfTime(t *testing.T) {
	ctx := context.Background()
	p, err := NewPlayback(ctx, loaded(t, swaying), 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	first := p.Frame().Clone()
	if p.Bodies()[1].Name != "ball" || !p.Bodies()[0].Deforms || !p.Bodies()[2].Immovable {
		t.Errorf("bodies are %v", p.Bodies())
	}
	touched := 0
	var fifth *Frame
	for k := 1; k < 60; k++ {
		if err := p.Step(ctx); err != nil {
			t.Fatal(err)
		}
		f := p.Frame()
		if f.Index != k || f.State == first.State || f.Hash != f.Result.Hash() || len(f.Pairs) != len(f.Result.Pairs) {
			t.Fatalf("frame %d: %+v", k, f)
		}
		touched += len(f.Pairs)
		if k == 5 {
			fifth = f.Clone()
		}
	}
	if touched == 0 {
		t.Error("nothing touches: the scene tests nothing")
	}
	if err := p.Use(collide.Options{Method: conformance.Named(methods.Table(), "brute")}); err != nil {
		t.Fatal(err)
	}
	if err := p.Seek(ctx, 5); err != nil {
		t.Fatal(err)
	}
	if f := p.Frame(); f.State != fifth.State || f.Hash != fifth.Hash || f.Result.Method != "brute" {
		t.Errorf("frame 5 with brute: %s, want %s", f.Hash, fifth.Hash)
	}
	if err := p.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	if f := p.Frame(); f.State != first.State || f.Hash != first.Hash || f.Index != 0 {
		t.Errorf("after a reset: %+v, want %+v", f, first)
	}
}

func TestPlaybackErrors(t *testing.T) {
	ctx := context.Background()
	p, err := NewPlayback(ctx, loaded(t, swaying), 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Use(collide.Options{Workers: -1}); err == nil {
		t.Error("method none was accepted")
	}
	if err := p.Use(collide.Options{First: true}); err == nil {
		t.Error("Options.First was accepted")
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if err := p.Step(stopped); err == nil || err.Error() != "incomplete: interrupted" {
		t.Errorf("interrupted step: %v", err)
	}
	far := strings.Replace(swaying, `"velocity": [3, 0.1, 0], "spin": [0, 1, 0]`, `"velocity": [1e308, 0, 0]`, 1)
	far = strings.Replace(far, `"walls": {"min": [-4, -4, -4], "max": [4, 4, 4]}, `, "", 1)
	if p, err = NewPlayback(ctx, loaded(t, far), 10, collide.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := p.Step(ctx); err == nil || !strings.Contains(err.Error(), "s.json:3: body ball at 10 s") {
		t.Errorf("runaway body: %v", err)
	}
}
