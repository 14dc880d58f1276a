// Package vulkan runs kernels and draws on a Vulkan 1.1 device, or on the software driver of a
// machine without one: choice of a device, buffers, kernels, batches of them, images to draw
// on. It knows nothing of collisions.
//
// A Device may be shared; a Batch and the Buffers it uses belong to one goroutine.
package vulkan
