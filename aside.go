package collide

import (
	"context"

	"github.com/collide-go/collide/internal/world"
)

// aside is what a Detector keeps for queries that no engine takes part in: about a ray, a
// point or another body. They have one answer whatever the method; brute tries every
// primitive for them, too.
type aside struct {
	cast        world.Rays
	within      world.Containing
	overlapping world.Overlapping
	nearest     world.NearestTo
	hits        []world.RayHit
	out         []Hit
}

// beginAside begins such a query.
func (d *Detector) beginAside(ctx context.Context) error {
	s := &d.aside
	_, every := d.engine.(world.Exhaustive)
	s.cast.Exhaustive, s.within.Exhaustive, s.overlapping.Exhaustive = every, every, every
	s.within.Orient = d.solids.Orient
	s.overlapping.Solid, s.overlapping.Orient = d.opt.Solid, d.solids.Orient
	d.result.Stats = Stats{Workers: 1}
	return d.world.Begin(ctx, d.opt.Budget.Time, d.opt.Budget.Steps)
}

// cutAside returns why such a query could not finish, nil if it did: it was cut short, or left
// bodies undecided, of which reason describes the first one.
func (d *Detector) cutAside(ctx context.Context, reason string, open int) error {
	if cut := d.cut(ctx, nil); cut != nil {
		return cut
	}
	if open > 0 {
		return undecided(reason, open)
	}
	return nil
}
