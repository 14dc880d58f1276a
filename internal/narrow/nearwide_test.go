package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/mesh"
)

// nearWideCase is two surfaces whose distances are known.
type nearWideCase struct {
	a, b  Surface
	all   map[Pair]float64
	least float64
}

func nearWideCaseOf(r *rand.Rand, round int) (c nearWideCase) {
	c.a, c.b = soup(random(r), 1+r.IntN(25), r.IntN(2) == 0), soup(random(r), 1+r.IntN(25), r.IntN(2) == 0)
	p := poses(r)
	if round%2 == 0 { // near each other or far, unlike what poses draws
		p[1] = p[0]
		away := math.Exp2(25*r.Float64() - 3)
		p[1].T = p[0].T.Add(geom.Vec{X: away * r.NormFloat64(), Y: away * r.NormFloat64(), Z: away * r.NormFloat64()})
	}
	c.a.SetPose(&p[0])
	c.b.SetPose(&p[1])
	c.all, c.least = everyDistance(&c.a, &c.b), math.Inf(1)
	for _, d := range c.all {
		c.least = min(c.least, d)
	}
	return c
}

// TestNearWideAgainstEveryPair: the candidates of a search in wide trees hold every nearest pair and
// all within a distance, at all levels, with a pair to begin with and without.
func TestNearWideAgainstEveryPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 41))
	taken, far := 0, 0
	cases := require.Cases(120, 45)
	for round := range cases {
		c := nearWideCaseOf(r, round)
		ta, tb := wideOf(&c.a), packed(&c.b)
		for _, l := range simd.Levels() {
			n := newNear()
			n.UseLevel(l)
			if !n.StartWide(&c.a, &c.b, ta, tb, math.Inf(1)) {
				continue
			}
			if taken++; c.least > 0 {
				far++
			}
			if round%3 == 0 {
				n.Try(Pair{A: uint32(r.IntN(len(c.a.Mesh.Triangles))), B: uint32(r.IntN(len(c.b.Mesh.Triangles)))})
			}
			if !n.Nearest() {
				t.Fatal("stopped")
			}
			c.checkNearest(t, n.Found())
			for _, d := range []float64{c.least, c.least * (1 + 0.5*r.Float64())} {
				n.StartWide(&c.a, &c.b, ta, tb, d)
				n.Within(d, false)
				c.checkAllWithin(t, n.Found(), d)
				n.StartWide(&c.a, &c.b, ta, tb, d)
				if n.Within(d, true); len(n.Found()) == 0 {
					t.Fatalf("no candidate within %g", d)
				}
			}
			c.checkAllowed(t, n, func() { n.StartWide(&c.a, &c.b, ta, tb, math.Inf(1)) })
		}
	}
	if k := len(simd.Levels()); taken < cases*2/3*k || far < cases/2*k {
		t.Errorf("%d searches, %d of surfaces apart: the sample proves little", taken, far)
	}
}

// checkNearest looks whether the lowest nearest pair is a candidate, and whether candidates are there
// once, within their bounds.
func (c *nearWideCase) checkNearest(t *testing.T, found []NearPair) {
	t.Helper()
	have := map[Pair]bool{}
	for _, f := range found {
		if d := c.all[f.Pair]; f.Lo > d || f.Hi < d || f.Touch && d > 0 || have[f.Pair] {
			t.Fatalf("pair %v is %v apart, bounds %v and %v, found before: %v", f.Pair, d, f.Lo, f.Hi, have[f.Pair])
		}
		have[f.Pair] = true
	}
	lowest, some := Pair{}, false
	for p, d := range c.all {
		if d == c.least && (!some || p.A < lowest.A || p.A == lowest.A && p.B < lowest.B) {
			lowest, some = p, true
		}
	}
	if !have[lowest] {
		t.Fatalf("pair %v at the least distance %g is no candidate", lowest, c.least)
	}
}

// plates returns a square of n × n cells of two triangles each, at a height, its triangles
// shuffled.
func plates(r *rand.Rand, n int, height float64) Surface {
	m := &mesh.Mesh{}
	for i := range n + 1 {
		for k := range n + 1 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i) / 8, Y: float64(k) / 8, Z: height})
		}
	}
	for i := range uint32(n * n) {
		at := i/uint32(n)*uint32(n+1) + i%uint32(n)
		m.Triangles = append(m.Triangles, [3]uint32{at, at + 1, at + uint32(n) + 1}, [3]uint32{at + 1, at + uint32(n) + 2, at + uint32(n) + 1})
	}
	r.Shuffle(len(m.Triangles), func(i, k int) { m.Triangles[i], m.Triangles[k] = m.Triangles[k], m.Triangles[i] })
	return surfaceOf(m)
}

// TestNearWideTies: of hundreds of pairs at equal distance the lowest is a candidate, and most of the
// others are left out.
func TestNearWideTies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 42))
	for range require.Cases(6, 1) {
		c := nearWideCase{a: plates(r, 6, 0.5), b: plates(r, 6, 0)}
		c.b.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: float64(r.IntN(4)) / 16, Y: float64(r.IntN(4)) / 16}})
		c.all, c.least = everyDistance(&c.a, &c.b), 0.5
		n := newNear()
		if !n.StartWide(&c.a, &c.b, wideOf(&c.a), wideOf(&c.b), math.Inf(1)) || !n.Nearest() {
			t.Fatal("not searched")
		}
		c.checkNearest(t, n.Found())
		ties := 0
		for _, d := range c.all {
			if d == c.least {
				ties++
			}
		}
		if found := len(n.Found()); ties < 200 || found > ties/2 {
			t.Errorf("%d candidates, %d pairs at the least distance", found, ties)
		}
	}
}

func (c *nearWideCase) checkAllWithin(t *testing.T, found []NearPair, distance float64) {
	t.Helper()
	have := map[Pair]bool{}
	for _, f := range found {
		have[f.Pair] = true
	}
	for p, d := range c.all {
		if d <= distance && !have[p] {
			t.Fatalf("pair %v is %g apart, and no candidate within %g", p, d, distance)
		}
	}
}

// checkAllowed looks at the bounds of a search that may be off by a quarter.
func (c *nearWideCase) checkAllowed(t *testing.T, n *Near, start func()) {
	t.Helper()
	start()
	n.Allow(0.25)
	n.Nearest()
	low, high := n.Left(), math.Inf(1)
	for _, f := range n.Found() {
		low, high = min(low, f.Lo), min(high, c.all[f.Pair])
	}
	if low > c.least || high > c.least*1.25*(1+0x1p-40) {
		t.Fatalf("at least %g, a pair at %g, with an error of a quarter; %g is the least", low, high, c.least)
	}
}

// TestHuntedNear holds the constants that package simd hunts for against those in use.
func TestHuntedNear(t *testing.T) {
	if wideSlack != 256*0x1p-24 || nearSlack != 0x1p-16 {
		t.Error("internal/simd hunts for other bounds: its constants must follow")
	}
}
