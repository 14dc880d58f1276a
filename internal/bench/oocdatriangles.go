package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/scene"
)

// trianglePair are two triangles in the world whose boxes overlap, as a descent meets them.
type trianglePair struct{ p, q geom.Triangle }

// triangleTest is a way to test them, with its times a pair in seconds by round and the pairs
// on which it differs from the exact predicate.
type triangleTest struct {
	name  string
	touch func(p, q *geom.Triangle) bool
	spent []float64
	wrong int
}

// triangleTests are the tests that are compared: the paper's two forms and, to tell what
// exactness costs, the predicate that decides here.
func triangleTests() []*triangleTest {
	return []*triangleTest{{name: "vector form", touch: vectorForm}, {name: "scalar form", touch: scalarForm}, {name: "exact predicate", touch: predicate.TriangleTriangle}}
}

// triangles compares the two forms of the triangle test.
func (e *oocdaExperiment) triangles(ctx context.Context) error {
	t := e.report.table("triangles", "Vector against scalar triangle test", "scene", "test", "pairs of triangles", "touching", "ns a pair", "± %", "time ÷ vector form", "99 % interval", "wrong answers", "note")
	t.Notes = []string{"Pairs of triangles of different bodies whose boxes overlap, in the first frame. Both forms are plain Go in float64 and share their first half. The paper cites a survey for the two without describing them; taken here are signs of determinants (Guigue and Devillers 2003) " +
		"and intervals on the common line (Möller 1997). Wrong answers are those that differ from the exact predicate, which decides for all methods here: neither form handles triangles in one plane."}
	ratios := map[string]measure.Interval{}
	var names []string
	for _, s := range []struct {
		name string
		o    scene.MotionOptions
	}{{"large", e.largeScene()}, {"fine", e.fineScene()}} {
		c := triangleContest{tests: triangleTests()}
		if err := e.tape.Do("triangles: "+s.name, func() error { return e.contest(ctx, s.o, &c) }, c.figures); err != nil {
			return err
		}
		tests, d := c.tests, c.disturbed
		for _, x := range tests {
			q := seriesRatio(x.spent, tests[0].spent)
			t.Add(Text(s.name), Text(x.name), Count(c.pairs), Count(c.touching), Number(1e9*measure.Mean(x.spent)), Number(100*measure.Spread(x.spent)), Number(q.Value), rangeOf(q), Count(x.wrong), Text(d.note()))
		}
		names, ratios[s.name] = append(names, s.name), seriesRatio(tests[1].spent, tests[0].spent)
	}
	e.report.claim(trianglesClaim(names, ratios))
	return nil
}

// triangleContest is what is measured of the tests on a scene.
type triangleContest struct {
	tests           []*triangleTest
	pairs, touching int
	disturbed       disturbance
}

// contest measures the tests on the first frame of a scene.
func (e *oocdaExperiment) contest(ctx context.Context, m scene.MotionOptions, c *triangleContest) error {
	s, err := newScenario(ctx, m)
	if err != nil {
		return err
	}
	pairs := newCalibration(s).trianglePairs()
	c.disturbed, err = e.window(func() error { return e.timeTriangles(ctx, pairs, c.tests) }, func() error { return nil })
	c.pairs, c.touching = len(pairs), countTouching(pairs, c.tests)
	return err
}

// figures lists what was measured.
func (c *triangleContest) figures(p *tape.Part) {
	p.Figure("", "pairs of triangles", &c.pairs)
	p.Figure("", "touching", &c.touching)
	c.disturbed.figures(p)
	for _, t := range c.tests {
		p.Figure(t.name, "seconds a pair, by round", &t.spent)
		p.Figure(t.name, "wrong answers", &t.wrong)
	}
}

// trianglePairs are those of the first frame.
func (c *calibration) trianglePairs() []trianglePair {
	c.pose(0)
	var pairs []trianglePair
	var p, q geom.Triangle
	for _, b := range c.pairs {
		x, y := &c.surfaces[b.A], &c.surfaces[b.B]
		for i := range x.Mesh.Triangles {
			x.Triangle(uint32(i), &p)
			box := p.Bounds()
			for k := range y.Mesh.Triangles {
				y.Triangle(uint32(k), &q)
				if other := q.Bounds(); box.Overlaps(&other) {
					pairs = append(pairs, trianglePair{p, q})
				}
			}
		}
	}
	return pairs
}

// timeTriangles times the tests in turn. It forgets earlier times.
func (e *oocdaExperiment) timeTriangles(ctx context.Context, pairs []trianglePair, tests []*triangleTest) error {
	for _, t := range tests {
		t.spent = nil
	}
	rounds := choose(e.Options, 3, 30, 100)
	for k := range rounds {
		for i := range tests {
			tests[(i+k)%len(tests)].time(pairs)
		}
		if e.show("comparing triangle tests", float64(k+1)/float64(rounds)); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// time tests all pairs once.
func (t *triangleTest) time(pairs []trianglePair) {
	start, n := time.Now(), 0
	for i := range pairs {
		if t.touch(&pairs[i].p, &pairs[i].q) {
			n++
		}
	}
	t.spent = append(t.spent, per(time.Since(start).Seconds(), float64(len(pairs))))
}

// countTouching returns the number of pairs that touch, and counts wrong answers.
func countTouching(pairs []trianglePair, tests []*triangleTest) (touching int) {
	for i := range pairs {
		p, q := &pairs[i].p, &pairs[i].q
		exact := predicate.TriangleTriangle(p, q)
		if exact {
			touching++
		}
		for _, t := range tests {
			if t.touch(p, q) != exact {
				t.wrong++
			}
		}
	}
	return touching
}

// paperVectorRatio is how many times the time of the vector form the scalar form takes
// according to the paper.
const paperVectorRatio = 1.07

// trianglesClaim judges the vector form on each scene.
func trianglesClaim(names []string, ratios map[string]measure.Interval) Claim {
	c := Claim{Claim: "The vector form of the triangle test is faster than the scalar form", Paper: "7 %, from a survey"}
	if len(names) == 0 {
		return c.unmeasured("no triangles were tested")
	}
	var t tally
	var list []string
	for _, name := range names {
		q := ratios[name]
		if !q.Known() {
			return c.unmeasured(name + " scene: a form was " + onceOrNever)
		}
		figure := fmt.Sprintf("%s scene %s", name, shown(q))
		list = append(list, figure)
		t.add(q.Side(paperVectorRatio), figure+" against "+digits(paperVectorRatio))
	}
	c.Measured = "scalar form's time ÷ vector form's: " + strings.Join(list, ", ")
	return c.decided(&t)
}
