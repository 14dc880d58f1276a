package vk

import (
	"sync"

	"github.com/ebitengine/purego"
)

// arguments are kept for the next call: a fresh slice would be allocated in each.
var arguments = sync.Pool{New: func() any { return new([12]uintptr) }}

// call6 calls C with up to six arguments; those that are not needed are 0.
//
//go:uintptrescapes
func call6(f, a, b, c, d, e, g uintptr) uintptr {
	s := arguments.Get().(*[12]uintptr)
	s[0], s[1], s[2], s[3], s[4], s[5] = a, b, c, d, e, g
	r, _, _ := purego.SyscallN(f, s[:6]...)
	arguments.Put(s)
	return r
}

// call12 is call6 with up to twelve.
//
//go:uintptrescapes
func call12(f, a, b, c, d, e, g, h, i, j, k, l, m uintptr) uintptr {
	s := arguments.Get().(*[12]uintptr)
	*s = [12]uintptr{a, b, c, d, e, g, h, i, j, k, l, m}
	r, _, _ := purego.SyscallN(f, s[:]...)
	arguments.Put(s)
	return r
}
