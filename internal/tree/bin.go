package tree

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
)

// bins is the number of bins per axis.
const bins = 16

// grid maps centroids to bins along one axis.
type grid struct{ origin, scale float64 }

// gridOf returns the grid over the centroids' range; scale is 0 when that is too
// narrow, too wide or not finite to be binned.
func gridOf(centers *geom.AABB, axis int) grid {
	lo, hi := centers.Min.At(axis), centers.Max.At(axis)
	s := bins * (1 - 1e-6) / (hi - lo)
	if !(s < math.MaxFloat64) {
		s = 0
	}
	return grid{lo, s}
}

func (g grid) bin(x float64) int {
	if g.scale == 0 {
		return 0 // x − origin may be infinite
	}
	return int(float64(g.scale * (x - g.origin)))
}

type bin struct {
	box   geom.AABB
	count int
}

type binSet [3][bins]bin

func (s *binSet) clear() {
	for a := range s {
		for i := range s[a] {
			s[a][i] = bin{box: geom.EmptyAABB()}
		}
	}
}

// merge adds o. Minima, maxima and counts do not depend on the order, hence the
// tree does not depend on the number of workers.
func (s *binSet) merge(o *binSet) {
	for a := range s {
		for i := range s[a] {
			s[a][i].box.Include(&o[a][i].box)
			s[a][i].count += o[a][i].count
		}
	}
}

// plane is a split: the axis and the last bin of the left side.
type plane struct{ axis, last int }

// bestPlane returns the split with the least sum of count × half area, and that
// sum; axis −1 when no plane separates anything.
func (b *sahBuilder) bestPlane(lo, hi int, centers *geom.AABB) (best plane, cost float64) {
	var s binSet
	b.fill(&s, lo, hi, centers)
	best, cost = plane{axis: -1}, math.Inf(1)
	for a := range s {
		if gridOf(centers, a).scale == 0 {
			continue
		}
		if i, c := s.cheapest(a); c < cost || best.axis < 0 && i >= 0 {
			best, cost = plane{a, i}, c
		}
	}
	return best, cost
}

func (b *sahBuilder) fill(s *binSet, lo, hi int, centers *geom.AABB) {
	s.clear()
	if hi-lo < parallelBins || b.workers == 1 {
		b.fillRange(s, lo, hi, centers)
		return
	}
	sets := make([]binSet, b.workers)
	for i := range sets {
		sets[i].clear()
	}
	par.For(hi-lo, b.workers, 1<<13, func(w, from, to int) {
		b.fillRange(&sets[w], lo+from, lo+to, centers)
	})
	for i := range sets {
		s.merge(&sets[i])
	}
}

func (b *sahBuilder) fillRange(s *binSet, lo, hi int, centers *geom.AABB) {
	x, y, z := gridOf(centers, 0), gridOf(centers, 1), gridOf(centers, 2)
	for i := lo; i < hi; i++ {
		p := &b.prims[i]
		c := p.box.Center()
		s[0][x.bin(c.X)].add(&p.box)
		s[1][y.bin(c.Y)].add(&p.box)
		s[2][z.bin(c.Z)].add(&p.box)
	}
}

func (b *bin) add(box *geom.AABB) {
	b.box.Include(box)
	b.count++
}

// cheapest sweeps the bins of one axis; last is −1 when all are in one bin.
func (s *binSet) cheapest(axis int) (last int, cost float64) {
	var right [bins]float64
	box, count := geom.EmptyAABB(), 0
	for i := bins - 1; i > 0; i-- {
		box.Include(&s[axis][i].box)
		count += s[axis][i].count
		right[i] = float64(float64(count) * box.HalfArea())
		if count == 0 {
			right[i] = -1 // nothing to the right
		}
	}
	last, cost = -1, math.Inf(1)
	box, count = geom.EmptyAABB(), 0
	for i := range bins - 1 {
		box.Include(&s[axis][i].box)
		count += s[axis][i].count
		if count == 0 || right[i+1] < 0 {
			continue
		}
		c := float64(float64(count)*box.HalfArea()) + right[i+1]
		if last < 0 || c < cost {
			last, cost = i, c
		}
	}
	return last, cost
}
