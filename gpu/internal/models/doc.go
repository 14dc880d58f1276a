// Package models keeps the models of a world on a device: vertices and triangles, deformed
// there where it can be, and the frame that each pair of bodies is compared in, with the
// bounds of its errors. Its shaders are included by those of the methods.
package models

import "embed"

//go:generate go run ../_spv ../primitives

//go:embed shaders/*.spv
var shaders embed.FS
