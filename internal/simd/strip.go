package simd

// Strip holds boxes in ascending order of Key as a sweep along one axis meets them.
// On that axis a box reaches from Key to High, on the two others from lo to hi; all
// are fixed-point numbers rounded by monotone maps, so that boxes apart here are
// apart, and boxes that overlap here may.
type Strip struct {
	// Key and High are not negative and below Beyond.
	Key, High          []int32
	YLo, YHi, ZLo, ZHi []int16
	n                  int
}

// Beyond is the key of the padding after the last box: no box reaches it.
const Beyond = 1<<31 - 1

// StripLanes is how many boxes the sweep compares with one at a time.
const StripLanes = 16

// Hits names boxes J, J+1 … of a Strip that overlap box I: those whose bit 2k (J+k)
// is set in Mask.
type Hits struct {
	I, J int32
	Mask uint32
	_    uint32
}

// Resize makes room for n boxes and pads them. What was there is lost.
func (s *Strip) Resize(n int) {
	s.n = n
	s.Key, s.High = sized(s.Key, n+StripLanes), sized(s.High, n+StripLanes)
	s.YLo, s.YHi = sized(s.YLo, n+StripLanes), sized(s.YHi, n+StripLanes)
	s.ZLo, s.ZHi = sized(s.ZLo, n+StripLanes), sized(s.ZHi, n+StripLanes)
	for i := n; i < n+StripLanes; i++ {
		s.Key[i] = Beyond
	}
}

func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Len returns the number of boxes.
func (s *Strip) Len() int { return s.n }

// SweepState is where a sweep stands.
type SweepState struct {
	// I is the box whose followers are compared, At the first of them still to be
	// compared: I+1 or later, at the start 0 for I+1. End is the first box not to be
	// swept.
	I, At, End int
	// Blocks counts the comparisons with StripLanes boxes.
	Blocks int
}

// Sweep compares boxes from at.I on, each with those that follow it up to its High,
// StripLanes at a time. It writes what it finds to hits, a block without an overlap
// nothing, and returns how many it wrote. at.I == at.End reports that it is through;
// otherwise hits is full and the next call goes on.
//
// The contract of the assembly:
//
//	for ; at.I < at.End; at.I, at.At = at.I+1, at.I+2 {
//		for i, j := at.I, at.At; ; {
//			if n == len(hits) { at.At = j; return n }
//			mask := the lanes k of j … j+15 with Key[j+k] ≤ High[i] and
//			        YLo[j+k] ≤ YHi[i], YLo[i] ≤ YHi[j+k], the same for Z
//			at.Blocks++
//			if mask != 0 { hits[n], n = {i, j, mask}, n+1 }
//			if Key[j+15] > High[i] { break }
//			j += 16
//		}
//	}
func (l Level) Sweep(s *Strip, at *SweepState, hits []Hits) int {
	l.check()
	if at.I < 0 || at.At != 0 && at.At <= at.I || at.At > s.n || at.End > s.n {
		panic("simd: Sweep beyond the strip")
	}
	if at.I >= at.End || len(hits) == 0 {
		return 0
	}
	if at.At == 0 {
		at.At = at.I + 1
	}
	return l.sweep(s, at, hits)
}

// sweepGo is the contract of the sweep kernels.
func sweepGo(s *Strip, at *SweepState, hits []Hits) int {
	n := 0
	for ; at.I < at.End; at.I, at.At = at.I+1, at.I+2 {
		i, j := at.I, at.At
		high := s.High[i]
		for {
			if n == len(hits) {
				at.At = j
				return n
			}
			at.Blocks++
			if mask := s.block(i, j); mask != 0 {
				hits[n] = Hits{I: int32(i), J: int32(j), Mask: mask}
				n++
			}
			if s.Key[j+StripLanes-1] > high {
				break
			}
			j += StripLanes
		}
	}
	return n
}

// block compares box i with boxes j … j+15; keys ascend, so the first beyond i ends
// it.
func (s *Strip) block(i, j int) uint32 {
	high, yLo, yHi, zLo, zHi := s.High[i], s.YLo[i], s.YHi[i], s.ZLo[i], s.ZHi[i]
	keys := s.Key[j : j+StripLanes]
	ylos, yhis := s.YLo[j:j+StripLanes], s.YHi[j:j+StripLanes]
	zlos, zhis := s.ZLo[j:j+StripLanes], s.ZHi[j:j+StripLanes]
	mask := uint32(0)
	for k, key := range keys {
		if key > high {
			break
		}
		if ylos[k] <= yHi && yLo <= yhis[k] && zlos[k] <= zHi && zLo <= zhis[k] {
			mask |= 1 << (2 * k)
		}
	}
	return mask
}
