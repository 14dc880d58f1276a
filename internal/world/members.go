package world

import (
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// Rehoused is implemented by engines that keep their data of the other bodies when bodies
// are added or removed. Other engines are replaced by new ones.
type Rehoused interface {
	// Rehouse makes room for all bodies of the world and drops the data of those
	// in changed, whose places are empty or have other bodies now.
	Rehouse(w *World, changed []int32)
}

// Add adds a body in the place of one that was removed, the last one first, or at the
// end, and returns its index. An error leaves the world as it was.
func (w *World) Add(b *Body) (int, error) {
	p := body{name: b.Name, immovable: b.Immovable}
	if err := p.take(b.Shape, &w.room); err != nil {
		return 0, err
	}
	w.regulate()
	i := len(w.bodies)
	vacant := len(w.vacant) > 0
	if vacant {
		i = int(w.vacant[len(w.vacant)-1])
	} else {
		w.bodies, w.boxes, w.mesh, w.stamps = append(w.bodies, body{}), append(w.boxes, geom.AABB{}), append(w.mesh, false), append(w.stamps, 0)
	}
	was := w.bodies[i]
	w.bodies[i] = p
	if err := w.SetPose(i, &b.Pose); err != nil {
		if w.bodies[i] = was; !vacant {
			w.bodies, w.boxes, w.mesh, w.stamps = w.bodies[:i], w.boxes[:i], w.mesh[:i], w.stamps[:i]
		}
		return 0, err
	}
	if vacant {
		w.vacant = w.vacant[:len(w.vacant)-1]
	}
	w.mesh[i] = p.model != nil
	if p.immovable {
		w.immovable++
	}
	w.count(&p, 1)
	w.list(int32(i), p.half != nil)
	w.changed = append(w.changed, int32(i))
	return i, nil
}

// slabs hold what bodies to come need, side by side.
type slabs struct {
	surfaces []narrow.Surface
	hulls    []predicate.Hull
	axials   []predicate.Axial
	halves   []predicate.HalfSpace
}

// take gives a body its shape, and what it needs for it from the slabs.
func (p *body) take(given any, from *slabs) error {
	switch s := given.(type) {
	case nil:
		return fmt.Errorf("no shape")
	case *Model:
		p.model = s
	case shape.Sphere, shape.Box, shape.Capsule, shape.Cylinder, shape.Cone, shape.Convex, shape.HalfSpace:
		p.solid = given
	default: // *shape.Sphere has the methods of shape.Sphere, too
		return fmt.Errorf("shape is a %T; expected a *collide.Model or a shape.Sphere, Box, Capsule, Cylinder, Cone, Convex or HalfSpace", s)
	}
	if err := given.(interface{ Check() error }).Check(); err != nil {
		return err
	}
	switch given.(type) {
	case *Model:
		p.surface = take(&from.surfaces)
	case shape.Box, shape.Convex:
		p.hull = take(&from.hulls)
	case shape.Capsule, shape.Cylinder, shape.Cone:
		p.axial = take(&from.axials)
	case shape.HalfSpace:
		p.half = take(&from.halves)
	}
	return nil
}

// Moves counts the calls that may have moved, deformed, added or removed bodies.
func (w *World) Moves() int { return w.moves }

// Remove leaves the place of a body empty, with a sphere in it that no pair is admissible
// with. Nothing is permitted to touch what comes there next.
func (w *World) Remove(i int) {
	if w.bodies[i].immovable {
		w.immovable--
	}
	w.regulate()
	w.count(&w.bodies[i], -1)
	w.list(int32(i), false)
	at := w.boxes[i].Center()
	if !at.IsFinite() { // not placed yet
		at = geom.Vec{}
	}
	w.moves++
	w.bodies[i] = body{removed: true, solid: shape.Sphere{Center: at}, sphere: geom.Sphere{Center: at}, version: -1, pose: geom.Identity}
	w.boxes[i], w.mesh[i] = nowhere, false
	w.vacant, w.changed = append(w.vacant, int32(i)), append(w.changed, int32(i))
	w.allowed.forget(int32(i))
	w.skipped.forget(int32(i))
}

// Removed reports whether the place of a body is empty.
func (w *World) Removed(i int) bool { return w.bodies[i].removed }

// regulate notes that other pairs may be admissible now.
func (w *World) regulate() {
	w.few.known = false
	w.rules++
}

// Allow permits two bodies to touch, or forbids it again.
func (w *World) Allow(a, b int, allowed bool) {
	w.regulate()
	if allowed {
		w.allowed.add(int32(a), int32(b))
	} else {
		w.allowed.remove(int32(a), int32(b))
	}
}

// Unsettled reports whether bodies were added or removed since Settle was last called.
func (w *World) Unsettled() bool { return len(w.changed) > 0 }

// Settle lets an engine follow the bodies that were added and removed since the last
// call. It reports false for one that cannot, which then has to be made again.
func (w *World) Settle(e Engine) bool {
	if len(w.changed) == 0 {
		return true
	}
	r, ok := e.(Rehoused)
	if ok {
		r.Rehouse(w, w.changed)
	}
	if w.changed = w.changed[:0]; !ok {
		w.changed = nil // at first these are all bodies
	}
	return ok
}
