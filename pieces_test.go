package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// block is a box of twelve triangles.
func block(lo, hi geom.Vec) *mesh.Mesh {
	m := &mesh.Mesh{Name: "block"}
	for i := range 8 {
		v := lo
		for k, bit := range [3]int{1, 2, 4} {
			if i&bit != 0 {
				*[3]*float64{&v.X, &v.Y, &v.Z}[k] = hi.At(k)
			}
		}
		m.Vertices = append(m.Vertices, v)
	}
	for _, q := range [6][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

// united is a mesh of several.
func united(list ...*mesh.Mesh) *mesh.Mesh {
	all := &mesh.Mesh{Name: "shells"}
	for _, m := range list {
		n := uint32(len(all.Vertices))
		all.Vertices = append(all.Vertices, m.Vertices...)
		for _, t := range m.Triangles {
			all.Triangles = append(all.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
		}
	}
	return all
}

// tube is a block along z with a square hole through it.
func tube(outer, inner, height float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: "tube"}
	for _, z := range [2]float64{-height, height} {
		for _, r := range [2]float64{outer, inner} {
			for _, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				m.Vertices = append(m.Vertices, geom.Vec{X: c[0] * r, Y: c[1] * r, Z: z})
			}
		}
	}
	quad := func(a, b, c, d uint32) {
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
	}
	for i := range uint32(4) {
		k := (i + 1) % 4
		quad(i, k, 8+k, 8+i)       // outside
		quad(4+k, 4+i, 12+i, 12+k) // hole
		quad(k, i, 4+i, 4+k)       // below
		quad(8+i, 8+k, 12+k, 12+i) // above
	}
	return m
}

// piecedPair asks for the pair of two bodies with its pieces.
func piecedPair(t testing.TB, a, b collide.Body, workers int) collide.Pair {
	t.Helper()
	a.Name, b.Name = "a", "b"
	d := detector(t, []collide.Body{a, b}, collide.Options{Kinds: true, Pieces: true, Workers: workers})
	r, err := d.Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkPieces(t, d, r)
	if len(r.Pairs) == 0 {
		return collide.Pair{}
	}
	return r.Clone().Pairs[0]
}

// checkPieces: pieces share out the contacts of a pair in order, boxes hold all common points, points are near one, and normals
// have the triangles of the two bodies on their sides.
func checkPieces(t testing.TB, d *collide.Detector, r *collide.Result) {
	t.Helper()
	for i := range r.Pairs {
		p := &r.Pairs[i]
		n := 0
		for k := range p.Pieces {
			x := &p.Pieces[k]
			n += len(x.Contacts)
			if k > 0 && p.Pieces[k-1].Contacts[0].Compare(x.Contacts[0]) >= 0 {
				t.Errorf("piece %d begins with %v, the one before with %v", k, x.Contacts[0], p.Pieces[k-1].Contacts[0])
			}
			checkPiece(t, d, x)
		}
		if n != len(p.Contacts) {
			t.Errorf("pieces of %d contacts, the pair has %d", n, len(p.Contacts))
		}
	}
}

func checkPiece(t testing.TB, d *collide.Detector, x *collide.Piece) {
	t.Helper()
	near, size := false, x.Box.Size().Norm()
	ball := geom.Sphere{Center: x.Point, Radius: x.PointError + 1e-12*size}
	for i, c := range x.Contacts {
		if i > 0 && x.Contacts[i-1].Compare(c) >= 0 {
			t.Errorf("contacts %v before %v", x.Contacts[i-1], c)
		}
		w := d.Witness(c)
		for k := range w.N {
			if loose := x.Box.Inflated(1e-12 * size); w.Kind != predicate.Overlap && !loose.Contains(w.Points[k]) {
				t.Errorf("the common point %v is not in %v", w.Points[k], x.Box)
			}
			near = near || w.Kind == predicate.Overlap || predicate.SphereTriangle(&ball, &geom.Triangle{w.Points[0], w.Points[k], w.Points[(k+1)%w.N]})
		}
	}
	if !near || !x.Box.Contains(x.Point) {
		t.Errorf("no common point is within %v of %v; box %v", x.PointError, x.Point, x.Box)
	}
}

// TestPiecesOfPairs counts pieces of contacts that one can count by hand.
func TestPiecesOfPairs(t *testing.T) {
	t.Parallel()
	ball := (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 8}).Mesh()
	var teeth []*mesh.Mesh
	for i := range 7 {
		teeth = append(teeth, block(xyz(float64(2*i), 0, -1), xyz(float64(2*i+1), 1, 1)))
	}
	comb := united(teeth...)
	ring := scene.Torus("ring", 2, 0.5, 24, 12)
	hole := tube(3, 1, 1)
	for _, c := range []struct {
		name   string
		a, b   *mesh.Mesh
		at     geom.Vec
		kind   collide.Kind
		pieces int
	}{
		{"two balls", ball, ball, xyz(0.9, 0.1, 0.2), collide.Penetrate, 1},
		{"a comb in a block", comb, block(xyz(-1, -1, -3), xyz(20, 2, 0.25)), xyz(0, 0, 0), collide.Penetrate, 7},
		{"a comb on a block", comb, block(xyz(-1, -1, 1), xyz(20, 2, 2)), xyz(0, 0, 0), collide.Touch, 7},
		{"a ring half in a block", ring, block(xyz(-5, -5, -5), xyz(5, 5, 0.125)), xyz(0, 0, 0), collide.Penetrate, 2},
		{"a ring through a plate", ring, block(xyz(-5, -0.125, -5), xyz(5, 0.25, 5)), xyz(0, 0, 0), collide.Penetrate, 4},
		{"a bolt through a hole that is too narrow", hole, block(xyz(-1.01, -1.01, -2), xyz(1.01, 1.01, 2)), xyz(0, 0, 0), collide.Penetrate, 2},
		{"a bolt that fits", hole, block(xyz(-1, -1, -2), xyz(1, 1, 2)), xyz(0, 0, 0), collide.Touch, 1},
		{"a bolt that fits two sides", hole, block(xyz(-1, -0.5, -2), xyz(1, 0.5, 2)), xyz(0, 0, 0), collide.Touch, 2},
		{"equal blocks", block(xyz(0, 0, 0), xyz(1, 1, 1)), block(xyz(0, 0, 0), xyz(1, 1, 1)), xyz(0, 0, 0), collide.Penetrate, 1},
	} {
		a, b := collide.Body{Shape: collide.NewModel(c.a), Pose: posedAt(geom.Identity.R, c.at.X, c.at.Y, c.at.Z)}, collide.Body{Shape: collide.NewModel(c.b)}
		p := piecedPair(t, a, b, 1)
		if p.Kind != c.kind || len(p.Pieces) != c.pieces {
			t.Errorf("%s: %s in %d pieces, want %s in %d", c.name, p.Kind, len(p.Pieces), c.kind, c.pieces)
		}
		for _, workers := range []int{2, 8} {
			if q := piecedPair(t, a, b, workers); !reflect.DeepEqual(p, q) {
				t.Errorf("%s: other pieces with %d workers", c.name, workers)
			}
		}
		if q := piecedPair(t, b, a, 1); len(q.Pieces) != len(p.Pieces) {
			t.Errorf("%s: %d pieces exchanged, %d else", c.name, len(q.Pieces), len(p.Pieces))
		}
	}
}

// TestPiecesOfSolids: spheres and boxes have one primitive, which may meet a mesh in several places.
func TestPiecesOfSolids(t *testing.T) {
	t.Parallel()
	comb := collide.NewModel(united(block(xyz(0, 0, 0), xyz(1, 1, 1)), block(xyz(2, 0, 0), xyz(3, 1, 1)), block(xyz(9, 0, 0), xyz(10, 1, 1))))
	for _, c := range []struct {
		name   string
		shape  collide.Shape
		pieces int
	}{
		{"a ball", shape.Sphere{Center: xyz(1.5, 0.5, 0.5), Radius: 0.75}, 2},
		{"a box", shape.Box{Center: xyz(5, 0.5, 0.5), Size: xyz(20, 0.5, 0.5)}, 6}, // its inside parts nothing, the faces of a block are
		{"a capsule", shape.Capsule{A: xyz(0.5, 0.5, 0.5), B: xyz(2.5, 0.5, 0.5), Radius: 0.125}, 2},
	} {
		p := piecedPair(t, collide.Body{Shape: comb}, collide.Body{Shape: c.shape}, 1)
		q := piecedPair(t, collide.Body{Shape: c.shape}, collide.Body{Shape: comb}, 1)
		if len(p.Pieces) != c.pieces || len(q.Pieces) != c.pieces {
			t.Errorf("%s: %d pieces, %d exchanged, want %d", c.name, len(p.Pieces), len(q.Pieces), c.pieces)
		}
	}
	p := piecedPair(t, collide.Body{Shape: shape.Sphere{Radius: 1}}, collide.Body{Shape: shape.Box{Size: xyz(1, 1, 1)}, Pose: posedAt(geom.Identity.R, 1, 0, 0)}, 1)
	if len(p.Pieces) != 1 || p.Pieces[0].Box.Min.X < 0.499 {
		t.Errorf("a ball in a box: %+v", p.Pieces)
	}
}

// TestPiecesOfCubes: what the boundaries of two bodies of unit cubes on one lattice have in common is made of the lattice's
// squares, edges and corners, whose connected pieces are counted.
func TestPiecesOfCubes(t *testing.T) {
	t.Parallel()
	most := 0
	for seed := range uint64(require.Cases(600, 60)) {
		r := rand.New(rand.NewPCG(seed, 18))
		a, b := latticeCubes(r, 2+r.IntN(12)), latticeCubes(r, 2+r.IntN(12))
		turn := geom.Pose{R: geom.Mat{1, 2, 0, 0, 1, 0, -1, 0, 1}}
		if seed%2 == 0 {
			turn = geom.Identity
		}
		d := detector(t, []collide.Body{
			{Name: "a", Shape: collide.NewModel(a.mesh()), Pose: turn}, {Name: "b", Shape: collide.NewModel(b.mesh()), Pose: turn},
		}, collide.Options{Pieces: true, Workers: 1})
		res, err := d.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checkPieces(t, d, res)
		got := 0
		if len(res.Pairs) > 0 {
			got = len(res.Pairs[0].Pieces)
		}
		if want := commonPieces(a, b); got != want {
			t.Errorf("seed %d: %d pieces, want %d", seed, got, want)
		}
		most = max(most, got)
	}
	if most < 6 {
		t.Errorf("at most %d pieces: the bodies test too little", most)
	}
}

// cubeSet is a set of unit cubes.
type cubeSet map[[3]int]bool

// latticeCubes are random cubes in a small room, which need not hang together.
func latticeCubes(r *rand.Rand, n int) cubeSet {
	set := cubeSet{}
	for len(set) < n {
		set[[3]int{r.IntN(5), r.IntN(3), r.IntN(3)}] = true
	}
	return set
}

// squares calls f with the corners of each boundary square, counterclockwise from outside.
func (s cubeSet) squares(f func(corners [4][3]int)) {
	for x := range 5 { // in an order that is always the same
		for y := range 3 {
			for z := range 3 {
				c := [3]int{x, y, z}
				for side := range 6 {
					axis, up := side/2, side%2
					next := c
					if next[axis] += 2*up - 1; !s[c] || s[next] {
						continue
					}
					var q [4][3]int
					for k, at := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
						q[k] = c
						q[k][axis] += up
						q[k][(axis+1)%3] += at[0]
						q[k][(axis+2)%3] += at[1]
					}
					if up == 0 {
						q[1], q[3] = q[3], q[1]
					}
					f(q)
				}
			}
		}
	}
}

func (s cubeSet) mesh() *mesh.Mesh {
	m := &mesh.Mesh{Name: "cubes"}
	s.squares(func(q [4][3]int) {
		n := uint32(len(m.Vertices))
		for _, v := range q {
			m.Vertices = append(m.Vertices, xyz(float64(v[0]), float64(v[1]), float64(v[2])))
		}
		m.Triangles = append(m.Triangles, [3]uint32{n, n + 1, n + 2}, [3]uint32{n, n + 2, n + 3})
	})
	return m
}

// cells are the corners and the edges of the boundary, an edge by the sum of its ends, with these.
func (s cubeSet) cells() (corners map[[3]int]bool, edges map[[3]int][2][3]int) {
	corners, edges = map[[3]int]bool{}, map[[3]int][2][3]int{}
	s.squares(func(q [4][3]int) {
		for k, v := range q {
			w := q[(k+1)%4]
			corners[v] = true
			edges[[3]int{v[0] + w[0], v[1] + w[1], v[2] + w[2]}] = [2][3]int{v, w}
		}
	})
	return corners, edges
}

// commonPieces counts the connected pieces: common corners that common edges join. The edges of a common square are common.
func commonPieces(a, b cubeSet) int {
	cornersA, edgesA := a.cells()
	cornersB, edgesB := b.cells()
	parent := map[[3]int][3]int{}
	for v := range cornersA {
		if cornersB[v] {
			parent[v] = v
		}
	}
	var root func(v [3]int) [3]int
	root = func(v [3]int) [3]int {
		if parent[v] != v {
			return root(parent[v])
		}
		return v
	}
	n := len(parent)
	for e, ends := range edgesA {
		if _, common := edgesB[e]; !common {
			continue
		}
		if x, y := root(ends[0]), root(ends[1]); x != y {
			parent[x] = y
			n--
		}
	}
	return n
}

// TestNormals: of touches that have one plane, and of such that have none.
func TestNormals(t *testing.T) {
	t.Parallel()
	cube := collide.NewModel(block(xyz(-1, -1, -1), xyz(1, 1, 1)))
	floor := collide.NewModel(block(xyz(-9, -9, -9), xyz(9, 9, 0)))
	table := collide.NewModel(united(block(xyz(0, 0, 0), xyz(1, 1, 3)), block(xyz(3, 0, 0), xyz(4, 1, 3)), block(xyz(0, 3, 0), xyz(1, 4, 3)), block(xyz(3, 3, 0), xyz(4, 4, 3))))
	uneven := collide.NewModel(united(block(xyz(0, 0, 0), xyz(1, 1, 3)), block(xyz(3, 0, 1), xyz(4, 1, 3))))
	steps := collide.NewModel(united(block(xyz(-9, -9, -9), xyz(2, 9, 0)), block(xyz(2.5, -9, -9), xyz(9, 9, 1))))
	corner := collide.NewModel(united(block(xyz(-9, -9, -9), xyz(9, 9, -1)), block(xyz(1, -9, -0.5), xyz(9, 9, 9))))
	// Integer matrices that turn a cube onto an edge and onto a corner, up to a scale.
	edge := geom.Mat{1, 0, 0, 0, 1, -1, 0, 1, 1}
	across := geom.Mat{1, 0, -1, 0, 1, 0, 1, 0, 1}
	onCorner := geom.Mat{1, 1, 0, -1, 1, 1, 1, -1, 1}
	ball := shape.Sphere{Radius: 1}
	box := shape.Box{Size: xyz(2, 2, 2)}
	up, none := xyz(0, 0, 1), geom.Vec{}
	type body = collide.Body
	for _, c := range []struct {
		name   string
		a, b   body
		pieces int
		all    geom.Vec // normal of all pieces
		each   geom.Vec // and of each
	}{
		{"a cube on a floor", body{Shape: cube, Pose: posedAt(geom.Identity.R, 0, 0, 1)}, body{Shape: floor}, 1, up, up},
		{"a cube on its edge", body{Shape: cube, Pose: posedAt(edge, 0, 0, 2)}, body{Shape: floor}, 1, up, up},
		{"a cube on its corner", body{Shape: cube, Pose: posedAt(onCorner, 0, 0, 3)}, body{Shape: floor}, 1, up, up},
		{"edges across", body{Shape: cube, Pose: posedAt(edge, 0, 0, 4)}, body{Shape: cube, Pose: posedAt(across, 0, 0, 0)}, 1, up, up},
		{"a table on its feet", body{Shape: table}, body{Shape: floor}, 4, up, up},
		{"a table on steps", body{Shape: uneven}, body{Shape: steps}, 2, none, up},
		{"a cube in a corner", body{Shape: cube}, body{Shape: corner}, 2, none, none},
		{"a ball on a floor", body{Shape: ball, Pose: posedAt(geom.Identity.R, 0.3, 0.2, 1)}, body{Shape: floor}, 1, up, up},
		{"a floor under a ball", body{Shape: floor}, body{Shape: ball, Pose: posedAt(geom.Identity.R, 0.25, 0.5, 1)}, 1, up.Scale(-1), up.Scale(-1)},
		{"a ball in a corner", body{Shape: ball}, body{Shape: corner}, 2, none, none},
		{"a ball on a ball", body{Shape: ball, Pose: posedAt(geom.Identity.R, 0, 0, 2)}, body{Shape: ball}, 1, up, up},
		{"a ball on a box", body{Shape: ball, Pose: posedAt(geom.Identity.R, 0.5, 0, 2)}, body{Shape: box}, 1, up, up},
		{"a box on a floor", body{Shape: box, Pose: posedAt(geom.Identity.R, 0, 0, 1)}, body{Shape: floor}, 1, up, up},
		{"a box on a box", body{Shape: box, Pose: posedAt(geom.Identity.R, 0.5, 0, 2)}, body{Shape: box}, 1, up, up},
		{"boxes, edges across", body{Shape: box, Pose: posedAt(edge, 0, 0, 4)}, body{Shape: box, Pose: posedAt(across, 0, 0, 0)}, 1, up, up},
		{"a box across a cube", body{Shape: box, Pose: posedAt(edge, 0, 0, 4)}, body{Shape: cube, Pose: posedAt(across, 0, 0, 0)}, 1, up, up},
		{"cubes that penetrate", body{Shape: cube}, body{Shape: cube, Pose: posedAt(geom.Identity.R, 1, 0.5, 0.25)}, 1, none, none},
	} {
		for _, scale := range []float64{1, 0x1p300, 0x1p-300} {
			a, b := sizedBody(c.a, scale), sizedBody(c.b, scale)
			p := piecedPair(t, a, b, 1)
			q := piecedPair(t, b, a, 1)
			if len(p.Pieces) != c.pieces || p.Normal != c.all || q.Normal != c.all.Scale(-1) {
				t.Errorf("%s, size %g: %s in %d pieces, normals %v and, exchanged, %v; want %d, %v", c.name, scale, p.Kind, len(p.Pieces), p.Normal, q.Normal, c.pieces, c.all)
			}
			for i := range p.Pieces {
				if n := p.Pieces[i].Normal; n != c.each && c.each != none {
					t.Errorf("%s, size %g: normal %v of piece %d, want %v", c.name, scale, n, i, c.each)
				}
			}
		}
	}
}

// sizedBody scales a body and its place.
func sizedBody(b collide.Body, s float64) collide.Body {
	b.Pose.T = b.Pose.T.Scale(s)
	if b.Pose.R == (geom.Mat{}) {
		b.Pose.R = geom.Identity.R
	}
	switch x := b.Shape.(type) {
	case *collide.Model:
		b.Shape = collide.NewModel(scaledMesh(x.Mesh(), s, geom.Vec{}))
	case shape.Sphere:
		b.Shape = shape.Sphere{Center: x.Center.Scale(s), Radius: x.Radius * s}
	case shape.Box:
		b.Shape = shape.Box{Center: x.Center.Scale(s), Size: x.Size.Scale(s)}
	}
	return b
}

// TestNormalsPart: along its normal a touching body leaves the other: whatever shapes touch on a lattice. Of a piece alone that is so
// for the triangles of that piece.
func TestNormalsPart(t *testing.T) {
	t.Parallel()
	shapes := kindShapes()
	found, all := 0, 0
	for seed := range uint64(require.Cases(1500, 250)) {
		r := rand.New(rand.NewPCG(seed, 19))
		place := func() geom.Pose {
			return posedAt(geom.Identity.R, float64(r.IntN(13)-6)/2, float64(r.IntN(9)-4)/2, float64(r.IntN(9)-4)/2)
		}
		a, b := collide.Body{Shape: shapes[int(seed)%len(shapes)], Pose: place()}, collide.Body{Shape: shapes[int(seed)/len(shapes)%len(shapes)], Pose: place()}
		p := piecedPair(t, a, b, 1)
		if p.Kind != collide.Touch {
			if p.Normal != (geom.Vec{}) {
				t.Errorf("seed %d: a normal of a pair of kind %q", seed, p.Kind)
			}
			continue
		}
		if all++; p.Normal == (geom.Vec{}) {
			continue
		}
		found++
		if l := p.Normal.Norm(); math.Abs(l-1) > 1e-12 {
			t.Errorf("seed %d: normal %v of length %v", seed, p.Normal, l)
		}
		a.Pose.T = a.Pose.T.Add(p.Normal.Scale(0x1p-10))
		if q := piecedPair(t, a, b, 1); len(q.Contacts) > 0 {
			t.Errorf("seed %d: moved along %v: %s with %d contacts", seed, p.Normal, q.Kind, len(q.Contacts))
		}
	}
	if found < require.Cases(30, 5) || all > 3*found {
		t.Errorf("%d normals of %d touches", found, all)
	}
}

// TestPiecesFailClosed: pieces of contacts that are not all known are not listed, and not asked for together with First.
func TestPiecesFailClosed(t *testing.T) {
	t.Parallel()
	ring := collide.NewModel(scene.Torus("ring", 2, 0.5, 48, 24))
	bodies := []collide.Body{{Name: "a", Shape: ring}, {Name: "b", Shape: ring, Pose: posedAt(geom.Identity.R, 1, 0, 0)}}
	r, err := detector(t, bodies, collide.Options{Pieces: true, Budget: collide.Budget{Steps: 512}}).Detect(t.Context())
	if !errors.Is(err, collide.ErrBudget) {
		t.Fatalf("%v", err)
	}
	for i := range r.Pairs {
		if len(r.Pairs[i].Pieces) > 0 {
			t.Errorf("cut short: %d pieces", len(r.Pairs[i].Pieces))
		}
	}
	if _, err := collide.NewDetector(bodies, collide.Options{Pieces: true, First: true}); !errors.Is(err, collide.ErrOption) {
		t.Errorf("with First: %v", err)
	}
	self := detector(t, bodies[:1], collide.Options{Pieces: true, Self: true})
	if r, err := self.Detect(t.Context()); err != nil || len(r.Pairs) > 0 && len(r.Pairs[0].Pieces) > 0 {
		t.Errorf("%v, %+v", err, r.Pairs)
	}
}

// TestPiecesAllocateNothing in the steady state.
func TestPiecesAllocateNothing(t *testing.T) {
	ring := collide.NewModel(scene.Torus("ring", 1, 0.4, 24, 12))
	d := detector(t, []collide.Body{{Name: "a", Shape: ring}, {Name: "b", Shape: ring, Pose: posedAt(geom.Identity.R, 1, 0, 0)}}, collide.Options{Kinds: true, Pieces: true, Workers: 1})
	ask := func() {
		if r, err := d.Detect(context.Background()); err != nil || len(r.Pairs[0].Pieces) == 0 {
			t.Fatal(r, err)
		}
	}
	ask()
	if n := testing.AllocsPerRun(20, ask); n > 0 {
		t.Errorf("%v allocations a query", n)
	}
}

// BenchmarkPieces: what pieces add to contacts, a coarse cube under a fine plane and a chain.
func BenchmarkPieces(b *testing.B) {
	fine := collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: xyz(2, 2, 2), Detail: 100}).Mesh())
	ring := collide.NewModel(scene.Torus("ring", 2, 0.5, 400, 200))
	for name, bodies := range map[string][]collide.Body{
		"floor": {{Name: "a", Shape: fine}, {Name: "b", Shape: collide.NewModel(block(xyz(-9, -9, 1), xyz(9, 9, 2)))}},
		"flush": {{Name: "a", Shape: fine}, {Name: "b", Shape: fine, Pose: posedAt(geom.Identity.R, 0.333, 0.125, 2)}},
		"rings": {{Name: "a", Shape: ring}, {Name: "b", Shape: ring, Pose: posedAt(geom.Identity.R, 1, 0, 0)}},
	} {
		for _, o := range []collide.Options{{Workers: 1}, {Workers: 1, Pieces: true}, {Workers: 1, Kinds: true}, {Workers: 1, Kinds: true, Pieces: true}} {
			b.Run(fmt.Sprintf("%s/pieces=%v,kinds=%v", name, o.Pieces, o.Kinds), func(b *testing.B) {
				d := detector(b, bodies, o)
				for b.Loop() {
					r, err := d.Detect(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(r.Contacts)), "contacts")
				}
			})
		}
	}
}
