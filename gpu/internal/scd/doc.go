// Package scd has the methods scd0 to scd3: the edges of one mesh against the triangles of
// another, as pixels through the raster pipeline or as one stream through kernels.
package scd

import "embed"

//go:generate go run ../_spv ../primitives ../models

//go:embed shaders/*.spv
var shaders embed.FS
