package ccd

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// steps is the number of instants at which corners that move by multiples of it are whole.
const steps = 16

// moved are the triangles at an instant, exactly.
func (t *Triangles) moved(k int) (p [2]geom.Triangle) {
	for i := range p {
		for c := range p[i] {
			a, b := t.Start[i][c], t.End[i][c]
			p[i][c] = a.Add(b.Sub(a).Scale(float64(k) / steps))
		}
	}
	return p
}

// drawTriangles draws two triangles of a mesh on a lattice, of which the second has some corners of the first. Few coordinates make
// them touch, lie in one plane and have no area often.
func drawTriangles(r *rand.Rand, shared, size int) (t Triangles) {
	draw := func(by int) geom.Vec {
		return geom.Vec{X: float64(by * (r.IntN(2*size+1) - size)), Y: float64(by * (r.IntN(2*size+1) - size)), Z: float64(by * (r.IntN(size+1) - size/2))}
	}
	rests := r.IntN(4) == 0
	for k := range 2 {
		for i := range 3 {
			t.Start[k][i] = draw(1)
			if t.End[k][i] = t.Start[k][i]; !rests || k == 0 {
				t.End[k][i] = t.Start[k][i].Add(draw(steps))
			}
		}
	}
	for i := range shared {
		t.Start[1][i], t.End[1][i] = t.Start[0][i], t.End[0][i]
	}
	return t
}

// TestTrianglesAgainstTheOracle: what the oracle finds at an instant is found, and not later; nothing is found at an instant that is a first
// time and at which the oracle sees nothing. Orders, the two exchanged, and the motion backwards make no difference.
func TestTrianglesAgainstTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 1))
	var touching, free, open, narrow [4]int
	cases := require.Samples(6000, 90, 45)
	for n := range cases {
		shared := n % 4 % 3
		c := drawTriangles(r, shared, 3+n%9)
		c.Own = shared > 0 || n%2 == 0
		m, err := c.Meet(context.Background(), true)
		if err != nil {
			t.Fatal(err)
		}
		var s sharing
		if c.Own {
			s.set(&c)
		}
		for k := 0; k <= steps; k++ {
			at := c.moved(k)
			if touch := sees(&s, &at); touch && !m.Touch && !m.Open || touch && m.T0 > float64(k)/steps || !touch && m.Touch && m.T0 == m.T1 && m.T0 == float64(k)/steps {
				t.Fatalf("%+v: %+v, the oracle sees %v at %d of %d", c, m, touch, k, steps)
			}
		}
		back, _ := (&Triangles{Start: c.End, End: c.Start, Own: c.Own}).Meet(context.Background(), true)
		if back.Touch != m.Touch || back.Open != m.Open || m.Touch && m.T0 > 1-back.T0 {
			t.Fatalf("%+v: %+v, backwards %+v", c, m, back)
		}
		other := Triangles{Start: [2]geom.Triangle{cornersFrom(&c.Start[1], n), cornersFrom(&c.Start[0], n/3)}, End: [2]geom.Triangle{cornersFrom(&c.End[1], n), cornersFrom(&c.End[0], n/3)}, Own: c.Own}
		if o, _ := other.Meet(context.Background(), true); o != m {
			t.Fatalf("%+v: %+v, in another order %+v", c, m, o)
		}
		if o, _ := c.Meet(context.Background(), false); o.Touch != m.Touch || o.Open != m.Open {
			t.Fatalf("%+v: %+v, without times %+v", c, m, o)
		}
		switch {
		case m.Open:
			open[shared]++
		case !m.Touch:
			free[shared]++
		default:
			if touching[shared]++; m.T0 > 0 && m.T1 < 1 {
				narrow[shared]++
			}
		}
	}
	t.Log(touching, free, open, narrow)
	for k := range 3 {
		if touching[k] < cases/60 || free[k] < cases/60 || narrow[k] < cases/100 || open[k] > free[k]/2 {
			t.Errorf("%d shared corners: %v touch, %v are free, %v open, %v in between: the test proves little", k, touching[k], free[k], open[k], narrow[k])
		}
	}
}

// sees asks the oracle.
func sees(s *sharing, at *[2]geom.Triangle) bool {
	if s.count == 0 {
		return oracle.Meet(at[0][:], at[1][:])
	}
	var local [2]geom.Triangle
	for k := range local {
		for i := range local[k] {
			local[k][i].X = float64(s.id[k][i])
		}
	}
	return oracle.SelfContact(&local[0], &local[1], &at[0], &at[1])
}

// cornersFrom begins a triangle with another corner, and goes round the other way where that is odd.
func cornersFrom(p *geom.Triangle, n int) geom.Triangle {
	q := geom.Triangle{p[n%3], p[(n+1)%3], p[(n+2)%3]}
	if n%2 == 1 {
		q[1], q[2] = q[2], q[1]
	}
	return q
}

// TestTrianglesThatOnlyPierce: an edge that passes through a face all the time is contact from the start, whatever no query sees.
func TestTrianglesThatOnlyPierce(t *testing.T) {
	t.Parallel()
	face := geom.Triangle{{X: -9, Y: -9}, {X: 9, Y: -9}, {Y: 9}}
	needle := geom.Triangle{{Z: -1}, {Z: 1}, {X: 0.1, Z: 2}}
	c := Triangles{Start: [2]geom.Triangle{face, needle}}
	for i := range 3 {
		c.End[0][i], c.End[1][i] = face[i], needle[i].Add(geom.Vec{X: 0.5})
	}
	if m, err := c.Meet(context.Background(), true); err != nil || m != (Meeting{Touch: true}) {
		t.Errorf("%+v, %v", m, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Meet(ctx, true); err == nil {
		t.Error("a context that is done ends nothing")
	}
}
