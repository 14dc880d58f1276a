package broad

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// plan lays a grid of rows over a scene: sweep is the axis along the rows, across
// the two others. Coordinates become fixed-point numbers by maps that are monotone,
// rounding and clamping included, so that the order of any two is kept or becomes
// equality: boxes whose fixed-point boxes are apart are apart.
type plan struct {
	fix simd.FixMap
	// rowBits is the number of bits of a row's number on each axis across, keyBits the
	// number of bits of a coordinate along the sweep.
	rowBits [2]uint
	keyBits uint
	// sortBits is the number of bits of a sort key.
	sortBits uint
	// cost is the expected cost of a box, in items.
	cost float64
}

const (
	// subBits is the resolution across a row in bits: 16, which the kernel compares.
	subBits = 16
	// minKeyBits is the least resolution along the sweep in bits. With fewer, rounding
	// makes too many false candidates.
	minKeyBits = 10
)

// planSamples is the number of boxes that a plan is made from. More gave no better plans.
const planSamples = 256

// Costs in nanoseconds on a Zen 5 at 100,000 boxes: itemCost of an item of the grid (made,
// sorted, gathered), blockCost of a block of the sweep, doubtCost of a hit compared in
// float64, largeCost of two boxes compared in a loop over all. Their ratios choose the
// rows.
const (
	itemCost  = 20
	blockCost = 4
	doubtCost = 6
	largeCost = 3
)

// spread describes the boxes of a sample on an axis: lo and hi bound the middle ones, size
// is the median extent.
type spread struct{ lo, hi, size float64 }

// makePlan chooses the sweep's axis and the rows that cost least if boxes are alike
// and evenly spread, judged by a sample. The sample's outliers do not count:
// what lies beyond the grid is clamped to its border.
func makePlan(boxes []geom.AABB, scratch []float64) plan {
	var axes [3]spread
	for axis := range axes {
		axes[axis] = spreadOf(boxes, axis, scratch)
	}
	best := plan{cost: math.Inf(1)}
	for sweep := range 3 {
		p := plan{sortBits: sortBits(len(boxes))}
		p.fix.Sweep, p.fix.Across = sweep, [2]int{(sweep + 1) % 3, (sweep + 2) % 3}
		p.chooseRows(len(boxes), &axes)
		if p.cost < best.cost {
			best = p
		}
	}
	best.lay(&axes)
	return best
}

// sortBits is twice the width of a radix whose counters cost less than the items.
func sortBits(n int) uint {
	switch {
	case n < 1<<12:
		return 18
	case n < 1<<15:
		return 20
	}
	return 24
}

// spreadOf takes the quantiles of a sample.
func spreadOf(boxes []geom.AABB, axis int, scratch []float64) spread {
	m, samples := 0, min(len(boxes), planSamples)
	lo, hi, size := scratch[:planSamples], scratch[planSamples:2*planSamples], scratch[2*planSamples:3*planSamples]
	for k := range samples {
		if b := &boxes[k*len(boxes)/samples]; !b.IsEmpty() {
			lo[m], hi[m] = b.Min.At(axis), b.Max.At(axis)
			size[m] = hi[m] - lo[m]
			m++
		}
	}
	if m == 0 {
		return spread{}
	}
	lo, hi, size = lo[:m], hi[:m], size[:m]
	slices.Sort(lo)
	slices.Sort(hi)
	slices.Sort(size)
	cut := m / 50
	s := spread{lo: lo[cut], hi: hi[m-1-cut], size: size[m/2]}
	margin := 0.02 * (s.hi - s.lo)
	s.lo, s.hi = s.lo-margin, s.hi+margin
	return s
}

// share is the part of the axis that a box covers.
func (s *spread) share() float64 {
	if r := s.size / (s.hi - s.lo); r >= 0 && r <= 1 {
		return r
	}
	return 1
}

// chooseRows minimises the expected cost over powers of two of rows on each axis
// across. A box lies in (1+r·rows) rows of an axis when it covers the share r, and
// meets in a row those that begin within its share of the sweep.
func (p *plan) chooseRows(n int, axes *[3]spread) {
	along := axes[p.fix.Sweep].share()
	ry, rz := axes[p.fix.Across[0]].share(), axes[p.fix.Across[1]].share()
	p.cost = math.Inf(1)
	for by := uint(0); by+minKeyBits <= p.sortBits; by++ {
		ny := float64(int(1) << by)
		for bz := uint(0); by+bz+minKeyBits <= p.sortBits; bz++ {
			nz := float64(int(1) << bz)
			items := (1 + ny*ry) * (1 + nz*rz)
			window := float64(n) * items * along / (ny * nz)
			if cost := items * (itemCost + blockCost*(1+window/16)); cost < p.cost {
				p.cost, p.rowBits = cost, [2]uint{by, bz}
			}
		}
	}
}

// lay sets the maps.
func (p *plan) lay(axes *[3]spread) {
	p.keyBits = p.sortBits - p.rowBits[0] - p.rowBits[1]
	p.axis(p.fix.Sweep, p.keyBits, &axes[p.fix.Sweep])
	for k, axis := range p.fix.Across {
		p.axis(axis, p.rowBits[k]+subBits, &axes[axis])
	}
}

func (p *plan) axis(axis int, bits uint, s *spread) {
	units := float64(int64(1) << bits)
	origin, scale := s.lo, units/(s.hi-s.lo)
	if origin-origin != 0 { // infinite or NaN
		origin = 0
	}
	if !(scale > 0 && scale <= math.MaxFloat64) {
		scale = math.SmallestNonzeroFloat64 // too narrow, too wide or not finite: one row
	}
	p.fix.Origin[axis], p.fix.Scale[axis], p.fix.Limit[axis] = origin, scale, units-1
}
