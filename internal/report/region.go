package report

import (
	"context"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/predicate"
)

// region is where two bodies meet.
type region struct {
	// box encloses the intersections; tight reports that it is the least box that does.
	box   geom.AABB
	tight bool
	// late reports that box was not computed in time.
	late bool
	// trianglesA and trianglesB count the primitives of each that take part.
	trianglesA, trianglesB int
	// first are the places of the first contacts.
	first []predicate.Intersection
}

// fewContacts is up to how many contacts a pair's region is computed from their
// intersections. Beyond, it is the union of the boxes common to the two triangles of
// each contact, which hold the intersections: a hundred times cheaper, and hardly
// larger where there are many contacts.
const fewContacts = 256

// regions finds where the pairs meet that are listed and not allowed, shared out over
// the workers. The error is that of a context that ended first.
func (c *Check) regions(ctx context.Context) (map[*collide.Pair]*region, error) {
	var pairs []*collide.Pair
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; !p.Allowed && len(p.Contacts) > 0 {
			pairs = append(pairs, p)
		}
	}
	all := make([]region, len(pairs))
	c.Places.begin()
	par.For(len(pairs), par.Workers(c.Places.Workers), 1, func(worker, lo, _ int) {
		all[lo] = c.regionOf(ctx, pairs[lo])
		if worker == 0 { // the caller's goroutine
			c.Places.show(float64(lo+1) / float64(len(pairs)))
		}
	})
	c.Places.show(1)
	found := make(map[*collide.Pair]*region, len(pairs))
	for i, p := range pairs {
		if found[p] = &all[i]; all[i].late || len(all[i].first) < min(firstPoints, len(p.Contacts)) {
			c.Places.leaveOut(uint32(p.A), uint32(p.B))
		}
	}
	return found, ctx.Err()
}

// regionOf looks at every contact of a pair once.
func (c *Check) regionOf(ctx context.Context, p *collide.Pair) region {
	r := region{box: geom.EmptyAABB(), tight: len(p.Contacts) <= fewContacts}
	seen := make(map[uint32]struct{}, len(p.Contacts))
	for i, k := range p.Contacts {
		if i == 0 || k.TriA != p.Contacts[i-1].TriA {
			r.trianglesA++
		}
		seen[k.TriB] = struct{}{}
		if r.late = r.late || i%abreast == 0 && c.Places.over(ctx); r.late {
			continue
		}
		if r.tight || i < firstPoints {
			x := c.World.Witness(k)
			if i < firstPoints {
				r.first = append(r.first, x)
			}
			for _, v := range x.Points[:x.N] {
				r.box.Extend(v)
			}
		}
		if !r.tight {
			r.box = r.box.Union(c.common(k))
		}
	}
	r.trianglesB = len(seen)
	return r
}

// common returns the box in which both primitives of a contact lie.
func (c *Check) common(k collide.Contact) geom.AABB {
	a, b := c.primitive(k.BodyA, k.TriA), c.primitive(k.BodyB, k.TriB)
	if math.IsInf(a.Max.X, 1) || math.IsInf(b.Max.X, 1) { // a half space, which has no box
		common := c.World.Witness(k)
		return geom.BoundsOf(common.Points[:common.N])
	}
	return a.Intersect(b)
}

func (c *Check) primitive(body, tri uint32) geom.AABB {
	if w, ok := c.World.(interface {
		PrimitiveBounds(body, primitive int) geom.AABB
	}); ok {
		return w.PrimitiveBounds(int(body), int(tri))
	}
	if c.Bodies[body].Triangles == 0 {
		return c.World.Bounds(int(body))
	}
	t := c.World.Triangle(int(body), int(tri))
	return t.Bounds()
}

// middle returns the mean of the points of an intersection.
func middle(x *predicate.Intersection) geom.Vec {
	var v geom.Vec
	for _, p := range x.Points[:x.N] {
		v = v.Add(p.Scale(1 / float64(x.N)))
	}
	return v
}
