package bench

import "context"

// runOctree measures the experiments of the octree paper.
func runOctree(ctx context.Context, o *Options) (*Report, error) {
	r := newReport("octree", "octree: octree, Sphere-OBB hierarchies, classified traversal",
		"Electronic Design Engineering 24, 2016: collision detection based on space subdivision and classified traversal. 2.4 GHz, Windows 7; its figures are drawings, no numbers.")
	for _, part := range []func(context.Context, *Report) error{o.counts, o.densities, o.dissimilar, o.traversals, o.volumes, o.model} {
		if err := part(ctx, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}
