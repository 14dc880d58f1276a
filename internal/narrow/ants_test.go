package narrow

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// colony is one of two rings, ready to walk.
func colony(o *AntsOptions, level simd.Level, apart float64) *Colony {
	a, b := ring(24, 8), ring(20, 10)
	p := geom.Pose{R: turned1(1, 1).R, T: geom.Vec{X: apart}}
	b.SetPose(&p)
	d := newDuo(&a, &b, 8, FrontOptions{Level: level})
	d.frame(control())
	c := &Colony{}
	c.Reset(o, d.search.A, d.search.B, 7)
	return c
}

// A colony's witness is a contact, found in fewer tests than a descent takes, and
// the same with every instruction set; bodies apart have none.
func TestColonyFindsAWitness(t *testing.T) {
	o := AntsOptions{Seed: 1}
	o.Fill()
	var witness Pair
	for _, level := range simd.Levels() {
		c := colony(&o, level, 1)
		w := Worker{Control: control()}
		for round := 0; !c.Found; round++ {
			if round == 50 {
				t.Fatalf("%v: no contact in 50 rounds", level)
			}
			before := w.BVTests + w.PrimitiveTests
			c.Round(level, &w, &o, RoundSteps/2)
			if n := w.BVTests + w.PrimitiveTests - before; n <= 0 || n > RoundSteps || w.BVTests <= 0 || w.PrimitiveTests < 0 {
				t.Fatalf("%v: %d steps in a round of at most %d", level, n, RoundSteps)
			}
		}
		var p, q geom.Triangle
		c.A.triangle(int32(c.Witness.A), &p)
		c.B.triangle(int32(c.Witness.B), &q)
		if !w.Tally.TriangleTriangle(&p, &q) {
			t.Fatalf("%v: %v is no contact", level, c.Witness)
		}
		if level != simd.Go && c.Witness != witness {
			t.Errorf("%v found %v, Go %v", level, c.Witness, witness)
		}
		witness = c.Witness
		t.Logf("%v: %d volume and %d triangle tests", level, w.BVTests, w.PrimitiveTests)
	}
	c := colony(&o, simd.Best(), 5)
	w := Worker{Control: control()}
	for range 20 {
		c.Round(simd.Best(), &w, &o, RoundSteps/2)
	}
	if c.Found || !(c.Best > 2) {
		t.Errorf("rings apart: found %v, best walk %g", c.Found, c.Best)
	}
}

// stuck are colonies of rings 4 to 7 apart, of which every second is of another kind, that
// have walked three rounds and stand.
func stuck(o *AntsOptions) []Colony {
	var colonies []Colony
	for i := range 4 {
		c := colony(o, simd.Best(), 4+float64(i))
		w := Worker{Control: control()}
		for range 3 {
			c.Round(simd.Best(), &w, o, RoundSteps/2)
		}
		c.apart, c.stagnated, c.Kind[1] = false, o.Patience, uint64(i%2)
		c.params.alpha, c.params.rho = 1+0.5*float64(i), 0.2*float64(i+1)
		colonies = append(colonies, *c)
	}
	return colonies
}

// The operator re-initialises the worse half of the colonies that stagnate and no other,
// within the bounds of pheromone and parameters.
func TestOperatorRenewsTheWorse(t *testing.T) {
	o := AntsOptions{Patience: 1}
	o.Fill()
	colonies := stuck(&o)
	best := colonies[0].Best
	var op Operator
	op.Apply(colonies, &o)
	for i := range colonies[:2] {
		if math.IsInf(colonies[i].Best, 1) || len(colonies[i].given) > 0 {
			t.Errorf("colony %d was renewed, too", i)
		}
	}
	for i := 2; i < 4; i++ {
		c := &colonies[i]
		rho := 0.2 * float64(i+1)
		if !math.IsInf(c.Best, 1) || c.stagnated != 0 || len(c.given) != o.Solutions {
			t.Fatalf("colony %d was not renewed: %+v", i, c)
		}
		if want := 1 / ((1 - rho) * best); math.Abs(c.most-want) > 1e-9*want {
			t.Errorf("τmax %g, want %g", c.most, want)
		}
		for _, tr := range c.trails {
			for _, tau := range tr.tau {
				if tau < c.most/float64(2*c.features()) || tau > c.most {
					t.Errorf("pheromone %g beyond its bounds, most %g", tau, c.most)
				}
			}
		}
		p := c.params
		if p.clamp(); p != c.params {
			t.Errorf("parameters %+v out of range", c.params)
		}
	}
	op.Apply(colonies[3:], &o) // no walk, nothing to do
}

// The operator draws walks from colonies of the same kind alone, and weighs a walk by the
// inverse of its length.
func TestOperatorDrawsFromItsKind(t *testing.T) {
	o := AntsOptions{Patience: 1}
	o.Fill()
	colonies := stuck(&o)
	for i := range colonies {
		colonies[i].best = Walk{n: 1}
		colonies[i].best.lanes[0] = uint8(i)
	}
	lengths := [2]float64{colonies[0].Best, colonies[1].Best}
	var op Operator
	op.Apply(colonies, &o)
	for i := 2; i < 4; i++ {
		for _, s := range colonies[i].given {
			if from := int(s.walk.lanes[0]); from != i-2 {
				t.Errorf("colony %d was given a walk of colony %d", i, from)
			}
			if most := 0.2 * float64(i+1) * 2 / float64(o.Solutions) / lengths[i-2]; !(s.amount >= 0 && s.amount < most) {
				t.Errorf("colony %d was given %g, want less than %g", i, s.amount, most)
			}
		}
	}
}

// What the operator gives is laid where no ant of the colony has been: it costs tests and
// leaves pheromone.
func TestRoundTakesInSolutions(t *testing.T) {
	o := AntsOptions{Seed: 1}
	o.Fill()
	donor := colony(&o, simd.Best(), 1)
	w := Worker{Control: control()}
	for !donor.Found {
		donor.Round(simd.Best(), &w, &o, RoundSteps/2)
	}
	c := colony(&o, simd.Best(), 1)
	c.most = 1
	c.reach(simd.Best(), trail{block: c.B.Shape.Child[0]})
	before := c.Tests
	c.takeIn(simd.Best(), &solution{donor.walk, 0.5})
	if c.Found || c.Tests == before || len(c.trails) != donor.walk.n {
		t.Errorf("found %v in %d tests, %d trails of %d", c.Found, c.Tests-before, len(c.trails), donor.walk.n)
	}
	for i := range c.trails {
		if lane := donor.walk.lanes[i]; c.trails[i].tau[lane] != 1 {
			t.Errorf("step %d: pheromone %g", i, c.trails[i].tau[lane])
		}
	}
}

// A colony whose pair has not moved finds its contact again in one walk, and its tests stay
// within a pair's.
func TestColonyRemembersItsWalk(t *testing.T) {
	o := AntsOptions{Seed: 1}
	o.Fill()
	c := colony(&o, simd.Best(), 1)
	w := Worker{Control: control()}
	for !c.Found {
		c.Round(simd.Best(), &w, &o, RoundSteps/2)
	}
	witness, left := c.Witness, c.Leave()
	c.Reset(&o, c.A, c.B, 8) // another sequence of random numbers
	c.Recall(&left)
	c.Seek(simd.Best(), &w, &o, SeekSteps(c.A, c.B))
	if !c.Found || c.Witness != witness || c.Tests > 1+simd.Lanes*left.best.n+1 {
		t.Errorf("found %v in %d tests, want %v in a walk of %d", c.Witness, c.Tests, witness, left.best.n)
	}
	most := SeekSteps(c.A, c.B) + walkSteps
	for key := range uint64(50) {
		c.Reset(&o, c.A, c.B, key)
		if c.Seek(simd.Best(), &w, &o, SeekSteps(c.A, c.B)); c.Tests > most {
			t.Errorf("key %d: %d tests, want at most %d", key, c.Tests, most)
		}
	}
}
