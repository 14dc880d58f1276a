package narrow

import (
	"math"
	"testing"

	"github.com/collide-go/collide/internal/simd"
)

// TestColoniesCountTheirTests: every volume and triangle test of a colony is in the worker's counters and is
// a step of its budget.
func TestColoniesCountTheirTests(t *testing.T) {
	t.Parallel()
	o := AntsOptions{Seed: 3, Rounds: 6}
	o.Fill()
	for _, apart := range []float64{1, 2.5, 5} {
		c := colony(&o, simd.Best(), apart)
		steps, w := spent(func(w *Worker) { c.Seek(simd.Best(), w, &o, 1<<20) })
		if int(w.BVTests+w.PrimitiveTests) != c.Tests || steps != c.Tests || w.BVTests < 0 {
			t.Errorf("rings %g apart: %d and %d tests counted, %d steps, the colony has %d", apart, w.BVTests, w.PrimitiveTests, steps, c.Tests)
		}
	}
}

// TestStagnation is the number of rounds since the best walk became shorter. Colonies of rings that lie in each
// other's volumes and do not touch stagnate, until nothing is left to try.
func TestStagnation(t *testing.T) {
	t.Parallel()
	o := AntsOptions{Seed: 3, Ants: 1}
	o.Fill()
	standing, over := 0, 0
	for i := range 60 {
		c := colony(&o, simd.Best(), 0.05*float64(i))
		w := Worker{Control: control()}
		stood := 0
		for rounds, best := 0, math.Inf(1); rounds < 200 && !c.Over(); rounds++ {
			c.Round(simd.Best(), &w, &o, RoundSteps)
			if stood++; c.Best < best || c.Found {
				stood = 0
			}
			if best = c.Best; c.stagnated != stood {
				t.Fatalf("round %d: stagnated for %d rounds, want %d", rounds, c.stagnated, stood)
			}
			standing += stood // rounds in which the colony stands
		}
		if c.apart && !c.Found {
			over++
		}
	}
	if standing < 20 || over < 5 {
		t.Errorf("%d rounds without a shorter walk, %d colonies with nothing left to try", standing, over)
	}
}

// TestMeet: colonies walk where the volumes of the roots are not apart, and nowhere else.
func TestMeet(t *testing.T) {
	t.Parallel()
	o := AntsOptions{Seed: 3}
	o.Fill()
	for apart, want := range map[float64]bool{0: true, 1: true, 100: false} {
		w := Worker{Control: control()}
		if c := colony(&o, simd.Best(), apart); c.Meet(&w) != want || c.Tests != 1 || w.BVTests != 1 {
			t.Errorf("rings %g apart meet: %v, want %v; %d tests", apart, !want, want, w.BVTests)
		}
	}
}

// TestFeatures are the triangles of the larger body, whichever it is.
func TestFeatures(t *testing.T) {
	t.Parallel()
	o := AntsOptions{}
	o.Fill()
	c := colony(&o, simd.Best(), 1)
	n, m := len(c.A.surface.Mesh.Triangles), len(c.B.surface.Mesh.Triangles)
	other := Colony{A: c.B, B: c.A}
	if n == m || c.features() != max(n, m) || other.features() != max(n, m) {
		t.Errorf("bodies of %d and %d triangles have %d and %d features", n, m, c.features(), other.features())
	}
}

// TestLay: pheromone is added to the lanes of a walk up to the most there may be, and to no others; a walk that leads
// where no ant has been, or to a lane that a node has not, ends there.
func TestLay(t *testing.T) {
	t.Parallel()
	o := AntsOptions{Seed: 3}
	o.Fill()
	c := colony(&o, simd.Best(), 1)
	w := Worker{Control: control()}
	for range 3 {
		c.Round(simd.Best(), &w, &o, RoundSteps)
	}
	walk := c.best
	if walk.n < 2 {
		t.Fatalf("the best walk has %d tests", walk.n)
	}
	sum := func() (all float64) {
		for i := range c.trails {
			for _, tau := range c.trails[i].tau {
				all += tau
			}
		}
		return all
	}
	c.fill(c.most / 4)
	before := sum()
	c.lay(&walk, c.most/8)
	if got := (sum() - before) / (c.most / 8); math.Abs(got-float64(walk.n)) > 1e-9 {
		t.Errorf("pheromone for %.9g lanes on a walk of %d", got, walk.n)
	}
	c.lay(&walk, 8*c.most)
	if got := c.trails[0].tau[walk.lanes[0]]; got != c.most {
		t.Errorf("pheromone of %g, the most is %g", got, c.most)
	}
	before = sum()
	lost := Walk{n: 1}
	lost.lanes[0] = c.trails[0].lanes
	if c.lay(&lost, c.most); sum() != before {
		t.Error("pheromone on a lane that there is not")
	}
}

// TestCrossedParameters are the combination of the donors' parameters whose weights the solutions have.
func TestCrossedParameters(t *testing.T) {
	t.Parallel()
	o := AntsOptions{Seed: 3}
	o.Fill()
	c := colony(&o, simd.Best(), 5)
	crossed := 0
	for round := range 40 {
		donors := []*Colony{{Best: 2, params: trailParams{1.5, 2, 0.25}}, {Best: 4, params: trailParams{1, 4, 0.5}}}
		for i := range donors {
			donors[i].best.n = i + 1
		}
		c.draw(donors, 3+round%4)
		var want trailParams
		for _, s := range c.given {
			d := donors[s.walk.n-1]
			weight := s.amount * d.Best / c.params.rho
			want.alpha, want.beta, want.rho = want.alpha+weight*d.params.alpha, want.beta+weight*d.params.beta, want.rho+weight*d.params.rho
		}
		inside := want
		if inside.clamp(); inside == want {
			crossed++
		}
		if d := math.Abs(c.crossed.alpha-inside.alpha) + math.Abs(c.crossed.beta-inside.beta) + math.Abs(c.crossed.rho-inside.rho); d > 1e-9 {
			t.Fatalf("crossed to %v, want %v", c.crossed, inside)
		}
	}
	if crossed < 10 {
		t.Errorf("%d of 40 within the bounds of parameters", crossed)
	}
}

// TestLimit: before the first walk all pheromone becomes the most there may be; later limits leave it.
func TestLimit(t *testing.T) {
	t.Parallel()
	c := Colony{trails: make([]trail, 2)}
	if c.limit(3); c.most != 3 || c.tau != 3 || c.trails[1].tau[2] != 3 {
		t.Errorf("a first limit of 3: most %g, pheromone %g and %g", c.most, c.tau, c.trails[1].tau[2])
	}
	if c.limit(5); c.most != 5 || c.tau != 3 || c.trails[1].tau[2] != 3 {
		t.Errorf("a second limit of 5: most %g, pheromone %g and %g", c.most, c.tau, c.trails[1].tau[2])
	}
}
