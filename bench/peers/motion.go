package main

import "math"

// motion is the boxes of every step, step 0 being the start, as the wire has
// them: centre and half-extents, six numbers a box. A box is closed, its faces
// centre ± half, rounded.
type motion struct {
	bodies int
	steps  [][]float64
}

// makeMotion fills a cube with n boxes at constant density and lets them drift,
// reflected at its walls.
func makeMotion(n, steps int) *motion {
	r := splitmix(uint64(n))
	side := 1.3 * math.Cbrt(float64(n))
	state, velocity := make([]float64, 6*n), make([]float64, 6*n)
	for i := range n {
		for k := range 3 {
			state[6*i+k] = side * r.unit()
			state[6*i+3+k] = 0.25 + 0.5*r.unit()
			velocity[6*i+k] = 0.1*r.unit() - 0.05
		}
	}
	m := &motion{bodies: n}
	for range steps + 1 {
		m.steps = append(m.steps, append([]float64(nil), state...))
		for i, v := range velocity {
			state[i] += v
			if v != 0 && (state[i] < 0 || state[i] > side) {
				velocity[i] = -v
				state[i] -= 2 * v
			}
		}
	}
	return m
}

// splitmix is the generator of Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014.
type splitmix uint64

func (s *splitmix) unit() float64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * 0x1p-53
}
