package narrow

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// gapped is two surfaces and what is kept of them.
type gapped struct {
	Gap
	a, b   Surface
	ta, tb *tree.Wide
	w      Worker
	d      WideDescent
	wide   Wide
}

func newGapped(a, b Surface, level simd.Level) *gapped {
	g := &gapped{a: a, b: b, ta: wideOf(&a), tb: wideOf(&b), d: NewWideDescent(level)}
	g.w.Control = control()
	return g
}

func (g *gapped) measure() {
	g.Forget()
	if g.wide.SetWide(&g.a, &g.b, g.ta, g.tb) {
		g.Measure(&g.w, &g.d, &g.wide, 0, 0)
	}
}

func (g *gapped) holds() bool { return g.Holds(g.a.posedMesh(0), g.b.posedMesh(0)) }

func (s *Surface) posedMesh(version int) PosedMesh { return PosedMesh{s.Mesh, &s.pose, version} }

// distance is that of the corners as they stand in the world, correctly rounded.
func (g *gapped) distance() float64 {
	least := math.Inf(1)
	for _, d := range everyDistance(&g.a, &g.b) {
		least = min(least, d)
	}
	return least
}

// scaledSoup is a soup with its coordinates times a power of two.
func scaledSoup(r *rand.Rand, n, exponent int) Surface {
	s := soup(random(r), n, r.IntN(3) == 0)
	for i, v := range s.Mesh.Vertices {
		s.Mesh.Vertices[i] = v.Scale(math.Ldexp(1, exponent))
	}
	return surfaceOf(s.Mesh)
}

// TestGapsAreSound: a kept distance is no greater than the true one, and where it answers for later
// poses, whatever the matrices, the surfaces are apart.
func TestGapsAreSound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 3))
	known, held, near := 0, 0, 0
	cases := require.Samples(400, 50, 25)
	for round := range cases {
		e := []int{0, 0, 0, -300, 300, -30, 40}[round%7]
		g := newGapped(scaledSoup(r, 1+r.IntN(12), e), scaledSoup(r, 1+r.IntN(12), e), simd.Levels()[round%len(simd.Levels())])
		p := poses(r)
		p[0].T = p[0].T.Add(geom.Vec{X: 3 * r.NormFloat64(), Y: 3 * r.NormFloat64(), Z: 3 * r.NormFloat64()})
		set := func() {
			for i, s := range []*Surface{&g.a, &g.b} {
				q := p[i]
				q.T = q.T.Scale(math.Ldexp(1, e))
				s.SetPose(&q)
			}
		}
		set()
		if g.measure(); !g.Known() {
			continue
		}
		known++
		d := g.distance()
		if g.least > d {
			t.Fatalf("round %d: %g is kept of a distance of %g", round, g.least, d)
		}
		if g.least > 0.9*d {
			near++
		}
		for range 6 {
			p[r.IntN(2)] = walk(r, p[r.IntN(2)])
			if set(); !g.holds() {
				continue
			}
			if held++; g.distance() == 0 {
				t.Fatalf("round %d: the surfaces touch, and %g of %g answers", round, g.approach(g.a.posedMesh(0), g.b.posedMesh(0), true), g.least)
			}
		}
	}
	if known < cases/4 || held < cases/4 || near < cases/40 {
		t.Errorf("of %d surfaces %d kept a distance, %d a close one, which answered %d times: the sample proves little", cases, known, near, held)
	}
}

// TestGapsOfBlocks: blocks that face each other are known to be apart by what lies between them, and to be
// so until one has moved by that much.
func TestGapsOfBlocks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 4))
	near := 0
	for round := range 200 {
		turn := geom.Pose{R: rotation(r)}
		g := newGapped(surfaceOf(cuboidOf(1, 1, 1)), surfaceOf(cuboidOf(2, 2, 2)), simd.Best())
		away := r.Float64() + 0.1
		at := func(x float64) {
			p := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x + 2, Y: 0.5, Z: 0.5}}
			p = turn.Compose(&p)
			g.a.SetPose(&p)
		}
		g.b.SetPose(&turn)
		at(away)
		if g.measure(); g.least > away*(1+1e-12) || !g.wide.far && g.least < away-2e-4 {
			t.Fatalf("round %d: %g is kept of a distance of %g", round, g.least, away)
		}
		if at(3e-4); !g.wide.far && !g.holds() {
			t.Errorf("round %d: a distance of %g does not answer after %g", round, away, away-3e-4)
		}
		if !g.wide.far {
			near++
		}
		if at(0); g.holds() {
			t.Fatalf("round %d: blocks that touch are apart", round)
		}
		if at(-0.5); g.holds() {
			t.Fatalf("round %d: blocks in each other are apart", round)
		}
	}
	if near < 20 {
		t.Errorf("%d blocks were told apart by their boxes", near)
	}
}

// cuboidOf is a box from the origin on.
func cuboidOf(x, y, z float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Vertices = append(m.Vertices, geom.Vec{X: x * float64(i&1), Y: y * float64(i>>1&1), Z: z * float64(i>>2)})
	}
	for _, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{f[0], f[1], f[2]}, [3]uint32{f[0], f[2], f[3]})
	}
	return m
}

// TestGapsForget: another mesh, other vertices, and a search that was stopped leave nothing that answers.
func TestGapsForget(t *testing.T) {
	t.Parallel()
	g := newGapped(surfaceOf(cuboidOf(1, 1, 1)), surfaceOf(cuboidOf(1, 1, 1)), simd.Best())
	g.a.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.5}})
	if g.measure(); !g.holds() {
		t.Fatal("nothing is kept")
	}
	if g.Holds(g.a.posedMesh(1), g.b.posedMesh(0)) || g.Holds(g.a.posedMesh(0), g.b.posedMesh(1)) || g.Holds(g.b.posedMesh(0), g.a.posedMesh(0)) {
		t.Error("the distance of other vertices answers")
	}
	other := g.b
	other.Mesh = cuboidOf(9, 9, 9)
	if g.Holds(g.a.posedMesh(0), other.posedMesh(0)) {
		t.Error("the distance of another mesh answers")
	}
	g.w.Control.Stop(Found)
	g.w.steps = 0
	if g.measure(); g.Known() {
		t.Error("a distance is kept of a search that was stopped")
	}
	g.w.Control.Reset(context.Background(), 0, 0)
	g.a.SetPose(&geom.Identity)
	if g.measure(); g.Known() {
		t.Error("a distance is kept of surfaces that touch")
	}
}

// TestGapsStopEarly: surfaces in each other are given up after a number of boxes.
func TestGapsStopEarly(t *testing.T) {
	t.Parallel()
	g := newGapped(ring(64, 32), inflated(ring(64, 32)), simd.Best())
	if g.measure(); g.Known() || g.w.BVTests > gapBoxes+simd.Lanes {
		t.Errorf("%d boxes were tested for a distance of %g", g.w.BVTests, g.least)
	}
}

// inflated makes the tube of a ring a tenth thicker.
func inflated(s Surface) Surface {
	for i, v := range s.Mesh.Vertices {
		middle := geom.Vec{X: v.X, Y: v.Y}
		middle = middle.Scale(1 / middle.Norm())
		s.Mesh.Vertices[i] = middle.Add(v.Sub(middle).Scale(1.1))
	}
	return surfaceOf(s.Mesh)
}

// TestGapsAllocateNothing once a descent has been used.
func TestGapsAllocateNothing(t *testing.T) {
	g := newGapped(ring(24, 8), ring(24, 8), simd.Best())
	g.a.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 2.8}})
	if n := testing.AllocsPerRun(20, func() { g.measure(); g.holds() }); n != 0 || !g.Known() {
		t.Errorf("%v allocations, a distance of %g", n, g.least)
	}
}

// gapApproachRatio is approachRatio by what Gap says.
func gapApproachRatio(x []float64) float64 {
	var at, to [2]geom.Vec
	var g Gap
	var s [2]Surface
	for i, side := range []*gapSide{&g.a, &g.b} {
		y := x[18*i:]
		v := vecAt(y, 15)
		pose := geom.Pose{R: geom.Mat(y[:9]), T: vecAt(y, 9)}
		s[i].set(v, &pose, geom.BoundsOf([]geom.Vec{v, {}}))
		side.set(&s[i], 0)
		at[i] = pose.Apply(v)
		pose.T = vecAt(y, 12)
		s[i].SetPose(&pose)
		to[i] = pose.Apply(v)
	}
	closer, _ := sub(length3(at[:1], at[1:]), length3(to[:1], to[1:])).Float64()
	return max(closer, 0) / g.approach(s[0].posedMesh(0), s[1].posedMesh(0), true)
}

// gapTurnRatio is gapApproachRatio for surfaces that turn as well: the rows of numbers 36 to 53 are
// what their matrices change by.
func gapTurnRatio(x []float64) float64 {
	var at, to [2]geom.Vec
	var g Gap
	var s [2]Surface
	for i, side := range []*gapSide{&g.a, &g.b} {
		y := x[18*i:]
		v := vecAt(y, 15)
		pose := geom.Pose{R: geom.Mat(y[:9]), T: vecAt(y, 9)}
		s[i].set(v, &pose, geom.BoundsOf([]geom.Vec{v, v.Scale(-1)}))
		side.set(&s[i], 0)
		at[i] = pose.Apply(v)
		for k := range pose.R {
			pose.R[k] += x[36+9*i+k]
		}
		pose.T = vecAt(y, 12)
		s[i].SetPose(&pose)
		to[i] = pose.Apply(v)
	}
	closer, _ := sub(length3(at[:1], at[1:]), length3(to[:1], to[1:])).Float64()
	return max(closer, 0) / g.approach(s[0].posedMesh(0), s[1].posedMesh(0), true)
}

// gapLeastRatio is the kept distance of two triangles over the true one, as two boxes prove it: 18
// coordinates of corners, a quaternion and a translation.
func gapLeastRatio(x []float64) float64 {
	var b [2]soupBuilder
	for i := range b {
		y := x[9*i:]
		b[i].add(vecAt(y, 0), vecAt(y, 3), vecAt(y, 6))
	}
	turn, ok := turn(x[18:22], 1)
	if !ok {
		return -1
	}
	g := newGapped(b[0].surface(), b[1].surface(), simd.Go)
	g.a.SetPose(&geom.Pose{R: turn, T: vecAt(x, 22)})
	s := &g.wide
	s.measured = true
	if !s.SetWide(&g.a, &g.b, g.ta, g.tb) {
		return -1
	}
	g.d.Begin(s)
	_, square := g.d.gaps(g.d.forth, &g.ta.Nodes[0], 0, &g.tb.Nodes[0])
	if !(square > 0 && square <= math.MaxFloat32) {
		return 0
	}
	return lengthOf(square) * s.shrink / g.ta.Scale() / g.distance()
}

// gapTurnStart adds small turns to approachStart.
func gapTurnStart(r *rand.Rand, x []float64) {
	approachStart(r, x)
	for k := 36; k < len(x); k++ {
		x[k] = math.Ldexp(r.NormFloat64(), -r.IntN(40))
	}
}

// TestFrobeniusBoundsTheStretch: of any matrix, whatever its size, no point within the radius moves farther.
func TestFrobeniusBoundsTheStretch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 7))
	for round := range 2000 {
		var m geom.Mat
		for i := range m {
			m[i] = math.Ldexp(r.NormFloat64(), []int{0, -480, -520, 400, -30}[round%5])
		}
		if round%3 == 0 { // one direction alone
			m = geom.Mat{m[0], m[1], m[2]}
		}
		scaled := m
		scaleBy(&scaled, 1/m.MaxAbs())
		v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		for range 50 { // towards the direction that is lengthened most
			v = scaled.MulVec(v)
			v = scaled.TMulVec(v)
			v = v.Scale(1 / v.Norm())
		}
		far := scaled.MulVec(v).Norm() * m.MaxAbs() * 3
		if got := frobenius(&m, 3); got < far*(1-1e-12) || got > 2*far {
			t.Fatalf("round %d: %g for a stretch of %g", round, got, far)
		}
	}
}

// TestPartingsProveDistances: what the planes of a Parting prove is no more than the distance, and of bodies far apart most of it.
func TestPartingsProveDistances(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 8))
	known, near := 0, 0
	for round := range require.Samples(300, 100, 50) {
		e := []int{0, 0, -300, 300}[round%4]
		a, b := scaledSoup(r, 1+r.IntN(8), e), scaledSoup(r, 1+r.IntN(8), e)
		away := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(5)
		for i, s := range []*Surface{&a, &b} {
			s.SetPose(&geom.Pose{R: rotation(r), T: away.Scale(math.Ldexp(float64(i), e))})
		}
		var p Parting
		w := Worker{Control: control()}
		if !p.Parts(&w, &a, &b) {
			continue
		}
		least := math.Inf(1)
		for _, d := range everyDistance(&a, &b) {
			least = min(least, d)
		}
		known++
		if p.Distance() > least {
			t.Fatalf("round %d: %g of a distance of %g", round, p.Distance(), least)
		}
		if p.Distance() > least/2 {
			near++
		}
	}
	if known < require.Cases(50, 15) || near < require.Cases(20, 6) {
		t.Errorf("%d distances, %d of them close: the sample proves little", known, near)
	}
}
