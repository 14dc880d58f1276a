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
	seen  []bool // the bodies that were given
	visit func(i int32)
	order func(a, b RayHit) int
}

// RayHit is where a ray enters a primitive, at the float64 T nearest to the exact value.
type RayHit struct {
	narrow.RayHit
	T float64
}

// Cast finds what a ray meets of the bodies, nil for all of them: all primitives, or the one
// that it meets first. It replaces dst by them in their order. Begin must have been called; what is left
// undone is in Control.
func (r *Rays) Cast(w *World, ray *predicate.Ray, bodies []int, all bool, dst []RayHit) []RayHit {
	if r.visit == nil {
		r.visit, r.order = r.body, r.compare
	}
	r.world, r.Control = w, &w.Control
	r.Set(ray, all)
	if w.Control.Cause() == narrow.Running {
		r.cast(bodies)
	}
	dst = dst[:0]
	for i := range r.Hits {
		dst = append(dst, RayHit{r.Hits[i], r.Caster.Round(&r.Hits[i].RayHit)})
	}
	slices.SortFunc(dst, r.order)
	w.Stats.BVTests += r.BVTests
	w.Stats.PrimitiveTests += r.PrimitiveTests
	w.Stats.Adaptive += r.Caster.Tally.Adaptive
	w.Stats.Exact += r.Caster.Tally.Exact
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
		r.some(bodies)
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

// some tests the bodies given, each once.
func (r *Rays) some(bodies []int) {
	for len(r.seen) < len(r.world.bodies) {
		r.seen = append(r.seen, false)
	}
	for _, i := range bodies {
		if !r.seen[i] {
			r.seen[i] = true
			r.body(int32(i))
		}
	}
	for _, i := range bodies {
		r.seen[i] = false
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
