package simd

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// orientedSize and the offsets are what the kernels rest on.
func TestLayoutOfSweeps(t *testing.T) {
	var s Sweep
	if got := unsafe.Sizeof(Oriented{}); got != 1152 {
		t.Errorf("an Oriented has %d bytes, expected 1152", got)
	}
	if a, b := unsafe.Offsetof(s.Slack), unsafe.Offsetof(s.Roll); a != 144 || b != 232 || unsafe.Sizeof(s) != 256+192*8 {
		t.Errorf("Slack at %d, Roll at %d of %d bytes, expected 144, 232 and 1792", a, b, unsafe.Sizeof(s))
	}
}

// drawSweep makes boxes about as far apart as they are large, on a lattice in some cases: distances then are exactly the radii.
func drawSweep(r *rand.Rand, s *Sweep, b *Oriented) {
	x := func(scale float64) float64 {
		if r.IntN(3) == 0 {
			return float64(r.IntN(5)-2) * scale
		}
		return r.NormFloat64() * scale
	}
	axes := func() (m [9]float64) {
		if r.IntN(2) == 0 {
			return [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
		}
		for i := range m {
			m[i] = x(0.6)
		}
		return m
	}
	far := 3 * r.Float64()
	for k := range 3 {
		s.C[k], s.V[k], s.H[k] = x(far), x(0.5), math.Abs(x(0.5))
		s.Velocity[k], s.Spin[k], s.Pivot[k] = x(0.3), x(0.1), x(1)
	}
	s.Axes = axes()
	s.Slack, s.Turn, s.Roll = math.Abs(x(0.1)), math.Abs(x(0.01)), math.Abs(x(0.01))
	for i := range Lanes {
		m := axes()
		for k := range 9 {
			b.Q[k][i] = m[k]
		}
		for k := range 3 {
			b.C[k][i], b.H[k][i] = x(far), math.Abs(x(0.5))
		}
		b.Radius[i], b.Far[i] = math.Abs(x(1)), math.Abs(x(1))
	}
}

// TestSweep8KernelsAgree compares the levels bit by bit: the answers of motions rest on it.
func TestSweep8KernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	var count [Lanes + 1]int
	for range 40000 {
		var s Sweep
		var b Oriented
		drawSweep(r, &s, &b)
		if r.IntN(20) == 0 {
			s.C[r.IntN(3)] = number64(r)
			b.H[r.IntN(3)][r.IntN(Lanes)] = number64(r)
		}
		want := sweep8Go(&s, &b)
		for _, l := range Levels() {
			if got := l.Sweep8(&s, &b); got != want {
				t.Fatalf("%v: %08b, Go says %08b of\n%+v\n%+v", l, got, want, s, b)
			}
		}
		n := 0
		for m := want; m != 0; m &= m - 1 {
			n++
		}
		count[n]++
	}
	for n, c := range count {
		if c < 100 {
			t.Errorf("%d of 8 boxes near only %d times: %v", n, c, count)
		}
	}
}

// number64 is a number that breaks assumptions.
func number64(r *rand.Rand) float64 {
	all := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64}
	return all[r.IntN(len(all))]
}

// TestSweep8IsSafe moves points of two boxes along their straight lines: boxes of which two points meet are near.
func TestSweep8IsSafe(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 5))
	for range 20000 {
		var s Sweep
		var b Oriented
		drawSweep(r, &s, &b)
		s.Axes = [9]float64{0, 1, 0, 0, 0, 1, 1, 0, 0}
		s.Slack, s.Turn, s.Roll = 1e-12, 0, 0
		lane, end := r.IntN(Lanes), float64(2*r.IntN(2)-1)
		turned := rotation(r)
		for k := range 9 {
			b.Q[k][lane] = turned[k]
		}
		var p, part, corner [3]float64 // where a point of the box of lane is at the end
		for j := range 3 {
			part[j], corner[j] = 2*r.Float64()-1, float64(2*r.IntN(2)-1)
		}
		for k := range 3 {
			k1, k2 := next[k], next[k+1]
			v := s.Velocity[k] + s.Spin[k1]*(b.C[k2][lane]-s.Pivot[k2]) - s.Spin[k2]*(b.C[k1][lane]-s.Pivot[k1])
			p[k] = b.C[k][lane] + end*v
			for j := range 3 {
				p[k] += part[j] * b.H[j][lane] * b.Q[3*j+k][lane]
			}
		}
		for k := range 3 { // the other one moves so that a point of it is there, too
			s.C[k] = p[k] - end*s.V[k]
			for j := range 3 {
				s.C[k] += corner[j] * s.H[j] * s.Axes[3*j+k]
			}
		}
		if near := sweep8Go(&s, &b); near>>lane&1 == 0 {
			t.Fatalf("boxes that meet at %v are apart: lane %d of\n%+v\n%+v", end, lane, s, b)
		}
	}
}

// rotation is a matrix from a unit quaternion.
func rotation(r *rand.Rand) [9]float64 {
	w, x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	l := math.Sqrt(w*w + x*x + y*y + z*z)
	w, x, y, z = w/l, x/l, y/l, z/l
	return [9]float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}
}

func BenchmarkSweep8(b *testing.B) {
	r := rand.New(rand.NewPCG(21, 6))
	var s Sweep
	var o Oriented
	drawSweep(r, &s, &o)
	s.C = [3]float64{o.C[0][0], o.C[1][0], o.C[2][0]}
	for _, l := range Levels() {
		b.Run(l.String(), func(b *testing.B) {
			for b.Loop() {
				l.Sweep8(&s, &o)
			}
		})
	}
}
