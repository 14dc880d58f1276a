package robot

import (
	"context"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/collada"
)

// readCOLLADA reads a COLLADA file in metres: each coordinate is multiplied by the file's unit and rounded once. The axis
// that the file calls up does not turn it: the meshes of URDFs are used as they are.
func (l *Loader) readCOLLADA(ctx context.Context, path string) (*collide.Model, error) {
	f, err := l.Files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	d, err := collada.Read(ctx, f, path, max(l.most()-l.triangles, 1))
	if err != nil {
		return nil, err
	}
	if err := l.count(len(d.Mesh.Triangles)); err != nil {
		return nil, err
	}
	if d.Meter != 1 {
		for i, v := range d.Mesh.Vertices {
			d.Mesh.Vertices[i] = geom.Vec{X: float64(v.X * d.Meter), Y: float64(v.Y * d.Meter), Z: float64(v.Z * d.Meter)}
		}
	}
	return newModel(d.Mesh)
}
