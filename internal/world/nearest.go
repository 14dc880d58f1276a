package world

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/round"
)

// Nearest answers how near the bodies of a world are to each other.
type Nearest struct {
	spanner spanner
	phase   broad.Auto
	pairs   []nearbyPair
	list    []broad.Pair
	grown   []geom.AABB
	order   []int32
	solids  Containment
	movers  movers
	// few reports that movers search, since most bodies are immovable.
	few bool
	// last is the pair that was nearest before, where a new query begins.
	last broad.Pair
	// Spans are the answers of the last query.
	Spans []Span
	// Reason is why the containment of a pair, or whether it touches, could not be decided, "" where all were.
	Reason string
	// wide is why a distance is not known well.
	wide string
}

// nearbyPair is a pair of bodies and a lower bound of its distance.
type nearbyPair struct {
	broad.Pair
	lo float64
}

// Question is what Nearest is asked.
type Question struct {
	By Ranging
	// Own measures where By is ByOwn.
	Own OwnMeasurer
	// Solid makes containment in closed meshes a distance of 0; Orient is its rule.
	Solid bool
	// Surfaces leaves out containment that cannot be decided, as of meshes that are not closed,
	// which under Solid is a reason for an incomplete answer.
	Surfaces bool
	Orient   narrow.Orientation
	// Within is the greatest distance of pairs that are listed, +Inf for all.
	Within float64
	// Allowed is the relative error of distances that is allowed, 0 for exact ones.
	Allowed float64
	// Contacts are all contacts between different bodies, sorted by bodies, then triangles:
	// where there are some the distance is 0.
	Contacts []Contact
}

func (n *Nearest) begin(w *World, q *Question) {
	n.spanner.begin(w, q)
	n.spanner.gather(w, w.Workers-1)
	n.phase.Workers, n.solids.Orient = w.Workers, q.Orient
	n.Spans, n.Reason, n.wide = n.Spans[:0], "", ""
}

// Why returns why the last query is not answered well, "" where it is.
func (n *Nearest) Why() string { return cmp.Or(n.Reason, n.wide) }

// One searches the nearest pair of bodies among those that are not permitted to touch: the
// lowest of several. Spans has it, or nothing where there is no pair. lo ≤ hi bound the
// distance: they are those of the answer, or what was known when the search was stopped.
func (n *Nearest) One(w *World, q *Question) (lo, hi float64) {
	n.begin(w, q)
	defer n.spanner.count(w)
	if c := n.firstContact(w, q.Contacts); c != nil {
		s, ok := n.touching(w, c)
		if !ok {
			return 0, 0
		}
		n.Spans, n.last = append(n.Spans, s), s.Pair
		return 0, 0
	}
	return n.one(w, q)
}

// one is One of bodies that do not touch.
func (n *Nearest) one(w *World, q *Question) (lo, hi float64) {
	hi = math.Inf(1)
	n.few = n.movers.start(w)
	var best Span
	least := math.Inf(1)
	try := func(p broad.Pair) {
		s, ok := n.measure(w, q, p, hi)
		if !ok {
			least = min(least, n.left(w, q, p))
			return
		}
		if least = min(least, s.least()); !best.Reach.Square.Known() || s.nearer(&best) {
			best, hi = s, min(hi, s.most())
		}
	}
	n.spanner.nearHalves(w, math.Inf(1), func(p broad.Pair) {
		if !w.IsAllowed(int(p.A), int(p.B)) {
			try(p)
		}
	})
	seed, ok := n.seed(w)
	if ok {
		try(seed)
	} else if !best.Reach.Square.Known() {
		return 0, hi
	}
	rest := func() {
		for _, p := range n.pairs {
			if p.lo > hi || w.Stopped() {
				break
			}
			if p.Pair != seed {
				try(p.Pair)
			}
		}
	}
	switch {
	case !ok:
	case n.few:
		for _, i := range n.movers.list { // one by one: hi sinks on the way
			n.nearbyOf(w, i, hi)
			rest()
		}
	default:
		n.nearby(w, hi)
		rest()
	}
	if best.Reach.Square.Known() {
		n.Spans, n.last = append(n.Spans, best), best.Pair
	}
	if n.Reason != "" || w.Control.Cause() != narrow.Running {
		return 0, hi
	}
	if least < best.Value || best.Bounded {
		return least, hi
	}
	return best.Value, best.Value
}

// left returns a lower bound of what the pair measured last may have been left out for, within the
// error that is allowed: +Inf for a pair that is farther than the answer so far.
func (n *Nearest) left(w *World, q *Question, p broad.Pair) float64 {
	if q.Allowed > 0 && !w.hasHalf(p) {
		return n.spanner.near.Left()
	}
	return math.Inf(1)
}

// least returns a lower bound of the distance.
func (s *Span) least() float64 {
	if s.Bounded {
		return s.Lo
	}
	return s.Value
}

// most returns an upper bound of the distance.
func (s *Span) most() float64 {
	switch {
	case s.Bounded:
		return s.Hi
	case s.Reach.IsZero():
		return 0
	}
	return round.Up(s.Value)
}

// nearer compares what was measured, then the bodies.
func (s *Span) nearer(o *Span) bool {
	c := s.Reach.Compare(&o.Reach)
	return c < 0 || c == 0 && s.Pair.Compare(o.Pair) < 0
}

// firstContact returns the first one that counts, nil if none does.
func (n *Nearest) firstContact(w *World, contacts []Contact) *Contact {
	for i := range contacts {
		c := &contacts[i]
		if !w.IsAllowed(int(c.BodyA), int(c.BodyB)) {
			return c
		}
	}
	return nil
}

// touching returns the span of the lowest contact of two bodies, false where the search was
// stopped first.
func (n *Nearest) touching(w *World, c *Contact) (Span, bool) {
	p := broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)}
	switch {
	case w.hasCylinder(p):
		return n.spanner.gapTouch(w, c), true
	case w.hasHalf(p):
		return n.spanner.halfTouch(w, p, c), true
	}
	if !n.spanner.place(w, p) {
		return Span{}, false
	}
	return n.spanner.touch(p, n.spanner.pairOf(c)), true
}

// Every measures all pairs that are at most q.Within apart, permitted ones too.
func (n *Nearest) Every(w *World, q *Question) {
	n.begin(w, q)
	defer n.spanner.count(w)
	contacts := q.Contacts
	n.everyOfBoxes(w, q)
	if len(w.halves) == 0 {
		return
	}
	n.spanner.nearHalves(w, q.Within, func(p broad.Pair) {
		at, touch := slices.BinarySearchFunc(contacts, p, func(c Contact, p broad.Pair) int { return c.pair().Compare(p) })
		if q.Contacts = contacts[:0]; touch {
			q.Contacts = contacts[at : at+1]
		}
		n.list = append(n.list[:0], p)
		n.every(w, q)
	})
	slices.SortFunc(n.Spans, func(a, b Span) int { return a.Pair.Compare(b.Pair) })
}

// everyOfBoxes is Every without half spaces.
func (n *Nearest) everyOfBoxes(w *World, q *Question) {
	if math.IsInf(q.Within, 1) {
		for from, more := (broad.Pair{}), true; more && !w.Stopped(); {
			n.list, from, more = w.EveryPair(from, n.list[:0], pairBlock)
			n.every(w, q)
		}
		return
	}
	n.few = n.movers.start(w)
	n.near(w, q.Within)
	slices.SortFunc(n.list, broad.Pair.Compare)
	n.every(w, q)
}

// pairBlock is the number of pairs listed at a time.
const pairBlock = 1 << 16

func (n *Nearest) every(w *World, q *Question) {
	for _, p := range n.list {
		if p.A == p.B || w.Stopped() {
			continue
		}
		for len(q.Contacts) > 0 && q.Contacts[0].pair().Compare(p) < 0 {
			q.Contacts = q.Contacts[1:]
		}
		if len(q.Contacts) > 0 && q.Contacts[0].pair() == p {
			if s, ok := n.touching(w, &q.Contacts[0]); ok {
				n.add(w, s)
			}
			continue
		}
		if s, ok := n.measure(w, q, p, q.Within); ok && s.mayBeWithin(q.Within) {
			n.add(w, s)
			n.doubtful(w, &s, q.Within)
		}
	}
}

// doubtful notes a distance that is enclosed and on neither side of another.
func (n *Nearest) doubtful(w *World, s *Span, d float64) {
	if !math.IsInf(d, 1) && s.Bounded && s.Hi > d && !w.IsAllowed(int(s.Pair.A), int(s.Pair.B)) {
		n.wide = cmp.Or(n.wide, w.undecidedWithin(s.Pair, d, s.Lo, s.Hi))
	}
}

// mayBeWithin reports whether a distance is, or of one that is enclosed may be, at most another.
func (s *Span) mayBeWithin(d float64) bool {
	if math.IsInf(d, 1) || s.Bounded {
		return s.least() <= d
	}
	return s.Reach.CompareDistance(d) <= 0
}

// add adds an answer to the list. Too many end the search.
func (n *Nearest) add(w *World, s Span) {
	n.Spans = append(n.Spans, s)
	w.isFull(len(n.Spans))
}

// measure returns the distance of a pair unless it is certainly greater than most, or the
// search was stopped.
func (n *Nearest) measure(w *World, q *Question, p broad.Pair, most float64) (Span, bool) {
	s := &n.spanner
	if w.hasCylinder(p) {
		r, ok := n.gap(w, p, most)
		return n.within(w, q, p, r, ok)
	}
	if w.hasHalf(p) {
		r, ok := s.halfSpan(w, p, most)
		if ok && q.Allowed > 0 && !r.Reach.IsZero() {
			r.bound()
		}
		return r, ok
	}
	limit := most
	if r := w.radius(p.A) + w.radius(p.B); r > 0 {
		limit = round.Up(most + round.Up(r)) // distances of centres
	}
	if !s.start(w, p, limit) {
		return Span{}, false
	}
	settle := s.settle
	if bounded := q.Allowed > 0 && w.mesh[p.A] && w.mesh[p.B]; bounded { // others are few triangles
		s.near.Allow(q.Allowed)
		settle = s.enclose
	}
	if at, ok := s.recent.of(w, p); ok && s.by == ByWideTrees {
		s.near.Try(at)
	}
	if !s.crew.Nearest(&s.near, s.helpers) {
		return Span{}, false
	}
	r, ok := settle(p)
	if ok && q.Allowed > 0 && !r.Bounded && !r.Reach.IsZero() {
		r.bound()
	}
	return n.within(w, q, p, r, ok)
}

// gap encloses the distance of a pair with a cylinder.
func (n *Nearest) gap(w *World, p broad.Pair, most float64) (Span, bool) {
	r, ok := n.spanner.gapSpan(w, p, most)
	if !ok || !r.Bounded || w.IsAllowed(int(p.A), int(p.B)) {
		return r, ok
	}
	if r.Lo == 0 {
		n.Reason = cmp.Or(n.Reason, w.doubt(&n.spanner.worker, p))
	}
	if r.Wide {
		n.wide = cmp.Or(n.wide, w.wide(&r))
	}
	return r, ok
}

// within looks whether one body of a pair that was measured lies in the other.
func (n *Nearest) within(w *World, q *Question, p broad.Pair, r Span, ok bool) (Span, bool) {
	if q.Solid && (!ok || !r.Reach.IsZero()) && w.boxes[p.A].Overlaps(&w.boxes[p.B]) {
		side, undecided := n.solids.side(w, p)
		if w.Stopped() {
			return Span{}, false
		}
		if side != Neither {
			return contained(p, side), true
		}
		if q.Surfaces {
			return r, ok
		}
		if r.Undecided = undecided; undecided != "" && !w.IsAllowed(int(p.A), int(p.B)) && n.Reason == "" {
			n.Reason = undecided
		}
	}
	return r, ok
}

// radius is that of a ball or a capsule, else 0.
func (w *World) radius(i int32) float64 {
	if a := w.bodies[i].axial; a != nil {
		return a.Radius
	}
	return w.bodies[i].sphere.Radius
}

// seed returns a pair of bodies that is probably near: the last answer, or the one with the
// nearest boxes among neighbours in the order of their left sides.
func (n *Nearest) seed(w *World) (best broad.Pair, ok bool) {
	if p := n.last; p.A != p.B && int(p.B) < len(w.bodies) && n.counts(w, p) {
		return p, true
	}
	if n.few {
		return n.movers.seed(w, &n.spanner.worker.Worker, func(p broad.Pair) bool { return n.counts(w, p) })
	}
	n.order = n.order[:0]
	for i := range w.boxes {
		n.order = append(n.order, int32(i))
	}
	slices.SortFunc(n.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(w.boxes[a].Min.X, w.boxes[b].Min.X), cmp.Compare(a, b))
	})
	least := math.Inf(1)
	for i, a := range n.order {
		for _, b := range n.order[i+1 : min(i+1+seedNeighbours, len(n.order))] {
			p := broad.Pair{A: min(a, b), B: max(a, b)}
			if d := narrow.BoxDistance(&w.boxes[a], &w.boxes[b]); (d < least || !ok) && n.counts(w, p) {
				best, least, ok = p, d, true
			}
		}
	}
	if ok {
		return best, true
	}
	for a := range int32(len(w.bodies)) { // neighbours are immovable, permitted or gone: at least half of all are not
		if w.Stopped() {
			break
		}
		for b := a + 1; b < int32(len(w.bodies)); b++ {
			if p := (broad.Pair{A: a, B: b}); n.counts(w, p) {
				return p, true
			}
		}
	}
	return broad.Pair{}, false
}

// seedNeighbours is the number of neighbours of a body that are looked at for a seed.
const seedNeighbours = 16

// counts reports whether a pair takes part in the search for the nearest one.
func (n *Nearest) counts(w *World, p broad.Pair) bool {
	return w.Admissible(p) && !w.IsAllowed(int(p.A), int(p.B))
}

// nearby lists the pairs that may be at most a distance apart, nearer boxes first.
func (n *Nearest) nearby(w *World, most float64) {
	n.near(w, most)
	n.sort(w)
}

// sort takes from the list the pairs that count, nearer boxes first.
func (n *Nearest) sort(w *World) {
	n.pairs = n.pairs[:0]
	for _, p := range n.list {
		if n.counts(w, p) {
			n.pairs = append(n.pairs, nearbyPair{p, narrow.BoxDistance(&w.boxes[p.A], &w.boxes[p.B])})
		}
	}
	byDistance(n.pairs)
}

// nearbyOf lists those of a movable body.
func (n *Nearest) nearbyOf(w *World, i int32, most float64) {
	n.list = n.movers.pairs(w, &n.spanner.worker.Worker, i, most, n.list[:0])
	w.Stats.BodyPairs += int64(len(n.list))
	w.Stats.BroadPhase = n.movers.phase.Name()
	n.sort(w)
}

// near lists the admissible pairs whose boxes may be at most a distance apart.
func (n *Nearest) near(w *World, most float64) {
	if !n.few {
		n.grow(w, most)
		return
	}
	n.list = n.list[:0]
	for _, i := range n.movers.list {
		if n.list = n.movers.pairs(w, &n.spanner.worker.Worker, i, most, n.list); w.Control.Cause() != narrow.Running {
			break
		}
	}
	w.Stats.BodyPairs += int64(len(n.list))
	w.Stats.BroadPhase = n.movers.phase.Name()
}

// grow lists the admissible pairs whose boxes overlap when each is grown by half a distance.
func (n *Nearest) grow(w *World, most float64) {
	half := round.Up(most / 2)
	n.grown = n.grown[:0]
	for i := range w.boxes {
		b := w.boxes[i].Inflated(half)
		n.grown = append(n.grown, geom.AABB{
			Min: geom.Vec{X: round.Down(b.Min.X), Y: round.Down(b.Min.Y), Z: round.Down(b.Min.Z)},
			Max: geom.Vec{X: round.Up(b.Max.X), Y: round.Up(b.Max.Y), Z: round.Up(b.Max.Z)},
		})
	}
	n.list = w.overlapping(&n.phase, n.grown, n.list[:0])
	n.list = slices.DeleteFunc(n.list, func(p broad.Pair) bool { return !w.Admissible(p) })
	w.Stats.BodyPairs += int64(len(n.list))
	w.Stats.BroadPhase = n.phase.Name()
}
