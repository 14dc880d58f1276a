package rules

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/collide-go/collide"
)

// clearances adds the pairs that are too near for their rule or, without one, for the deviations of
// their meshes. Where the search for contacts was cut short its budget is used up.
func (j *judge) clearances(ctx context.Context) error {
	j.Reach = j.reach()
	if j.Reach == 0 || j.Result.Rest != collide.Free {
		return nil
	}
	near, err := j.distances(ctx, j.Reach)
	if err != nil {
		return err
	}
	byReach := map[float64]map[[2]int]bool{}
	for i := range near {
		d := &near[i]
		rule := j.Rule(d.A, d.B)
		need := j.need(rule, d)
		if need == 0 || d.Lo > need || j.isListed(d) {
			continue
		}
		// A distance is rounded to the nearest float64, which keeps order: a value on one side of the limit
		// is of a distance on that side. At the limit itself only a search up to it decides.
		if d.Value == need && need < j.Reach {
			if byReach[need] == nil {
				if byReach[need], err = j.pairsWithin(ctx, need); err != nil {
					return err
				}
			}
			if !byReach[need][[2]int{d.A, d.B}] {
				continue
			}
		}
		j.add(d, rule, need)
	}
	slices.SortFunc(j.Near, func(x, y collide.Distance) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return nil
}

// reach is the greatest distance that matters, 0 for none: pairs at distance 0 are in contact.
func (b *Bound) reach() float64 {
	most := 0.0
	for _, d := range b.deviations {
		most = max(most, d)
	}
	return above(b.greatest, above(most, most))
}

// need returns what the distance of two bodies that are apart has to exceed, 0 for nothing.
func (j *judge) need(r *Rule, d *collide.Distance) float64 {
	switch {
	case r == nil:
		return j.Deviation(d.A, d.B)
	case r.Clearance.Given:
		return above(r.Clearance.Value, j.Deviation(d.A, d.B))
	case r.Ignore || r.Touch || r.Depth.Given:
		return 0
	}
	return j.Deviation(d.A, d.B)
}

// isListed reports whether a pair is judged already: it is in contact, or containment is undecided.
func (j *judge) isListed(d *collide.Distance) bool {
	_, ok := slices.BinarySearchFunc(j.Findings[:j.listed], [2]int{d.A, d.B}, func(f Finding, of [2]int) int { return f.compare(of[0], of[1]) })
	return ok
}

// distances returns the distances of all pairs that are at most so far apart. One that was cut short
// leaves the rest open.
func (j *judge) distances(ctx context.Context, reach float64) ([]collide.Distance, error) {
	var near []collide.Distance
	err := j.by.Ask(func() (err error) {
		near, err = j.by.Detector.Distances(ctx, reach, nil)
		return err
	})
	if errors.Is(err, collide.ErrIncomplete) {
		j.Result.Rest, j.Err = collide.Unknown, cmp.Or(j.Err, err)
		return near, nil
	}
	return near, err
}

// pairsWithin returns the pairs that are at most so far apart, exactly.
func (j *judge) pairsWithin(ctx context.Context, reach float64) (map[[2]int]bool, error) {
	near, err := j.distances(ctx, reach)
	pairs := map[[2]int]bool{}
	for i := range near {
		pairs[[2]int{near[i].A, near[i].B}] = true
	}
	return pairs, err
}

// add lists a pair that is too near.
func (j *judge) add(d *collide.Distance, r *Rule, need float64) {
	p, f := collide.Pair{A: d.A, B: d.B, Verdict: collide.Free}, Finding{A: d.A, B: d.B, Rule: r, Expected: need}
	switch {
	case d.Reason != "" || d.Lo < d.Hi && d.Hi > need:
		f.Why = cmp.Or(d.Reason, "of the distance only bounds are known, and they leave it open")
	case r != nil && r.Clearance.Given:
		f.fail(r.Where() + " expects " + r.Text)
	default:
		f.WithinDeviation = true
		f.Why = "they are no farther apart than their meshes may lie from the true surfaces, " + length(need, j.Unit)
	}
	j.Result.Pairs, j.Findings, j.Near = append(j.Result.Pairs, p), append(j.Findings, f), append(j.Near, *d)
}
