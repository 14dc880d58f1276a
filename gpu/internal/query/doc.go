// Package query runs a query on a device: a broad phase over the bodies, a phase over the
// triangles of the pairs of meshes, and the exact decision of the candidates on the CPU.
package query
