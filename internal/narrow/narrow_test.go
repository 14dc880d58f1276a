package narrow

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

func random(r *rand.Rand) *rand.Rand { return rand.New(rand.NewPCG(r.Uint64(), r.Uint64())) }

func soup(r *rand.Rand, n int, lattice bool) Surface {
	m := &mesh.Mesh{Name: "soup"}
	for i := range n {
		c := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		for range 3 {
			v := c.Add(geom.Vec{X: 0.4 * r.Float64(), Y: 0.4 * r.Float64(), Z: 0.4 * r.Float64()})
			if lattice {
				v = geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(4)), Z: float64(r.IntN(4))}
			}
			m.Vertices = append(m.Vertices, v)
		}
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		t := m.Triangle(i)
		boxes[i] = t.Bounds()
	}
	return NewSurface(m, tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1}))
}

func rotation(r *rand.Rand) geom.Mat {
	w, x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	l := math.Sqrt(w*w + x*x + y*y + z*z)
	w, x, y, z = w/l, x/l, y/l, z/l
	return geom.Mat{
		1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w),
		2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w),
		2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y),
	}
}

// poses covers every kind of query: identity, translation, rotation, reflection,
// the same rotation twice, matrices that are not rigid, far away, huge.
func poses(r *rand.Rand) [2]geom.Pose {
	t := func(s float64) geom.Vec {
		return geom.Vec{X: s * r.NormFloat64(), Y: s * r.NormFloat64(), Z: s * r.NormFloat64()}
	}
	turn := rotation(r)
	flipped := turn
	for i := range 3 {
		flipped[i] = -flipped[i]
	}
	far := t(1e9)
	switch r.IntN(10) {
	case 8, 9: // nearly rigid, scaled
		p := [2]geom.Pose{{R: turn, T: t(0.5)}, {R: rotation(r), T: t(0.5)}}
		by, bend := math.Exp(r.NormFloat64()), math.Ldexp(1, -9-r.IntN(40))
		for i := range turn {
			p[0].R[i] = (p[0].R[i] + bend*r.Float64()) * by
			p[1].R[i] = float64(float32(p[1].R[i]))
		}
		return p
	case 0:
		return [2]geom.Pose{geom.Identity, geom.Identity}
	case 1:
		return [2]geom.Pose{{R: geom.Identity.R, T: t(1)}, geom.Identity}
	case 2:
		return [2]geom.Pose{{R: turn, T: t(1)}, {R: rotation(r), T: t(1)}}
	case 3:
		return [2]geom.Pose{{R: flipped, T: t(1)}, {R: turn, T: t(1)}}
	case 4:
		return [2]geom.Pose{{R: turn, T: t(0.5)}, {R: turn, T: t(0.5)}}
	case 5:
		return [2]geom.Pose{{R: geom.Mat{1, 2, 3, 0, 1, 0, 0, 0, 0}, T: t(1)}, {R: turn, T: t(1)}}
	case 6:
		return [2]geom.Pose{{R: turn, T: far}, {R: rotation(r), T: far}}
	}
	h := turn
	for i := range h {
		h[i] *= 1e200
	}
	return [2]geom.Pose{{R: h}, {R: h}}
}

func control() *Control {
	c := &Control{}
	c.Reset(context.Background(), 0, 0)
	return c
}

func brute(s *Search) []Pair {
	var pa, pb Posed
	pa.Load(s.a)
	pb.Load(s.b)
	w := Worker{Control: control()}
	var pairs []Pair
	for i := range pa.Boxes {
		pairs = w.Row(s, &pa, &pb, i, pairs)
	}
	return sorted(pairs)
}

func sorted(p []Pair) []Pair {
	slices.SortFunc(p, func(x, y Pair) int {
		if x.A != y.A {
			return int(x.A) - int(y.A)
		}
		return int(x.B) - int(y.B)
	})
	return p
}

func TestDescentEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 120 {
		lattice := r.IntN(2) == 0
		a, b := soup(random(r), 1+r.IntN(60), lattice), soup(random(r), 1+r.IntN(60), lattice)
		p := poses(r)
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		searches := []Search{{}, {}}
		searches[0].Set(&a, &b)
		searches[1].Set(&a, &a)
		for k := range searches {
			s := &searches[k]
			want := brute(s)
			found += len(want)
			w := Worker{Control: control()}
			if got := sorted(w.Run(s, s.Root(), nil)); !slices.Equal(got, want) {
				t.Fatalf("poses %v, self %v: descent found %v, brute %v", p, s.self, got, want)
			}
			w.Begin()
			var cut []Pair
			for _, n := range w.Split(s, 20, []NodePair{s.Root()}) {
				cut = w.Run(s, n, cut)
			}
			if !slices.Equal(sorted(cut), want) {
				t.Fatalf("poses %v, self %v: pieces found %v, brute %v", p, s.self, cut, want)
			}
			w.Begin()
			w.Control, w.First = control(), true
			if first := w.Run(s, s.Root(), nil); len(first) != min(1, len(want)) {
				t.Fatalf("first found %v of %v", first, want)
			}
		}
	}
	if found < 1000 {
		t.Fatalf("only %d contacts in all: the sample proves nothing", found)
	}
}

// Boxes that meet in one rounded point, a corner of each, must not be rejected:
// the pad has to cover every rounding on the way.
func TestBoxesThatBarelyTouchAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	met := 0
	for range 20000 {
		a, b := pointSurface(r), pointSurface(r)
		p := geom.Pose{R: rotation(r), T: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(40)))}
		q := geom.Pose{R: rotation(r)}
		// Move B so that its point falls where A's is, as nearly as float64 can.
		meet := p.Apply(a.Mesh.Vertices[0])
		q.T = meet.Sub(q.R.MulVec(b.Mesh.Vertices[0]))
		a.SetPose(&p)
		b.SetPose(&q)
		ta, tb := geom.Triangle{}, geom.Triangle{}
		a.Triangle(0, &ta)
		b.Triangle(0, &tb)
		var s Search
		s.Set(&a, &b)
		if s.q.kind != turned {
			t.Fatalf("kind %v, expected a turned query", s.q.kind)
		}
		if ta == tb {
			met++
		}
		if ta == tb && s.q.apart(&a, &b, &a.Tree.Nodes[0].Box, &b.Tree.Nodes[0].Box) {
			t.Fatalf("touching points rejected: %v under %v and %v", ta, p, q)
		}
		// And in world boxes.
		x, y := a.WorldBox(&a.Tree.Nodes[0].Box), b.WorldBox(&b.Tree.Nodes[0].Box)
		if !x.Contains(ta[0]) || !y.Contains(tb[0]) {
			t.Fatalf("world box %v does not hold %v", x, ta[0])
		}
	}
	if met < 1000 {
		t.Fatalf("only %d of 20000 points met exactly", met)
	}
}

// pointSurface is one degenerate triangle, so that its box is the point itself.
func pointSurface(r *rand.Rand) Surface {
	v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	m := &mesh.Mesh{Vertices: []geom.Vec{v}, Triangles: [][3]uint32{{0, 0, 0}}}
	return NewSurface(m, tree.BuildSAH([]geom.AABB{{Min: v, Max: v}}, tree.SAHOptions{Workers: 1}))
}

func TestOverflowingBoxesRejectNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a := soup(r, 5, false)
	p := geom.Pose{R: geom.Mat{1.7e308, 1.7e308, -1.7e308, 0, 1, 0, 0, 0, 1}}
	a.SetPose(&p)
	if b := a.WorldBox(&a.Tree.Nodes[0].Box); !math.IsInf(b.Min.X, -1) || !math.IsInf(b.Max.X, 1) {
		t.Errorf("world box %v, expected no bound on X", b)
	}
}

func TestControl(t *testing.T) {
	var c Control
	c.Reset(context.Background(), 0, 300)
	if a, b, d := c.Claim(), c.Claim(), c.Claim(); a != 256 || b != 44 || d != 0 || c.Cause() != OutOfSteps {
		t.Errorf("claims of 300 steps: %d, %d, %d, %v", a, b, d, c.Cause())
	}
	c.Reset(context.Background(), time.Nanosecond, 0)
	time.Sleep(time.Microsecond)
	if c.Claim() != 0 || c.Cause() != OutOfTime {
		t.Errorf("after the deadline: %v", c.Cause())
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.Reset(ctx, time.Hour, 0)
	if c.Claim() != 256 {
		t.Error("no steps before cancellation")
	}
	cancel()
	if c.Claim() != 0 || c.Cause() != Interrupted {
		t.Errorf("after cancellation: %v", c.Cause())
	}
	c.Stop(Found)
	if c.Cause() != Interrupted {
		t.Error("a later cause replaced the first")
	}
}

// Claims grant the budget to the last step, whatever multiple of a block it is, and a
// claim that grants nothing has a cause.
func TestClaimsGrantTheBudgetAndSayWhyTheyEnd(t *testing.T) {
	for _, steps := range []int64{1, 2, 255, 256, 257, 511, 512, 513, 768, 1 << 20} {
		var c Control
		c.Reset(context.Background(), 0, steps)
		granted := int64(0)
		for n := c.Claim(); n > 0; n = c.Claim() {
			granted += int64(n)
		}
		if granted != steps || c.Cause() != OutOfSteps {
			t.Errorf("a budget of %d steps: %d granted, cause %v", steps, granted, c.Cause())
		}
		c.Reset(context.Background(), 0, steps)
		if !c.Take(int(steps)) || c.Cause() != Running {
			t.Errorf("a budget of %d steps does not let so many be taken: %v", steps, c.Cause())
		}
		if c.Take(1) || c.Cause() != OutOfSteps {
			t.Errorf("a budget of %d steps lets one more be taken: %v", steps, c.Cause())
		}
	}
	for _, granted := range []int{0, -1} {
		var c Control
		c.Reset(context.Background(), 0, 0)
		c.Delegate(func() int { return granted })
		if n := c.Claim(); n != 0 || c.Cause() != OutOfSteps {
			t.Errorf("%d steps granted elsewhere: claim %d, cause %v", granted, n, c.Cause())
		}
	}
}

// A wait that the deadline ended has a cause even if the clock stands at the deadline
// itself, as coarse clocks do: without one, the query would call itself complete.
func TestControlWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Control
		c.Reset(context.Background(), time.Second, 0)
		if c.Wait(make(chan struct{})) || c.Cause() != OutOfTime {
			t.Errorf("waited until the deadline: %v", c.Cause())
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		c.Reset(ctx, time.Hour, 0)
		if c.Wait(make(chan struct{})) || c.Cause() != Interrupted {
			t.Errorf("waited until the context ended: %v", c.Cause())
		}
		done := make(chan struct{})
		close(done)
		c.Reset(context.Background(), time.Hour, 0)
		if !c.Wait(done) || c.Cause() != Running {
			t.Errorf("waited for what is done: %v", c.Cause())
		}
	})
}

func TestStoppedWorkerDoesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	a, b := soup(r, 40, true), soup(r, 40, true)
	var s Search
	s.Set(&a, &b)
	c := control()
	c.Stop(Interrupted)
	w := Worker{Control: c}
	var pa Posed
	pa.Load(&a)
	if got := w.Run(&s, s.Root(), nil); len(got) != 0 || w.PrimitiveTests != 0 {
		t.Errorf("a stopped search found %v", got)
	}
	if got := w.Row(&s, &pa, &pa, 0, nil); len(got) != 0 {
		t.Errorf("a stopped row found %v", got)
	}
}

func TestRepeatedDescentAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	a, b := soup(r, 200, false), soup(r, 200, false)
	var s Search
	s.Set(&a, &b)
	w := Worker{Control: control()}
	pairs := w.Run(&s, s.Root(), nil)
	if n := testing.AllocsPerRun(10, func() { w.Begin(); pairs = w.Run(&s, s.Root(), pairs[:0]) }); n != 0 {
		t.Errorf("%v allocations a descent, want 0", n)
	}
}

func benchmarkApart(b *testing.B, p geom.Pose) {
	r := rand.New(rand.NewPCG(11, 12))
	x, y := soup(r, 300, false), soup(r, 300, false)
	x.SetPose(&p)
	var s Search
	s.Set(&x, &y)
	n := 0
	for i := 0; b.Loop(); i++ {
		k := i % 200
		if s.q.apart(&x, &y, &x.Tree.Nodes[k].Box, &y.Tree.Nodes[200-k].Box) {
			n++
		}
	}
}

func BenchmarkApartTurned(b *testing.B) {
	benchmarkApart(b, geom.Pose{R: rotation(rand.New(rand.NewPCG(13, 14))), T: geom.Vec{X: 0.3}})
}

func BenchmarkApartShifted(b *testing.B) {
	benchmarkApart(b, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.3}})
}
