package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestGapsOfFlatCones has pairs with a cone or a disc so flat that its side is next to a plane, and cones of radius 0: their bounds were wide. At a flat
// side the way between the nearest points is next to parallel to the axis and tells little of the normal there.
func TestGapsOfFlatCones(t *testing.T) {
	t.Parallel()
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	solid := func(from, d geom.Vec, radius float64, pointed bool) Axial {
		return Axial{A: from, B: from.Add(d), Radius: radius, Flat: true, Pointed: pointed}
	}
	for _, c := range [][2]Axial{
		{solid(v(0.8916113210122993, 0.6667316178558571, -2.4596136768559083), v(0, 0, 1), 3.2, false), solid(v(3.145134411885507, 2.2353191512448136, -4.074163561952802), v(0, 0, 1e-6), 0, true)},
		{solid(v(-0.87, -0.88, -1.15), v(1.7e-7, -2.6e-7, 3e-7), 4.4, true), solid(v(-3.5, -2.2, 2.7), v(-0.13, 0.07, 0.09), 1.6, true)},
		{solid(v(-0.23, -1.3, 0.64), v(2.6e-7, 1.2e-6, -2.8e-7), 0.7, true), solid(v(0.26, -0.3, -0.45), v(0, 0, 1e-6), 115, true)},
		{solid(v(-0.6, 1.7, -0.68), v(0, 0, 1e-6), 173, true), solid(v(1.7, 0.35, 1.4), v(-0.72, 8.3, 4.7), 2, false)},
		{solid(v(1.1, -1.9, -0.1), v(-0.6, -0.05, 0.17), 1.4, false), solid(v(-2.9, 4, 4.8), v(2e-6, -7e-7, 7e-7), 193, true)},
		{{A: v(-1.6372208560709132, -0.012190780748261743, 0.8195214689337508), B: v(-1.6372184888849783, -0.012192454202583929, 0.8195216547088101), Radius: 1.44, Flat: true, Pointed: true},
			{A: v(-0.408540568400412, 2.2725403333450425, 1.501574837350249), B: v(-0.40853820121447715, 2.2725386598907202, 1.5015750231253084), Radius: 168.8, Flat: true, Pointed: true}},
		{solid(v(0.054340761817712746, 1.2555390378656817, -0.14117323653311264), v(0, 0, 1e-6), 169.17692315496993, true), solid(v(1.9855199140646662, -2.42656313140767, 2.8773423513579486), v(0, 0, 1), 0, false)},
	} {
		var tally Tally
		g := tally.GapAxials(&c[0], &c[1])
		size := 2*max(c[0].Radius, c[1].Radius) + 1
		if !(g.Lo > 0 && g.Hi-g.Lo <= 1e-14*size) {
			t.Errorf("%+v and %+v: [%v, %v] is %g of the size wide", c[0], c[1], g.Lo, g.Hi, (g.Hi-g.Lo)/size)
		}
	}
}

// TestGapsOfNeedles has thin cones next to edges and triangles: a direction off the axis that is short beside what it is taken from is not yet square to the axis.
func TestGapsOfNeedles(t *testing.T) {
	t.Parallel()
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	for _, c := range []struct {
		a Axial
		q geom.Triangle
	}{
		{Axial{B: v(-0.7597463270631272, 0.3265265424612058, -0.5622863466085747), Radius: 1.8400883640268665e-09},
			geom.Triangle{v(-0.0759746179353641, 0.03265274326364539, -0.0562286029253254), v(-0.08547191397185569, 0.03545327414915742, -0.05762802950594133), v(-0.07598318585843383, 0.03265470290247131, -0.05622383317586206)}},
		{Axial{A: v(-0.008007490874178735, -0.7861378182919718, 0.7776458648946034), B: v(-0.4613807526838661, -1.1129414184313713, 1.6068937725868522), Radius: 1.1496035374914894e-06},
			geom.Triangle{v(-0.4613807557784978, -1.1129414526783858, 1.6068937573983042), v(-0.46057690242285365, -1.11345718013539, 1.606597370872444), v(-0.46057690242285365, -1.11345718013539, 1.606597370872444)}},
		{Axial{A: v(0.6515160936168876, -2.3691532435231553, 0.9455243976590981), B: v(1.2301127452042981, -2.9385120307883836, 1.529524813871026), Radius: 0.19724245217165928},
			geom.Triangle{v(1.2301150035083603, -2.938515531645841, 1.5295191633343561), v(1.230114918724737, -2.938515566838232, 1.5295191236703565), v(1.230114918724737, -2.938515566838232, 1.5295191236703565)}},
	} {
		c.a.Flat, c.a.Pointed = true, true
		var tally Tally
		if g := tally.GapTriangle(&c.a, &c.q, 0); !(g.Lo > 0 && g.Hi-g.Lo <= 1e-13) {
			t.Errorf("%+v and %v: [%v, %v] is %g wide", c.a, c.q, g.Lo, g.Hi, g.Hi-g.Lo)
		}
	}
}

// TestCommonNormals: both unit vectors have the given parts along the axes, and none is found where the sides have none.
func TestCommonNormals(t *testing.T) {
	t.Parallel()
	side := func(axis geom.Vec, r, l float64) Side {
		s := math.Hypot(r, l)
		return Side{Axis: toUnit(axis), Along: r / s, Out: l / s}
	}
	for _, c := range []struct {
		a, b Side
		ok   bool
	}{
		{side(geom.Vec{X: 1, Y: 2, Z: 3}, 0, 1), side(geom.Vec{X: -3, Y: 1, Z: 2}, 0, 1), true},
		{side(geom.Vec{X: 1, Y: 2, Z: 3}, 1, 2), side(geom.Vec{X: -3, Y: 1, Z: 2}, 0, 1), true},
		{side(geom.Vec{X: 1, Y: 2, Z: 3}, 1, 2), side(geom.Vec{X: -3, Y: 1, Z: -2}, 3, 1), true},
		{side(geom.Vec{Z: 1}, 1, 1e-9), side(geom.Vec{X: 1, Y: 1e-12, Z: 1e-12}, 0, 1), true},
		{side(geom.Vec{Z: 1}, 1, 1e-9), side(geom.Vec{X: 1e-10, Z: -1}, 1, 1.01e-9), true},
		{side(geom.Vec{Z: 1}, 1, 1e-9), side(geom.Vec{X: 3e-9, Z: -1}, 1, 1.01e-9), false},
		{side(geom.Vec{Z: 1}, 1, 1), side(geom.Vec{X: 1, Z: 9}, 3, 1), false},
		{side(geom.Vec{Z: 1}, 1, 1), side(geom.Vec{Z: -1}, 1, 1), false},
		{side(geom.Vec{Z: 1}, 1, 1), LineSide(geom.Vec{}), false},
	} {
		n, ok := CommonNormals(c.a, c.b)
		if ok != c.ok {
			t.Errorf("%+v and %+v: %v, want %v", c.a, c.b, ok, c.ok)
		}
		for k := 0; ok && k < 2; k++ {
			x, y, z := n[k].Dot(c.a.Axis)-c.a.Along, n[k].Dot(c.b.Axis)+c.b.Along, n[k].Norm()-1
			out := n[k].Cross(c.a.Axis).Norm()/c.a.Out - 1
			if math.Abs(x) > 1e-15 || math.Abs(y) > 1e-15 || math.Abs(z) > 1e-15 || math.Abs(out) > 1e-6 {
				t.Errorf("%+v and %+v: %v is off by %g, %g and %g, %g of what is out", c.a, c.b, n[k], x, y, z, out)
			}
		}
	}
}
