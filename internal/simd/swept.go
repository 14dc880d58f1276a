package simd

import "math"

// Oriented holds up to eight oriented boxes of a body that moves, in float64, 1152 bytes. Box i is
// {x : |Qⱼ·(x − C)| ≤ Hⱼ} for its axes Q₀, Q₁, Q₂. Lanes behind the last box repeat it.
type Oriented struct {
	// C[k][i] is component k of box i's centre, Q[3j+k][i] that of its axis j, H[j][i] its half size along axis j.
	C [3][Lanes]float64
	Q [9][Lanes]float64
	H [3][Lanes]float64
	// Radius is half a box's diagonal, Far the greatest distance of a point of it from the centre of the body.
	Radius, Far [Lanes]float64
	// Child is the node (≥ 0) or the leaf (^Child) that a box encloses, Box is its number.
	Child, Box [Lanes]int32
}

// Sweep is a box that moves past the boxes of an Oriented during an interval of time, in the frame of these.
type Sweep struct {
	// C is the box's centre in the middle of the interval, V how far it goes in half the time.
	C, V [3]float64
	// Axes are row by row, H the half sizes.
	Axes [9]float64
	H    [3]float64
	// Box i of the others has the velocity Velocity + Spin × (C − Pivot), for half the time.
	Slack                 float64
	Velocity, Spin, Pivot [3]float64
	// What is apart is so by more than Slack + Turn·Far + Roll·Radius of the other box.
	Turn, Roll float64
	_          [16]byte
	_          [192]float64 // scratch memory of the kernels
}

// Sweep8 returns a bit for each of the eight boxes that is not apart from s throughout: along one of the 15 axes of Gottschalk, Lin and
// Manocha ("OBBTree", SIGGRAPH 1996) by more than its slack, at the start and at the end of the interval, on the same side. What that
// proves is derived in package impact. All levels do the same operations in the same order, each rounded: they agree bit by bit.
func (l Level) Sweep8(s *Sweep, b *Oriented) (near uint32) { return l.sweep8(s, b) }

// sweep8Go is the contract of the kernels.
func sweep8Go(s *Sweep, b *Oriented) (near uint32) {
	for i := range Lanes {
		if !s.apart(b, i) {
			near |= 1 << i
		}
	}
	return near
}

// apart decides for box i.
func (s *Sweep) apart(b *Oriented, i int) bool {
	var arm, d, w [3]float64
	for k := range 3 {
		arm[k], d[k] = b.C[k][i]-s.Pivot[k], s.C[k]-b.C[k][i]
	}
	for k := range 3 {
		k1, k2 := next[k], next[k+1]
		v := float64(s.Spin[k1]*arm[k2]) - float64(s.Spin[k2]*arm[k1])
		w[k] = s.V[k] - (v + s.Velocity[k])
	}
	e := s.Slack + float64(s.Turn*b.Far[i]) + float64(s.Roll*b.Radius[i])
	h := [3]float64{b.H[0][i], b.H[1][i], b.H[2][i]}
	var x, y [3]float64    // the way between the centres and the motion, along the axes of box i
	var c, n [3][3]float64 // the axes of s along those, and their absolute values
	for j := range 3 {
		q := [3]float64{b.Q[3*j][i], b.Q[3*j+1][i], b.Q[3*j+2][i]}
		x[j], y[j] = dot64(d, q), dot64(w, q)
		r := h[j] + e
		for k := range 3 {
			c[k][j] = dot64([3]float64(s.Axes[3*k:]), q)
			n[k][j] = math.Abs(c[k][j])
			r += float64(s.H[k] * n[k][j])
		}
		if beyond(x[j], y[j], r) {
			return true
		}
	}
	for k := range 3 {
		r := s.H[k] + e
		for j := range 3 {
			r += float64(h[j] * n[k][j])
		}
		if beyond(dot64(x, c[k]), dot64(y, c[k]), r) {
			return true
		}
	}
	for j := range 3 {
		j1, j2 := next[j], next[j+1]
		for k := range 3 {
			k1, k2 := next[k], next[k+1]
			r := e + float64(h[j1]*n[k][j2]) + float64(h[j2]*n[k][j1]) + float64(s.H[k1]*n[k2][j]) + float64(s.H[k2]*n[k1][j])
			at := float64(x[j2]*c[k][j1]) - float64(x[j1]*c[k][j2])
			moves := float64(y[j2]*c[k][j1]) - float64(y[j1]*c[k][j2])
			if beyond(at, moves, r) {
				return true
			}
		}
	}
	return false
}

// beyond reports whether what goes straight from at − moves to at + moves stays on one side of 0, farther away than r.
func beyond(at, moves, r float64) bool {
	start, end := at-moves, at+moves
	if math.Signbit(start) {
		start, end = -start, -end
	}
	return start > r && end > r
}

func dot64(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
