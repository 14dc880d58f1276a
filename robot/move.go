package robot

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/motion"
)

// Move moves the robots along a way, from t = 0 to 1, and returns the first time at which two bodies that are tested are as near to each other
// as gaps states, as [collide.Detector.Move] does. With the zero value of gaps that is the first time at which two bodies touch.
//
// A Free verdict covers the whole motion: the real one, and that of LinkPoses with the values at every float64 t.
// What a link holds moves with the link, and what [Checker.Hold] puts elsewhere is tested there; other bodies stand still. Afterwards the robots are
// at T1 of the Impact if two bodies touch, at T0 if the verdict is Unknown, and in the state To otherwise.
//
// Values are not wrapped: a continuous joint goes the way that they say. Errors are those of [Robot.CheckState] and of
// Detector.Move. A floating joint whose quaternion changes, rates beyond the range of float64, and a root or a body of [Checker.Hold] whose pose is not a
// rotation within 1e-6 (a reflection, say) are refused with collide.ErrUnsupported. Move panics if timeError
// is not above 0 and at most 1, and if the way has another number of rates than of variables.
func (c *Checker) Move(ctx context.Context, way Way, gaps collide.Gaps, timeError float64) (collide.Impact, error) {
	paths, err := c.along(&way)
	if err != nil {
		return collide.Impact{}, err
	}
	if of := gaps.Of; of != nil {
		gaps.Of = func(a, b int) (float64, bool) { return of(c.bodies.Body(a), c.bodies.Body(b)) }
	}
	r, err := c.seats[0].detector.Move(ctx, paths, gaps, timeError)
	if r != (collide.Impact{}) {
		c.ends(&way, &r)
		c.bodies.Impact(&r)
	}
	return r, err
}

// along returns the motions of all bodies along a way.
func (c *Checker) along(way *Way) ([]motion.Path, error) {
	if err := way.check(c.cell); err != nil {
		return nil, err
	}
	c.last.leave()
	for i := range c.chains {
		ch := &c.chains[i]
		if err := ch.swing.set(ch.Robot, ch.Root, way.of(c.cell, i)); err != nil {
			return nil, fmt.Errorf("%w: %w", collide.ErrUnsupported, ch.titled(err))
		}
	}
	return c.swingPaths()
}

// DistanceAlong encloses the least distance of the bodies along a way, as [collide.Detector.DistanceAlong] does, in at most spans intervals of time.
// Afterwards the robots are at t. Errors are those of Move and of Detector.DistanceAlong.
func (c *Checker) DistanceAlong(ctx context.Context, way Way, spans int) (curve [][4]float64, nearest collide.Distance, t float64, err error) {
	paths, err := c.along(&way)
	if err != nil {
		return nil, collide.Distance{}, 0, err
	}
	curve, nearest, t, err = c.seats[0].detector.DistanceAlong(ctx, paths, spans)
	if nearest.A >= 0 {
		c.bodies.Distance(&nearest)
	}
	if err == nil || errors.Is(err, collide.ErrIncomplete) {
		c.last.stands(way.To)
		way.At(t, c.last.values)
	}
	return curve, nearest, t, err
}

// Two returns two bodies where the last [Checker.Move] began, with their motions, nil for a body that stands still. They are what a question about these two alone
// needs. The motions belong to the checker and are valid until its next Move. A body of several shapes is refused with collide.ErrUnsupported.
func (c *Checker) Two(a, b int) (bodies [2]collide.Body, paths [2]motion.Path, err error) {
	for k, body := range [2]int{a, b} {
		from, to := c.bodies.Parts(body)
		if to-from > 1 {
			return bodies, paths, fmt.Errorf("%w: %s has %d shapes; expected one", collide.ErrUnsupported, quote.Name(c.names[body]), to-from)
		}
		if bodies[k] = c.others[from]; c.paths != nil && c.paths[from] != nil {
			paths[k], bodies[k].Pose = c.paths[from], c.paths[from].At(0)
		}
	}
	return bodies, paths, nil
}

// titled is an error about a robot, with its name where it has one.
func (ch *chain) titled(err error) error {
	if ch.Name == "" {
		return err
	}
	return fmt.Errorf("robot %s: %w", quote.Name(ch.Name), err)
}

// swingPaths returns the motions of all parts and of what links hold or have released, and none for the other bodies, which are put where
// they stand.
func (c *Checker) swingPaths() ([]motion.Path, error) {
	if c.paths == nil {
		c.paths = make([]motion.Path, len(c.others))
		i := 0
		for m := range c.chains {
			ch := &c.chains[m]
			for k := range ch.parts {
				c.paths[i] = &swingPart{swing: &ch.swing, part: &ch.parts[k], anchor: -1}
				i++
			}
		}
	}
	for _, body := range c.ever {
		i := c.first + body
		if p, ok := c.paths[i].(*swingPart); ok {
			p.swing.forget(p.part)
		}
		c.paths[i] = nil
		if err := c.seats[0].detector.SetPose(i, c.others[i].Pose); err != nil {
			return nil, c.misplaced(i, err)
		}
	}
	for i := range c.holds {
		if err := c.holdPath(&c.holds[i]); err != nil {
			return nil, err
		}
	}
	return c.paths, nil
}

// holdPath lets a body go with its link, or stand where it was left. That is a path, too: the body is tested against those around it.
func (c *Checker) holdPath(h *Hold) error {
	at := c.first + h.Body
	name := quote.Name(c.names[c.bodies.Body(at)])
	if h.Link < 0 {
		rest, err := motion.NewStraight(h.At, h.At)
		if err != nil {
			return fmt.Errorf("%w: the pose of %s: %w", collide.ErrUnsupported, name, err)
		}
		c.paths[at] = rest
		return nil
	}
	if !isRotation(&h.At) {
		return fmt.Errorf("%w: the matrix of the pose of %s in its link is %w", collide.ErrUnsupported, name, motion.ErrRotation)
	}
	m, link := c.cell.memberOf(h.Link)
	part := &Part{Link: link, Geometry: &Geometry{Origin: h.At}}
	c.paths[at] = &swingPart{swing: &c.chains[m].swing, part: part, anchor: -1, tilt: tilt(&h.At)}
	return nil
}
