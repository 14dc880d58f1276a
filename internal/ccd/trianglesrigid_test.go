package ccd

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestTrianglesThatTranslate: what moves by one vector is as it was at the start, and never open.
func TestTrianglesThatTranslate(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 4))
	flat := 0
	for n := range require.Samples(3000, 250, 125) {
		c := drawTriangles(r, n%3, 2)
		c.Own = true
		by := geom.Vec{X: float64(r.IntN(5)), Y: 0x1p40, Z: float64(n % 2)}
		for k := range 2 {
			for i := range 3 {
				c.End[k][i] = c.Start[k][i].Add(by)
			}
		}
		var s sharing
		s.set(&c)
		m, err := c.Meet(context.Background(), true)
		if want := sees(&s, &c.Start); err != nil || m != (Meeting{Touch: want}) {
			t.Fatalf("%+v: %+v, %v, want %v", c, m, err, want)
		}
		var w watch
		if !m.Touch && s.count > 0 && (c.flat(0, &w) || c.flat(1, &w)) {
			flat++
		}
	}
	if flat == 0 {
		t.Error("no triangle without area: the test proves little")
	}
	c := Triangles{Start: [2]geom.Triangle{{{X: 1}}}, End: [2]geom.Triangle{{{X: 2}, {X: 1}, {X: 1}}, {{X: 1}, {X: 1}, {X: 1}}}}
	if !c.translates() {
		t.Error("a vector of whole numbers")
	}
	// 1 + 2⁻⁶⁰ and 1 are one float64.
	if c.Start[1][2].X = -0x1p-60; c.translates() {
		t.Error("two vectors whose difference is rounded away")
	}
	c.Start[1][2].X = -math.MaxFloat64
	if c.End[1][2].X = math.MaxFloat64; c.translates() {
		t.Error("a vector that overflows")
	}
}

// TestApartIsSafe: boxes that go straight and meet at a time drawn, often at a corner, are never apart; most that never meet are.
func TestApartIsSafe(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 5))
	for n := range 20000 {
		// Two points that meet at k/49 exactly, of boxes on any side of them. Below 2⁵³ all is whole, and gaps are rounded.
		k, far := float64(1+r.IntN(48)), []int{1 << 20, 1 << 47}[n/16%2]
		scale := math.Ldexp(1, []int{0, -1060, 900, 60}[n%4])
		if far > 1<<20 {
			scale = 1
		}
		var p, q, x, y geom.AABB
		var at, to [2]geom.Vec
		meet := geom.Vec{X: float64(r.IntN(1 << 20)), Y: float64(r.IntN(1 << 20)), Z: float64(r.IntN(1 << 20))}
		for i := range 2 {
			v := geom.Vec{X: float64(r.IntN(2*far) - far), Y: float64(r.IntN(2*far) - far), Z: float64(r.IntN(2*far) - far)}
			at[i], to[i] = meet.Sub(v.Scale(k)).Scale(scale), meet.Add(v.Scale(49-k)).Scale(scale)
		}
		box := func(v geom.Vec, side int) geom.AABB {
			w := v
			if side&1 > 0 {
				w.X += float64(r.IntN(99)) * scale
			}
			if side&2 > 0 {
				w.Y -= float64(r.IntN(99)) * scale
			}
			b := geom.AABB{Min: v, Max: v}
			b.Include(&geom.AABB{Min: w, Max: w})
			return b
		}
		p, x, q, y = box(at[0], n), box(to[0], n), box(at[1], n>>1), box(to[1], n>>1)
		if Apart(&p, &q, &x, &y) || Apart(&q, &p, &y, &x) {
			t.Fatalf("%v to %v and %v to %v meet at %g/49", p, x, q, y, k)
		}
	}
	huge := geom.Vec{X: math.MaxFloat64, Y: math.MaxFloat64, Z: math.MaxFloat64}
	up, down := geom.AABB{Min: huge, Max: huge}, geom.AABB{Min: huge.Scale(-1), Max: huge.Scale(-1)}
	if Apart(&up, &down, &down, &up) {
		t.Error("what overflows is apart")
	}
	// Along x they overlap until 10/19, where the gap changes by more than there are numbers; along y from 1/10 on.
	const most = math.MaxFloat64
	still := geom.AABB{}
	from := geom.AABB{Min: geom.Vec{X: -most, Y: 1}, Max: geom.Vec{X: most, Y: 1}}
	to := geom.AABB{Min: geom.Vec{X: 0.9 * most, Y: -9}, Max: geom.Vec{X: most, Y: 1}}
	if Apart(&still, &from, &still, &to) {
		t.Error("what overflows is apart too early")
	}
}

// TestFlatByAnyCorner: a corner that goes through the edge of the others is found, whichever of the three it is.
func TestFlatByAnyCorner(t *testing.T) {
	t.Parallel()
	start, end := geom.Triangle{{X: -1}, {X: 1}, {Y: 1}}, geom.Triangle{{X: -1}, {X: 1}, {Y: -3}}
	for i := range 6 {
		c := Triangles{Start: [2]geom.Triangle{cornersFrom(&start, i)}, End: [2]geom.Triangle{cornersFrom(&end, i)}}
		var w watch
		if !c.flat(0, &w) {
			t.Errorf("order %d: corners on a line at 1/4 are not found", i)
		}
	}
}
