// Package vk holds bindings to Vulkan 1.1, generated from the registry: the types,
// constants and commands that package gpu names, and nothing else. Commands are
// called through purego, without cgo; allocation callbacks are always nil.
//
// Structs have the layout of C on 64-bit machines. A Go pointer inside a struct
// that is handed to a command must be pinned by the caller.
package vk

import (
	"fmt"
	"runtime"
	"unsafe"
)

//go:generate go run ./_gen ../vulkan ../vulkan/vulkantest ../..

// String returns the name that the specification gives the code.
func (r Result) String() string {
	if s := resultNames[r]; s != "" {
		return s
	}
	return fmt.Sprintf("VkResult %d", int32(r))
}

// Version packs a version number of the interface.
func Version(major, minor, patch uint32) uint32 { return major<<22 | minor<<12 | patch }

// CString returns s with a terminating zero, pinned by p.
func CString(p *runtime.Pinner, s string) *byte {
	b := append([]byte(s), 0)
	p.Pin(&b[0])
	return &b[0]
}

// GoString reads up to the terminating zero; nil is "".
func GoString(c *byte) string {
	if c == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(c), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(c, n))
}
