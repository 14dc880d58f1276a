package collide

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/motion"
)

// Impact is when bodies in motion first touch or, with gaps, are first too near: contact then stands for that.
type Impact struct {
	// Verdict is Free if nothing touches from t = 0 to 1, proven for the real motion and for
	// the pose of every path at every float64. It is InContact if there is no contact before
	// T0, and at T1 the named primitives touch under the poses that the paths have there. It is
	// Unknown if something is undecided between T0 and T1, as where bodies graze each other; up to
	// T0 there is no contact then.
	Verdict Verdict
	T0, T1  float64
	// A and B are the bodies in contact at T1, A < B, TriA and TriB primitives of theirs that
	// touch. All four are −1 without a contact, the primitives also if one body lies in the
	// other.
	A, B, TriA, TriB int
	// Inside is the body that lies in the other from the start.
	Inside Side
	// Reason is why the verdict is Unknown, in words.
	Reason string
}

// Gaps is how far pairs of bodies are to stay apart in [Detector.Move]. The zero value asks for contact.
type Gaps struct {
	// Most is the greatest distance of any pair, and that of all pairs where Of is nil.
	Most float64
	// Of returns the distance of bodies a and b, a < b, at most Most. A pair below 0 is not followed. Of a
	// pair that may lie inside each other, containment is no contact: their surfaces are followed.
	Of func(a, b int) (distance float64, inside bool)
}

// of returns the gap of a pair that was found.
func (g *Gaps) of(a, b int) float64 {
	if g.Of == nil {
		return g.Most
	}
	distance, _ := g.Of(a, b)
	return distance
}

// Move moves bodies along paths, from t = 0 to 1, and returns when two of them that are not allowed to
// touch first do. A body without a path, nil, stays where it is. T1 − T0 of a contact is at
// most timeError. Under Options.Solid and Options.Kinds containment is contact. The bodies are left where they
// are at T1 in contact, at T0 of an Unknown impact, else at the ends of their paths.
//
// With gaps above 0 it returns when two bodies are first no farther apart than their gap. As in [Detector.Within], contact
// stands for that: InContact means that no two are that near before T0, and that the named primitives are under the poses at T1, by the
// exact test, in which a pair at the gap itself is too near. Free means that all are farther apart on the whole way.
// For cylinders and cones, whose distance is an interval, the upper bound of it is at most the gap at T1; within it a motion is Unknown.
//
// Pairs of which no body has a path are not tested. Solids have the primitive 0. A half space has no path: ErrUnsupported.
//
// The error wraps ErrIncomplete for an impact that is Unknown: with ErrUndecided where it
// grazes. Other errors are SetPose's, and leave the poses as they were. The impact is then empty. Another
// number of paths than of bodies panics, and so do a timeError that is not above 0 and at most 1, a Most below 0, infinite or
// NaN, and a gap above Most.
func (d *Detector) Move(ctx context.Context, paths []motion.Path, gaps Gaps, timeError float64) (Impact, error) {
	d.world.Enter()
	defer d.world.Leave()
	if !(gaps.Most >= 0 && gaps.Most <= math.MaxFloat64) {
		panic(fmt.Sprintf("collide: Move within %v, expected a finite distance of at least 0", gaps.Most))
	}
	if len(paths) != d.world.Len() {
		panic(fmt.Sprintf("collide: Move along %d paths, the detector has %d bodies", len(paths), d.world.Len()))
	}
	if !(timeError > 0 && timeError <= 1) {
		panic(fmt.Sprintf("collide: Move with a time error of %v, expected above 0 and at most 1", timeError))
	}
	if err := d.halfSpacesRest(paths); err != nil {
		return Impact{}, err
	}
	before := d.before[:0]
	for i := range paths {
		before = append(before, *d.world.Pose(i))
	}
	d.before = before
	if err := d.place(paths, 0); err != nil {
		return Impact{}, d.restore(before, err)
	}
	d.result = Result{Pairs: d.result.Pairs[:0]}
	d.result.Stats.Workers = 1
	if err := d.world.Begin(ctx, d.opt.Budget.Time, d.opt.Budget.Steps); err != nil {
		return Impact{}, d.restore(before, err)
	}
	q := world.Question{Solid: d.opt.Solid || d.opt.kinds(), Surfaces: !d.opt.Solid, Orient: d.solids.Orient}
	found := d.moves.Find(d.world, paths, timeError, &q, world.Gaps(gaps))
	r, end, cut := d.impact(ctx, &found, &gaps, timeError)
	if err := d.place(paths, end); err != nil {
		return Impact{}, d.restore(before, err)
	}
	return r, cut
}

// place moves the bodies that have a path to where they are at a time.
func (d *Detector) place(paths []motion.Path, t float64) error {
	for i, p := range paths {
		if p == nil || d.world.Removed(i) {
			continue
		}
		pose := p.At(t)
		if err := d.world.SetPose(i, &pose); err != nil {
			return fmt.Errorf("body %d (%s) at t = %v: %w", i, d.world.Name(i), t, err)
		}
	}
	return nil
}

// restore takes poses back and returns the error.
func (d *Detector) restore(poses []geom.Pose, err error) error {
	for i := range poses {
		if !d.world.Removed(i) {
			_ = d.world.SetPose(i, &poses[i]) // was accepted before
		}
	}
	return err
}

// impact is the public form of an answer, the time at which to leave the bodies, and why it is
// Unknown.
func (d *Detector) impact(ctx context.Context, m *world.Moved, gaps *Gaps, timeError float64) (r Impact, end float64, err error) {
	distance := gaps.Most
	if m.Touches {
		distance = gaps.of(int(m.Pair.A), int(m.Pair.B))
	}
	r = Impact{T0: m.T0, T1: m.T1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: m.Reason}
	switch m.Outcome {
	case impact.Contact:
		r.Verdict, r.A, r.B, r.Inside, r.Reason = InContact, int(m.Pair.A), int(m.Pair.B), sides[m.Side], ""
		if r.Inside == NotInside {
			r.TriA, r.TriB = int(m.Primitives.A), int(m.Primitives.B)
		}
		return r, r.T1, nil
	case impact.Free:
		if r.Reason == "" {
			r.Verdict = Free
			return r, 1, nil
		}
		r.T1 = 1
	case impact.Undecided:
		r.Reason = fmt.Sprintf("too near for a proof between t = %v and %v, and no contact found there", r.T0, r.T1)
		switch {
		case m.Touches && distance == 0:
			r.Reason = fmt.Sprintf("there is a contact at t = %v, but no proof from t = %v on: its moment is known within %.3g, not %v", r.T1, r.T0, r.T1-r.T0, timeError)
		case m.Touches:
			r.Reason = fmt.Sprintf("at t = %v two are within the distance of %v, but there is no proof from t = %v on: the moment is known within %.3g, not %v", r.T1, distance, r.T0, r.T1-r.T0, timeError)
		case distance > 0:
			r.Reason = fmt.Sprintf("too near a distance of %v for a proof between t = %v and %v, and nothing found within it there", distance, r.T0, r.T1)
		}
	case impact.Far:
		r.Reason = fmt.Sprintf("coordinates are beyond %.2g, or a path is no rotation: too far for a proof", math.Ldexp(1, 400))
	case impact.Stopped:
		cut := d.cut(ctx, nil)
		r.Reason = cut.Reason
		return r, r.T0, cut
	}
	return r, r.T0, &IncompleteError{Reason: r.Reason, Cause: ErrUndecided}
}
