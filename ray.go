package collide

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/world"
)

// Ray is the points Origin + t·Direction for t from 0 to Max, both ends included.
// Direction has any length but 0, which is the unit of t: with a unit vector, t is a length;
// with Direction = target − Origin and Max = 1 the ray is a segment. Meshes are surfaces, of
// which both sides count; spheres and boxes are solid, and closed meshes under Options.Solid.
type Ray struct {
	Origin, Direction geom.Vec
	// Max bounds t; 0 stands for no bound, and so does +Inf.
	Max float64
	// Bodies are the bodies to test, nil for all of them. Repeats do not count.
	Bodies []int
}

// Hit is where a ray enters a primitive: the least t of their common points. A ray that
// passes through an edge or a vertex hits all triangles there. A ray in the plane of a
// triangle hits the triangle where it enters it. A ray that begins in a solid hits it at 0.
type Hit struct {
	// Body and Triangle name the primitive. Triangle is 0 for a sphere or a box, and −1 for
	// a solid mesh that the ray begins in the interior of.
	Body, Triangle int
	// T is the float64 nearest to the exact t, ties to even: 0 only for an exact 0, else
	// at least the least subnormal, and +Inf beyond the range of float64.
	T float64
}

// Raycast returns the first hit of a ray, nil if there is none: that of the least exact t, and
// among equals that of the least body, then triangle. A query that could not finish
// returns an error that wraps ErrIncomplete with the first hit found so far; others may
// come before it. Under Options.Solid that is so where the origin is in the box of a mesh
// that is not closed. A ray that is none is an error, a body that does not exist panics.
// The hit is valid until the detector's next call.
func (d *Detector) Raycast(ctx context.Context, r Ray) (*Hit, error) {
	hits, err := d.raycast(ctx, "Raycast", &r, false)
	if len(hits) == 0 {
		return nil, err
	}
	return &hits[0], err
}

// RaycastAll returns all hits of a ray in the order of their exact t, equals by body, then
// triangle. Raycast describes its errors; hits that come with ErrIncomplete are hits, but
// others may be missing. The hits are valid until the detector's next call.
func (d *Detector) RaycastAll(ctx context.Context, r Ray) ([]Hit, error) {
	return d.raycast(ctx, "RaycastAll", &r, true)
}

func (d *Detector) raycast(ctx context.Context, call string, r *Ray, all bool) ([]Hit, error) {
	w, s := d.world, &d.aside
	w.Enter()
	defer w.Leave()
	for _, i := range r.Bodies {
		d.body(call, i)
	}
	ray, err := r.checked()
	if err != nil {
		return nil, err
	}
	if err := d.castable(r); err != nil {
		return nil, err
	}
	if err := d.beginAside(ctx); err != nil {
		return nil, err
	}
	q := world.RayQuestion{Ray: ray, Bodies: r.Bodies, All: all}
	open := 0
	if d.opt.Solid {
		s.within.Interiors(w, ray.Origin, r.Bodies)
		q.Within, open = s.within.Found, s.within.Open
	}
	s.hits = s.cast.Cast(w, &q, s.hits)
	s.out = s.out[:0]
	for i := range s.hits {
		h := &s.hits[i]
		s.out = append(s.out, Hit{Body: int(h.Body), Triangle: int(h.Primitive), T: h.T})
	}
	return s.out, d.cutAside(ctx, s.within.Undecided, open)
}

// castable returns an error that wraps ErrUnsupported if a ray is to be tested against a body that rays do
// not know.
func (d *Detector) castable(r *Ray) error {
	if !d.world.HasAxials() && d.world.HalfSpace() < 0 {
		return nil
	}
	refused := func(i int) error {
		return d.refused(i, "is "+world.ShapeName(d.world.Solid(i))+", which rays are not cast at")
	}
	for _, i := range r.Bodies {
		if d.world.IsAxial(i) || d.world.IsHalfSpace(i) {
			return refused(i)
		}
	}
	for i := 0; r.Bodies == nil && i < d.world.Len(); i++ {
		if d.world.IsAxial(i) || d.world.IsHalfSpace(i) {
			return refused(i)
		}
	}
	return nil
}

// checked returns the ray as predicates take it.
func (r *Ray) checked() (predicate.Ray, error) {
	switch {
	case !r.Origin.IsFinite() || !r.Direction.IsFinite():
		return predicate.Ray{}, fmt.Errorf("ray has a number that is not finite: from %v along %v", r.Origin, r.Direction)
	case r.Direction == geom.Vec{}:
		return predicate.Ray{}, fmt.Errorf("ray from %v has no direction", r.Origin)
	case !(r.Max >= 0):
		return predicate.Ray{}, fmt.Errorf("ray from %v has the Max %v, expected at least 0", r.Origin, r.Max)
	}
	p := predicate.Ray{Origin: r.Origin, Direction: r.Direction, Max: r.Max}
	if r.Max == 0 {
		p.Max = math.Inf(1)
	}
	return p, nil
}
