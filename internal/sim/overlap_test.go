package sim

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// TestOverlapIsUndoneWithoutEnergy starts bodies within each other: they end apart,
// the lighter farther, with the momentum they had and no more energy.
func TestOverlapIsUndoneWithoutEnergy(t *testing.T) {
	for name, c := range map[string]struct {
		b       scene.Placed
		gravity geom.Vec
	}{
		"balls":        {ballAt(vec(0.3, 0, 0), 0.5, 3, 1, geom.Vec{}, geom.Vec{}), geom.Vec{}},
		"concentric":   {ballAt(geom.Vec{}, 0.5, 3, 1, geom.Vec{}, geom.Vec{}), geom.Vec{}},
		"ball in box":  {boxAt(vec(0.3, 0.1, 0), vec(1, 1, 1), geom.Identity.R, 3, 1, geom.Vec{}, geom.Vec{}), geom.Vec{}},
		"lifted":       {ballAt(vec(0, 0, -0.4), 0.5, 3, 1, vec(0, 0.2, 0), geom.Vec{}), vec(0, 0, -9.81)},
		"moving apart": {ballAt(vec(0.3, 0, 0), 0.5, 3, 1, vec(1, 0, 0), geom.Vec{}), geom.Vec{}},
	} {
		a := ballAt(geom.Vec{}, 0.5, 1, 1, geom.Vec{}, geom.Vec{})
		w := &scene.World{Bodies: []scene.Placed{a, c.b}, Physics: scene.Physics{Gravity: c.gravity}}
		p := stepped(t, w, 1.0/60, 0)
		before := p.Frame().Clone()
		if len(before.Pairs) != 1 {
			t.Fatalf("%s: %d pairs touch at the start", name, len(before.Pairs))
		}
		if err := p.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := p.Frame()
		fall := c.gravity.Scale(4.0 / 60)
		near(t, name+": momentum", f.Momentum, before.Momentum.Add(fall), 1e-12)
		if f.Energy > before.Energy+1e-12*(1+math.Abs(before.Energy)) {
			t.Errorf("%s: energy %v, was %v", name, f.Energy, before.Energy)
		}
		l := &p.engine.lookers[0]
		q := &nearby{a: 0, b: 1}
		l.place(q, 0)
		if g := l.convex(&p.engine.bodies[0], &p.engine.bodies[1]); g.d < -1e-9 {
			t.Errorf("%s: still %v deep", name, -g.d)
		}
		da, db := f.Poses[0].T.Sub(before.Poses[0].T), f.Poses[1].T.Sub(before.Poses[1].T)
		if c.gravity == (geom.Vec{}) && name != "moving apart" {
			near(t, name+": centre of mass", da.Add(db.Scale(3)), geom.Vec{}, 1e-12)
		}
	}
}

// TestNothingTunnels shoots small balls at a sheet of triangles and at a thin plate
// that are far thinner than a step is long.
func TestNothingTunnels(t *testing.T) {
	w := loadedWorld(t, `{"version": 1, "bodies": [
	  {"name": "sheet", "mesh": {"shape": "box", "size": [2, 2, 1e-6], "detail": 3}},
	  {"name": "plate", "box": {"center": [0, 0, 3], "size": [2, 2, 1e-6]}, "immovable": true},
	  {"name": "fast", "sphere": {"center": [0, 0, 0], "radius": 1e-3}, "mass": 1, "velocity": [0.03, 0.02, 5000], "pose": [1,0,0,0.11, 0,1,0,0.13, 0,0,1,1]},
	  {"name": "die", "box": {"center": [0, 0, 0], "size": [0.05, 0.1, 0.05]}, "mass": 2, "velocity": [0.01, 0.02, -60], "spin": [7, 8, 9], "pose": [1,0,0,-0.4, 0,1,0,0.2, 0,0,1,2]}]}`)
	p, err := NewPhysics(t.Context(), w, 1.0/60, workersOf(1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	hits, frames := 0, require.Cases(60, 20)
	for range frames {
		if err := p.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		hits += len(p.Frame().Impacts)
		for i := 2; i < 4; i++ {
			if z := p.Frame().Poses[i].T.Z; !(z > 0 && z < 3) {
				t.Fatalf("frame %d: body %d at z = %v", p.Frame().Index, i, z)
			}
		}
	}
	// 5,000 lengths a second over 3 lengths each way.
	if hits < frames*80/3 {
		t.Errorf("%d impacts", hits)
	}
}

// TestDrivenBodiesPush lets an immovable mesh that moves throw a ball.
func TestDrivenBodiesPush(t *testing.T) {
	w := loadedWorld(t, `{"version": 1, "bodies": [
	  {"name": "ram", "mesh": {"shape": "box", "size": [1, 1, 1], "detail": 2}, "motion": {"velocity": [2, 0, 0]}},
	  {"name": "ball", "sphere": {"center": [0, 0, 0], "radius": 0.25}, "mass": 3, "restitution": 0.5, "pose": [1,0,0,2, 0,1,0,0.1, 0,0,1,0.2]}]}`)
	p, err := NewPhysics(t.Context(), w, 1.0/60, workersOf(1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	for range 60 {
		if err := p.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	// The face at 0.5 + 2t meets the ball's left at 1.75 after 0.625 s; e·2 comes on top.
	near(t, "velocity", p.engine.bodies[1].v, vec(3, 0, 0), 1e-9)
	near(t, "place", p.Frame().Poses[1].T, vec(2+3*(1-0.625), 0.1, 0.2), 1e-9)
	near(t, "ram", p.Frame().Poses[0].T, vec(2, 0, 0), 1e-12)
}

// TestStoppingAWildSpin: a die whose axes are due millions of times a step can be
// stopped, and the scene be begun again.
func TestStoppingAWildSpin(t *testing.T) {
	die := boxAt(geom.Vec{}, vec(1, 2, 3), geom.Identity.R, 1, 1, geom.Vec{}, vec(1e12, 2e12, 3e12))
	p := stepped(t, &scene.World{Bodies: []scene.Placed{die}}, 1.0/60, 0)
	first := p.Frame().State
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if err := p.Step(ctx); !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("stopped step: %v", err)
	}
	if err := p.Reset(t.Context()); err != nil || p.Frame().State != first {
		t.Errorf("after a reset: %v, state %x, want %x", err, p.Frame().State, first)
	}
}
