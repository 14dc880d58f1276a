package impact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// TestHunt looks for the motions at which rounding comes closest to what the search allows for. Two bodies are put where
// a point of the one is at a point of the other at the start or the end of an interval, and the search must not tell apart what
// is around these points: the ratio is the largest part of a pad with which it would.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		{Name: "impactBoxes", N: 2*bodyNumbers + 1, Start: startMotions, Ratio: boxesRatio(1), Steps: 20000},
		{Name: "impactStretched", N: 2*bodyNumbers + 1, Start: startMotions, Ratio: boxesRatio(1 + 0x1p-31), Steps: 20000},
		{Name: "impactTriangles", N: 2*bodyNumbers + 1, Start: startMotions, Ratio: trianglesRatio, Steps: 20000},
		{Name: "impactRest", N: 16, Start: startNumbers, Ratio: restRatio, Steps: 8000},
		{Name: "impactTilt", N: 7, Start: startNumbers, Ratio: tiltRatio, Steps: 20000},
	})
}

func startNumbers(r *rand.Rand, x []float64) {
	for i := range x {
		x[i] = r.NormFloat64()
	}
}

// bodyNumbers is the count of numbers of a body: the quaternions of the pose and of the box, then seven vectors: the translation, the box's
// centre and half sizes, the velocity, the spin, the point of the box as parts of the half sizes, and the
// point around which the motion is described. The last number of a case is the time, −1 or 1 by its sign.
const bodyNumbers = 8 + 3*7

// startMotions draws two boxes that are turned alike and meet with a face each.
func startMotions(r *rand.Rand, x []float64) {
	startNumbers(r, x)
	a, b := x[:bodyNumbers], x[bodyNumbers:]
	copy(b[:8], a[:8])
	for k := 23; k < 26; k++ {
		a[k], b[k] = 2*r.Float64()-1, 2*r.Float64()-1
	}
	k := 23 + r.IntN(3)
	a[k] = float64(2*r.IntN(2) - 1)
	b[k] = -a[k]
}

// moves is a path that has one span.
type moves motion.Span

func (m moves) At(float64) geom.Pose                        { return m.Pose }
func (m moves) Over(float64, float64, geom.Vec) motion.Span { return motion.Span(m) }

func vecAt(x []float64, i int) geom.Vec { return geom.Vec{X: x[i], Y: x[i+1], Z: x[i+2]} }

func matrixAt(x []float64) geom.Mat {
	return geom.Quat{W: x[0], X: x[1], Y: x[2], Z: x[3]}.Normalized().Matrix()
}

// drawn is a body with one box, and a point of that.
type drawn struct {
	mover
	box   volume.OBB
	parts geom.Vec // of the half sizes
}

// draw makes a body of numbers whose matrix is off a rotation by a factor. Without a box it is the box's centre.
func draw(x []float64, stretch float64, box bool) (d drawn, ok bool) {
	for _, v := range x {
		if !(math.Abs(v) <= 1e6) || v != 0 && math.Abs(v) < 1e-6 {
			return d, false
		}
	}
	half := vecAt(x, 14).Abs()
	d.box = volume.OBB{Center: vecAt(x, 11), Axes: matrixAt(x[4:]), Half: [3]float64{half.X, half.Y, half.Z}}
	if d.parts = vecAt(x, 23); !box {
		d.box.Half, d.parts = [3]float64{}, geom.Vec{}
	}
	s := moves{Pose: geom.Pose{R: matrixAt(x), T: vecAt(x, 8)}, Velocity: vecAt(x, 17), Spin: vecAt(x, 20)}
	for k := range 3 {
		s.Pose.R[k] *= stretch
	}
	d.center = vecAt(x, 26)
	s.Center = s.Pose.Apply(d.center)
	m := &mesh.Mesh{Vertices: []geom.Vec{d.box.Center}, Triangles: [][3]uint32{{0, 0, 0}}}
	d.Body = Body{
		Surface: &narrow.Surface{Mesh: m}, Path: s,
		Tree: &tree.Of[volume.OBB]{Nodes: []tree.NodeOf[volume.OBB]{{Volume: d.box}}},
	}
	d.radius = (geom.Length(d.box.Center.Sub(d.center)) + d.box.Radius()) * (1 + 0x1p-40)
	d.from = math.NaN()
	return d, d.parts.MaxAbs() <= 1
}

// pair makes two bodies whose points are about in the same place at a time, −1 or 1, and returns how far from each
// other they are.
func pair(x []float64, stretch float64, boxes bool) (a, b drawn, apart float64, ok bool) {
	a, fine := draw(x[:bodyNumbers], stretch, boxes)
	b, also := draw(x[bodyNumbers:2*bodyNumbers], 1, boxes)
	if !fine || !also || math.IsNaN(x[2*bodyNumbers]) {
		return a, b, 0, false
	}
	end := math.Copysign(0.5, x[2*bodyNumbers])
	// Velocity moves the first body's point to the other's at the end.
	p, q := a.point(end), b.point(end)
	s := a.Path.(moves)
	s.Velocity = s.Velocity.Add(q.minus(p).float().Scale(1 / end))
	a.Path = s
	a.at(0, 1)
	b.at(0, 1)
	p, q = a.point(end), b.point(end)
	return a, b, p.minus(q).length(), a.size <= 1e9 && b.size <= 1e9
}

// point is where the point of a body's box is at a time, in exact arithmetic on the numbers of its span: the box moves with
// its centre.
func (d *drawn) point(at float64) exactVec {
	s, o := d.Path.(moves), &d.box
	local := exactly(o.Center)
	y := exactPose(&s.Pose, local)
	for k := range 3 {
		axis := geom.Vec{X: o.Axes[3*k], Y: o.Axes[3*k+1], Z: o.Axes[3*k+2]}
		local = local.plus(exactly(axis).times(mul(bf(d.parts.At(k)), bf(o.Half[k]))))
	}
	spin, arm := exactly(s.Spin), y.minus(exactly(s.Center))
	v := exactly(s.Velocity).plus(spin.cross(arm)).times(bf(at))
	return exactPose(&s.Pose, local).plus(v)
}

// boxesRatio is the largest slack with which the boxes are told apart, over the view's pad.
func boxesRatio(stretch float64) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, b, apart, ok := pair(x, stretch, true)
		if !ok {
			return -1
		}
		var v view
		v.set(&a.mover, &b.mover, 0, 1)
		var p, o box
		v.boxOfA(0, &p)
		v.boxOfB(0, &o)
		pad := v.pad
		v.pad, p.slack, o.slack = 0, 0, 0
		return (largest(pad, func(slack float64) bool {
			v.pad = slack
			return v.separate(&p, &o) == 1
		}) - apart) / pad
	}
}

// trianglesRatio is the largest slack with which two triangles without an area are told apart, over the view's pad for them.
func trianglesRatio(x []float64) float64 {
	a, b, apart, ok := pair(x, 1, false)
	if !ok {
		return -1
	}
	var v view
	v.set(&a.mover, &b.mover, 0, 1)
	var p, q corners
	a.corners(0, v.h, &p)
	b.corners(0, v.h, &q)
	return (largest(v.fine, func(slack float64) bool { share, _ := p.apart(&q, slack, 1, geom.Vec{}, true); return share == 1 }) - apart) / v.fine
}

// largest returns the largest slack up to four pads that leaves two things apart, −1 where none does.
func largest(pad float64, apart func(slack float64) bool) float64 {
	lo, hi := 0.0, 4*pad
	if !apart(lo) {
		return -1
	}
	for range 60 {
		if m := lo + (hi-lo)/2; apart(m) {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// restRatio is how far a posed point of a body at rest is from where its matrix has it, over the bound of its span.
func restRatio(x []float64) float64 {
	for _, v := range x {
		if !(math.Abs(v) <= 1e6) || v != 0 && math.Abs(v) < 1e-6 {
			return -1
		}
	}
	pose := geom.Pose{R: matrixAt(x), T: vecAt(x, 4)}
	m := mover{Body: Body{Surface: &narrow.Surface{}}, center: vecAt(x, 7)}
	m.Surface.SetPose(&pose)
	m.rest()
	p := vecAt(x, 10)
	off := exactPose(&pose, exactly(p)).minus(exactly(pose.Apply(p))).length()
	return off / (m.span.Off + m.span.Turn*geom.Length(p.Sub(m.center)))
}

// tiltRatio is how far a segment that turns is, as a unit vector, from the line between its two ends, over the tilt.
func tiltRatio(x []float64) float64 {
	axis, turn, at := vecAt(x, 0), vecAt(x, 3), x[6]
	if !(math.Abs(at) <= 1 && geom.Length(axis) > 1e-3 && geom.Length(axis) < 1e3) {
		return -1
	}
	c := corners{at: geom.Triangle{{}, axis}, v: [3]geom.Vec{{}, turn}}
	if c.tip(); !(c.tilt < math.Inf(1)) || !(c.tilt > 1e-6) { // float64 measures no less
		return -1
	}
	unit := func(s float64) geom.Vec {
		d := axis.Add(turn.Scale(s))
		return d.Scale(1 / geom.Length(d))
	}
	line := unit(-1).Scale((1 - at) / 2).Add(unit(1).Scale((1 + at) / 2))
	return geom.Length(unit(at).Sub(line)) / c.tilt
}

// digits is the precision of exact arithmetic: that of sums of products of three numbers between 1e-6 and 1e9.
const digits = 500

func bf(x float64) *big.Float        { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }

type exactVec [3]*big.Float

func exactly(v geom.Vec) exactVec { return exactVec{bf(v.X), bf(v.Y), bf(v.Z)} }

func (a exactVec) plus(b exactVec) (c exactVec) {
	for k := range c {
		c[k] = new(big.Float).SetPrec(digits).Add(a[k], b[k])
	}
	return c
}

func (a exactVec) times(s *big.Float) exactVec {
	return exactVec{mul(a[0], s), mul(a[1], s), mul(a[2], s)}
}

func (a exactVec) minus(b exactVec) exactVec { return a.plus(b.times(bf(-1))) }

func (a exactVec) cross(b exactVec) (c exactVec) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Float).SetPrec(digits).Sub(mul(a[i], b[j]), mul(a[j], b[i]))
	}
	return c
}

func (a exactVec) dot(b exactVec) *big.Float {
	s := new(big.Float).SetPrec(digits).Add(mul(a[0], b[0]), mul(a[1], b[1]))
	return s.Add(s, mul(a[2], b[2]))
}

func (a exactVec) float() geom.Vec {
	x, _ := a[0].Float64()
	y, _ := a[1].Float64()
	z, _ := a[2].Float64()
	return geom.Vec{X: x, Y: y, Z: z}
}

func (a exactVec) length() float64 { return a.float().Norm() }

func exactPose(p *geom.Pose, v exactVec) (r exactVec) {
	for k := range r {
		r[k] = exactly(p.R.Row(k)).dot(v)
	}
	return r.plus(exactly(p.T))
}
