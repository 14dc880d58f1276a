// Package gpu runs collision methods on a Vulkan 1.1 device, or on the software
// driver of a machine without one: device choice, buffers, kernels and batches of
// them, the parallel primitives, and the methods built of these.
//
// Kernels classify conservatively in float32: surely apart, or candidate. Package
// predicate confirms the candidates on the CPU, so the contacts are those of every
// other method. Each kernel has a Go function as its contract.
//
// A Device may be shared; a Batch and the Buffers it uses belong to one goroutine.
package gpu

//go:generate go run ./_spv
