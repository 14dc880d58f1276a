// Package gpu runs collision methods on a Vulkan 1.1 device, or on the software
// driver of a machine without one: device choice, buffers, kernels and batches of
// them, the parallel primitives, and the methods built of these.
//
// Kernels classify conservatively in float32: surely apart, or candidate. Package
// predicate confirms the candidates on the CPU, so the contacts are those of every
// other method. Each kernel has a Go function as its contract.
//
// To measure a method, take its name from the table of Methods: Result.Stats has the
// candidates confirmed, the bytes moved, the occlusion queries, what the image of
// recode alone said, and Device, the device's own time up to the candidates, sending
// and the marks read back included. scene.Streams makes the scenes of the streaming
// methods, in any detail.
//
// A Device may be shared; a Batch and the Buffers it uses belong to one goroutine.
package gpu

//go:generate go run ./_spv
