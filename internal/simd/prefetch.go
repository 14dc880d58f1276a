package simd

import "unsafe"

// Prefetch asks for up to most bytes from p on to be brought near, and returns at
// once; where there is no assembly it does nothing. p may be nil.
func Prefetch(p unsafe.Pointer, most int) {
	if p != nil && most > 0 {
		prefetchLines(p, (most+63)/64)
	}
}

// Prefetch asks for a node that is about to be read.
func (n *Node) Prefetch() { prefetchLines(unsafe.Pointer(n), int(unsafe.Sizeof(*n)/64)) }

// Prefetch asks for a leaf that is about to be read.
func (l *Leaf) Prefetch() { prefetchLines(unsafe.Pointer(l), int(unsafe.Sizeof(*l)/64)) }
