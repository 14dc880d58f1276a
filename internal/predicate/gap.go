package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// GapTriangle encloses the distance of a cylinder or a cone from what is at most radius away from a triangle, which may be degenerate, for every finite input. Where the
// two share a point Lo is 0, and Hi need not be. Hi − Lo is a few units in the last place of Hi, or below 1e-14 of the larger of the two, unless they are nearer to
// each other than about 1e-9 of that: see the tests.
func (t *Tally) GapTriangle(a *Axial, q *geom.Triangle, radius float64) Gap {
	t.Exact++
	f := a.frameOf(q[:], radius)
	c := f.drum(a)
	local := geom.Triangle{f.vec(f.o, q[0]), f.vec(f.o, q[1]), f.vec(f.o, q[2])}
	m := c.triangle(&local)
	g := a.proven(&c, &m, func(n geom.Vec) float64 { return c.lowerBound(n, lowestOf(n, local[:])) }, func(n geom.Vec) (lo, hi float64) {
		w := [3]float64{onGrid(m.weights[0]), onGrid(m.weights[1]), onGrid(m.weights[2])}
		lo, hi = a.prove(nil, q[:], radius, n, m.x, m.weights[:])
		_, h := a.prove(nil, q[:], radius, n, m.x, w[:])
		return lo, min(hi, h)
	})
	if g.place(a, &f, &m); radius > 0 && m.way != (geom.Vec{}) {
		g.Ends[1] = g.Ends[1].Sub(toUnit(m.way).Scale(radius))
	}
	return g
}

// RoughGapTriangle encloses it with float64 arithmetic: too wide for an answer, but good to leave out what is farther than another one.
func (a *Axial) RoughGapTriangle(q *geom.Triangle, radius float64) (lo, hi float64) {
	f := a.frameOf(q[:], radius)
	c := f.drum(a)
	local := geom.Triangle{f.vec(f.o, q[0]), f.vec(f.o, q[1]), f.vec(f.o, q[2])}
	m := c.triangle(&local)
	for _, n := range m.ways[:m.n] {
		lo = max(lo, c.lowerBound(n, lowestOf(n, local[:])))
	}
	return f.scaled(lo, m.size+gapBound, radius)
}

// lowestOf returns the least of n·p.
func lowestOf(n geom.Vec, points []geom.Vec) float64 {
	least := math.Inf(1)
	for _, p := range points {
		least = min(least, n.Dot(p))
	}
	return least
}

// GapBox returns a lower bound of the distance of a cylinder or a cone from a box: by directions along which something near to the two is apart.
func (a *Axial) GapBox(box *geom.AABB) float64 {
	var corners [8]geom.Vec
	for i := range corners {
		corners[i] = box.Corner(i)
	}
	f := a.frameOf(corners[:], 0)
	c := f.drum(a)
	var local [8]geom.Vec
	for i := range corners {
		local[i] = f.vec(f.o, corners[i])
	}
	x := local[0].Add(local[7]).Scale(0.5)
	lo := 0.0
	for range boxSteps {
		n := c.way(x)
		y := x.Sub(n)
		x = y.Max(local[0]).Min(local[7])
		if n = x.Sub(y); n != (geom.Vec{}) {
			n = sized(n)
			lo = max(lo, c.lowerBound(n, lowestOf(n, local[:])))
		}
	}
	lo, _ = f.scaled(lo, 1, 0)
	return lo
}

// boxSteps is the number of times that GapBox goes from the cylinder to the box.
const boxSteps = 3

// GapAxials encloses the distance of two solids, each a cylinder or a cone. It does not depend on the order of the two and of the ends of a cylinder, and is as narrow as that of a triangle.
func (t *Tally) GapAxials(a, b *Axial) Gap {
	p, q := a.ascending(), b.ascending()
	if q.before(&p) {
		g := t.gapAscending(&q, &p)
		g.Ends[0], g.Ends[1] = g.Ends[1], g.Ends[0]
		return g
	}
	return t.gapAscending(&p, &q)
}

func (t *Tally) gapAscending(a, b *Axial) Gap {
	t.Exact++
	f := a.frameOf([]geom.Vec{b.A, b.B}, b.Radius)
	c, d := f.drum(a), f.drum(b)
	m := c.cylinder(&d)
	x, y := f.backVec(m.x), f.backVec(onGridVec(m.x))
	g := a.proven(&c, &m, func(n geom.Vec) float64 { return c.lowerBound(n, d.height(n)) }, func(n geom.Vec) (lo, hi float64) {
		lo, hi = a.prove(b, nil, 0, n, x, nil)
		_, h := a.prove(b, nil, 0, n, y, nil)
		return lo, min(hi, h)
	})
	g.place(a, &f, &m)
	return g
}

func (f *gapFrame) back(x float64) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, math.Ldexp(x, f.exponent)))
}

func (f *gapFrame) backVec(v geom.Vec) geom.Vec {
	return geom.Vec{X: f.back(v.X), Y: f.back(v.Y), Z: f.back(v.Z)}
}

// enough is the width, in units of the search, at which no other direction is tried.
const enough = 0x1p-52

// proven proves bounds with the directions of a search, the best one first, until they are narrow.
func (a *Axial) proven(c *drum, m *approach, rate func(n geom.Vec) float64, prove func(n geom.Vec) (lo, hi float64)) (g Gap) {
	ways := m.ways[:m.n]
	if g.Hi = math.Inf(1); m.way == (geom.Vec{}) {
		ways = append(ways[:0:0], sized(c.unit)) // they are in touch, or nearly: any direction will do
	}
	for len(ways) > 0 {
		best, most := 0, math.Inf(-1)
		for i, n := range ways {
			if r := rate(n); r > most {
				best, most = i, r
			}
		}
		lo, hi := prove(ways[best])
		g.Lo, g.Hi = max(g.Lo, lo), min(g.Hi, hi)
		if ways[best], ways = ways[len(ways)-1], ways[:len(ways)-1]; g.Hi-g.Lo <= enough*g.Hi || most < m.size-1e3*gapBound {
			break
		}
	}
	return g
}

// place sets the ends, in the coordinates of the world.
func (g *Gap) place(a *Axial, f *gapFrame, m *approach) {
	for k, v := range [2]geom.Vec{m.x.Sub(m.way), m.x} {
		g.Ends[k] = a.A.Add(f.backVec(v))
	}
}

// Apart is for bodies that share no point: a bound of 0 becomes the least number above it.
func (g *Gap) Apart() {
	g.Lo, g.Hi = max(g.Lo, math.SmallestNonzeroFloat64), max(g.Hi, math.SmallestNonzeroFloat64)
}
