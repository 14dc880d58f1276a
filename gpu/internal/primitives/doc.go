// Package primitives has the parallel primitives that methods on a device are built of: scan,
// reduction, compaction, sorts, and buffers that kernels append to. Each has a contract in
// Go, which the self-test and the tests compare with.
package primitives

//go:generate go run ../_spv .
