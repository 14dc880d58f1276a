package sim

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tree"
)

// masses are the points that attract each other.
type masses struct {
	x []geom.Vec
	m []float64
}

// gravitation is Newton's: every mass pulls every other.
type gravitation struct {
	// g is the constant G. theta is 0 for the sum over all pairs, else the opening
	// angle of Barnes and Hut's method.
	g, theta float64
	workers  int

	hut barnesHut
	// acc and phi are the acceleration and the potential at each mass, tides the largest
	// m/r³ of what pulls it: the inverse square of the time to fall there, except for G.
	acc        []geom.Vec
	phi, tides []float64
	// before are the accelerations at the start of a piece of a fall.
	before []geom.Vec
	// tide is G times the largest of tides.
	tide float64
}

// compute sets acc and phi. The sum is O(n²), Barnes and Hut's O(n log n). Each
// mass is summed up in an order of its own, whatever the workers.
func (g *gravitation) compute(m *masses) {
	g.acc, g.phi, g.tides = grown(g.acc, len(m.x)), grown(g.phi, len(m.x)), grown(g.tides, len(m.x))
	one := m.sum
	if g.theta > 0 {
		g.hut.build(m, g.theta, g.workers)
		one = g.hut.sum
	}
	par.For(len(m.x), g.workers, 16, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			p := one(i)
			g.acc[i], g.phi[i], g.tides[i] = p.acc.Scale(g.g), float64(-g.g*p.phi), p.tide
		}
	})
	g.tide = 0
	for _, t := range g.tides {
		g.tide = max(g.tide, float64(g.g*t))
	}
}

// pull is what masses do at a place: Σ m·d/r³, Σ m/r and the largest m/r³.
type pull struct {
	acc       geom.Vec
	phi, tide float64
}

// energy is the potential of all pairs.
func (g *gravitation) energy(m *masses) float64 {
	sum := 0.0
	for i, phi := range g.phi {
		sum += float64(m.m[i] * phi)
	}
	return 0.5 * sum
}

// sum adds up m/r² and m/r at mass i, in the order of the masses. Masses at one
// place do not attract each other.
func (m *masses) sum(i int) (p pull) {
	at := m.x[i]
	for j := range m.x {
		if j == i {
			continue
		}
		p.attract(m.x[j].Sub(at), m.m[j])
	}
	return p
}

// attract adds a mass at d.
func (p *pull) attract(d geom.Vec, m float64) {
	rr := d.Dot(d)
	if !(rr > 0) {
		return
	}
	r := geom.Length(d)
	q := m / r
	p.phi += q
	p.acc = p.acc.Add(d.Scale(q / rr))
	p.tide = max(p.tide, q/rr)
}

// barnesHut takes far groups of masses for one (Barnes and Hut, "A hierarchical
// O(N log N) force-calculation algorithm", Nature 324, 1986), with their quadrupole
// moments, over the project's own tree of boxes instead of an octree.
type barnesHut struct {
	*masses
	theta float64
	tree  *tree.Tree
	boxes []geom.AABB
	cells []cell
}

// cell is what a node's masses are from afar.
type cell struct {
	mass   float64
	center geom.Vec
	// reach is how far its masses may be from the centre.
	reach float64
	// q holds Σ m(3dᵢdⱼ − |d|²δᵢⱼ): xx, xy, xz, yy, yz, zz.
	q [6]float64
}

// build makes the tree and its cells: O(n log n).
func (h *barnesHut) build(m *masses, theta float64, workers int) {
	h.masses, h.theta = m, theta
	h.boxes = grown(h.boxes, len(m.x))
	for i, x := range m.x {
		h.boxes[i] = geom.AABB{Min: x, Max: x}
	}
	if len(m.x) == 0 {
		h.tree = nil
		return
	}
	h.tree = tree.BuildSAH(h.boxes, tree.SAHOptions{LeafSize: 8, Workers: workers})
	h.cells = grown(h.cells, len(h.tree.Nodes))
	for i := len(h.tree.Nodes) - 1; i >= 0; i-- {
		h.gather(i)
	}
}

// gather computes a cell from its masses or its two halves, which come after it.
func (h *barnesHut) gather(i int) {
	n, c := &h.tree.Nodes[i], &h.cells[i]
	*c = cell{}
	var sum geom.Vec
	if n.IsLeaf() {
		for _, k := range h.tree.Order[n.First : n.First+n.Count] {
			c.mass, sum = c.mass+h.m[k], sum.Add(h.x[k].Scale(h.m[k]))
		}
	} else {
		for _, o := range h.cells[n.Child : n.Child+2] {
			c.mass, sum = c.mass+o.mass, sum.Add(o.center.Scale(o.mass))
		}
	}
	c.center = sum.Scale(1 / c.mass)
	c.reach = n.Box.Max.Sub(c.center).Max(c.center.Sub(n.Box.Min)).Norm()
	if n.IsLeaf() {
		for _, k := range h.tree.Order[n.First : n.First+n.Count] {
			c.add(h.m[k], h.x[k].Sub(c.center), nil)
		}
		return
	}
	for k := range 2 {
		o := &h.cells[int(n.Child)+k]
		c.add(o.mass, o.center.Sub(c.center), &o.q)
	}
}

// add moves the moments of a mass at d, with those it has itself, to the cell.
func (c *cell) add(m float64, d geom.Vec, own *[6]float64) {
	dd := d.Dot(d)
	c.q[0] += float64(m * (float64(3*float64(d.X*d.X)) - dd))
	c.q[1] += float64(m * float64(3*float64(d.X*d.Y)))
	c.q[2] += float64(m * float64(3*float64(d.X*d.Z)))
	c.q[3] += float64(m * (float64(3*float64(d.Y*d.Y)) - dd))
	c.q[4] += float64(m * float64(3*float64(d.Y*d.Z)))
	c.q[5] += float64(m * (float64(3*float64(d.Z*d.Z)) - dd))
	if own != nil {
		for i := range c.q {
			c.q[i] += own[i]
		}
	}
}

// sum is masses.sum with far cells taken whole: those that reach less than
// theta/2 of their distance.
func (h *barnesHut) sum(i int) (p pull) {
	at := h.x[i]
	var stack [128]int32
	depth := 1
	for depth > 0 {
		depth--
		k := stack[depth]
		n, c := &h.tree.Nodes[k], &h.cells[k]
		d := c.center.Sub(at)
		if 2*c.reach < float64(h.theta*d.Norm()) {
			c.attract(d, &p)
			continue
		}
		if !n.IsLeaf() && depth+2 <= len(stack) {
			stack[depth], stack[depth+1] = n.Child+1, n.Child
			depth += 2
			continue
		}
		h.each(n, i, &p)
	}
	return p
}

// each adds up the masses below a node: of a leaf, or of a node so deep that the
// stack is full.
func (h *barnesHut) each(n *tree.Node, i int, p *pull) {
	if !n.IsLeaf() {
		h.each(&h.tree.Nodes[n.Child], i, p)
		h.each(&h.tree.Nodes[n.Child+1], i, p)
		return
	}
	for _, k := range h.tree.Order[n.First : n.First+n.Count] {
		if int(k) != i {
			p.attract(h.x[k].Sub(h.x[i]), h.m[k])
		}
	}
}

// attract adds the pull of a whole cell at d: φ = m/r + dᵀQd/(2r⁵), its gradient.
func (c *cell) attract(d geom.Vec, p *pull) {
	rr := d.Dot(d)
	r := d.Norm()
	p.attract(d, c.mass)
	qd := geom.Vec{
		X: float64(c.q[0]*d.X) + float64(c.q[1]*d.Y) + float64(c.q[2]*d.Z),
		Y: float64(c.q[1]*d.X) + float64(c.q[3]*d.Y) + float64(c.q[4]*d.Z),
		Z: float64(c.q[2]*d.X) + float64(c.q[4]*d.Y) + float64(c.q[5]*d.Z),
	}
	r5 := float64(float64(rr*rr) * r)
	dqd := d.Dot(qd)
	p.phi += dqd / float64(2*r5)
	p.acc = p.acc.Add(d.Scale(float64(2.5*dqd) / float64(r5*rr))).Sub(qd.Scale(1 / r5))
}
