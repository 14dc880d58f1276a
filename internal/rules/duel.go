package rules

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/motion"
)

// Duel is two bodies of a motion by themselves: what a permitted pair does after its first contact is judged with them.
//
// A limit of the depth can be proven for an interval of time. Let both bodies be closed, as those of which a contact has had a depth are, and let δ bound how far any points of the two
// go, together, from where they are posed in the middle, roundings included.
//
// Depth. Let p be a point of the surface of A, at some time in the interval, in the material of B there, and q the same point in the
// middle. If q is in B's material its distance from B's surface is at most the depth D in the middle, and the distance of p at most
// D + δ. If it is not, B's surface passes the point on the way between the two, while both go straight: where it does, a point of the surface is
// at the point, which from there to p's time go no farther than δ together. So the depth is at most D + δ; likewise that of B in A.
//
// Width. A point that is deeper beneath the surface of A than its points move is in A's material in the middle, too, for the surface never
// passes it. A ball of diameter w within both bodies leaves one of the same centre and of diameter w − 2δ in the middle: the
// width is at most W + 2δ.
//
// So the rule holds throughout if D and W are at most limit − 2δ in the middle, or if the bodies share nothing there and 2δ ≤ limit. Equal bodies,
// which meet no limit, have the same box: they cannot be equal in an interval in whose middle their boxes differ by more than δ.
type Duel struct {
	// Detector has the two bodies, with Options.Kinds, and each question to it goes through Ask. Paths are their motions, nil for one that rests.
	Detector *collide.Detector
	Ask      func(query func() error) error
	Bodies   [2]collide.Body
	Paths    [2]motion.Path
	// TimeError is the shortest interval that is looked at.
	TimeError float64
}

// mostOpen is how many of the shortest intervals may stay open before a proof is given up.
const mostOpen = 64

// proof is the search for the times at which a pair does not keep to its limit.
type proof struct {
	*Duel
	w        *way
	p        *Passage
	limit    float64 // of the depth, below 0 for none
	gap      float64 // the clearance of a pair that is not in contact
	end      float64 // of the time that matters
	shortest float64
	opens    int
	since    float64 // where the first open interval begins
}

// prove proves that a pair keeps to its rule after its first contact, or finds when it does not.
func (w *way) prove(ctx context.Context, p *Passage) error {
	if p.Rule == nil {
		return nil // undecided: without a rule there is nothing to prove
	}
	d, err := w.mover().Two(p.A, p.B)
	if err != nil || d == nil {
		return err
	}
	defer func() { _ = d.Detector.Close() }() // the answer does not depend on how workers end
	f := proof{Duel: d, w: w, p: p, end: 1, gap: p.Rule.Clearance.Value}
	if f.limit = f.limited(); f.limit >= 0 && f.parted() {
		p.Proven = true
		return nil
	}
	if w.Status == Fail {
		f.end = w.Impact.T1
	}
	_, e := math.Frexp(min(d.TimeError, 1))
	f.shortest = math.Ldexp(0.5, e)
	whole, err := f.cover(ctx, 0, 1)
	if p.Proven = whole && f.opens == 0; p.Proven || err != nil || w.Status == Fail && w.Impact.A == p.A && w.Impact.B == p.B {
		return err
	}
	return f.sample(ctx)
}

// limited is the limit that is to be proven, below 0 for none. Apart by less than a clearance is worse than in contact, and surfaces that are
// not closed have no depth: where they meet for a moment between two looks, no limit would be kept.
func (f *proof) limited() float64 {
	if f.p.Rule.Clearance.Given || !hasDepth(&collide.Pair{Kind: f.p.Kind}) {
		return -1
	}
	return f.p.Rule.Depth.Value
}

// samples is the number of instants at which a pair is judged whose rule could not be proven.
const samples = 64

// sample looks for a time after the first contact at which the pair fails.
func (f *proof) sample(ctx context.Context) error {
	for k := range samples {
		t := f.p.T1 + (1-f.p.T1)*float64(k+1)/samples
		if more, err := f.judge(ctx, f.p.T1, min(t, 1)); !more || err != nil {
			return f.unless(err)
		}
	}
	return nil
}

// cover judges an interval, earlier halves first. It returns false if the search is over before the end.
func (f *proof) cover(ctx context.Context, a, b float64) (bool, error) {
	if b <= f.p.T0 || a >= f.end {
		return true, nil // the pair is apart there, or something else has failed
	}
	held, err := f.holds(ctx, a, b)
	if held || err != nil {
		return held, f.unless(err)
	}
	if b-a > f.shortest {
		m := a + (b-a)/2
		if more, err := f.cover(ctx, a, m); !more || err != nil {
			return false, err
		}
		return f.cover(ctx, m, b)
	}
	if f.opens++; f.opens == 1 {
		f.since = a
	}
	more, err := f.judge(ctx, a, b)
	return more && f.opens <= mostOpen, f.unless(err)
}

// unless returns an error that is none of a question that could not be finished.
func (f *proof) unless(err error) error {
	if errors.Is(err, collide.ErrIncomplete) {
		return nil
	}
	return err
}

// holds reports whether the limit is kept from a to b, as far as one look in the middle proves it.
func (f *proof) holds(ctx context.Context, a, b float64) (bool, error) {
	m := a + (b-a)/2
	far := f.drift(0, a, b) + f.drift(1, a, b)
	pair, err := f.look(ctx, m)
	if err != nil {
		return false, err
	}
	room := math.Nextafter(f.limit-2*far, math.Inf(-1))
	deep := room >= 0 && f.differ(far)
	switch {
	case pair == nil:
		return deep || f.apart(ctx, a, b), nil
	case !deep || !hasDepth(pair) || pair.Equal:
		return false, nil
	}
	var within bool
	err = f.Ask(func() (err error) {
		within, err = f.Detector.DepthWithin(ctx, pair, room)
		return err
	})
	if errors.Is(err, collide.ErrUndecided) {
		err = nil // shorter intervals have more room
	}
	return within && err == nil, err
}

// look returns the pair at a time, nil if the two share nothing.
func (f *proof) look(ctx context.Context, t float64) (*collide.Pair, error) {
	if err := f.place(t); err != nil {
		return nil, err
	}
	var r *collide.Result
	err := f.Ask(func() (err error) {
		r, err = f.Detector.Detect(ctx)
		return err
	})
	switch {
	case r == nil || err != nil && !errors.Is(err, collide.ErrUndecided):
		return nil, err
	case len(r.Pairs) > 0:
		p := r.Pairs[0]
		return &p, nil
	}
	return nil, err
}

// place puts the bodies to where they are at a time.
func (f *proof) place(t float64) error {
	for i, p := range f.Paths {
		if p == nil {
			continue
		}
		if err := f.Detector.SetPose(i, p.At(t)); err != nil {
			return fmt.Errorf("at t = %v: %w", t, err)
		}
	}
	return nil
}

// apart reports whether the two are proven apart, by more than their clearance, from a to b.
func (f *proof) apart(ctx context.Context, a, b float64) bool {
	var paths []motion.Path
	for _, p := range f.Paths {
		if p != nil {
			p = part{p, a, b - a}
		}
		paths = append(paths, p)
	}
	var i collide.Impact
	err := f.Ask(func() (err error) {
		i, err = f.Detector.Move(ctx, paths, collide.Gaps{Most: f.gap}, min(1, f.shortest/(b-a)))
		return err
	})
	return err == nil && i.Verdict == collide.Free
}

// part is a path from one time on, k·2⁻ⁿ, for 2⁻ⁿ: all numbers are exact.
type part struct {
	motion.Path
	from, length float64
}

func (p part) At(t float64) geom.Pose { return p.Path.At(p.from + p.length*t) }

func (p part) Over(a, b float64, c geom.Vec) motion.Span {
	s := p.Path.Over(p.from+p.length*a, p.from+p.length*b, c)
	s.Velocity, s.Spin = s.Velocity.Scale(p.length), s.Spin.Scale(p.length)
	return s
}

// Beside is that of the path.
func (p part) Beside(other motion.Path) motion.Path {
	if o, ok := other.(part); ok {
		p.Path = beside(p.Path, o.Path)
	}
	return p
}

// beside returns a path whose bounds are those of the motion as seen from something that the other one shares with it, as
// that of links of one robot. It goes the same way, and how deep two bodies are is the same wherever both are seen from.
func beside(p, other motion.Path) motion.Path {
	if c, ok := p.(interface {
		Beside(other motion.Path) motion.Path
	}); ok && other != nil {
		return c.Beside(other)
	}
	return p
}

// drift bounds how far the points of a body are, at any time between a and b, from where the pose in the middle puts them. Two links of a
// robot are seen from where both hang, which in the derivation above takes the place of the world.
func (f *proof) drift(i int, a, b float64) float64 {
	if f.Paths[i] == nil {
		return 0
	}
	return impact.Drift(beside(f.Paths[i], f.Paths[1-i]), a, b, f.Bodies[i].Shape.Bounds())
}

// differ reports whether the boxes of the two differ by more than they move.
func (f *proof) differ(far float64) bool {
	a, b := f.Detector.Bounds(0), f.Detector.Bounds(1)
	d := max(a.Min.Sub(b.Min).MaxAbs(), a.Max.Sub(b.Max).MaxAbs())
	return d*(1-1e-9) > far
}

// judge judges a time, the end of an interval from a on that stays open. It returns false if the pair fails there.
func (f *proof) judge(ctx context.Context, a, b float64) (bool, error) {
	pair, err := f.look(ctx, b)
	if err != nil || b > f.end {
		return true, err
	}
	g := Finding{A: f.p.A, B: f.p.B, Rule: f.p.Rule}
	var near *collide.Distance
	if pair == nil {
		pair = &collide.Pair{Verdict: collide.Free}
		near, err = f.tooNear(ctx, &g)
	} else {
		err = f.decide(ctx, pair, &g)
	}
	if err != nil || g.Status != Fail {
		return true, err
	}
	if f.opens > 0 {
		a = f.since
	}
	pair.Contacts, pair.A, pair.B = nil, g.A, g.B
	w := f.w
	w.Status, w.Finding, w.Pair, w.Near = Fail, g, pair, near
	w.Impact = collide.Impact{T0: a, T1: b, A: g.A, B: g.B, TriA: -1, TriB: -1}
	return false, nil
}

// decide judges the pair where it is in contact.
func (f *proof) decide(ctx context.Context, pair *collide.Pair, g *Finding) error {
	j := judge{Bound: f.w.Bound, by: Asker{Detector: f.Detector, Ask: f.Ask}, Judgement: &Judgement{Unit: f.w.unit}}
	if j.byKind(pair, g); g.Status == Undecided && g.Why == "" {
		if err := j.within(ctx, pair, g, g.Rule.Depth.Value); err != nil {
			return err
		}
	}
	return j.measure(ctx, pair, g)
}

// tooNear judges the pair where it shares nothing, and returns the distance if that is within the clearance.
func (f *proof) tooNear(ctx context.Context, g *Finding) (*collide.Distance, error) {
	if !g.Rule.Clearance.Given {
		return nil, nil //nolint:nilnil // no clearance, none too small
	}
	var near []collide.Distance
	err := f.Ask(func() (err error) {
		near, err = f.Detector.Distances(ctx, f.gap, nil)
		return err
	})
	if err != nil || len(near) == 0 || !(near[0].Hi <= f.gap) {
		return nil, err
	}
	g.fail(g.Rule.Where() + " expects " + g.Rule.Text)
	near[0].A, near[0].B = g.A, g.B
	return &near[0], nil
}
