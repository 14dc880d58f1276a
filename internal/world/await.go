package world

// maxInlineTriangles is the largest number of triangles for which await runs work in the
// calling goroutine, even if the search can be cancelled: work on 16,384 triangles takes
// 20 to 40 ms.
const maxInlineTriangles = 1 << 14

// await runs work, which cannot be interrupted, and reports whether it finished before the
// search was cancelled. The number of triangles estimates how long work takes. If the
// search is cancelled first, work goes on and its product serves the next query, so that
// repeated queries finish even if each has a smaller budget than a build needs. work fills
// caches of a model, which SetVertices waits for, and must not touch the world.
func (w *World) await(triangles int, work func()) bool {
	if triangles <= maxInlineTriangles || !w.Control.Stoppable() {
		work()
		return true
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	return w.Control.Wait(done)
}

// build calls await and adds its time to Stats.Build.
func (w *World) build(triangles int, work func()) bool {
	start := Clock()
	defer func() { w.Stats.Build += Clock() - start }()
	return w.await(triangles, work)
}

// NeedTree gives the surface of a mesh body its tree of boxes. It returns false if the
// search was stopped first. An engine that called Treeless calls NeedTree, from one
// goroutine, before it descends the tree.
func (w *World) NeedTree(i int) bool {
	b := &w.bodies[i]
	if b.model == nil || b.surface.Tree != nil {
		return true
	}
	m, workers := b.model, w.Workers
	if m.leaves.Load() == nil && !w.build(m.Triangles(), func() { m.leafTriangles(workers) }) {
		return false
	}
	b.surface.Tree, b.surface.Leaves = m.Tree(workers), m.leafTriangles(workers)
	return true
}
