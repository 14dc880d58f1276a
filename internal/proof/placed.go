package proof

import "github.com/collide-go/collide/geom"

// slabsPerPage is the number of nodes for which memory is asked for at once: what is known of others stays where it is.
const slabsPerPage = 256

// placed is a mesh at a pose.
type placed struct {
	*Mesh
	pose  geom.Pose
	known []*[slabsPerPage]slabs // of the nodes that were seen
	slots []int32                // of these nodes
	at    []int32                // by slot: one more than the place in known, 0 for none
}

func (p *placed) set(m *Mesh, pose *geom.Pose) {
	if p.Mesh == m && p.pose == *pose {
		return
	}
	for _, slot := range p.slots {
		p.at[slot] = 0
	}
	p.slots = p.slots[:0]
	if n := 2 * len(m.order); len(p.at) < n {
		p.at = make([]int32, n)
	}
	p.Mesh, p.pose = m, *pose
}

// slot numbers the nodes of a mesh: each triangle is one node, and each place between two triangles is the middle of one.
func (r run) slot() int32 {
	if r.len() == 1 {
		return 2 * r.first
	}
	return 2*(r.first+(r.end-r.first)/2) - 1
}

// triangle returns the triangle at a place of the order, at its pose, corners rounded as the engine rounds them.
func (p *placed) triangle(at int32) (t geom.Triangle) {
	for k, v := range &p.ordered[at] {
		t[k] = p.pose.Apply(v)
	}
	return t
}

// bound returns slabs of a node, of one with a box those of the box, unless tighten had others.
func (p *placed) bound(r run) *slabs {
	slot := r.slot()
	if p.at[slot] == 0 {
		if r.len() > 1 && r.len() < boxedNode {
			p.boundHalves(r)
		}
		if len(p.slots) == len(p.known)*slabsPerPage {
			p.known = append(p.known, new([slabsPerPage]slabs))
		}
		p.slots = append(p.slots, slot)
		p.at[slot] = int32(len(p.slots))
		p.measure(r, p.of(r))
	}
	return p.of(r)
}

// of returns the slabs of a node that was seen.
func (p *placed) of(r run) *slabs {
	at := p.at[r.slot()] - 1
	return &p.known[at/slabsPerPage][at%slabsPerPage]
}

func (p *placed) boundHalves(r run) {
	a, b := r.halves()
	p.bound(a)
	p.bound(b)
}

// tighten gives a small node the slabs of its corners. It returns false if it has them, and for large nodes.
func (p *placed) tighten(r run) bool {
	if r.len() >= largeNode || !p.bound(r).rough {
		return false
	}
	a, b := r.halves()
	p.boundHalves(r)
	p.tighten(a)
	p.tighten(b)
	p.join(r, p.of(r))
	return true
}

// join makes the slabs of a node those of its halves, which are known.
func (p *placed) join(r run, s *slabs) {
	a, b := r.halves()
	*s = *p.of(a)
	s.include(p.of(b))
}

// measure finds the slabs of a node: those of its box, of its halves, or of its corners.
func (p *placed) measure(r run, s *slabs) {
	switch {
	case r.len() >= boxedNode:
		*s = nothing
		box := p.boxes[r.place()]
		s.extendBox(&box, &p.pose)
		s.rough = true
	case r.len() > 1:
		p.join(r, s)
	case p.IsSolid():
		s.hold(p.corners(r))
	default:
		t := p.triangle(r.first)
		s.hold(t[:])
	}
}
