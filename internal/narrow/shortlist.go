package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// Shortlist is what is kept of two surfaces that touch: the pairs of triangles that may have been at most a distance apart, where the
// surfaces were. While these have come closer by less, no other pair of triangles touches, and no box need be looked at. (Molecular
// dynamics does so with particles: Verlet, "Computer 'Experiments' on Classical Fluids", Physical Review 159, 1967.) The zero value keeps
// nothing.
//
// By the derivation at nearWide, boxes whose bound exceeds that of a distance hold no triangles that near, and by that of
// nearLeafBound no two triangles do whose bound exceeds NearLimit. Gap bounds by how much points of the surfaces, as rounded in either
// pose, have come closer. So triangles that touch now were nearer than the distance, and are on the list.
type Shortlist struct {
	where Gap // its least is the distance
	a, b  *tree.Wide
	list  []nearLeaves
}

// nearLeaves are two leaves and those of their pairs of triangles that are near.
type nearLeaves struct {
	LeafPair
	pairs uint32
}

// Known reports whether a list is kept.
func (l *Shortlist) Known() bool { return l.where.Known() }

// Forget keeps nothing but memory.
func (l *Shortlist) Forget() { l.where.Forget() }

// Len is the number of pairs of leaves, Room that of those there is memory for.
func (l *Shortlist) Len() int { return len(l.list) }

// Room is the number of pairs of leaves that there is memory for.
func (l *Shortlist) Room() int { return cap(l.list) }

// Holds reports whether the list has all pairs of triangles that touch, for a search prepared for these surfaces.
func (l *Shortlist) Holds(s *Wide, a, b PosedMesh) bool {
	return l.a == s.treeA && l.b == s.treeB && l.where.Holds(a, b)
}

// Approach bounds by how much the surfaces have come closer since the list was made.
func (l *Shortlist) Approach(a, b PosedMesh) float64 { return l.where.Approach(a, b) }

// Fill makes the list for a distance in the world. It reports false, and keeps nothing, where the surfaces are far from each other, the list
// would be longer than most, more than mostBoxes boxes would be tested, or Control stops it.
func (l *Shortlist) Fill(w *Worker, d *WideDescent, s *Wide, distance float64, most, mostBoxes int, versionA, versionB int) bool {
	l.Forget()
	if s.self || s.twins || s.far || s.aligned {
		return false
	}
	d.Begin(s)
	reach := distance / s.shrink * s.treeB.Scale()
	inB, inA := nearSquare(reach), nearSquare(reach*(s.shrink/s.shrinkBack))
	stack := d.stack[:0]
	stack = append(stack, s.RootBoxes())
	l.list = l.list[:0]
	tests, full := 0, true
	for len(stack) > 0 {
		if tests > mostBoxes || len(l.list) > most || w.steps <= 0 && !w.claim() {
			full = false
			break
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case p.next == twoLeaves:
			l.addLeaves(w, d, s, LeafPair{int32(p.a), int32(p.b)}, reach)
			continue
		case p.next >= 0:
			stack = d.nearInB(s, p, stack, inB)
		default:
			stack = d.nearInA(s, p, stack, inA)
		}
		tests += simd.Lanes
		w.steps -= simd.Lanes
	}
	w.BVTests += int64(tests)
	if d.stack = stack[:0]; full && len(l.list) <= most {
		l.a, l.b = s.treeA, s.treeB
		l.where.Set(distance, s.a, s.b, versionA, versionB)
	}
	return l.Known()
}

// addLeaves adds two leaves of which pairs of triangles may be near.
func (l *Shortlist) addLeaves(w *Worker, d *WideDescent, s *Wide, p LeafPair, reach float64) {
	x, y := &s.treeA.Leaves[p.A], &s.treeB.Leaves[p.B]
	pairs := simd.PairsOf(x, y)
	w.steps -= bits.OnesCount32(pairs)
	var toward [3]float32
	if pairs &= predicate.NearLeaves(d.level, d.forth, x, y, &toward, reach); pairs == 0 {
		return
	}
	var squares [simd.LeafPairs]float32
	if pairs = predicate.NearEdges(d.level, d.forth, x, y, pairs, reach, &squares); pairs != 0 {
		l.list = append(l.list, nearLeaves{p, pairs})
	}
}

// Run appends those pairs of the list that touch to dst; Control may stop it.
func (l *Shortlist) Run(w *Worker, d *WideDescent, s *Wide, dst []Pair) []Pair {
	d.Begin(s)
	for i := range l.list {
		if w.steps <= 0 && !w.claim() {
			break
		}
		if i+1 < len(l.list) {
			next := &l.list[i+1]
			s.treeA.Leaves[next.A].Prefetch()
			s.treeB.Leaves[next.B].Prefetch()
		}
		p := &l.list[i]
		dst = d.leaves(w, s, p.A, p.B, p.pairs, dst)
	}
	return dst
}

// nearInB replaces B's box by those of the node that it encloses whose bounds are at most a limit, squared; nearInA does A's.
func (d *WideDescent) nearInB(s *Wide, p BoxPair, stack []BoxPair, limit float32) []BoxPair {
	box, lane, n := &s.treeA.Nodes[p.a>>3], p.a&7, &s.treeB.Nodes[p.next]
	var squares [simd.Lanes]float32
	for near := d.level.Near8(d.forth, box, int(lane), n, &squares, limit); near != 0; near &= near - 1 {
		i := uint32(bits.TrailingZeros32(near))
		q := BoxPair{a: p.a, b: uint32(p.next)<<3 | i}
		stack = append(stack, s.plan(q, box.Child[lane], n.Child[i&7], s.noLarger(box, n, int(lane), int(i))))
	}
	return stack
}

func (d *WideDescent) nearInA(s *Wide, p BoxPair, stack []BoxPair, limit float32) []BoxPair {
	box, lane, n := &s.treeB.Nodes[p.b>>3], p.b&7, &s.treeA.Nodes[^p.next]
	var squares [simd.Lanes]float32
	for near := d.level.Near8(d.back, box, int(lane), n, &squares, limit); near != 0; near &= near - 1 {
		i := uint32(bits.TrailingZeros32(near))
		q := BoxPair{a: uint32(^p.next)<<3 | i, b: p.b}
		stack = append(stack, s.plan(q, n.Child[i&7], box.Child[lane], s.noLarger(n, box, int(i), int(lane))))
	}
	return stack
}
