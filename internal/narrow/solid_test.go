package narrow

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// shell is a closed surface around a point.
type shell struct {
	center geom.Vec
	size   float64
	cube   bool // else an octahedron
	inward bool
}

// octahedron and cube have outward normals.
var (
	octahedron = mesh.Mesh{
		Vertices:  []geom.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {Z: 1}, {Z: -1}},
		Triangles: [][3]uint32{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}},
	}
	unitCube = mesh.Mesh{
		Vertices: []geom.Vec{{X: -1, Y: -1, Z: -1}, {X: 1, Y: -1, Z: -1}, {X: 1, Y: 1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}, {X: 1, Y: -1, Z: 1}, {X: 1, Y: 1, Z: 1}, {X: -1, Y: 1, Z: 1}},
		Triangles: [][3]uint32{
			{0, 3, 2}, {0, 2, 1}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7},
		},
	}
)

// shellMesh puts shells into one mesh, in order.
func shellMesh(shells []shell) *mesh.Mesh {
	m := &mesh.Mesh{Name: "shells"}
	for _, s := range shells {
		from := &octahedron
		if s.cube {
			from = &unitCube
		}
		n := uint32(len(m.Vertices))
		for _, v := range from.Vertices {
			m.Vertices = append(m.Vertices, v.Scale(s.size).Add(s.center))
		}
		for _, t := range from.Triangles {
			if s.inward {
				t[0], t[1] = t[1], t[0]
			}
			m.Triangles = append(m.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
		}
	}
	return m
}

func posedMesh(m *mesh.Mesh, pose *geom.Pose) Surface {
	b := soupBuilder{m: *m}
	s := b.surface()
	s.SetPose(pose)
	return s
}

// rationalWinding is the winding number of world triangles around p in math/big alone:
// signed crossings of a ray in a direction that meets no edge. ok is false where p lies
// on a triangle.
func rationalWinding(triangles []geom.Triangle, p geom.Vec) (winding int, ok bool) {
	for d := int64(1); ; d++ {
		n, generic, on := crossingsAlong(triangles, ratVec(p), [3]*big.Rat{big.NewRat(7*d+1, 3), big.NewRat(-d*d, 5), big.NewRat(11, d)})
		if on {
			return 0, false
		}
		if generic {
			return n, true
		}
	}
}

func ratVec(v geom.Vec) [3]*big.Rat {
	return [3]*big.Rat{new(big.Rat).SetFloat64(v.X), new(big.Rat).SetFloat64(v.Y), new(big.Rat).SetFloat64(v.Z)}
}

func ratSub(a, b [3]*big.Rat) (r [3]*big.Rat) {
	for k := range 3 {
		r[k] = new(big.Rat).Sub(a[k], b[k])
	}
	return r
}

func ratDot(a, b [3]*big.Rat) *big.Rat {
	s := new(big.Rat)
	for k := range 3 {
		s.Add(s, new(big.Rat).Mul(a[k], b[k]))
	}
	return s
}

func ratCross(a, b [3]*big.Rat) (r [3]*big.Rat) {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		r[k] = new(big.Rat).Sub(new(big.Rat).Mul(a[i], b[j]), new(big.Rat).Mul(a[j], b[i]))
	}
	return r
}

// crossingsAlong solves p + t·d = a + u·e + v·f for every triangle by Cramer's rule.
func crossingsAlong(triangles []geom.Triangle, p, d [3]*big.Rat) (winding int, generic, on bool) {
	generic = true
	for _, tri := range triangles {
		a := ratVec(tri[0])
		e, f, w := ratSub(ratVec(tri[1]), a), ratSub(ratVec(tri[2]), a), ratSub(p, a)
		n := ratCross(e, f)
		det := ratDot(d, n)
		if det.Sign() == 0 {
			generic = generic && ratDot(w, n).Sign() != 0 // a ray within the plane, or a degenerate triangle
			if ratDot(n, n).Sign() == 0 {
				generic = true // its edges belong to other triangles
			}
			continue
		}
		// w = −t·d + u·e + v·f, and det(−d, e, f) = −det.
		t := new(big.Rat).Quo(new(big.Rat).Neg(ratDot(w, n)), det)
		u := new(big.Rat).Quo(ratDot(d, ratCross(w, f)), det)
		v := new(big.Rat).Quo(ratDot(d, ratCross(e, w)), det)
		rest := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Add(u, v))
		if t.Sign() < 0 || u.Sign() < 0 || v.Sign() < 0 || rest.Sign() < 0 {
			continue
		}
		on = on || t.Sign() == 0
		generic = generic && u.Sign()*v.Sign()*rest.Sign() != 0
		winding += det.Sign()
	}
	return winding, generic, on
}

func worldTriangles(s *Surface) []geom.Triangle {
	world := make([]geom.Triangle, len(s.Mesh.Triangles))
	for i := range world {
		s.Triangle(uint32(i), &world[i])
	}
	return world
}

// checkWinding compares the winding numbers around points of every kind: anywhere, and
// such that the ray runs through corners, edges and along faces.
func checkWinding(t *testing.T, s *Surface, points []geom.Vec) (inside int) {
	t.Helper()
	world := worldTriangles(s)
	var in Inside
	for _, p := range points {
		want, ok := rationalWinding(world, p)
		if !ok {
			continue
		}
		got, crossings := in.Winding(s, p)
		if got != want || (crossings-want)%2 != 0 {
			t.Fatalf("around %v: winding %d with %d crossings, %d by rationals; pose %v", p, got, crossings, want, s.pose)
		}
		if (want != 0) != in.Of(s, p, ByWinding) || (want%2 != 0) != in.Of(s, p, ByParity) {
			t.Fatalf("around %v: winds %d times, inside %v, by parity %v", p, want, in.Of(s, p, ByWinding), in.Of(s, p, ByParity))
		}
		if want != 0 {
			inside++
		}
	}
	return inside
}

// testPoints are points around a surface; rays from two thirds of them towards +X run
// through a corner or along an edge.
func testPoints(r *rand.Rand, s *Surface, n int) []geom.Vec {
	box := s.WorldBox(&s.Box)
	size := box.Size()
	var points []geom.Vec
	for range n {
		p := box.Min.Add(geom.Vec{X: size.X * r.Float64(), Y: size.Y * r.Float64(), Z: size.Z * r.Float64()})
		var tri geom.Triangle
		s.Triangle(uint32(r.IntN(len(s.Mesh.Triangles))), &tri)
		switch r.IntN(3) {
		case 0:
			p.Y, p.Z = tri[0].Y, tri[0].Z
		case 1:
			p.Y, p.Z = (tri[0].Y+tri[1].Y)/2, (tri[0].Z+tri[1].Z)/2
		}
		points = append(points, p)
	}
	return points
}

// poses under which nothing about the interior may change, mirrored ones included.
func solidPoses(r *rand.Rand) []geom.Pose {
	turn := rotation(r)
	mirror := turn
	for k := range 3 {
		mirror[3*k] = -mirror[3*k]
	}
	return []geom.Pose{
		geom.Identity,
		{R: turn, T: geom.Vec{X: 3, Y: r.Float64()}},
		{R: mirror, T: geom.Vec{Z: 100}},
		{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}},
		{R: geom.Mat{0x1p-300, 0, 0, 0, 0x1p-300, 0, 0, 0, 0x1p-300}},
		{R: geom.Mat{0, 0x1p200, 0, 0x1p200, 0, 0, 0, 0, 0x1p200}},
		{R: geom.Mat{2, 1, 0, 0, 1, 0.5, 0, 0, -3}},
	}
}

// TestWindingAgainstRationals: nested, touching and separate shells of both orientations
// under poses, by rational arithmetic that shares nothing with the code.
func TestWindingAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	inside := 0
	cases := require.Cases(12, 2)
	for range cases {
		var shells []shell
		for range 1 + r.IntN(5) {
			shells = append(shells, shell{
				center: geom.Vec{X: float64(r.IntN(3)), Y: float64(r.IntN(2)), Z: float64(r.IntN(2))},
				size:   float64(1 + r.IntN(8)), cube: r.IntN(2) == 0, inward: r.IntN(2) == 0,
			})
		}
		m := shellMesh(shells)
		m.Triangles = append(m.Triangles, [3]uint32{0, 1, 0}, [3]uint32{2, 2, 2}) // degenerate ones count for nothing
		for _, p := range solidPoses(r) {
			s := posedMesh(m, &p)
			inside += checkWinding(t, &s, testPoints(r, &s, 10))
		}
	}
	if inside < cases*8 {
		t.Errorf("only %d points inside", inside)
	}
}

func FuzzWinding(f *testing.F) {
	f.Add([]byte{0, 0, 0, 8, 1, 0, 0, 0, 4, 3, 0, 0, 0, 2, 0}, uint64(1))
	f.Add([]byte{0, 0, 0, 3, 1, 6, 0, 0, 3, 3}, uint64(2))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		var shells []shell
		for ; len(data) >= 5 && len(shells) < 6; data = data[5:] {
			shells = append(shells, shell{
				center: geom.Vec{X: float64(int8(data[0])), Y: float64(int8(data[1])), Z: float64(int8(data[2]))},
				size:   float64(1 + data[3]%32), cube: data[4]&1 != 0, inward: data[4]&2 != 0,
			})
		}
		if len(shells) == 0 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		m := shellMesh(shells)
		poses := solidPoses(r)
		s := posedMesh(m, &poses[seed%uint64(len(poses))])
		checkWinding(t, &s, testPoints(r, &s, 8))
		checkBalance(t, m, data)
	})
}

// checkBalance turns some triangles around and compares NewSolid's judgement of edges
// with a map over directed edges by coordinates.
func checkBalance(t *testing.T, m *mesh.Mesh, turned []byte) {
	t.Helper()
	for _, i := range turned {
		c := &m.Triangles[int(i)%len(m.Triangles)]
		c[0], c[1] = c[1], c[0]
	}
	balance := map[[2]geom.Vec]int{}
	for i := range m.Triangles {
		tri := m.Triangle(i)
		for k := range 3 {
			a, b := tri[k], tri[(k+1)%3]
			balance[[2]geom.Vec{a, b}]++
			balance[[2]geom.Vec{b, a}]--
		}
	}
	want := false
	for _, n := range balance {
		want = want || n != 0
	}
	if got := strings.HasPrefix(solidOf(m).Flaw(ByWinding), "is not closed: the edge from "); got != want {
		t.Fatalf("flaw %q; unbalanced %v", solidOf(m).Flaw(ByWinding), want)
	}
}

func solidOf(m *mesh.Mesh) *Solid {
	s := Surface{Mesh: m}
	return NewSolid(m, tree.BuildSAH(boxesOf(&s), tree.SAHOptions{Workers: 1}))
}

// TestFlaws: what a mesh is judged to be by either rule, in words.
func TestFlaws(t *testing.T) {
	outer, inner := shell{size: 4, cube: true}, shell{size: 2, cube: true, inward: true}
	same := inner
	same.inward = false
	beside := shell{center: geom.Vec{X: 9}, size: 1, inward: true}
	corner := shell{center: geom.Vec{X: 6, Y: 6, Z: 6}, size: 2, cube: true}
	flush := shell{center: geom.Vec{X: 6}, size: 2, cube: true}
	crossing := shell{center: geom.Vec{X: 3}, size: 2, cube: true}
	flipped := shellMesh([]shell{outer})
	flipped.Triangles[5][0], flipped.Triangles[5][1] = flipped.Triangles[5][1], flipped.Triangles[5][0]
	open := shellMesh([]shell{outer})
	open.Triangles = open.Triangles[1:]
	double := shellMesh([]shell{outer})
	double.Triangles = append(double.Triangles, double.Triangles[3], [3]uint32{double.Triangles[3][1], double.Triangles[3][0], double.Triangles[3][2]})
	flat := &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {X: 2}}, Triangles: [][3]uint32{{0, 1, 2}, {2, 1, 0}}}
	spot := &mesh.Mesh{Vertices: []geom.Vec{{X: 1, Y: 1, Z: 1}}, Triangles: [][3]uint32{{0, 0, 0}}}
	stray := shellMesh([]shell{outer})
	stray.Vertices = append(stray.Vertices, geom.Vec{X: 9})
	stray.Triangles = append(stray.Triangles, [3]uint32{8, 8, 8}, [3]uint32{0, 1, 0})
	for name, c := range map[string]struct {
		m               *mesh.Mesh
		winding, parity string
	}{
		"cube":                   {shellMesh([]shell{outer}), "", ""},
		"cavity":                 {shellMesh([]shell{outer, inner}), "", ""},
		"nested":                 {shellMesh([]shell{outer, same}), "", ""},
		"side by side":           {shellMesh([]shell{outer, beside}), "", ""},
		"corner at corner":       {shellMesh([]shell{outer, corner}), "", ""},
		"degenerate triangles":   {stray, "", ""},
		"faces that lie flush":   {shellMesh([]shell{outer, flush}), "intersects itself: triangles ", "intersects itself: triangles "},
		"crossing":               {shellMesh([]shell{outer, crossing}), "intersects itself: triangles ", "intersects itself: triangles "},
		"a side and its reverse": {double, "intersects itself: triangles ", "intersects itself: triangles "},
		"flipped triangle": {
			flipped,
			"is not closed: the edge from (-4, -4, -4) to (-4, -4, 4) has triangles 5, 10 along it and no triangle against it", "",
		},
		"hole": {
			open,
			"is not closed: the edge from (-4, -4, -4) to (4, 4, -4) has triangle 0 along it and no triangle against it",
			"is not closed: the edge from (-4, -4, -4) to (4, 4, -4) has triangle 0 along it and no triangle against it",
		},
		"Möbius strip": {moebius(), "is not closed: the edge from ", "is not closed: the edge from "},
		"a line":       {flat, "has no interior: ", "has no interior: "},
		"a point":      {spot, "has no interior: ", "has no interior: "},
	} {
		s := solidOf(c.m)
		for o, want := range map[Orientation]string{ByWinding: c.winding, ByParity: c.parity} {
			if got := s.Flaw(o); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
				t.Errorf("%s, orientation %d: %q, want %q", name, o, got, want)
			}
		}
	}
}

// moebius is a Möbius strip of five squares, closed by nothing.
func moebius() *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range 5 {
		x, y := [5]float64{4, 1, -3, -3, 1}[i], [5]float64{0, 4, 2, -2, -4}[i]
		z := float64(2 - i)
		m.Vertices = append(m.Vertices, geom.Vec{X: x, Y: y, Z: z}, geom.Vec{X: x * 1.5, Y: y * 1.5, Z: -z})
	}
	for i := range uint32(5) {
		a, b, c, d := 2*i, 2*i+1, 2*i+2, 2*i+3
		if i == 4 {
			c, d = 1, 0
		}
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{c, b, d})
	}
	return m
}

// TestDisagreeingSurfaceWithoutBoundary: a Klein bottle, an even number of triangles on
// every edge, has no orientation; parity takes its crossings for a flaw.
func TestDisagreeingSurfaceWithoutBoundary(t *testing.T) {
	const n = 8
	m := &mesh.Mesh{}
	for i := range n { // an abstract torus grid, turned around once where it closes
		for j := range n {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i), Y: float64(j), Z: float64(i * j % 5)})
		}
	}
	at := func(i, j int) uint32 {
		if i == n {
			i, j = 0, n-j
		}
		return uint32(i*n + (j+n)%n)
	}
	for i := range n {
		for j := range n {
			m.Triangles = append(m.Triangles, [3]uint32{at(i, j), at(i+1, j), at(i, j+1)}, [3]uint32{at(i+1, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	top := m.Topology()
	if top.Odd() >= 0 || top.Unbalanced() < 0 {
		t.Fatalf("odd edge %d, unbalanced %d; want none and one", top.Odd(), top.Unbalanced())
	}
	s := solidOf(m)
	e := top.Edges[top.Unbalanced()]
	if want := fmt.Sprintf("is not closed: the edge from %s to %s has ", point(m.Vertices[e.A]), point(m.Vertices[e.B])); !strings.HasPrefix(s.Flaw(ByWinding), want) {
		t.Errorf("%q, want %q", s.Flaw(ByWinding), want)
	}
	if !strings.HasPrefix(s.Flaw(ByParity), "intersects itself") {
		t.Errorf("by parity: %q", s.Flaw(ByParity))
	}
}

func TestListed(t *testing.T) {
	for want, list := range map[string][]uint32{
		"no triangle": nil, "triangle 7": {7}, "triangles 1, 2": {1, 2}, "triangles 1, 2, 3, 4": {1, 2, 3, 4}, "triangles 1, 2, 3, 4 and 2 more": {1, 2, 3, 4, 5, 6},
	} {
		if got := listed(list); got != want {
			t.Errorf("%v: %q, want %q", list, got, want)
		}
	}
}

// TestSingular: the rank of a pose, exactly.
func TestSingular(t *testing.T) {
	m := shellMesh([]shell{{size: 1}})
	for name, c := range map[string]struct {
		r    geom.Mat
		want bool
	}{
		"identity":          {geom.Identity.R, false},
		"mirror":            {geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}, false},
		"zero":              {geom.Mat{}, true},
		"a plane":           {geom.Mat{1, 0, 0, 0, 1, 0, 0, 0, 0}, true},
		"a slanted plane":   {geom.Mat{1, 2, 3, 4, 5, 6, 7, 8, 9}, true},
		"nearly that":       {geom.Mat{1, 2, 3, 4, 5, 6, 7, 8, 9 + 0x1p-49}, false},
		"tiny":              {geom.Mat{5e-324, 0, 0, 0, 5e-324, 0, 0, 0, 5e-324}, false},
		"tiny and singular": {geom.Mat{5e-324, 5e-324, 0, 5e-324, 5e-324, 0, 0, 0, 5e-324}, true},
		"huge":              {geom.Mat{1e300, 0, 0, 0, 1e300, 0, 0, 0, 1e300}, false},
	} {
		s := posedMesh(m, &geom.Pose{R: c.r})
		if got := s.Singular(); got != c.want {
			t.Errorf("%s: singular %v", name, got)
		}
	}
}
