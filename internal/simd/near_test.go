package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// solidBox is a box: its centre and half axes.
type solidBox struct {
	c    vec64
	half [3]vec64
}

func (b *solidBox) nearest(x vec64) vec64 {
	at := b.c
	for _, h := range b.half {
		l := h.dot(h)
		if l == 0 {
			continue
		}
		d := vec64{x[0] - b.c[0], x[1] - b.c[1], x[2] - b.c[2]}
		s := max(-1, min(1, d.dot(h)/l))
		for k := range at {
			at[k] += s * h[k]
		}
	}
	return at
}

// distance returns the distance of two boxes from above, by alternating projections.
func (b *solidBox) distance(o *solidBox) float64 {
	x := b.c
	var y vec64
	for range 200 {
		y = o.nearest(x)
		x = b.nearest(y)
	}
	d := vec64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}
	return math.Sqrt(d.dot(d))
}

func boxOf(n *Node, lane int) (b solidBox) {
	for k := range 3 {
		b.c[k] = float64(n.C[k][lane])
		for j := range 3 {
			b.half[j][k] = float64(n.H[j][lane]) * float64(n.Q[3*j+k][lane])
		}
	}
	return b
}

func (b *solidBox) moved(m *Motion) (t solidBox) {
	for r := range 3 {
		t.c[r] = m.Col64[3][r]
		for k := range 3 {
			t.c[r] += m.Col64[k][r] * b.c[k]
			for j := range 3 {
				t.half[j][r] += m.Col64[k][r] * b.half[j][k]
			}
		}
	}
	return t
}

// distances are those of a box of one node and all of another's but the last.
type distances [Lanes - 1]float64

// set computes the distances with the box moved.
func (d *distances) set(a *Node, lane int, b *Node, m *Motion) {
	x := boxOf(a, lane)
	x = x.moved(m)
	for i := range d {
		y := boxOf(b, i)
		d[i] = x.distance(&y)
	}
}

// TestNear8 compares the bounds with the boxes' distances: never above, mostly close, and
// about the same at all levels.
func TestNear8(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 31))
	rounds := require.Cases(1500, 600)
	tight, apart := 0, 0
	var apartBy distances
	for round := range rounds {
		reach, size := math.Ldexp(1, round%30-15), math.Ldexp(1, round%30-15-round%7)
		a, b, m := randomNode(rng, reach, size), randomNode(rng, reach, size), randomMotion(rng, reach*math.Ldexp(1, round%12))
		lane := rng.IntN(Lanes - 1)
		apartBy.set(a, lane, b, m)
		var want [Lanes]float32
		Go.Near8(m, a, lane, b, &want, math.MaxFloat32)
		for _, level := range Levels() {
			var got, again [Lanes]float32
			near := level.Near8(m, a, lane, b, &got, math.MaxFloat32)
			if near != 1<<(Lanes-1)-1 {
				t.Fatalf("%v: bits %08b of eight boxes of which seven are used", level, near)
			}
			for i := range Lanes - 1 {
				d, lo := apartBy[i], math.Sqrt(float64(got[i]))
				if lo > d*(1+0x1p-16)+0x1p-60 {
					t.Fatalf("%v: %g is no lower bound of the distance %g", level, lo, d)
				}
				scale := d + reach*0x1p-10
				if w := math.Sqrt(float64(want[i])); math.Abs(w-lo) > 0x1p-10*scale {
					t.Fatalf("%v: the bound is %g, Go's %g, of a distance of %g", level, lo, w, d)
				}
				if d > 0.1*size {
					if apart++; lo > 0.8*d {
						tight++
					}
				}
				most := math.Nextafter32(got[i], 0)
				bits := level.Near8(m, a, lane, b, &again, got[i])
				if again != got || bits>>i&1 != 1 || got[i] > 0 && level.Near8(m, a, lane, b, &again, most)>>i&1 != 0 {
					t.Fatalf("%v: box %d at %g is taken for near or far wrongly", level, i, got[i])
				}
			}
		}
	}
	if apart < rounds || tight < apart*9/10 {
		t.Errorf("%d of %d bounds are close", tight, apart)
	}
}

// TestNear8OfOneBox: boxes in one place are at distance 0, whatever the direction between them.
func TestNear8OfOneBox(t *testing.T) {
	t.Parallel()
	m := &MakeMotions(1)[0]
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	for _, h := range []float32{0, 0x1p-60, 1, 0x1p36} {
		a := boxesAt([3]float32{}, [3]float32{h, h, h})
		for _, level := range Levels() {
			var squares [Lanes]float32
			if near := level.Near8(m, a, 0, a, &squares, 0); near&1 != 1 || squares[0] != 0 {
				t.Errorf("%v: a box of half size %g is %g from itself", level, h, squares[0])
			}
		}
	}
}

// randomLeaf has triangles of about that size about the origin.
func randomLeaf(rng *rand.Rand, size, away float64) *Leaf {
	l := &MakeLeaves(1)[0]
	l.N = int32(1 + rng.IntN(LeafTriangles))
	for i := range LeafTriangles {
		for v := range 9 {
			l.V[v][i] = float32(size * rng.NormFloat64())
			if i >= int(l.N) {
				l.V[v][i] = l.V[v][0]
			}
		}
	}
	for i := range LeafTriangles {
		for v := range 3 {
			x, y, z := float64(l.V[3*v][i]), float64(l.V[3*v+1][i]), float64(l.V[3*v+2][i])
			l.Rho = max(l.Rho, float32(math.Sqrt(x*x+y*y+z*z)*(1+0x1p-20)))
		}
	}
	for k := range l.C {
		l.C[k] = away * rng.NormFloat64()
	}
	return l
}

// TestLeafNear: a pair is left out only if one of the directions proves in float64 that it is
// farther; levels differ within rounding alone; a larger limit leaves out no more.
func TestLeafNear(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 32))
	far, near := 0, 0
	for round := range 4000 {
		size := math.Ldexp(1, round%20-10)
		x, y, m := randomLeaf(rng, size, 4*size), randomLeaf(rng, size, 4*size), randomMotion(rng, 4*size)
		toward := [3]float32{float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64())}
		if round%5 == 0 {
			toward = [3]float32{}
		}
		d := 8 * size * rng.Float64()
		valid := PairsOf(x, y)
		sooner := Go.LeafNear(m, x, y, &toward, float32(d*d*(1-0x1p-12))) & valid
		later := Go.LeafNear(m, x, y, &toward, float32(d*d*(1+0x1p-12))) & valid
		if sooner&^later != 0 {
			t.Fatalf("pairs %04x within a limit, %04x within a larger one", sooner, later)
		}
		for _, level := range Levels() {
			got := level.LeafNear(m, x, y, &toward, float32(d*d)) & valid
			if sooner&^got != 0 || got&^later != 0 {
				t.Fatalf("%v: pairs %04x, between %04x and %04x", level, got, sooner, later)
			}
			if all := level.LeafNear(m, x, y, &toward, float32(math.Inf(1))) & valid; all != valid {
				t.Fatalf("%v: pairs %04x of %04x without a limit", level, all, valid)
			}
		}
		for k := range 16 {
			if valid>>k&1 == 1 && later>>k&1 == 0 {
				far++
			} else if valid>>k&1 == 1 {
				near++
			}
		}
	}
	if far < 2000 || near < 2000 {
		t.Errorf("%d pairs are far, %d near", far, near)
	}
}

func BenchmarkNear8(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 16))
	nodes := make([]*Node, 64)
	for i := range nodes {
		nodes[i] = randomNode(rng, 1, 1)
	}
	m := randomMotion(rng, 0.5)
	var squares [Lanes]float32
	for _, l := range Levels() {
		b.Run(l.String(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				l.Near8(m, nodes[i&63], i&7, nodes[(i+i>>6)&63], &squares, 1)
				i++
			}
		})
	}
}

// TestNear8FarApart: bounds of boxes that are far apart in their own size, up to 2⁵¹, are finite
// and close.
func TestNear8FarApart(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 33))
	var apartBy distances
	for round := range 600 {
		size := math.Ldexp(1, round%49-15)
		away := math.Ldexp(1, rng.IntN(51))
		a, b, m := randomNode(rng, size, size), randomNode(rng, size, size), randomMotion(rng, away)
		apartBy.set(a, 0, b, m)
		for _, level := range Levels() {
			var got [Lanes]float32
			near := level.Near8(m, a, 0, b, &got, math.MaxFloat32)
			if near != 1<<(Lanes-1)-1 {
				t.Fatalf("%v: bits %08b of boxes of size %g that are %g apart", level, near, size, away)
			}
			for i := range Lanes - 1 {
				d, lo := apartBy[i], math.Sqrt(float64(got[i]))
				if lo > d*(1+0x1p-16)+0x1p-60 || d > 100*size && lo < 0.8*d {
					t.Fatalf("%v: %g is no close lower bound of the distance %g", level, lo, d)
				}
			}
		}
	}
}
