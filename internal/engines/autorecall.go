package engines

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// memory is what auto knows from earlier queries without looking at surfaces and boxes.
type memory struct {
	// contact is the one of the last query with First that found one.
	contact world.Contact
	known   bool
	patience
	// apart is the distance of two bodies that are all there are: one of a worker's gaps, or that of their boxes or of the planes between
	// them, which is in own.
	apart *keptGap
	own   keptGap
}

// patience delays attempts after failures: after so many in a row there are rest queries without one, up to 2^mostFailing − 2.
type patience struct{ failing, rest uint8 }

// waits reports whether there is to be no attempt this time, and counts that.
func (p *patience) waits() bool {
	if p.rest > 0 {
		p.rest--
		return true
	}
	return false
}

func (p *patience) fail() {
	p.failing = min(p.failing+1, mostFailing)
	p.rest = 1<<p.failing - 2
}

// Recall implements world.Recaller: bodies that have moved little mostly touch in the same triangles, or are apart by less than they were.
func (e *wideEngine) Recall(w *world.World, dst []world.Contact) ([]world.Contact, bool) {
	m := &e.memory
	if m.apart != nil && m.apart.Known() && e.recallApart(w) {
		return dst, true
	}
	if w.First && m.known && !m.waits() {
		return e.recallContact(w, dst)
	}
	return dst, false
}

// recallContact tests the contact of the last query again.
func (e *wideEngine) recallContact(w *world.World, dst []world.Contact) ([]world.Contact, bool) {
	m, t := &e.memory, e.workers[:1]
	world.Begin(t, w)
	if cap(t[0].Contacts) == 0 { // what the test appends to: else it would allocate each time
		t[0].Contacts = make([]world.Contact, 0, 1)
	}
	still := w.Still(&t[0], m.contact)
	if dst = world.Collect(t, w, dst); !still {
		m.fail()
		return dst, false
	}
	m.failing = 0
	dst = append(dst, m.contact)
	e.pairs = append(e.pairs[:0], broad.Pair{A: int32(m.contact.BodyA), B: int32(m.contact.BodyB)})
	w.Recalled(e.pairs)
	return dst, true
}

// recallApart reports whether the distance of two meshes says that they are still apart.
func (e *wideEngine) recallApart(w *world.World) bool {
	if !twoMeshes(w) {
		return false
	}
	w.Stats.BVTests++
	if !e.memory.apart.answers(w.PosedMesh(0), w.PosedMesh(1)) {
		return false
	}
	e.pairs = e.pairs[:0]
	w.Recalled(e.pairs)
	return true
}

// remember keeps what a search found out for Recall.
func (e *wideEngine) remember(w *world.World, found []world.Contact) {
	m := &e.memory
	if len(found) > 0 {
		if w.First {
			m.contact, m.known = found[0], true
		}
		return
	}
	if !twoMeshes(w) || w.Control.Cause() != narrow.Running {
		return
	}
	if k := e.own[0].gap(broad.Pair{A: 0, B: 1}); k != nil && k.Known() {
		m.apart = k
	} else if len(e.pairs) == 0 {
		e.rememberApart(w, distanceOfBoxes(&w.Boxes()[0], &w.Boxes()[1]))
	}
}

// rememberApart keeps what the distance of two meshes is at least that are all there are.
func (e *wideEngine) rememberApart(w *world.World, least float64) {
	m := &e.memory
	if m.apart = &m.own; m.own.waits() {
		return
	}
	m.own.held = 0
	m.own.Set(least, w.Surface(0), w.Surface(1), w.Version(0), w.Version(1))
}

// twoMeshes reports whether the world is one pair of meshes.
func twoMeshes(w *world.World) bool { return w.Len() == 2 && !w.Self && w.IsMesh(0) && w.IsMesh(1) }

// distanceOfBoxes is the distance of two boxes, rounded down: each difference, square and sum by at most 2⁻⁵³ of itself. A square below
// 2⁻¹⁰²² may be rounded up by as much as it is, so that lengths of such squares are bounded by their longest coordinate.
func distanceOfBoxes(a, b *geom.AABB) float64 {
	x := max(0, a.Min.X-b.Max.X, b.Min.X-a.Max.X)
	y := max(0, a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y)
	z := max(0, a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z)
	if square := float64(x*x) + float64(y*y) + float64(z*z); square >= 0x1p-900 {
		return math.Sqrt(square) * (1 - 0x1p-40)
	}
	return max(x, y, z) * (1 - 0x1p-40)
}
