package gpu

import "github.com/collide-go/collide/gpu/internal/vulkan"

// The pipelines of the streaming methods and of recode.
var (
	drawFill     = &vulkan.Drawing{Shaders: shaders, Vertex: "scd_fill.vert", Fragment: "scd_fill.frag", Write: true, Compare: vulkan.Always}
	drawTriangle = &vulkan.Drawing{Shaders: shaders, Vertex: "scd.vert", Fragment: "scd_tri.frag", Compare: vulkan.LessOrEqual}
	drawBox      = &vulkan.Drawing{Shaders: shaders, Vertex: "scd.vert", Fragment: "scd_box.frag", Compare: vulkan.LessOrEqual}
	drawFront    = &vulkan.Drawing{Shaders: shaders, Vertex: "recode.vert", Write: true, Compare: vulkan.Less}
	drawBehind   = &vulkan.Drawing{Shaders: shaders, Vertex: "recode.vert", Compare: vulkan.GreaterOrEqual}
)
