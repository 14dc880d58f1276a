package scene

import (
	"context"

	"github.com/collide-go/collide/geom"
)

// physics reads the laws of a scene.
func (d *decoder) physics(n *node) Physics {
	var p Physics
	if f := n.field("gravity"); f != nil {
		p.Gravity = d.vec(f, "gravity")
	}
	for _, key := range []string{"G", "theta", "substeps"} {
		f := n.field(key)
		if f == nil {
			continue
		}
		switch key {
		case "G":
			p.G = d.number(f, key)
		case "theta":
			p.Theta = d.number(f, key)
		default:
			p.Substeps = d.integer(f, key)
		}
		if err := p.check(); d.err == nil && err != nil {
			d.failf(f.offset, "%v", err)
		}
	}
	return p
}

// dynamics reads what a body with a mass has, and the restitution any may have.
func (d *decoder) dynamics(n *node, b *Body) {
	if f := n.field("restitution"); f != nil {
		c := d.number(f, "restitution")
		if err := checkRestitution(c); d.err == nil && err != nil {
			d.failf(f.offset, "%v", err)
		}
		b.Restitution = &c
	}
	mass := n.field("mass")
	for _, key := range []string{"velocity", "spin"} {
		if f := n.field(key); f != nil && mass == nil {
			d.failf(f.offset, "%s of a body without a mass; a body that is driven has it in its motion", key)
		}
	}
	if mass == nil {
		return
	}
	m := &Dynamics{Mass: d.number(mass, "mass")}
	b.Dynamics = m
	if f := n.field("velocity"); f != nil {
		m.Velocity = d.vec(f, "velocity")
	}
	if f := n.field("spin"); f != nil {
		m.Spin = d.vec(f, "spin")
	}
	if err := b.checkDynamics(); d.err == nil && err != nil {
		d.failf(mass.offset, "%v", err)
	}
}

// cameras reads the list of cameras, nil for none.
func (d *decoder) cameras(ctx context.Context, n *node) []Camera {
	list := n.field("cameras")
	if list == nil || !d.is(list, kindArray, "cameras") {
		return nil
	}
	var cameras []Camera
	d.each(ctx, list, func(n *node) { cameras = append(cameras, d.camera(n)) })
	return cameras
}

func (d *decoder) camera(n *node) Camera {
	d.fields(n, "a camera", "name", "eye", "target", "up", "angle")
	c := Camera{Up: geom.Vec{Z: 1}, Angle: defaultAngle}
	c.Eye, c.Target = d.vec(d.want(n, "a camera", "eye"), "eye"), d.vec(d.want(n, "a camera", "target"), "target")
	if f := n.field("name"); f != nil {
		c.Name = d.text(f, "name")
	}
	if f := n.field("up"); f != nil {
		c.Up = d.vec(f, "up")
	}
	if f := n.field("angle"); f != nil {
		c.Angle = d.number(f, "angle")
	}
	if err := c.check(); d.err == nil && err != nil {
		d.failf(n.offset, "%v", err)
	}
	return c
}

// defaultAngle is a camera's, in degrees.
const defaultAngle = 50
