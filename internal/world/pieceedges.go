package world

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// edge is an edge of a triangle of a group, by its vertices.
type edge struct {
	ends    uint64
	contact int32
}

// byEdges joins contacts of one primitive whose triangles have an edge in common: what group joins, but for vertices in one place.
func (p *Pieces) byEdges(w *World, contacts []Contact, group []int32, turned bool) {
	body, tri, other, _ := contacts[group[0]].sides(turned)
	m := w.bodies[other].model.mesh
	p.edges = p.edges[:0]
	for _, i := range group {
		_, _, _, t := contacts[i].sides(turned)
		c := &m.Triangles[t]
		for k := range 3 {
			a, b := c[k], c[(k+1)%3]
			p.edges = append(p.edges, edge{uint64(min(a, b))<<32 | uint64(max(a, b)), i})
		}
	}
	slices.SortFunc(p.edges, func(x, y edge) int { return cmp.Compare(x.ends, y.ends) })
	pose := &w.bodies[other].pose
	for from := 0; from < len(p.edges); {
		to := from + 1
		for to < len(p.edges) && p.edges[to].ends == p.edges[from].ends {
			to++
		}
		if run := p.edges[from:to]; p.runIsApart(run) {
			a, b := m.Vertices[run[0].ends>>32], m.Vertices[uint32(run[0].ends)]
			if p.touches(w, pose.Apply(a), pose.Apply(b), body, tri) {
				p.uniteRun(run)
			}
		}
		from = to
	}
}

// runIsApart reports whether the contacts at one edge are not all joined.
func (p *Pieces) runIsApart(run []edge) bool {
	for _, e := range run[1:] {
		if p.root(e.contact) != p.root(run[0].contact) {
			return true
		}
	}
	return false
}

func (p *Pieces) uniteRun(run []edge) {
	for _, e := range run[1:] {
		p.unite(run[0].contact, e.contact)
	}
}

// meetsElsewhere reports whether two vertices of the group that byVertices saw are in one place: then edges and corners may be in one
// place that are not one.
func (p *Pieces) meetsElsewhere() bool {
	slices.SortFunc(p.places, func(x, y geom.Vec) int { return compareVec(&x, &y) })
	for i := 1; i < len(p.places); i++ {
		if p.places[i] == p.places[i-1] {
			return true
		}
	}
	return false
}
