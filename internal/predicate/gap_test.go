package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// gapCase is a cylinder and a body whose distance is known: the root of a sum of two squares of max(0, √num/den − less), in units of the scale.
type gapCase struct {
	name   string
	a      Axial
	b      *Axial
	points []geom.Vec // a convex polygon, as a fan of triangles
	radius float64
	// square and less: √square[k] − less[k], where above 0.
	square [2]float64
	less   [2]float64
}

// turns are matrices of whole numbers whose columns are square to each other and of one length, the second number.
var turns = []struct {
	m geom.Mat
	k float64
}{
	{geom.Mat{1, 0, 0, 0, 1, 0, 0, 0, 1}, 1},
	{geom.Mat{0, 0, 1, 1, 0, 0, 0, 1, 0}, 1},
	{geom.Mat{1, 2, 2, 2, 1, -2, 2, -2, 1}, 3},
	{geom.Mat{2, 3, 6, 3, -6, 2, 6, 2, -3}, 7},
}

// gapCases are cylinders of radius 2 around the segment from the origin to (0, 0, 5), and others, cones among them, of which the distance is analytic.
func gapCases() []gapCase {
	a := Axial{B: geom.Vec{Z: 5}, Radius: 2, Flat: true}
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	flat := func(p, q geom.Vec, r float64) *Axial { return &Axial{A: p, B: q, Radius: r, Flat: true} }
	pointed := func(p, q geom.Vec, r float64) *Axial { return &Axial{A: p, B: q, Radius: r, Flat: true, Pointed: true} }
	cone := func(r, l float64) Axial { return *pointed(geom.Vec{}, v(0, 0, l), r) }
	return []gapCase{
		{name: "a point beside", a: a, points: []geom.Vec{v(3, 4, 2)}, square: [2]float64{25, 0}, less: [2]float64{2, 0}},
		{name: "a point above", a: a, points: []geom.Vec{v(1, 1, 9)}, square: [2]float64{16, 0}},
		{name: "a ball at the rim", a: a, points: []geom.Vec{v(5, 0, 9)}, radius: 1.5, square: [2]float64{9, 16}},
		{name: "a point at the rim below", a: a, points: []geom.Vec{v(4, 3, -7)}, square: [2]float64{25, 49}, less: [2]float64{2, 0}},
		{name: "a point where nothing is rational", a: a, points: []geom.Vec{v(4, 5, -7)}, square: [2]float64{41, 49}, less: [2]float64{2, 0}},
		{name: "a segment parallel to the axis", a: a, points: []geom.Vec{v(3, 4, 1), v(3, 4, 90)}, square: [2]float64{25, 0}, less: [2]float64{2, 0}},
		{name: "a segment across, above", a: a, points: []geom.Vec{v(-40, 1, 7), v(40, 1, 7)}, square: [2]float64{4, 0}},
		{name: "a segment across, beside", a: a, points: []geom.Vec{v(-40, 5, 1), v(40, 5, 1)}, square: [2]float64{25, 0}, less: [2]float64{2, 0}},
		{name: "a segment across the rim", a: a, points: []geom.Vec{v(-40, 5, 9), v(40, 5, 9)}, square: [2]float64{25, 16}, less: [2]float64{2, 0}},
		{name: "a wall", a: a, points: []geom.Vec{v(-40, 5, -30), v(40, 5, -30), v(40, 5, 30), v(-40, 5, 30)}, square: [2]float64{25, 0}, less: [2]float64{2, 0}},
		{name: "a ceiling", a: a, points: []geom.Vec{v(-40, -30, 6), v(40, -30, 6), v(40, 35, 6), v(-40, 35, 6)}, square: [2]float64{1, 0}},
		{name: "a small plate above", a: a, points: []geom.Vec{v(-1, -1, 6), v(0.5, -1, 6), v(0.5, 1, 6)}, square: [2]float64{1, 0}},
		{name: "a plate partly above", a: a, points: []geom.Vec{v(1, -9, 6), v(30, -9, 6), v(30, 9, 6), v(1, 9, 6)}, square: [2]float64{1, 0}},
		{name: "an edge of a box at the rim", a: a, points: []geom.Vec{v(5, -9, 9), v(30, -9, 9), v(30, 9, 9), v(5, 9, 9)}, square: [2]float64{25, 16}, less: [2]float64{2, 0}},
		{name: "a corner of a box at the rim", a: a, points: []geom.Vec{v(5, 6, 9), v(30, 6, 9), v(30, 9, 9), v(5, 9, 9)}, square: [2]float64{61, 16}, less: [2]float64{2, 0}},
		{name: "a slope", a: a, points: []geom.Vec{v(8, -90, 0), v(0, -90, 8), v(0, 90, 8), v(8, 90, 0)}, square: [2]float64{0.5, 0}},
		{name: "parallel beside", a: a, b: flat(v(3, 4, -2), v(3, 4, 3), 1), square: [2]float64{25, 0}, less: [2]float64{3, 0}},
		{name: "parallel above and beside", a: a, b: flat(v(6, 8, 9), v(6, 8, 12), 1), square: [2]float64{100, 16}, less: [2]float64{3, 0}},
		{name: "coaxial", a: a, b: flat(v(0, 0, 17), v(0, 0, 8), 3), square: [2]float64{9, 0}},
		{name: "parallel, above in part", a: a, b: flat(v(4, 0, 7), v(4, 0, 8), 3), square: [2]float64{4, 0}},
		{name: "crossed", a: a, b: flat(v(-20, 7, 2), v(30, 7, 2), 1), square: [2]float64{49, 0}, less: [2]float64{3, 0}},
		{name: "crossed at an angle", a: a, b: flat(v(-20, 7, -18), v(20, 7, 22), 1), square: [2]float64{49, 0}, less: [2]float64{3, 0}},
		{name: "lying above", a: a, b: flat(v(-20, 1, 9), v(30, 1, 9), 1.5), square: [2]float64{16, 0}, less: [2]float64{1.5, 0}},
		{name: "end on, beside", a: a, b: flat(v(7, 0, 2), v(30, 0, 2), 1.5), square: [2]float64{49, 0}, less: [2]float64{2, 0}},
		{name: "end on, wider", a: a, b: flat(v(7, 0, 2), v(30, 0, 2), 50), square: [2]float64{49, 0}, less: [2]float64{2, 0}},
		{name: "a point beside a cone", a: cone(3, 4), points: []geom.Vec{v(9.5, 0, 8)}, square: [2]float64{100, 0}},
		{name: "a ball beside a cone", a: cone(15, 20), points: []geom.Vec{v(4.5+12, 6+16, 10+15)}, radius: 2, square: [2]float64{625, 0}},
		{name: "a point above a cone", a: cone(3, 4), points: []geom.Vec{v(0, 3, 8)}, square: [2]float64{25, 0}},
		{name: "a point below a cone", a: cone(3, 4), points: []geom.Vec{v(1, 2, -6)}, square: [2]float64{36, 0}},
		{name: "a point at the rim of a cone", a: cone(3, 4), points: []geom.Vec{v(4, 5, -7)}, square: [2]float64{41, 49}, less: [2]float64{3, 0}},
		{name: "a segment across a cone", a: cone(3, 4), points: []geom.Vec{v(9.5, -40, 8), v(9.5, 40, 8)}, square: [2]float64{100, 0}},
		{name: "a segment over a cone", a: cone(3, 4), points: []geom.Vec{v(-7, 1, 6), v(7, 1, 6)}, square: [2]float64{1, 4}},
		{name: "a slope along a cone", a: cone(3, 4), points: []geom.Vec{v(9, -30, 2), v(3, -30, 10), v(3, 30, 10), v(9, 30, 2)}, square: [2]float64{36, 0}},
		{name: "a ceiling over a cone", a: cone(3, 4), points: []geom.Vec{v(-9, -9, 9), v(9, -9, 9), v(9, 9, 9), v(-9, 9, 9)}, square: [2]float64{25, 0}},
		{name: "a cylinder beside a cone", a: cone(3, 4), b: flat(v(0, 6, 0), v(0, 6, 4), 1), square: [2]float64{4, 0}},
		{name: "a cylinder on top of a cone", a: cone(3, 4), b: flat(v(0, 1, 6), v(0, 1, 9), 3), square: [2]float64{4, 0}},
		{name: "cones apex to apex", a: cone(3, 4), b: pointed(v(5, 0, 25), v(5, 0, 16), 2), square: [2]float64{169, 0}},
		{name: "a cone and its image", a: cone(75, 100), b: pointed(v(104, 0, 78), v(8, 0, 106), 75), square: [2]float64{100, 0}},
		{name: "lying beside the rim", a: a, b: flat(v(-20, 7, 11), v(30, 7, 11), 1), square: [2]float64{61, 0}, less: [2]float64{1, 0}}, // see distance
	}
}

// distance is the analytic distance times a scale.
func (c *gapCase) distance(scale float64) *big.Float {
	n := func() *big.Float { return new(big.Float).SetPrec(500) }
	sum := n()
	for k := range c.square {
		x := n().Sub(n().Sqrt(n().SetFloat64(c.square[k])), n().SetFloat64(c.less[k]))
		if x.Sign() > 0 {
			sum.Add(sum, n().Mul(x, x))
		}
	}
	x := n().Sub(n().Sqrt(sum), n().SetFloat64(c.radius))
	return x.Mul(x, n().SetFloat64(scale))
}

// gap encloses the distance of a case.
func (c *gapCase) gap() (g Gap) {
	var t Tally
	if c.b != nil {
		return t.GapAxials(&c.a, c.b)
	}
	g = Gap{Lo: math.Inf(1), Hi: math.Inf(1)}
	for i := range max(1, len(c.points)-2) {
		q := geom.Triangle{c.points[0], c.points[min(i+1, len(c.points)-1)], c.points[min(i+2, len(c.points)-1)]}
		h := t.GapTriangle(&c.a, &q, c.radius)
		g.Lo, g.Hi = min(g.Lo, h.Lo), min(g.Hi, h.Hi)
	}
	return g
}

// under returns a case turned and scaled, exactly.
func (c *gapCase) under(m geom.Mat, k, scale float64, to geom.Vec) gapCase {
	at := func(p geom.Vec) geom.Vec { return m.MulVec(p).Scale(scale).Add(to) }
	turned := func(a Axial) Axial {
		return Axial{A: at(a.A), B: at(a.B), Radius: a.Radius * k * scale, Flat: true, Pointed: a.Pointed}
	}
	r := *c
	r.a, r.radius, r.points = turned(c.a), c.radius*k*scale, nil
	if c.b != nil {
		b := turned(*c.b)
		r.b = &b
	}
	for _, p := range c.points {
		r.points = append(r.points, at(p))
	}
	return r
}

// TestGapsAgainstAnalyticDistances: the bounds enclose what is known, at most 1e-12 of the size apart, from 2⁻⁹⁰⁰ to 2⁹⁰⁰, turned and away from the origin; and where
// all is rational along the axes they are the distance itself.
func TestGapsAgainstAnalyticDistances(t *testing.T) {
	t.Parallel()
	for _, c := range gapCases() {
		if c.name == "lying beside the rim" {
			continue
		}
		for i, turn := range turns {
			for _, e := range []int{-1040, -900, -300, -1, 0, 40, 390, 900} {
				for j, to := range []float64{0, 1 << 20} {
					if (i+e+j)%2 != 0 && e > -1000 && !require.CI() {
						continue // turns and sizes share the places out
					}
					s := math.Ldexp(1, e)
					if e < -1000 && to != 0 {
						continue
					}
					x := c.under(turn.m, turn.k, s, geom.Vec{X: to, Y: -to, Z: 3 * to}.Scale(s))
					g := x.gap()
					want := c.distance(turn.k * s)
					lo, hi := new(big.Float).SetFloat64(g.Lo), new(big.Float).SetFloat64(g.Hi)
					if lo.Cmp(want) > 0 || hi.Cmp(want) < 0 {
						t.Errorf("%s, turn %d, 2^%d, %v away: [%g, %g], want %g", c.name, i, e, to, g.Lo/s, g.Hi/s, want)
					}
					if size := 9 * turn.k * s; g.Hi-g.Lo > max(1e-12*size, 2*math.SmallestNonzeroFloat64) {
						t.Errorf("%s, turn %d, 2^%d, %v away: [%g, %g] is %g wide", c.name, i, e, to, g.Lo/s, g.Hi/s, (g.Hi-g.Lo)/s)
					}
					if w, acc := want.Float64(); c.b == nil && i < 2 && e == 0 && acc == big.Exact && (g.Lo != w || g.Hi != w) {
						t.Errorf("%s, turn %d: [%v, %v], exactly %v", c.name, i, g.Lo, g.Hi, w)
					}
				}
			}
		}
	}
}

// drawnCylinder draws a cylinder or a cone about the origin.
func drawnCylinder(r *rand.Rand) Axial {
	v := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	sizes := []float64{0, 1e-6, 0.01, 0.5, 1, 3, 100}
	d := v()
	if r.IntN(3) == 0 {
		d = geom.Vec{Z: 1}
	}
	a := v()
	return Axial{A: a, B: a.Add(d.Scale([]float64{1e-6, 0.1, 1, 4, 50}[r.IntN(5)])), Radius: sizes[r.IntN(len(sizes))] * (1 + r.Float64()), Flat: true, Pointed: r.IntN(2) == 0}
}

// TestGapsAgainstExactDecisions compares bounds for points and segments with the exact decisions about balls and capsules, and triangles with points drawn
// on them; nearly all are narrow.
func TestGapsAgainstExactDecisions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 20))
	cases := require.Samples(20000, 700, 350)
	apart, wide := 0, 0
	var tally Tally
	for range cases {
		a := drawnCylinder(r)
		far := []float64{0.5, 2, 10, 1e3, 1e6}[r.IntN(5)]
		v := func() geom.Vec {
			return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(far)
		}
		p := v()
		q := geom.Triangle{p, p, p}
		kind := r.IntN(3)
		if kind > 0 {
			q[1] = p.Add(v().Scale([]float64{1e-3, 1, 10}[r.IntN(3)]))
			q[2] = q[1]
		}
		if kind > 1 {
			q[2] = p.Add(v())
		}
		g := tally.GapTriangle(&a, &q, 0)
		lo, hi := a.RoughGapTriangle(&q, 0)
		if g.Lo > g.Hi || lo > g.Hi || hi < g.Lo || a.GapBox(boundsOf(&q)) > g.Hi {
			t.Fatalf("%+v and %v: [%g, %g], roughly [%g, %g], box %g", a, q, g.Lo, g.Hi, lo, hi, a.GapBox(boundsOf(&q)))
		}
		if tally.AxialTriangle(&a, &q) {
			if g.Lo > 0 {
				t.Fatalf("%+v and %v touch: [%g, %g]", a, q, g.Lo, g.Hi)
			}
			continue
		}
		apart++
		size := max(2*a.Radius+a.B.Sub(a.A).Norm(), q[1].Sub(q[0]).Norm())
		if g.Hi-g.Lo > max(1e-12*size, 4*0x1p-53*g.Hi) {
			wide++
			t.Logf("%+v and %v: [%g, %g] is %g of the size wide", a, q, g.Lo, g.Hi, (g.Hi-g.Lo)/size)
		}
		switch kind {
		case 0:
			near, far := geom.Sphere{Center: p, Radius: g.Hi}, geom.Sphere{Center: p, Radius: math.Nextafter(g.Lo, 0)}
			if !tally.AxialSphere(&a, &near) || g.Lo > 0 && tally.AxialSphere(&a, &far) {
				t.Fatalf("%+v and %v: [%g, %g] does not hold the distance", a, p, g.Lo, g.Hi)
			}
		case 1:
			near, far := Axial{A: q[0], B: q[1], Radius: g.Hi}, Axial{A: q[0], B: q[1], Radius: math.Nextafter(g.Lo, 0)}
			x, _ := tally.AxialsMeet(&a, &near)
			if y, _ := tally.AxialsMeet(&a, &far); !x || y && g.Lo > 0 {
				t.Fatalf("%+v and %v: [%g, %g] does not hold the distance", a, q, g.Lo, g.Hi)
			}
		default:
			for range 4 {
				u, w := r.Float64(), r.Float64()
				x := q[0].Scale(1 - u).Add(q[1].Scale(u * (1 - w))).Add(q[2].Scale(u * w))
				if s := (geom.Sphere{Center: x, Radius: g.Lo * (1 - 1e-9)}); g.Lo > 1e-6*far && tally.AxialSphere(&a, &s) {
					t.Fatalf("%+v and %v: %v is nearer than %g", a, q, x, g.Lo)
				}
			}
		}
	}
	if apart < cases/4 || wide > 0 {
		t.Errorf("%d of %d apart, %d too wide", apart, cases, wide)
	}
}

func boundsOf(q *geom.Triangle) *geom.AABB {
	b := q.Bounds()
	return &b
}

// TestGapsOfCylinders: the order of two cylinders and of their ends does not matter, points of both are no nearer, and nearly all bounds are narrow.
func TestGapsOfCylinders(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 20))
	var tally Tally
	apart, wide := 0, 0
	cases := require.Samples(5000, 120, 60)
	for range cases {
		a, b := drawnCylinder(r), drawnCylinder(r)
		to := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale([]float64{1, 3, 30, 1e4}[r.IntN(4)])
		b.A, b.B = b.A.Add(to), b.B.Add(to)
		if r.IntN(4) == 0 {
			b.B = b.A.Add(a.B.Sub(a.A))
		}
		if a.A == a.B || b.A == b.B {
			continue
		}
		g := tally.GapAxials(&a, &b)
		turned := b
		if !b.Pointed {
			turned.A, turned.B = b.B, b.A
		}
		if h := tally.GapAxials(&turned, &a); h.Lo != g.Lo || h.Hi != g.Hi || h.Ends[0] != g.Ends[1] {
			t.Fatalf("%+v and %+v: [%g, %g], the other way round [%g, %g]", a, b, g.Lo, g.Hi, h.Lo, h.Hi)
		}
		if meets, decided := tally.AxialsMeet(&a, &b); meets || !decided {
			if g.Lo > 0 {
				t.Fatalf("%+v and %+v touch: [%g, %g]", a, b, g.Lo, g.Hi)
			}
			continue
		}
		apart++
		size := max(2*a.Radius+a.B.Sub(a.A).Norm(), 2*b.Radius+b.B.Sub(b.A).Norm())
		if g.Hi-g.Lo > max(1e-12*size, 4*0x1p-53*g.Hi) {
			wide++
			t.Logf("%+v and %+v: [%g, %g] is %g of the size wide", a, b, g.Lo, g.Hi, (g.Hi-g.Lo)/size)
		}
		p, q := a.Core(), b.Core()
		if n := tally.Distance(&p, &q); n.Square.CompareDistance(g.Lo) < 0 {
			t.Fatalf("%+v and %+v: [%g, %g], and the axes are nearer", a, b, g.Lo, g.Hi)
		}
	}
	if apart < cases/4 || wide > 0 {
		t.Errorf("%d of %d apart, %d too wide", apart, cases, wide)
	}
}

// TestGapsOfGrazes brings triangles and cylinders near to a cylinder, from 1e-3 to 1e-12 of its size: the bounds hold, and none is wider than the distance and 1e-7
// of the size; to 1e-8 nearly all are as narrow as others.
func TestGapsOfGrazes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 20))
	var tally Tally
	worst := [13]float64{}
	wide, all := [13]int{}, [13]int{}
	for range require.Samples(3000, 130, 65) {
		a, b := drawnCylinder(r), drawnCylinder(r)
		a.Radius, b.Radius = max(a.Radius, 0.1), max(b.Radius, 0.1)
		v := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
		q := geom.Triangle{v().Scale(9), v().Scale(9), v().Scale(9)}
		b.A, b.B = b.A.Add(geom.Vec{X: 300}), b.B.Add(geom.Vec{X: 300})
		if a.A == a.B || b.A == b.B {
			continue
		}
		size := max(2*a.Radius+a.B.Sub(a.A).Norm(), 2*b.Radius+b.B.Sub(b.A).Norm(), q[1].Sub(q[0]).Norm(), q[2].Sub(q[0]).Norm())
		k := 3 + r.IntN(10)
		near := size * math.Pow(10, -float64(k))
		other := r.IntN(2) == 0
		g := tally.GapTriangle(&a, &q, 0)
		if other {
			g = tally.GapAxials(&a, &b)
		}
		if g.Lo < 1e-6 {
			continue
		}
		way := g.Ends[0].Sub(g.Ends[1]).Scale(1 - near/g.Lo)
		q = geom.Triangle{q[0].Add(way), q[1].Add(way), q[2].Add(way)}
		b.A, b.B = b.A.Add(way), b.B.Add(way)
		touch, decided := tally.AxialTriangle(&a, &q), true
		g = tally.GapTriangle(&a, &q, 0)
		if other { // a short axis is turned by the rounding of its ends, and a wide disk far into the other then
			touch, decided = tally.AxialsMeet(&a, &b)
			g = tally.GapAxials(&a, &b)
		}
		if g.Lo > g.Hi || touch && g.Lo > 0 || decided && !touch && g.Hi < near/10 {
			t.Fatalf("%+v and %+v or %v, %g apart: [%g, %g], touch %v", a, b, q, near, g.Lo, g.Hi, touch)
		}
		w := (g.Hi - g.Lo) / size
		all[k]++
		if worst[k] = max(worst[k], w); w > 1e-12 {
			wide[k]++
		}
	}
	t.Logf("wide: %v of %v, at most %.1g", wide, all, worst)
	for k := range worst {
		if worst[k] > 1e-7 || k <= 8 && wide[k]*20 > all[k] {
			t.Errorf("1e-%d of the size apart: %d of %d are too wide, at most %g", k, wide[k], all[k], worst[k])
		}
	}
}

// FuzzGap compares the bounds for a segment with the exact decisions about a capsule. A negative radius is that of a cone.
func FuzzGap(f *testing.F) {
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 2.0, 3.0, 4.0, 1.0, -3.0, 9.0, 7.0)
	f.Add(1e300, 0.0, 0.0, 0.0, 1e-300, 0.0, 1e-9, 3.0, 4.0, 1.0, 1e308, 9.0, 7.0)
	f.Add(-1.7e308, 0.0, 0.0, 1.7e308, 0.0, 0.0, 1.7e308, 1.0, 1.7e308, 1.7e308, 0.0, -1.7e308, 0.0)
	f.Add(5e-324, 0.0, 0.0, 0.0, 5e-324, 0.0, 5e-324, 1e-320, 0.0, 0.0, 0.0, 1e-320, 1e-320)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 5.0, -2.0, 3.0, 4.0, 1.0, -3.0, 9.0, 7.0)
	f.Fuzz(func(t *testing.T, ax, ay, az, bx, by, bz, radius, px, py, pz, qx, qy, qz float64) {
		a := Axial{A: geom.Vec{X: ax, Y: ay, Z: az}, B: geom.Vec{X: bx, Y: by, Z: bz}, Radius: math.Abs(radius), Flat: true, Pointed: radius < 0}
		p, q := geom.Vec{X: px, Y: py, Z: pz}, geom.Vec{X: qx, Y: qy, Z: qz}
		if !a.A.IsFinite() || !a.B.IsFinite() || !p.IsFinite() || !q.IsFinite() || a.A == a.B || p == q || !(a.Radius <= math.MaxFloat64) {
			return
		}
		var tally Tally
		g := tally.GapTriangle(&a, &geom.Triangle{p, q, q}, 0)
		lo, hi := a.RoughGapTriangle(&geom.Triangle{p, q, q}, 0)
		box := (&geom.Triangle{p, q, q}).Bounds()
		if !(g.Lo <= g.Hi && lo <= g.Hi && hi >= g.Lo && a.GapBox(&box) <= g.Hi) {
			t.Fatalf("%+v, %v, %v: [%g, %g], roughly [%g, %g], box %g", a, p, q, g.Lo, g.Hi, lo, hi, a.GapBox(&box))
		}
		if meets, _ := tally.AxialsMeet(&a, &Axial{A: p, B: q, Radius: min(g.Hi, math.MaxFloat64)}); !meets && g.Hi <= math.MaxFloat64 {
			t.Fatalf("%+v, %v, %v: farther than %g", a, p, q, g.Hi)
		}
		if meets, _ := tally.AxialsMeet(&a, &Axial{A: p, B: q, Radius: math.Nextafter(g.Lo, 0)}); meets && g.Lo > 0 {
			t.Fatalf("%+v, %v, %v: nearer than %g", a, p, q, g.Lo)
		}
	})
}

// FuzzGapAxials: bounds for two cylinders, or cones where the radius is negative, are in order, the same the other way round, 0 where they touch and above it next to points that are apart.
func FuzzGapAxials(f *testing.F) {
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 2.0, 3.0, 4.0, 1.0, -3.0, 9.0, 7.0, 1.0)
	f.Add(1e300, 0.0, 0.0, 0.0, 1e-300, 0.0, 1e-9, 3.0, 4.0, 1.0, 1e308, 9.0, 7.0, 1e307)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 5e-324, 5e-324)
	f.Add(0.0, 0.0, 0.0, 0.0, 0.0, 5.0, -2.0, 3.0, 4.0, 1.0, -3.0, 9.0, 7.0, -1.0)
	f.Fuzz(func(t *testing.T, ax, ay, az, bx, by, bz, radius, px, py, pz, qx, qy, qz, other float64) {
		a := Axial{A: geom.Vec{X: ax, Y: ay, Z: az}, B: geom.Vec{X: bx, Y: by, Z: bz}, Radius: math.Abs(radius), Flat: true, Pointed: radius < 0}
		b := Axial{A: geom.Vec{X: px, Y: py, Z: pz}, B: geom.Vec{X: qx, Y: qy, Z: qz}, Radius: math.Abs(other), Flat: true, Pointed: other < 0}
		for _, x := range [2]Axial{a, b} {
			if !x.A.IsFinite() || !x.B.IsFinite() || x.A == x.B || !(x.Radius <= math.MaxFloat64) {
				return
			}
		}
		var tally Tally
		g, h := tally.GapAxials(&a, &b), tally.GapAxials(&b, &a)
		if !(g.Lo <= g.Hi) || g.Lo != h.Lo || g.Hi != h.Hi {
			t.Fatalf("%+v, %+v: [%g, %g], [%g, %g]", a, b, g.Lo, g.Hi, h.Lo, h.Hi)
		}
		if meets, _ := tally.AxialsMeet(&a, &b); meets && g.Lo > 0 {
			t.Fatalf("%+v, %+v touch: [%g, %g]", a, b, g.Lo, g.Hi)
		}
		axis := Axial{A: b.A, B: b.B, Radius: math.Nextafter(g.Lo, 0)}
		if meets, _ := tally.AxialsMeet(&a, &axis); meets && g.Lo > 0 {
			t.Fatalf("%+v, %+v: the axis is nearer than %g", a, b, g.Lo)
		}
	})
}

// BenchmarkGap encloses the distance of a cylinder from a triangle and from a cylinder, and bounds that from the triangle in float64.
func BenchmarkGap(b *testing.B) {
	a := Axial{B: geom.Vec{X: 1, Y: 2, Z: 5}, Radius: 2, Flat: true}
	q := geom.Triangle{{X: 9, Y: 1, Z: 8}, {X: 7, Y: -3, Z: 9}, {X: 8, Y: 2, Z: 13}}
	c := Axial{A: q[0], B: q[1], Radius: 0.5, Flat: true}
	var t Tally
	b.Run("triangle", func(b *testing.B) {
		for b.Loop() {
			t.GapTriangle(&a, &q, 0)
		}
	})
	b.Run("cylinder", func(b *testing.B) {
		for b.Loop() {
			t.GapAxials(&a, &c)
		}
	})
	b.Run("rough", func(b *testing.B) {
		for b.Loop() {
			a.RoughGapTriangle(&q, 0)
		}
	})
}
