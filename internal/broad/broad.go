// Package broad finds the pairs of bodies whose world boxes overlap.
package broad

import "github.com/collide-go/collide/geom"

// Pair names two bodies, A < B.
type Pair struct{ A, B int32 }

// Phase is a broad phase. Pairs appends every pair of closed boxes that share a
// point, each once, in an order that depends only on the boxes of this and earlier calls.
// Boxes may be unbounded (±Inf) and be points, but hold no NaN, which a World guarantees.
// Grid, Tree and Auto omit a box with a NaN and find the other pairs. Whether pairs with an
// empty box are listed is unspecified. A Phase may keep state between calls to be faster
// when boxes move little. It is used by one goroutine at a time.
type Phase interface {
	Pairs(boxes []geom.AABB, dst []Pair) []Pair
	// Name returns the name of what answered the last call, one or two words. A Phase
	// that chooses among others returns the name of its choice.
	Name() string
	// StopWhen makes calls end early when stop returns true. Pairs are then missing. stop is told how many pairs
	// its goroutine has listed so far, so that it can bound them. A
	// nil stop never ends a call. Several goroutines call stop, at intervals.
	StopWhen(stop func(listed int) bool)
}

// stopper is the part of a Phase that implements StopWhen.
type stopper struct{ stop func(listed int) bool }

// StopWhen implements Phase.
func (s *stopper) StopWhen(stop func(listed int) bool) { s.stop = stop }

// stopped reports whether the call is to end early.
func (s *stopper) stopped(listed int) bool { return s.stop != nil && s.stop(listed) }

// Brute tries every pair: O(n²), the reference. The zero value is ready.
type Brute struct{ stopper }

// Name implements Phase.
func (*Brute) Name() string { return string(ChoseBrute) }

// Pairs implements Phase.
func (b *Brute) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	for i := range boxes {
		if i%stopBoxInterval == 0 && b.stopped(len(dst)) {
			return dst
		}
		for j := i + 1; j < len(boxes); j++ {
			if boxes[i].Overlaps(&boxes[j]) {
				dst = append(dst, Pair{int32(i), int32(j)})
			}
		}
	}
	return dst
}
