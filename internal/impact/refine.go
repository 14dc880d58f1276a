package impact

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// see sets the view to a pair between two times.
func (s *Search) see(pair int32, a, b float64) {
	p := s.pairs[pair]
	x, y := &s.bodies[p.A], &s.bodies[p.B]
	x.at(a, b)
	y.at(a, b)
	s.view.set(x, y, a, b)
	s.near.set(p.Gap)
	s.view.apart = s.near.most
	s.nodeA = -1
	s.kept[0].begin(x)
	s.kept[1].begin(y)
	s.sweeps.begin()
}

// refine appends to the arena what of the entries from a place on, up to its end, may touch
// between two times, as finely as boxes of the size of the motion have it. Once something waits for shorter
// intervals triangles are no longer looked at.
func (s *Search) refine(a, b float64, from int) {
	at := int32(-1)
	s.waits, s.until = false, b
	for i, end := from, len(s.arena); i < end; i++ {
		e := s.arena[i]
		if e.until >= b {
			continue
		}
		if e.pair != at {
			s.see(e.pair, a, b)
			at = e.pair
		}
		for s.stack = append(s.stack[:0], e); len(s.stack) > 0; {
			if !s.Worker.Step() {
				s.stopped = true
				return
			}
			e := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			switch {
			case e.mask != 0:
				s.sweep(e)
			case e.a >= 0:
				s.boxes(e)
			case s.waits:
				s.arena = append(s.arena, e)
			default:
				s.triangles(e)
			}
		}
	}
	if s.waits {
		s.until = a
	}
}

// Boxes wait for a shorter interval if they move farther than a share of the larger one's half diagonal: patience,
// or hurry once something waits and the interval is not to be proven. Measured: from 0.25 to 1, and from 0.1
// to 0.35, it makes little difference.
const patience, hurry = 0.5, 0.2

func (s *Search) patience() float64 {
	if s.waits {
		return hurry
	}
	return patience
}

// boxes drops a pair of boxes, replaces it by smaller ones or keeps it for shorter intervals.
func (s *Search) boxes(e entry) {
	s.Worker.BVTests++
	v := &s.view
	ta, tb := v.a.Tree, v.b.Tree
	na, nb := &ta.Nodes[e.a], &tb.Nodes[e.b]
	x, y := &s.boxA, &s.boxB
	if s.nodeA != e.a { // mostly the children of B's node come one after the other
		v.boxOfA(e.a, x)
		s.nodeA = e.a
	}
	v.boxOfB(e.b, y)
	share := v.separate(x, y)
	if share < 1 {
		e.until = max(e.until, v.from+share*(v.to-v.from))
	}
	switch {
	case share == 1:
	case v.h > 0 && x.v.Sub(y.v).Norm()+x.turn+y.turn > s.patience()*max(x.radius+x.round, y.radius+y.round):
		s.wait(e)
	case na.IsLeaf() && nb.IsLeaf():
		for _, i := range ta.Order[na.First : na.First+na.Count] {
			for _, j := range tb.Order[nb.First : nb.First+nb.Count] {
				s.stack = append(s.stack, entry{pair: e.pair, a: ^int32(i), b: ^int32(j), until: e.until})
			}
		}
	case nb.IsLeaf() || !na.IsLeaf() && x.radius > y.radius:
		s.stack = append(s.stack, entry{pair: e.pair, a: na.Child + 1, b: e.b, until: e.until}, entry{pair: e.pair, a: na.Child, b: e.b, until: e.until})
	default:
		s.stack = append(s.stack, entry{pair: e.pair, a: e.a, b: nb.Child + 1, until: e.until}, entry{pair: e.pair, a: e.a, b: nb.Child, until: e.until})
	}
}

// wait keeps an entry for shorter intervals. The interval at hand is not to be proven then.
func (s *Search) wait(e entry) {
	s.arena = append(s.arena, e)
	s.waits = true
}

// touchAt reports whether something in the arena from a place on touches at a time, by the exact test
// of the corners posed there. It then sets the answer.
func (s *Search) touchAt(t float64, from int) bool {
	at := int32(-1)
	for i := from; i < len(s.arena); i++ {
		e := s.arena[i]
		if e.pair != at {
			s.see(e.pair, t, t)
			at = e.pair
		}
		for s.stack = append(s.stack[:0], e); len(s.stack) > 0; {
			if !s.Worker.Step() {
				s.stopped = true
				return false
			}
			e := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			switch {
			case e.mask != 0:
				s.sweep(e)
			case e.a >= 0:
				s.boxes(e)
			case s.touch(e):
				s.answer = Answer{Outcome: Contact, T0: t, T1: t, Pair: s.pairs[e.pair]}
				s.answer.Primitives = narrow.Pair{A: s.view.a.primitive(^e.a), B: s.view.b.primitive(^e.b)}
				return true
			case s.Worker.Control.Cause() != narrow.Running: // Meets, which takes steps of its own, was cut short
				s.stopped = true
				return false
			}
		}
	}
	return false
}

// primitive is the number of a triangle; a solid has one primitive.
func (m *mover) primitive(i int32) uint32 {
	if m.Solid {
		return 0
	}
	return uint32(i)
}

// touch decides for two primitives at the time of the view.
func (s *Search) touch(e entry) bool {
	s.Worker.PrimitiveTests++
	a, b := s.view.a, s.view.b
	if a.Solid || b.Solid {
		return s.Meets(s.pairs[e.pair], &a.span.Pose, &b.span.Pose, [2]int32{^e.a, ^e.b})
	}
	p, q := a.posed(^e.a), b.posed(^e.b)
	return s.near.holds(&s.Worker.Tally, &p, &q)
}

// posed is a triangle under the pose of the span, rounded as everywhere.
func (m *mover) posed(i int32) geom.Triangle {
	t := m.Surface.Mesh.Triangle(int(i))
	for k := range t {
		t[k] = m.span.Pose.Apply(t[k])
	}
	return t
}
