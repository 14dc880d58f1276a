package rigid

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// refPull is the contract of pull: accelerations and potentials.
func refPull(bodies []Body, g float64) (acc []geom.Vec, phi []float64) {
	acc, phi = make([]geom.Vec, len(bodies)), make([]float64, len(bodies))
	for i := range bodies {
		if bodies[i].Mass == 0 {
			continue
		}
		for j := range bodies {
			d := bodies[j].Place.Sub(bodies[i].Place)
			if r := d.Norm(); r > 0 {
				acc[i] = acc[i].Add(d.Scale(g * bodies[j].Mass / (r * r * r)))
				phi[i] -= g * bodies[j].Mass / r
			}
		}
	}
	return acc, phi
}

// TestPull compares gravitation with the sum over all pairs in Go: to rounding where it is
// that sum, within 0.08·theta⁴ where it is Barnes and Hut's. With quadrupoles the first term
// left out goes with the third power of a cell's reach over its distance, and the bodies of a
// crowd make half of it cancel: twice what was measured, 0.04·theta⁴ of the mean pull at
// theta 0.25, 0.5 and 1.
func TestPull(t *testing.T) {
	both(t, func(t *testing.T, d *vulkan.Device, double bool) {
		bodies := crowd(3, 700, 0.001, 1)
		bodies[5].Mass, bodies[6].Mass = 0, 0
		bodies[8].Place = bodies[9].Place
		wantA, wantPhi := refPull(bodies, 2)
		for _, theta := range []float64{0, 0.25, 0.5} {
			bound := 0x1p-40
			if !double {
				bound = 0x1p-14
			}
			if theta > 0 {
				bound = 0.08 * theta * theta * theta * theta
			}
			s := simulator(t, d, bodies, Laws{G: 2, Theta: theta, Walls: &room}, double)
			worst, mean := 0.0, 0.0
			for _, a := range wantA {
				mean += a.Norm() / float64(len(bodies))
			}
			for i := range bodies {
				if bodies[i].Mass == 0 {
					continue
				}
				off := s.readings.pulls.vecAt(4 * i).Sub(wantA[i]).Norm()
				worst = max(worst, off/(mean+wantA[i].Norm()), math.Abs(s.Potentials[i]-wantPhi[i])/math.Abs(wantPhi[i]))
			}
			t.Logf("theta %v: off by %.3g", theta, worst)
			if !(worst <= bound) {
				t.Errorf("theta %v: off by %.3g of the mean pull or of the potential, bound %.3g", theta, worst, bound)
			}
		}
	})
}
