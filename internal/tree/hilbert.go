package tree

import "math/bits"

// hilbertBits is the number of bits of each coordinate in a Hilbert index. It is even,
// because two bits are processed at a time.
const hilbertBits = 10

// hilbertIndex returns the place of a cube of a grid of 2¹⁰ a side on Hilbert's curve,
// which visits all of them, each one a neighbour of the last.
func hilbertIndex(x, y, z uint32) (index uint32) {
	state := uint32(0)
	for k := hilbertBits - 2; k >= 0; k -= 2 {
		cube := x>>k&3 | y>>k&3<<2 | z>>k&3<<4
		e := uint32(hilbertSteps[state|cube])
		index, state = index<<6|e&63, e&^63
	}
	return index
}

// hilbertSteps are two steps of the curve at once: for a state times 64 and two bits of
// each coordinate, the next state times 64 and two digits of the index.
var hilbertSteps = func() (t [24 * 64]uint16) {
	for i := range t {
		x, y, z := i&3, i>>2&3, i>>4&3
		one := hilbertStep(uint8(i>>6), uint8(x>>1|y>>1<<1|z>>1<<2))
		two := hilbertStep(one.state, uint8(x&1|y&1<<1|z&1<<2))
		t[i] = uint16(two.state)<<6 | uint16(one.digit<<3|two.digit)
	}
	return t
}()

// curveStep is what becomes of an octant of a cube: its place among the eight, and the
// curve's state in it.
type curveStep struct{ digit, state uint8 }

// hilbertStep takes a step from a state: the corner the curve enters a cube at, times 3,
// and the axis along which it leaves, as in Hamilton, "Compact Hilbert Indices",
// Dalhousie University, CS-2006-07, 2006, §2.
func hilbertStep(state, octant uint8) curveStep {
	entry, axis := state/3, state%3
	digit := grayRank(turn(octant^entry, 3-(axis+1)%3))
	e := entry ^ turn(entryOf(digit), axis+1)
	return curveStep{digit, 3*e + (axis+axisOf(digit)+1)%3}
}

// turn rotates three bits to the left.
func turn(x, by uint8) uint8 { return (x<<(by%3) | x>>(3-by%3)) & 7 }

// grayRank is the place of x in Gray's order of three bits.
func grayRank(x uint8) uint8 { return x ^ x>>1 ^ x>>2 }

// entryOf and axisOf are the corner and the axis of the octant with that digit, in a
// cube entered at 0 and left along axis 0.
func entryOf(digit uint8) uint8 {
	if digit == 0 {
		return 0
	}
	even := (digit - 1) &^ 1
	return even ^ even>>1
}

func axisOf(digit uint8) uint8 {
	if digit == 0 {
		return 0
	}
	if digit%2 == 0 {
		digit--
	}
	return uint8(bits.TrailingZeros8(^digit)) % 3
}
