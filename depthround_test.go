package collide_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/shape"
)

// TestDepthOfRoundSolids compares capsules, cylinders and cones with what elementary geometry has, in both orders, in several sizes.
func TestDepthOfRoundSolids(t *testing.T) {
	t.Parallel()
	box := func(half float64) shape.Box { return shape.Box{Size: geom.Vec{X: 2 * half, Y: 2 * half, Z: 2 * half}} }
	low := geom.Vec{X: -2, Y: -2, Z: -2}
	cube := collide.NewModel(cuboid("cube", low, low.Scale(-1)))
	pin := shape.Cylinder{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 1}
	spike := shape.Cone{Base: geom.Vec{Z: -2}, Apex: geom.Vec{Z: 2}, Radius: 3} // 5 from rim to apex
	tube := shape.Capsule{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 1}
	up := shape.HalfSpace{Normal: geom.Vec{Z: 3}}
	for k, c := range []struct {
		name         string
		a, b         collide.Shape
		pose         geom.Pose
		depth, width float64
	}{
		{"a box in the side of a cylinder", pin, box(2), at(2.75, 0, 0), 0.25, 0.25},
		{"a box in the cap of a cylinder", pin, box(2), at(0, 0, 3.75), 0.25, 0.25},
		{"a cube in the cap of a cylinder", pin, cube, at(0, 0, 3.75), 0.25, 0.25},
		{"a ball in the side of a cylinder", pin, shape.Sphere{Radius: 1}, at(1.75, 0, 0), 0.25, 0.25},
		{"a ball in the cap of a cylinder", pin, shape.Sphere{Radius: 1}, at(0, 0, 2.75), 0.25, 0.25},
		{"a ball in a cylinder", pin, shape.Sphere{Radius: 0.25}, at(0.25, 0, 0), 1, 0.5},
		{"two cylinders side by side", pin, pin, at(1.5, 0, 0), 0.5, 0.5},
		{"a cylinder across a cylinder", pin, shape.Cylinder{A: geom.Vec{Y: -2}, B: geom.Vec{Y: 2}, Radius: 1}, at(1.75, 0, 0), 0.25, 0.25},
		{"cylinders end to end", pin, pin, at(0, 0, 3.75), 0.25, 0.25},
		{"a cylinder in a cylinder", pin, shape.Cylinder{A: geom.Vec{Z: -1}, B: geom.Vec{Z: 1}, Radius: 0.5}, at(0, 0, 0), 1, 1},
		{"an apex in a box", spike, box(2), at(0, 0, 3.75), 0.25, 0.5 * 3 / 8},
		{"a box in the base of a cone", spike, box(1), at(0, 0, -2.75), 0.25, 0.25},
		{"a ball in a cone", spike, shape.Sphere{Radius: 0.5}, at(0, 0, -1), 1.5, 1},
		{"a ball in the side of a cone", spike, shape.Sphere{Radius: 1}, at(1.5+0.8*0.75, 0, 0.6*0.75), 0.25, 0.25},
		{"a capsule in a box", tube, box(2), at(0, 0, 4.75), 0.25, 0.25},
		{"a capsule in the side of a box", tube, box(2), at(2.5, 0, 0), 0.5, 0.5},
		{"a capsule in a cube", tube, cube, at(2.5, 0, 0), 0.5, 0.5},
		{"capsules", tube, tube, at(1.5, 0, 1), 0.5, 0.5},
		{"capsules end to end", tube, tube, at(0, 0, 5.5), 0.5, 0.5},
		{"a ball in a capsule", tube, shape.Sphere{Radius: 0.5}, at(0, 0, 1), 1, 1},
		{"a capsule in the side of a cylinder", pin, tube, at(1.5, 0, 0), 0.5, 0.5},
		{"a cylinder on a floor", shape.Cylinder{A: geom.Vec{Z: -0.25}, B: geom.Vec{Z: 3}, Radius: 1}, up, at(0, 0, 0), 0.25, 0.25},
		{"a cylinder that lies on a floor", shape.Cylinder{A: geom.Vec{X: -2}, B: geom.Vec{X: 2}, Radius: 1}, up, at(0, 0, -0.75), 0.25, 0.25},
		{"a cylinder beneath a floor", pin, up, at(0, 0, 9), 11, 2},
		{"an apex in a floor", shape.Cone{Base: geom.Vec{Z: 3.75}, Apex: geom.Vec{Z: -0.25}, Radius: 3}, up, at(0, 0, 0), 0.25, 0.5 * 3 / 8},
		{"a base on a floor", shape.Cone{Base: geom.Vec{Z: -0.25}, Apex: geom.Vec{Z: 3.75}, Radius: 3}, up, at(0, 0, 0), 0.25, 0.25},
	} {
		for i, size := range []float64{1, 0x1p-40, 0x1p300, 0x1p-300} {
			if i > 0 && i != 1+k%3 && !require.Full() || (i > 0) == (k%4 == 0) && !require.CI() {
				continue // the cases share the sizes out; for CI each is of size 1, too
			}
			t.Run(fmt.Sprintf("%s %g", c.name, size), func(t *testing.T) {
				t.Parallel()
				bodies := []collide.Body{{Name: "a", Shape: sizedShape(c.a, size)}, {Name: "b", Shape: sizedShape(c.b, size), Pose: sized(c.pose, size)}}
				if i%2 == 1 {
					bodies[0], bodies[1] = bodies[1], bodies[0]
				}
				d := detector(t, bodies, collide.Options{Depths: true})
				r, err := d.Detect(t.Context())
				if err != nil || len(r.Pairs) != 1 {
					t.Fatal(err, r.Pairs)
				}
				p := r.Pairs[0]
				checkNumbers(t, &p, c.depth*size, c.width*size, 1e-12*size, 1e-5*size)
				for j, by := range []float64{0.98, 1.02} {
					if (j+k)%2 > 0 && !require.CI() {
						continue // the cases share them out
					}
					fresh := p
					fresh.Depth, fresh.Width = [2]float64{}, [2]float64{}
					most := max(c.depth, c.width) * size
					if ok, err := d.DepthWithin(t.Context(), &fresh, most*by); ok != (by > 1) || err != nil {
						t.Errorf("within %v of %v: %v, %v", most*by, most, ok, err)
					}
				}
			})
		}
	}
}

// solidOf is a convex solid by formulas that share nothing with the search: how deep a point is in it, and points of its surface.
type solidOf struct {
	shape  collide.Shape
	inside func(p geom.Vec) float64
	point  func(r *rand.Rand) geom.Vec
}

// drawnSolidOf draws a solid along Z around the origin.
func drawnSolidOf(r *rand.Rand, kind int) solidOf {
	radius, half := 0.3+r.Float64(), 0.3+r.Float64()
	a, b := geom.Vec{Z: -half}, geom.Vec{Z: half}
	around := func(r *rand.Rand, radius, z float64) geom.Vec {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		return geom.Vec{X: radius * cos, Y: radius * sin, Z: z}
	}
	rho := func(p geom.Vec) float64 { return math.Hypot(p.X, p.Y) }
	switch kind {
	case 0:
		return solidOf{shape.Cylinder{A: a, B: b, Radius: radius}, func(p geom.Vec) float64 {
			return min(half-math.Abs(p.Z), radius-rho(p))
		}, func(r *rand.Rand) geom.Vec {
			if r.IntN(2) == 0 {
				return around(r, radius, half*(2*r.Float64()-1))
			}
			return around(r, radius*math.Sqrt(r.Float64()), half*float64(2*r.IntN(2)-1))
		}}
	case 1:
		slant := math.Hypot(radius, 2*half)
		return solidOf{shape.Cone{Base: a, Apex: b, Radius: radius}, func(p geom.Vec) float64 {
			return min(p.Z+half, ((radius-rho(p))*2*half-(p.Z+half)*radius)/slant)
		}, func(r *rand.Rand) geom.Vec {
			share := math.Sqrt(r.Float64())
			if r.IntN(2) == 0 {
				return around(r, radius*share, half-2*half*share)
			}
			return around(r, radius*share, -half)
		}}
	case 2:
		return solidOf{shape.Capsule{A: a, B: b, Radius: radius}, func(p geom.Vec) float64 {
			return radius - math.Hypot(rho(p), p.Z-max(-half, min(half, p.Z)))
		}, func(r *rand.Rand) geom.Vec {
			if r.IntN(2) == 0 {
				return around(r, radius, half*(2*r.Float64()-1))
			}
			z := 2*r.Float64() - 1
			return around(r, radius*math.Sqrt(1-z*z), radius*z+math.Copysign(half, z))
		}}
	case 3:
		return solidOf{shape.Sphere{Radius: radius}, func(p geom.Vec) float64 { return radius - p.Norm() }, func(r *rand.Rand) geom.Vec {
			z := 2*r.Float64() - 1
			return around(r, radius*math.Sqrt(1-z*z), radius*z)
		}}
	}
	size := geom.Vec{X: radius, Y: half, Z: 0.5}
	return solidOf{shape.Box{Size: size.Scale(2)}, func(p geom.Vec) float64 {
		d := size.Sub(p.Abs())
		return min(d.X, d.Y, d.Z)
	}, func(r *rand.Rand) geom.Vec {
		c := [3]float64{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		c[r.IntN(3)] = float64(2*r.IntN(2) - 1)
		return geom.Vec{X: c[0] * size.X, Y: c[1] * size.Y, Z: c[2] * size.Z}
	}}
}

// TestDepthOfRoundSolidsBySamples: no point of either surface is deeper than the depth's upper bound, and no common ball larger than the width's; of many points some come near to the
// lower bounds.
func TestDepthOfRoundSolidsBySamples(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 20))
	measured, wide := 0, 0
	for i := range require.Samples(300, 21, 15) {
		a, b := drawnSolidOf(r, i%3), drawnSolidOf(r, i/3%5)
		pose := turnedAt(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}, 3*r.Float64(), r.Float64(), r.Float64(), r.Float64())
		if i%2 > 0 && !require.CI() {
			continue // each kind of solid is first, and second, in others
		}
		bodies := []collide.Body{{Name: "a", Shape: a.shape}, {Name: "b", Shape: b.shape, Pose: pose}}
		res, err := detector(t, bodies, collide.Options{Depths: true}).Detect(t.Context())
		if res == nil {
			t.Fatal(err)
		}
		if len(res.Pairs) == 0 || res.Pairs[0].Kind != collide.Penetrate && res.Pairs[0].Kind != collide.Inside {
			continue
		}
		p := res.Pairs[0]
		if measured++; err != nil {
			wide++
			t.Logf("%T and %T: depth %v, width %v: %v", a.shape, b.shape, p.Depth, p.Width, err)
		}
		if i%7 == 0 {
			brute, err := detector(t, bodies, collide.Options{Depths: true, Method: named("brute"), Workers: 3}).Detect(t.Context())
			if brute == nil || brute.Pairs[0].Depth != p.Depth || brute.Pairs[0].Width != p.Width {
				t.Errorf("%T and %T: depth %v, width %v, by brute force %+v, %v", a.shape, b.shape, p.Depth, p.Width, brute, err)
			}
		}
		depth, width := sampled(r, &a, &b, &pose)
		if depth > p.Depth[1]+1e-9 || width > p.Width[1]+1e-9 || depth < p.Depth[0]-0.1 || width < p.Width[0]-0.15 {
			t.Errorf("%#v and %#v at %v: depth %v, width %v; samples have %v, %v", a.shape, b.shape, pose, p.Depth, p.Width, depth, width)
		}
	}
	if t.Log(measured, "measured,", wide, "of them wide"); measured < require.Samples(10, 10, 4) || wide > measured/20 {
		t.Errorf("%d measured, %d of them wide", measured, wide)
	}
}

// sampled returns the depth and the width of what is tried.
func sampled(r *rand.Rand, a, b *solidOf, pose *geom.Pose) (depth, width float64) {
	back := func(p geom.Vec) geom.Vec {
		v := p.Sub(pose.T)
		return geom.Vec{X: pose.R.Col(0).Dot(v), Y: pose.R.Col(1).Dot(v), Z: pose.R.Col(2).Dot(v)}
	}
	common := func(p geom.Vec) float64 { return min(a.inside(p), b.inside(back(p))) }
	var best geom.Vec
	for range 8000 {
		p, q := a.point(r), pose.Apply(b.point(r))
		depth = max(depth, b.inside(back(p)), a.inside(q))
		x := p.Add(q).Scale(0.5)
		if common(x) > common(best) {
			best = x
		}
	}
	for step := 0.5; step > 1e-4; step *= 0.97 {
		x := best.Add(geom.Vec{X: step * r.NormFloat64(), Y: step * r.NormFloat64(), Z: step * r.NormFloat64()})
		if common(x) > common(best) {
			best = x
		}
	}
	return depth, max(0, 2*common(best))
}
