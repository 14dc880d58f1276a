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
	searches []narrow.Search
	rows     []row
	workers  []worker
	world    *World
	run      func(worker, lo, hi int)
	done     meter
}

// row is one triangle of body A against all of body B.
type row struct{ pair, triangle int32 }

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
	e.searches, e.rows = e.searches[:0], e.rows[:0]
	for i, p := range e.pairs {
		e.searches = append(e.searches, narrow.Search{})
		rows := 1
		if !w.HasSolid(p) {
			e.searches[i].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
			rows = len(e.posed[p.A].Boxes)
		}
		for k := range rows {
			e.rows = append(e.rows, row{int32(i), int32(k)})
		}
	}
}

func (e *bruteEngine) runRows(worker, lo, hi int) {
	t := &e.workers[worker]
	for _, r := range e.rows[lo:hi] {
		p := e.pairs[r.pair]
		if e.world.HasSolid(p) {
			t.contacts = e.world.everySolidPair(&t.Scratch, p, t.contacts)
			continue
		}
		s := &e.searches[r.pair]
		t.pairs = t.Row(s, &e.posed[p.A], &e.posed[p.B], int(r.triangle), t.pairs[:0])
		t.contacts = appendContacts(t.contacts, p, t.pairs)
	}
	e.done.add(hi - lo)
}
