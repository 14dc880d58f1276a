package scene

import "context"

// Place makes the bodies of a scene ready for a detector. Meshes that the scene
// names are read relative to the directory of path, which errors name.
func (l *Loader) Place(ctx context.Context, s *Scene, path string) ([]Placed, error) {
	placed := make([]Placed, len(s.Bodies))
	for i := range s.Bodies {
		b := &s.Bodies[i]
		placed[i] = Placed{Name: b.Name, File: path, Pose: b.Pose, Immovable: b.Immovable, Scene: path, Line: b.poseLine}
		if err := l.shape(ctx, b, &placed[i]); err != nil {
			return nil, err
		}
		if err := l.animate(s, b, &placed[i]); err != nil {
			return nil, err
		}
	}
	return placed, nil
}
