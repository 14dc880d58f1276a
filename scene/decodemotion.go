package scene

import (
	"math"
	"slices"
	"strconv"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// procedural reads the parameters of a mesh: exactly those its shape has.
func (d *decoder) procedural(n *node) *Procedural {
	name := d.want(n, "mesh", "shape")
	p := &Procedural{Shape: d.text(name, "shape")}
	if d.err != nil {
		return p
	}
	keys := p.parameters()
	if keys == nil {
		d.failf(name.offset, "shape %q; expected %s", shorten(p.Shape), shapeNames)
	}
	what := "the " + p.Shape
	d.fields(n, what, shapeFields[p.Shape]...)
	for _, key := range keys {
		f := d.want(n, what, key)
		switch v := p.parameter(key).(type) {
		case *float64:
			*v = d.number(f, key)
		case *int:
			*v = d.integer(f, key)
		case *geom.Vec:
			*v = d.vec(f, key)
		}
	}
	if d.err == nil {
		if err := p.Check(); err != nil {
			d.failf(n.offset, "%v", err)
		}
	}
	return p
}

// shapeFields are the fields of each shape, in the order they are written.
var shapeFields = map[string][]string{
	ShapeIcosphere: {"shape", "radius", "detail"},
	ShapeBox:       {"shape", "size", "detail"},
	ShapeTorus:     {"shape", "ring", "tube", "around", "section"},
	ShapeKnot:      {"shape", "p", "q", "ring", "tube", "around", "section"},
	ShapeEllipsoid: {"shape", "size", "around", "section"},
	ShapeBowl:      {"shape", "radius", "ripple", "waves", "around", "section"},
}

// parameters lists what a shape has, in the order it is written; nil for a
// shape there is not.
func (p *Procedural) parameters() []string {
	if fields := shapeFields[p.Shape]; fields != nil {
		return fields[1:]
	}
	return nil
}

// parameter returns where a parameter is kept: a *float64, *int or *geom.Vec.
func (p *Procedural) parameter(key string) any {
	switch key {
	case "radius":
		return &p.Radius
	case "size":
		return &p.Size
	case "detail":
		return &p.Detail
	case "ring":
		return &p.Ring
	case "tube":
		return &p.Tube
	case "p":
		return &p.P
	case "q":
		return &p.Q
	case "around":
		return &p.Around
	case "section":
		return &p.Section
	case "ripple":
		return &p.Ripple
	case "waves":
		return &p.Waves
	}
	return nil
}

func (d *decoder) motion(n *node) *Motion {
	d.fields(n, "motion", "velocity", "spin", "center", "bounds")
	m := &Motion{}
	if f := n.field("velocity"); f != nil {
		m.Velocity = d.vec(f, "velocity")
	}
	if f := n.field("spin"); f != nil {
		m.Spin = d.vec(f, "spin")
	}
	if f := n.field("center"); f != nil {
		c := d.vec(f, "center")
		m.Center = &c
	}
	if f := n.field("bounds"); f != nil {
		d.fields(f, "bounds", "min", "max")
		m.Bounds = d.bounds(f, "bounds")
	}
	return m
}

// walls reads the walls of a scene and how thick they are, nil and 0 for none.
func (d *decoder) walls(n *node) (inside *geom.AABB, thickness float64) {
	f := n.field("walls")
	if f == nil {
		return nil, 0
	}
	d.fields(f, "walls", "min", "max", "thickness")
	if t := f.field("thickness"); t != nil {
		if thickness = d.number(t, "thickness"); !(thickness > 0) {
			d.failf(t.offset, "thickness %s; expected a number above 0", t.text)
		}
	}
	return d.bounds(f, "walls"), thickness
}

// bounds reads the corners of a box.
func (d *decoder) bounds(f *node, key string) *geom.AABB {
	b := &geom.AABB{Min: d.vec(d.want(f, key, "min"), "min"), Max: d.vec(d.want(f, key, "max"), "max")}
	if d.err == nil {
		if err := checkBounds(b); err != nil {
			d.failf(f.offset, "%s: %v", key, err)
		}
	}
	return b
}

// deform reads the one deformation there is.
func (d *decoder) deform(n *node) motion.Deformation {
	d.fields(n, "deform", "twist", "wave")
	twist, wave := n.field("twist"), n.field("wave")
	if d.err == nil && (twist == nil) == (wave == nil) {
		d.failf(n.offset, `deform has %d fields; expected exactly one of "twist" and "wave"`, len(n.keys))
	}
	if d.err != nil {
		return nil
	}
	f := twist
	var deform motion.Deformation
	if twist != nil {
		d.fields(f, "twist", "axis", "rate", "period")
		deform = &motion.Twist{Axis: d.axis(f, "twist", "axis"), Rate: d.wantNumber(f, "twist", "rate"), Period: d.wantNumber(f, "twist", "period")}
	} else {
		f = wave
		d.fields(f, "wave", "along", "across", "amplitude", "length", "period")
		deform = &motion.Wave{
			Along: d.axis(f, "wave", "along"), Across: d.axis(f, "wave", "across"), Amplitude: d.wantNumber(f, "wave", "amplitude"),
			Length: d.wantNumber(f, "wave", "length"), Period: d.wantNumber(f, "wave", "period"),
		}
	}
	if d.err == nil {
		if err := deform.Check(); err != nil {
			d.failf(f.offset, "%v", err)
		}
	}
	return deform
}

func (d *decoder) axis(n *node, what, key string) motion.Axis {
	f := d.want(n, what, key)
	s := d.text(f, key)
	i := slices.Index([]string{"x", "y", "z"}, s)
	if i < 0 {
		d.failf(f.offset, `%s is %q; expected "x", "y" or "z"`, key, shorten(s))
		return motion.X
	}
	return motion.Axis(i)
}

func (d *decoder) wantNumber(n *node, what, key string) float64 {
	return d.number(d.want(n, what, key), key)
}

// integer reads a number without a fraction that an int32 holds.
func (d *decoder) integer(n *node, what string) int {
	x := d.number(n, what)
	if d.err == nil && (x != math.Trunc(x) || math.Abs(x) > math.MaxInt32) {
		d.failf(n.offset, "%s is %s; expected an integer", what, n.text)
		return 0
	}
	return int(x)
}

// seed reads the optional seed: it has 64 bits, more than a double holds.
func (d *decoder) seed(n *node) *uint64 {
	f := n.field("seed")
	if f == nil || !d.is(f, kindNumber, "seed") {
		return nil
	}
	v, err := strconv.ParseUint(f.text, 10, 64)
	if err != nil {
		d.failf(f.offset, "seed is %s; expected an integer from 0 to %d", f.text, uint64(math.MaxUint64))
		return nil
	}
	return &v
}
