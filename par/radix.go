package par

import "slices"

// SortKeys sorts keys in O(n) for the bits that differ: by bytes, the least first,
// skipping those that all keys agree in. scratch is grown as needed and returned, so
// that repeated calls allocate nothing.
func SortKeys(keys, scratch []uint64) []uint64 { return SortKeysAbove(0, keys, scratch) }

// SortKeysAbove is SortKeys for keys that come ascending in the low bits, which are
// left out: places in another list, say.
func SortKeysAbove(low int, keys, scratch []uint64) []uint64 {
	n := len(keys)
	if n < 64 {
		slices.Sort(keys)
		return scratch
	}
	scratch = slices.Grow(scratch[:0], n)[:n]
	differ := uint64(0)
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	from, to := keys, scratch
	for shift := low; shift < 64; shift += 8 {
		if differ>>shift&0xff == 0 {
			continue
		}
		scatter(from, to, shift)
		from, to = to, from
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
	return scratch
}

// scatter writes the keys in the order of one byte, equal ones as they were.
func scatter(from, to []uint64, shift int) {
	var at [256]int32
	for _, k := range from {
		at[k>>shift&0xff]++
	}
	sum := int32(0)
	for i, c := range at {
		at[i] = sum
		sum += c
	}
	for _, k := range from {
		d := &at[k>>shift&0xff]
		to[*d] = k
		*d++
	}
}
