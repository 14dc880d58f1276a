package kind

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/mesh"
)

// Shells is what a closed mesh's own coordinates show of the two sides of its triangles. A
// shell is all triangles that edges join, two at a time where an edge has more of them, so
// that its front has one winding number everywhere.
type Shells struct {
	// Flaw is why the sides are not known, in words that follow the mesh's name; "" if they
	// are. Then nothing else is set.
	Flaw string

	topology *mesh.Topology
	// edge has the edge of each side, none where its ends weld together.
	edge []int32
	// of has the shell of each triangle, thin for one with two equal corners.
	of []int32
	// front is the winding number of the whole mesh in front of each shell's triangles, the
	// side that their normals point to; behind them it is one more.
	front []int32
	// members are the triangles of each shell.
	members [][]uint32
}

// What stands in place of an edge or a shell.
const (
	none    = -1 // not known yet
	thin    = -2 // of a triangle with two equal corners
	several = -3 // of a vertex that more than one shell has
)

// NewShells judges a closed mesh (narrow.Solid.Flaw is "") with a tree over it. Time is
// that of mesh.Topology and of a ray through the tree a shell.
func NewShells(m *mesh.Mesh, s *narrow.Surface) *Shells {
	k := &Shells{topology: m.Topology(), of: make([]int32, len(m.Triangles))}
	if k.join(m); k.Flaw == "" {
		k.sides(m, s)
	}
	return k
}

// isThin reports whether two corners of a triangle are equal.
func (k *Shells) isThin(t uint32) bool { return k.of[t] == thin }

// join finds the shells.
func (k *Shells) join(m *mesh.Mesh) {
	for t := range k.of {
		c, v := m.Triangles[t], k.topology.Welded.Vertex
		k.of[t] = none
		if a, b, d := v[c[0]], v[c[1]], v[c[2]]; a == b || b == d || d == a {
			k.of[t] = thin
		}
	}
	k.edge = make([]int32, 3*len(m.Triangles))
	for i := range k.edge {
		k.edge[i] = none
	}
	next := make([]uint32, len(k.edge)) // the other side along the same edge
	for e := range k.topology.Edges {
		var proper []uint32
		for _, side := range k.topology.Sides(e) {
			k.edge[side] = int32(e)
			if !k.isThin(side / 3) {
				proper = append(proper, side)
			}
		}
		if k.Flaw = k.pair(m, e, proper, next); k.Flaw != "" {
			return
		}
	}
	for t := range k.of {
		if k.of[t] == none {
			k.flood(uint32(t), next)
		}
	}
}

// pair joins the sides along an edge two by two: sides that face each other across a sector
// around the edge, with the same of their own sides turned to it, so that their fronts have
// one winding number. Two sides along opposite directions that follow each other do; when
// they are taken away, the sectors before and after them have one winding number again.
func (k *Shells) pair(m *mesh.Mesh, e int, sides, next []uint32) (flaw string) {
	if len(sides) > 2 && !k.sortAround(m, e, sides) {
		a, b := m.Vertices[k.topology.Edges[e].A], m.Vertices[k.topology.Edges[e].B]
		return fmt.Sprintf("has a triangle without an area at the edge from %v to %v, which %d triangles share", a, b, len(sides))
	}
	var open []uint32
	for _, side := range sides {
		last := len(open) - 1
		if last >= 0 && k.topology.Forward(open[last]) != k.topology.Forward(side) {
			next[side], next[open[last]] = open[last], side
			open = open[:last]
			continue
		}
		open = append(open, side)
	}
	return "" // the edge is balanced, so none is left
}

// sortAround sorts sides by the angle of their triangles around the edge, and reports whether
// each has one. No two angles are equal in a mesh that does not intersect itself.
func (k *Shells) sortAround(m *mesh.Mesh, e int, sides []uint32) bool {
	a, b := m.Vertices[k.topology.Edges[e].A], m.Vertices[k.topology.Edges[e].B]
	corner := func(side uint32) geom.Vec { return m.Vertices[m.Triangles[side/3][(side%3+2)%3]] }
	for _, s := range sides {
		if predicate.Collinear(a, b, corner(s)) {
			return false
		}
	}
	var t predicate.Tally
	first := corner(sides[0])
	slices.SortFunc(sides, func(x, y uint32) int { return compareTurns(&t, a, b, first, corner(x), corner(y)) })
	return true
}

// flood collects the shell of a triangle.
func (k *Shells) flood(first uint32, next []uint32) {
	shell := int32(len(k.members))
	k.of[first] = shell
	found := []uint32{first}
	for i := 0; i < len(found); i++ {
		for c := range uint32(3) {
			if t := next[3*found[i]+c] / 3; k.of[t] == none {
				k.of[t] = shell
				found = append(found, t)
			}
		}
	}
	k.members = append(k.members, found)
}

// sides finds the winding numbers: those of the other shells around a corner that is of
// none of them, and the shell's own.
func (k *Shells) sides(m *mesh.Mesh, s *narrow.Surface) {
	var in narrow.Inside
	shellsAt := k.shellsAt(m)
	for shell, triangles := range k.members {
		others := 0
		if len(k.members) > 1 {
			corner, ok := k.ownCorner(m, triangles, shellsAt)
			if !ok {
				k.Flaw = fmt.Sprintf("has a shell, that of triangle %d, of which every corner is another shell's, too", triangles[0])
				return
			}
			others = in.WindingWithout(s, corner, func(t uint32) bool { return k.of[t] == int32(shell) })
		}
		switch volumeSign(m, triangles) {
		case 1:
			k.front = append(k.front, int32(others))
		case -1:
			k.front = append(k.front, int32(others-1))
		default:
			k.Flaw = fmt.Sprintf("has a shell, that of triangle %d, without a volume", triangles[0])
			return
		}
	}
}

// shellsAt returns the shell that each welded vertex is of, several for more than one.
func (k *Shells) shellsAt(m *mesh.Mesh) []int32 {
	at := make([]int32, len(m.Vertices))
	for i := range at {
		at[i] = none
	}
	for t, c := range m.Triangles {
		for _, v := range c {
			switch p := &at[k.topology.Welded.Vertex[v]]; {
			case k.isThin(uint32(t)) || *p == k.of[t]:
			case *p == none:
				*p = k.of[t]
			default:
				*p = several
			}
		}
	}
	return at
}

func (k *Shells) ownCorner(m *mesh.Mesh, triangles []uint32, shellsAt []int32) (geom.Vec, bool) {
	for _, t := range triangles {
		for _, v := range m.Triangles[t] {
			if shellsAt[k.topology.Welded.Vertex[v]] != several {
				return m.Vertices[v], true
			}
		}
	}
	return geom.Vec{}, false
}

// volumeSign is 1 for a shell whose normals point outward, −1 for one whose normals point
// inward, 0 for one without a volume.
func volumeSign(m *mesh.Mesh, triangles []uint32) int {
	var v predicate.Volume
	for _, t := range triangles {
		q := m.Triangle(int(t))
		v.Add(&q)
	}
	return v.Sign(func(i int) geom.Triangle { return m.Triangle(int(triangles[i])) })
}

// Shells returns how many shells there are.
func (k *Shells) Shells() int { return len(k.members) }

// Shell returns the triangles of a shell.
func (k *Shells) Shell(i int) []uint32 { return k.members[i] }

// Of returns the shell of a triangle; false for one with two equal corners, which has none.
func (k *Shells) Of(t uint32) (shell int, ok bool) { return int(k.of[t]), k.of[t] != thin }

// Along calls f with the triangles that share edge i of a triangle, itself among them, except those with two equal corners.
func (k *Shells) Along(t uint32, i int, f func(t uint32)) {
	e := k.edge[3*t+uint32(i)]
	if e == none {
		return
	}
	for _, side := range k.topology.Sides(int(e)) {
		if !k.isThin(side / 3) {
			f(side / 3)
		}
	}
}
