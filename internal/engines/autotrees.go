package engines

import (
	"sync/atomic"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/world"
)

// AutoChosen names the trees that auto descends: the wide ones where there are vector kernels. Without kernels the eight boxes of a node and
// the sixteen pairs of triangles of two leaves are tested one by one, all of them, and the descent of bvh, which tests what it needs,
// takes 0.3 to 0.8 times as long (docs/wasm.md).
func AutoChosen() string {
	if simd.Best() == simd.Go {
		return "bvh"
	}
	return "wide"
}

// treePair is what a search in bvh's trees found out about a pair.
type treePair struct {
	tests   atomic.Int64
	touches atomic.Bool
}

// searchTrees searches the pairs that are left to bvh's trees; few of them are cut up, so that every worker has something to do.
func (e *wideEngine) searchTrees(w *world.World) {
	if !e.plain {
		w.Stats.Unlike += int64(len(e.trees.Pairs))
	}
	for i, p := range e.trees.Pairs {
		if i%world.StopInterval == world.StopInterval-1 && w.Stopped() {
			return
		}
		if !w.NeedTrees(p) {
			return
		}
	}
	before := tests(&e.workers[0])
	e.trees.Plan(w)
	cut := (tests(&e.workers[0]) - before) / int64(len(e.trees.Pairs))
	for len(e.found) < len(e.trees.Pairs) {
		e.found = append(e.found, treePair{})
	}
	for i := range e.trees.Pairs {
		e.found[i].tests.Store(cut)
		e.found[i].touches.Store(false)
	}
	par.For(len(e.trees.Tasks), w.Workers, 1, e.runTrees)
	if e.plain && w.Control.Cause() == narrow.Running {
		par.For(len(e.trees.Pairs), w.Workers, 1, e.keepTrees)
	}
}

// runTasks searches parts of pairs in bvh's trees.
func (e *wideEngine) runTasks(worker, lo, hi int) {
	t := &e.workers[worker]
	for k := lo; k < hi; k++ {
		f := &e.found[e.trees.Tasks[k].Pair]
		before := tests(t)
		e.trees.RunTask(e.world, t, &e.trees.Tasks[k])
		f.tests.Add(tests(t) - before)
		if len(t.Pairs) > 0 {
			f.touches.Store(true)
		}
	}
}

// keepApart notes of pairs that bvh's trees found apart how they are. How far takes wide trees, which plan has built for those that wait for
// it.
func (e *wideEngine) keepApart(worker, lo, hi int) {
	for i := lo; i < hi; i++ {
		p, f := e.trees.Pairs[i], &e.found[i]
		if e.world.HasSolid(p) || p.A == p.B {
			continue
		}
		k := e.own[worker].gap(p)
		if f.touches.Load() {
			if k != nil {
				k.spent = 0
			}
			continue
		}
		e.keepParting(worker, p, f.tests.Load())
		if k != nil {
			k.spent += f.tests.Load()
			if k.Known() || k.rest == 0 && !e.setWhereBuilt(&e.own[worker].search, p) {
				continue
			}
		}
		e.keepGap(worker, p)
	}
}

// gap returns what is kept of a pair, nil for nothing.
func (own *wideWorker) gap(p broad.Pair) *keptGap {
	if own.gaps == nil || own.gaps[placeOfGap(p)].pair != p {
		return nil
	}
	return &own.gaps[placeOfGap(p)]
}

// setWhereBuilt is set, and false for a pair without wide trees.
func (e *wideEngine) setWhereBuilt(s *wideSearch, p broad.Pair) bool {
	x, y := e.world.WideTrees(p)
	return x != nil && y != nil && e.set(s, p)
}

// waits reports whether a worker is to measure how far two meshes are apart when a search finds them so again, and is to have wide trees for
// that.
func (e *wideEngine) waits(p broad.Pair) bool {
	for i := range e.own {
		if k := e.own[i].gap(p); k != nil && k.rest == 0 && !k.Known() {
			x, y := e.world.WideTrees(p)
			return x != nil && y != nil || k.spent >= wideWorth*int64(e.world.Model(int(p.A)).Triangles()+e.world.Model(int(p.B)).Triangles())
		}
	}
	return false
}
