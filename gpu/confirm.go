package gpu

import (
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/narrow"
	"github.com/collide-go/collide/par"
)

// suspect is a triangle of each mesh of a pair that the device could not tell
// apart.
type suspect struct{ a, b uint32 }

// confirmer decides suspects by package predicate, in parallel, and answers pairs
// with a sphere or a box. It belongs to one engine.
type confirmer struct {
	world    *collide.World
	workers  []collide.Scratch
	contacts [][]collide.Contact
	pair     broad.Pair
	suspects []suspect
	test     func(worker, lo, hi int)
}

// begin prepares for one query.
func (c *confirmer) begin(w *collide.World) {
	if c.world != w {
		c.world, c.test = w, c.confirm
		c.workers, c.contacts = make([]collide.Scratch, w.Workers), make([][]collide.Contact, w.Workers)
	}
	for i := range c.workers {
		s := &c.workers[i]
		s.Control, s.First = &w.Control, w.First
		s.Begin()
		c.contacts[i] = c.contacts[i][:0]
	}
}

// step takes one step of the budget and reports whether the search goes on.
func (c *confirmer) step() bool { return c.workers[0].Step() }

// solid answers a pair with a sphere or a box.
func (c *confirmer) solid(p broad.Pair) {
	c.contacts[0] = c.world.SolidPair(&c.workers[0], p, c.contacts[0])
}

// run decides the suspects of one pair, each once; it sorts them. In a self pair
// their order does not matter and a triangle is no suspect of itself.
func (c *confirmer) run(p broad.Pair, suspects []suspect) {
	if p.A == p.B {
		for i, s := range suspects {
			suspects[i] = suspect{min(s.a, s.b), max(s.a, s.b)}
		}
		suspects = slices.DeleteFunc(suspects, func(s suspect) bool { return s.a == s.b })
	}
	slices.SortFunc(suspects, func(x, y suspect) int { return compareWords(x.word(), y.word()) })
	suspects = slices.Compact(suspects)
	c.world.Stats.Device.Candidates += int64(len(suspects))
	c.pair, c.suspects = p, suspects
	par.For(len(suspects), len(c.workers), 64, c.test)
}

func (s suspect) word() uint64 { return uint64(s.a)<<32 | uint64(s.b) }

func compareWords(x, y uint64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func (c *confirmer) confirm(worker, lo, hi int) {
	s, p := &c.workers[worker], c.pair
	x, y := c.world.Surface(int(p.A)), c.world.Surface(int(p.B))
	for _, q := range c.suspects[lo:hi] {
		if !s.Step() {
			return
		}
		s.PrimitiveTests++
		if !touch(s, x, y, q) {
			continue
		}
		c.contacts[worker] = append(c.contacts[worker], collide.Contact{BodyA: uint32(p.A), TriA: q.a, BodyB: uint32(p.B), TriB: q.b})
		if s.First {
			s.Control.Stop(narrow.Found)
			return
		}
	}
}

func touch(s *collide.Scratch, x, y *narrow.Surface, q suspect) bool {
	var t, u geom.Triangle
	x.Triangle(q.a, &t)
	y.Triangle(q.b, &u)
	if x != y {
		return s.Tally.TriangleTriangle(&t, &u)
	}
	localT, localU := x.Mesh.Triangle(int(q.a)), x.Mesh.Triangle(int(q.b))
	return s.Tally.SelfContact(&localT, &localU, &t, &u)
}

// near appends the triangles of the surface whose world boxes meet a box: what is
// left to do for triangles that the device does not take.
func (c *confirmer) near(x *narrow.Surface, box *geom.AABB, dst, stack []uint32) (triangles, _ []uint32) {
	s := &c.workers[0]
	stack = append(stack[:0], 0)
	for len(stack) > 0 && s.Step() {
		n := &x.Tree.Nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		s.BVTests++
		if b := x.WorldBox(&n.Box); !b.Overlaps(box) {
			continue
		}
		if n.IsLeaf() {
			dst = append(dst, x.Tree.Order[n.First:n.First+n.Count]...)
		} else {
			stack = append(stack, uint32(n.Child+1), uint32(n.Child))
		}
	}
	return dst, stack
}

// finish appends the contacts found since begin and adds up the counters.
func (c *confirmer) finish(dst []collide.Contact) []collide.Contact {
	stats := c.world.Stats
	for i := range c.workers {
		s := &c.workers[i]
		dst = append(dst, c.contacts[i]...)
		stats.BVTests += s.BVTests
		stats.PrimitiveTests += s.PrimitiveTests
		stats.Adaptive += s.Tally.Adaptive
		stats.Exact += s.Tally.Exact
	}
	return dst
}
