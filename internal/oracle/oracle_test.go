package oracle

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

func v(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// Cases whose answer can be seen, at several scales.
func TestMeetKnownCases(t *testing.T) {
	t.Parallel()
	flat := []geom.Vec{v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)}
	for _, c := range []struct {
		name string
		q    []geom.Vec
		want bool
	}{
		{"a point inside", []geom.Vec{v(1, 1, 0)}, true},
		{"a point on the long edge", []geom.Vec{v(2, 2, 0)}, true},
		{"a point beyond it", []geom.Vec{v(2, 2+0x1p-40, 0)}, false},
		{"a point above", []geom.Vec{v(1, 1, 0x1p-50)}, false},
		{"a segment through", []geom.Vec{v(1, 1, -1), v(1, 1, 1)}, true},
		{"a segment that ends above", []geom.Vec{v(1, 1, 0x1p-50), v(1, 1, 1)}, false},
		{"a segment in the plane, apart", []geom.Vec{v(5, 0, 0), v(0, 5, 0)}, false},
		{"a triangle through a corner", []geom.Vec{v(4, 0, 0), v(5, 0, 1), v(5, 0, -1)}, true},
		{"a triangle around, in the plane", []geom.Vec{v(-9, -9, 0), v(40, -9, 0), v(-9, 40, 0)}, true},
		{"a tetrahedron around", []geom.Vec{v(-9, -9, -9), v(40, -9, -9), v(-9, 40, -9), v(0, 0, 40)}, true},
		{"a tetrahedron beside", []geom.Vec{v(-9, -9, -9), v(40, -9, -9), v(-9, 40, -9), v(0, 0, -1)}, false},
	} {
		for _, s := range []float64{1, 0x1p-1020, 0x1p900} {
			p, q := scale(flat, s), scale(c.q, s)
			if c.q[0].Y-2 == 0x1p-40 && s < 1 || c.q[0].Z == 0x1p-50 && s < 1 {
				q[0] = c.q[0].Scale(s)
				if q[0].Y == p[0].Y+2*s || q[0].Z == 0 {
					continue // too small for the scale
				}
			}
			if got := Meet(p, q); got != c.want {
				t.Errorf("%s, scale %g: %v", c.name, s, got)
			}
			if got := Meet(q, p); got != c.want {
				t.Errorf("%s, scale %g, exchanged: %v", c.name, s, got)
			}
		}
	}
}

func scale(p []geom.Vec, s float64) (q []geom.Vec) {
	for _, x := range p {
		q = append(q, x.Scale(s))
	}
	return q
}

func TestSelfContactKnownCases(t *testing.T) {
	t.Parallel()
	p := geom.Triangle{v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)}
	for _, c := range []struct {
		name string
		q    geom.Triangle
		want bool
	}{
		{"the same corners", geom.Triangle{p[2], p[0], p[1]}, true},
		{"a shared edge, beside", geom.Triangle{p[0], p[1], v(1, -1, 0)}, false},
		{"a shared edge, folded", geom.Triangle{p[0], p[1], v(1, 1, 2)}, false},
		{"a shared edge, overlapping", geom.Triangle{p[0], p[1], v(1, 1, 0)}, true},
		{"a shared corner, beside", geom.Triangle{p[0], v(-1, 0, 0), v(0, -1, 3)}, false},
		{"a shared corner, crossing", geom.Triangle{p[0], v(1, 1, 1), v(1, 1, -1)}, true},
		{"a shared corner, along an edge", geom.Triangle{p[0], v(9, 0, 0), v(0, 0, 3)}, true},
		{"a segment between shared corners", geom.Triangle{p[0], p[1], p[1]}, false},
		{"a segment beyond a shared corner", geom.Triangle{p[0], v(-1, 0, 0), v(-1, 0, 0)}, false},
		{"a segment into it", geom.Triangle{p[0], v(1, 1, 0), v(1, 1, 0)}, true},
		{"nothing shared, apart", geom.Triangle{v(9, 9, 9), v(9, 9, 8), v(9, 8, 9)}, false},
		{"nothing shared, through", geom.Triangle{v(1, 1, -1), v(1, 1, 1), v(9, 9, 9)}, true},
	} {
		if got := SelfContact(&p, &c.q, &p, &c.q); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := SelfContact(&c.q, &p, &c.q, &p); got != c.want {
			t.Errorf("%s, exchanged: %v", c.name, got)
		}
	}
}

func TestBallsAndWinding(t *testing.T) {
	t.Parallel()
	square := []geom.Vec{v(0, 0, 0), v(2, 0, 0), v(2, 2, 0), v(0, 2, 0)}
	for _, c := range []struct {
		center geom.Vec
		radius float64
		want   bool
	}{
		{v(1, 1, 1), 1, true}, {v(1, 1, 1), 1 - 0x1p-53, false}, {v(1, -3, 4), 5, true}, {v(1, -3, 4), 5 - 0x1p-50, false},
		{v(-1, -2, 2), 3, true}, {v(-1, -2, 2), 3 - 0x1p-51, false}, {v(1, 1, 0), 0, true}, {v(1, 1, 0), -1, false},
	} {
		if got := Reaches(&geom.Sphere{Center: c.center, Radius: c.radius}, square); got != c.want {
			t.Errorf("a ball of radius %v around %v: %v", c.radius, c.center, got)
		}
	}
	a, b := geom.Sphere{Radius: 2}, geom.Sphere{Center: v(3, 0, 4), Radius: 3}
	if !BallsMeet(&a, &b) || BallsMeet(&a, &geom.Sphere{Center: b.Center, Radius: 3 - 0x1p-50}) {
		t.Error("two balls that touch in a point")
	}
	tetrahedron := []geom.Triangle{
		{v(0, 0, 0), v(0, 4, 0), v(4, 0, 0)}, {v(0, 0, 0), v(4, 0, 0), v(0, 0, 4)},
		{v(0, 0, 0), v(0, 0, 4), v(0, 4, 0)}, {v(4, 0, 0), v(0, 4, 0), v(0, 0, 4)},
	}
	if n := Winding(v(1, 1, 1), tetrahedron); n != 1 {
		t.Errorf("inside a tetrahedron the winding number is %d", n)
	}
	if n := Winding(v(2, 2, 2), tetrahedron); n != 0 {
		t.Errorf("outside a tetrahedron the winding number is %d", n)
	}
	for i := range tetrahedron {
		tetrahedron[i][1], tetrahedron[i][2] = tetrahedron[i][2], tetrahedron[i][1]
	}
	if n := Winding(v(1, 1, 1), append(tetrahedron, tetrahedron...)); n != -2 {
		t.Errorf("inside two inverted tetrahedra the winding number is %d", n)
	}
}

// Weights drawn at random prove contact; a plane drawn at random proves none.
func TestMeetAgainstProofs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() geom.Vec { return v(float64(r.IntN(9)-4), float64(r.IntN(9)-4), float64(r.IntN(9)-4)) }
	met := 0
	for range 2000 {
		p, q := []geom.Vec{draw(), draw(), draw()}, []geom.Vec{draw(), draw(), draw()}
		got := Meet(p, q)
		if got {
			met++
		}
		for range 20 {
			n := draw()
			low, high := n.Dot(q[0]), n.Dot(p[0])
			for k := range 3 {
				low, high = min(low, n.Dot(q[k])), max(high, n.Dot(p[k]))
			}
			if high < low && got {
				t.Fatalf("%v and %v are separated along %v", p, q, n)
			}
		}
		// p times 4 and a triangle through a point of it with quarters as weights.
		i, j, k := r.IntN(3), r.IntN(3), r.IntN(3)
		x := p[i].Add(p[j]).Add(p[k]).Add(p[r.IntN(3)])
		d, e := draw(), draw()
		if !Meet(scale(p, 4), []geom.Vec{x.Add(d), x.Add(e), x.Sub(d).Sub(e)}) {
			t.Fatalf("%v times 4 meets no triangle around %v", p, x)
		}
	}
	if met < 200 || met > 1800 {
		t.Errorf("%d of 2000 pairs meet: the sample is one-sided", met)
	}
}

func TestSquaredDistanceKnownCases(t *testing.T) {
	t.Parallel()
	flat := []geom.Vec{v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)}
	for _, c := range []struct {
		name     string
		q        []geom.Vec
		num, den int64
	}{
		{"a point above", []geom.Vec{v(1, 1, 3)}, 9, 1},
		{"a point beyond the long edge", []geom.Vec{v(3, 2, 0)}, 1, 2},
		{"a point beyond a corner", []geom.Vec{v(-3, -4, 0)}, 25, 1},
		{"a skew segment", []geom.Vec{v(-1, -2, 1), v(5, 4, 1)}, 1, 1},
		{"a segment through", []geom.Vec{v(1, 1, -1), v(1, 1, 1)}, 0, 1},
		{"a triangle in a parallel plane", []geom.Vec{v(9, 0, 5), v(0, 9, 5), v(-9, -9, 5)}, 25, 1},
	} {
		for _, s := range []float64{1, 0x1p-1060, 0x1p900} {
			want := new(big.Rat).SetFrac64(c.num, c.den)
			unit := new(big.Rat).SetFloat64(s)
			want.Mul(want, unit.Mul(unit, unit))
			if got := SquaredDistance(scale(flat, s), scale(c.q, s)); got.Cmp(want) != 0 {
				t.Errorf("%s, scale %g: %v, want %v", c.name, s, got, want)
			}
		}
	}
}
