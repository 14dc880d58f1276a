package predicate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// standingRatio is the error of areas and of the sides of points about lines, over flatBound: an origin,
// two points on a line, a third one.
func standingRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	var p [3]flatPoint
	extent := 0.0
	for i := range p {
		p[i] = flatPoint{x[2+2*i] - x[0], x[3+2*i] - x[1]}
		extent = max(extent, math.Abs(p[i].x), math.Abs(p[i].y))
	}
	if extent < 0x1p-40 {
		return -1
	}
	exact := det2(x[2:])
	l := lineThrough(p[0], p[1])
	area := p[1].minus(p[0]).cross(p[2].minus(p[1]))
	return max(off(l.side(p[2]), exact, flatBound*extent*extent), off(area, exact, flatBound*extent*extent))
}

// ground draws floors in a plane across an axis and walls with corners in it, on few coordinates or on many.
type ground struct {
	*rand.Rand
	axis int
	few  bool
}

func (g *ground) coordinate() float64 {
	if g.few {
		return float64(g.IntN(4)) * 0.3
	}
	return g.NormFloat64()
}

// point lies at a height over the plane.
func (g *ground) point(height float64) (p geom.Vec) {
	c := [3]*float64{&p.X, &p.Y, &p.Z}
	for k := range c {
		*c[k] = g.coordinate()
	}
	*c[g.axis] = 0.7 + height
	return p
}

func (g *ground) triangle(heights [3]float64) (t geom.Triangle) {
	turn := g.IntN(3)
	for v := range t {
		t[v] = g.point(heights[(v+turn)%3])
	}
	return t
}

// draw draws floors and walls, a few of which share corners, or stick in the plane.
func (g *ground) draw() (floors, walls [4]geom.Triangle) {
	for i := range floors {
		floors[i] = g.triangle([3]float64{})
		h := [3]float64{0, float64(g.IntN(2)) * g.Float64(), g.Float64() + 0x1p-40}
		if g.IntN(6) == 0 {
			h[2] = -h[2]
		}
		if g.IntN(3) == 0 {
			h[1], h[2] = -h[1], -h[2]
		}
		if walls[i] = g.triangle(h); g.IntN(8) == 0 {
			for v := range walls[i] {
				if walls[i][v].At(g.axis) == 0.7 {
					walls[i][v] = floors[i][g.IntN(3)]
				}
			}
		}
	}
	return floors, walls
}

// TestStandingIsSound: walls and floors drawn at random are decided as they are exactly, whichever comes
// first, within a mesh or not; few stay open where no two points lie on one line.
func TestStandingIsSound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 7))
	var counts [2][4]int // hit, apart, open, asked
	for round := range 6000 {
		g := ground{r, r.IntN(3), round%2 == 0}
		a, b := g.draw()
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		asked := uint32(0xffff)
		if round%3 == 0 {
			asked = uint32(r.IntN(1 << 16))
		}
		checkStanding(t, &a, &b, asked, &counts[round%2])
	}
	t.Logf("hit, apart, open, asked of many coordinates %v, of few %v", counts[1], counts[0])
	if n := counts[1]; n[0] < 1000 || n[1] < 1000 || n[2] > n[3]/4 {
		t.Errorf("the filter is weak on many coordinates: hit, apart, open, asked %v", n)
	}
	if n := counts[0]; n[0] < 300 || n[1] < 1000 || n[2] < 1000 {
		t.Errorf("the test is weak on few coordinates: hit, apart, open, asked %v", n)
	}
}

func checkStanding(t *testing.T, a, b *[4]geom.Triangle, asked uint32, counts *[4]int) {
	t.Helper()
	ra, rb := rowsOf(a), rowsOf(b)
	hit, apart, open := standing(&ra, &rb, LevelsOf(&ra), LevelsOf(&rb), 16, asked)
	if (hit|apart|open)&^asked != 0 || hit&apart != 0 || (hit|apart)&open != 0 {
		t.Fatalf("asked %04x, hit %04x, apart %04x, open %04x", asked, hit, apart, open)
	}
	for k := range 16 {
		p, q := &a[k/4], &b[k%4]
		touch := TriangleTriangle(p, q)
		if hit>>k&1 == 1 && (!touch || !SelfContact(p, q, p, q)) || apart>>k&1 == 1 && touch {
			t.Fatalf("%v and %v: certain, but touch is %v", p, q, touch)
		}
		if met := stands(p, q) || stands(q, p); met != ((hit|apart|open)>>k&1 == 1) && asked>>k&1 == 1 {
			t.Fatalf("%v and %v: a corner in the other's plane: %v", p, q, met)
		}
	}
	for i, set := range [4]uint32{hit, apart, open, asked} {
		counts[i] += bits.OnesCount32(set)
	}
}

// TestStandingByHand: feet inside, across, outside, on an edge, at a corner, beyond an end, and walls that go
// through the floor.
func TestStandingByHand(t *testing.T) {
	t.Parallel()
	floor := geom.Triangle{{X: 0, Y: 0, Z: 0.3}, {X: 4, Y: 0, Z: 0.3}, {X: 0, Y: 4, Z: 0.3}}
	at := func(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: 0.3} }
	up, down := geom.Vec{X: 1, Y: 1, Z: 2}, geom.Vec{X: 1, Y: 2, Z: -1}
	for _, c := range []struct {
		wall geom.Triangle
		want string
	}{
		{geom.Triangle{at(1, 1), at(2, 1.1), up}, "hit"},
		{geom.Triangle{at(1, 1), down, at(9, 1)}, "hit"},
		{geom.Triangle{at(-1, 1), at(9, 1), up}, "hit"}, // both ends outside
		{geom.Triangle{at(1, 1), up, {X: 5, Y: 5, Z: 2}}, "hit"},
		{geom.Triangle{at(0, 0), at(1, 1), up}, "hit"}, // from a corner inwards
		{geom.Triangle{at(5, 5), up, up}, "apart"},
		{geom.Triangle{at(-1, 6), at(6, -1), up}, "apart"},
		{geom.Triangle{at(-1, 0.5), at(0.5, -1), up}, "apart"}, // past a corner, outside no edge's line
		{geom.Triangle{at(5, 0), at(6, 0), up}, "apart"},       // on an edge's line beyond its end
		{geom.Triangle{at(1, 0), at(2, 0), up}, "open"},        // on an edge
		{geom.Triangle{at(0, 0), up, up}, "open"},              // at a corner
		{geom.Triangle{at(1, 1), at(1, 1), up}, "open"},        // two equal corners: no line
		{geom.Triangle{at(1, 1), up, down}, "open"},            // through the plane
		{geom.Triangle{at(5, 5), up, down}, "open"},
		{geom.Triangle{at(1, 1), at(2, 1), at(1, 2)}, "open"}, // in the plane
	} {
		for turn := range 6 {
			w := c.wall
			w[0], w[1], w[2] = c.wall[turn%3], c.wall[(turn+1)%3], c.wall[(turn+2)%3]
			f := floor
			if turn > 2 {
				f[1], f[2] = f[2], f[1]
			}
			a, b := rowsOf(&[4]geom.Triangle{2: f}), rowsOf(&[4]geom.Triangle{1: w})
			for axis := range 3 { // carry the scene along
				for i := range 2 {
					hit, apart, open := standing(&a, &b, LevelsOf(&a), LevelsOf(&b), 16, 1<<9)
					if i == 1 {
						hit, apart, open = standing(&b, &a, LevelsOf(&b), LevelsOf(&a), 16, 1<<6)
					}
					if got := map[bool]string{hit != 0: "hit", apart != 0: "apart", open != 0: "open"}[true]; got != c.want {
						t.Errorf("%v, axis %d, order %d: %s, want %s", w, axis, i, got, c.want)
					}
				}
				a, b = cycled(&a), cycled(&b)
			}
		}
	}
}

// cycled renames the axes.
func cycled(c *simd.Corners) (d simd.Corners) {
	for v := range 3 {
		for k := range 3 {
			d[3*v+(k+1)%3] = c[3*v+k]
		}
	}
	return d
}

// TestStandingSeesItsExtent: a corner beyond the extent, and a floor without an area, decide nothing.
func TestStandingSeesItsExtent(t *testing.T) {
	t.Parallel()
	floor := geom.Triangle{{X: 0, Y: 0, Z: 0.3}, {X: 4, Y: 0, Z: 0.3}, {X: 0, Y: 4, Z: 0.3}}
	wall := geom.Triangle{{X: 1, Y: 1, Z: 0.3}, {X: 2, Y: 1, Z: 0.3}, {X: 1, Y: 1, Z: 1}}
	ask := func(f, w geom.Triangle, extent float64) uint32 {
		a, b := rowsOf(&[4]geom.Triangle{f}), rowsOf(&[4]geom.Triangle{w})
		hit, apart, _ := standing(&a, &b, LevelsOf(&a), LevelsOf(&b), extent, 1)
		return hit | apart
	}
	if ask(floor, wall, 3) != 1 || ask(floor, wall, 2.9) != 0 {
		t.Error("the floor's corners lie 3 from the wall's first one, no less")
	}
	far := wall
	far[1].Y = math.Inf(1)
	if ask(floor, far, 8) != 0 {
		t.Error("a foot without end is decided")
	}
	flat := floor
	flat[2] = geom.Vec{X: 2, Y: 0x1p-48, Z: 0.3}
	if ask(flat, wall, 8) != 0 {
		t.Error("a floor is decided whose area may be none")
	}
}

// FuzzStanding takes the scene from the input.
func FuzzStanding(f *testing.F) {
	f.Add(uint64(1), uint64(2), true)
	f.Fuzz(func(t *testing.T, seed, stream uint64, few bool) {
		r := rand.New(rand.NewPCG(seed, stream))
		g := ground{r, r.IntN(3), few}
		a, b := g.draw()
		var n [4]int
		checkStanding(t, &a, &b, 0xffff, &n)
		checkStanding(t, &b, &a, 0xffff, &n)
	})
}
