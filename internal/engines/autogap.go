package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// keptGap is a pair of bodies and how far apart they were.
type keptGap struct {
	pair broad.Pair
	narrow.Gap
	// held counts the queries that the distance has answered, up to gapWorth.
	held     uint8
	patience // of measuring
	// spent is the number of tests of searches in bvh's trees since the pair last touched.
	spent int64
}

const (
	// wideWorth is the number of tests in bvh's trees for which a triangle is put into a wide tree: 3 µs without kernels, at 30 to 50 ns
	// a test. A pair that bvh's trees serve gets wide trees when its searches have cost as much as those will.
	wideWorth = 64
	// maxGaps is the number of pairs whose Gap a worker keeps, a power of two: 110 kB.
	maxGaps = 1 << 8
	// gapWorth is the number of queries that a distance must answer so that measuring it was worth
	// the time, which is about that of a search.
	gapWorth = 2
)

// holdsGap reports whether two meshes that were apart have come too little closer to touch.
func (e *wideEngine) holdsGap(worker int, p broad.Pair) bool {
	own := &e.own[worker]
	if own.gaps == nil {
		return false
	}
	k := &own.gaps[placeOfGap(p)]
	if k.pair != p || !k.Known() {
		return false
	}
	t := &e.workers[worker].Worker
	if !t.Step() {
		return false
	}
	t.BVTests++
	return k.answers(e.world.PosedMesh(p.A), e.world.PosedMesh(p.B))
}

// answers reports whether the distance says that the pair is still apart. One that does not is forgotten.
func (k *keptGap) answers(a, b narrow.PosedMesh) bool {
	if k.Holds(a, b) {
		if k.held = min(k.held+1, gapWorth); k.held == gapWorth {
			k.failing = 0
		}
		return true
	}
	if k.Forget(); k.held < gapWorth {
		k.fail()
	}
	return false
}

// keepFar is keepGap for two meshes that the balls around them show to be apart. Of small ones that are all there are it keeps the distance
// of the balls.
func (e *wideEngine) keepFar(worker int, p broad.Pair, s *wideSearch) {
	if twoMeshes(e.world) && e.world.Surface(0).Small() && e.world.Surface(1).Small() {
		e.rememberApart(e.world, s.Between())
		return
	}
	e.keepGap(worker, p)
}

// keepGap measures how far two meshes are apart that the worker's search found apart, from the second such search in a
// row on. Small ones have a Parting.
func (e *wideEngine) keepGap(worker int, p broad.Pair) {
	a, b := e.world.Surface(int(p.A)), e.world.Surface(int(p.B))
	if p.A == p.B || a.Small() && b.Small() {
		return
	}
	own := &e.own[worker]
	if own.gaps == nil {
		own.gaps = make([]keptGap, maxGaps)
	}
	k := &own.gaps[placeOfGap(p)]
	switch {
	case k.pair != p:
		*k = keptGap{pair: p}
	case k.waits():
	default:
		k.Measure(&e.workers[worker].Worker, &own.descent, &own.search.Wide, e.world.Version(int(p.A)), e.world.Version(int(p.B)))
		if k.held = 0; !k.Known() {
			k.fail()
		}
	}
}

// placeOfGap is placeOfParting for fewer pairs.
func placeOfGap(p broad.Pair) int { return placeOfParting(p) & (maxGaps - 1) }
