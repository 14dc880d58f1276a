// Package compound lets several bodies of a detector, the parts, count as one body: a link of a robot
// with several shapes. Parts of a body are side by side, and the primitives of a body are those of its
// parts, numbered on.
package compound

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

// Bodies maps the bodies of a detector, the parts, to bodies. The zero value has none.
type Bodies struct {
	body   []int    // of each part
	before []uint32 // primitives of the body in front of each part
	solid  []bool   // whether a part is no mesh
	first  []int    // part of each body, and the number of parts at the end
	single bool     // every body is one part
	result collide.Result
	pairs  []collide.Contact // the memory of the pairs of result
}

// New returns bodies without parts.
func New() *Bodies { return &Bodies{first: []int{0}, single: true} }

// Add appends a body of the shapes, at least one, each a part.
func (b *Bodies) Add(shapes ...collide.Shape) {
	before := 0
	for _, s := range shapes {
		m, mesh := s.(*collide.Model)
		b.body, b.before, b.solid = append(b.body, len(b.first)-1), append(b.before, uint32(before)), append(b.solid, !mesh)
		if before++; mesh {
			before += len(m.Mesh().Triangles) - 1
		}
	}
	b.first = append(b.first, len(b.body))
	b.single = b.single && len(shapes) == 1
}

// Len returns the number of bodies.
func (b *Bodies) Len() int { return len(b.first) - 1 }

// Single reports whether every body is one part: then nothing needs to be mapped.
func (b *Bodies) Single() bool { return b.single }

// Parts returns the parts of a body: from the first one to the one before the second.
func (b *Bodies) Parts(body int) (from, to int) { return b.first[body], b.first[body+1] }

// Body returns the body of a part.
func (b *Bodies) Body(part int) int { return b.body[part] }

// Pairs appends the pairs of parts of a pair of bodies; those of a body with itself are all pairs of its parts.
func (b *Bodies) Pairs(dst [][2]int, x, y int) [][2]int {
	x0, x1 := b.Parts(x)
	y0, y1 := b.Parts(y)
	for p := x0; p < x1; p++ {
		for q := y0; q < y1; q++ {
			if p < q || x != y {
				dst = append(dst, [2]int{p, q})
			}
		}
	}
	return dst
}

// Within appends the pairs of parts of the same body, which are never tested.
func (b *Bodies) Within(dst [][2]int) [][2]int {
	for i := range b.Len() {
		dst = b.Pairs(dst, i, i)
	}
	return dst
}

// Result returns a detector's result with parts mapped to bodies. It is valid until the next call.
func (b *Bodies) Result(r *collide.Result) *collide.Result {
	if b.single || r == nil {
		return r
	}
	pairs, contacts := b.result.Pairs[:0], b.result.Contacts[:0]
	b.result = *r
	for _, c := range r.Contacts { // parts and their primitives ascend as bodies and theirs do
		contacts = append(contacts, b.contact(c))
	}
	b.pairs = append(b.pairs[:0], contacts...)
	slices.SortFunc(b.pairs, func(x, y collide.Contact) int {
		return cmp.Or(cmp.Compare(x.BodyA, y.BodyA), cmp.Compare(x.BodyB, y.BodyB), x.Compare(y))
	})
	for _, p := range r.Pairs {
		p.A, p.B, p.Contacts = b.body[p.A], b.body[p.B], nil
		pairs = append(pairs, p)
	}
	slices.SortStableFunc(pairs, comparePairs)
	b.result.Contacts, b.result.Pairs = contacts, b.merge(pairs)
	return &b.result
}

func comparePairs(p, q collide.Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) }

// merge makes one of the pairs of parts of two bodies, and gives each its contacts.
func (b *Bodies) merge(pairs []collide.Pair) []collide.Pair {
	merged := pairs[:0]
	for _, p := range pairs {
		if n := len(merged); n > 0 && comparePairs(merged[n-1], p) == 0 {
			join(&merged[n-1], &p)
		} else {
			merged = append(merged, p)
		}
	}
	rest := b.pairs
	for i := range merged {
		p := &merged[i]
		n := 0
		for n < len(rest) && int(rest[n].BodyA) == p.A && int(rest[n].BodyB) == p.B {
			n++
		}
		p.Contacts, rest = rest[:n:n], rest[n:]
		if n > 0 {
			p.Inside = collide.NotInside // surfaces touch
		}
	}
	return merged
}

// join adds what two parts do to what others do: contact wins over what is not decided.
func join(p, q *collide.Pair) {
	if q.Verdict == collide.InContact && p.Verdict != collide.InContact {
		p.Verdict, p.Inside, p.Reason = q.Verdict, q.Inside, q.Reason
	}
	if p.Verdict != collide.InContact && p.Reason == "" {
		p.Reason = q.Reason
	}
}

// contact maps parts to bodies.
func (b *Bodies) contact(c collide.Contact) collide.Contact {
	return collide.Contact{
		BodyA: uint32(b.body[c.BodyA]), TriA: b.before[c.BodyA] + c.TriA,
		BodyB: uint32(b.body[c.BodyB]), TriB: b.before[c.BodyB] + c.TriB,
	}
}

// Distance maps the parts of a distance to bodies.
func (b *Bodies) Distance(d *collide.Distance) {
	if b.single || d.A < 0 {
		return
	}
	if d.TriA >= 0 {
		d.TriA, d.TriB = d.TriA+int(b.before[d.A]), d.TriB+int(b.before[d.B])
	}
	d.A, d.B = b.body[d.A], b.body[d.B]
}

// Distances maps the parts of distances to bodies and keeps the least of each pair, of equal ones the lowest
// primitives.
func (b *Bodies) Distances(list []collide.Distance) []collide.Distance {
	if b.single {
		return list
	}
	for i := range list {
		b.Distance(&list[i])
	}
	slices.SortStableFunc(list, func(p, q collide.Distance) int {
		return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B), cmp.Compare(p.Value, q.Value), cmp.Compare(p.TriA, q.TriA), cmp.Compare(p.TriB, q.TriB))
	})
	return slices.CompactFunc(list, func(p, q collide.Distance) bool { return p.A == q.A && p.B == q.B })
}

// Impact maps the parts of an impact to bodies.
func (b *Bodies) Impact(m *collide.Impact) {
	if b.single || m.A < 0 {
		return
	}
	if m.TriA >= 0 {
		m.TriA, m.TriB = m.TriA+int(b.before[m.A]), m.TriB+int(b.before[m.B])
	}
	m.A, m.B = b.body[m.A], b.body[m.B]
}

// part returns the part of a primitive of a body, and the primitive's number there.
func (b *Bodies) part(body, primitive int) (int, int) {
	p := b.first[body]
	for p+1 < b.first[body+1] && int(b.before[p+1]) <= primitive {
		p++
	}
	return p, primitive - int(b.before[p])
}

// World is the geometry of bodies: a detector's, seen through the mapping.
type World struct {
	Bodies   *Bodies
	Detector *collide.Detector
}

// Triangle returns a triangle of a body in world coordinates.
func (w World) Triangle(body, tri int) geom.Triangle {
	return w.Detector.Triangle(w.Bodies.part(body, tri))
}

// Bounds returns a box around a body in the world.
func (w World) Bounds(body int) geom.AABB {
	box := geom.EmptyAABB()
	for p, to := w.Bodies.Parts(body); p < to; p++ {
		box = box.Union(w.Detector.Bounds(p))
	}
	return box
}

// Witness returns what the two primitives of a contact have in common.
func (w World) Witness(c collide.Contact) predicate.Intersection {
	a, triA := w.Bodies.part(int(c.BodyA), int(c.TriA))
	b, triB := w.Bodies.part(int(c.BodyB), int(c.TriB))
	return w.Detector.Witness(collide.Contact{BodyA: uint32(a), TriA: uint32(triA), BodyB: uint32(b), TriB: uint32(triB)})
}

// PrimitiveBounds returns a box around a primitive of a body: a triangle, or a solid.
func (w World) PrimitiveBounds(body, primitive int) geom.AABB {
	p, i := w.Bodies.part(body, primitive)
	if w.Bodies.solid[p] {
		return w.Detector.Bounds(p)
	}
	t := w.Detector.Triangle(p, i)
	return t.Bounds()
}
