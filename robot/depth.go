package robot

import (
	"context"

	"github.com/collide-go/collide"
)

// MeasureDepth bounds the depth and the width of a pair of the last result of Detect, as
// [collide.Detector.MeasureDepth] does.
func (c *Checker) MeasureDepth(ctx context.Context, p *collide.Pair) error {
	return c.seats[0].detector.MeasureDepth(ctx, p) // with kinds every body is one part
}

// DepthWithin reports whether the depth and the width of a pair of the last result of Detect are both at most a limit, as
// [collide.Detector.DepthWithin] does.
func (c *Checker) DepthWithin(ctx context.Context, p *collide.Pair, limit float64) (bool, error) {
	return c.seats[0].detector.DepthWithin(ctx, p, limit)
}
