package robot

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Numbers, vectors and matrices of 240 bits.
type (
	long    struct{ *big.Float }
	longVec [3]long
	longMat [3]longVec
)

func num(x float64) long         { return long{big.NewFloat(x).SetPrec(240)} }
func (a long) plus(b long) long  { return long{num(0).Add(a.Float, b.Float)} }
func (a long) minus(b long) long { return long{num(0).Sub(a.Float, b.Float)} }
func (a long) times(b long) long { return long{num(0).Mul(a.Float, b.Float)} }
func (a long) over(b long) long  { return long{num(0).Quo(a.Float, b.Float)} }
func (a long) float() float64    { x, _ := a.Float64(); return x }

// circle returns sine and cosine of |x| < 20 by their series.
func circle(x long) (sin, cos long) {
	sin, cos = num(0), num(0)
	term := num(1)
	for k := range 180 {
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

func (a longVec) unit() longVec { return a.scale(num(1).over(long{num(0).Sqrt(a.dot(a).Float)})) }

func (m longMat) apply(v longVec) longVec { return longVec{m[0].dot(v), m[1].dot(v), m[2].dot(v)} }

// turned turns a vector about an axis of length 1.
func (a longVec) turned(axis longVec, angle long) longVec {
	sin, cos := circle(angle)
	return a.scale(cos).plus(axis.cross(a).scale(sin)).plus(axis.scale(axis.dot(a).times(num(1).minus(cos))))
}

// placed applies an origin: roll, pitch and yaw, then a translation.
func (a longVec) placed(xyz, rpy geom.Vec) longVec {
	a = a.turned(vecOf(geom.Vec{X: 1}), num(rpy.X))
	a = a.turned(vecOf(geom.Vec{Y: 1}), num(rpy.Y))
	return a.turned(vecOf(geom.Vec{Z: 1}), num(rpy.Z)).plus(vecOf(xyz))
}
