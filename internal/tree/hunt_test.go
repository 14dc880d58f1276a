package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
	"github.com/collide-go/collide/internal/simd"
)

// TestHunt looks for the triangles that come closest to sticking out of the boxes of a wide tree,
// as built and as refitted after they moved.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		{Name: "wideBuild", N: 27, Start: start, Ratio: func(x []float64) float64 { return reachRatio(x, x, BuildWide) }, Steps: 800},
		{Name: "wideRefit", N: 54, Start: start, Ratio: func(x []float64) float64 { return reachRatio(x[:27], x[27:], BuildWide) }, Steps: 800},
		{Name: "widePack", N: 360, Start: start, Ratio: func(x []float64) float64 { return reachRatio(x, x, PackWide) }, Steps: 100},
		{Name: "wideNodes", N: 720, Start: start, Ratio: func(x []float64) float64 { return reachRatio(x[:360], x[360:], BuildWide) }, Steps: 100},
	})
}

func start(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(3)-1) * float64(2*r.IntN(2)-1)
	}
}

// reachRatio builds a tree over triangles, refits it if they move, and returns how much of what
// Bound adds to the boxes' half sizes the corners need.
func reachRatio(x, moved []float64, build func(*Soup, WideOptions) *Wide) float64 {
	for _, v := range [][]float64{x, moved} {
		for _, c := range v {
			if a := math.Abs(c); a < 0x1p-10 || a > 0x1p6 {
				return -1
			}
		}
	}
	s := &Soup{}
	set := func(x []float64) {
		s.Vertices = s.Vertices[:0]
		for k := 0; k+2 < len(x); k += 3 {
			s.Vertices = append(s.Vertices, geom.Vec{X: x[k], Y: x[k+1], Z: x[k+2]})
		}
	}
	set(x)
	for k := range len(x) / 9 {
		s.Triangles = append(s.Triangles, [3]uint32{uint32(3 * k), uint32(3*k + 1), uint32(3*k + 2)})
	}
	level := simd.Go
	w := build(s, WideOptions{Workers: 1, Level: &level})
	if &x[0] != &moved[0] {
		set(moved)
		w.Refit(s, 1)
	}
	worst := 0.0
	w.eachCorner(s, 0, nil, func(v geom.Vec, b *box) { worst = max(worst, b.needs(v, w.Radius)) })
	return worst
}

// eachCorner calls f with every corner and every box above it.
func (t *Wide) eachCorner(s *Soup, node int32, above []box, f func(geom.Vec, *box)) {
	n := &t.Nodes[node]
	for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
		boxes := append(slices.Clip(above), boxOf(n, lane))
		if c := n.Child[lane]; c >= 0 {
			t.eachCorner(s, c, boxes, f)
			continue
		}
		l := &t.Leaves[^n.Child[lane]]
		for _, id := range l.ID[:l.N] {
			for _, c := range s.Triangles[id] {
				for i := range boxes {
					f(t.Local(s.Vertices[c]), &boxes[i])
				}
			}
		}
	}
}

// needs is how much of what Bound added to the half sizes a point needs.
func (b *box) needs(x geom.Vec, radius float64) float64 {
	q := geom.Mat{b.q[0][0], b.q[0][1], b.q[0][2], b.q[1][0], b.q[1][1], b.q[1][2], b.q[2][0], b.q[2][1], b.q[2][2]}
	d := x.Sub(geom.Vec{X: b.c[0], Y: b.c[1], Z: b.c[2]})
	whole := q.Row(0).Dot(q.Row(1).Cross(q.Row(2)))
	added := ((b.h[0]+b.h[1]+b.h[2])*0x1p-19 + radius*0x1p-18) / (1 + 3*0x1p-19)
	worst := 0.0
	for j := range 3 {
		at := d.Dot(q.Row((j+1)%3).Cross(q.Row((j+2)%3))) / whole
		worst = max(worst, (math.Abs(at)-(b.h[j]-added))/added)
	}
	return worst
}
