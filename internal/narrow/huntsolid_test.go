package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/volume"
)

// solidMeeting is a surface of one point and a sphere or a box in the world that has this
// point on its boundary, in the direction m.dir from the surface.
func solidMeeting(x []float64, stretch float64) (m meeting, at geom.Vec, ok bool) {
	m, _ = meetStretched(x, part(stretch, 1e-11), 0)
	at = m.a.pose.Apply(m.p)
	return m, at, m.dir.Norm() > 0x1p-30 && m.a.defect <= rigidDefect/2
}

// sphereAt is a sphere of about a radius with a point on its boundary: at most a few roundings
// inside.
func sphereAt(at, dir geom.Vec, radius float64) (s geom.Sphere, ok bool) {
	s.Center = at.Add(dir.Scale(math.Abs(radius) / dir.Norm()))
	s.Radius = geom.Length(at.Sub(s.Center))
	return s, predicate.SphereTriangle(&s, &geom.Triangle{at, at, at})
}

// boxAt is a box with a point as its corner.
func boxAt(at, dir geom.Vec, axes *geom.Mat, half geom.Vec) (h predicate.Hull) {
	var corners [8]geom.Vec
	for i := range corners {
		corners[i] = at
		for k := range 3 {
			if e := axes.Row(k); i>>k&1 != 0 {
				corners[i] = corners[i].Add(e.Scale(math.Copysign(half.At(k), e.Dot(dir))))
			}
		}
	}
	h.Set(corners[:])
	return h
}

// solidRatio is the largest part of the margin with which a volume of the surface's point is
// apart from the primitive.
func solidRatio[V any, P SolidVolume[V]](m *meeting, v *V, p *Primitive) float64 {
	var s SolidSearch[V, P]
	s.SetLocal(&m.a, nil, *p)
	if s.kind != moved {
		return -1
	}
	return largest(func(part float64) bool { return P(v).ApartFrom(&s.seen, part*s.margin) })
}

// ballAround is a ball with m.p on its boundary, on the side of m.dir.
func (m *meeting) ballAround(radius float64) (b volume.Ball) {
	d := m.a.pose.R.TMulVec(m.dir)
	b.Center = m.p.Sub(d.Scale(math.Abs(radius) / d.Norm()))
	b.SetRadius(func(f func(geom.Vec)) { f(m.p) })
	pose, box := m.a.pose, (*geom.Sphere)(&b).Bounds()
	m.a.set(m.p, &pose, box)
	return b
}

// boxAround is an oriented box with m.p as its corner, on the side of m.dir.
func (m *meeting) boxAround(axes *geom.Mat, h geom.Vec) (o volume.OBB) {
	d := axes.MulVec(m.a.pose.R.TMulVec(m.dir))
	half := geom.Vec{X: math.Copysign(h.X, d.X), Y: math.Copysign(h.Y, d.Y), Z: math.Copysign(h.Z, d.Z)}
	o.Axes, o.Center = *axes, m.p.Sub(axes.TMulVec(half))
	o.SetHalf(func(f func(geom.Vec)) { f(m.p) })
	pose := m.a.pose
	m.a.set(m.p, &pose, o.Bounds())
	return o
}

// solidBallRatio has a sphere and a ball, solidStretchedRatio under a matrix off orthonormal.
func solidBallRatio(x []float64) float64      { return sphereBallRatio(x, 0) }
func solidStretchedRatio(x []float64) float64 { return sphereBallRatio(x, 1e-11*x[23]) }

func sphereBallRatio(x []float64, stretch float64) float64 {
	m, at, ok := solidMeeting(x, stretch)
	if !ok {
		return -1
	}
	s, ok := sphereAt(at, m.dir, m.hb.X)
	if !ok {
		return -1
	}
	b, box := m.ballAround(m.ha.X), s.Bounds()
	return solidRatio[volume.Ball](&m, &b, &Primitive{Sphere: &s, Box: &box})
}

// solidOBBRatio has a sphere and an oriented box.
func solidOBBRatio(x []float64) float64 {
	m, at, ok := solidMeeting(x, 0)
	axes, ok1 := turn(x[26:], 0)
	if !ok || !ok1 {
		return -1
	}
	s, ok := sphereAt(at, m.dir, m.hb.X)
	if !ok {
		return -1
	}
	o, box := m.boxAround(&axes, m.ha), s.Bounds()
	return solidRatio[volume.OBB](&m, &o, &Primitive{Sphere: &s, Box: &box})
}

// solidBoxRatio has a box and an oriented box.
func solidBoxRatio(x []float64) float64 {
	m, at, ok := solidMeeting(x, 0)
	axes, ok1 := turn(x[26:], 0)
	own, ok2 := turn(x[30:], 0)
	if !ok || !ok1 || !ok2 {
		return -1
	}
	h := boxAt(at, m.dir, &own, m.hb)
	o, box := m.boxAround(&axes, m.ha), h.Bounds()
	return solidRatio[volume.OBB](&m, &o, &Primitive{Hull: &h, Box: &box})
}

// solidBoxBallRatio has a box and a ball.
func solidBoxBallRatio(x []float64) float64 {
	m, at, ok := solidMeeting(x, 0)
	own, ok1 := turn(x[30:], 0)
	if !ok || !ok1 {
		return -1
	}
	h := boxAt(at, m.dir, &own, m.hb)
	b, box := m.ballAround(m.ha.X), h.Bounds()
	return solidRatio[volume.Ball](&m, &b, &Primitive{Hull: &h, Box: &box})
}
