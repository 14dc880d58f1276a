package world

import (
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/quote"
)

// Kinds decides the kinds of contacts. The zero value is ready; its memory is reused.
type Kinds struct {
	judge    kind.Judge
	contacts []kind.Contact
	bodies   [2]kind.Body
	posed    [2][]geom.Triangle
	intact   []intact
}

// KindOf is what Kinds finds out about two bodies in contact.
type KindOf struct {
	Kind kind.Kind
	// Equal reports bodies of the same posed triangles, Crossing a contact of kind Surface in
	// which an edge of one passes through the inside of a triangle of the other.
	Equal, Crossing bool
	// Reason is why the kind is undecided or Surface.
	Reason string
}

// Of returns the kind of all contacts of bodies a and b. Where the search was stopped before,
// it is undecided.
func (k *Kinds) Of(w *World, a, b int, contacts []Contact) KindOf {
	k.judge.Tally, k.judge.Stop = predicate.Tally{}, w.stop
	defer func() {
		w.Stats.Adaptive += k.judge.Tally.Adaptive
		w.Stats.Exact += k.judge.Tally.Exact
	}()
	for _, i := range [2]int{a, b} {
		if w.bodies[i].model == nil {
			return KindOf{Reason: fmt.Sprintf("%s is not a mesh: kinds of spheres and boxes are not decided", quote.Name(w.bodies[i].name))}
		}
	}
	k.contacts = k.contacts[:0]
	for _, c := range contacts {
		k.contacts = append(k.contacts, kind.Contact{A: c.TriA, B: c.TriB})
	}
	for side, i := range [2]int{a, b} {
		of, ok := k.prepare(w, side, i)
		switch {
		case !ok:
			return KindOf{Reason: "the query ended before the kind was known"}
		case of.Kind == kind.Surface:
			of.Crossing = k.judge.Crosses(w.bodies[a].surface, w.bodies[b].surface, k.contacts)
			return of
		case of.Reason != "":
			return of
		}
	}
	var of KindOf
	of.Kind, of.Reason = k.judge.Of(&k.bodies[0], &k.bodies[1], k.contacts)
	if !k.judge.Proven() && of.Kind != kind.Undecided {
		for side, i := range [2]int{a, b} {
			of := k.bodies[side] // a search that goes on after the query has ended must not see it change
			if flaw, ok := k.broken(w, i, &of); !ok {
				return KindOf{Reason: "the query ended before the kind was known"}
			} else if flaw != "" {
				return KindOf{Reason: flaw}
			}
		}
	}
	of.Equal = of.Kind == kind.Penetrate && k.equal(w, a, b)
	return of
}

// prepare readies one of the two bodies: its kind is Surface where it has no interior, and
// there is a reason where its sides are not known; false means that the search was stopped.
func (k *Kinds) prepare(w *World, side, i int) (of KindOf, ok bool) {
	b := &w.bodies[i]
	v := w.solid(b.model)
	if v == nil || !w.NeedTree(i) {
		return of, false
	}
	flaw := v.Flaw(narrow.ByWinding)
	if flaw == "" && b.surface.Singular() {
		flaw = "has no interior: the matrix of its pose is singular"
	}
	if flaw != "" {
		return KindOf{Kind: kind.Surface, Reason: quote.Name(b.name) + " " + flaw}, true
	}
	shells := w.shells(b.model)
	if shells == nil {
		return of, false
	}
	if shells.Flaw != "" {
		return KindOf{Reason: quote.Name(b.name) + " " + shells.Flaw}, true
	}
	r := &b.pose.R
	k.bodies[side] = kind.Body{
		Surface: b.surface, Shells: shells,
		Mirrored: k.judge.Tally.Orient3D(geom.Vec{}, r.Row(0), r.Row(1), r.Row(2)) < 0,
	}
	return of, true
}

// shells is Model.Shells of a mesh body; nil means that the search was stopped before.
func (w *World) shells(m *Model) *kind.Shells {
	workers := w.Workers
	if m.shells.Load() == nil {
		w.await(m.Triangles(), func() { m.Shells(workers) })
	}
	return m.shells.Load()
}
