package scd

import "github.com/collide-go/collide/gpu/internal/vulkan"

// The pipelines of the streaming methods.
var (
	drawFill     = &vulkan.Drawing{Shaders: shaders, Vertex: "scd_fill.vert", Fragment: "scd_fill.frag", Write: true, Compare: vulkan.Always}
	drawTriangle = &vulkan.Drawing{Shaders: shaders, Vertex: "scd.vert", Fragment: "scd_tri.frag", Compare: vulkan.LessOrEqual}
	drawBox      = &vulkan.Drawing{Shaders: shaders, Vertex: "scd.vert", Fragment: "scd_box.frag", Compare: vulkan.LessOrEqual}
)
