// Package broad finds the pairs of bodies whose world boxes overlap.
package broad

import "github.com/collide-go/collide/geom"

// Pair names two bodies, A < B.
type Pair struct{ A, B int32 }

// Phase is a broad phase. Pairs appends every pair of closed boxes that share a
// point, each once, in an order that depends on the boxes of this and earlier calls
// alone. Boxes may lack ends (±Inf) and be points; whether an empty one is in pairs is
// left open. A Phase may keep state between calls to be faster when boxes move little;
// it is used by one goroutine at a time. Name says what found the pairs of the last
// call, for people to read.
type Phase interface {
	Name() string
	Pairs(boxes []geom.AABB, dst []Pair) []Pair
}

// Brute tries every pair: O(n²), the reference. The zero value is ready.
type Brute struct{}

// Name implements Phase.
func (Brute) Name() string { return "every pair" }

// Pairs implements Phase.
func (Brute) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	for i := range boxes {
		for j := i + 1; j < len(boxes); j++ {
			if boxes[i].Overlaps(&boxes[j]) {
				dst = append(dst, Pair{int32(i), int32(j)})
			}
		}
	}
	return dst
}
