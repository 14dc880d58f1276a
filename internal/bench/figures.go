package bench

import (
	"math"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/tape"
)

// kept are the series of a race that are kept in addition to the seconds of its frames, or
// how it keeps them.
type kept uint8

const (
	// keepMoves keeps the seconds of moving bodies, and what building took in frame 0.
	keepMoves kept = 1 << iota
	// keepPhases keeps the update and the narrow phase of each frame.
	keepPhases
	// keepWitnesses keeps the witnesses of each frame and the tests for them.
	keepWitnesses
	// sameFrames leaves to all lanes without a limit the frames that they all ran.
	sameFrames
)

// scene makes a scenario, or one without bodies that has their numbers from the tape.
func (o *Options) scene(part string, build func() (*scenario, error)) (*scenario, error) {
	s := &scenario{}
	err := o.tape.Do(part, func() (err error) {
		s, err = build()
		return err
	}, func(p *tape.Part) {
		p.Figure("", "bodies", &s.bodies)
		p.Figure("", "facets", &s.facets)
	})
	return s, err
}

// figures lists how busy others were.
func (d *disturbance) figures(p *tape.Part) {
	p.Figure("", "cores of other processes", &d.cores)
	p.Figure("", "load not known", &d.unknown)
}

// figures lists what a race measured. One that was not run gets its lanes.
func (r *race) figures(p *tape.Part, entrants []entrant) {
	p.Figure("", "contacts", &r.contacts)
	p.Figure("", "pairs in contact", &r.touching)
	p.Figure("", "frames answered", &r.answered)
	r.disturbed.figures(p)
	if r.lanes == nil {
		for _, e := range entrants {
			r.lanes = append(r.lanes, &lane{entrant: e, scenario: r.scenario})
		}
	}
	for _, l := range r.lanes {
		l.figures(p, r.kept)
	}
}

// figures lists what a lane did, in the order of its frames.
func (l *lane) figures(p *tape.Part, k kept) {
	p.Figure(l.label, "absent because", &l.absent)
	p.Figure(l.label, "seconds", &l.spent)
	if l.frames = len(l.times()); l.frames == 0 {
		return
	}
	if l.each == nil {
		l.each, l.moved = make([]collide.Stats, len(l.spent)), make([]float64, len(l.spent))
	}
	countFigures(p, l.label, &l.stats)
	if k&keepMoves != 0 {
		p.Figure(l.label, "seconds moving bodies", &l.moved)
		p.Expect(len(l.moved) == len(l.spent), "as many numbers as seconds")
		p.Figure(l.label, "seconds building at first", &l.built.Build)
		p.Figure(l.label, "seconds updating at first", &l.built.Update)
	}
	if k&keepPhases != 0 {
		l.durations(p, "seconds updating, by frame", func(s *collide.Stats) *time.Duration { return &s.Update })
		l.durations(p, "seconds narrow phase, by frame", func(s *collide.Stats) *time.Duration { return &s.Narrow })
	}
	if k&keepWitnesses != 0 {
		l.counts(p, "witnesses, by frame", func(s *collide.Stats) *int64 { return &s.Witnesses })
		l.counts(p, "tests by ants, by frame", func(s *collide.Stats) *int64 { return &s.WitnessTests })
	}
}

// durations lists a duration of each frame.
func (l *lane) durations(p *tape.Part, figure string, of func(*collide.Stats) *time.Duration) {
	l.series(p, figure, func(s *collide.Stats) float64 { return of(s).Seconds() }, func(s *collide.Stats, x float64) { *of(s) = time.Duration(math.Round(x * 1e9)) })
}

// counts lists a count of each frame.
func (l *lane) counts(p *tape.Part, figure string, of func(*collide.Stats) *int64) {
	l.series(p, figure, func(s *collide.Stats) float64 { return float64(*of(s)) }, func(s *collide.Stats, x float64) { *of(s) = int64(x) })
}

// series lists a figure of each frame.
func (l *lane) series(p *tape.Part, figure string, get func(*collide.Stats) float64, set func(*collide.Stats, float64)) {
	each := make([]float64, len(l.each))
	for i := range l.each {
		each[i] = get(&l.each[i])
	}
	p.Figure(l.label, figure, &each)
	p.Expect(len(each) == len(l.each) && inRange(each), "as many numbers as seconds, from 0 to 2^53")
	for i := range min(len(each), len(l.each)) {
		set(&l.each[i], each[i])
	}
}

// inRange reports whether numbers are from 0 to 2^53, up to which a float64 holds every count.
func inRange(numbers []float64) bool {
	for _, x := range numbers {
		if !(x >= 0 && x <= 1<<53) {
			return false
		}
	}
	return true
}

// countFigures lists sums over frames.
func countFigures(p *tape.Part, subject string, s *collide.Stats) {
	for _, f := range []struct {
		name string
		of   any
	}{
		{"seconds building", &s.Build}, {"seconds updating", &s.Update}, {"seconds broad phase", &s.Broad}, {"seconds narrow phase", &s.Narrow}, {"seconds on the device", &s.Device},
		{"body pairs", &s.BodyPairs}, {"volume tests", &s.BVTests}, {"triangle tests", &s.PrimitiveTests}, {"volume updates", &s.BVUpdates}, {"candidates", &s.Candidates}, {"queries", &s.Queries},
		{"witnesses", &s.Witnesses}, {"tests by ants", &s.WitnessTests}, {"tests of the busiest worker", &s.BusiestTests},
		{"similar pairs", &s.Similar}, {"dissimilar pairs", &s.Dissimilar}, {"turning points", &s.Turns}, {"workers", &s.Workers},
	} {
		p.Figure(subject, f.name, f.of)
	}
}
