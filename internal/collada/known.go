package collada

import (
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/xmltree"
)

// inElement is what the schema allows in the elements where a misspelt child would leave out surface, or put it elsewhere.
var inElement = map[string][]string{
	"asset":        {"contributor", "coverage", "created", "extra", "keywords", "modified", "revision", "subject", "title", "unit", "up_axis"},
	"scene":        {"extra", "instance_kinematics_scene", "instance_physics_scene", "instance_visual_scene"},
	"visual_scene": {"asset", "evaluate_scene", "extra", "node"},
	"node": {
		"asset", "extra", "instance_camera", "instance_controller", "instance_geometry", "instance_light", "instance_node", "lookat",
		"matrix", "node", "rotate", "scale", "skew", "translate",
	},
	"geometry":  {"asset", "brep", "convex_mesh", "extra", "mesh", "spline"},
	"mesh":      {"extra", "lines", "linestrips", "polygons", "polylist", "source", "triangles", "trifans", "tristrips", "vertices"},
	"polygons":  {"extra", "input", "p", "ph"},
	"polylist":  {"extra", "input", "p", "vcount"},
	"triangles": {"extra", "input", "p"},
	"trifans":   {"extra", "input", "p"},
	"tristrips": {"extra", "input", "p"},
}

// known refuses children that an element does not have. Those of another namespace than the document's are extensions.
func (r *reader) known(e *xmltree.Element) {
	names := inElement[e.Name.Local]
	for _, k := range e.Kids {
		if k.Name.Space == r.space && !slices.Contains(names, k.Name.Local) {
			r.failf(k, "<%s> in <%s>; expected one of %s", xmltree.Short(k.Name.Local), e.Name.Local, strings.Join(names, ", "))
		}
	}
}
