package tree

import "math/bits"

// hilbertBits is how many bits of each coordinate a Hilbert index takes.
const hilbertBits = 11

// hilbertIndex returns the place of a cube of a grid of 2¹¹ a side on Hilbert's curve,
// which visits all of them, each beside the last.
func hilbertIndex(x, y, z uint32) (index uint64) {
	state := uint8(0)
	for k := hilbertBits - 1; k >= 0; k-- {
		octant := x>>k&1 | y>>k&1<<1 | z>>k&1<<2
		e := hilbertSteps[state|uint8(octant)]
		index, state = index<<3|uint64(e.digit), e.next
	}
	return index
}

// hilbertStep is what becomes of an octant of a cube: its place among the eight, and
// the curve's state in it times 8.
type hilbertStep struct{ digit, next uint8 }

// hilbertSteps holds the steps from each state: the corner the curve enters a cube at,
// times 3, and the axis along which it leaves, as in Hamilton, "Compact Hilbert
// Indices", Dalhousie University, CS-2006-07, 2006, §2.
var hilbertSteps = func() (t [24 * 8]hilbertStep) {
	for entry := range uint8(8) {
		for axis := range uint8(3) {
			for octant := range uint8(8) {
				digit := grayRank(turn(octant^entry, 3-(axis+1)%3))
				e := entry ^ turn(entryOf(digit), axis+1)
				a := (axis + axisOf(digit) + 1) % 3
				t[8*(3*entry+axis)+octant] = hilbertStep{digit, 8 * (3*e + a)}
			}
		}
	}
	return t
}()

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
