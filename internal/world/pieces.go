package world

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/predicate"
)

// Pieces finds the connected pieces of what two bodies have in common. The zero value is ready; its memory is
// reused.
//
// What the two primitives of a contact have in common is a convex set. If those of triangles p, q and p′, q′ share a
// point, each shares it with that of p and q′, which is a contact, too. So it is enough to join contacts of one primitive
// with two triangles that have a common point on it. Triangles of a mesh that does not intersect itself have an edge in
// common, or a corner, and no other point. Those of a mesh that does may meet elsewhere, which joins nothing.
type Pieces struct {
	parent    []int32 // of each contact; a piece's first contact is its own
	order     []int32
	triangles []geom.Triangle // of a group
	ends      []end
	edges     []edge
	places    []geom.Vec // of the vertices of a group
	keys      []uint64   // to order contacts by
	scratch   []uint64
	contacts  []Contact // the memory of pieces
	found     []Piece
	corners   []corner // of the vertices of a mesh
	turn      uint32   // of the corners that count
	pieces    int      // how many there are so far
	normals   normals
	tally     predicate.Tally
}

// Piece is a connected piece of what two bodies have in common.
type Piece struct {
	Contacts   []Contact // ascending
	Box        geom.AABB // around all common points
	Point      geom.Vec  // at most PointError away from a common point
	PointError float64
	Normal     geom.Vec // from body B to body A, of length 1 or 0
}

// end is an edge of a triangle of a group, or a corner, whose two ends are the same. The first end is the lesser.
type end struct{ contact, triangle, a, b int32 }

// begin voids the pieces that were found before.
func (p *Pieces) begin() {
	p.contacts, p.found = p.contacts[:0], p.found[:0]
	p.tally.Keep()
	p.tally.Reset()
}

// of returns the pieces of all contacts of two bodies, ascending, in the order of their first contacts. With normals it sets those,
// and returns that of all pieces together. It returns nil if the search was stopped.
func (p *Pieces) of(w *World, contacts []Contact, normals bool) (pieces []Piece, normal geom.Vec) {
	if !p.find(w, contacts) {
		return nil, normal
	}
	pieces = p.gather(w, contacts)
	if normals {
		if normal = p.setNormals(w, contacts, pieces); w.Control.Cause() != narrow.Running {
			return nil, geom.Vec{}
		}
	}
	return pieces, normal
}

// find joins contacts of one piece. It reports whether the search went on to the end.
func (p *Pieces) find(w *World, contacts []Contact) bool {
	p.parent, p.order, p.pieces = p.parent[:0], p.order[:0], len(contacts)
	for i := range contacts {
		p.parent, p.order = append(p.parent, int32(i)), append(p.order, int32(i))
	}
	if p.meetings(w, contacts); !p.groups(w, contacts, false) {
		return false
	}
	if p.pieces == 1 {
		return true
	}
	p.orderBySecond(contacts)
	return p.groups(w, contacts, true)
}

// orderBySecond orders contacts by the second body's primitives, those of one as they are.
func (p *Pieces) orderBySecond(contacts []Contact) {
	p.keys = p.keys[:0]
	for i := range contacts {
		p.keys = append(p.keys, uint64(contacts[i].TriB)<<32|uint64(i))
	}
	p.scratch = par.SortKeysAbove(32, p.keys, p.scratch)
	for i, k := range p.keys {
		p.order[i] = int32(uint32(k))
	}
}

// sides returns a primitive of a contact and the other one: those of bodies A and B, or, turned, of B and A.
func (c *Contact) sides(turned bool) (body, tri, other, otherTri int) {
	if turned {
		return int(c.BodyB), int(c.TriB), int(c.BodyA), int(c.TriA)
	}
	return int(c.BodyA), int(c.TriA), int(c.BodyB), int(c.TriB)
}

// groups joins contacts of one primitive of the first body, which follow each other in the order, with the second body's. It reports
// whether the search went on to the end.
func (p *Pieces) groups(w *World, contacts []Contact, turned bool) bool {
	for from, polled := 0, 0; from < len(p.order) && p.pieces > 1; {
		body, tri, other, _ := contacts[p.order[from]].sides(turned)
		to := from + 1
		for ; to < len(p.order); to++ {
			if _, t, _, _ := contacts[p.order[to]].sides(turned); t != tri {
				break
			}
		}
		if w.bodies[other].model != nil && p.isApart(p.order[from:to]) {
			p.byVertices(w, contacts, p.order[from:to], turned)
			if p.isApart(p.order[from:to]) {
				p.byEdges(w, contacts, p.order[from:to], turned)
			}
			if p.isApart(p.order[from:to]) && p.meetsElsewhere() {
				p.group(w, contacts, p.order[from:to], body, tri, turned)
			}
		}
		if from = to; from-polled >= StopInterval {
			if polled = from; w.stop() {
				return false
			}
		}
	}
	return true
}

// isApart reports whether contacts are not all joined.
func (p *Pieces) isApart(group []int32) bool {
	root := p.root(group[0])
	for _, i := range group[1:] {
		if p.root(i) != root {
			return true
		}
	}
	return false
}

// group joins contacts of one primitive.
func (p *Pieces) group(w *World, contacts []Contact, group []int32, body, tri int, turned bool) {
	p.triangles, p.ends = p.triangles[:0], p.ends[:0]
	for k, i := range group {
		_, _, other, t := contacts[i].sides(turned)
		q := w.Triangle(other, t)
		p.triangles = append(p.triangles, q)
		for a := range int32(3) {
			b := (a + 1) % 3
			if q[b].Less(q[a]) {
				p.ends = append(p.ends, end{i, int32(k), b, a})
			} else {
				p.ends = append(p.ends, end{i, int32(k), a, b})
			}
			p.ends = append(p.ends, end{i, int32(k), a, a})
		}
	}
	slices.SortFunc(p.ends, p.compare)
	for from := 0; from < len(p.ends); {
		to := from + 1
		for to < len(p.ends) && p.compare(p.ends[from], p.ends[to]) == 0 {
			to++
		}
		p.join(w, p.ends[from:to], body, tri)
		from = to
	}
}

// compare orders edges and corners by their places.
func (p *Pieces) compare(x, y end) int {
	q, r := &p.triangles[x.triangle], &p.triangles[y.triangle]
	if v, w := &q[x.a], &r[y.a]; *v != *w {
		return compareVec(v, w)
	}
	return compareVec(&q[x.b], &r[y.b])
}

func compareVec(a, b *geom.Vec) int {
	switch {
	case a.Less(*b):
		return -1
	case *a == *b:
		return 0
	}
	return 1
}

// join joins contacts whose triangles have one edge or corner, if that has a point of the primitive.
func (p *Pieces) join(w *World, ends []end, body, tri int) {
	root, apart := p.root(ends[0].contact), false
	for _, e := range ends[1:] {
		apart = apart || p.root(e.contact) != root
	}
	if !apart {
		return
	}
	q := &p.triangles[ends[0].triangle]
	if !p.touches(w, q[ends[0].a], q[ends[0].b], body, tri) {
		return
	}
	for _, e := range ends[1:] {
		p.unite(ends[0].contact, e.contact)
	}
}

// unite joins two contacts.
func (p *Pieces) unite(a, b int32) {
	if x, y := p.root(a), p.root(b); x != y {
		p.parent[max(x, y)] = min(x, y)
		p.pieces--
	}
}

// touches reports whether a segment has a point of a primitive.
func (p *Pieces) touches(w *World, a, b geom.Vec, body, tri int) bool {
	if w.bodies[body].model != nil {
		t := w.Triangle(body, tri)
		return p.tally.SegmentTriangle(a, b, &t)
	}
	solid := w.Primitive(int32(body))
	return solid.Touches(&p.tally, &geom.Triangle{a, a, b})
}

func (p *Pieces) root(i int32) int32 {
	for p.parent[i] != i {
		p.parent[i] = p.parent[p.parent[i]]
		i = p.parent[i]
	}
	return i
}
