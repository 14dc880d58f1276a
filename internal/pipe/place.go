package pipe

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// Place makes the body, or several where File is a scene. Bodies of one mesh share its model, which models keeps.
func (b *Body) Place(ctx context.Context, loader *scene.Loader, models map[*mesh.Mesh]*collide.Model) ([]scene.Placed, error) {
	placed := []scene.Placed{{Name: b.Name, Pose: geom.Identity, Immovable: b.Immovable}}
	switch {
	case b.File != "":
		var err error
		if placed, err = loader.File(ctx, b.File); err != nil {
			return nil, err
		}
	case b.Sphere != nil:
		placed[0].Shape = shape.Sphere{Radius: *b.Sphere}
	case b.Box != nil:
		placed[0].Shape = shape.Box{Size: geom.Vec{X: b.Box[0], Y: b.Box[1], Z: b.Box[2]}}
	default:
		if models[b.Sent] == nil {
			models[b.Sent] = collide.NewModel(b.Sent)
		}
		placed[0].Shape = models[b.Sent]
	}
	return placed, b.override(placed)
}

// override gives a body what its setup says of it, in place of what its file says.
func (b *Body) override(placed []scene.Placed) error {
	if b.Name == "" && b.Pose == nil && !b.Immovable {
		return nil
	}
	if len(placed) != 1 {
		return fmt.Errorf("%s holds %d bodies; a name, a pose and immovable are for one", quote.Name(b.File), len(placed))
	}
	p := &placed[0]
	if b.Name != "" {
		p.Name = b.Name
	}
	p.Immovable = p.Immovable || b.Immovable
	if m := b.Pose; m != nil {
		p.Pose = geom.Pose{
			R: geom.Mat{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]},
			T: geom.Vec{X: m[3], Y: m[7], Z: m[11]},
		}
	}
	return nil
}

// Add describes one more body.
func (o *Opened) Add(p *scene.Placed) {
	b := OpenedBody{Name: quote.Line(p.Name), Immovable: p.Immovable}
	if m := p.Mesh(); m != nil {
		b.Triangles = len(m.Triangles)
	}
	o.Bodies, o.Poses = append(o.Bodies, b), append(o.Poses, p.Pose)
}
