// Package engines has the engines of the methods auto, bvh and brute: the default, and what
// other methods rest on.
package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
)

// Auto is the name of the method that is taken where none is named.
const Auto = "auto"

// wideEngine is what auto runs: a broad phase over the bodies, then a descent of two
// wide trees (tree.Wide) by vector kernels for each pair of meshes. Pairs that
// float32 does not serve are given to the descent of bvh, and all of them where
// there are no kernels.
//
// Every pair is first searched by one worker for a while; what is left of large ones
// goes to a pool that all workers share, so that a small query starts no goroutines.
type wideEngine struct {
	phase broad.Auto
	// listed are the pairs of the broad phase, pairs those that are searched.
	listed  []broad.Pair
	pairs   []broad.Pair
	workers []world.Worker
	own     []wideWorker
	world   *world.World
	// run, share, runTrees and keepTrees are method values, made once: new closures would allocate.
	run, share, runTrees, keepTrees func(worker, lo, hi int)
	pool                            pool
	// large are the pairs whose rest is in the pool.
	large []wideSearch
	// trees are bvh's, and the pairs to be searched in them: all pairs of meshes if plain is set. Found is what was found.
	trees   Trees
	plain   bool
	found   []treePair
	witness witness
	asking  patience // of asking the witness
	memory  memory
	resting resting
	// repeated is set by the first search.
	repeated bool
	done     world.Meter
}

// wideWorker is the state of a goroutine, in addition to its world.Worker.
type wideWorker struct {
	descent narrow.WideDescent
	search  wideSearch // of the pair at hand
	// partings are of pairs of small meshes that were apart, each in the one place that its bodies
	// allow; nil before there is one.
	partings []partedPair
	// gaps are of pairs of other meshes that were apart, likewise.
	gaps []keptGap
	// lists are of pairs of meshes that were close, likewise; room is the memory of all, in pairs of leaves.
	lists []listed
	room  int
	// box is the search of a box and a mesh, triangles what it finds.
	box       narrow.WideBox
	triangles []uint32
}

// partedPair is a pair of bodies and how they were apart.
type partedPair struct {
	pair broad.Pair
	narrow.Parting
	known bool
	// slow pairs were parted last, but a search would have cost less.
	slow bool
	// cost is the number of tests of the pair's last search in the trees.
	cost int64
	// Bodies in each other's arms are apart, and no plane parts them; and the planes between bodies that
	// jump take longer to find than a search.
	patience
}

// mostFailing bounds the rest of a pair to 2^mostFailing − 2 searches.
const mostFailing = 6

// maxPartings is the number of pairs whose Parting a worker keeps, a power of two: 72 kB.
const maxPartings = 1 << 10

// wideSearch is one pair's question.
type wideSearch struct {
	narrow.Wide
	pair broad.Pair
}

// witness is where the last query with First found a contact.
type witness struct {
	pair   broad.Pair
	a, b   *tree.Wide
	leaves narrow.LeafPair
}

// maxInlineBoxes is the number of boxes of a pair that a worker tests before it shares the
// rest with other workers: about 20 µs of work, far more than waking a worker takes.
const maxInlineBoxes = 1 << 13

// maxPairsPerClaim is the largest number of pairs that a worker takes at a time.
const maxPairsPerClaim = 64

// NewAuto makes the method auto.
func NewAuto(w *world.World) (world.Engine, error) {
	return newAuto(w, simd.Best() == simd.Go), nil
}

// newAuto makes auto with the descent of wide trees, or the plain one.
func newAuto(w *world.World, plain bool) *wideEngine {
	e := &wideEngine{phase: broad.Auto{Workers: w.Workers}, workers: make([]world.Worker, w.Workers), own: make([]wideWorker, w.Workers), plain: plain}
	w.Treeless()
	w.OrientBoxes()
	for i := range e.own {
		e.own[i].descent = narrow.NewWideDescent(simd.Best())
	}
	e.trees.Workers = e.workers
	e.run, e.share, e.runTrees, e.keepTrees = e.runPairs, e.shareRest, e.runTasks, e.keepApart
	e.pool.work.L = &e.pool.mu
	return e
}

// Find implements world.Engine.
func (e *wideEngine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	proposed := w.Proposed()
	e.listed = w.Candidates(&e.phase, e.listed[:0])
	from := len(dst)
	few := e.resting.follow(w) && !proposed
	if e.pairs = e.listed; few && e.resting.known && !w.Control.Limited() {
		e.pairs, dst = e.resting.take(e.listed, dst)
	}
	switch {
	case len(e.pairs) > 0:
		dst = e.find(w, dst)
	case w.Progress != nil:
		w.Progress(1)
	}
	e.resting.keep(w, few, dst[from:])
	e.remember(w, dst[from:])
	return dst, nil
}

// find searches the pairs.
func (e *wideEngine) find(w *world.World, dst []world.Contact) []world.Contact {
	e.world = w
	world.Begin(e.workers, w)
	if !e.plan(w) {
		return dst
	}
	e.done.Start(len(e.pairs), w.Progress)
	if !w.First || !e.askWitness() {
		e.search(w)
	}
	return world.Collect(e.workers, w, dst)
}

// Ranging implements world.Measurer.
func (*wideEngine) Ranging() world.Ranging { return world.ByWideTrees }

// Rehouse implements world.Rehoused: a witness from an earlier query is tested with the
// bodies that have its indices now, distances are forgotten.
func (e *wideEngine) Rehouse(*world.World, []int32) {
	for i := range e.own {
		clear(e.own[i].gaps)
		clear(e.own[i].lists)
		e.own[i].room = 0
	}
	e.memory = memory{}
}

// plan builds the trees that pairs need. It returns false if the search was stopped first.
func (e *wideEngine) plan(w *world.World) bool {
	for i, p := range e.pairs {
		if i%world.StopInterval == world.StopInterval-1 && w.Stopped() {
			return false
		}
		ok := true
		switch a, b := w.IsMesh(p.A), w.IsMesh(p.B); {
		case e.plain && a && b && !e.waits(p): // its trees are built when it is searched
		case a && b && p.A == p.B:
			ok = w.NeedWithin(w.Model(int(p.A)))
		case a && b:
			ok = w.NeedWidePair(w.Model(int(p.A)), w.Model(int(p.B)))
		case a || b:
			ok = w.NeedSolidPair(p)
		}
		if !ok {
			return false
		}
	}
	return true
}

// search runs all pairs, then the rest of the large ones, then those for bvh's trees.
func (e *wideEngine) search(w *world.World) {
	e.makeLists()
	e.pool.reset()
	e.large, e.trees.Pairs = e.large[:0], e.trees.Pairs[:0]
	par.For(len(e.pairs), w.Workers, max(1, min(maxPairsPerClaim, len(e.pairs)/(TasksPerWorker*w.Workers))), e.run)
	if len(e.pool.items) > 0 {
		par.For(w.Workers, w.Workers, 1, e.share)
	}
	if len(e.trees.Pairs) > 0 {
		e.searchTrees(w)
	}
}

// set prepares the search of a pair of meshes. It returns false if the pair must be
// searched in bvh's trees.
func (e *wideEngine) set(s *wideSearch, p broad.Pair) bool {
	a, b := e.world.Surface(int(p.A)), e.world.Surface(int(p.B))
	s.pair = p
	x, y := e.world.WideTrees(p)
	return s.SetWide(a, b, x, y)
}

// askWitness looks where the last query found a contact: bodies that have moved
// little mostly still touch there.
func (e *wideEngine) askWitness() (found bool) {
	if e.witness.a == nil {
		return false
	}
	for _, p := range e.pairs {
		s := &e.own[0].search
		if p != e.witness.pair || e.world.HasSolid(p) || e.asking.waits() || !e.set(s, p) || s.Far() {
			continue
		}
		if a, b := s.Trees(); a != e.witness.a || b != e.witness.b {
			continue
		}
		t, d := &e.workers[0], &e.own[0].descent
		d.Begin(&s.Wide)
		t.Pairs = d.Leaves(&t.Worker, &s.Wide, e.witness.leaves, t.Pairs[:0])
		if t.Keep(p); len(t.Pairs) > 0 {
			e.asking.failing = 0
			return true
		}
		e.asking.fail()
		return false
	}
	return false
}

// runPairs searches pairs, each until it is done or has tested maxInlineBoxes boxes.
func (e *wideEngine) runPairs(worker, lo, hi int) {
	c := &e.world.Control
	if c.Cause() != narrow.Running || hi-lo > 1 && c.Poll() != narrow.Running {
		return
	}
	s := &e.own[worker].search
	limit := 0
	if len(e.workers) > 1 {
		limit = maxInlineBoxes
	}
	for i, p := range e.pairs[lo:hi] {
		e.world.Prefetch(e.pairs[lo:hi], i)
		switch {
		case e.world.HasSolid(p):
			e.solidPair(worker, p)
		case e.parted(worker, p), e.holdsGap(worker, p):
		case e.plain || !e.set(s, p):
			e.leaveToTrees(p)
		case s.Far():
			e.keepFar(worker, p, s)
		case e.shortlisted(worker, p, s):
		default:
			e.searchWide(worker, s, limit)
		}
	}
	e.done.Add(hi - lo)
}

// searchWide searches two meshes in wide trees, and notes what it found out.
func (e *wideEngine) searchWide(worker int, s *wideSearch, limit int) {
	p, w := s.pair, &e.workers[worker]
	root := [1]narrow.BoxPair{s.RootBoxes()}
	boxes, pairs := w.BVTests, w.PrimitiveTests
	if rest := e.descend(worker, s, root[:], limit); len(rest) > 0 {
		e.putOff(s, rest)
		return
	}
	boxes, pairs = w.BVTests-boxes, w.PrimitiveTests-pairs
	if len(w.Pairs) == 0 {
		e.keepParting(worker, p, boxes+pairs)
		e.keepGap(worker, p)
	}
	e.keepPlace(worker, s, boxes, pairs)
}

// parted reports whether two small meshes that were apart certainly are so again. Those that may not
// be are left to the trees for a while, and so are those of which the trees would know for less.
func (e *wideEngine) parted(worker int, p broad.Pair) bool {
	own := &e.own[worker]
	if own.partings == nil {
		return false
	}
	k := &own.partings[placeOfParting(p)]
	if !k.known || k.pair != p {
		return false
	}
	a, b := e.world.Surface(int(p.A)), e.world.Surface(int(p.B))
	apart := a.Small() && b.Small() && k.Parts(&e.workers[worker].Worker, a, b)
	k.slow = apart && k.Looks() > k.cost && !k.Soon()
	if apart && twoMeshes(e.world) {
		e.rememberApart(e.world, k.Distance())
	}
	if k.known = apart && !k.slow; k.known {
		k.failing = 0
		return true
	}
	k.fail()
	return apart
}

// keepParting notes that a search found two meshes apart after so many tests, if they are small. A look at a
// vertex takes about as long as a test.
func (e *wideEngine) keepParting(worker int, p broad.Pair, cost int64) {
	if p.A == p.B || !e.world.Surface(int(p.A)).Small() || !e.world.Surface(int(p.B)).Small() {
		return
	}
	own := &e.own[worker]
	if own.partings == nil {
		own.partings = make([]partedPair, maxPartings)
	}
	k := &own.partings[placeOfParting(p)]
	switch {
	case k.pair != p:
		*k = partedPair{pair: p, known: true}
	case k.waits():
	default:
		if k.known = true; k.failing > 0 && !k.slow {
			k.Seek(e.world.Surface(int(p.A)), e.world.Surface(int(p.B)))
		}
	}
	k.cost = cost
}

// tests is the number of tests of boxes and triangles of a worker.
func tests(w *world.Worker) int64 { return w.BVTests + w.PrimitiveTests }

// placeOfParting spreads pairs of neighbouring bodies.
func placeOfParting(p broad.Pair) int {
	return int((uint32(p.A)*0x9e3779b1 ^ uint32(p.B)*0x85ebca77) >> 22)
}

// leaveToTrees leaves a pair to be searched in bvh's trees.
func (e *wideEngine) leaveToTrees(p broad.Pair) {
	e.pool.mu.Lock()
	e.trees.Pairs = append(e.trees.Pairs, p)
	e.pool.mu.Unlock()
}

// solidPair searches a pair with a sphere or a box: of a box and a mesh in the wide tree, if float32
// serves it.
func (e *wideEngine) solidPair(worker int, p broad.Pair) {
	t, own := &e.workers[worker], &e.own[worker]
	switch {
	case e.world.SetWideBox(&own.box, p):
		if !own.box.Far() {
			own.triangles = own.descent.RunBox(&t.Worker, &own.box, own.triangles[:0])
			t.Contacts = e.world.AppendTriangles(t.Contacts, p, own.triangles)
		}
	case e.world.HasTrees(p):
		t.Contacts = e.world.SolidPair(t, p, t.Contacts)
	default:
		e.leaveToTrees(p)
	}
}

// putOff leaves the rest of a search to all workers.
func (e *wideEngine) putOff(s *wideSearch, rest []narrow.BoxPair) {
	e.pool.mu.Lock()
	e.large = append(e.large, *s)
	e.pool.put(len(e.large)-1, rest)
	e.pool.mu.Unlock()
}

// descend goes down from the boxes on the list and returns what it left undone.
func (e *wideEngine) descend(worker int, s *wideSearch, from []narrow.BoxPair, limit int) []narrow.BoxPair {
	t, d := &e.workers[worker], &e.own[worker].descent
	d.Begin(&s.Wide)
	from, t.Pairs = d.Run(&t.Worker, &s.Wide, from, limit, t.Pairs[:0])
	t.Keep(s.pair)
	if t.First && len(t.Pairs) > 0 { // only one worker can be the one that stopped the search
		e.pool.mu.Lock()
		a, b := s.Trees()
		e.witness = witness{s.pair, a, b, d.Witness}
		e.pool.mu.Unlock()
	}
	if e.world.Control.Cause() != narrow.Running {
		return nil
	}
	return from
}

// shareRest works on the pool until it is empty and no worker can add to it.
func (e *wideEngine) shareRest(worker, _, _ int) {
	for {
		item, ok := e.pool.take()
		if !ok {
			return
		}
		s := &e.large[item.pair]
		root := [1]narrow.BoxPair{item.box}
		for from := root[:]; len(from) > 0; {
			from = e.pool.give(item.pair, e.descend(worker, s, from, maxInlineBoxes/4))
		}
		e.pool.release()
	}
}
