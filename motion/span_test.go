package motion

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// Numbers of 240 bits.
type long struct{ *big.Float }

func num(x float64) long         { return long{big.NewFloat(x).SetPrec(240)} }
func (a long) plus(b long) long  { return long{num(0).Add(a.Float, b.Float)} }
func (a long) minus(b long) long { return long{num(0).Sub(a.Float, b.Float)} }
func (a long) times(b long) long { return long{num(0).Mul(a.Float, b.Float)} }
func (a long) over(b long) long  { return long{num(0).Quo(a.Float, b.Float)} }
func (a long) root() long        { return long{num(0).Sqrt(a.Float)} }
func (a long) float() float64    { x, _ := a.Float64(); return x }

// circle returns sine and cosine of |x| < 4 by their series.
func circle(x long) (sin, cos long) {
	sin, cos = num(0), num(0)
	term := num(1)
	for k := range 90 {
		switch k % 4 {
		case 0:
			cos = cos.plus(term)
		case 1:
			sin = sin.plus(term)
		case 2:
			cos = cos.minus(term)
		case 3:
			sin = sin.minus(term)
		}
		term = term.times(x).over(num(float64(k + 1)))
	}
	return sin, cos
}

type (
	longVec [3]long
	longMat [3]longVec
)

func vecOf(v geom.Vec) longVec { return longVec{num(v.X), num(v.Y), num(v.Z)} }

func matOf(m *geom.Mat) longMat { return longMat{vecOf(m.Row(0)), vecOf(m.Row(1)), vecOf(m.Row(2))} }

func (a longVec) plus(b longVec) longVec {
	return longVec{a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2])}
}
func (a longVec) scale(s long) longVec { return longVec{a[0].times(s), a[1].times(s), a[2].times(s)} }
func (a longVec) dot(b longVec) long {
	return a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

func (a longVec) cross(b longVec) (c longVec) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = a[i].times(b[j]).minus(a[j].times(b[i]))
	}
	return c
}

func (m longMat) apply(v longVec) longVec { return longVec{m[0].dot(v), m[1].dot(v), m[2].dot(v)} }

func (m longMat) transposed() (t longMat) {
	for i := range 3 {
		for j := range 3 {
			t[i][j] = m[j][i]
		}
	}
	return t
}

// nearest is the nearest rotation.
func (m longMat) nearest() longMat {
	for range 7 {
		inv := longMat{m[1].cross(m[2]), m[2].cross(m[0]), m[0].cross(m[1])} // transposed, times the determinant
		half := num(0.5).over(m[0].dot(inv[0]))
		for i := range 3 {
			m[i] = m[i].scale(num(0.5)).plus(inv[i].scale(half))
		}
	}
	return m
}

// truth is the motion of a segment in long numbers.
type truth struct {
	s     *Segment
	start longMat
	axis  longVec
	angle long
}

func truthOf(s *Segment) *truth {
	if s.still {
		return &truth{s: s, start: matOf(&s.from.R), axis: vecOf(geom.Vec{Z: 1}), angle: num(0)}
	}
	r := &truth{s: s, start: matOf(&s.from.R).nearest(), axis: vecOf(geom.Vec{Z: 1}), angle: num(0)}
	end, back := matOf(&s.to.R).nearest(), r.start.transposed()
	var d longMat
	for i := range 3 {
		d[i] = back.transposed().apply(end[i])
	}
	a := longVec{d[2][1].minus(d[1][2]), d[0][2].minus(d[2][0]), d[1][0].minus(d[0][1])}.scale(num(0.5))
	sin := a.dot(a).root()
	if sin.Sign() == 0 {
		return r
	}
	cos := d[0][0].plus(d[1][1]).plus(d[2][2]).minus(num(1)).times(num(0.5))
	r.axis = a.scale(num(1).over(sin))
	r.angle = num(math.Atan2(sin.float(), cos.float()))
	for range 4 {
		s, c := circle(r.angle)
		r.angle = r.angle.plus(sin.times(c).minus(cos.times(s)))
	}
	return r
}

func (r *truth) at(t float64, p geom.Vec) longVec {
	sin, cos := circle(r.angle.times(num(t)))
	v := r.start.apply(vecOf(p))
	n := r.axis
	turned := v.scale(cos).plus(n.cross(v).scale(sin)).plus(n.scale(n.dot(v).times(num(1).minus(cos))))
	from := vecOf(r.s.from.T)
	way := vecOf(r.s.to.T).plus(from.scale(num(-1)))
	if !r.s.screw || r.angle.Sign() == 0 {
		return turned.plus(from).plus(way.scale(num(t)))
	}
	// A constant twist: J(tφ)·w with J(φ)·w = way, J the integral of the rotation. Across the axis
	// J(φ) is ((sin θ)/θ, (1 − cos θ)/θ) as a complex number.
	full, fullCos := circle(r.angle)
	along := n.scale(n.dot(way))
	cross := way.plus(along.scale(num(-1)))
	// w = cross·θ/(sin θ + i(1 − cos θ)); position = w·(sin θt + i(1 − cos θt))/θ.
	a, b := full, num(1).minus(fullCos)
	c, d := sin, num(1).minus(cos)
	l := a.times(a).plus(b.times(b))
	re, im := c.times(a).plus(d.times(b)).over(l), d.times(a).minus(c.times(b)).over(l)
	return turned.plus(from).plus(along.scale(num(t))).plus(cross.scale(re)).plus(n.cross(cross).scale(im))
}

// TestSpansBoundMotions compares what Over says with the real motion and with posed points, in long
// numbers, and looks how much of the bound for rounding the worst of them uses.
func TestSpansBoundMotions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	worst, worstBend := 0.0, 0.0
	for range 300 {
		s := drawnSegment(t, r)
		exactly := truthOf(s)
		size := math.Ldexp(1, r.IntN(30)-15)
		c := geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
		p := c.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size * math.Ldexp(1, -r.IntN(20))))
		n := r.IntN(50)
		a := math.Floor(r.Float64()*math.Ldexp(1, n)) * math.Ldexp(1, -n)
		b := a + math.Ldexp(1, -n)
		if r.IntN(3) == 0 {
			b = a
		}
		span := s.Over(a, b, c)
		bound := span.Off + span.Turn*p.Sub(c).Norm()
		for _, at := range []float64{a, b, a + (b-a)*r.Float64()} {
			want := predicted(&span, p, at-(a+(b-a)/2))
			pose := s.At(at)
			for _, got := range []longVec{exactly.at(at, p), vecOf(pose.Apply(p))} {
				d := got.plus(want.scale(num(-1)))
				off := d.dot(d).root().float()
				if !(off <= bound) {
					t.Fatalf("%+v from %v to %v, c = %v, p = %v at %v: %g off, bound %g", s, a, b, c, p, at, off, bound)
				}
				if a == b {
					worst = max(worst, off/bound)
				} else if n < 20 {
					worstBend = max(worstBend, off/bound)
				}
			}
		}
	}
	t.Logf("largest share of the bound: %.3f of rounding, %.3f of curvature", worst, worstBend)
	if worstBend < 0.5 {
		t.Errorf("no motion uses more than %.3f of the bound: the test proves nothing", worstBend)
	}
}

func predicted(s *Span, p geom.Vec, dt float64) longVec {
	x := matOf(&s.Pose.R).apply(vecOf(p)).plus(vecOf(s.Pose.T))
	v := vecOf(s.Spin).cross(x.plus(vecOf(s.Center).scale(num(-1)))).plus(vecOf(s.Velocity))
	return x.plus(v.scale(num(dt)))
}
