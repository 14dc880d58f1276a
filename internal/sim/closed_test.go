package sim

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// ballAt and boxAt are bodies with a mass.
func ballAt(x geom.Vec, r, m, c float64, v, spin geom.Vec) scene.Placed {
	return scene.Placed{
		Name: "ball", Shape: shape.Sphere{Radius: r}, Pose: geom.Pose{R: geom.Identity.R, T: x}, Restitution: c,
		Dynamics: &scene.Dynamics{Mass: m, Velocity: v, Spin: spin},
	}
}

func boxAt(x, size geom.Vec, r geom.Mat, m, c float64, v, spin geom.Vec) scene.Placed {
	return scene.Placed{
		Name: "box", Shape: shape.Box{Size: size}, Pose: geom.Pose{R: r, T: x}, Restitution: c,
		Dynamics: &scene.Dynamics{Mass: m, Velocity: v, Spin: spin},
	}
}

// stepped runs a world and returns it.
func stepped(t *testing.T, w *scene.World, dt float64, frames int) *Physics {
	t.Helper()
	for i := range w.Bodies {
		w.Bodies[i].Name += string(rune('a' + i))
	}
	p, err := NewPhysics(context.Background(), w, dt, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	for range frames {
		if err := p.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func vec(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

func near(t *testing.T, what string, got, want geom.Vec, within float64) {
	t.Helper()
	if d := got.Sub(want).MaxAbs(); !(d <= within) {
		t.Errorf("%s is %v, want %v: off by %.3g", what, got, want, d)
	}
}

const closed = 1e-12

func TestTwoBallsHeadOn(t *testing.T) {
	for _, c := range []struct{ ma, mb, e float64 }{{1, 1, 1}, {1, 3, 1}, {2, 7, 0.5}, {5, 1, 0}, {1, 1e6, 0.8}} {
		a := ballAt(vec(-2, 0, 0), 0.5, c.ma, 1, vec(3, 0, 0), vec(0, 0, 2))
		b := ballAt(vec(2, 0, 0), 0.25, c.mb, c.e, vec(-1, 0, 0), geom.Vec{})
		p := stepped(t, &scene.World{Bodies: []scene.Placed{a, b}}, 0.3, 5)
		// u' = (m₁u₁ + m₂u₂ ± m·e(u₂−u₁)) / (m₁+m₂)
		va := (c.ma*3 - c.mb + c.mb*c.e*(-1-3)) / (c.ma + c.mb)
		vb := (c.ma*3 - c.mb + c.ma*c.e*(3+1)) / (c.ma + c.mb)
		near(t, "velocity of a", p.engine.bodies[0].v, vec(va, 0, 0), closed)
		near(t, "velocity of b", p.engine.bodies[1].v, vec(vb, 0, 0), closed)
		hit := 3.25 / 4
		near(t, "place of a", p.frame.Poses[0].T, vec(-2+3*hit+va*(1.5-hit), 0, 0), closed)
		near(t, "place of b", p.frame.Poses[1].T, vec(2-hit+vb*(1.5-hit), 0, 0), closed)
		near(t, "spin of a", p.engine.bodies[0].w, vec(0, 0, 2), closed)
	}
}

func TestTwoBallsOblique(t *testing.T) {
	// Centres pass at a distance of 0.6 = 1·sin α of the sum of the radii: the normal
	// is (−0.8, −0.6, 0).
	for _, c := range []struct{ ma, mb, e float64 }{{1, 1, 1}, {1, 4, 0.9}, {3, 2, 0.3}} {
		a := ballAt(vec(-3, 0, 0), 0.75, c.ma, 1, vec(2, 0, 1), geom.Vec{})
		b := ballAt(vec(0, 0.6, 1.1), 0.25, c.mb, c.e, vec(0, 0, 0), geom.Vec{})
		p := stepped(t, &scene.World{Bodies: []scene.Placed{a, b}}, 0.25, 8)
		hit := (3 - 0.8) / 2
		if got := p.engine.bodies[0].x.Z - hit; math.Abs(got-(2-hit)) > closed {
			t.Errorf("z is %v", got)
		}
		n := vec(-0.8, -0.6, 0)
		j := (1 + c.e) * 1.6 / (1/c.ma + 1/c.mb)
		near(t, "velocity of a", p.engine.bodies[0].v, vec(2, 0, 1).Add(n.Scale(j/c.ma)), closed)
		near(t, "velocity of b", p.engine.bodies[1].v, n.Scale(-j/c.mb), closed)
	}
}

func TestBallAgainstBoxFace(t *testing.T) {
	// Central: no spin. Off centre: u' of the contact is −e·u, with the box's inertia.
	box := boxAt(vec(2, 0, 0), vec(1, 2, 3), geom.Identity.R, 4, 1, geom.Vec{}, geom.Vec{})
	ball := ballAt(vec(0, 0, 0), 0.5, 2, 0.7, vec(1, 0, 0), geom.Vec{})
	p := stepped(t, &scene.World{Bodies: []scene.Placed{ball, box}}, 0.5, 4)
	near(t, "velocity of the ball", p.engine.bodies[0].v, vec((2-4*0.7)/6, 0, 0), closed)
	near(t, "velocity of the box", p.engine.bodies[1].v, vec(2*1.7/6, 0, 0), closed)
	near(t, "spin of the box", p.engine.bodies[1].w, geom.Vec{}, closed)

	box = boxAt(vec(2, 0, 0), vec(1, 2, 3), geom.Identity.R, 4, 1, geom.Vec{}, geom.Vec{})
	ball = ballAt(vec(0, 0.5, -1), 0.5, 2, 0.7, vec(1, 0, 0), geom.Vec{})
	p = stepped(t, &scene.World{Bodies: []scene.Placed{ball, box}}, 1.0, 1)
	iy, iz := 4*(9+1.0)/12, 4*(1+4.0)/12
	// The arm is (−0.5, 0.5, −1); the torque of a force along x is (0, −1, −0.5).
	j := 1.7 / (1/2.0 + 1/4.0 + 1/iy + 0.25/iz)
	near(t, "velocity of the ball", p.engine.bodies[0].v, vec(1-j/2, 0, 0), closed)
	near(t, "velocity of the box", p.engine.bodies[1].v, vec(j/4, 0, 0), closed)
	near(t, "spin of the box", p.engine.bodies[1].w, vec(0, -j/iy, -0.5*j/iz), closed)
}

func TestBoxFaceAgainstBoxFace(t *testing.T) {
	turn := geom.AxisAngle(vec(1, 0, 0), 0.4).Matrix()
	for name, r := range map[string]geom.Mat{"aligned": geom.Identity.R, "turned": turn} {
		a := boxAt(vec(-1, 0, 0), vec(1, 1, 2), geom.Identity.R, 3, 0.6, vec(1, 0, 0), geom.Vec{})
		b := boxAt(vec(1, 0, 0), vec(1, 2, 1), r, 1, 1, vec(-1, 0, 0), geom.Vec{})
		p := stepped(t, &scene.World{Bodies: []scene.Placed{a, b}}, 0.25, 4)
		va, vb := (3-1-1*0.6*2)/4, (3-1+3*0.6*2)/4
		near(t, name+": velocity of a", p.engine.bodies[0].v, vec(va, 0, 0), closed)
		near(t, name+": velocity of b", p.engine.bodies[1].v, vec(vb, 0, 0), closed)
		near(t, name+": spin of a", p.engine.bodies[0].w, geom.Vec{}, closed)
		near(t, name+": spin of b", p.engine.bodies[1].w, geom.Vec{}, closed)
		if len(p.frame.Impacts) > 1 {
			t.Errorf("%s: %d impacts", name, len(p.frame.Impacts))
		}
	}
}

// TestBallAgainstEdgeAndCorner lets spinning boxes be hit where no face is.
func TestBallAgainstEdgeAndCorner(t *testing.T) {
	for name, x := range map[string]geom.Vec{"edge": vec(0.55, 0.55, 2.3), "corner": vec(0.6, 0.9, 2.6)} {
		for _, c := range []float64{1, 0.5} {
			box := boxAt(geom.Vec{}, vec(1, 1.5, 2), geom.AxisAngle(vec(1, 2, 3), 0.3).Matrix(), 5, c, vec(0.1, 0, 0.2), vec(0.4, 1.1, -0.7))
			ball := ballAt(x, 0.3, 2, 1, vec(-0.1, -0.15, -2), vec(3, 0, 1))
			w := &scene.World{Bodies: []scene.Placed{box, ball}}
			before := stepped(t, w, 0.1, 0).frame.Clone()
			p := stepped(t, w, 0.1, 15)
			after := p.Frame()
			if p.engine.bodies[1].v.Sub(vec(-0.1, -0.15, -2)).Norm() < 0.1 {
				t.Errorf("%s: no impact", name)
			}
			near(t, name+": momentum", after.Momentum, before.Momentum, closed)
			near(t, name+": angular momentum", after.AngularMomentum, before.AngularMomentum, closed)
			if c == 1 && math.Abs(after.Energy-before.Energy) > closed*before.Energy {
				t.Errorf("%s: energy %v, was %v", name, after.Energy, before.Energy)
			}
			if c < 1 && !(after.Energy < before.Energy) {
				t.Errorf("%s: energy %v, was %v", name, after.Energy, before.Energy)
			}
		}
	}
}
