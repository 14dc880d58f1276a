package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Dynamics are a body's own: a sphere or a box of even density.
type Dynamics struct {
	// Mass is above 0.
	Mass float64
	// Velocity is that of the centre, in lengths per second, Spin the axis of
	// rotation in world coordinates times radians per second, both at time 0.
	Velocity, Spin geom.Vec
}

// Physics are the laws of a scene. The zero value has no forces but impacts.
type Physics struct {
	// Gravity is the acceleration of all bodies with a mass.
	Gravity geom.Vec
	// G is the constant of gravitation between them, 0 for none.
	G float64
	// Theta is 0 for the sum over all pairs of masses, else the opening angle of the
	// method of Barnes and Hut.
	Theta float64
	// Substeps is into how many a step is cut, 0 for as many as speeds ask for.
	Substeps int
}

// Camera is a place to look from.
type Camera struct {
	Name string
	// Eye looks at Target, Up being up.
	Eye, Target, Up geom.Vec
	// Angle is that of the view from its lower to its upper side, in degrees.
	Angle float64
}

// maxSubsteps is more than any scene needs.
const maxSubsteps = 10_000

func (d *Dynamics) check() error {
	switch {
	case !(d.Mass > 0) || math.IsInf(d.Mass, 1):
		return fmt.Errorf("mass %v; expected a finite number above 0", d.Mass)
	case !d.Velocity.IsFinite() || !d.Spin.IsFinite():
		return errors.New("velocity or spin is not finite")
	}
	return nil
}

// checkDynamics returns an error for what a body with a mass cannot be.
func (b *Body) checkDynamics() error {
	switch {
	case b.Dynamics == nil:
		return nil
	case b.Sphere == nil && b.Box == nil:
		return errors.New("mass of a body that is neither a sphere nor a box; only those may have one")
	case b.Immovable:
		return errors.New("mass of an immovable body; expected one or the other")
	case b.Motion != nil:
		return errors.New("mass of a body with a motion; expected one or the other")
	}
	return b.Dynamics.check()
}

func checkRestitution(c float64) error {
	if !(c >= 0 && c <= 1) {
		return fmt.Errorf("restitution %v; expected a number from 0 to 1", c)
	}
	return nil
}

func (p *Physics) check() error {
	switch {
	case !p.Gravity.IsFinite():
		return errors.New("gravity is not finite")
	case !(p.G >= 0) || math.IsInf(p.G, 1):
		return fmt.Errorf("constant G of gravitation %v; expected a finite number of at least 0", p.G)
	case !(p.Theta >= 0 && p.Theta <= 1):
		return fmt.Errorf("theta %v; expected a number from 0 to 1", p.Theta)
	case p.Substeps < 0 || p.Substeps > maxSubsteps:
		return fmt.Errorf("substeps %d; expected 0 to %d", p.Substeps, maxSubsteps)
	}
	return nil
}

func (c *Camera) check() error {
	switch {
	case !c.Eye.IsFinite() || !c.Target.IsFinite() || !c.Up.IsFinite():
		return errors.New("a camera's eye, target and up need finite numbers")
	case c.Eye.Sub(c.Target).Cross(c.Up) == (geom.Vec{}):
		return errors.New("a camera needs to look at something, up being elsewhere")
	case !(c.Angle > 0 && c.Angle < 180):
		return fmt.Errorf("angle %v of a camera; expected degrees between 0 and 180", c.Angle)
	}
	return nil
}
