// Package recode is the method recode: an image of convex bodies says which pairs to look at
// first.
package recode

import "embed"

//go:generate go run ../_spv

//go:embed shaders/*.spv
var shaders embed.FS
