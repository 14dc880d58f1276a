//go:build !windows

package vk

import "github.com/ebitengine/purego"

// Open loads a shared library.
func Open(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// Symbol finds an address in a library.
func Symbol(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }
