package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
)

// counts measures time against the number of bodies at one density.
func (o *Options) counts(ctx context.Context, r *Report) error {
	gaps, err := o.series(ctx, r, &series{
		name: "bodies", title: "Experiment 1 (figure 3): time against the number of bodies, the space growing with it",
		sizes: choose(o, []int{100, 150}, []int{100, 300, 1000, 3000, 10000}, []int{100, 200, 500, 1000, 2000, 5000, 10000}),
		scene: o.crowds(func(int) float64 { return 1.6 }),
	})
	if err == nil {
		r.claim(aheadClaim("every number of bodies", gaps))
		r.claim(gapClaim("the number of bodies", gaps))
	}
	return err
}

// densities measures time against the number of bodies in one space.
func (o *Options) densities(ctx context.Context, r *Report) error {
	gaps, err := o.series(ctx, r, &series{
		name: "density", title: "Experiment 1, the other reading: more and more bodies in one space",
		sizes: choose(o, []int{100, 150}, []int{250, 500, 1000, 2000, 4000}, []int{250, 500, 1000, 2000, 4000, 8000}),
		scene: o.crowds(func(n int) float64 { return 1.6 * float64(n) / 1000 }),
	})
	if err == nil {
		r.claim(aheadClaim("every density", gaps))
		r.claim(gapClaim("the density", gaps))
	}
	return err
}

// series is a number of scenes of growing size.
type series struct {
	name, title string
	sizes       []int
	scene       func(ctx context.Context, bodies int) (*scenario, error)
	// options are those of octree-hybrid, others are entrants besides the usual ones.
	options []string
	others  []entrant
	// seen, unless nil, is called with each race.
	seen func(bodies int, r *race)
}

// crowds are the generated scenes of a number of bodies; pairs is the number of overlapping
// boxes a body.
func (o *Options) crowds(pairs func(bodies int) float64) func(context.Context, int) (*scenario, error) {
	return func(ctx context.Context, n int) (*scenario, error) {
		scene := o.crowd(n, 0, 4)
		scene.PairsPerBody = pairs(n)
		return newScenario(ctx, scene)
	}
}

// series races octree-hybrid and I-COLLIDE, with bvh for reference and brute for
// the truth where that is quick.
func (o *Options) series(ctx context.Context, r *Report, e *series) ([]gap, error) {
	t := r.table(e.name, e.title,
		"bodies", "facets", "candidate pairs", "contacts", "similar pairs", "dissimilar pairs", "turning points", "octree-hybrid ms", "octree-hybrid ± %", "i-collide ms", "i-collide ± %", "bvh ms",
		"i-collide ÷ octree-hybrid", "99 % interval", "i-collide − octree-hybrid ms", "broad ms: octree", "broad ms: sweep", "narrow ms: octree-hybrid", "narrow ms: i-collide", "note")
	times := map[string]*Line{}
	ratio := Line{Name: "i-collide ÷\noctree-hybrid"}
	gaps := []gap{}
	for _, n := range e.sizes {
		s, err := o.scene(fmt.Sprintf("%s: scene of %d bodies", e.name, n), func() (*scenario, error) { return e.scene(ctx, n) })
		if err != nil {
			return nil, err
		}
		frames := choose(o, 4, min(max(30000/n, 10), 100), min(max(100000/n, 40), 300))
		truth := 1
		if n > 300 {
			truth = -1
		}
		race, err := o.race(ctx, fmt.Sprintf("%s: %d bodies", e.name, n), s, append([]entrant{
			{label: "octree-hybrid", method: "octree-hybrid", options: e.options}, {label: "i-collide", method: "i-collide"},
			{label: "bvh", method: "bvh"}, {label: "brute", method: "brute", limit: truth},
		}, e.others...), frames, sameFrames)
		if err != nil {
			return nil, err
		}
		gaps = append(gaps, countsRow(t, race, n, &ratio))
		if e.seen != nil {
			e.seen(n, race)
		}
		for _, label := range []string{"octree-hybrid", "i-collide", "bvh"} {
			line := times[label]
			if line == nil {
				line = &Line{Name: label}
				times[label] = line
			}
			line.Points = append(line.Points, race.point(label, float64(n)))
		}
	}
	t.Notes = []string{
		"Wall clock of the query, mean over the frames, all methods on each frame in turn; ± is half the distance of the quartiles. Means, not medians: " +
			"a kept octree and a coherent sweep do more work in some frames than in others. The ratio is that of the means. All columns of a row are of the same frames. " +
			"bvh is this project's plain reference. Pairs of hierarchies are those that octree-hybrid descends, a frame, by their class; at turning points descents of dissimilar ones turn to the other hierarchy. Up to 300 bodies brute force confirmed the first frame.",
		intervalNote,
	}
	r.Plots = append(r.Plots,
		Plot{Name: e.name, Table: e.name, Title: "Time of a frame against the number of bodies", X: "bodies", Y: "ms a frame", LogX: true, LogY: true,
			Lines: []Line{*times["octree-hybrid"], *times["i-collide"], *times["bvh"]}},
		Plot{Name: e.name + "-ratio", Table: e.name, Title: "How many times the time of octree-hybrid I-COLLIDE takes", X: "bodies", Y: "ratio", LogX: true,
			Lines: []Line{ratio, {Name: "equal", Dashed: true, Points: []Point{{X: float64(e.sizes[0]), Y: 1}, {X: float64(e.sizes[len(e.sizes)-1]), Y: 1}}}}})
	return gaps, nil
}

// countsRow adds a race to the table and a point to the plot of ratios.
func countsRow(t *Table, r *race, n int, ratio *Line) gap {
	ours, theirs, plain := r.lane("octree-hybrid"), r.lane("i-collide"), r.lane("bvh")
	none := math.NaN()
	g := gap{float64(n), measure.Exactly(none), none}
	if ours != nil && theirs != nil {
		g.ratio, g.ms = theirs.ratio(ours), 1e3*(measure.Mean(theirs.times())-measure.Mean(ours.times()))
		ratio.Points = append(ratio.Points, Point{float64(n), g.ratio.Value, g.ratio.Low, g.ratio.High})
	}
	pairs := none
	for _, l := range r.lanes {
		if l.frames > 0 && l.method != "brute" {
			pairs = float64(l.stats.BodyPairs) / float64(l.frames)
		}
	}
	t.Add(Count(n), Count(r.scenario.facets), Number(pairs), Number(r.contactsAFrame()),
		ours.counted(func(s *collide.Stats) int64 { return s.Similar }), ours.counted(func(s *collide.Stats) int64 { return s.Dissimilar }), ours.counted(func(s *collide.Stats) int64 { return s.Turns }),
		ours.ms(), ours.noise(), theirs.ms(), theirs.noise(), plain.ms(), Number(g.ratio.Value), rangeOf(g.ratio), Number(g.ms),
		ours.phase(broadTime), theirs.phase(broadTime), ours.phase(narrowTime), theirs.phase(narrowTime), r.note(nil))
	return g
}
