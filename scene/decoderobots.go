package scene

import (
	"context"

	"github.com/collide-go/collide/geom"
)

// robots reads the optional list of robots.
func (d *decoder) robots(ctx context.Context, n *node) []Robot {
	list := n.field("robots")
	if list == nil || !d.is(list, kindArray, "robots") {
		return nil
	}
	var robots []Robot
	taken := map[string]bool{}
	d.each(ctx, list, func(n *node) {
		r := d.robot(n)
		switch {
		case d.err != nil:
		case r.Name == "" && list.count > 1:
			d.failf(n.offset, `a robot without a "name" beside others; expected a name, which stands before those of its links`)
		case taken[r.Name]:
			d.failf(n.offset, `second robot named %q; expected a unique "name"`, r.Name)
		}
		taken[r.Name] = true
		robots = append(robots, r)
	})
	return robots
}

func (d *decoder) robot(n *node) Robot {
	r := Robot{Pose: geom.Identity}
	d.fields(n, "a robot", "name", "urdf", "srdf", "pose", "joints", "attach")
	if d.err != nil {
		return r
	}
	r.line = d.doc.line(n.offset)
	r.poseLine = r.line
	r.URDF = d.path(d.want(n, "a robot", "urdf"), "urdf")
	if f := n.field("srdf"); f != nil {
		r.SRDF = d.path(f, "srdf")
	}
	if n.field("name") != nil {
		r.Name = d.name(n, "")
	}
	if f := n.field("pose"); f != nil {
		r.Pose, r.poseLine = d.pose(f), d.doc.line(f.offset)
		if d.err == nil && !isRotation(&r.Pose) {
			d.failf(f.offset, "pose of a robot is not a rotation and a translation")
		}
	}
	if f := n.field("joints"); f != nil {
		d.joints(f, &r)
	}
	if f := n.field("attach"); f != nil && d.is(f, kindArray, "attach") {
		for i := range f.items {
			r.Attach = append(r.Attach, d.attachment(&f.items[i]))
		}
	}
	return r
}

// path reads the path of a file.
func (d *decoder) path(n *node, what string) string {
	s := d.text(n, what)
	if d.err == nil && s == "" {
		d.failf(n.offset, "%s is empty; expected the path of a file", what)
	}
	return s
}

// joints reads values by name, or the name of a state.
func (d *decoder) joints(n *node, r *Robot) {
	if n.kind == kindString {
		if r.State = d.text(n, "joints"); r.State == "" {
			d.failf(n.offset, "joints is empty; expected the name of a state, or an object of values")
		}
		if r.SRDF == "" {
			d.failf(n.offset, "joints names a state, but the robot has no srdf; expected an object of values")
		}
		return
	}
	if n.kind != kindObject {
		d.failf(n.offset, "joints is %v; expected an object of values, or the name of a state", n.kind)
		return
	}
	for i, key := range n.keys {
		if d.is(&n.items[i], kindNumber, "a joint") {
			r.Joints = append(r.Joints, JointValue{string([]byte(key)), d.number(&n.items[i], "a joint")})
		}
	}
}

func (d *decoder) attachment(n *node) Attachment {
	d.fields(n, "an attachment", "body", "link", "touch")
	if d.err != nil {
		return Attachment{}
	}
	a := Attachment{line: d.doc.line(n.offset)}
	a.Body, a.Link = d.text(d.want(n, "an attachment", "body"), "body"), d.text(d.want(n, "an attachment", "link"), "link")
	if f := n.field("touch"); f != nil && d.is(f, kindArray, "touch") {
		for i := range f.items {
			a.Touch = append(a.Touch, d.text(&f.items[i], "an entry of touch"))
		}
	}
	return a
}

// leastDefect is how far a robot's pose may be from a rotation, as for a sphere's.
const leastDefect = 1e-3

// isRotation reports whether a pose keeps lengths and turns nothing inside out.
func isRotation(p *geom.Pose) bool {
	return p.OrthonormalDefect() <= leastDefect && p.R.Row(0).Cross(p.R.Row(1)).Dot(p.R.Row(2)) > 0
}
