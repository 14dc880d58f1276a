package main

import (
	"cmp"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// sweepTotals is what a sweep comes to. Those of shards add up to that of the whole list.
type sweepTotals struct {
	// List is the name of the list, Names are those of the bodies.
	List  string    `json:"list"`
	Names [2]string `json:"names"`
	// Flaws are why the bodies have no interior, "" where they have or were not judged.
	Flaws [2]string `json:"flaws"`
	// Poses were answered. Colliding of them are in contact and fail; TooNear are not, but have something
	// within the clearance. Touching reports a contact, also in a pose that has no line.
	Poses     int  `json:"poses"`
	Colliding int  `json:"colliding"`
	TooNear   int  `json:"tooNear"`
	Touching  bool `json:"touching"`
	// Rules judged the poses. They permit Allowed of those in contact; Failing reports that a contact fails its pose.
	Rules   bool `json:"rules"`
	Allowed int  `json:"allowed"`
	Failing bool `json:"failing"`
	// Undecided counts the poses about which something is undecided. Reason is that of the first,
	// pose ReasonAt.
	Undecided int    `json:"undecided"`
	Reason    string `json:"reason"`
	ReasonAt  int    `json:"reasonAt"`
	// Segments were answered, Hits of them have a contact, Passes something within the clearance and no contact that is known; of Open
	// something is undecided.
	Segments int           `json:"segments"`
	Hits     int           `json:"hits"`
	Passes   int           `json:"passes"`
	Open     int           `json:"open"`
	Lawful   int           `json:"lawful"` // pass, with contacts that rules permit
	Elapsed  time.Duration `json:"elapsed"`
}

// totals returns what the sweep comes to.
func (s *sweepRun) totals(w *sweepWriter, elapsed time.Duration) *sweepTotals {
	return &sweepTotals{
		List: s.list.File(), Names: s.names, Flaws: s.flaws,
		Poses: w.poses, Colliding: w.colliding, TooNear: s.near, Touching: s.touching,
		Rules: s.bound != nil, Allowed: s.allowed, Failing: s.failing,
		Undecided: s.undecided, Reason: s.reason, ReasonAt: s.reasonAt,
		Segments: s.motions.All, Hits: s.motions.Touching, Passes: s.motions.Near, Open: s.motions.Open, Lawful: s.motions.Allowed, Elapsed: elapsed,
	}
}

// add adds a shard. Shards are taken to run at once.
func (t *sweepTotals) add(s *sweepTotals) {
	if s.Undecided > 0 && (t.Undecided == 0 || s.ReasonAt < t.ReasonAt) {
		t.Reason, t.ReasonAt = s.Reason, s.ReasonAt
	}
	for i, flaw := range s.Flaws {
		t.Flaws[i] = cmp.Or(t.Flaws[i], flaw)
	}
	t.Poses, t.Colliding, t.TooNear = t.Poses+s.Poses, t.Colliding+s.Colliding, t.TooNear+s.TooNear
	t.Allowed += s.Allowed
	t.Touching, t.Failing = t.Touching || s.Touching, t.Failing || s.Failing
	t.Undecided += s.Undecided
	t.Segments, t.Hits, t.Passes, t.Open = t.Segments+s.Segments, t.Hits+s.Hits, t.Passes+s.Passes, t.Open+s.Open
	t.Lawful += s.Lawful
	t.Elapsed = max(t.Elapsed, s.Elapsed)
}

// undecided returns why a sweep that answered all poses is incomplete, nil if it is not.
func (t *sweepTotals) undecided() error {
	if t.Undecided == 0 {
		motions := t.motions()
		return motions.Undecided()
	}
	return undecidedOf(t.Undecided, t.Poses, "poses", t.Reason)
}

// end returns what the report ends with. cut is why a sweep without a fault in its input ended
// early, bad is that fault.
func (t *sweepTotals) end(cut, bad error, continuous bool) *report.SweepEnd {
	e := &report.SweepEnd{
		Verdict: collide.Free, Err: cmp.Or(bad, cut), Poses: t.Poses, Colliding: t.Colliding, TooNear: t.TooNear, Elapsed: t.Elapsed,
		Allowed: t.Allowed, Contested: t.Rules && t.Touching && !t.Failing && t.Hits == 0, // rules leave open whether a contact fails
		Motions: t.motions(), Continuous: continuous,
	}
	switch {
	case t.Touching || t.Hits > 0:
		e.Verdict = collide.InContact
	case e.Err != nil:
		e.Verdict = collide.Unknown
	}
	return e
}

// motions counts those between the poses.
func (t *sweepTotals) motions() report.Motions {
	return report.Motions{All: t.Segments, Touching: t.Hits, Near: t.Passes, Open: t.Open, Allowed: t.Lawful}
}

// logTotals writes what there is to say of a sweep as a whole, but for a fault in its input.
func (a *app) logTotals(t *sweepTotals, cut, bad error) {
	for i, flaw := range t.Flaws {
		if flaw != "" {
			a.logf("%s %s", quote.Name(t.Names[i]), quote.Line(flaw))
		}
	}
	switch {
	case bad == nil && cut != nil:
		a.logf("incomplete: %s", report.ReasonOf(cut))
	case bad == nil && t.Poses == 0:
		a.logf("%s holds no pose: nothing was checked", quote.Name(t.List))
	}
}
