// Package deforming finds which triangles of deforming meshes touch between two frames, exactly.
package deforming

import (
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/swept"
	"github.com/collide-go/collide/mesh"
)

// Body is a mesh between two frames: while t goes from 0 to 1 each vertex goes straight, from where Mesh has it to where
// To has it, in exact arithmetic on the given numbers.
type Body struct {
	Name string
	Mesh *mesh.Mesh
	// To has a place for each of Mesh.Vertices.
	To []geom.Vec
}

// Options configures Detect. The zero value finds all contacts between different bodies on all cores.
type Options struct {
	// Self finds contacts of the triangles of a mesh with each other, too. Two corners are shared if they are in one place in both
	// frames; what two triangles have in common counts where it is not in the hull of their shared corners, as in
	// collide.Options.Self.
	Self bool
	// Times asks when each pair first touches.
	Times bool
	// First stops at the first contact found, which need not be the earliest.
	First bool
	// Workers is the number of goroutines, 0 for the number of usable cores. The answer does not depend on it.
	Workers int
}

// Result lists the contacts between two frames.
type Result struct {
	// Verdict is InContact if two triangles touch at some time, Free if it is proven that none do, else Unknown.
	Verdict collide.Verdict
	// Contacts are the pairs of triangles that touch at some time, sorted. They are all there unless there is an error or First is set.
	Contacts []collide.Contact
	// Times has two times for each of Contacts, if they were asked for: the first contact of the pair is at both if they are equal, and
	// else between them. They are neighbours, except for triangles of one mesh that share corners and of which one has no area
	// at some time: these touch at 1, if not sooner.
	Times [][2]float64
	// Open are the pairs that are undecided: their triangles share corners, and one of the two has no area at some time.
	Open []collide.Contact
	// First reports that the search ended at its first contact.
	First bool
	// PrimitiveTests is the number of pairs of triangles that were looked at, BVTests that of pairs of boxes.
	PrimitiveTests, BVTests int64
}

// Hash identifies the contacts as [collide.Result.Hash] does; "" for a search that ended at its first contact.
func (r *Result) Hash() string {
	if r.First {
		return ""
	}
	return (&collide.Result{Contacts: r.Contacts}).Hash()
}

// Detect finds the triangles of deforming meshes that touch at some time between two frames, exactly: no contact between the frames
// is missed, and each one reported exists. It takes O(n log n) time for n triangles, and constant time for each pair of triangles whose boxes meet at some time;
// the sides of these boxes move along straight lines, too. That is O(n²) at worst, for instance if a long motion turns or stretches a mesh so that the boxes are wide.
//
// An error that wraps collide.ErrIncomplete comes with what was found: its cause is ErrUndecided for Open pairs, ErrBudget for more than 134,217,728
// contacts, and the context's. Numbers that are not finite, another number of places than of vertices, and triangles without a vertex are
// collide.ErrOption, and so is a number of Workers below 0 or above 1024.
func Detect(ctx context.Context, bodies []Body, opt Options) (*Result, error) {
	if opt.Workers < 0 || opt.Workers > par.MaxWorkers {
		return nil, fmt.Errorf("%w: %d workers, expected 0 to %d", collide.ErrOption, opt.Workers, par.MaxWorkers)
	}
	list := make([]swept.Body, len(bodies))
	for i := range bodies {
		if ctx.Err() != nil {
			return &Result{}, collide.Interrupted(ctx)
		}
		if err := bodies[i].check(i); err != nil {
			return nil, err
		}
		list[i] = swept.Body{Start: bodies[i].Mesh.Vertices, End: bodies[i].To, Triangles: bodies[i].Mesh.Triangles}
	}
	found, err := swept.Find(ctx, list, swept.Options{Own: opt.Self, Times: opt.Times, First: opt.First, Workers: par.Workers(opt.Workers), Most: mostContacts})
	r := &Result{PrimitiveTests: found.Candidates, BVTests: found.Boxes}
	for i := range found.Pairs {
		r.add(&found.Pairs[i], opt.Times)
	}
	return r, r.conclude(ctx, &found, opt.First, err)
}

// mostContacts is the number of contacts above which a search ends.
const mostContacts = 1 << 27

func (r *Result) add(p *swept.Pair, times bool) {
	c := collide.Contact{BodyA: p.BodyA, TriA: p.TriA, BodyB: p.BodyB, TriB: p.TriB}
	if p.Open {
		r.Open = append(r.Open, c)
		return
	}
	if r.Contacts = append(r.Contacts, c); times {
		r.Times = append(r.Times, [2]float64{p.T0, p.T1})
	}
}

// conclude sets the verdict and returns why the answer is incomplete, nil if it is not.
func (r *Result) conclude(ctx context.Context, found *swept.Found, first bool, err error) error {
	if len(r.Contacts) > 0 {
		r.Verdict, r.First = collide.InContact, first && err == nil
	}
	switch {
	case r.First:
		r.Contacts, r.Open = r.Contacts[:1], nil
		r.Times = r.Times[:min(1, len(r.Times))]
		return nil
	case err != nil:
		return collide.Interrupted(ctx)
	case found.TooMany:
		return &collide.IncompleteError{Reason: fmt.Sprintf("more than %d contacts, too many to list", mostContacts), Cause: collide.ErrBudget}
	case len(r.Open) > 0:
		o := r.Open[0]
		reason := fmt.Sprintf("triangles %d and %d of body %d share corners, and one of them has no area at some time", o.TriA, o.TriB, o.BodyA)
		if n := len(r.Open) - 1; n > 0 {
			reason += fmt.Sprintf(" (and %d more)", n)
		}
		return &collide.IncompleteError{Reason: reason, Cause: collide.ErrUndecided}
	case r.Verdict == collide.Unknown:
		r.Verdict = collide.Free
	}
	return nil
}

// check returns what is wrong with a body.
func (d *Body) check(i int) error {
	name := quote.Name(d.Name)
	if d.Name == "" {
		name = fmt.Sprintf("body %d", i)
	}
	if d.Mesh == nil {
		return fmt.Errorf("%w: %s has no mesh", collide.ErrOption, name)
	}
	if n := len(d.Mesh.Vertices); len(d.To) != n {
		return fmt.Errorf("%w: %s goes to %d places, expected one for each of %d vertices", collide.ErrOption, name, len(d.To), n)
	}
	for _, at := range [2][]geom.Vec{d.Mesh.Vertices, d.To} {
		if k := slices.IndexFunc(at, func(v geom.Vec) bool { return !v.IsFinite() }); k >= 0 {
			return fmt.Errorf("%w: vertex %d of %s is not finite", collide.ErrOption, k, name)
		}
	}
	for k, t := range d.Mesh.Triangles {
		if int(max(t[0], t[1], t[2])) >= len(d.To) {
			return fmt.Errorf("%w: triangle %d of %s has a vertex beyond the last, %d", collide.ErrOption, k, name, len(d.To)-1)
		}
	}
	return nil
}
