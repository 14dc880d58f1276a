package collide

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Nearest returns the distance of a point from the body that is nearest to it, of several the
// lowest: A is the body, B and TriB are −1, Points[1] is the point. Solids count with their
// inside, and Inside is BInside for a point in the interior of a solid mesh. It returns false
// if there is no body. The error wraps ErrIncomplete for a query that could not finish,
// which returns what is known. A point that is not finite is an error, and so is a distance
// beyond the range of float64. Every method measures.
func (d *Detector) Nearest(ctx context.Context, p geom.Vec) (Distance, bool, error) {
	d.world.Enter()
	defer d.world.Leave()
	if !p.IsFinite() {
		return Distance{}, false, fmt.Errorf("point is not finite: %v", p)
	}
	if err := d.beginAside(ctx); err != nil {
		return Distance{}, false, err
	}
	n := &d.aside.nearest
	q := world.Question{Solid: d.opt.Solid, Orient: d.solids.Orient, Within: math.Inf(1)}
	if _, every := d.engine.(world.Exhaustive); every {
		q.By = world.ByEveryPair
	}
	none := Distance{A: -1, B: -1, TriA: -1, TriB: -1, Hi: math.Inf(1)}
	if d.world.Control.Cause() != narrow.Running {
		return none, false, d.cut(ctx, nil)
	}
	lo, hi := n.Point(d.world, &q, p)
	cut := d.cutAside(ctx, n.Why(), n.Open())
	if len(n.Spans) == 0 {
		return none, false, cut
	}
	s := &n.Spans[0]
	if math.IsInf(s.Value, 1) {
		return none, false, fmt.Errorf("point %v and body %d (%s): %w", p, s.Pair.A, d.world.Name(int(s.Pair.A)), errFar)
	}
	r := d.measured(s)
	r.B, r.TriB, r.Lo, r.Hi, r.Value = -1, -1, lo, hi, lo
	return r, true, cut
}
