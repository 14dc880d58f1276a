package impact

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// sweeps is a view for kernels: one box of a body against the eight boxes of a node of the other one. Both bodies have a
// tree.Oriented.
type sweeps struct {
	// views are the view of the pair and the same from the other body: the body b of each has the boxes of the nodes.
	views [2]view
	set   [2]bool
	of    [2]sweptBox
	level simd.Level
}

// sweptBox is a box of the body a of a view as the kernel takes it.
type sweptBox struct {
	simd.Sweep
	box
	at int32 // the box, −1 for none
	// way is how far its centre goes in half the time, as seen from the points of the other body that are there.
	way float64
}

// UseLevel makes searches use the kernels of a level. Answers are the same for all.
func (s *Search) UseLevel(l simd.Level) { s.sweeps.level = l }

// isWide reports whether kernels can be used for a pair. A body at rest whose matrix is not rigid has boxes of the world.
func (s *Search) isWide(p *Pair) bool {
	a, b := &s.bodies[p.A], &s.bodies[p.B]
	return a.Wide != nil && b.Wide != nil && !(b.rests && !(b.defect <= rigid))
}

// begin forgets what is set of a view.
func (w *sweeps) begin() { w.set = [2]bool{} }

// full is the mask of all boxes of a node.
func full(t *tree.Oriented, node int32) uint8 { return uint8(1<<t.Count[node] - 1) }

// seen returns the view of an entry, and its box.
func (s *Search) seen(e *entry) (*view, *sweptBox) {
	w, k := &s.sweeps, 0
	if e.back {
		k = 1
	}
	if v := &w.views[k]; !w.set[k] {
		if w.set[k], w.of[k].at = true, -1; e.back {
			v.set(s.view.b, s.view.a, s.view.from, s.view.to)
			v.apart = s.view.apart
		} else {
			*v = s.view
		}
		w.of[k].field(v)
	}
	if w.of[k].at != e.a {
		w.of[k].load(&w.views[k], e.a)
	}
	return &w.views[k], &w.of[k]
}

// field sets what the kernel is to know of the body of the nodes.
func (q *sweptBox) field(v *view) {
	q.Velocity = [3]float64{v.vb.X, v.vb.Y, v.vb.Z}
	q.Spin = [3]float64{v.wb.X, v.wb.Y, v.wb.Z}
	q.Pivot = [3]float64{v.yb.X, v.yb.Y, v.yb.Z}
	q.Turn, q.Roll = v.b.span.Turn*(1+1e-4), v.turnB*(1+1e-4)
}

// load sets the box.
//
// The slack is that of view.separate: (ρ of both + the radii around points + apart)·(1 + 10⁻⁴) + pad, where ρ of a box of the node is
// Off + Turn·Far + turnB·Radius. The kernel rounds it by 4u of itself, and 10⁻⁴ is five times what the defects need.
func (q *sweptBox) load(v *view, at int32) {
	q.at = at
	t := v.a.Wide
	v.boxOfA(t.Nodes[at>>3].Box[at&7], &q.box)
	c, w := q.Center, q.v
	q.C, q.V = [3]float64{c.X, c.Y, c.Z}, [3]float64{w.X, w.Y, w.Z}
	q.Axes, q.H = q.box.Axes, q.Half
	q.Slack = (q.slack+v.b.span.Off+q.round+v.b.Radius+v.apart)*(1+1e-4) + v.pad
	q.way = w.Sub(v.vb.Add(v.wb.Cross(c.Sub(v.yb)))).Norm()
}

// sweep drops the boxes of a node that are apart from a box, and replaces others by smaller ones or keeps them for shorter intervals.
func (s *Search) sweep(e entry) {
	s.Worker.BVTests += int64(bits.OnesCount8(e.mask))
	v, q := s.seen(&e)
	t := v.b.Wide
	n := &t.Nodes[e.b]
	near := uint8(s.sweeps.level.Sweep8(&q.Sweep, n)) & e.mask
	if near == 0 {
		return
	}
	patience, wait := s.patience(), uint8(0)
	for ; near != 0; near &= near - 1 {
		i := bits.TrailingZeros8(near) & 7
		if v.h > 0 && q.way+q.turn+v.turnB*n.Radius[i] > patience*max(q.radius+q.round, n.Radius[i]+v.b.Radius) {
			wait |= 1 << i
		} else {
			s.descend(&e, v, q, i)
		}
	}
	if e.mask = wait; wait != 0 {
		s.wait(e)
	}
}

// descend puts what is below a pair of boxes on the stack: the larger box is taken apart.
func (s *Search) descend(e *entry, v *view, q *sweptBox, lane int) {
	n := &v.b.Wide.Nodes[e.b]
	x, y := v.a.Wide.Nodes[e.a>>3].Child[e.a&7], n.Child[lane]
	switch {
	case x < 0 && y < 0:
		s.leaves(e, v, ^x, ^y)
	case y < 0 || x >= 0 && q.radius > n.Radius[lane]:
		s.stack = append(s.stack, entry{pair: e.pair, a: e.b<<3 | int32(lane), b: x, mask: full(v.a.Wide, x), back: !e.back, until: e.until})
	default:
		s.stack = append(s.stack, entry{pair: e.pair, a: e.a, b: y, mask: full(v.b.Wide, y), back: e.back, until: e.until})
	}
}

// leaves puts the pairs of triangles of two leaves on the stack.
func (s *Search) leaves(e *entry, v *view, x, y int32) {
	a, b := v.a.Wide.Of, v.b.Wide.Of
	if e.back {
		a, b, x, y = b, a, y, x
	}
	m, n := &a.Nodes[x], &b.Nodes[y]
	for _, i := range a.Order[m.First : m.First+m.Count] {
		for _, j := range b.Order[n.First : n.First+n.Count] {
			s.stack = append(s.stack, entry{pair: e.pair, a: ^int32(i), b: ^int32(j), until: e.until})
		}
	}
}
