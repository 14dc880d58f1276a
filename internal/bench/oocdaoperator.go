package bench

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// The lines of the table of the colonies.
const (
	labelNoOperator = "no operator"
	labelNoMemory   = "no memory of walks"
	labelNeither    = "no operator, no memory"
)

// swarms are the lines of the table of the colonies.
func swarms() []entrant {
	with := func(label string, options ...string) entrant {
		return entrant{label: label, method: "oocda", options: append(options, antsFirst...)}
	}
	return []entrant{
		with(labelOOCDA), with(labelNoOperator, "operator=off"), with(labelNoMemory, "memory=off"), with(labelNeither, "operator=off", "memory=off"),
		{label: "i-collide", method: "i-collide"}, {label: labelMPI, method: "multiprocess"}, {label: labelPipelining, method: "pipelining"},
	}
}

// colonies measures what the operator and the memory of walks do for the colonies: on the
// large scene, and on one of fewer bodies with finer meshes, whose colonies have more to look for.
func (e *oocdaExperiment) colonies(ctx context.Context) error {
	t := e.report.table("ants", "What the ant colonies find", "scene", "method", "pairs in contact", "witnesses", "missed %", "tests by ants", "tests a witness", "all tests", "ms a frame", "± %", "note")
	t.Notes = []string{
		"Counts are means a frame. A witness is a contact that a colony found, at most one a pair; what it missed, the fronts found. Tests by ants are volume and triangle tests, which are among all tests. " +
			"i-collide, multiprocess and pipelining gave the same contacts in each of these frames, which is asserted by their hashes; they have no ants.",
	}
	var gains []gain
	var missed []miss
	for _, s := range []struct {
		name string
		o    scene.MotionOptions
	}{{"large", e.largeScene()}, {"fine", e.fineScene()}} {
		scenario, err := e.generated(ctx, "ants: scene "+s.name, s.o)
		if err != nil {
			return err
		}
		r, err := e.race(ctx, "ants: "+s.name, scenario, swarms(), choose(e.Options, 3, 30, 200), keepWitnesses)
		if err != nil {
			return err
		}
		for _, l := range r.lanes {
			r.addSwarm(t, s.name, l)
		}
		gains = append(gains, r.gainOf(s.name, labelNoOperator))
		missed = append(missed, r.misses(s.name)...)
	}
	e.add(operatorClaim(gains))
	e.add(accuracyClaim(missed))
	return nil
}

// fineScene has 40 bodies of 1,500 facets.
func (e *oocdaExperiment) fineScene() scene.MotionOptions {
	return e.crowd(choose(e.Options, 10, 40, 40), choose(e.Options, 2000, 60000, 60000), 3)
}

// addSwarm adds a line to the table of the colonies.
func (r *race) addSwarm(t *Table, scene string, l *lane) {
	if l.frames == 0 {
		t.AddAbsent(scene, l.label+": "+l.absent)
		return
	}
	s, touching := &l.stats, per(float64(r.touching), float64(r.answered))
	row := []Cell{Text(scene), Text(l.label), Number(touching), {}, {}, {}, {}, l.count(s.BVTests + s.PrimitiveTests), l.ms(), l.noise(), r.note(l)}
	if s.WitnessTests > 0 {
		found := float64(s.Witnesses) / float64(l.frames)
		row[3], row[4], row[5], row[6] = Number(found), Number(100*(1-per(found, touching))), l.count(s.WitnessTests), Number(per(float64(s.WitnessTests), float64(s.Witnesses)))
	}
	t.Add(row...)
}

// searching are the tests a witness of each frame, NaN for a frame without witnesses.
func (l *lane) searching() []float64 {
	each := make([]float64, len(l.spent))
	for i, x := range l.spent {
		each[i] = per(float64(l.each[i].WitnessTests), float64(l.each[i].Witnesses))
		if math.IsNaN(x) {
			each[i] = x
		}
	}
	return each
}

// gain is how many times the tests a witness takes without a part of the method, on a scene.
type gain struct {
	scene string
	times measure.Interval
	// with and without are the witnesses a frame.
	with, without float64
}

// gainOf compares a line without a part with the whole method.
func (r *race) gainOf(scene, label string) gain {
	whole, without := r.lane(labelOOCDA), r.lane(label)
	if whole == nil || without == nil {
		return gain{scene: scene, times: measure.Exactly(math.NaN())}
	}
	return gain{scene, seriesRatio(without.searching(), whole.searching()), whole.witnesses(), without.witnesses()}
}

// witnesses are those a frame.
func (l *lane) witnesses() float64 { return per(float64(l.stats.Witnesses), float64(l.frames)) }

// operatorClaim judges the operator by the tests that the colonies need for a contact. A
// gain below minSlightRatio is not one.
func operatorClaim(gains []gain) Claim {
	c := Claim{
		Claim: "The optimisation operator confines the search of the colonies and keeps them from local optima",
		Paper: "reduces the time of the search; no numbers",
	}
	if len(gains) == 0 {
		return c.unmeasured("no colonies were measured")
	}
	var t tally
	var list []string
	for _, g := range gains {
		if !g.times.Known() {
			return c.unmeasured(fmt.Sprintf("%s scene: the tests a witness were %s", g.scene, onceOrNever))
		}
		figure := fmt.Sprintf("%s scene: %s (%s witnesses a frame with it, %s without)", g.scene, shown(g.times), digits(g.with), digits(g.without))
		list = append(list, figure)
		t.add(g.times.Side(minSlightRatio), figure+", not "+digits(minSlightRatio)+" or more")
	}
	c.Measured = "tests a witness without the operator ÷ with it: " + strings.Join(list, "; ")
	return c.decided(&t)
}

// miss is the share of the pairs in contact of a scene that the colonies did not find, and
// that another method did not.
type miss struct {
	scene, other string
	ours, theirs float64
}

// misses compares what the colonies alone found with the comparators, which missed nothing:
// a race ends where hashes differ.
func (r *race) misses(scene string) []miss {
	ours := r.lane(labelOOCDA)
	if ours == nil || r.touching == 0 {
		return nil
	}
	share := 1 - float64(ours.stats.Witnesses)/float64(ours.frames)*float64(r.answered)/float64(r.touching)
	var list []miss
	for _, label := range []string{"i-collide", labelMPI, labelPipelining} {
		if r.lane(label) != nil {
			list = append(list, miss{scene, label, share, 0})
		}
	}
	return list
}

// accuracyClaim judges the paper's procedure, in which colonies decide: here the fronts
// prove what they leave open, so that OOCDA's answer is the same as everybody's.
func accuracyClaim(list []miss) Claim {
	c := Claim{Claim: "OOCDA is more accurate than I-COLLIDE, MPI and Pipelining", Paper: "an evident advantage in efficiency and accuracy; no numbers"}
	if len(list) == 0 {
		return c.unmeasured("no pair was in contact, or no comparator ran")
	}
	var t tally
	var parts []string
	for _, m := range list {
		if !finite(m.ours, m.theirs) || m.ours < 0 || m.theirs < 0 {
			return c.unmeasured(fmt.Sprintf("%s scene: more was found than was there", m.scene))
		}
		figure := fmt.Sprintf("%s scene: the colonies miss %s %% of the pairs in contact, %s %s %%", m.scene, digits(100*m.ours), m.other, digits(100*m.theirs))
		parts = append(parts, figure)
		t.is(m.ours < m.theirs, figure)
	}
	c.Measured = strings.Join(parts, "; ") + "; with the fronts all methods gave the same contacts in every frame"
	return c.decided(&t)
}
