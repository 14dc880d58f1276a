package harness

import "math"

// motion is the boxes of every step, step 0 being the start, as the wire has
// them: centre and half-extents, six numbers a box. A box is closed, its faces
// centre ± half, rounded.
type motion struct {
	bodies int
	steps  [][]float64
}

// motionKind is a way in which boxes lie and move.
type motionKind struct {
	name, about string
	// room is the side of the cube for one box: with so much for each, a box overlaps
	// three others or so.
	room float64
	// begin places box i of those in a cube of that side, centre, half-extents and
	// velocity.
	begin func(r *splitmix, side float64, box, velocity []float64)
	// jumps: every box gets another place in every step and keeps its size.
	jumps bool
}

func motionKinds() []motionKind {
	return []motionKind{
		{"drift", "alike in size, drifting by up to a twentieth of it a step and axis", 1.3, drifting, false},
		{"jump", "alike in size, anywhere else in each step", 1.3, drifting, true},
		{"sizes", "a hundred times as large as others (evenly on a logarithmic scale), drifting", 4.3, unlike, false},
		{"clusters", "alike in size, drifting, three quarters of them gathered in knots", 2.1, gathered, false},
	}
}

func findMotion(name string) *motionKind {
	for _, k := range motionKinds() {
		if k.name == name {
			return &k
		}
	}
	return nil
}

// drifting places a box anywhere.
func drifting(r *splitmix, side float64, box, velocity []float64) {
	for k := range 3 {
		box[k] = side * r.unit()
		box[3+k] = 0.25 + 0.5*r.unit()
		velocity[k] = 0.1*r.unit() - 0.05
	}
}

// unlike gives a box a half-extent from 0.05 to 5, about the same on each axis.
func unlike(r *splitmix, side float64, box, velocity []float64) {
	size := 0.05 * math.Pow(100, r.unit())
	for k := range 3 {
		box[k] = side * r.unit()
		box[3+k] = size * (0.5 + r.unit())
		velocity[k] = 0.1*r.unit() - 0.05
	}
}

// gathered places a box in a knot, one of those on a grid of twelve lengths, or
// anywhere.
func gathered(r *splitmix, side float64, box, velocity []float64) {
	drifting(r, side, box, velocity)
	if r.unit() < 0.25 {
		return
	}
	const apart, wide = 12, 4
	for k := range 3 {
		knot := apart * (0.5 + math.Floor(box[k]/apart))
		off := r.unit() + r.unit() + r.unit() - 1.5 // roughly normal
		box[k] = min(max(knot+wide*off, 0), side)
	}
}

// makeMotion fills a cube with n boxes at constant density and moves them, reflected
// at its walls.
func makeMotion(kind *motionKind, n, steps int) *motion {
	r := splitmix(uint64(n))
	side := kind.room * math.Cbrt(float64(n))
	state, velocity := make([]float64, 6*n), make([]float64, 6*n)
	for i := range n {
		kind.begin(&r, side, state[6*i:6*i+6], velocity[6*i:6*i+6])
	}
	m := &motion{bodies: n}
	for range steps + 1 {
		m.steps = append(m.steps, append([]float64(nil), state...))
		for i, v := range velocity {
			switch {
			case v == 0: // a half-extent
			case kind.jumps:
				state[i] = side * r.unit()
			default:
				state[i] += v
				if state[i] < 0 || state[i] > side {
					velocity[i] = -v
					state[i] -= 2 * v
				}
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
