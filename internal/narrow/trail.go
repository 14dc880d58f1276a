package narrow

// Level counts the volume pairs of one depth of a test tree: those tested, and
// those of them that were certainly apart.
type Level struct{ Tested, Culled int64 }

// Trail is what a descent leaves behind for people to look at: how much it culled
// at each depth, and where it ended.
type Trail struct {
	// Levels start with the pair of roots; trails of several searches add up.
	Levels []Level
	// Ends are the pairs below which nothing was left: pairs of leaves, and pairs
	// all of whose children were apart. Up to Most are kept, then Cut is set.
	Ends []NodePair
	Most int
	Cut  bool
	next []NodePair
	now  []NodePair
}

// Reset forgets the trail but keeps its memory.
func (t *Trail) Reset() { t.Levels, t.Ends, t.Cut = t.Levels[:0], t.Ends[:0], false }

// Follow adds what Run would do from the roots, breadth first; it decides no
// contacts. It takes about the time of Run without its leaves, and memory for the
// widest depth.
func (w *Worker) Follow(s *Search, t *Trail) {
	start := func(dst []NodePair) []NodePair { return w.keep(s, s.Root(), dst) }
	t.follow(w, start, s.atLeaves, func(p NodePair, dst []NodePair) []NodePair { return w.expand(s, p, dst) })
}

// Follow adds what Run would do from the roots, as Worker.Follow.
func (d *Descent[V, P]) Follow(w *Worker, s *Volumes[V, P], t *Trail) {
	start := func(dst []NodePair) []NodePair { return d.keep(w, s, s.Root(), dst) }
	leaves := func(p NodePair) bool {
		a, b, _ := p.sides()
		return s.treeA.Nodes[a].IsLeaf() && s.treeB.Nodes[b].IsLeaf()
	}
	t.follow(w, start, leaves, func(p NodePair, dst []NodePair) []NodePair { return d.expand(w, s, p, dst) })
}

// Nodes returns the nodes of a pair, whichever tree is to be descended next.
func (p NodePair) Nodes() (a, b int32) {
	a, b, _ = p.sides()
	return a, b
}

func (t *Trail) follow(w *Worker, start func([]NodePair) []NodePair, leaves func(NodePair) bool, expand func(NodePair, []NodePair) []NodePair) {
	before := w.BVTests
	now, next := start(t.now[:0]), t.next[:0]
	t.count(0, w.BVTests-before, 1-int64(len(now)))
	for depth := 1; len(now) > 0; depth++ {
		next = next[:0]
		var culled int64
		before = w.BVTests
		for _, p := range now {
			if leaves(p) {
				t.end(p)
				continue
			}
			n, tested := len(next), w.BVTests
			next = expand(p, next)
			// Within one surface a node paired with itself is kept untested.
			kept := int64(len(next)-n) - untested(p, next[n:])
			culled += w.BVTests - tested - kept
			if len(next) == n {
				t.end(p)
			}
		}
		t.count(depth, w.BVTests-before, culled)
		now, next = next, now
	}
	t.now, t.next = now, next
}

// untested counts the children that were kept without a test.
func untested(p NodePair, children []NodePair) (n int64) {
	if a, b, _ := p.sides(); a != b {
		return 0
	}
	for _, c := range children {
		if a, b, _ := c.sides(); a == b {
			n++
		}
	}
	return n
}

func (t *Trail) end(p NodePair) {
	if len(t.Ends) < t.Most {
		t.Ends = append(t.Ends, p)
	} else {
		t.Cut = true
	}
}

func (t *Trail) count(depth int, tested, culled int64) {
	if tested == 0 && depth >= len(t.Levels) {
		return
	}
	for len(t.Levels) <= depth { // the roots of one surface were kept untested
		t.Levels = append(t.Levels, Level{})
	}
	t.Levels[depth].Tested += tested
	t.Levels[depth].Culled += culled
}
