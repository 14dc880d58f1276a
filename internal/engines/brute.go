package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// bruteEngine is the method brute: every pair of bodies, every pair of
// primitives. It takes the pairs block by block: those of ten thousand bodies would
// fill the memory.
type bruteEngine struct {
	pairs   []broad.Pair
	posed   []narrow.Posed
	rows    []row
	workers []world.Worker
	own     []bruteWorker
	world   *world.World
	run     func(worker, lo, hi int)
	done    world.Meter
	// before is the share of the pairs that is done, share that of those at hand.
	before, share float64
}

// row is one triangle of body A against all of body B.
type row struct{ pair, triangle int32 }

// bruteWorker holds the search of the pair at hand.
type bruteWorker struct {
	search narrow.Search
	pair   broad.Pair
	set    bool
}

// bruteBlock is the approximate number of pairs, and of rows, that are processed at a time.
const bruteBlock = 1 << 18

// NewBrute makes the method brute.
func NewBrute(w *world.World) (world.Engine, error) {
	e := &bruteEngine{workers: make([]world.Worker, w.Workers), own: make([]bruteWorker, w.Workers), posed: make([]narrow.Posed, w.Len())}
	e.run = e.runRows
	return e, nil
}

// Find implements world.Engine.
func (e *bruteEngine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.world = w
	world.Begin(e.workers, w)
	for i := range e.own {
		e.own[i].set = false
	}
	for i := range e.posed {
		if s := w.Surface(i); s != nil {
			e.posed[i].Load(s)
		}
	}
	var report func(float64)
	if w.Progress != nil {
		report = e.report
	}
	done, all := 0.0, 0.5*float64(w.Len())*float64(w.Len()+1) // those of a body with itself included
	for next, more := (broad.Pair{}), true; more && w.Control.Cause() == narrow.Running; {
		e.pairs, next, more = w.EveryPair(next, e.pairs[:0], bruteBlock)
		for from := 0; from < len(e.pairs) && w.Control.Cause() == narrow.Running; {
			to := e.plan(w, from)
			e.before, e.share = done/all, float64(to-from)/all
			e.done.Start(len(e.rows), report)
			par.For(len(e.rows), w.Workers, 16, e.run)
			done, from = done+float64(to-from), to
		}
	}
	return world.Collect(e.workers, w, dst), nil
}

// Ranging implements world.Measurer.
func (*bruteEngine) Ranging() world.Ranging { return world.ByEveryPair }

// Rehouse implements world.Rehoused: all meshes are loaded for each query.
func (e *bruteEngine) Rehouse(w *world.World, _ []int32) {
	e.posed = append(e.posed, make([]narrow.Posed, w.Len()-len(e.posed))...)
}

// report converts the share done of the current rows into a share of all pairs and reports
// it.
func (e *bruteEngine) report(share float64) { e.world.Progress(e.before + float64(e.share*share)) }

// plan lists the rows of pairs from one on and returns where it stopped.
func (e *bruteEngine) plan(w *world.World, from int) int {
	e.rows = e.rows[:0]
	for i := from; i < len(e.pairs); i++ {
		if len(e.rows) >= bruteBlock {
			return i
		}
		rows := 1
		if p := e.pairs[i]; !w.HasSolid(p) {
			rows = len(e.posed[p.A].Boxes)
		}
		for k := range rows {
			e.rows = append(e.rows, row{int32(i), int32(k)})
		}
	}
	return len(e.pairs)
}

func (e *bruteEngine) runRows(worker, lo, hi int) {
	t, own := &e.workers[worker], &e.own[worker]
	for _, r := range e.rows[lo:hi] {
		p := e.pairs[r.pair]
		if e.world.HasSolid(p) {
			t.Contacts = e.world.EverySolidPair(t, p, t.Contacts)
			continue
		}
		if own.pair != p || !own.set {
			own.search.Set(e.world.Surface(int(p.A)), e.world.Surface(int(p.B)))
			own.pair, own.set = p, true
		}
		t.Pairs = t.Row(&own.search, &e.posed[p.A], &e.posed[p.B], int(r.triangle), t.Pairs[:0])
		t.Keep(p)
	}
	e.done.Add(hi - lo)
}

// Exhaustive implements world.Exhaustive.
func (*bruteEngine) Exhaustive() {}
