package collide

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/geom"
)

// Containing returns the bodies that contain a point, ascending: spheres, boxes and closed
// meshes that have it in their inside or on their surface, with or without Options.Solid; and
// other meshes that have it on their surface. A point in the box of a mesh that is not closed and
// not on the mesh is undecided: the error then wraps ErrIncomplete and ErrUndecided. The
// bodies that come with ErrIncomplete contain the point, but others may be missing. A point
// that is not finite is an error. The bodies are valid until the detector's next call.
func (d *Detector) Containing(ctx context.Context, p geom.Vec) ([]int, error) {
	d.world.Enter()
	defer d.world.Leave()
	if !p.IsFinite() {
		return nil, fmt.Errorf("point is not finite: %v", p)
	}
	if err := d.beginAside(ctx); err != nil {
		return nil, err
	}
	in := &d.aside.within
	in.Find(d.world, p)
	return in.Found, d.cutAside(ctx, in.Undecided, in.Open)
}
