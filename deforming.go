package collide

import (
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/swept"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
)

// Deforming is a mesh between two frames: while t goes from 0 to 1 each vertex goes straight, from where Mesh has it to where
// To has it, in exact arithmetic on the given numbers.
type Deforming struct {
	Name string
	Mesh *mesh.Mesh
	// To has a place for each of Mesh.Vertices.
	To []geom.Vec
}

// BetweenOptions configures DetectBetween. The zero value finds all contacts between different bodies on all cores.
type BetweenOptions struct {
	// Self finds contacts of the triangles of a mesh with each other, too. Two corners are shared if they are in one place in both
	// frames; what two triangles have in common counts where it is not in the hull of their shared corners, as in
	// Options.Self.
	Self bool
	// Times asks when each pair first touches.
	Times bool
	// First stops at the first contact found, which need not be the earliest.
	First bool
	// Workers is the number of goroutines, 0 for the number of usable cores. The answer does not depend on it.
	Workers int
}

// Between is what bodies touch between two frames.
type Between struct {
	// Verdict is InContact if two triangles touch at some time, Free if it is proven that none do, else Unknown.
	Verdict Verdict
	// Contacts are the pairs of triangles that touch at some time, sorted: all of them without an error and without First.
	Contacts []Contact
	// Times has two times for each of Contacts, if they were asked for: the first contact of the pair is at both if they are equal, and
	// else between them. They are neighbours, except for triangles of one mesh that share corners and of which one has no area
	// at some time: these touch at 1, if not sooner.
	Times [][2]float64
	// Open are the pairs that may touch or not, with that reason: they share corners and one of them has no area at some time.
	Open []Contact
	// First reports that the search ended at its first contact.
	First bool
	// PrimitiveTests is the number of pairs of triangles that were looked at, BVTests that of pairs of boxes.
	PrimitiveTests, BVTests int64
}

// Hash identifies the contacts as Result.Hash does; "" for a search that ended at its first contact.
func (b *Between) Hash() string {
	if b.First {
		return ""
	}
	return world.Hash(internal(b.Contacts))
}

// DetectBetween finds the triangles of deforming meshes that touch at some time between two frames, exactly: no contact is
// missed between the frames, and none is reported that there is not. It takes O(n log n) time for n triangles, and what the pairs take of
// which the boxes, whose sides go straight as well, meet at some time: O(n²) at worst, as where a long motion turns or stretches a mesh so that these boxes are wide.
//
// An error that wraps ErrIncomplete comes with what was found: its cause is ErrUndecided for Open pairs, ErrBudget for more than 134,217,728
// contacts, and the context's. Numbers that are not finite, another number of places than of vertices, and triangles without a vertex are
// ErrOption, and so is a number of Workers below 0 or above 1024.
func DetectBetween(ctx context.Context, bodies []Deforming, opt BetweenOptions) (*Between, error) {
	if opt.Workers < 0 || opt.Workers > par.MaxWorkers {
		return nil, fmt.Errorf("%w: %d workers, expected 0 to %d", ErrOption, opt.Workers, par.MaxWorkers)
	}
	list := make([]swept.Body, len(bodies))
	for i := range bodies {
		if ctx.Err() != nil {
			return &Between{}, Interrupted(ctx)
		}
		if err := bodies[i].check(i); err != nil {
			return nil, err
		}
		list[i] = swept.Body{Start: bodies[i].Mesh.Vertices, End: bodies[i].To, Triangles: bodies[i].Mesh.Triangles}
	}
	found, err := swept.Find(ctx, list, swept.Options{Own: opt.Self, Times: opt.Times, First: opt.First, Workers: par.Workers(opt.Workers), Most: mostBetween})
	b := &Between{PrimitiveTests: found.Candidates, BVTests: found.Boxes}
	for i := range found.Pairs {
		b.add(&found.Pairs[i], opt.Times)
	}
	return b, b.conclude(ctx, &found, opt.First, err)
}

// mostBetween is the number of contacts above which a search ends.
const mostBetween = 1 << 27

func (b *Between) add(p *swept.Pair, times bool) {
	c := Contact{p.BodyA, p.TriA, p.BodyB, p.TriB}
	if p.Open {
		b.Open = append(b.Open, c)
		return
	}
	if b.Contacts = append(b.Contacts, c); times {
		b.Times = append(b.Times, [2]float64{p.T0, p.T1})
	}
}

// conclude sets the verdict and returns why the answer is incomplete, nil if it is not.
func (b *Between) conclude(ctx context.Context, found *swept.Found, first bool, err error) error {
	if len(b.Contacts) > 0 {
		b.Verdict, b.First = InContact, first && err == nil
	}
	switch {
	case b.First:
		b.Contacts, b.Open = b.Contacts[:1], nil
		b.Times = b.Times[:min(1, len(b.Times))]
		return nil
	case err != nil:
		return Interrupted(ctx)
	case found.TooMany:
		return &IncompleteError{Reason: fmt.Sprintf("more than %d contacts, too many to list", mostBetween), Cause: ErrBudget}
	case len(b.Open) > 0:
		o := b.Open[0]
		return undecided(fmt.Sprintf("triangles %d and %d of body %d share corners, and one of them has no area at some time", o.TriA, o.TriB, o.BodyA), len(b.Open))
	case b.Verdict == Unknown:
		b.Verdict = Free
	}
	return nil
}

// check returns what is wrong with a body.
func (d *Deforming) check(i int) error {
	name := quote.Name(d.Name)
	if d.Name == "" {
		name = fmt.Sprintf("body %d", i)
	}
	if d.Mesh == nil {
		return fmt.Errorf("%w: %s has no mesh", ErrOption, name)
	}
	if n := len(d.Mesh.Vertices); len(d.To) != n {
		return fmt.Errorf("%w: %s goes to %d places, expected one for each of %d vertices", ErrOption, name, len(d.To), n)
	}
	for _, at := range [2][]geom.Vec{d.Mesh.Vertices, d.To} {
		if k := slices.IndexFunc(at, func(v geom.Vec) bool { return !v.IsFinite() }); k >= 0 {
			return fmt.Errorf("%w: vertex %d of %s is not finite", ErrOption, k, name)
		}
	}
	for k, t := range d.Mesh.Triangles {
		if int(max(t[0], t[1], t[2])) >= len(d.To) {
			return fmt.Errorf("%w: triangle %d of %s has a vertex beyond the last, %d", ErrOption, k, name, len(d.To)-1)
		}
	}
	return nil
}
