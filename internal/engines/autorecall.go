package engines

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// memory is what auto knows from earlier queries without looking at surfaces and boxes.
type memory struct {
	// contacts are those of the last queries with First, each once, the last one first; known is their number.
	contacts [mostRecalled]world.Contact
	known    int
	patience          // of testing the first one
	older    patience // of testing the others where it fails
	// apart is the distance of two bodies that are all there are: one of a worker's gaps, or that of their boxes or of the planes between
	// them, which is in own.
	apart *keptGap
	own   keptGap
}

// mostRecalled is the number of contacts that are tested again: those of a fine mesh that trembles come and go.
const mostRecalled = 4

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
	if w.First && m.known > 0 && !m.waits() {
		return e.recallContact(w, dst)
	}
	return dst, false
}

// recallContact tests the contacts of the last queries again.
func (e *wideEngine) recallContact(w *world.World, dst []world.Contact) ([]world.Contact, bool) {
	m, t := &e.memory, e.workers[:1]
	world.Begin(t, w)
	if cap(t[0].Contacts) == 0 { // what the test appends to: else it would allocate each time
		t[0].Contacts = make([]world.Contact, 0, 1)
	}
	c, still := m.still(w, &t[0])
	if dst = world.Collect(t, w, dst); !still {
		m.fail()
		return dst, false
	}
	m.failing = 0
	dst = append(dst, c)
	e.pairs = append(e.pairs[:0], broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)})
	w.Recalled(e.pairs)
	return dst, true
}

// still returns the first contact that is one still.
func (m *memory) still(w *world.World, t *world.Worker) (c world.Contact, still bool) {
	if c = m.contacts[0]; w.Still(t, c) {
		return c, true
	}
	if m.known == 1 || m.older.waits() {
		return c, false
	}
	for _, c := range m.contacts[1:m.known] {
		if w.Still(t, c) {
			m.older.failing = 0
			m.found(c)
			return c, true
		}
	}
	m.older.fail()
	return c, false
}

// found puts a contact before the others.
func (m *memory) found(c world.Contact) {
	at := slices.Index(m.contacts[:m.known], c)
	if at < 0 {
		m.known = min(m.known+1, mostRecalled)
		at = m.known - 1
	}
	copy(m.contacts[1:at+1], m.contacts[:at])
	m.contacts[0] = c
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
			m.found(found[0])
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
