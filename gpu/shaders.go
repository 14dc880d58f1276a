package gpu

import "embed"

//go:embed shaders/*.spv
var shaders embed.FS
