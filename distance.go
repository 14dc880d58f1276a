package collide

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
)

// Distance is how far apart two bodies are: the least distance of a point of one and a point
// of the other, 0 if and only if they share a point. Spheres and boxes count with their
// inside; closed meshes do under Options.Solid.
type Distance struct {
	// A and B are the bodies, A < B; both are −1 where a query was cut short before it had
	// measured any.
	A, B int
	// Value is the float64 nearest to the exact distance, ties to even; the least subnormal
	// instead of 0 for one above 0. Where only bounds are known it is Lo.
	Value float64
	// Lo ≤ Hi bound the distance. They are Value unless an error was allowed (Options.Error), the
	// query was cut short, the pair is undecided or a body is a cylinder or a cone; Hi is then +Inf if nothing is known. The
	// bounds of a distance from a cylinder or a cone are at most 1e-12 of the larger body's size apart, or neighbouring numbers.
	Lo, Hi float64
	// TriA and TriB are the lowest pair of primitives that attains the distance, −1 if one
	// body lies inside the other.
	TriA, TriB int
	// Points are the ends of a shortest segment between these primitives: a common point,
	// twice, if they touch. Each is within PointError of its exact place; next to a cylinder or a cone, of a point of
	// its body, two such points being at most Hi apart, and of a common one if they touch.
	Points     [2]geom.Vec
	PointError float64
	// Features are what of their triangles the ends lie on: "vertex", "edge" or "face", "" on
	// a sphere or box and where the other body is a cylinder or a cone.
	Features [2]string
	// Inside is the body that lies in the other.
	Inside Side
	// Allowed pairs are listed but are never the nearest one.
	Allowed bool
	// Reason is why the distance of a pair is not decided, in words.
	Reason string
}

// Distance returns the nearest pair of bodies that are not allowed to touch, of several the
// lowest (A, B). It returns false if there is no such pair: then there is no distance. The
// error wraps ErrIncomplete for a query that could not finish, which returns what is known,
// and ErrUnsupported if the method does not measure. With Options.First the
// bodies and primitives that are named where the distance is 0 are some in contact, not the lowest.
func (d *Detector) Distance(ctx context.Context) (Distance, bool, error) {
	d.world.Enter()
	defer d.world.Leave()
	q, err := d.beginMeasuring(ctx)
	if err != nil {
		return Distance{}, false, err
	}
	if err := d.contactsFirst(&q, d.opt.First); err != nil {
		return Distance{}, false, err
	}
	lo, hi := d.nearest.One(d.world, &q)
	r := Distance{A: -1, B: -1, TriA: -1, TriB: -1, Lo: lo, Hi: hi, Value: lo}
	found := len(d.nearest.Spans) > 0
	if found {
		s := &d.nearest.Spans[0]
		if r, err = d.distance(s); err != nil {
			return Distance{}, false, err
		}
		r.Lo, r.Hi, r.Value = lo, hi, lo
	}
	if cut := d.unmeasured(ctx); cut != nil {
		return r, true, cut
	}
	return r, found, nil
}

// Distances appends the distances of all pairs of bodies that are at most reach apart, +Inf
// for all, ascending by (A, B); allowed pairs are among them. Errors are those of Distance;
// pairs that a query did not get to are missing.
func (d *Detector) Distances(ctx context.Context, reach float64, dst []Distance) ([]Distance, error) {
	if !(reach >= 0) {
		panic(fmt.Sprintf("collide: Distances within %v, expected at least 0", reach))
	}
	d.world.Enter()
	defer d.world.Leave()
	q, err := d.beginMeasuring(ctx)
	if err != nil {
		return dst, err
	}
	if q.Within = reach; !math.IsInf(reach, 1) {
		q.Allowed = 0 // what is within is decided exactly
	}
	if err := d.contactsFirst(&q, false); err != nil {
		return dst, err
	}
	d.nearest.Every(d.world, &q)
	for i := range d.nearest.Spans {
		r, err := d.distance(&d.nearest.Spans[i])
		if err != nil {
			return dst, err
		}
		dst = append(dst, r)
	}
	if cut := d.unmeasured(ctx); cut != nil {
		return dst, cut
	}
	return dst, nil
}

// contactsFirst asks the method for the contacts between bodies: where they touch their distance is
// 0, and where they do not that is known in a fraction of the time that measuring takes. A
// search that is stopped leaves some out, which is what measuring sees then, too. With one it stops at the
// first contact that counts. Contacts that the last query found are not searched again.
func (d *Detector) contactsFirst(q *world.Question, one bool) error {
	w := d.world
	if d.complete.is(w) {
		q.Contacts = d.complete.contacts
		return nil
	}
	d.complete.forget()
	first, self := w.First, w.Self
	w.First, w.Self = one, false
	contacts, err := w.Find(d.engine, d.sought.contacts[:0])
	w.First, w.Self, d.sought.contacts = first, self, contacts
	w.Control.Resume()
	if err != nil {
		return fmt.Errorf("method %s: %w", d.method.Name, err)
	}
	q.Contacts = d.sought.assembly.Sort(contacts)
	return nil
}

// sought is the memory of contacts that a question about distances begins with: those of the last result stay as they are.
type sought struct {
	contacts []world.Contact
	assembly world.Assembly
}

// measurer sets how the method measures.
func (d *Detector) measurer(q *world.Question) error {
	if w := d.world; w.Unsettled() || d.engine == nil {
		if err := d.settle(); err != nil {
			return err
		}
	}
	m, ok := d.engine.(world.Measurer)
	if !ok {
		return fmt.Errorf("%w: method %s does not measure distances; auto, bvh, brute, rapid, sphere, scda and octree-hybrid do", ErrUnsupported, d.method.Name)
	}
	q.By = m.Ranging()
	q.Own, _ = m.(world.OwnMeasurer)
	return nil
}

// refused is the error about a body that a query does not take. A name stands for the number, which is another one where a link of a
// robot has several shapes.
func (d *Detector) refused(i int, why string) error {
	name := quote.Name(d.world.Name(i))
	if d.world.Name(i) == "" {
		name = fmt.Sprintf("body %d", i)
	}
	return fmt.Errorf("%w: %s %s", ErrUnsupported, name, why)
}

// beginMeasuring brings the world up to date and starts the clock of the budget.
func (d *Detector) beginMeasuring(ctx context.Context) (world.Question, error) {
	w := d.world
	d.result = Result{Pairs: d.result.Pairs[:0]}
	d.result.Stats.Workers = w.Workers
	q := world.Question{Solid: d.opt.Solid || d.opt.kinds(), Surfaces: !d.opt.Solid, Orient: d.solids.Orient, Within: math.Inf(1), Allowed: d.opt.Error}
	if err := d.measurer(&q); err != nil {
		return world.Question{}, err
	}
	if err := w.Begin(ctx, d.opt.Budget.Time, d.opt.Budget.Steps); err != nil {
		return world.Question{}, err
	}
	return q, nil
}

// unmeasured returns why a query could not finish, nil if it did.
func (d *Detector) unmeasured(ctx context.Context) error {
	if d.world.Control.Cause() != narrow.Running {
		return d.cut(ctx, nil)
	}
	if reason := d.nearest.Why(); reason != "" {
		return &IncompleteError{Reason: reason, Cause: ErrUndecided}
	}
	return nil
}

var errFar = errors.New("distance is beyond the range of float64")

// distance is the public form of a span.
func (d *Detector) distance(s *world.Span) (Distance, error) {
	a, b := int(s.Pair.A), int(s.Pair.B)
	if math.IsInf(s.Value, 1) {
		return Distance{}, fmt.Errorf("bodies %d (%s) and %d (%s): %w", a, d.world.Name(a), b, d.world.Name(b), errFar)
	}
	r := d.measured(s)
	r.Allowed = d.world.IsAllowed(a, b)
	return r, nil
}

// ofCylinder reports whether a distance is from a cylinder or a cone.
func (d *Detector) ofCylinder(r *Distance) bool {
	return d.world.IsCylinder(r.A) || r.B < d.world.Len() && d.world.IsCylinder(r.B)
}

// measured is the public form of a span within the range of float64, whose body B may be none
// of the detector's.
func (d *Detector) measured(s *world.Span) Distance {
	r := Distance{
		A: int(s.Pair.A), B: int(s.Pair.B), Value: s.Value, Lo: s.Value, Hi: s.Value, TriA: int(s.Primitives.A), TriB: int(s.Primitives.B),
		Points: s.Points, PointError: s.PointError, Features: [2]string{s.Features[0].String(), s.Features[1].String()},
		Inside: sides[s.Side], Reason: s.Undecided,
	}
	for k, i := range [2]int{r.A, r.B} {
		if i >= d.world.Len() || d.world.Model(i) == nil || d.ofCylinder(&r) {
			r.Features[k] = ""
		}
	}
	switch {
	case r.Inside != NotInside:
		r.TriA, r.TriB, r.Features = -1, -1, [2]string{}
	case s.Bounded:
		r.Lo, r.Value, r.Hi = s.Lo, s.Lo, s.Hi
	}
	if s.Undecided != "" {
		r.Lo, r.Value, r.Hi = 0, 0, math.Nextafter(s.Value, math.Inf(1))
	}
	return r
}
