package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// AntsOptions configure colonies; zero fields take the defaults in brackets.
type AntsOptions struct {
	// Seed makes the random choices.
	Seed uint64
	// Ants is how many walk in one round [8], Rounds how many rounds a colony has [8].
	Ants, Rounds int
	// Alpha [1] weighs pheromone, in [0.5, 3], Beta [2] nearness, in [0.5, 5]; Rho [0.1]
	// is the evaporation, in [0.01, 0.99].
	Alpha, Beta, Rho float64
	// Solutions is how many the optimisation operator draws [8], Patience after how
	// many rounds without a better solution a colony has stagnated [2].
	Solutions, Patience int
	// NoOperator leaves colonies that stagnate as they are. NoMemory starts every colony
	// without the best walk and the parameters of its pair's last one.
	NoOperator, NoMemory bool
}

// Fill sets the defaults.
func (o *AntsOptions) Fill() {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Ants, 8}, {&o.Rounds, 8}, {&o.Solutions, 8}, {&o.Patience, 2}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	if o.Alpha <= 0 {
		o.Alpha = 1
	}
	if o.Beta <= 0 {
		o.Beta = 2
	}
	if o.Rho <= 0 {
		o.Rho = 0.1
	}
	p := trailParams{o.Alpha, o.Beta, o.Rho}
	p.clamp()
	o.Alpha, o.Beta, o.Rho = p.alpha, p.beta, p.rho
}

// trailParams are a colony's own, which the operator crosses.
type trailParams struct{ alpha, beta, rho float64 }

func (p *trailParams) clamp() {
	p.alpha, p.beta, p.rho = min(max(p.alpha, 0.5), 3), min(max(p.beta, 0.5), 5), min(max(p.rho, 0.01), 0.99)
}

// Colony is an ant colony that looks for a contact of one pair of bodies (sub-colony
// of the OOCDA paper, Journal of Jilin University, Engineering and Technology, 2017,
// repaired: the paper's sub-colony is a body, and a hit would lose its other
// partners). An ant walks down the test tree of the two 18-DOP hierarchies, from
// node pair to node pair, choosing the next in proportion to
// pheromone^α · (1/(distance + ε))^β. Its walk, the pairs it visits, is a solution, the
// sum of distance + ε its length; it ends at nodes that are apart or at two
// triangles, which are tested exactly. A node all of whose children are apart is apart
// from then on. Distances are those of simd.Gap, so what a colony calls a contact is one,
// and what it does not find may still be there.
type Colony struct {
	A, B *PosedBlocks
	// Kind names the two hierarchies: lanes mean the same in colonies of equal Kind.
	Kind [2]uint64
	// Witness is a contact, once Found.
	Witness Pair
	Found   bool
	// Best is the length of the shortest walk so far, +Inf before the first.
	Best float64
	// Tests are the volume and triangle tests since Reset.
	Tests int

	params    trailParams
	tau       float64 // of pairs that nobody has visited
	most      float64 // τmax, 0 before the first walk
	trails    []trail
	best      Walk // the shortest
	walk      Walk
	path      [mostWalk]int16 // the trails along walk
	guide     Walk            // what the first ant follows
	given     []solution      // of the operator, to be taken in by the next round
	crossed   trailParams     // that the operator gives
	stagnated int
	apart     bool // all that ants can come to is
	random    uint64
	eps       float64
}

// Walk is a way down a test tree: the lane chosen at each test.
type Walk struct {
	lanes [mostWalk]uint8
	n     int
}

func (k *Walk) add(lane int) {
	k.lanes[k.n] = uint8(lane)
	k.n++
}

// solution is a walk with the pheromone that it brings.
type solution struct {
	walk   Walk
	amount float64
}

// trail is a node of the test tree that ants have come to, as test is.
type trail struct {
	lane, block int32
	inB         bool
	lanes       uint8
	distance    [simd.Lanes]float32 // above 0: apart
	tau         [simd.Lanes]float64
	child       [simd.Lanes]int16
	// sum are the running sums of what ants choose by, once weighed.
	sum     [simd.Lanes]float64
	weighed bool
}

// RoundSteps is the most volume and triangle tests of a round of a colony. It is what a
// budget of steps grants a round.
const RoundSteps = 256

const (
	mostTrails = 512 // of a colony; ants turn back where there are more
	mostWalk   = 16  // tests on a walk
	walkSteps  = mostWalk * simd.Lanes
)

// Reset makes the colony that of a pair, with nothing known. key and the seed are
// all that its choices depend on.
func (c *Colony) Reset(o *AntsOptions, a, b *PosedBlocks, key uint64) {
	*c = Colony{
		A: a, B: b, Best: math.Inf(1), params: trailParams{o.Alpha, o.Beta, o.Rho}, tau: 1,
		trails: c.trails[:0], given: c.given[:0],
		random: o.Seed ^ (key+1)*0x9e3779b97f4a7c15,
	}
	// ε is small next to the bodies, so that touching nodes count as near.
	c.eps = 0x1p-7*float64(min(a.Shape.Girth[0], b.Shape.Girth[0])) + math.SmallestNonzeroFloat32
}

// Meet reports whether the volumes around the two bodies are not apart. It is one volume
// test, which is in Tests.
func (c *Colony) Meet(w *Worker) bool {
	c.Tests++
	w.BVTests++
	return !(simd.GapOne(&c.A.Volumes[0], 0, &c.B.Volumes[0], 0) > 0)
}

// Over reports whether the colony has found a contact or has nowhere left to look.
func (c *Colony) Over() bool { return c.Found || c.apart }

// Round lets the ants walk once, then evaporates the pheromone and lays that of the
// shortest walk. A walk begins only while the round has taken fewer than limit tests. The
// round takes fewer than limit + RoundSteps/2 tests.
func (c *Colony) Round(level simd.Level, w *Worker, o *AntsOptions, limit int) {
	from, triangles := c.Tests, w.PrimitiveTests
	if len(c.trails) == 0 {
		c.reach(level, trail{block: c.B.Shape.Child[0]})
	}
	for i := range c.given {
		if c.Tests-from < limit {
			c.takeIn(level, &c.given[i])
		}
	}
	c.given = c.given[:0]
	improved := false
	for range o.Ants {
		if c.Over() || c.Tests-from >= limit {
			break
		}
		if s := c.ant(level, w); s < c.Best || c.Found { // a contact is the best there is
			c.Best, c.best, improved = s, c.walk, true
		}
	}
	w.BVTests += int64(c.Tests-from) - (w.PrimitiveTests - triangles)
	c.stagnated++
	if improved {
		c.stagnated = 0
		c.limit(1 / float64((1-c.params.rho)*c.Best))
	}
	c.evaporate()
	c.lay(&c.best, 1/c.Best)
}

// reach adds a trail, its distances taken.
func (c *Colony) reach(level simd.Level, t trail) int16 {
	of, block := c.sides(&t)
	t.lanes = block.Shape.Lanes[t.block]
	level.Gap(&t.distance, &of.Volumes[t.lane/simd.Lanes], int(t.lane%simd.Lanes), &block.Volumes[t.block])
	c.Tests += int(t.lanes)
	for i := range t.tau {
		t.tau[i] = c.tau
	}
	c.trails = append(c.trails, t)
	return int16(len(c.trails) - 1)
}

func (c *Colony) sides(t *trail) (of, block *PosedBlocks) {
	if t.inB {
		return c.B, c.A
	}
	return c.A, c.B
}

// ant walks once and returns the walk's length.
func (c *Colony) ant(level simd.Level, w *Worker) (length float64) {
	c.walk.n = 0
	at, ok := int16(0), true
	for ok && c.walk.n < mostWalk {
		t := &c.trails[at]
		lane := c.pick(t)
		c.path[c.walk.n] = at
		c.walk.add(lane)
		d := float64(max(t.distance[lane], 0))
		length += d + c.eps
		if d > 0 {
			break
		}
		at, ok = c.descend(level, at, lane, w)
	}
	c.guide.n = 0
	c.prune()
	return length
}

// pick returns the lane that the guide names, as long as that leads on, or one at random.
func (c *Colony) pick(t *trail) int {
	if c.walk.n < c.guide.n {
		if lane := c.guide.lanes[c.walk.n]; lane < t.lanes && !(t.distance[lane] > 0) {
			return int(lane)
		}
		c.guide.n = 0
	}
	return c.choose(t)
}

// descend returns the trail below a lane, or false at its end. Triangles are tested unless
// w is nil.
func (c *Colony) descend(level simd.Level, at int16, lane int, w *Worker) (below int16, ok bool) {
	t := &c.trails[at]
	if t.child[lane] != 0 {
		return t.child[lane], true
	}
	next, ok := c.next(t, lane, w)
	if !ok {
		return 0, false
	}
	below = c.reach(level, next)
	c.trails[at].child[lane] = below
	return below, true
}

// prune marks the nodes of the walk whose children are all apart.
func (c *Colony) prune() {
	for i := c.walk.n - 1; i >= 0; i-- {
		near := float32(math.Inf(1))
		for _, d := range c.trails[c.path[i]].distance {
			if !(d > 0) {
				return
			}
			near = min(near, d)
		}
		if i == 0 {
			c.apart = true
			return
		}
		above := &c.trails[c.path[i-1]]
		above.distance[c.walk.lanes[i-1]], above.weighed = near, false
	}
}

// next tests two triangles exactly, unless w is nil, or returns the test that takes a lane
// apart.
func (c *Colony) next(t *trail, lane int, w *Worker) (next trail, ok bool) {
	of, block := c.sides(t)
	node := simd.Lanes*t.block + int32(lane)
	x, y := of.Shape.Child[t.lane], block.Shape.Child[node]
	switch {
	case x < 0 && y < 0:
		if w != nil {
			c.exact(t, lane, ^x, ^y, w)
		}
		return next, false
	case len(c.trails) == mostTrails:
		return next, false
	case y < 0 || x > 0 && of.Shape.Girth[t.lane] > block.Shape.Girth[node]:
		return trail{lane: node, block: x, inB: !t.inB}, true
	}
	return trail{lane: t.lane, block: y, inB: t.inB}, true
}

// exact tests triangles. Those that do not touch count as apart from now on.
func (c *Colony) exact(t *trail, lane int, x, y int32, w *Worker) {
	of, block := c.sides(t)
	var p, q geom.Triangle
	of.triangle(x, &p)
	block.triangle(y, &q)
	c.Tests++
	w.PrimitiveTests++
	if !w.Tally.TriangleTriangle(&p, &q) {
		t.distance[lane], t.weighed = float32(c.eps), false
		return
	}
	if t.inB {
		x, y = y, x
	}
	c.Found, c.Witness = true, Pair{uint32(x), uint32(y)}
	if w.First {
		w.end(Found)
	}
}

// choose picks a lane by roulette.
func (c *Colony) choose(t *trail) int {
	if !t.weighed {
		c.weigh(t)
	}
	x := float64(c.uniform() * t.sum[t.lanes-1])
	for i := range int(t.lanes) - 1 {
		if x < t.sum[i] {
			return i
		}
	}
	return int(t.lanes) - 1
}

// weigh sums up what the lanes are chosen by.
func (c *Colony) weigh(t *trail) {
	total, scale := 0.0, c.most
	if scale == 0 {
		scale = 1
	}
	for i := range int(t.lanes) {
		near := 1 / (float64(max(t.distance[i], 0))/c.eps + 1)
		total += float64(power(t.tau[i]/scale, c.params.alpha) * power(near, c.params.beta))
		t.sum[i] = total
	}
	t.weighed = true
}

// power is math.Pow, quick for the exponents that colonies begin with.
func power(x, e float64) float64 {
	switch e {
	case 1:
		return x
	case 2:
		return x * x
	}
	return math.Pow(x, e)
}

// uniform is the next number of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) in
// [0, 1).
func (c *Colony) uniform() float64 {
	c.random += 0x9e3779b97f4a7c15
	z := c.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * 0x1p-53
}
