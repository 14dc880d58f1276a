package volumes

import (
	"slices"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
)

// volumeEngine is what the methods over hierarchies of oriented boxes, balls,
// DOPs and Sphere-OBB nodes share: a broad phase over the bodies, trees on demand
// for the bodies it pairs, a descent over each pair's two trees.
type volumeEngine[V any, P narrow.SolidVolume[V]] struct {
	phase broad.Phase
	// load returns a body's hierarchy for this query, nil where the search was stopped
	// before it was there.
	load func(w *world.World, body int) *tree.Of[V]
	// forget, unless nil, makes room in what load keeps and forgets some bodies.
	forget func(bodies int, changed []int32)
	// inWorld: the hierarchies are in world coordinates.
	inWorld bool
	// classify chooses the traversal pair by pair, else it is narrow.Both if simultaneous
	// and narrow.Larger if not.
	classify, simultaneous bool
	// boxLeaves compares the boxes of posed triangles in leaves.
	boxLeaves bool

	leaves   []narrow.PosedLeaves
	pairsOf  []int32 // of each body
	posing   []int32 // bodies whose leaves are posed for the query
	pose     func(worker, lo, hi int)
	classes  map[[2]*tree.Of[V]]*narrow.Classes
	trees    []*tree.Of[V]
	loaded   []bool
	pairs    []broad.Pair
	searches []narrow.Volumes[V, P]
	tasks    []engines.Task
	cut      []narrow.NodePair
	workers  []world.Worker
	descents []narrow.Descent[V, P]
	solids   []solidWorker[V, P]
	world    *world.World
	run      func(worker, lo, hi int)
	done     world.Meter
}

// start prepares the engine for worlds like w and the given number of goroutines. All pairs
// with a mesh descend e's own hierarchies, so surfaces need no others.
func (e *volumeEngine[V, P]) start(w *world.World, workers int) *volumeEngine[V, P] {
	w.Treeless()
	e.trees, e.loaded = make([]*tree.Of[V], w.Len()), make([]bool, w.Len())
	e.workers, e.descents = make([]world.Worker, workers), make([]narrow.Descent[V, P], workers)
	e.solids = make([]solidWorker[V, P], workers)
	e.classes = map[[2]*tree.Of[V]]*narrow.Classes{}
	e.run, e.pose = e.runTasks, e.poseLeaves
	if e.boxLeaves {
		e.leaves, e.pairsOf = make([]narrow.PosedLeaves, w.Len()), make([]int32, w.Len())
	}
	return e
}

// Find implements world.Engine.
func (e *volumeEngine[V, P]) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.world = w
	world.Begin(e.workers, w)
	e.pairs = w.Candidates(e.phase, e.pairs[:0])
	if !e.loadTrees(w) {
		return dst, nil
	}
	if e.boxLeaves {
		e.posing = e.worthPosing(e.posing[:0])
		par.For(len(e.posing), len(e.workers), 8, e.pose)
	}
	e.plan(w)
	e.done.Start(len(e.tasks), w.Progress)
	par.For(len(e.tasks), len(e.workers), 1, e.run)
	return world.Collect(e.workers, w, dst), nil
}

// Rehouse implements world.Rehoused.
func (e *volumeEngine[V, P]) Rehouse(w *world.World, changed []int32) {
	more := w.Len() - len(e.trees)
	e.trees, e.loaded = append(e.trees, make([]*tree.Of[V], more)...), append(e.loaded, make([]bool, more)...)
	if e.boxLeaves {
		e.leaves, e.pairsOf = append(e.leaves, make([]narrow.PosedLeaves, more)...), append(e.pairsOf, make([]int32, more)...)
	}
	for _, i := range changed {
		e.trees[i] = nil
		if e.boxLeaves {
			e.leaves[i] = narrow.PosedLeaves{}
		}
	}
	if e.forget != nil {
		e.forget(w.Len(), changed)
	}
}

// loadTrees loads the hierarchies of the meshes that are in at least one pair. It returns
// false if the search was stopped first.
func (e *volumeEngine[V, P]) loadTrees(w *world.World) bool {
	clear(e.loaded)
	for _, p := range e.pairs {
		for _, i := range [2]int32{p.A, p.B} {
			if e.loaded[i] || !w.IsMesh(i) {
				continue
			}
			e.loaded[i] = true
			if !e.loadTree(w, i) {
				return false
			}
		}
	}
	return true
}

func (e *volumeEngine[V, P]) loadTree(w *world.World, i int32) bool {
	t := e.load(w, int(i))
	if t == nil {
		return false
	}
	if e.trees[i] == t {
		return true
	}
	if e.trees[i] != nil {
		clear(e.classes) // a deformed body was rebuilt
	}
	e.trees[i] = t
	return true
}

// posedPerPair is the number of a body's triangles per pair up to which all of them are
// posed in advance. A descent would pose about that many leaf by leaf, each several times.
const posedPerPair = 128

// worthPosing appends the bodies that are in pairs enough for their triangles.
func (e *volumeEngine[V, P]) worthPosing(dst []int32) []int32 {
	clear(e.pairsOf)
	for _, p := range e.pairs {
		e.pairsOf[p.A]++
		e.pairsOf[p.B]++
	}
	for i, n := range e.pairsOf {
		if !e.loaded[i] || len(e.trees[i].Order) > posedPerPair*int(n) {
			e.pairsOf[i] = 0
		} else {
			dst = append(dst, int32(i))
			e.world.Stats.BVUpdates += int64(len(e.trees[i].Order)) // boxes of triangles
		}
	}
	return dst
}

func (e *volumeEngine[V, P]) poseLeaves(_, lo, hi int) {
	for _, i := range e.posing[lo:hi] {
		e.leaves[i].Load(e.world.Surface(int(i)), e.trees[i].Order)
	}
}

// posedLeaves returns a body's, nil if they were not worth it.
func (e *volumeEngine[V, P]) posedLeaves(body int32) *narrow.PosedLeaves {
	if e.pairsOf[body] == 0 {
		return nil
	}
	return &e.leaves[body]
}

// plan prepares the searches and cuts them into tasks.
func (e *volumeEngine[V, P]) plan(w *world.World) {
	e.searches, e.tasks = slices.Grow(e.searches[:0], len(e.pairs))[:len(e.pairs)], e.tasks[:0]
	want := len(e.workers) * engines.TasksPerWorker / max(len(e.pairs), 1)
	for i, p := range e.pairs {
		if w.HasSolid(p) {
			e.tasks = append(e.tasks, engines.Task{Pair: int32(i)})
			continue
		}
		s := &e.searches[i]
		e.prepare(w, s, p)
		e.cut = append(e.cut[:0], s.Root())
		if len(e.workers) > 1 && want > 1 {
			e.cut = e.descents[0].Split(&e.workers[0].Worker, s, want, e.cut)
		}
		for _, n := range e.cut {
			e.tasks = append(e.tasks, engines.Task{Pair: int32(i), Nodes: n})
		}
	}
}

func (e *volumeEngine[V, P]) prepare(w *world.World, s *narrow.Volumes[V, P], p broad.Pair) {
	a, b := e.trees[p.A], e.trees[p.B]
	if e.inWorld {
		s.SetWorld(w.Surface(int(p.A)), w.Surface(int(p.B)), a, b)
	} else {
		s.SetLocal(w.Surface(int(p.A)), w.Surface(int(p.B)), a, b)
	}
	if e.boxLeaves {
		s.BoxLeaves(e.posedLeaves(p.A), e.posedLeaves(p.B))
	}
	if e.simultaneous {
		s.SetMode(narrow.Both, nil)
	}
	if !e.classify {
		return
	}
	key := [2]*tree.Of[V]{a, b}
	c := e.classes[key]
	if c == nil {
		c = narrow.Classify(a, b)
		e.classes[key] = c
	}
	if c.Similar {
		w.Stats.Similar++
	} else {
		w.Stats.Dissimilar++
	}
	s.SetMode(c.Mode(), c)
}

// solidWorker is what a goroutine needs for pairs with a sphere or a box.
type solidWorker[V any, P narrow.SolidVolume[V]] struct {
	search    narrow.SolidSearch[V, P]
	triangles []uint32
}

// solidPair searches a pair with a sphere or a box.
func (e *volumeEngine[V, P]) solidPair(worker int, p broad.Pair) {
	t, s := &e.workers[worker], &e.solids[worker]
	if e.world.TwoSolids(p) {
		t.Contacts = e.world.SolidPair(t, p, t.Contacts)
		return
	}
	e.prepareSolid(&s.search, p)
	s.triangles = s.search.Touching(&t.Worker, s.triangles[:0])
	t.Contacts = e.world.AppendSolidContacts(t.Contacts, p, s.triangles)
}

func (e *volumeEngine[V, P]) prepareSolid(s *narrow.SolidSearch[V, P], p broad.Pair) {
	mesh, solid := e.world.MeshOf(p)
	surface, t := e.world.Surface(int(mesh)), e.trees[mesh]
	if e.inWorld {
		s.SetWorld(surface, t, e.world.Primitive(solid))
	} else {
		s.SetLocal(surface, t, e.world.Primitive(solid))
	}
	if e.boxLeaves {
		s.BoxLeaves(e.posedLeaves(mesh))
	}
}

func (e *volumeEngine[V, P]) runTasks(worker, lo, hi int) {
	t := &e.workers[worker]
	for _, k := range e.tasks[lo:hi] {
		p := e.pairs[k.Pair]
		if e.world.HasSolid(p) {
			e.solidPair(worker, p)
		} else {
			t.Pairs = e.descents[worker].Run(&t.Worker, &e.searches[k.Pair], k.Nodes, t.Pairs[:0])
			t.Keep(p)
		}
	}
	e.done.Add(hi - lo)
}
