// Package gpu has the methods that run on a Vulkan 1.1 device, or on the software
// driver of a machine without one. Methods lists them for a table, Open and Default open the
// device, Devices lists all there are.
//
// Three environment variables configure it: COLLIDE_GPU chooses a device by its index, its
// kind or a part of its name; COLLIDE_VULKAN is the path of the Vulkan loader to use instead
// of the system's; COLLIDE_GPU_TRACE, when set, has Default print the device's time for each
// phase of its work to stderr.
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
package gpu
