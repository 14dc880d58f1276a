// Package aabb is the method gpu-bvh: trees of boxes by the surface-area heuristic, built on the
// device once a model and refitted as it deforms, and the descent of all pairs of trees at
// once as streams of node pairs.
package aabb

import "embed"

//go:generate go run ../_spv ../primitives ../models

//go:embed shaders/*.spv
var shaders embed.FS
