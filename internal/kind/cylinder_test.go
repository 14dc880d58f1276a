package kind

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
)

func cylinder(a, b geom.Vec, radius float64) *Solid {
	return &Solid{Axial: &predicate.Axial{A: a, B: b, Radius: radius, Flat: true}}
}

func cone(base, apex geom.Vec, radius float64) *Solid {
	return &Solid{Axial: &predicate.Axial{A: base, B: apex, Radius: radius, Flat: true, Pointed: true}}
}

// TestCylindersAndCones: cylinders and cones with every other solid, in either order and from either end of a cylinder, the kinds being plain to see.
func TestCylindersAndCones(t *testing.T) {
	t.Parallel()
	pin := cylinder(vec(0, 0, 0), vec(0, 0, 10), 5)
	spike := cone(vec(0, 0, 0), vec(0, 0, 20), 15)
	unit := hullOf(vec(0, 0, 0), vec(1, 1, 1))
	for _, c := range []struct {
		name string
		a, b *Solid
		want Kind
	}{
		{"a ball on a cap", pin, ball(vec(1, 1, 12), 2), Touch},
		{"a ball into a cap", pin, ball(vec(1, 1, 12), 2+0x1p-50), Penetrate},
		{"a ball on the side", pin, ball(vec(6, 8, 5), 5), Touch},
		{"a ball at the rim", pin, ball(vec(6, 8, 22), 13), Touch},
		{"a ball into the rim", pin, ball(vec(6, 8, 22), 13+0x1p-49), Penetrate},
		{"a ball in a cylinder", pin, ball(vec(0, 3, 5), 1.5), Inside},
		{"a ball in a cylinder, at the side", pin, ball(vec(0, 3, 5), 2), Penetrate},
		{"a ball in a cylinder, on the base", pin, ball(vec(0, 0, 2), 2), Penetrate},
		{"a cylinder in a ball", pin, ball(vec(0, 0, -2), 13+0x1p-49), Inside},
		{"a cylinder in a ball that its rim touches", pin, ball(vec(0, 0, -2), 13), Penetrate},
		{"a cone in a ball", spike, ball(vec(0, 0, 0), 21), Inside},
		{"a cone in a ball that its apex touches", spike, ball(vec(0, 0, 4), 16), Penetrate},
		{"a cone in a ball that its rim touches", spike, ball(vec(0, 0, 8), 17), Penetrate},
		{"a ball in a cone", spike, ball(vec(0, 0, 4), 3), Inside},
		{"a ball in a cone, on the base", spike, ball(vec(0, 0, 3), 3), Penetrate},
		{"a ball in a cone, at the side", spike, ball(vec(0, 0, 15), 3), Penetrate},
		{"a ball in a cone, off the side", spike, ball(vec(0, 0, 15), 3-0x1p-50), Inside},
		{"a ball on the apex", spike, ball(vec(0, 0, 21), 1), Touch},
		{"a ball on the side of a cone", spike, ball(vec(0, 15, 15), 9), Touch},
		{"a ball into the side of a cone", spike, ball(vec(0, 15, 15), 9+0x1p-49), Penetrate},
		{"a capsule along the side", pin, capsule(vec(8, 0, 1), vec(8, 0, 4), 3), Touch},
		{"a capsule in a cylinder", pin, capsule(vec(0, 0, 3), vec(0, 1, 6), 2), Inside},
		{"a capsule in a cylinder, on the base", pin, capsule(vec(0, 0, 2), vec(0, 1, 6), 2), Penetrate},
		{"a capsule around a cylinder", pin, capsule(vec(0, 0, 0), vec(0, 0, 10), 5+0x1p-50), Inside},
		{"a capsule around a cylinder, at its side", pin, capsule(vec(0, 0, 0), vec(0, 0, 10), 5), Penetrate},
		{"a capsule around a cylinder, askew", pin, capsule(vec(0, 1, 0), vec(0, 0, 10), 7), Inside},
		{"a capsule around a part of a cylinder, askew", pin, capsule(vec(0, 1, 2), vec(0, 0, 4), 7), Penetrate},
		{"a capsule that passes a cap", pin, capsule(vec(-9, 0, 12), vec(9, 0, 12), 2), Touch},
		{"a capsule that passes the rim", pin, capsule(vec(6, 8, 22), vec(14, 2, 22), 13), Touch},
		{"a capsule that passes into a cap", pin, capsule(vec(-9, 0, 12), vec(9, 0, 12), 2+0x1p-50), Penetrate},
		{"a capsule on the apex", spike, capsule(vec(-9, 0, 22), vec(9, 0, 22), 2), Touch},
		{"a capsule in a cone", spike, capsule(vec(0, 0, 3), vec(0, 0, 6), 2), Inside},
		{"a box on a cap", pin, hullOf(vec(-9, -9, 10), vec(9, 9, 11)), Touch},
		{"a box at the side", pin, hullOf(vec(5, -9, -9), vec(6, 9, 9)), Touch},
		{"an edge at the side", pin, hullOf(vec(3, 4, -9), vec(6, 9, 9)), Touch},
		{"a corner at the rim", pin, hullOf(vec(3, 4, 10), vec(6, 9, 19)), Touch},
		{"a box in a cylinder", pin, hullOf(vec(-1, -1, 1), vec(1, 1, 9)), Inside},
		{"a box in a cylinder, on its base", pin, hullOf(vec(-1, -1, 0), vec(1, 1, 9)), Penetrate},
		{"a box in a cylinder, its edges at the side", pin, hullOf(vec(-3, -4, 1), vec(3, 4, 9)), Penetrate},
		{"a box around a cylinder", pin, hullOf(vec(-6, -6, -1), vec(6, 6, 11)), Inside},
		{"a box that a cylinder fills", pin, hullOf(vec(-5, -5, 0), vec(5, 5, 10)), Penetrate},
		{"a box that the ends of the axis are on", cylinder(vec(0, 0.5, 0.5), vec(1, 0.5, 0.5), 0.25), unit, Penetrate},
		{"a box on an apex", spike, hullOf(vec(-9, -9, 20), vec(9, 9, 21)), Touch},
		{"a box around a cone", spike, hullOf(vec(-16, -16, -1), vec(16, 16, 21)), Inside},
		{"a box in a cone, its edges at the side", spike, hullOf(vec(-3, -4, 1), vec(3, 4, 40./3)), Penetrate},
		{"cylinders end to end", pin, cylinder(vec(1, 0, 10), vec(1, 0, 11), 3), Touch},
		{"cylinders side by side", pin, cylinder(vec(6, 8, 3), vec(6, 8, 30), 5), Touch},
		{"cylinders, one into the other", pin, cylinder(vec(1, 0, 9), vec(1, 0, 11), 3), Penetrate},
		{"a cylinder in a cylinder", pin, cylinder(vec(1, 0, 1), vec(1, 0, 9), 3.5), Inside},
		{"a cylinder in a cylinder, at the side", pin, cylinder(vec(1, 0, 1), vec(1, 0, 9), 4), Penetrate},
		{"a cylinder in a cylinder, on the base", pin, cylinder(vec(1, 0, 0), vec(1, 0, 9), 3), Penetrate},
		{"a cylinder across a cylinder, in it", pin, cylinder(vec(-3, 0, 5), vec(3, 0, 5), 3), Inside},
		{"a cylinder across a cylinder, on the base", pin, cylinder(vec(-3, 0, 3), vec(3, 0, 3), 3), Penetrate},
		{"a cylinder across a cylinder, through it", pin, cylinder(vec(-9, 0, 3), vec(9, 0, 3), 2), Penetrate},
		{"crossing cylinders at their sides", pin, cylinder(vec(-9, 7, 5), vec(9, 7, 5), 2), Touch},
		{"a cylinder that lies on a cap", pin, cylinder(vec(-9, 1, 12), vec(9, 2, 12), 2), Touch},
		{"an apex on a cap", spike, cylinder(vec(1, 0, 20), vec(1, 0, 30), 3), Touch},
		{"an apex at a side", spike, cylinder(vec(-9, 0, 23), vec(9, 0, 23), 3), Touch},
		{"an apex into a side", spike, cylinder(vec(-9, 0, 23), vec(9, 0, 23), 3.5), Penetrate},
		{"apex to apex", spike, cone(vec(0, 0, 40), vec(0, 0, 20), 1), Touch},
		{"apex to apex, askew", spike, cone(vec(0, 4, 40), vec(0, 0, 20), 1), Touch},
		{"a cone in a cone", spike, cone(vec(0, 0, 1), vec(0, 0, 19), 12), Inside},
		{"a cone in a cone, rim at the side", spike, cone(vec(0, 0, 4), vec(0, 0, 19), 12), Penetrate},
		{"a cone in a cone, askew", spike, cone(vec(0, 1, 1), vec(1, 0, 15), 8), Inside},
		{"a cone upside down in a cone", spike, cone(vec(0, 0, 8), vec(0, 0, 0.5), 8), Inside},
		{"cones base to base", spike, cone(vec(9, 0, 0), vec(9, 0, -5), 3), Touch},
		{"a cylinder in a cone", spike, cylinder(vec(0, 0, 1), vec(0, 0, 8), 8), Inside},
		{"a cylinder in a cone, rim at the side", spike, cylinder(vec(0, 0, 1), vec(0, 0, 8), 9), Penetrate},
		{"a cone in a cylinder", pin, cone(vec(0, 0, 1), vec(0, 2, 8), 2), Inside},
		{"a cone in a cylinder, its apex on the cap", pin, cone(vec(0, 0, 1), vec(0, 2, 10), 2), Penetrate},
		{"equal cylinders", pin, cylinder(vec(0, 0, 10), vec(0, 0, 0), 5), Penetrate},
		{"equal cones", spike, spike, Penetrate},
		{"a cylinder at the side of a cone", spike, cylinder(vec(-9, 15, 25), vec(9, 15, 25), 15), Touch},
		{"a cylinder into the side of a cone", spike, cylinder(vec(-9, 15, 25), vec(9, 15, 25), 15+0x1p-40), Penetrate},
	} {
		for k, size := range []float64{1, 0x1p-300, 0x1p300} {
			a, b := c.a.sized(size, k&1 == 1), c.b.sized(size, k&2 == 2)
			var j Judge
			if got, why := j.OfSolids(a, b); got != c.want {
				t.Errorf("%s, times %g: kind %d (%s), want %d", c.name, size, got, why, c.want)
			}
			if got, why := j.OfSolids(b, a); got != c.want {
				t.Errorf("%s, times %g, exchanged: kind %d (%s), want %d", c.name, size, got, why, c.want)
			}
		}
	}
}

// sized is a solid times a power of two, a capsule or cylinder from the other end.
func (s *Solid) sized(by float64, turned bool) *Solid {
	r := &Solid{Ball: geom.Sphere{Center: s.Ball.Center.Scale(by), Radius: s.Ball.Radius * by}}
	if s.Axial != nil {
		a := *s.Axial
		a.A, a.B, a.Radius = a.A.Scale(by), a.B.Scale(by), a.Radius*by
		if turned && !a.Pointed {
			a.A, a.B = a.B, a.A
		}
		r.Axial = &a
	}
	if s.Hull != nil {
		var points []geom.Vec
		for _, p := range s.Hull.Points() {
			points = append(points, p.Scale(by))
		}
		r.Hull = &predicate.Hull{}
		r.Hull.Set(points)
	}
	return r
}

// prism is a hull within a cylinder or a cone, or around it, another solid as it is. Its rim has 24 points.
func (s *Solid) prism(around bool) *Solid {
	a := s.Axial
	if a == nil || !a.Flat {
		return s
	}
	by, wide := 1-1e-9, 1.0
	if around {
		by, wide = 1+1e-9, 1/math.Cos(math.Pi/24)
	}
	d := a.B.Sub(a.A)
	u := d.Cross(vec(0.3, 0.5, 0.8))
	u = u.Scale(1 / u.Norm())
	v := d.Cross(u).Scale(1 / d.Norm())
	middle := a.A.Scale(0.5).Add(a.B.Scale(0.5))
	var points []geom.Vec
	add := func(p geom.Vec) { points = append(points, middle.Add(p.Sub(middle).Scale(by))) }
	for k := range 24 {
		sin, cos := math.Sincos(math.Pi / 12 * float64(k))
		out := u.Scale(cos).Add(v.Scale(sin)).Scale(a.Radius * wide)
		if add(a.A.Add(out)); !a.Pointed {
			add(a.B.Add(out))
		}
	}
	add(a.B)
	h := &Solid{Hull: &predicate.Hull{}}
	h.Hull.Set(points)
	return h
}

// TestCylindersAndConesBetweenPrisms: what the kinds of hulls within cylinders and cones, and of hulls around them, prove holds of these: insides that share a point, and
// solids that lie in each other.
func TestCylindersAndConesBetweenPrisms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 20))
	cases := require.Cases(4000, 400)
	proven, undecided := map[string]int{}, 0
	for i := range cases {
		a, b := drawnRound(r, i), drawnSolid(r, i)
		var j Judge
		kind, why := Touch, ""
		if j.meets(a, b) {
			kind, why = j.OfSolids(a, b)
		}
		if kind == Undecided {
			undecided++
			continue
		}
		in, out := [2]*Solid{a.prism(false), b.prism(false)}, [2]*Solid{a.prism(true), b.prism(true)}
		least, _ := j.overlap(in[0], in[1])
		most, _ := j.overlap(out[0], out[1])
		if overlap := kind != Touch; overlap && !most || !overlap && least {
			t.Fatalf("%+v %+v: kind %d (%s), of prisms within %v, around %v", a.Axial, b, kind, why, least, most)
		}
		count(proven, "overlap", least)
		count(proven, "none", !most)
		surely, maybe := false, false
		for k := range 2 {
			x, _ := j.within(out[k], in[1-k])
			y, _ := j.within(in[k], out[1-k])
			surely, maybe = surely || x, maybe || y
		}
		if inside := kind == Inside; inside && !maybe || !inside && surely {
			t.Fatalf("%+v %+v: kind %d (%s), inside by prisms %v, %v", a.Axial, b, kind, why, surely, maybe)
		}
		count(proven, "inside", surely)
		count(proven, "penetrate", least && !maybe)
	}
	for what, n := range proven {
		if n < cases/30 {
			t.Errorf("%s is proven %d times: the draws prove little", what, n)
		}
	}
	if undecided > cases/100 {
		t.Errorf("%d of %d undecided", undecided, cases)
	}
}

func count(of map[string]int, what string, yes bool) {
	if of[what] += 0; yes {
		of[what]++
	}
}

// meets reports whether two solids certainly share a point, of any kinds that the test draws.
func (j *Judge) meets(a, b *Solid) bool {
	switch {
	case b.Axial != nil:
		touch, _ := j.Tally.AxialsMeet(a.Axial, b.Axial)
		return touch
	case b.Hull != nil:
		return j.Tally.HullAxial(b.Hull, a.Axial)
	}
	return j.Tally.AxialSphere(a.Axial, &b.Ball)
}

// drawnRound draws a cylinder or a cone, drawnSolid that or another solid, small ones among them.
func drawnRound(r *rand.Rand, i int) *Solid {
	p, q, radius := drawnPoint(r, 4), drawnPoint(r, 4), 0.5+4*r.Float64()
	if i%2 == 0 {
		return cylinder(p, q, radius)
	}
	return cone(p, q, radius)
}

func drawnSolid(r *rand.Rand, i int) *Solid {
	size := []float64{1, 0.25, 3}[r.IntN(3)]
	p, q, radius := drawnPoint(r, 3).Scale(size), drawnPoint(r, 3).Scale(size), (0.2+2*r.Float64())*size
	switch i % 5 {
	case 0:
		return ball(p, radius)
	case 1:
		return capsule(p, q, radius)
	case 2:
		return hullOf(p, p.Add(vec(0.1+q.X*q.X, 0.1+q.Y*q.Y, 0.1+q.Z*q.Z)))
	case 3:
		return cylinder(p, q, radius)
	}
	return cone(p, q, radius)
}

func drawnPoint(r *rand.Rand, size float64) geom.Vec {
	return vec(size*(2*r.Float64()-1), size*(2*r.Float64()-1), size*(2*r.Float64()-1))
}
