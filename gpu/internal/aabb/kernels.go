package aabb

import (
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var (
	globalsKernel = &vulkan.Kernel{Shaders: shaders, Name: "globals", Access: "rww", Group: 256}

	triBoxes    = &vulkan.Kernel{Shaders: shaders, Name: "tri_boxes", Access: "rrw", Group: 256}
	sahLarge    = &vulkan.Kernel{Shaders: shaders, Name: "sah_large", Access: "rwwrwww", Group: 256}
	sahGroup    = &vulkan.Kernel{Shaders: shaders, Name: "sah_group", Access: "rwwrwwwr", Group: 1}
	sahThread   = &vulkan.Kernel{Shaders: shaders, Name: "sah_thread", Access: "rwwrwwwr", Group: 256}
	sahChildren = &vulkan.Kernel{Shaders: shaders, Name: "sah_children", Access: "rrrwwwww", Group: 256}
	sahCost     = &vulkan.Kernel{Shaders: shaders, Name: "sah_cost", Access: "rw", Group: 256}
	refitKernel = &vulkan.Kernel{Shaders: shaders, Name: "refit", Access: "rrrw", Group: 256}
	climbKernel = &vulkan.Kernel{Shaders: shaders, Name: "climb", Access: "rrrrww", Group: 256}
)

// The three regimes of the build: more triangles than manyTriangles are split by all
// threads, up to fewTriangles by one, what is between by a group.
const (
	fewTriangles  = 32
	manyTriangles = 1 << 14
)

// The costs that the build minimises: of visiting a node, of testing a triangle.
const (
	visitCost    = 1.0
	triangleCost = 1.5
)
