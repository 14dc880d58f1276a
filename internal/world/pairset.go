package world

// pairSet is a set of pairs of bodies, in any order. Those of the first bodies are bits, too: a robot's are asked for
// each time two boxes overlap, and the map takes longer than that.
type pairSet struct {
	pairs map[[2]int32]bool
	bits  []uint64 // bit a·maxPairBits + b of a pair a ≤ b below maxPairBits
}

// maxPairBits is the number of bodies whose pairs are bits: 2 kB.
const maxPairBits = 128

func newPairSet(pairs [][2]int) pairSet {
	s := pairSet{pairs: make(map[[2]int32]bool, len(pairs))}
	for _, p := range pairs {
		s.add(int32(p[0]), int32(p[1]))
	}
	return s
}

func (s *pairSet) add(a, b int32) {
	a, b = min(a, b), max(a, b)
	s.pairs[[2]int32{a, b}] = true
	if b < maxPairBits {
		if s.bits == nil {
			s.bits = make([]uint64, maxPairBits*maxPairBits/64)
		}
		i := a*maxPairBits + b
		s.bits[i/64] |= 1 << (i % 64)
	}
}

func (s *pairSet) remove(a, b int32) {
	a, b = min(a, b), max(a, b)
	delete(s.pairs, [2]int32{a, b})
	if i := a*maxPairBits + b; b < maxPairBits && s.bits != nil {
		s.bits[i/64] &^= 1 << (i % 64)
	}
}

// has reports whether a pair is in the set.
func (s *pairSet) has(a, b int32) bool {
	if len(s.pairs) == 0 {
		return false
	}
	a, b = min(a, b), max(a, b)
	if b >= maxPairBits {
		return s.pairs[[2]int32{a, b}]
	}
	if s.bits == nil {
		return false
	}
	i := a*maxPairBits + b
	return s.bits[i/64]>>(i%64)&1 != 0
}

// forget removes the pairs of a body.
func (s *pairSet) forget(i int32) {
	for p := range s.pairs {
		if p[0] == i || p[1] == i {
			s.remove(p[0], p[1])
		}
	}
}
