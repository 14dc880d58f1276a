// Package rigid moves spheres and boxes on the device: it integrates, attracts, finds contacts
// down a linear hierarchy and applies impulses. The host reads back what is drawn or recorded.
package rigid

import "embed"

//go:generate go run ../_spv ../primitives ../models

//go:embed shaders/*.spv
var shaders embed.FS
