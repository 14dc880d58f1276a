package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

type triangle64 [3]vec64

// carried returns triangle i of a leaf in b's frame about its origin, a being moved by m or, for nil,
// b itself.
func carried(m *Motion, a, b *Leaf, i int) (t triangle64) {
	for v := range 3 {
		x := vec64{float64(a.V[3*v][i]), float64(a.V[3*v+1][i]), float64(a.V[3*v+2][i])}
		if t[v] = x; m == nil {
			continue
		}
		for r := range 3 {
			t[v][r] = m.Col64[3][r] - b.C[r]
			for k := range 3 {
				t[v][r] += m.Col64[k][r] * (a.C[k] + x[k])
			}
		}
	}
	return t
}

// edgesApart is the least distance of an edge of each.
func (t *triangle64) edgesApart(o *triangle64) float64 {
	least := math.Inf(1)
	for i := range 3 {
		for j := range 3 {
			_, _, l := nearestEnds(t[i], t[next[i]], o[j], o[next[j]])
			least = min(least, l)
		}
	}
	return least
}

// nearestEnds returns the ends of the shortest way between segments pq and rs and its length, by the
// points where their lines are nearest and projections from there.
func nearestEnds(p, q, r, s vec64) (x, y vec64, length float64) {
	toward := func(x, p, q vec64) vec64 {
		e := q.sub(p)
		l := e.dot(e)
		if l == 0 {
			return p
		}
		k := max(0, min(1, x.sub(p).dot(e)/l))
		return vec64{p[0] + k*e[0], p[1] + k*e[1], p[2] + k*e[2]}
	}
	x = p
	e, f, w := q.sub(p), s.sub(r), p.sub(r)
	if det := e.dot(e)*f.dot(f) - e.dot(f)*e.dot(f); det > 0 {
		k := max(0, min(1, (e.dot(f)*f.dot(w)-f.dot(f)*e.dot(w))/det))
		x = vec64{p[0] + k*e[0], p[1] + k*e[1], p[2] + k*e[2]}
	}
	for range 3 {
		y = toward(x, r, s)
		x = toward(y, p, q)
	}
	d := x.sub(y)
	return x, y, math.Sqrt(d.dot(d))
}

// TestLeafEdges: no bound is above the distance of two points of the triangles; where two edges are
// nearest it is close; only pairs within the limit have a bit.
func TestLeafEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 34))
	edges, tight := 0, 0
	for round := range 800 {
		size := math.Ldexp(1, round%20-10)
		x, y, m := randomLeaf(rng, size, 4*size), randomLeaf(rng, size, 4*size), randomMotion(rng, 4*size)
		limit := float32(math.Pow(8*size*rng.Float64(), 2))
		asked := PairsOf(x, y) & uint32(rng.IntN(1<<16)|1)
		var distances, gaps [LeafPairs]float64
		for k := range LeafPairs {
			p, q := carried(m, x, y, k/4), carried(nil, y, y, k%4)
			distances[k], gaps[k] = p.edgesApart(&q), p.apartAlong(&q)
		}
		for _, level := range Levels() {
			var squares [LeafPairs]float32
			near := level.LeafEdges(m, x, y, asked, &squares, limit)
			if near&^asked != 0 {
				t.Fatalf("%v: bits %04x of pairs %04x", level, near, asked)
			}
			for k := range LeafPairs {
				if asked>>k&1 == 0 {
					continue
				}
				lo := math.Sqrt(float64(squares[k]))
				if d := distances[k]; lo > d*(1+0x1p-20)+16*size*0x1p-20 {
					t.Fatalf("%v: pair %d: %g is no lower bound of the distance %g", level, k, lo, d)
				}
				if (near>>k&1 == 1) != (squares[k] <= limit) {
					t.Fatalf("%v: pair %d at %g, limit %g: bit %d", level, k, squares[k], limit, near>>k&1)
				}
				if d := gaps[k]; d > 0.1*size {
					if edges++; lo > d*(1-0x1p-10) {
						tight++
					}
				}
			}
		}
	}
	if edges < 2000*len(Levels()) || tight < edges*99/100 {
		t.Errorf("%d of %d bounds are close", tight, edges)
	}
}

// apartAlong returns the distance of triangles whose edges are nearest, 0 for others: the gap along
// the shortest way between edges, if that is as long.
func (t *triangle64) apartAlong(o *triangle64) float64 {
	d := t.edgesApart(o)
	for i := range 3 {
		for j := range 3 {
			x, y, l := nearestEnds(t[i], t[next[i]], o[j], o[next[j]])
			if l > d*(1+0x1p-30) {
				continue
			}
			n := x.sub(y)
			low := min(n.dot(t[0]), n.dot(t[1]), n.dot(t[2])) - max(n.dot(o[0]), n.dot(o[1]), n.dot(o[2]))
			if low > l*l*(1-0x1p-20) {
				return d
			}
		}
	}
	return 0
}

// TestLeafEdgesDegenerate: triangles in one point or line, equal ones and such of extreme sizes have
// bounds that are numbers and not above the distance.
func TestLeafEdgesDegenerate(t *testing.T) {
	t.Parallel()
	shapes := [][9]float32{
		{}, {1, 0, 0, 1, 0, 0, 1, 0, 0}, {0, 0, 0, 1, 1, 1, 2, 2, 2}, {0, 0, 0, 1, 0, 0, 0, 1, 0},
		{-1, 0, 0, 1, 0, 0, 1, 0, 0}, {0, 1e-30, 0, 1e-30, 0, 0, 0, 0, 1e-30}, {0, 0, 3, 1, 0, 3, 0, 1, 3},
	}
	for _, scale := range []float32{0x1p-40, 0x1p-20, 1, 0x1p20, 0x1p36} {
		for _, c := range shapes {
			for _, d := range shapes {
				a, b, m := &MakeLeaves(1)[0], &MakeLeaves(1)[0], &MakeMotions(1)[0]
				m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
				a.N, b.N = LeafTriangles, LeafTriangles
				for v := range 9 {
					for i := range LeafTriangles {
						a.V[v][i], b.V[v][i] = c[v]*scale, d[v]*scale
					}
				}
				p, q := carried(m, a, b, 0), carried(nil, b, b, 0)
				for _, level := range Levels() {
					var squares [LeafPairs]float32
					near := level.LeafEdges(m, a, b, 0xffff, &squares, float32(math.Inf(1)))
					if lo := math.Sqrt(float64(squares[7])); near != 0xffff || !(lo <= p.edgesApart(&q)*(1+0x1p-20)+float64(scale)*0x1p-20) {
						t.Errorf("%v: %v and %v, times %g: %g of %g, bits %04x", level, c, d, scale, lo, p.edgesApart(&q), near)
					}
				}
			}
		}
	}
}

func BenchmarkLeafEdges(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 17))
	leaves := make([]*Leaf, 64)
	for i := range leaves {
		leaves[i] = randomLeaf(rng, 1, 1)
		leaves[i].N = LeafTriangles
	}
	m := randomMotion(rng, 0.5)
	var squares [LeafPairs]float32
	for _, l := range Levels() {
		b.Run(l.String(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				l.LeafEdges(m, leaves[i&63], leaves[(i+i>>6)&63], 0xffff, &squares, 1)
				i++
			}
		})
	}
}
