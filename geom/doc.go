// Package geom holds the values everything else is made of: vectors, poses,
// triangles, axis-aligned boxes and spheres.
//
// Lengths carry whatever unit the caller's meshes use; nothing here assumes one.
// Every product that feeds a sum is written float64(a*b), which the Go
// specification rounds explicitly, so no compiler may fuse it into an FMA and
// results are bit-equal on every architecture.
package geom
