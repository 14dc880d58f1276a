package world

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// gather makes pieces of the contacts that were joined.
func (p *Pieces) gather(w *World, contacts []Contact) []Piece {
	first := len(p.found)
	for i := range contacts { // p.order becomes the piece of each contact
		if root := p.root(int32(i)); root == int32(i) {
			p.order[i] = int32(len(p.found) - first)
			p.found = append(p.found, Piece{Box: geom.EmptyAABB(), PointError: math.Inf(1)})
		} else {
			p.order[i] = p.order[root]
		}
	}
	pieces := p.found[first:len(p.found):len(p.found)]
	p.share(contacts, pieces)
	for i := range pieces {
		pieces[i].place(w)
	}
	return pieces
}

// share gives each piece its contacts.
func (p *Pieces) share(contacts []Contact, pieces []Piece) {
	if len(pieces) == 1 {
		pieces[0].Contacts = slices.Clip(contacts)
		return
	}
	from := len(p.contacts)
	p.contacts = append(p.contacts, contacts...)
	room := p.contacts[from:]
	counts := p.parent[:len(pieces)] // the roots have served
	clear(counts)
	for _, k := range p.order {
		counts[k]++
	}
	for i, n := range counts {
		pieces[i].Contacts, room = room[:0:n], room[n:]
	}
	for i, k := range p.order {
		pieces[k].Contacts = append(pieces[k].Contacts, contacts[i])
	}
}

// place looks at every contact once, without any intersection. What two primitives have in common lies in the box that their boxes share,
// so the middle of the smallest such box is no farther from a common point than its corners are.
func (x *Piece) place(w *World) {
	var box geom.AABB
	for i, c := range x.Contacts {
		if i == 0 || c.TriA != x.Contacts[i-1].TriA {
			box = w.PrimitiveBox(int(c.BodyA), int(c.TriA))
		}
		b := w.commonWith(&box, &c)
		x.Box = x.Box.Union(b)
		if point, off := middleOf(&b); off < x.PointError {
			x.Point, x.PointError = point, off
		}
	}
}

// middleOf returns a point of a box and a bound of its distance from any other point of it. Each
// component of a difference from a corner is rounded once and grown by twice that; the sum of
// three components is at least their Euclidean length, and two roundings of it are covered by the same growth.
func middleOf(b *geom.AABB) (point geom.Vec, off float64) {
	half := func(lo, hi float64) (m, d float64) {
		m = min(max(lo+(hi-lo)/2, lo), hi)
		return m, max(m-lo, hi-m)
	}
	x, dx := half(b.Min.X, b.Max.X)
	y, dy := half(b.Min.Y, b.Max.Y)
	z, dz := half(b.Min.Z, b.Max.Z)
	const grow = 1 + 0x1p-48 // 32 roundings
	return geom.Vec{X: x, Y: y, Z: z}, float64((float64(dx*grow) + float64(dy*grow) + float64(dz*grow)) * grow)
}
