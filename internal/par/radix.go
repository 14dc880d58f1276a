package par

import (
	"math/bits"
	"slices"
)

// SortKeys sorts keys in O(n) for the bits that differ: by a few bits at a time, the
// least first. scratch is grown as needed and returned, so that repeated calls allocate
// nothing.
func SortKeys(keys, scratch []uint64) []uint64 { return SortKeysAbove(0, keys, scratch) }

// fewKeys is below how many keys comparing is faster.
const fewKeys = 64

// SortKeysAbove is SortKeys for keys that come ascending in the low bits, which are
// left out: places in another list, say.
func SortKeysAbove(low int, keys, scratch []uint64) []uint64 {
	n := len(keys)
	if n < fewKeys {
		slices.Sort(keys)
		return scratch
	}
	scratch = slices.Grow(scratch[:0], n)[:n]
	differ := uint64(0)
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	from, to := keys, scratch
	for differ >>= low; differ != 0; differ >>= digitBits {
		skip := bits.TrailingZeros64(differ)
		differ >>= skip
		low += skip
		scatter(from, to, low)
		from, to = to, from
		low += digitBits
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
	return scratch
}

// digitBits are those of a key looked at together.
const digitBits = 8

// scatter writes the keys in the order of one digit, equal ones as they were.
func scatter(from, to []uint64, shift int) {
	var at [1 << digitBits]int32
	for _, k := range from {
		at[k>>(shift&63)%(1<<digitBits)]++
	}
	sum := int32(0)
	for i, c := range at {
		at[i] = sum
		sum += c
	}
	for _, k := range from {
		d := &at[k>>(shift&63)%(1<<digitBits)]
		to[*d] = k
		*d++
	}
}
