package collide_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// flying returns a motion between two times.
func flying(t *testing.T, r *motion.Rigid, from, to float64) motion.Path {
	t.Helper()
	f, err := r.During(motion.Interval{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFlightsThroughAWall are motions whose first contact can be computed by hand, at all magnitudes of lengths and of times.
func TestFlightsThroughAWall(t *testing.T) {
	t.Parallel()
	for _, e := range []int{-900, -300, -60, 0, 60, 300, 390} {
		for _, f := range []int{-400, -20, 0, 20, 300} {
			s, v := math.Ldexp(1, e), math.Ldexp(1, e-f) // the length and the speed; times are scaled by 2^f
			if e-f < -1000 || e-f > 1000 {
				continue
			}
			start := at(-4.5*s, 0, 0)
			for _, w := range []collide.Shape{collide.NewModel(scaledMesh(slab(1, 9, 9), s, geom.Vec{})), shape.Box{Size: geom.Vec{X: s, Y: 9 * s, Z: 9 * s}}} {
				follow := newFollower(t, collide.NewModel(scaledMesh(cube(), s, geom.Vec{})), w, collide.Options{})
				// The cube reaches from 0 to 1, the wall from −0.5 to 0.5.
				for _, c := range []struct {
					name     string
					motion   motion.Rigid
					from, to float64
					verdict  collide.Verdict
					when     float64
				}{
					{"towards it", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}}, 0, 8, collide.InContact, 3.0 / 8},
					{"from later on", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}}, 1, 5, collide.InContact, 2.0 / 4},
					{"through, both ends free", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}, Pivot: geom.Vec{X: s / 2, Y: s / 2}}, 2, 8, collide.InContact, 1.0 / 6},
					{"before it", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}}, 0, 2.999, collide.Free, 0},
					{"up to it", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}}, 0, 3, collide.InContact, 1},
					{"back before it", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}, Region: &geom.AABB{Min: geom.Vec{X: -8 * s}, Max: geom.Vec{X: -1.75 * s}}}, 0, 30, collide.Free, 0},
					{"back too late", motion.Rigid{Start: start, Velocity: geom.Vec{X: -v}, Region: &geom.AABB{Min: geom.Vec{X: -8 * s}, Max: geom.Vec{X: -1.25 * s}}}, 0, 20, collide.InContact, (3.5 + 6.5) / 20},
					{"in a room without room", motion.Rigid{Start: start, Velocity: geom.Vec{X: v}, Region: &geom.AABB{Min: start.T, Max: start.T}}, 0, 9, collide.Free, 0},
				} {
					r := follow.follow(t, flying(t, &c.motion, math.Ldexp(c.from, f), math.Ldexp(c.to, f)), 1e-6)
					if r.Verdict != c.verdict || r.Verdict != collide.Free && math.Abs(r.T1-c.when) > 2e-6 {
						t.Errorf("lengths of 2^%d, times of 2^%d, %s: %+v, want %v at %v", e, f, c.name, r, c.verdict, c.when)
					}
				}
			}
		}
	}
}

// TestFlightsThatTurn: a long box that turns about its middle meets a block beside it, whatever walls are around it.
func TestFlightsThatTurn(t *testing.T) {
	t.Parallel()
	follow := newFollower(t, shape.Box{Size: geom.Vec{X: 4, Y: 0.5, Z: 0.5}}, shape.Box{Center: geom.Vec{Y: 2}, Size: geom.Vec{X: 0.25, Y: 1, Z: 1}}, collide.Options{})
	for _, turns := range []float64{0.5, 5, 50} {
		p := flying(t, &motion.Rigid{Start: geom.Identity, Spin: geom.Vec{Z: 2 * math.Pi * turns}, Region: &geom.AABB{}}, 0, 1)
		// The corner (2, 0.25) comes to y = 1.5 and more where the ends of the box pass x = 0.125 and less.
		if r := follow.follow(t, p, 1e-6); r.Verdict != collide.InContact || r.T1 > 0.25/turns {
			t.Errorf("%v turns: %+v", turns, r)
		}
	}
	if r := follow.follow(t, flying(t, &motion.Rigid{Start: geom.Identity, Spin: geom.Vec{X: 9}}, 3, 7), 1e-6); r.Verdict != collide.Free {
		t.Errorf("about its long axis: %+v", r)
	}
}

// TestFlightsOnAnArm: a box far from what it turns about meets a ball on its circle, and not on the line that it sets out along, at all
// magnitudes of lengths and of times.
func TestFlightsOnAnArm(t *testing.T) {
	t.Parallel()
	for i, e := range []int{-900, -800, -300, 0, 300, 390} {
		s := math.Ldexp(1, e)
		sin, cos := math.Sincos(-0.7)
		ball := shape.Sphere{Center: geom.Vec{X: 10 * cos * s, Y: 10 * sin * s}, Radius: s / 4}
		follow := newFollower(t, shape.Box{Center: geom.Vec{X: 10 * s}, Size: geom.Vec{X: s, Y: s, Z: s}}, ball, collide.Options{})
		for k, f := range []int{-1000, -400, 0, 300, 420, 1000} {
			if (i+k)%3 > 0 && !require.Full() {
				continue // lengths share the times out
			}
			m := &motion.Rigid{Start: geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, -0.9).Matrix()}, Spin: geom.Vec{Z: math.Ldexp(1.8, -f)}}
			if r := follow.follow(t, flying(t, m, 0, math.Ldexp(1, f)), 1e-6); r.Verdict != collide.InContact || r.T1 > 0.1 {
				t.Errorf("lengths of 2^%d, times of 2^%d: %+v", e, f, r)
			}
		}
	}
}

// TestFlightsToTheMoment: the moment of a contact of corners, edges and faces is known to 10⁻¹¹ of the motion. Just before it the way
// between the nearest points is too short for its direction to prove anything.
func TestFlightsToTheMoment(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 11))
	follow := newFollower(t, collide.NewModel(cube()), collide.NewModel(scaledMesh(cube(), 1, geom.Vec{})), collide.Options{})
	follow.instants = 20
	for k := range 40 {
		draw := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
		m := &motion.Rigid{Start: geom.Pose{R: geom.AxisAngle(draw(), 3*r.Float64()).Matrix(), T: geom.Vec{X: -4, Y: 0.5, Z: 0.5}}, Velocity: geom.Vec{X: 1, Y: 0.1 * r.Float64()}, Spin: draw().Scale(0.3)}
		if got := follow.follow(t, flying(t, m, 0, 6), 1e-11); got.Verdict != collide.InContact {
			t.Errorf("case %d: %+v", k, got)
		}
	}
}
