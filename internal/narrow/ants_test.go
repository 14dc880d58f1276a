package narrow

import (
	"math"
	"slices"
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
			c.Round(level, &w, &o)
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
		c.Round(simd.Best(), &w, &o)
	}
	if c.Found || !(c.Best > 2) {
		t.Errorf("rings apart: found %v, best walk %g", c.Found, c.Best)
	}
}

// The operator re-initialises the worst colony that stagnates and no other, within
// the bounds of pheromone and parameters.
func TestOperatorRenewsTheWorst(t *testing.T) {
	o := AntsOptions{Patience: 1}
	o.Fill()
	var colonies []Colony
	for i := range 4 {
		c := colony(&o, simd.Best(), 4+float64(i))
		w := Worker{Control: control()}
		for range 3 {
			c.Round(simd.Best(), &w, &o)
		}
		c.params.alpha, c.params.rho = 1+0.5*float64(i), 0.2*float64(i+1)
		colonies = append(colonies, *c)
	}
	best, walks := colonies[0].Best, slices.Clone(colonies[3].trails)
	var op Operator
	op.Apply(colonies, &o)
	for i := range colonies[:3] {
		if math.IsInf(colonies[i].Best, 1) {
			t.Errorf("colony %d was renewed, too", i)
		}
	}
	c := &colonies[3]
	if !math.IsInf(c.Best, 1) || c.stagnated != 0 || len(c.trails) != len(walks) {
		t.Fatalf("the worst colony was not renewed: %+v", c)
	}
	const rho = 0.8
	if want := 1 / ((1 - rho) * best); math.Abs(c.most-want) > 1e-9*want {
		t.Errorf("τmax %g, want %g", c.most, want)
	}
	for i := range c.trails {
		for _, tau := range c.trails[i].tau {
			if tau < c.most/float64(2*c.features()) || tau > c.most {
				t.Errorf("pheromone %g beyond its bounds, most %g", tau, c.most)
			}
		}
	}
	p := c.params
	if p.clamp(); p != c.params {
		t.Errorf("parameters %+v out of range", c.params)
	}
	op.Apply(colonies[3:], &o) // no walk, nothing to do
}
