package engine_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// sweeper tests the triangles of two bodies whose boxes overlap: all rejecting is its own,
// all deciding World.Touch's.
type sweeper struct {
	pairs  []engine.Pair
	boxesB []geom.AABB
}

func (s *sweeper) Find(w *engine.World, dst []collide.Contact) ([]collide.Contact, error) {
	s.pairs = w.Candidates(s.pairs[:0])
	for _, p := range s.pairs {
		s.boxesB = s.boxesB[:0]
		for b := range w.Primitives(p.B) {
			s.boxesB = append(s.boxesB, boxOf(w, p.B, b))
		}
		for a := range w.Primitives(p.A) {
			box := boxOf(w, p.A, a)
			for b := range s.boxesB {
				if !w.Step() {
					return dst, nil // the detector states why
				}
				if p.A == p.B && b <= a || !box.Overlaps(&s.boxesB[b]) || !w.Touch(p, a, b) {
					continue
				}
				dst = append(dst, collide.Contact{BodyA: uint32(p.A), TriA: uint32(a), BodyB: uint32(p.B), TriB: uint32(b)})
			}
		}
	}
	return dst, nil
}

func boxOf(w *engine.World, body, primitive int) geom.AABB {
	if w.Mesh(body) == nil {
		return w.Box(body)
	}
	t := w.Triangle(body, primitive)
	return t.Bounds()
}

// A method of one's own has the contacts of all others.
func ExampleNew() {
	method := engine.New(collide.About{Name: "sweeper", Summary: "boxes of triangles, one by one"},
		func(*engine.World) (engine.Engine, error) { return &sweeper{}, nil })
	ring := collide.NewModel(scene.Torus("ring", 1, 0.3, 24, 8))
	bodies := []collide.Body{{Name: "a", Shape: ring}, {Name: "b", Shape: ring, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.2}}}}
	for _, m := range []collide.Method{method, nil} {
		d, err := collide.NewDetector(bodies, collide.Options{Method: m})
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := d.Detect(context.Background())
		fmt.Println(r.Method, r.Verdict, len(r.Contacts), r.Hash()[:15], err)
	}
	// Output:
	// sweeper contact 192 sha256:163feb1c <nil>
	// auto contact 192 sha256:163feb1c <nil>
}
