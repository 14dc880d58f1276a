package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomRotation returns an orthonormal matrix, its rows as axes.
func randomRotation(rng *rand.Rand) (m [3][3]float64) {
	for i := range 3 {
		for {
			v := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			for j := range i {
				d := v[0]*m[j][0] + v[1]*m[j][1] + v[2]*m[j][2]
				for k := range v {
					v[k] -= d * m[j][k]
				}
			}
			if l := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]); l > 0.1 {
				for k := range v {
					m[i][k] = v[k] / l
				}
				break
			}
		}
	}
	return m
}

// randomNode has boxes of about that size within reach of the origin, some axes
// along the coordinates, one lane unused.
func randomNode(rng *rand.Rand, reach, size float64) *Node {
	n := &MakeNodes(1)[0]
	n.Clear()
	for i := range Lanes - 1 {
		r := randomRotation(rng)
		if rng.IntN(3) == 0 {
			r = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
		}
		for j := range 3 {
			n.C[j][i] = float32(reach * (2*rng.Float64() - 1))
			n.H[j][i] = float32(size * rng.Float64() * math.Pow(0.01, float64(rng.IntN(2))))
			for k := range 3 {
				n.Q[3*j+k][i] = float32(r[j][k])
			}
		}
	}
	return n
}

// randomMotion is a rigid motion with the error terms package narrow would set.
func randomMotion(rng *rand.Rand, reach float64) *Motion {
	m := &MakeMotions(1)[0]
	r := randomRotation(rng)
	if rng.IntN(4) == 0 {
		r = [3][3]float64{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}
	}
	most := 0.0
	var rows [9]float64
	var t [3]float64
	for k := range 3 {
		copy(rows[3*k:], r[k][:])
		t[k] = reach * (2*rng.Float64() - 1)
		most = max(most, math.Abs(t[k]))
	}
	m.Set(&rows, t, 1)
	m.Grow, m.Slack = float32(16*0x1p-24*(most+1.8*4*reach)), 256*0x1p-24
	m.Least, m.Bound = 0x1p-34, 320*0x1p-24
	return m
}

// gap returns the largest distance by which one of the 15 axes separates two boxes,
// over the sum of their half sizes: float64, and the axes of unit length.
func gap(m *Motion, a *Node, la int, b *Node, lb int) float64 {
	var w, q [3][3]float64
	var d, ha, hb [3]float64
	sum := 0.0
	for r := range 3 {
		d[r] = m.Col64[3][r] - float64(b.C[r][lb])
		for k := range 3 {
			d[r] += m.Col64[k][r] * float64(a.C[k][la])
			q[r][k] = float64(b.Q[3*r+k][lb])
			for i := range 3 {
				w[i][r] += m.Col64[k][r] * float64(a.Q[3*i+k][la])
			}
		}
		ha[r], hb[r] = float64(a.H[r][la]), float64(b.H[r][lb])
		sum += ha[r] + hb[r]
	}
	dot := func(x, y [3]float64) float64 { return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] }
	axes := append(w[:], q[:]...)
	for i := range 3 {
		for j := range 3 {
			x, y := w[i], q[j]
			c := [3]float64{x[1]*y[2] - x[2]*y[1], x[2]*y[0] - x[0]*y[2], x[0]*y[1] - x[1]*y[0]}
			if l := math.Sqrt(dot(c, c)); l > 1e-3 {
				axes = append(axes, [3]float64{c[0] / l, c[1] / l, c[2] / l})
			}
		}
	}
	most := math.Inf(-1)
	for _, l := range axes {
		g := math.Abs(dot(l, d))
		for i := range 3 {
			g -= ha[i]*math.Abs(dot(l, w[i])) + hb[i]*math.Abs(dot(l, q[i]))
		}
		most = max(most, g/sum)
	}
	return most
}

// TestBoxBox8 proves rejections on float64 and bounds what the slack costs; the levels
// agree wherever the gap is not within it.
func TestBoxBox8(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	count := map[bool]int{}
	for round := range 4000 {
		reach, size := math.Ldexp(1, round%30-15), math.Ldexp(1, round%30-15-round%9)
		a, b, m := randomNode(rng, reach, size), randomNode(rng, reach, size), randomMotion(rng, reach)
		lane := rng.IntN(Lanes - 1)
		if round%2 == 0 { // let them come close
			for k := range 3 {
				x := m.Col64[3][k]
				for i := range 3 {
					x += m.Col64[i][k] * float64(a.C[i][lane])
				}
				for i := range Lanes - 1 {
					b.C[k][i] = float32(x + 2*size*(rng.Float64()-0.5))
				}
			}
		}
		for _, level := range Levels() {
			boxes := level.BoxBox8(m, a, lane, b)
			mask := boxes.Near()
			if mask>>(Lanes-1) != 0 {
				t.Fatalf("%v: the unused lane may touch: %08b", level, mask)
			}
			for i := range Lanes - 1 {
				if x, y := b.Area(i), a.Area(lane); mask != 0 && (boxes.AtLeast(uint32(i)) != (x >= y) || boxes.Larger(uint32(i)) != (x > y)) {
					t.Fatalf("%v: sizes %g and %g: %08b", level, x, y, boxes)
				}
				g := gap(m, a, lane, b, i)
				touches := mask>>i&1 == 1
				sum := float64(a.H[0][lane] + a.H[1][lane] + a.H[2][lane] + b.H[0][i] + b.H[1][i] + b.H[2][i])
				margin := 4 * float64(m.Grow) / sum
				if !touches && g < 0 {
					t.Fatalf("%v: rejected a pair with gap %g", level, g)
				}
				if touches && g > 1000*(margin+256*0x1p-24) {
					t.Fatalf("%v: kept a pair with gap %g", level, g)
				}
				count[touches]++
			}
		}
	}
	if count[true] < 1500*len(Levels()) || count[false] < 1500*len(Levels()) {
		t.Fatalf("%v: the test is weak", count)
	}
}

func BenchmarkBoxBox8(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 16))
	nodes := make([]*Node, 64)
	for i := range nodes {
		nodes[i] = randomNode(rng, 1, 1)
	}
	m := randomMotion(rng, 0.5)
	for _, l := range Levels() {
		b.Run(l.String(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				l.BoxBox8(m, nodes[i&63], i&7, nodes[(i+i>>6)&63])
				i++
			}
		})
	}
}
