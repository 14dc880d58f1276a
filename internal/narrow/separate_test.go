package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// bipyramid is convex: n corners around the equator and two apexes.
func bipyramid(n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "bipyramid", Vertices: []geom.Vec{{Z: 1}, {Z: -1}}}
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		m.Vertices = append(m.Vertices, geom.Vec{X: c, Y: s})
	}
	for i := range uint32(n) {
		a, b := 2+i, 2+(i+1)%uint32(n)
		m.Triangles = append(m.Triangles, [3]uint32{0, a, b}, [3]uint32{1, b, a})
	}
	return m
}

func surfaceOf(m *mesh.Mesh) Surface {
	boxes := make([]geom.AABB, len(m.Triangles))
	for i := range boxes {
		t := m.Triangle(i)
		boxes[i] = t.Bounds()
	}
	return NewSurface(m, tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1}))
}

func TestConvexity(t *testing.T) {
	inward := bipyramid(9)
	for i, c := range inward.Triangles {
		inward.Triangles[i] = [3]uint32{c[0], c[2], c[1]}
	}
	dented := bipyramid(9)
	dented.Vertices[0] = geom.Vec{Z: -0.5}
	nearly := bipyramid(4)
	nearly.Vertices[0] = geom.Vec{Z: -math.SmallestNonzeroFloat64}
	open := bipyramid(9)
	open.Triangles = open.Triangles[1:]
	mixed := bipyramid(9)
	mixed.Triangles[3] = [3]uint32{mixed.Triangles[3][0], mixed.Triangles[3][2], mixed.Triangles[3][1]}
	two := bipyramid(5)
	far := bipyramid(5)
	for _, v := range far.Vertices {
		two.Vertices = append(two.Vertices, v.Add(geom.Vec{X: 9}))
	}
	for _, c := range far.Triangles {
		two.Triangles = append(two.Triangles, [3]uint32{c[0] + 7, c[1] + 7, c[2] + 7})
	}
	for _, c := range []struct {
		name string
		m    *mesh.Mesh
		want bool
	}{
		{"bipyramid", bipyramid(40), true}, {"turned inside out", inward, true}, {"great icosahedron", greatIcosahedron(), false},
		{"dented", dented, false}, {"dented by the least number", nearly, false},
		{"open", open, false}, {"one triangle turned", mixed, false}, {"two pieces", two, false},
		{"point", &mesh.Mesh{Vertices: make([]geom.Vec, 1), Triangles: [][3]uint32{{}}}, false},
	} {
		s := surfaceOf(c.m)
		if got := NewFeatures(c.m, s.Tree).Convex(); got != c.want {
			t.Errorf("%s: convex %v, want %v", c.name, got, c.want)
		}
	}
}

// greatIcosahedron bulges along every edge and is a topological sphere, yet it
// winds around its centre seven times: local tests call it convex.
func greatIcosahedron() *mesh.Mesh {
	phi := (1 + math.Sqrt(5)) / 2
	m := &mesh.Mesh{Name: "great icosahedron"}
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-phi, phi} {
			m.Vertices = append(m.Vertices, geom.Vec{Y: a, Z: b}, geom.Vec{X: a, Y: b}, geom.Vec{X: b, Z: a})
		}
	}
	far := func(i, j int) bool { d := m.Vertices[i].Sub(m.Vertices[j]); return math.Abs(d.Norm()-2*phi) < 1e-9 }
	for i := range 12 {
		for j := range i {
			for k := range j {
				if far(i, j) && far(j, k) && far(i, k) {
					m.Triangles = append(m.Triangles, [3]uint32{uint32(i), uint32(j), uint32(k)})
				}
			}
		}
	}
	return m
}

// A pair called separated must have no contact; pairs far apart must be found.
func TestSeparatedPairsDoNotTouch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	separated, touching := 0, 0
	cases := require.Samples(150, 30, 15)
	for range cases {
		a, b := soup(random(r), 1+r.IntN(40), r.IntN(2) == 0), surfaceOf(bipyramid(3+r.IntN(30)))
		if r.IntN(2) == 0 {
			a = surfaceOf(bipyramid(3 + r.IntN(30)))
		}
		fa, fb := NewFeatures(a.Mesh, a.Tree), NewFeatures(b.Mesh, b.Tree)
		p := poses(r)
		var c Closest
		w := Worker{Control: control()}
		for range 10 { // the pair drifts, the memory of it stays
			a.SetPose(&p[0])
			b.SetPose(&p[1])
			var s Search
			s.Set(&a, &b)
			contacts := len(brute(&s))
			if w.Separated(&s, fa, fb, &c) {
				separated++
				if contacts > 0 {
					t.Fatalf("%d contacts between surfaces called separated, poses %v", contacts, p)
				}
			} else if contacts > 0 {
				touching++
			}
			p[0].T = p[0].T.Add(geom.Vec{X: 0.4 * r.NormFloat64(), Y: 0.4 * r.NormFloat64(), Z: 0.4 * r.NormFloat64()})
		}
	}
	if separated < cases*8/3 || touching < cases*4/3 {
		t.Errorf("%d separated and %d touching of %d: the sample proves nothing", separated, touching, 10*cases)
	}
}

// Convex bodies a small gap apart must be separated: the filter would be none.
func TestSmallGapsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	a, b := surfaceOf(bipyramid(24)), surfaceOf(bipyramid(31))
	fa, fb := NewFeatures(a.Mesh, a.Tree), NewFeatures(b.Mesh, b.Tree)
	missed := 0
	for range 500 {
		turn := rotation(r)
		p := geom.Pose{R: turn}
		q := geom.Pose{R: turn, T: turn.MulVec(geom.Vec{Z: 2 + 1e-6})} // apex over apex
		a.SetPose(&p)
		b.SetPose(&q)
		var s Search
		s.Set(&a, &b)
		var c Closest
		w := Worker{Control: control()}
		if !w.Separated(&s, fa, fb, &c) {
			missed++
		}
		before := w.BVTests
		if w.Separated(&s, fa, fb, &c); w.BVTests-before > 200 {
			t.Fatalf("%d tests although the last direction still separates", w.BVTests-before)
		}
	}
	if missed > 0 {
		t.Errorf("%d of 500 gaps of 1e-6 missed", missed)
	}
}

// Surfaces that meet in one rounded point must not be separated, wherever they
// are: the pad has to cover every rounding on the way.
func TestBarelyTouchingIsNotSeparated(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	met := 0
	for range 20000 {
		a, b := pointSurface(r), pointSurface(r)
		p := geom.Pose{R: rotation(r), T: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(40)))}
		q := geom.Pose{R: rotation(r)}
		meet := p.Apply(a.Mesh.Vertices[0])
		q.T = meet.Sub(q.R.MulVec(b.Mesh.Vertices[0]))
		a.SetPose(&p)
		b.SetPose(&q)
		var ta, tb geom.Triangle
		a.Triangle(0, &ta)
		b.Triangle(0, &tb)
		if ta != tb {
			continue
		}
		met++
		var s Search
		s.Set(&a, &b)
		w := Worker{Control: control()}
		dir := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		c := Closest{dir: dir, set: true}
		if w.Separated(&s, NewFeatures(a.Mesh, a.Tree), NewFeatures(b.Mesh, b.Tree), &c) {
			t.Fatalf("touching points separated: %v under %v and %v", ta[0], p, q)
		}
		// The proof by itself, for a plane through the point.
		n, _ := unit(dir)
		c.dir = n
		if w.beyond(&a, p.R.TMulVec(n), n.Dot(meet), 1, &c, 256*u*(a.reach+b.reach)) {
			t.Fatalf("a plane through the point is proven to have it on one side: %v under %v", ta[0], p)
		}
	}
	if met < 1000 {
		t.Fatalf("only %d of 20000 points met exactly", met)
	}
}

func TestSeparationAllocatesNothing(t *testing.T) {
	a, b := surfaceOf(bipyramid(24)), surfaceOf(bipyramid(31))
	fa, fb := NewFeatures(a.Mesh, a.Tree), NewFeatures(b.Mesh, b.Tree)
	w := Worker{Control: control()}
	var c Closest
	x := 1.5
	turn := func() {
		p := geom.Pose{R: rotation(rand.New(rand.NewPCG(1, 1))), T: geom.Vec{X: x}}
		b.SetPose(&p)
		var s Search
		s.Set(&a, &b)
		w.Separated(&s, fa, fb, &c)
		x += 0.05
	}
	base := testing.AllocsPerRun(20, func() { rotation(rand.New(rand.NewPCG(1, 1))) })
	if n := testing.AllocsPerRun(20, turn); n > base {
		t.Errorf("%v allocations a call, want 0", n-base)
	}
}
