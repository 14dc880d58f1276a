package robot

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/motion"
)

// Move moves the robot from one state to another, from t = 0 to 1, the value of every joint being linear in t, and
// returns when two bodies that are tested first touch, as [collide.Detector.Move] does. At a time t between 0 and 1
// a value is from + t·(to − from), rounded.
//
// A Free verdict covers the whole motion: the real one, and that of LinkPoses with the values at every float64 t.
// Other bodies stand still. The robot is left where the Impact says: at T1 in contact, at T0 where the verdict is
// Unknown, else in the state to.
//
// Values are not wrapped: a continuous joint goes the way that they say. Errors are those of [Robot.CheckState] and of
// Detector.Move. A floating joint whose quaternion changes, and an Options.Root whose matrix is no rotation within 1e-6, as a
// reflection, are refused with collide.ErrUnsupported. A timeError that
// is not above 0 and at most 1 panics.
func (c *Checker) Move(ctx context.Context, from, to []float64, timeError float64) (collide.Impact, error) {
	return c.MoveWithin(ctx, from, to, 0, timeError)
}

// MoveWithin moves the robot as Move does and returns when two bodies that are tested are first at most a distance apart, as
// [collide.Detector.MoveWithin] does.
func (c *Checker) MoveWithin(ctx context.Context, from, to []float64, distance, timeError float64) (collide.Impact, error) {
	return c.MoveApart(ctx, from, to, collide.Gaps{Most: distance}, timeError)
}

// MoveApart moves the robot as Move does and returns when two bodies that are tested are first no farther apart than by a distance of their
// own, as [collide.Detector.MoveApart] does.
func (c *Checker) MoveApart(ctx context.Context, from, to []float64, gaps collide.Gaps, timeError float64) (collide.Impact, error) {
	for _, values := range [2][]float64{from, to} {
		if err := c.robot.CheckState(values); err != nil {
			return collide.Impact{}, err
		}
	}
	if err := c.swing.set(c.robot, c.root, from, to); err != nil {
		return collide.Impact{}, fmt.Errorf("%w: %w", collide.ErrUnsupported, err)
	}
	if of := gaps.Of; of != nil {
		gaps.Of = func(a, b int) (float64, bool) { return of(c.bodies.Body(a), c.bodies.Body(b)) }
	}
	r, err := c.seats[0].detector.MoveApart(ctx, c.swingPaths(), gaps, timeError)
	if r != (collide.Impact{}) {
		c.bodies.Impact(&r)
	}
	return r, err
}

// swingPaths returns the motions of all parts, and none for the other bodies.
func (c *Checker) swingPaths() []motion.Path {
	if c.paths != nil {
		return c.paths
	}
	c.paths = make([]motion.Path, len(c.seats[0].poses))
	for i := range c.parts {
		c.paths[i] = &swingPart{swing: &c.swing, part: &c.parts[i], anchor: -1}
	}
	return c.paths
}
