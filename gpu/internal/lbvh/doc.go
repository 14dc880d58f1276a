// Package lbvh is the method lbvh: linear bounding volume hierarchies in Morton order over the
// bodies, then over the triangles of all pairs of meshes, built for each query.
package lbvh

import "embed"

//go:generate go run ../_spv ../primitives ../models

//go:embed shaders/*.spv
var shaders embed.FS
