package rigid

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

var room = geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: 1}}

// crowd is n bodies in the room, every other one a box.
func crowd(seed uint64, n int, size, e float64) []Body {
	r := rand.New(rand.NewPCG(seed, 1))
	vec := func(at, size float64) geom.Vec {
		return geom.Vec{X: at + size*r.Float64(), Y: at + size*r.Float64(), Z: at + size*r.Float64()}
	}
	bodies := make([]Body, n)
	for i := range bodies {
		b := &bodies[i]
		*b = Body{Ball: i%2 == 0, Half: vec(size/2, size/2), Mass: 1 + 10*r.Float64(), Restitution: e, Place: vec(0.1, 0.8), Velocity: vec(-1, 2), Turn: geom.Identity.R}
		if b.Ball {
			b.Half = geom.Vec{X: size, Y: size, Z: size}
		}
	}
	return bodies
}

// both runs a test in float64 and in float32.
func both(t *testing.T, f func(t *testing.T, d *vulkan.Device, double bool)) {
	d := vulkantest.Device(t)
	t.Run("float64", func(t *testing.T) {
		if !d.Info().Doubles {
			t.Skip("the device has no float64")
		}
		f(t, d, true)
	})
	t.Run("float32", func(t *testing.T) { f(t, d, false) })
}

func simulator(t *testing.T, d *vulkan.Device, bodies []Body, laws Laws, double bool) *Simulator {
	t.Helper()
	s, err := New(d, bodies, laws, double)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if err := s.Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

func step(t *testing.T, s *Simulator, h float64, n int) {
	t.Helper()
	if err := s.Step(context.Background(), h, n); err != nil {
		t.Fatal(err)
	}
}

// sums are what the laws keep.
func (s *Simulator) sums() (momentum geom.Vec, size, energy float64) {
	for i, b := range s.bodies {
		v := s.Velocities[i]
		momentum = momentum.Add(v.Scale(b.Mass))
		size += b.Mass * v.Norm()
		energy += b.Mass * (0.5*v.Dot(v) + 0.5*s.Potentials[i] - s.laws.Gravity.Dot(s.Places[i]))
	}
	return momentum, size, energy
}

// TestLaws: bodies stay inside the walls, momentum changes by what walls give alone, and
// energy stays where impacts lose none.
func TestLaws(t *testing.T) {
	frames := require.Cases(40, 15)
	if require.Long() {
		frames = 10000
	}
	both(t, func(t *testing.T, d *vulkan.Device, double bool) {
		laws := Laws{Gravity: geom.Vec{Z: -2}, G: 1e-4, Walls: &room}
		s := simulator(t, d, crowd(1, 60, 0.04, 1), laws, double)
		start, _, energy := s.sums()
		// Rounding of n products and sums a step, u = 2^-53 or 2^-24, added up.
		bound := 0x1p-50 * 60 * float64(frames)
		if !double {
			bound = 0x1p-21 * 60 * math.Sqrt(float64(frames))
		}
		hits, most := 0, 0.0
		for range frames {
			step(t, s, 1.0/240, 2)
			hits += len(s.Impulses)
			for i := range s.bodies {
				r := s.Received[i]
				push := geom.Vec{X: r[0] - r[1], Y: r[2] - r[3], Z: r[4] - r[5]}
				start = start.Add(push).Add(laws.Gravity.Scale(s.bodies[i].Mass / 120))
				box := geom.AABB{Min: s.Places[i].Sub(s.bodies[i].Half), Max: s.Places[i].Add(s.bodies[i].Half)}
				if !room.Encloses(&box) {
					t.Fatalf("body %d is at %v, outside", i, box)
				}
			}
			m, size, e := s.sums()
			if off := m.Sub(start).Norm() / size; off > bound {
				t.Fatalf("momentum is off by %.3g of the sum of all sizes; bound %.3g", off, bound)
			}
			most = max(most, math.Abs(e-energy)/energy)
		}
		t.Logf("%d impacts, energy off by at most %.3g", hits, most)
		if hits == 0 || most > 1e-3 {
			t.Error("nothing met, or energy is off by more than 1e-3")
		}
	})
}

// TestSame: two runs give the same bits.
func TestSame(t *testing.T) {
	both(t, func(t *testing.T, d *vulkan.Device, double bool) {
		var states [2]State
		for k := range states {
			s := simulator(t, d, crowd(2, 300, 0.06, 0.5), Laws{Gravity: geom.Vec{Z: -9}, G: 1e-7, Theta: 0.5, Walls: &room}, double)
			for range 6 {
				step(t, s, 1.0/60, 1)
			}
			states[k] = s.State
		}
		if len(states[0].Contacts) == 0 || !reflect.DeepEqual(states[0], states[1]) {
			t.Error("two runs differ, or nothing met")
		}
	})
}

// TestFall: elastic balls that fall onto each other under their gravitation alone keep their
// energy within a hundredth of the largest kinetic one.
func TestFall(t *testing.T) {
	frames := 10
	if require.Long() {
		frames = 1000
	}
	d := vulkantest.Device(t)
	if !d.Info().Doubles {
		t.Skip("the device has no float64")
	}
	bodies := crowd(4, 24, 0.03, 1)
	for i := range bodies {
		bodies[i].Velocity = geom.Vec{}
	}
	for _, theta := range []float64{0.3} {
		s := simulator(t, d, bodies, Laws{G: 0.05, Theta: theta}, true)
		_, _, start := s.sums()
		worst, most, hits := 0.0, 0.0, 0
		for range frames {
			step(t, s, 1.0/60, 1)
			_, _, e := s.sums()
			kinetic := 0.0
			for i, b := range bodies {
				kinetic += b.Mass * s.Velocities[i].Dot(s.Velocities[i]) / 2
			}
			worst, most, hits = max(worst, math.Abs(e-start)), max(most, kinetic), hits+len(s.Impulses)
		}
		t.Logf("theta %v: %d impacts, energy off by %.3g, at most %.3g kinetic", theta, hits, worst, most)
		if hits == 0 || !(worst <= 1e-2*most) {
			t.Errorf("theta %v: energy is off by %.3g of the kinetic, %d impacts", theta, worst/most, hits)
		}
	}
}
