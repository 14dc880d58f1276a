package sim

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// collidables reads the original scene, which does not belong to the project, or
// makes one like it.
func collidables(t *testing.T) *scene.World {
	t.Helper()
	var l scene.Loader
	original := require.Shared("tian/collidables.txt")
	if _, err := os.Stat(original); err == nil {
		w, err := l.World(context.Background(), original)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	s, err := scene.GenerateTian(t.Context(), scene.TianOptions{Bodies: 64, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Build(context.Background(), s, "generated")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestCollidablesKeepTheLaws(t *testing.T) {
	frames := 1000
	if require.Long() {
		frames = 10000
	}
	w := collidables(t)
	w.Physics.G = 0
	p, err := NewPhysics(context.Background(), w, 1.0/60, collide.Options{Method: conformance.Named(methods.Table(), "bvh"), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	var fromWalls geom.Vec
	start := p.Frame().Clone()
	least := start.Energy
	worst, rise, hits := 0.0, 0.0, 0
	for range frames {
		if err := p.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		f := p.Frame()
		hits += len(f.Impacts)
		for _, i := range f.Impacts {
			if int(i.B) >= len(w.Bodies) {
				fromWalls = fromWalls.Add(i.Normal.Scale(i.Impulse))
			}
		}
		sum := 0.0
		for i := range p.engine.bodies {
			b := &p.engine.bodies[i]
			sum += b.mass * b.v.Norm()
			if box := p.engine.box(int32(i)); !b.fixed && !w.Walls.Encloses(&box) {
				t.Fatalf("frame %d: body %d at %v, outside %v", f.Index, i, box, *w.Walls)
			}
		}
		worst = max(worst, f.Momentum.Sub(start.Momentum).Sub(fromWalls).Norm()/sum)
		rise = max(rise, (f.Energy-least)/least)
		least = min(least, f.Energy)
	}
	t.Logf("%d frames, %d impacts; momentum off by %.3g Σm|v|; energy %.3g of the first, at most %.3g above its running minimum",
		frames, hits, worst, least/start.Energy, rise)
	if !(worst < 1e-9) || !(rise < 1e-9) || hits == 0 {
		t.Error("laws broken, or nothing happened")
	}
}

func TestTinyFastBallStaysInside(t *testing.T) {
	frames := 1000
	if require.Long() {
		frames = 10000
	}
	ball := ballAt(vec(0.5, 0.4, 0.3), 0.001, 1, 1, vec(700, -500, 509.901951359), geom.Vec{})
	w := &scene.World{Bodies: []scene.Placed{ball}, Walls: &geom.AABB{Max: vec(1, 1, 1)}}
	p := stepped(t, w, 1.0/60, 0)
	for range frames {
		if err := p.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		if box := p.engine.box(0); !w.Walls.Encloses(&box) {
			t.Fatalf("frame %d: at %v", p.Frame().Index, box)
		}
		if s := p.engine.bodies[0].v.Norm(); math.Abs(s-1000) > 1e-6 {
			t.Fatalf("frame %d: speed %v", p.Frame().Index, s)
		}
	}
}
