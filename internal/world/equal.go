package world

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// equal reports whether two bodies have the same set of posed triangles, in any order and
// each with its corners in any order. Then every triangle has a contact.
func (k *Kinds) equal(w *World, a, b int) bool {
	if n := w.Primitives(a); n != w.Primitives(b) || n > len(k.contacts) {
		return false
	}
	for side, i := range [2]int{a, b} {
		list := k.posed[side][:0]
		for t := range w.Primitives(i) {
			q := w.Triangle(i, t)
			slices.SortFunc(q[:], compareVecs)
			list = append(list, q)
		}
		slices.SortFunc(list, func(p, q geom.Triangle) int { return slices.CompareFunc(p[:], q[:], compareVecs) })
		k.posed[side] = list
	}
	return slices.Equal(k.posed[0], k.posed[1])
}

func compareVecs(a, b geom.Vec) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
}
