package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
)

// WideDescent descends wide trees for one worker. NewWideDescent makes it.
type WideDescent struct {
	level       simd.Level
	forth, back *simd.Motion
	stack       []BoxPair
	a, b        *leafCacheWide
	query       uint64
	trail       wideTrail
	// equal reports that triangles of the leaves decided last had equal corners, doubles for how many pairs of
	// leaves one float64 a number will not be tried, unfit for how many a lattice will not be looked for first.
	equal          bool
	doubles, unfit int
	// nodes and corners are scratch of RunBox.
	nodes   []int32
	corners simd.Corners
	// Witness is the pair of leaves that the last search with First ended at.
	Witness LeafPair
}

// LeafPair is a leaf of each tree.
type LeafPair struct{ A, B int32 }

// leafCacheWide keeps the world triangles of leaves looked at in this query, each in
// the one place that its number allows.
type leafCacheWide [64]struct {
	leaf  int32
	query uint64
	posedLeaf
}

// posedLeaf is a leaf's triangles in the world and which of them lie in planes across an axis.
type posedLeaf struct {
	simd.Corners
	levels predicate.Levels
}

// NewWideDescent returns a descent by the kernels of that level.
func NewWideDescent(l simd.Level) WideDescent {
	m := simd.MakeMotions(2)
	return WideDescent{
		level: l, forth: &m[0], back: &m[1], stack: make([]BoxPair, 0, 512),
		a: new(leafCacheWide), b: new(leafCacheWide),
	}
}

// Begin prepares for the search; it must be called before the others, and again
// when the search was set again.
func (d *WideDescent) Begin(s *Wide) {
	d.forth.Placement, d.back.Placement = s.forth, s.back
	d.equal, d.doubles, d.unfit = false, 0, 0
	d.query++
}

// Run appends the touching pairs below the boxes on the list to dst, depth first, and
// returns the list of those it did not come to: none, unless Control stopped it or
// more than limit boxes were tested (0 for no limit).
//
// A search for one contact that has met one leaf with six others in a row goes on with one of the oldest pairs on the list, which have the largest boxes.
//
// What a pair on the list will read is asked for when it is put there. The pair on
// top is taken one turn late, so that it has some time to arrive.
func (d *WideDescent) Run(w *Worker, s *Wide, from []BoxPair, limit int, dst []Pair) ([]BoxPair, []Pair) {
	if limit == 0 {
		limit = math.MaxInt
	}
	stack := d.stack[:0]
	stack = append(stack, from...)
	tests, at := 0, dwell{}
	for len(stack) > 0 && tests < limit {
		if w.steps <= 0 && !w.claim() {
			break
		}
		top := len(stack) - 1
		p := stack[top]
		if top > 0 {
			p, stack[top-1] = stack[top-1], p
		}
		stack = stack[:top]
		switch {
		case p.next >= 0:
			stack = d.expandB(s, p, stack)
			tests += simd.Lanes
			w.steps -= simd.Lanes
		case p.next > twoLeaves:
			stack = d.expandA(s, p, stack)
			tests += simd.Lanes
			w.steps -= simd.Lanes
		case p.next == twoLeaves:
			dst = d.meetLeaves(w, s, int32(p.a), int32(p.b), dst)
			if w.First && at.stays(int32(p.a), int32(p.b)) {
				at.elsewhere(stack)
			}
		default:
			stack, dst = d.withItself(w, s, p, stack, dst)
			tests += simd.Lanes
		}
	}
	w.BVTests += int64(tests)
	d.stack = stack
	return stack, dst
}

// expandB replaces B's box by those of the node it encloses.
func (d *WideDescent) expandB(s *Wide, p BoxPair, stack []BoxPair) []BoxPair {
	a, lane := &s.treeA.Nodes[p.a>>3], p.a&7
	n := &s.treeB.Nodes[p.next]
	child := a.Child[lane]
	boxes := d.near(s, d.forth, a, int(lane), n)
	for m := boxes.Near(); m != 0; m &= m - 1 {
		i := uint32(bits.TrailingZeros32(m))
		q := BoxPair{a: p.a, b: uint32(p.next)<<3 | i}
		stack = append(stack, s.plan(q, child, n.Child[i&7], boxes.AtLeast(i)))
	}
	return stack
}

// expandA replaces A's box by those of the node it encloses.
func (d *WideDescent) expandA(s *Wide, p BoxPair, stack []BoxPair) []BoxPair {
	b, lane := &s.treeB.Nodes[p.b>>3], p.b&7
	n := &s.treeA.Nodes[^p.next]
	child := b.Child[lane]
	boxes := d.near(s, d.back, b, int(lane), n)
	for m := boxes.Near(); m != 0; m &= m - 1 {
		i := uint32(bits.TrailingZeros32(m))
		q := BoxPair{a: uint32(^p.next)<<3 | i, b: p.b}
		stack = append(stack, s.plan(q, n.Child[i&7], child, !boxes.Larger(i)))
	}
	return stack
}

// near tests a box of one tree against the boxes of a node.
func (d *WideDescent) near(s *Wide, m *simd.Motion, a *simd.Node, lane int, b *simd.Node) simd.Boxes {
	if s.aligned {
		return d.level.AlignedBox8(m, a, lane, b)
	}
	return d.level.BoxBox8(m, a, lane, b)
}

// plan decides what becomes of a pair, given what its boxes enclose, and asks for
// what that will read. Larger reports that B's box is.
func (s *Wide) plan(p BoxPair, childA, childB int32, larger bool) BoxPair {
	switch {
	case childA < 0 && childB < 0:
		p.a, p.b, p.next = uint32(^childA), uint32(^childB), twoLeaves
		s.treeA.Leaves[p.a].Prefetch()
		s.treeB.Leaves[p.b].Prefetch()
	case childA < 0 || childB >= 0 && larger:
		p.next = childB
		s.treeB.Nodes[childB].Prefetch()
	default:
		p.next = ^childA
		s.treeA.Nodes[childA].Prefetch()
	}
	return p
}

// withItself takes apart a box of a surface that is to be searched for self contacts:
// the boxes below with each other and each with itself.
func (d *WideDescent) withItself(w *Worker, s *Wide, p BoxPair, stack []BoxPair, dst []Pair) ([]BoxPair, []Pair) {
	child := s.treeA.Nodes[p.a>>3].Child[p.a&7]
	if child < 0 {
		return stack, d.meetLeaves(w, s, ^child, ^child, dst)
	}
	n := &s.treeA.Nodes[child]
	for i := uint32(0); i < simd.Lanes && n.H[0][i] >= 0; i++ {
		at := uint32(child)<<3 | i
		stack = append(stack, BoxPair{a: at, b: at, next: itself})
		w.steps -= simd.Lanes
		boxes := d.near(s, d.forth, n, int(i), n)
		for m := boxes.Near() & (^uint32(1) << i); m != 0; m &= m - 1 {
			j := uint32(bits.TrailingZeros32(m))
			q := BoxPair{a: at, b: uint32(child)<<3 | j}
			stack = append(stack, s.plan(q, n.Child[i&7], n.Child[j&7], boxes.AtLeast(j)))
		}
	}
	return stack, dst
}

// Leaves tests two leaves, as Run would.
func (d *WideDescent) Leaves(w *Worker, s *Wide, p LeafPair, dst []Pair) []Pair {
	valid := simd.PairsOf(&s.treeA.Leaves[p.A], &s.treeB.Leaves[p.B])
	if p.A == p.B && s.self {
		valid &= simd.LaterPairs
	}
	return d.leaves(w, s, p.A, p.B, valid, dst)
}

// meetLeaves tests two leaves that Run came to: of twins it comes to one of two pairs, and of a leaf with itself.
func (d *WideDescent) meetLeaves(w *Worker, s *Wide, ia, ib int32, dst []Pair) []Pair {
	if !s.twins {
		return d.Leaves(w, s, LeafPair{ia, ib}, dst)
	}
	valid := simd.PairsOf(&s.treeA.Leaves[ia], &s.treeB.Leaves[ib])
	if ia == ib {
		valid &= simd.LaterPairs
		dst = d.same(w, &s.treeA.Leaves[ia], ia, dst)
	}
	if w.First && len(dst) > 0 {
		return dst
	}
	from := len(dst)
	dst = d.leaves(w, s, ia, ib, valid, dst)
	for _, p := range dst[from:] {
		if !w.Found() {
			break
		}
		dst = append(dst, Pair{p.B, p.A})
	}
	return dst
}

// same appends what a leaf's triangles have with themselves in a mesh under the same pose.
func (d *WideDescent) same(w *Worker, x *simd.Leaf, leaf int32, dst []Pair) []Pair {
	for i := range x.N {
		dst = append(dst, Pair{x.ID[i&3], x.ID[i&3]})
		if !w.Found() {
			d.Witness = LeafPair{leaf, leaf}
			break
		}
	}
	return dst
}

func (d *WideDescent) leaves(w *Worker, s *Wide, ia, ib int32, valid uint32, dst []Pair) []Pair {
	x, y := &s.treeA.Leaves[ia], &s.treeB.Leaves[ib]
	n := bits.OnesCount32(valid)
	w.PrimitiveTests += int64(n)
	w.steps -= n
	var hit uint32
	switch {
	case s.twins:
		hit = s.sharing(x, y, valid)
	case d.equal && !s.self && d.allEqual(s, ia, ib, valid):
		hit = valid
	}
	w.Doubled += int64(bits.OnesCount32(hit))
	if rest := valid &^ hit; rest != 0 && (hit == 0 || !w.First) {
		hit |= d.tell(w, s, ia, ib, rest)
	}
	for ; hit != 0; hit &= hit - 1 {
		i := bits.TrailingZeros32(hit)
		dst = append(dst, s.ordered(x.ID[i>>2&3], y.ID[i&3]))
		if !w.Found() {
			d.Witness = LeafPair{ia, ib}
			return dst
		}
	}
	return dst
}

// sharing returns those of the pairs of triangles of one mesh under one pose that share a vertex by its number,
// hence touch: where a mesh meets itself these are nearly all that do.
func (s *Wide) sharing(x, y *simd.Leaf, pairs uint32) (touch uint32) {
	triangles := s.a.Mesh.Triangles
	var q [simd.LeafTriangles][3]uint32
	for j := range y.N {
		q[j&3] = triangles[y.ID[j&3]]
	}
	for ; pairs != 0; pairs &= pairs - 1 {
		k := bits.TrailingZeros32(pairs)
		if share(&triangles[x.ID[k>>2&3]], &q[k&3]) {
			touch |= 1 << k
		}
	}
	return touch
}

func share(p, q *[3]uint32) bool {
	return p[0] == q[0] || p[0] == q[1] || p[0] == q[2] ||
		p[1] == q[0] || p[1] == q[1] || p[1] == q[2] ||
		p[2] == q[0] || p[2] == q[1] || p[2] == q[2]
}

// allEqual reports whether all these pairs of triangles have equal corners, as neighbours have where a
// mesh meets itself: the float32 filter would leave them open.
func (d *WideDescent) allEqual(s *Wide, ia, ib int32, pairs uint32) bool {
	ps, qs := d.a.load(d.level, s.a, &s.treeA.Leaves[ia], ia, d.query), d.b.load(d.level, s.b, &s.treeB.Leaves[ib], ib, d.query)
	return predicate.EqualCorners(&ps.Corners, &qs.Corners, pairs) == pairs
}

// tell returns which of the pairs touch, or with First some of these.
func (d *WideDescent) tell(w *Worker, s *Wide, ia, ib int32, pairs uint32) (hit uint32) {
	hit, apart := d.filter(s, ia, ib)
	hit &= pairs
	unsure := pairs &^ (hit | apart)
	w.Certain += int64(bits.OnesCount32(pairs &^ unsure))
	if unsure != 0 {
		hit |= d.decide(w, s, ia, ib, unsure, hit != 0)
	}
	return hit
}

// filter asks the float32 filter.
func (d *WideDescent) filter(s *Wide, ia, ib int32) (hit, apart uint32) {
	x, y := &s.treeA.Leaves[ia], &s.treeB.Leaves[ib]
	if !s.self {
		return predicate.LeafPair(d.level, d.forth, x, y)
	}
	return predicate.LeafSelf(d.level, d.forth, x, y, &s.treeA.Numbers[ia], &s.treeB.Numbers[ib])
}

// decide asks package predicate about the pairs that the filter left open; enough
// reports that a contact is known already.
func (d *WideDescent) decide(w *Worker, s *Wide, ia, ib int32, unsure uint32, enough bool) (hit uint32) {
	if enough && w.First {
		return 0
	}
	x, y := &s.treeA.Leaves[ia], &s.treeB.Leaves[ib]
	if s.self && bits.OnesCount32(unsure) < fewUnsure {
		return decideFew(w, &s.Search, x, y, unsure)
	}
	ps, qs := d.a.load(d.level, s.a, x, ia, d.query), d.b.load(d.level, s.b, y, ib, d.query)
	extent := 2.1 * float64(max(s.forth.Stretch*x.Rho+y.Rho, s.forth.Least)) * s.unit
	if d.unfit > 0 {
		d.unfit--
		return d.decideOffLattice(w, s, x, y, ps, qs, extent, unsure, false)
	}
	if hit, fits := d.decideOnLattice(w, s, x, y, ps, qs, extent, unsure); fits {
		return hit
	}
	d.unfit = unfitAtOnce
	return d.decideOffLattice(w, s, x, y, ps, qs, extent, unsure, true)
}

// decideOnLattice is decide for corners on a lattice. It reports whether they are.
func (d *WideDescent) decideOnLattice(w *Worker, s *Wide, x, y *simd.Leaf, ps, qs *posedLeaf, extent float64, unsure uint32) (hit uint32, fits bool) {
	touch, open, fits := predicate.LatticeLeaves(d.level, d.forth, &ps.Corners, &qs.Corners, extent, unsure)
	if !fits {
		return 0, false
	}
	w.OnLattice += int64(bits.OnesCount32(unsure))
	if s.self { // strangers that are apart are not in contact, others may share corners
		touch, open = 0, touch|open
	}
	if open == 0 || touch != 0 && w.First {
		return touch, true
	}
	w.Tally.Plain = true
	touch |= decideEach(w, s, x, y, ps, qs, open)
	w.Tally.Plain = false
	return touch, true
}

// unfitAtOnce is for how many pairs of leaves a lattice is not looked for first after corners were on none: most
// others of the two meshes will not be, either. It is looked for where float64 leaves pairs open.
const unfitAtOnce = 15

// doublesAtOnce is for how many pairs of leaves float64 is left out after it told less than half of a
// pair's triangles that two a number told: faces that lie in each other under a turned pose come in
// great numbers. Two tell whatever one does.
const doublesAtOnce = 15

// decideOffLattice is decide for corners on no lattice, or of which that is not looked at yet: first by corners that
// are equal, which mostly come together or not at all, and in float64, then with two float64 a number, at last one by
// one.
func (d *WideDescent) decideOffLattice(w *Worker, s *Wide, x, y *simd.Leaf, ps, qs *posedLeaf, extent float64, unsure uint32, looked bool) (hit uint32) {
	n := bits.OnesCount32(unsure)
	early := !s.self && d.equal
	if early {
		hit = predicate.EqualCorners(&ps.Corners, &qs.Corners, unsure)
		unsure, d.equal = unsure&^hit, hit != 0
	}
	var flat uint32
	if d.doubles > 0 {
		d.doubles--
	} else if unsure != 0 && (hit == 0 || !w.First) {
		touch, apart, inPlane := predicate.FloatLeaves(d.level, d.forth, &ps.Corners, &qs.Corners, ps.levels, qs.levels, extent, unsure)
		hit, unsure, flat = hit|touch, unsure&^(touch|apart), inPlane
	}
	if unsure != 0 && !s.self && !early {
		same := predicate.EqualCorners(&ps.Corners, &qs.Corners, unsure)
		hit, unsure, d.equal = hit|same, unsure&^same, same != 0
	}
	if !looked && unsure != 0 && (hit == 0 || !w.First) {
		if more, fits := d.decideOnLattice(w, s, x, y, ps, qs, extent, unsure); fits {
			w.Doubled += int64(n - bits.OnesCount32(unsure))
			d.unfit = 0
			return hit | more
		}
	}
	if spatial := unsure &^ flat; spatial != 0 && (hit == 0 || !w.First) {
		touch, apart := predicate.DoubleLeaves(d.level, d.forth, &ps.Corners, &qs.Corners, extent, spatial)
		hit, unsure = hit|touch, unsure&^(touch|apart)
		if d.doubles == 0 && 2*bits.OnesCount32(touch|apart) > n {
			d.doubles = doublesAtOnce
		}
	}
	w.Doubled += int64(n - bits.OnesCount32(unsure))
	if unsure == 0 || hit != 0 && w.First {
		return hit
	}
	return hit | decideEach(w, s, x, y, ps, qs, unsure)
}

// decideEach asks about one pair after the other. Coplanar triangles, of which most come
// to this, are mostly told apart by their boxes.
func decideEach(w *Worker, s *Wide, x, y *simd.Leaf, ps, qs *posedLeaf, unsure uint32) (hit uint32) {
	for ; unsure != 0 && (hit == 0 || !w.First); unsure &= unsure - 1 {
		k := bits.TrailingZeros32(unsure)
		i, j := k>>2&3, k&3
		p, q := cornersOf(&ps.Corners, i), cornersOf(&qs.Corners, j)
		if a, b := p.Bounds(), q.Bounds(); a.Overlaps(&b) && touches(w, s, x.ID[i], y.ID[j], &p, &q, ps.levels|qs.levels != 0) {
			hit |= 1 << k
		}
	}
	return hit
}

// touches asks about one pair, of which one may lie in a plane across an axis that the other stands on.
func touches(w *Worker, s *Wide, i, j uint32, p, q *geom.Triangle, level bool) bool {
	if level && !s.self {
		if touch, ok := w.Tally.Standing(p, q); ok {
			return touch
		}
	}
	return w.touch(&s.Search, i, j, p, q)
}

func cornersOf(c *simd.Corners, i int) (t geom.Triangle) {
	for v := range t {
		t[v] = geom.Vec{X: c[3*v][i], Y: c[3*v+1][i], Z: c[3*v+2][i]}
	}
	return t
}

// fewUnsure is from how many pairs on it pays to read all triangles of two leaves of
// one mesh, and to ask for a lattice.
const fewUnsure = 4

// decideFew is decide for few pairs within one mesh: it reads their triangles alone.
func decideFew(w *Worker, s *Search, x, y *simd.Leaf, unsure uint32) (hit uint32) {
	var p, q geom.Triangle
	for ; unsure != 0 && (hit == 0 || !w.First); unsure &= unsure - 1 {
		k := bits.TrailingZeros32(unsure)
		i, j := x.ID[k>>2&3], y.ID[k&3]
		s.a.Triangle(i, &p)
		s.b.Triangle(j, &q)
		if w.touch(s, i, j, &p, &q) {
			hit |= 1 << k
		}
	}
	return hit
}

func (c *leafCacheWide) load(level simd.Level, s *Surface, x *simd.Leaf, leaf int32, query uint64) *posedLeaf {
	e := &c[int(leaf)%len(c)]
	if e.leaf == leaf && e.query == query {
		return &e.posedLeaf
	}
	e.leaf, e.query = leaf, query
	s.place(&e.Corners, x, level)
	e.levels = predicate.LevelsOf(&e.Corners)
	return &e.posedLeaf
}
