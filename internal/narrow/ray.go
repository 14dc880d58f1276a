package narrow

import (
	"cmp"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
)

// RayHit is where a ray enters a primitive of a body.
type RayHit struct {
	predicate.RayHit
	Body, Primitive int32
}

// Rays finds what one ray meets: all primitives, or the one that it meets first. The zero
// value is ready once Control is set and Begin has been called.
type Rays struct {
	Worker
	Caster predicate.RayCaster
	// Hits are those found, in no order. Unless All is set there is one at most: the first
	// of those at hand, and among equals that of the least body and primitive.
	Hits []RayHit
	All  bool

	ray   scaledRay
	world slabs
	limit float64 // bound of the t that count, scaled
	stack []rayNode
	// search is that of the surface at hand, posed its triangle, hit where the ray enters it.
	search raySearch
	posed  geom.Triangle
	hit    predicate.RayHit
}

// rayNode is a node that the ray may enter at t.
type rayNode struct {
	node int32
	t    float64
}

// Set begins a search along a ray.
func (r *Rays) Set(ray *predicate.Ray, all bool) {
	r.Begin()
	r.Caster.Tally = predicate.Tally{}
	r.Caster.Set(ray)
	r.Hits, r.All = r.Hits[:0], all
	r.ray = scaleRay(ray)
	r.world.set(r.ray.origin, r.ray.direction, 0)
	r.limit = r.ray.limit(ray.Max)
}

// Enters reports whether the ray may enter a box of the world soon enough.
func (r *Rays) Enters(b *geom.AABB) bool {
	_, may := r.world.enters(b, r.limit)
	return may
}

// Take adds a hit.
func (r *Rays) Take(h *predicate.RayHit, body, primitive int32) {
	next := RayHit{*h, body, primitive}
	if r.All {
		r.Hits = append(r.Hits, next)
		return
	}
	if len(r.Hits) > 0 && r.Compare(&next, &r.Hits[0]) > 0 {
		return
	}
	r.Hits = append(r.Hits[:0], next)
	r.limit = min(r.limit, r.ray.limit(h.Hi))
}

// Compare orders hits by their exact t, then by body and primitive.
func (r *Rays) Compare(a, b *RayHit) int {
	return cmp.Or(r.Caster.Compare(&a.RayHit, &b.RayHit), cmp.Compare(a.Body, b.Body), cmp.Compare(a.Primitive, b.Primitive))
}

// triangle tests a triangle in world coordinates.
func (r *Rays) triangle(q *geom.Triangle, body, i int32) {
	r.PrimitiveTests++
	if r.Caster.Triangle(q, &r.hit) {
		r.Take(&r.hit, body, i)
	}
}

// leaf tests the triangles of a leaf.
func (r *Rays) leaf(s *Surface, n *tree.Node, body int32) {
	packed := s.packed(n)
	for k, i := range s.Tree.Order[n.First : n.First+n.Count] {
		if packed == nil {
			s.Triangle(i, &r.posed)
		} else {
			r.posed = packed[k]
			s.toWorld(&r.posed)
		}
		r.triangle(&r.posed, body, int32(i))
	}
}

// Every tests all triangles of a surface.
func (r *Rays) Every(s *Surface, body int32) {
	for i := 0; i < len(s.Mesh.Triangles) && r.Step(); i++ {
		s.Triangle(uint32(i), &r.posed)
		r.triangle(&r.posed, body, int32(i))
	}
}

// raySearch is a ray as the boxes of one surface are tested against it: in the surface's own
// coordinates, or in the world where its matrix is not rigid.
type raySearch struct {
	slabs *slabs
	own   slabs
	posed bool // the boxes have to be
}

// set prepares a search.
//
// Let W = reach + |o|, o the origin and d the scaled direction, and y = o + t·d a point of a world
// triangle, so that |t·d| ≤ 2.1W. By the derivation of query, y is within 4.1u·W per
// coordinate of R·a + T for a point a of the local box. So a − (Rᵀ(o−T) + t·Rᵀd) is
// 1.8·4.1u·W + 3(δ+8u)·W at most. Computing Rᵀ(o−T) adds at most 10u·W, and Rᵀd, each of whose components
// is off by 7u|d|, 15u·W. Everything together is below 64u·W + 3δ·W, far less than pad; an
// eighth of it is left for the rounding of low and high.
func (q *raySearch) set(r *Rays, s *Surface) {
	w := s.reach + r.ray.origin.MaxAbs()
	q.slabs, q.posed = &r.world, false
	switch {
	case s.identity:
	case !(w <= most) || !(s.defect <= rigidDefect):
		q.posed = true
	default:
		q.own.set(q.local(r, s))
		q.slabs = &q.own
	}
}

// local returns the ray in the surface's own coordinates, and the pad.
func (*raySearch) local(r *Rays, s *Surface) (origin, direction geom.Vec, pad float64) {
	p, w := &s.pose, s.reach+r.ray.origin.MaxAbs()
	return p.R.TMulVec(r.ray.origin.Sub(p.T)), p.R.TMulVec(r.ray.direction), 512*u*w + 32*s.defect*w + tiny
}

// enters tests a box of a surface, or of the world where there is none.
func (q *raySearch) enters(s *Surface, b *geom.AABB, limit float64) (float64, bool) {
	if q.posed {
		box := s.WorldBox(b)
		return q.slabs.enters(&box, limit)
	}
	return q.slabs.enters(b, limit)
}

// Surface searches a surface that has its tree.
func (r *Rays) Surface(s *Surface, body int32) {
	q := &r.search
	q.set(r, s)
	base := len(r.stack)
	r.stack = append(r.stack, rayNode{})
	for len(r.stack) > base && r.Step() {
		if n := r.pop(q, s, s.Tree); n != nil {
			r.leaf(s, n, body)
		}
	}
	r.stack = r.stack[:base]
}

// Boxes calls visit for those boxes of the world that the ray may enter soon enough.
func (r *Rays) Boxes(t *tree.Tree, visit func(i int32)) {
	q := raySearch{slabs: &r.world}
	r.stack = append(r.stack[:0], rayNode{})
	for len(r.stack) > 0 && r.Step() {
		if n := r.pop(&q, nil, t); n != nil {
			for _, i := range t.Order[n.First : n.First+n.Count] {
				visit(int32(i))
			}
		}
	}
	r.stack = r.stack[:0]
}

// pop takes a node from the stack. It returns a leaf, and puts the children of an inner node
// there that the ray may enter, the nearer one last.
func (r *Rays) pop(q *raySearch, s *Surface, t *tree.Tree) *tree.Node {
	top := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	// An entry that overflows proves nothing: see slabs.
	if top.t <= math.MaxFloat64 && top.t > r.limit+(rayError*r.limit+rayTiny) { // a hit was found since
		return nil
	}
	n := &t.Nodes[top.node]
	if n.IsLeaf() {
		return n
	}
	r.BVTests += 2
	near, far := rayNode{node: n.Child}, rayNode{node: n.Child + 1}
	var mayNear, mayFar bool
	near.t, mayNear = q.enters(s, &t.Nodes[near.node].Box, r.limit)
	far.t, mayFar = q.enters(s, &t.Nodes[far.node].Box, r.limit)
	if far.t < near.t {
		near, far, mayNear, mayFar = far, near, mayFar, mayNear
	}
	if mayFar {
		r.stack = append(r.stack, far)
	}
	if mayNear {
		r.stack = append(r.stack, near)
	}
	return nil
}
