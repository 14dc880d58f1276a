package simd

import "fmt"

// Level is a set of kernels. A method that must run scalar (the comparator scda)
// asks for Go, the others for Best.
type Level uint8

// The levels, slowest first.
const (
	Go     Level = iota // the plain loops: everywhere
	AVX2                // 8 lanes
	AVX512              // 16 lanes: both sides of the slabs of 8 volumes; AVX-512F alone
)

func (l Level) String() string {
	switch l {
	case Go:
		return "go"
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// best is what the processor, the operating system and the build allow.
var best = detect()

// Best returns the fastest level of this machine and build.
func Best() Level { return best }

// Levels returns all levels of this machine and build, Go first.
func Levels() []Level {
	var all []Level
	for l := Go; l <= best; l++ {
		all = append(all, l)
	}
	return all
}

// check panics for a level that this machine or build does not have.
func (l Level) check() {
	if l > best {
		panic("simd: level " + l.String() + " is not available here, at most " + best.String())
	}
}
