package world

import "github.com/collide-go/collide/geom"

// corner is a vertex of a mesh with a contact that it is about, in one turn.
type corner struct {
	turn    uint32
	contact int32
	touches answer // whether the vertex is a point of the primitive of a group
}

// answer is that to a question that is asked once at most.
type answer uint8

const (
	unasked answer = iota
	no
	yes
)

func answerOf(is bool) answer {
	if is {
		return yes
	}
	return no
}

// beginCorners makes room for the corners of a mesh and voids those there are.
func (p *Pieces) beginCorners(vertices int) {
	if n := vertices - len(p.corners); n > 0 {
		p.corners = append(p.corners, make([]corner, n)...)
	}
	if p.turn++; p.turn == 0 { // the turns begin anew
		clear(p.corners)
		p.turn = 1
	}
}

// meetings joins contacts of which both triangles have a corner in one place. If p, q and p′, q′ have it, so do p and q′, which are
// in contact: on p that corner is of q and q′, and on q′ of p and p′.
func (p *Pieces) meetings(w *World, contacts []Contact) {
	if len(contacts) == 0 {
		return
	}
	a, b := &w.bodies[contacts[0].BodyA], &w.bodies[contacts[0].BodyB]
	if a.model == nil || b.model == nil {
		return
	}
	p.beginCorners(len(a.model.mesh.Vertices))
	var q geom.Triangle
	for i, c := range contacts {
		if p.pieces == 1 || i%StopInterval == StopInterval-1 && w.stop() {
			return
		}
		if i == 0 || c.TriA != contacts[i-1].TriA {
			q = w.Triangle(int(c.BodyA), int(c.TriA))
		}
		r := w.Triangle(int(c.BodyB), int(c.TriB))
		for k, v := range a.model.mesh.Triangles[c.TriA] {
			if q[k] == r[0] || q[k] == r[1] || q[k] == r[2] {
				p.meet(&p.corners[v], int32(i))
			}
		}
	}
}

// meet joins a contact with the one that a corner is about.
func (p *Pieces) meet(c *corner, contact int32) {
	if c.turn != p.turn {
		*c = corner{turn: p.turn, contact: contact}
		return
	}
	p.unite(c.contact, contact)
}

// byVertices joins contacts of one primitive whose triangles have a vertex in common: some of those that group joins, sooner.
func (p *Pieces) byVertices(w *World, contacts []Contact, group []int32, turned bool) {
	body, tri, other, _ := contacts[group[0]].sides(turned)
	m := w.bodies[other].model.mesh
	p.beginCorners(len(m.Vertices))
	p.places = p.places[:0]
	for _, i := range group {
		_, _, _, t := contacts[i].sides(turned)
		for _, v := range m.Triangles[t] {
			c := &p.corners[v]
			if c.turn != p.turn {
				*c = corner{turn: p.turn, contact: i}
				p.places = append(p.places, w.bodies[other].pose.Apply(m.Vertices[v]))
				continue
			}
			if p.root(c.contact) == p.root(i) {
				continue
			}
			if c.touches == unasked {
				at := w.bodies[other].pose.Apply(m.Vertices[v])
				c.touches = answerOf(p.touches(w, at, at, body, tri))
			}
			if c.touches == yes {
				p.unite(c.contact, i)
			}
		}
	}
}
