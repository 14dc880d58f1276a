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

	helpers  []Kinds // what other workers have of their own
	missing  []*Model
	doubtful []int32
	marked   []bool // the doubtful ones
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

// look decides the kind of a query's contacts as far as that does not depend on what the poses have made of the bodies.
func (k *Kinds) look(w *World, q *KindQuery) {
	if w.Control.Cause() != narrow.Running {
		q.Of.Reason = ended
		return
	}
	if w.bodies[q.A].model == nil || w.bodies[q.B].model == nil {
		k.ofSolid(w, q)
		return
	}
	k.contacts = k.contacts[:0]
	for _, c := range q.Contacts {
		k.contacts = append(k.contacts, kind.Contact{A: c.TriA, B: c.TriB})
	}
	of := &q.Of
	for side, i := range [2]int{q.A, q.B} {
		prepared, ok := k.prepare(w, side, i)
		switch {
		case !ok:
			of.Reason = ended
			return
		case prepared.Kind == kind.Surface:
			prepared.Crossing = k.judge.Crosses(w.bodies[q.A].surface, w.bodies[q.B].surface, k.contacts)
			*of = prepared
			return
		case prepared.Reason != "":
			*of = prepared
			return
		}
	}
	of.Kind, of.Reason = k.judge.Of(&k.bodies[0], &k.bodies[1], k.contacts)
	q.doubtful = !k.judge.Proven() && of.Kind != kind.Undecided
	of.Equal = of.Kind == kind.Penetrate && k.equal(w, q.A, q.B)
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
