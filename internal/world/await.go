package world

// stopless is up to how many triangles nothing takes long: 20 to 40 ms.
const stopless = 1 << 14

// await does work on so many triangles that knows no stopping and returns true; false
// where the search was stopped before it was done. The work then goes on: what it makes
// serves the next query, so that queries with a budget less than a build come to an end
// one day. It must hold a lock of the model, for which SetVertices waits, and not touch
// the world.
func (w *World) await(triangles int, work func()) bool {
	if triangles <= stopless || !w.Control.Stoppable() {
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

// build is await, adding the time to Stats.Build.
func (w *World) build(triangles int, work func()) bool {
	start := Clock()
	defer func() { w.Stats.Build += Clock() - start }()
	return w.await(triangles, work)
}

// NeedTree gives a mesh body's surface its tree of boxes; false means that the search
// was stopped before. An engine that set treeless calls it, from one goroutine, before
// it descends one.
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
