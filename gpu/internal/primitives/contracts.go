package primitives

import "slices"

// The contracts of the primitives: what the kernels compute, in Go. The self-test and the
// tests compare with them.

// refScan is the contract of the scan kernels.
func refScan(v []uint32) {
	var sum uint32
	for i, x := range v {
		v[i], sum = sum, sum+x
	}
}

// refReduce is the contract of reducer: bit for bit, in the kernel's order.
func refReduce(v []float32) float32 {
	for {
		var sums []float32
		for base := 0; base < len(v); base += tile {
			var parts [256]float32
			for i, x := range v[base:min(base+tile, len(v))] {
				parts[i%256] += x
			}
			for k := 128; k > 0; k /= 2 {
				for i := range k {
					parts[i] += parts[i+k]
				}
			}
			sums = append(sums, parts[0])
		}
		if v = sums; len(v) == 1 {
			return v[0]
		}
	}
}

// refCompact is the contract of compactor.split.
func refCompact(flags, v []uint32) (kept []uint32, flagged uint32) {
	var others []uint32
	for i, f := range flags {
		if f != 0 {
			kept = append(kept, v[i])
		} else {
			others = append(others, v[i])
		}
	}
	return append(kept, others...), uint32(len(kept))
}

// refDigits is the contract of the plan of a radix sort: the positions of the bits of a mask in which keys differ, eight a
// pass, the lowest first; at least one pass.
func refDigits(keys []uint64, mask uint64) (passes [][]int) {
	var differ uint64
	for _, k := range keys {
		differ |= (k ^ keys[0]) & mask
	}
	passes = [][]int{nil}
	for at := range 64 {
		if differ>>at&1 == 0 {
			continue
		}
		if last := len(passes) - 1; len(passes[last]) == bitsPerDigit {
			passes = append(passes, []int{at})
		} else {
			passes[last] = append(passes[last], at)
		}
	}
	return passes
}

// Keyed is a key with its payload.
type Keyed struct {
	Key     uint64
	Payload uint32
}

// RefSort is the contract of both sorts: stable, by the bits of a mask.
func RefSort(v []Keyed, mask uint64) {
	slices.SortStableFunc(v, func(a, b Keyed) int {
		x, y := a.Key&mask, b.Key&mask
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}
