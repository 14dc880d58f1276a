// Package simd holds the batch kernels of the 18-DOP trees: overlap of one volume
// with many, union, and refit from triangles, eight volumes at a time (seed 003,
// after Klosowski et al., "Efficient Collision Detection Using Bounding Volume
// Hierarchies of k-DOPs", IEEE TVCG 4(1), 1998); and the sweep of the broad phase,
// one box against the 16 that follow it in sorted order.
//
// The contract of every kernel is its plain Go loop (overlapGo, mergeGo,
// mergePairsGo, refitGo, sweepGo). The assembly returns the same bits, NaN payloads aside;
// it is written by the generator in _gen, which `go generate` runs, and chosen at
// run time by Level. Other processors and the build tag noasm have the Go loops
// alone.
//
// No kernel over volumes decides a contact: whatever is unordered (NaN) or rounded counts
// as "may overlap". Those over triangles of the wide trees (LeafLeaf, LeafSelf,
// TouchOnGrid, TouchInFloat64, TouchInPlane, TouchInDouble, LeafNear,
// LeafEdges) say what bounds or exact arithmetic prove, which package
// predicate derives, and leave the rest open.
package simd

//go:generate go run -C _gen . -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg simd
//go:generate go run -C _gen ./strip -out ../strip_amd64.s -stubs ../strip_stubs_amd64.go -pkg simd
//go:generate go run -C _gen ./lanes -out ../lanes_amd64.s -stubs ../lanes_stubs_amd64.go -pkg simd
