package world

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
)

// Containing finds the bodies that contain a point. The zero value is ready; it allocates
// nothing once its buffers have grown and nothing is undecided.
type Containing struct {
	// Orient is what the interior of a mesh is.
	Orient narrow.Orientation
	// Exhaustive makes it test all triangles of the bodies whose boxes hold the point.
	Exhaustive bool
	// Found are the bodies of the last call, ascending.
	Found []int
	// Undecided are reasons, and how many bodies were left undecided.
	Undecided string
	Open      int

	tree   boxTree
	given  bodySet
	inside narrow.Inside
	worker narrow.Worker
	world  *World
	point  geom.Vec
	// surfaces and solids are whether points of a mesh's surface and of spheres and boxes
	// count; first is the first body that is undecided.
	surfaces, solids bool
	first            int
	visit            func(i int32)
}

// Find fills Found with the bodies that have the point in them or on their surface. Begin must
// have been called; what is left undone is in Control.
func (c *Containing) Find(w *World, p geom.Vec) {
	c.surfaces, c.solids = true, true
	c.find(w, p, nil)
}

// Interiors fills Found with those meshes among the bodies, nil for all, that have the point in
// their interior.
func (c *Containing) Interiors(w *World, p geom.Vec, bodies []int) {
	c.surfaces, c.solids = false, false
	c.find(w, p, bodies)
}

func (c *Containing) find(w *World, p geom.Vec, bodies []int) {
	if c.visit == nil {
		c.visit = c.body
	}
	c.world, c.point, c.Found, c.Undecided, c.Open = w, p, c.Found[:0], "", 0
	c.worker.Control = &w.Control
	c.worker.Begin()
	switch {
	case w.Control.Cause() != narrow.Running:
	case bodies != nil:
		c.given.each(w, bodies, c.visit)
	default:
		c.tree.each(w, &c.worker, &geom.AABB{Min: p, Max: p}, c.visit)
		c.halves()
	}
	slices.Sort(c.Found)
	w.Stats.count(&c.worker)
	c.world = nil
}

// body tests one body.
func (c *Containing) body(i int32) {
	b := &c.world.bodies[i]
	var in bool
	switch {
	case b.half != nil: // halves tests them
		return
	case b.removed || !c.world.boxes[i].Contains(c.point) || !c.worker.Step():
		return
	case b.model != nil:
		in = c.mesh(int(i), b)
	case !c.solids:
		return
	case b.axial != nil:
		c.worker.PrimitiveTests++
		in = c.worker.Tally.AxialContains(b.axial, c.point)
	case b.hull != nil:
		c.worker.PrimitiveTests++
		in = c.worker.Tally.HullContains(b.hull, c.point)
	default:
		c.worker.PrimitiveTests++
		in = c.worker.Tally.SphereSphere(&b.sphere, &geom.Sphere{Center: c.point})
	}
	if in {
		c.Found = append(c.Found, int(i))
	}
}

// halves tests all half spaces.
func (c *Containing) halves() {
	for _, i := range c.world.halves {
		if !c.solids || !c.worker.Step() {
			return
		}
		c.worker.PrimitiveTests++
		if c.worker.Tally.HeightSign(c.world.bodies[i].half, c.point) <= 0 {
			c.Found = append(c.Found, int(i))
		}
	}
}

// mesh tests a mesh. A point that is not on it is in it, or not, if it is closed.
func (c *Containing) mesh(i int, b *body) bool {
	w := c.world
	if !w.NeedTree(i) {
		return false
	}
	place := c.locate(b.surface)
	if place.On || w.Control.Cause() != narrow.Running {
		return place.On && c.surfaces
	}
	v := w.solid(b.model)
	if v == nil {
		return false
	}
	if flaw := flawOf(v, b.surface, c.Orient); flaw != "" {
		if c.Open++; c.Open == 1 || i < c.first {
			c.first = i
			c.Undecided = fmt.Sprintf("whether %s contains the point is undecided: it %s", quote.Name(b.name), flaw)
		}
		return false
	}
	return place.In(c.Orient)
}

func (c *Containing) locate(s *narrow.Surface) narrow.Place {
	if c.Exhaustive {
		return c.inside.LocateAmongAll(s, c.point, &c.worker)
	}
	return c.inside.Locate(s, c.point, &c.worker)
}
