package broad

import (
	"math"
	"slices"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// kept holds the pairs of boxes enlarged by a margin, and tests only those pairs
// while boxes stay within their large ones (Verlet, "Computer 'Experiments' on
// Classical Fluids", Physical Review 159, 1967, for particles). Each body's margin
// follows its speed, so that bodies at rest need none. Bodies that leave their large box
// are loose: they are compared with all others, until that has cost as much as finding
// the pairs to keep again.
//
// It is the part of Auto for coherent motion; another phase finds the pairs to keep.
type kept struct {
	enlarged
	// age counts the calls since the boxes were enlarged, that one counted as 1; 0 when nothing is
	// kept. used counts those that were answered by the pairs.
	age, used int
	// loose bodies are marked, too.
	loose  []int32
	marked []bool
	// spent is what all calls since have cost, lost what loose bodies did, allowed what
	// that may be.
	spent, lost, allowed float64
	forecast

	boxes []geom.AABB
	join  joiner
	find  func(worker, lo, hi int, dst []Pair) []Pair
}

// enlarged are boxes with margins, and the pairs among them.
type enlarged struct {
	fat    []geom.AABB
	pairs  []Pair
	origin []geom.Vec // lower corners when the boxes were enlarged
}

// Costs in the unit of work.cost: insideCost of testing whether a box is within its large
// one, enlargeCost of making a large box, keptCost of comparing a kept pair.
const (
	insideCost  = 2
	enlargeCost = 8
	keptCost    = 1.5
)

// minSpeed is the lowest speed that margins allow for, as a multiple of the mean speed.
const minSpeed = 1.25

// mostEnlarged is the number of pairs of n enlarged boxes that are kept: more cost more than they save, and 2^25 take 0.25 GB.
func mostEnlarged(n int) int { return min(256*n, 1<<25) }

// keptGrain is the number of kept pairs that a worker takes at a time.
const keptGrain = 1 << 13

// motion holds how far bodies move between two calls, mean and most, and their size.
type motion struct{ mean, most, size float64 }

// maxCall bounds what a call may cost while pairs are kept, in units of a search without margins.
const maxCall = 1.25

// foresee returns the forecast of least average cost, of those in which no call costs more than maxCall
// allows, and an infinite average if every forecast has a dearer one. It is for boxes that have that number of pairs, which finding
// costs. If n boxes of mean extent w grow by m on every side, their number of pairs grows as
// (1 + 2m/w)³. The cost of finding those pairs was fitted to BenchmarkMotions.
func (m motion) foresee(n, pairs int, cost float64) forecast {
	best := forecast{average: math.Inf(1)}
	memory := 1 + float64(n)/(1<<19) // large boxes and kept pairs fall out of the caches
	for k := 4; k <= 96; k += k / 3 {
		growth := 1 + 2*moves(k)*minSpeed*m.mean/m.size
		growth *= growth * growth
		look := insideCost*float64(n) + keptCost*growth*float64(pairs)
		find := 1.4*cost + 2*foundCost*(growth-1)*float64(pairs) + enlargeCost*float64(n)
		for _, p := range paces {
			f := forecast{k, p, memory * (look + find/float64(k-p.lead))}
			// A search that takes longer than half of what margins last would be overtaken by the next one.
			if k >= 2*p.lead && memory*(look+p.share*find) <= maxCall*cost && f.average < best.average {
				best = f
			}
		}
	}
	return best
}

// moves returns the number of moves that margins must allow for in the given number of
// calls: one less, because the first call needs none, and a quarter for rounding.
func moves(calls int) float64 { return float64(calls) - 0.75 }

// enlarge makes large boxes, whose margins last for the given number of calls at the
// measured speed: the body's own since the boxes kept now were enlarged, or that of the fastest
// body of a sample.
func (k *kept) enlarge(into *enlarged, boxes []geom.AABB, calls int, m motion) {
	known := k.age > 0 && len(k.origin) == len(boxes)
	into.fat, into.origin = sized(into.fat, len(boxes)), sized(into.origin, len(boxes))
	// Bodies at rest tremble, and one that turned back looks slower than it is.
	least := max(m.size/64, moves(calls)*minSpeed*m.mean)
	ahead := moves(calls) / float64(max(k.age, 1))
	for i := range boxes {
		b := &boxes[i]
		margin := moves(calls) * m.most
		if known {
			d := b.Min.Sub(k.origin[i]).Abs()
			margin = float64(max(d.X, d.Y, d.Z) * ahead)
		}
		if margin = max(margin, least); !(margin <= m.size) {
			margin = m.size // fast, or unbounded: it will be loose
		}
		into.fat[i], into.origin[i] = b.Inflated(margin), b.Min
	}
}

// begin keeps the pairs of the large boxes; cost is that of finding them.
func (k *kept) begin(cost float64, f forecast) {
	if len(k.marked) != len(k.fat) { // loose refers to another number of bodies
		k.marked, k.loose = make([]bool, len(k.fat)), k.loose[:0]
	}
	for _, i := range k.loose {
		k.marked[i] = false
	}
	k.loose, k.age, k.used, k.forecast = k.loose[:0], 0, 0, f
	k.spent, k.lost, k.allowed = cost+enlargeCost*float64(len(k.fat)), 0, cost
}

// end forgets what is kept.
func (k *kept) end() { k.age = 0 }

// follow appends the pairs of boxes that moved a little. It returns false if comparing
// the loose bodies would cost more than allowed.
func (k *kept) follow(boxes []geom.AABB, workers int, dst []Pair) ([]Pair, bool) {
	for i := range boxes {
		if !within(&boxes[i], &k.fat[i]) && !k.marked[i] {
			k.marked[i] = true
			k.loose = append(k.loose, int32(i))
			if k.lost+k.looseWork() > k.allowed {
				return dst, false
			}
		}
	}
	k.boxes = boxes
	if k.find == nil {
		k.find = k.lookRange
	}
	dst = k.join.pairs(0, len(k.pairs), workers, keptGrain, dst, k.find)
	dst = k.meetLoose(dst)
	k.boxes = nil
	lost := k.looseWork()
	k.age++
	k.used++
	k.lost += lost
	k.spent += lost + insideCost*float64(len(boxes)) + keptCost*float64(len(k.pairs))
	return dst, true
}

func (k *kept) looseWork() float64 { return largeCost * float64(len(k.loose)) * float64(len(k.fat)) }

// within reports whether b lies in its large box c; a NaN lies nowhere.
func within(b, c *geom.AABB) bool {
	return c.Min.X <= b.Min.X && b.Max.X <= c.Max.X &&
		c.Min.Y <= b.Min.Y && b.Max.Y <= c.Max.Y && c.Min.Z <= b.Min.Z && b.Max.Z <= c.Max.Z
}

// lookRange appends those of a range of kept pairs whose boxes overlap, except pairs with
// a loose body.
func (k *kept) lookRange(_, lo, hi int, dst []Pair) []Pair {
	pairs := k.pairs[lo:hi]
	n := len(dst)
	dst = slices.Grow(dst, len(pairs))[:n+len(pairs)]
	found := dst[n:]
	found = found[:simd.Best().OverlapPairs(bare(found), bare(pairs), corners(k.boxes))]
	if len(k.loose) > 0 {
		found = slices.DeleteFunc(found, func(p Pair) bool { return k.marked[p.A] || k.marked[p.B] })
	}
	return dst[:n+len(found)]
}

// bare sees pairs as the kernels do.
func bare(pairs []Pair) [][2]int32 {
	return unsafe.Slice((*[2]int32)(unsafe.Pointer(unsafe.SliceData(pairs))), len(pairs))
}

// meetLoose compares loose bodies with all others.
func (k *kept) meetLoose(dst []Pair) []Pair {
	for _, a := range k.loose {
		box := &k.boxes[a]
		for i := range k.boxes {
			if box.Overlaps(&k.boxes[i]) && int32(i) != a && (!k.marked[i] || int32(i) > a) {
				dst = append(dst, pairOf(uint32(a), uint32(i)))
			}
		}
	}
	return dst
}
