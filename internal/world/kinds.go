package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
)

// Kinds decides the kinds of contacts. The zero value is ready; its memory is reused.
type Kinds struct {
	// Exhaustive makes it look at all contacts and triangles.
	Exhaustive bool

	judge    kind.Judge
	contacts []kind.Contact
	bodies   [2]kind.Body
	posed    [2][]geom.Triangle
	touched  []uint32
	faces    []geom.Triangle
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
	k.judge.Tally.Keep()
	k.judge.Tally.Reset()
	k.judge.Stop, k.judge.Exhaustive = w.stop, k.Exhaustive
	defer func() {
		w.Stats.Adaptive += k.judge.Tally.Adaptive
		w.Stats.Exact += k.judge.Tally.Exact
	}()
	if w.bodies[a].model == nil || w.bodies[b].model == nil {
		return k.ofSolid(w, a, b, contacts)
	}
	k.contacts = k.contacts[:0]
	for _, c := range contacts {
		k.contacts = append(k.contacts, kind.Contact{A: c.TriA, B: c.TriB})
	}
	for side, i := range [2]int{a, b} {
		of, ok := k.prepare(w, side, i)
		switch {
		case !ok:
			return KindOf{Reason: ended}
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
			if reason := k.doubt(w, side, i); reason != "" {
				return KindOf{Reason: reason}
			}
		}
	}
	of.Equal = of.Kind == kind.Penetrate && k.equal(w, a, b)
	return of
}

const ended = "the query ended before the kind was known"

// Within returns the kind of a pair of which body i lies in the interior of the other, their
// surfaces apart.
func (k *Kinds) Within(w *World, i int) KindOf {
	if m := w.bodies[i].model; m != nil && w.solid(m) == nil {
		return KindOf{Reason: ended}
	}
	if flaw := k.Flaw(w, i); flaw != "" {
		return KindOf{Kind: kind.Surface, Reason: quote.Name(w.bodies[i].name) + " " + flaw}
	}
	return KindOf{Kind: kind.Inside}
}

// Flaw returns why a body has no interior, in words that follow its name; "" for one that has
// and where the search was stopped before it was known.
func (k *Kinds) Flaw(w *World, i int) string {
	b := &w.bodies[i]
	if b.model == nil {
		return k.hollow(w, i)
	}
	if v := w.solid(b.model); v != nil {
		return flawOf(v, b.surface, narrow.ByWinding)
	}
	return ""
}

// doubt returns why a kind that no common point proves is not certain: what the pose has made of a
// mesh, in k.bodies[side].
func (k *Kinds) doubt(w *World, side, i int) string {
	of := k.bodies[side] // a search that goes on after the query has ended must not see it change
	flaw, ok := k.broken(w, i, &of)
	if !ok {
		return ended
	}
	return flaw
}

// prepare readies one of the two bodies: its kind is Surface where it has no interior, and
// there is a reason where its sides are not known; false means that the search was stopped.
func (k *Kinds) prepare(w *World, side, i int) (of KindOf, ok bool) {
	b := &w.bodies[i]
	v := w.solid(b.model)
	if v == nil || !w.NeedTree(i) {
		return of, false
	}
	if flaw := k.Flaw(w, i); flaw != "" {
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
