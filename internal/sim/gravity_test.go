package sim

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// randomMasses fills the unit cube, denser towards one corner.
func randomMasses(n int) *masses {
	r := rand.New(rand.NewPCG(7, 7))
	m := &masses{}
	for range n {
		m.x = append(m.x, vec(r.Float64()*r.Float64(), r.Float64(), r.Float64()*r.Float64()))
		m.m = append(m.m, 1+99*r.Float64())
	}
	return m
}

// TestBarnesHutIsCloseAndFaster compares accelerations at theta 0.5 with the sum
// over all pairs, on 20,000 bodies under COLLIDE_LONG=1.
func TestBarnesHutIsCloseAndFaster(t *testing.T) {
	n := 4000
	if require.Long() {
		n = 20000
	}
	m := randomMasses(n)
	direct, hut := gravitation{g: 1, workers: 1}, gravitation{g: 1, theta: 0.5, workers: 1}
	start := time.Now()
	direct.compute(m)
	slow := time.Since(start)
	start = time.Now()
	hut.compute(m)
	fast := time.Since(start)
	sum, norm := 0.0, 0.0
	for i := range m.x {
		d := hut.acc[i].Sub(direct.acc[i])
		sum, norm = sum+d.Dot(d)/direct.acc[i].Dot(direct.acc[i]), norm+1
	}
	rms := math.Sqrt(sum / norm)
	eh, ed := hut.energy(m), direct.energy(m)
	t.Logf("%d masses: RMS of the relative error %.3g, energy off by %.3g; %v against %v, %.1f times as fast",
		n, rms, math.Abs(eh-ed)/math.Abs(ed), fast, slow, slow.Seconds()/fast.Seconds())
	if !(rms <= 0.01) || !(math.Abs(eh-ed) <= 0.01*math.Abs(ed)) {
		t.Error("too far off")
	}
	again := gravitation{g: 1, theta: 0.5, workers: 8}
	again.compute(m)
	for i := range m.x {
		if again.acc[i] != hut.acc[i] {
			t.Fatalf("mass %d: 8 workers have %v, one %v", i, again.acc[i], hut.acc[i])
		}
	}
}

// TestOrbitClosesAndKeepsItsEnergy lets two balls circle each other.
func TestOrbitClosesAndKeepsItsEnergy(t *testing.T) {
	// Masses 3 and 1 at a distance of 4 with G = 1 circle once in 2π·√(64/4) = 8π.
	a := ballAt(vec(-1, 0, 0), 0.1, 3, 1, vec(0, -0.25, 0), geom.Vec{})
	b := ballAt(vec(3, 0, 0), 0.1, 1, 1, vec(0, 0.75, 0), geom.Vec{})
	for _, theta := range []float64{0, 0.5} {
		w := &scene.World{Bodies: []scene.Placed{a, b}, Physics: scene.Physics{G: 1, Theta: theta}}
		const frames = 2000
		p := stepped(t, w, 8*math.Pi/frames, 0)
		before := p.Frame().Clone()
		for range frames {
			if err := p.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		f := p.Frame()
		near(t, "place after a turn", f.Poses[1].T, vec(3, 0, 0), 1e-4)
		near(t, "angular momentum", f.AngularMomentum, before.AngularMomentum, 1e-12)
		near(t, "momentum", f.Momentum, before.Momentum, 1e-13)
		if math.Abs(f.Energy-before.Energy) > 1e-9*math.Abs(before.Energy) {
			t.Errorf("energy %v, was %v", f.Energy, before.Energy)
		}
	}
}

// TestElasticBallFallsForEver keeps its energy on an immovable floor: flight under
// gravity is exact.
func TestElasticBallFallsForEver(t *testing.T) {
	ball := ballAt(vec(0, 0, 1), 0.1, 2, 1, geom.Vec{}, geom.Vec{})
	w := &scene.World{Bodies: []scene.Placed{ball}, Walls: &geom.AABB{Min: vec(-1, -1, 0), Max: vec(1, 1, 3)}, Physics: scene.Physics{Gravity: vec(0, 0, -9.81)}}
	p := stepped(t, w, 1.0/60, 0)
	first, bounces := p.Frame().Energy, 0
	for range 2000 {
		if err := p.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		bounces += len(p.Frame().Impacts)
		if e := p.Frame().Energy; math.Abs(e-first) > 1e-10*first {
			t.Fatalf("frame %d: energy %v, was %v", p.Frame().Index, e, first)
		}
	}
	// A fall of 0.9 takes √(1.8/9.81) s, a bounce twice that.
	if want := int(2000.0/60/(2*math.Sqrt(1.8/9.81)) + 0.5); bounces != want {
		t.Errorf("%d bounces, want %d", bounces, want)
	}
}

// TestPileComesToRest drops balls and boxes of all restitutions into a pit: they
// stay in it and lose energy, and the impacts of those that lie still are bounded.
func TestPileComesToRest(t *testing.T) {
	w := crowdWorld(t, 32)
	w.Bodies = w.Bodies[3:] // nothing driven: energy can only fall
	w.Physics.G = 0
	zero := 0.0
	w.Bodies[0].Restitution, w.Bodies[1].Restitution = zero, zero
	w.Walls = &geom.AABB{Min: vec(-1.7, -1.7, -1), Max: vec(1.7, 1.7, 5)}
	p, err := NewPhysics(t.Context(), w, 1.0/60, workersOf(1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	least := math.Inf(1)
	most := 0
	deepest := 0.0
	frames := require.Samples(400, 220, 160)
	for k := range frames {
		if err := p.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := p.Frame()
		least = min(least, f.Energy)
		if f.Energy > least+1e-6*math.Abs(least) {
			t.Errorf("frame %d: energy %v, was %v", k, f.Energy, least)
			break
		}
		if k > frames*3/4 {
			most = max(most, len(f.Impacts))
		}
		for i := range p.engine.bodies {
			b := &p.engine.bodies[i]
			if box := p.engine.box(int32(i)); !b.fixed {
				out := w.Walls.Min.Sub(box.Min).Max(box.Max.Sub(w.Walls.Max))
				deepest = max(deepest, out.X, out.Y, out.Z)
			}
		}
	}
	kinetic := 0.0
	for _, i := range p.heavy {
		kinetic += p.engine.bodies[i].energy()
	}
	t.Logf("at most %d impacts a frame at the end, kinetic energy %.3g, %.3g deep in a wall", most, kinetic, deepest)
	if most > 3000 || deepest > 5e-4 { // less than a 500th of the smallest body
		t.Error("the pile does not lie still")
	}
}
