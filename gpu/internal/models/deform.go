package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/motion"
)

var deformKernel = &vulkan.Kernel{Shaders: shaders, Name: "deform", Access: "rw", Group: 256}

// restData is a model's vertices at rest on the device, scaled by 2^-exponent into
// [-1, 1] on each axis.
type restData struct {
	vertices []geom.Vec // held, so that no others come to lie there
	exponent [3]int
}

func (r *restData) holds(v []geom.Vec) bool {
	return len(v) > 0 && len(r.vertices) == len(v) && &r.vertices[0] == &v[0]
}

// deformation is a twist or a wave in the units of deform.comp: its push constants
// from wave to vu, and how far the kernel's vertices may be off, on each axis.
type deformation struct {
	wave, a, b   uint32
	q, amplitude float32
	scale        [3]float32
	uv, vu       float32
	off          [3]float64
}

// farthestTurn is how many quarter turns the kernel takes, closest how far a vertex may
// be off in units of the model: beyond, the host's vertices are sent.
const (
	farthestTurn = 1 << 12
	closest      = 1.0 / (1 << 12)
	mostShift    = 60
)

// of sets the deformation of a model out of its rest. It reports false for what the
// kernel does not compute, or not closely.
//
// Bound, with u = 2^-23 for an operation, half of it for a number rounded here, and
// X = |q|, the most quarter turns as rest is at most 1: the angle is off by
// (π/2)(2uX) for rest, q and their product, and (π/4)2u for its scaling: (3.2X + 1.6)u;
// polynomials and their rounding add 4u. A term M·sin, M its largest size, takes at
// most 2u more for its product and its sum, u/2 for rest or amplitude: M(3.2X + 8.1)u,
// bounded by 4u·M(X + 3), which leaves room for the record's own rounding, 2^-50 of it.
// What is not turned is off by u/2 of its size s, as is the centre, which is no larger
// than all; the two sums round results of at most 1 + M: 2u·s and 4u cover these and
// subnormals taken for zero.
func (f *deformation) of(x *world.Deformed, d *Model) bool {
	*f = deformation{}
	ok := true
	shift := func(from, to int) float32 {
		e := d.rest.exponent[from] - d.Exponent[to]
		ok = ok && -mostShift < e && e < mostShift
		return float32(Scaled(1, max(min(e, mostShift), -mostShift)))
	}
	var turned, plain [3]float64 // M and s
	for k := range 3 {
		f.scale[k] = shift(k, k)
		plain[k] = float64(f.scale[k])
	}
	var q float64
	switch by := x.By.(type) {
	case *motion.Twist:
		u, v := (by.Axis+1)%3, (by.Axis+2)%3
		q = Scaled(by.RateAt(x.Time)*(2/math.Pi), d.rest.exponent[by.Axis])
		f.a, f.uv, f.vu = uint32(by.Axis), shift(int(v), int(u)), shift(int(u), int(v))
		turned[u], turned[v] = float64(f.scale[u])+float64(f.uv), float64(f.scale[v])+float64(f.vu)
		plain[u], plain[v] = 0, 0
	case *motion.Wave:
		q = Scaled(4/by.Length, d.rest.exponent[by.Along])
		amplitude := Scaled(by.AmplitudeAt(x.Time), -d.Exponent[by.Across])
		f.wave, f.a, f.b, f.amplitude = 1, uint32(by.Along), uint32(by.Across), float32(amplitude)
		turned[by.Across] = math.Abs(amplitude)
	default:
		return false
	}
	f.q = float32(q)
	const u = 0x1p-23
	for k := range 3 {
		f.off[k] = 4*u*turned[k]*(math.Abs(q)+3) + 2*u*plain[k] + 4*u
		ok = ok && f.off[k] < closest
	}
	return ok && math.Abs(q) < farthestTurn
}

// deform records the moving of a model's vertices on the device, from the vertices at rest,
// which it sends the first time. It reports false where the vertices must be sent.
func (g *Geometry) deform(b *vulkan.Batch, d *Model) bool {
	x := d.Model.Deformed()
	if x.By == nil || len(x.Rest) != d.vertices {
		return false
	}
	fresh := !d.rest.holds(x.Rest)
	if fresh {
		d.rest = restData{x.Rest, restExponents(x.Rest)}
	}
	var f deformation
	if !f.of(&x, d) {
		if fresh {
			d.rest = restData{}
		}
		return false
	}
	if fresh {
		g.sendRest(b, d)
	}
	c := [3]float64{d.Center.X, d.Center.Y, d.Center.Z}
	for k := range c {
		c[k] = Scaled(c[k], -d.Exponent[k])
	}
	g.push = [15]uint32{
		uint32(d.vertices), uint32(d.FirstVertex), f.wave, f.a, f.b, math.Float32bits(f.q), math.Float32bits(f.amplitude),
		math.Float32bits(f.scale[0]), math.Float32bits(f.scale[1]), math.Float32bits(f.scale[2]),
		math.Float32bits(float32(c[0])), math.Float32bits(float32(c[1])), math.Float32bits(float32(c[2])),
		math.Float32bits(f.uv), math.Float32bits(f.vu),
	}
	b.Call(deformKernel, d.vertices, g.push[:], g.Rest, g.Vertices)
	d.Off = f.off
	return true
}

func restExponents(rest []geom.Vec) [3]int {
	var far geom.Vec
	for _, v := range rest {
		far = geom.Vec{X: max(far.X, math.Abs(v.X)), Y: max(far.Y, math.Abs(v.Y)), Z: max(far.Z, math.Abs(v.Z))}
	}
	return [3]int{ExponentOf(far.X), ExponentOf(far.Y), ExponentOf(far.Z)}
}

func (g *Geometry) sendRest(b *vulkan.Batch, d *Model) {
	n := 12 * d.vertices
	words := vulkan.ViewOf[uint32](b.Space(g.Rest, 12*d.FirstVertex, n))
	for i, v := range d.rest.vertices {
		words[3*i] = math.Float32bits(float32(Scaled(v.X, -d.rest.exponent[0])))
		words[3*i+1] = math.Float32bits(float32(Scaled(v.Y, -d.rest.exponent[1])))
		words[3*i+2] = math.Float32bits(float32(Scaled(v.Z, -d.rest.exponent[2])))
	}
}
