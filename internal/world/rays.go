package world

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// Rays casts rays into a world. The zero value is ready; it allocates nothing once its
// buffers have grown.
type Rays struct {
	narrow.Rays
	// Exhaustive makes it test all primitives of all bodies: the contract of what it finds.
	Exhaustive bool

	world *World
	tree  boxTree
	given bodySet
	visit func(i int32)
	order func(a, b RayHit) int
}

// RayHit is where a ray enters a primitive, at the float64 T nearest to the exact value.
type RayHit struct {
	narrow.RayHit
	T float64
}

// RayQuestion is what a ray is asked for.
type RayQuestion struct {
	predicate.Ray
	// Bodies are those to test, nil for all; All asks for all primitives, not the first one.
	Bodies []int
	All    bool
	// Within are meshes that the ray begins in: it hits them at 0, as primitive −1.
	Within []int
}

// Cast finds what a ray meets and replaces dst by it, in order. Begin must have been
// called; what is left undone is in Control.
func (r *Rays) Cast(w *World, q *RayQuestion, dst []RayHit) []RayHit {
	if r.visit == nil {
		r.visit, r.order = r.body, r.compare
	}
	r.world, r.Control = w, &w.Control
	r.Set(&q.Ray, q.All)
	for _, i := range q.Within {
		r.Take(&predicate.RayHit{}, int32(i), -1)
	}
	if w.Control.Cause() == narrow.Running {
		r.cast(q.Bodies)
	}
	dst = dst[:0]
	for i := range r.Hits {
		dst = append(dst, RayHit{r.Hits[i], r.Caster.Round(&r.Hits[i].RayHit)})
	}
	slices.SortFunc(dst, r.order)
	r.Tally = r.Caster.Tally
	w.Stats.count(&r.Worker)
	r.world = nil
	return dst
}

// compare orders hits by the exact t, of which T is a monotone function.
func (r *Rays) compare(a, b RayHit) int {
	if c := cmp.Compare(a.T, b.T); c != 0 {
		return c
	}
	return r.Compare(&a.RayHit, &b.RayHit)
}

func (r *Rays) cast(bodies []int) {
	w := r.world
	if bodies != nil {
		r.given.each(w, bodies, r.visit)
		return
	}
	if !r.Exhaustive {
		if t := r.tree.of(w); t != nil {
			r.Boxes(t, r.visit)
			return
		}
	}
	for i := 0; i < len(w.bodies) && w.Control.Cause() == narrow.Running; i++ {
		r.body(int32(i))
	}
}

// body tests one body.
func (r *Rays) body(i int32) {
	w := r.world
	b := &w.bodies[i]
	if !r.Step() {
		return
	}
	r.BVTests++
	switch {
	case b.removed || !r.Exhaustive && !r.Enters(&w.boxes[i]):
	case b.model == nil:
		r.solid(b, i)
	case r.Exhaustive:
		r.Every(b.surface, i)
	case w.NeedTree(int(i)):
		r.Surface(b.surface, i)
	}
}

func (r *Rays) solid(b *body, i int32) {
	if !r.Step() {
		return
	}
	r.PrimitiveTests++
	var h predicate.RayHit
	var meets bool
	if _, ok := b.solid.(shape.Sphere); ok {
		meets = r.Caster.Sphere(&b.sphere, &h)
	} else {
		meets = r.Caster.Hull(b.hull, &h)
	}
	if meets {
		r.Take(&h, i, 0)
	}
}

// Exhaustive is implemented by engines that try every primitive: queries that no engine
// takes part in do so, too.
type Exhaustive interface{ Exhaustive() }
