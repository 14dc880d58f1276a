package robot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
)

// drawnChain is a robot of links in a row, with the rotations of its origins as they were written.
type drawnChain struct {
	*Robot
	origins []geom.Vec // roll, pitch and yaw of joint i, and last of the shape
}

// drawChain draws a robot whose lengths are about size.
func drawChain(t *testing.T, r *rand.Rand, size float64) *drawnChain {
	t.Helper()
	vec := func(s float64) string {
		return fmt.Sprintf("%.17g %.17g %.17g", s*r.NormFloat64(), s*r.NormFloat64(), s*r.NormFloat64())
	}
	var b strings.Builder
	var c drawnChain
	rpy := func() string {
		v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		if r.IntN(3) == 0 {
			v = geom.Vec{}
		}
		c.origins = append(c.origins, v)
		return fmt.Sprintf("%.17g %.17g %.17g", v.X, v.Y, v.Z)
	}
	n := 1 + r.IntN(8)
	b.WriteString(`<robot name="drawn"><link name="l0"/>`)
	for i := range n {
		kind := [...]string{"revolute", "revolute", "continuous", "prismatic", "fixed", "planar", "floating"}[r.IntN(7)]
		axis := vec(1)
		if r.IntN(3) == 0 || kind == "planar" {
			axis = "0 0 1"
		}
		mimic := ""
		if i > 0 && (kind == "revolute" || kind == "prismatic") && r.IntN(2) == 0 && strings.Contains(b.String(), `name="j0" type="revolute"`) {
			mimic = `<mimic joint="j0" multiplier="-0.7" offset="0.3"/>`
		}
		fmt.Fprintf(&b, `<joint name="j%d" type="%s"><parent link="l%d"/><child link="l%d"/><origin xyz="%s" rpy="%s"/><axis xyz="%s"/><limit lower="-9" upper="9"/>%s</joint>`,
			i, kind, i, i+1, vec(size), rpy(), axis, mimic)
		if i == n-1 {
			fmt.Fprintf(&b, `<link name="l%d"><collision><origin xyz="%s" rpy="%s"/><geometry><sphere radius="1"/></geometry></collision></link>`, n, vec(size), rpy())
		} else {
			fmt.Fprintf(&b, `<link name="l%d"/>`, i+1)
		}
	}
	b.WriteString("</robot>")
	c.Robot = read(t, b.String())
	return &c
}

// drawStates draws two states, of which a floating joint's quaternions are equal.
func (c *drawnChain) drawStates(r *rand.Rand, size float64) (from, to []float64) {
	reach := math.Ldexp(1, -r.IntN(30))
	for _, v := range c.Variables() {
		j := &c.Joints[v.Joint]
		x, step := 3*r.NormFloat64(), 3*reach*r.NormFloat64()
		if length := j.Type == Prismatic || j.Type == Planar && !strings.HasSuffix(v.Name, "theta") || strings.Contains(v.Name, "trans"); length {
			x, step = x*size, step*size
		}
		if strings.Contains(v.Name, "rot_") || r.IntN(6) == 0 {
			step = 0
		}
		from, to = append(from, x), append(to, x+step)
	}
	return from, to
}

// at is where a point of the shape is in exact arithmetic, the first joints being where they are at another time.
func (c *drawnChain) at(w *Way, t float64, first int, other float64, p geom.Vec) longVec {
	value := func(i int) long {
		if w.FromRates == nil {
			return cubicAt(w.From[i], w.To[i], nil, t)
		}
		return cubicAt(w.From[i], w.To[i], []float64{w.FromRates[i], w.ToRates[i]}, t)
	}
	n := len(c.Joints)
	shape := &c.Links[n].Collision[0]
	x := vecOf(p).placed(shape.Origin.T, c.origins[n])
	for i := n - 1; i >= 0; i-- {
		if i < first {
			t = other
		}
		j := &c.Joints[i]
		axis := vecOf(j.Axis)
		if j.Axis != (geom.Vec{}) {
			axis = axis.unit()
		}
		q := num(0)
		if j.scalar() {
			var rates []float64
			if w.FromRates != nil {
				of, times := j, 1.0
				if j.Mimic != nil {
					of, times = &c.Joints[j.Mimic.Joint], j.Mimic.Multiplier
				}
				rates = []float64{times * w.FromRates[of.first], times * w.ToRates[of.first]}
			}
			q = cubicAt(c.value(j, w.From), c.value(j, w.To), rates, t)
		}
		switch j.Type {
		case Revolute, Continuous:
			x = x.turned(axis, q)
		case Prismatic:
			x = x.plus(axis.scale(q))
		case Planar:
			x = x.turned(axis, value(j.first+2)).plus(longVec{value(j.first), value(j.first + 1), num(0)})
		case Floating:
			v := w.From[j.first+3:]
			q := longVec{num(v[0]), num(v[1]), num(v[2])}
			x = byQuaternion(q, num(v[3]), x).plus(longVec{value(j.first), value(j.first + 1), value(j.first + 2)})
		case Fixed:
		}
		x = x.placed(j.Origin.T, c.origins[i])
	}
	return x
}

// cubicAt is a value in exact arithmetic: on a line without rates.
func cubicAt(from, to float64, rates []float64, t float64) long {
	a, d, x := num(from), num(to).minus(num(from)), num(t)
	if rates == nil {
		return a.plus(d.times(x))
	}
	leave, arrive := num(rates[0]), num(rates[1])
	square := d.times(num(3)).minus(leave.times(num(2))).minus(arrive)
	cube := leave.plus(arrive).minus(d.times(num(2)))
	return a.plus(x.times(leave.plus(x.times(square.plus(x.times(cube))))))
}

// drawRates draws rates for a way, of the order of what it changes; 0 where a quaternion stays.
func (c *drawnChain) drawRates(r *rand.Rand, w *Way) {
	scale := math.Ldexp(1, r.IntN(8)-4)
	for i, v := range c.Variables() {
		d := scale * (math.Abs(w.To[i]-w.From[i]) + 0x1p-20*math.Abs(w.From[i]))
		leave, arrive := d*r.NormFloat64(), d*r.NormFloat64()
		if strings.Contains(v.Name, "rot_") {
			leave, arrive = 0, 0
		}
		switch r.IntN(6) {
		case 0:
			leave = 0
		case 1:
			arrive = -leave
		case 2:
			leave, arrive = 0, 0
		}
		w.FromRates, w.ToRates = append(w.FromRates, leave), append(w.ToRates, arrive)
	}
}

// byQuaternion turns a vector by a quaternion of any length.
func byQuaternion(q longVec, w long, v longVec) longVec {
	l := q.dot(q).plus(w.times(w))
	c := q.cross(v).scale(num(2))
	return v.plus(c.scale(w).plus(q.cross(c)).scale(num(1).over(l)))
}

// TestSwingsBoundMotions compares what Over says with the real motion and with posed points, in long numbers.
func TestSwingsBoundMotions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	var worst, worstBend [2]float64 // of linear ways, and of cubic ones
	for n := range require.Cases(600, 200) {
		size := math.Ldexp(1, r.IntN(30)-15)
		c := drawChain(t, r, size)
		from, to := c.drawStates(r, size)
		w := Way{From: from, To: to}
		if n%2 == 1 {
			c.drawRates(r, &w)
		}
		var s swing
		if err := s.set(c.Robot, geom.Identity, w); err != nil {
			t.Fatal(err)
		}
		last := len(c.Joints)
		anchor := r.IntN(len(c.Links)+1) - 1
		if r.IntN(2) == 0 {
			anchor = -1
		}
		held := c.Links[last].Collision[0]
		if r.IntN(3) == 0 { // stretched along its axes: that of the file stays the nearest rotation
			for i := range held.Origin.R {
				held.Origin.R[i] *= 1 + 4e-7*[3]float64{1, -1, 0.5}[i%3]
			}
		}
		path := motion.Path(&swingPart{swing: &s, part: &Part{Link: last, Geometry: &held}, anchor: anchor, tilt: tilt(&held.Origin)})
		center := geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
		p := center.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size * math.Ldexp(1, -r.IntN(20))))
		halvings := r.IntN(40)
		a := math.Floor(r.Float64()*math.Ldexp(1, halvings)) * math.Ldexp(1, -halvings)
		b := a + math.Ldexp(1, -halvings)
		if r.IntN(3) == 0 {
			b = a
		}
		span := path.Over(a, b, center)
		bound := span.Off + span.Turn*p.Sub(center).Norm()
		for _, at := range []float64{a, b, a + (b-a)*r.Float64()} {
			want := predicted(&span, p, at-(a+(b-a)/2))
			pose := path.At(at)
			points := []longVec{c.at(&w, at, anchor, a+(b-a)/2, p)}
			if anchor < 0 || a == b {
				points = append(points, vecOf(pose.Apply(p)))
			}
			for k, got := range points {
				off := vecOf(geom.Vec{}).plus(got).plus(want.scale(num(-1)))
				d := math.Sqrt(off.dot(off).float())
				if !(d <= bound) {
					t.Fatalf("%v, %+v between %v and %v, point %d: %g off, bound %g", c.Joints, w, a, b, k, d, bound)
				}
				if a == b {
					worst[n%2] = max(worst[n%2], d/bound)
				} else if halvings < 10 {
					worstBend[n%2] = max(worstBend[n%2], d/bound)
				}
			}
		}
	}
	t.Logf("largest share of the bound, linear and cubic: %.3f of rounding, %.3f of curvature", worst, worstBend)
	if min(worstBend[0], worstBend[1]) < 0.3 {
		t.Errorf("no motion uses more than %.3f of the bound: the test proves nothing", worstBend)
	}
}

// predicted is where a span has a point a time after the middle.
func predicted(s *motion.Span, p geom.Vec, dt float64) longVec {
	x := matOf(&s.Pose.R).apply(vecOf(p)).plus(vecOf(s.Pose.T))
	v := vecOf(s.Spin).cross(x.plus(vecOf(s.Center).scale(num(-1)))).plus(vecOf(s.Velocity))
	return x.plus(v.scale(num(dt)))
}

// TestSwingsKeepTheirEnds: at 0 and 1 the poses are those of the states, and values stay between them.
func TestSwingsKeepTheirEnds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for range 200 {
		c := drawChain(t, r, 1)
		from, to := c.drawStates(r, 1)
		var s swing
		if err := s.set(c.Robot, geom.Identity, Way{From: from, To: to}); err != nil {
			t.Fatal(err)
		}
		for at, values := range map[float64][]float64{0: from, 1: to} {
			s.goTo(at)
			for i, want := range c.LinkPoses(geom.Identity, values, nil) {
				if s.links[i] != want {
					t.Fatalf("link %d at t = %v is at %v, want %v", i, at, s.links[i], want)
				}
			}
		}
		for i := range from {
			for _, at := range []float64{0x1p-1074, 0x1p-50, r.Float64(), 1 - 0x1p-53} {
				if x := mix(from[i], to[i], at); x < min(from[i], to[i]) || x > max(from[i], to[i]) {
					t.Fatalf("from %v to %v at %v: %v", from[i], to[i], at, x)
				}
			}
		}
	}
}
