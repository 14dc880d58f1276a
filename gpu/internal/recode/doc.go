// Package recode is the method recode: an image of convex bodies orders the pairs, so
// that those which overlap there are descended first.
package recode

import "embed"

//go:generate go run ../_spv

//go:embed shaders/*.spv
var shaders embed.FS
