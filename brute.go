package collide

import (
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/narrow"
	"github.com/collide-go/collide/par"
)

// bruteEngine is the method brute: every pair of bodies, every pair of
// primitives.
type bruteEngine struct {
	pairs    []broad.Pair
	posed    []narrow.Posed
	meshes   []broad.Pair // those of pairs without a solid
	searches []narrow.Search
	rows     []row
	workers  []worker
	world    *World
	run      func(worker, lo, hi int)
	done     meter
}

// row is one triangle of body A against all of body B, or a whole pair with a solid.
type row struct {
	pair     int32 // of meshes, or of pairs where triangle is wholePair
	triangle int32
}

// wholePair stands in place of a triangle for pairs with a solid.
const wholePair = -1

func newBruteEngine(w *World) (Engine, error) {
	e := &bruteEngine{workers: make([]worker, w.Workers), posed: make([]narrow.Posed, w.Len())}
	e.run = e.runRows
	return e, nil
}

// Find implements Engine.
func (e *bruteEngine) Find(w *World, dst []Contact) ([]Contact, error) {
	e.world = w
	begin(e.workers, w)
	e.pairs = w.Candidates(nil, e.pairs[:0])
	e.plan(w)
	e.done.start(len(e.rows), w.Progress)
	par.For(len(e.rows), w.Workers, 16, e.run)
	return collect(e.workers, w, dst), nil
}

func (e *bruteEngine) plan(w *World) {
	for i := range e.posed {
		if s := w.Surface(i); s != nil {
			e.posed[i].Load(s)
		}
	}
	e.meshes, e.searches, e.rows = e.meshes[:0], e.searches[:0], e.rows[:0]
	for i, p := range e.pairs {
		if w.HasSolid(p) {
			e.rows = append(e.rows, row{int32(i), wholePair})
			continue
		}
		for k := range e.posed[p.A].Boxes {
			e.rows = append(e.rows, row{int32(len(e.meshes)), int32(k)})
		}
		e.meshes = append(e.meshes, p)
		e.searches = append(e.searches, narrow.Search{})
		e.searches[len(e.searches)-1].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
	}
}

func (e *bruteEngine) runRows(worker, lo, hi int) {
	t := &e.workers[worker]
	for _, r := range e.rows[lo:hi] {
		if r.triangle == wholePair {
			t.contacts = e.world.everySolidPair(&t.Scratch, e.pairs[r.pair], t.contacts)
			continue
		}
		p := e.meshes[r.pair]
		s := &e.searches[r.pair]
		t.pairs = t.Row(s, &e.posed[p.A], &e.posed[p.B], int(r.triangle), t.pairs[:0])
		t.contacts = appendContacts(t.contacts, p, t.pairs)
	}
	e.done.add(hi - lo)
}
