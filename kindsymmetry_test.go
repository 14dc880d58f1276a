package collide_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// kindShapes are shapes that meet in every way there is when they are placed on a lattice.
func kindShapes() []collide.Shape {
	ball := scene.Torus("ring", 1, 0.5, 7, 5)
	return []collide.Shape{
		collide.NewModel(cube()), collide.NewModel(insideOut(scaledMesh(cube(), 2, geom.Vec{}))), collide.NewModel(hollowBlock()), collide.NewModel(ball), collide.NewModel(opened(cube())),
		collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1, Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}),
		shape.Sphere{Radius: 1}, shape.Sphere{Radius: 3}, shape.Sphere{}, shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, shape.Box{Size: geom.Vec{X: 6, Y: 6, Z: 6}}, shape.Box{Size: geom.Vec{X: 3, Y: 3}},
		shape.Capsule{B: geom.Vec{X: 2}, Radius: 1}, shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 1}, shape.Cylinder{B: geom.Vec{Y: 3, Z: 4}, Radius: 2.5}, shape.Cylinder{B: geom.Vec{Y: 3}},
		shape.Cone{Base: geom.Vec{X: -1}, Apex: geom.Vec{X: 2}, Radius: 1}, shape.Cone{Base: geom.Vec{Y: -3, Z: 1}, Apex: geom.Vec{Z: 5}, Radius: 3},
		collide.NewModel(united(block(geom.Vec{X: -2, Y: -2, Z: -2}, geom.Vec{X: 2, Y: 2, Z: 2}), cube())), // nested shells of one orientation: one body
		collide.NewModel(united(block(geom.Vec{X: -2}, geom.Vec{X: -1, Y: 1, Z: 1}), block(geom.Vec{X: 1}, geom.Vec{X: 2, Y: 1, Z: 1}))),
		collide.NewModel(united(block(geom.Vec{X: -1, Y: -1}, geom.Vec{X: 1, Y: 1, Z: 1}), block(geom.Vec{Z: -1}, geom.Vec{X: 2, Y: 2, Z: 0.5}))), // intersects itself
	}
}

// kindOfPair asks for the kind of a pair by a method.
func kindOfPair(t testing.TB, method string, a, b collide.Body) collide.Pair {
	t.Helper()
	d, err := collide.NewDetector([]collide.Body{a, b}, collide.Options{Kinds: true, Workers: 1, Method: named(method)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(t.Context())
	if r == nil {
		t.Fatal(err)
	}
	if len(r.Pairs) == 0 {
		return collide.Pair{}
	}
	p := r.Pairs[0]
	p.Contacts, p.Reason = nil, ""
	return p
}

// checkKindOf compares the kind of a pair with that of the brute form, with that of the bodies
// exchanged, and with those of bodies scaled by 2^±300.
func checkKindOf(t testing.TB, a, b collide.Body) collide.Kind {
	t.Helper()
	want := kindOfPair(t, "brute", a, b)
	same := func(how string, got collide.Pair) {
		if got.Kind != want.Kind || got.Equal != want.Equal || got.Crossing != want.Crossing {
			t.Errorf("%s: kind %q, equal %v, crossing %v; brute has %q, %v, %v for %T at %v and %T at %v",
				how, got.Kind, got.Equal, got.Crossing, want.Kind, want.Equal, want.Crossing, a.Shape, a.Pose, b.Shape, b.Pose)
		}
	}
	same("auto", kindOfPair(t, "auto", a, b))
	same("exchanged", kindOfPair(t, "auto", b, a))
	same("mirrored", kindOfPair(t, "auto", mirrored(a), mirrored(b)))
	return want.Kind
}

// mirrored turns a body about the plane x = 0; spheres have no orientation.
func mirrored(b collide.Body) collide.Body {
	b.Pose.T.X = -b.Pose.T.X
	if _, ball := b.Shape.(shape.Sphere); !ball {
		b.Pose.R[0], b.Pose.R[1], b.Pose.R[2] = -b.Pose.R[0], -b.Pose.R[1], -b.Pose.R[2]
	}
	return b
}

// TestKindsAreSymmetric: on a lattice of halves, in all combinations of shapes.
func TestKindsAreSymmetric(t *testing.T) {
	t.Parallel()
	shapes := kindShapes()
	found := map[collide.Kind]int{}
	cases := require.Cases(1500, 441)
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 7))
		place := func() geom.Pose {
			return posedAt(geom.Identity.R, float64(r.IntN(13)-6)/2, float64(r.IntN(9)-4)/2, float64(r.IntN(9)-4)/2)
		}
		a, b := shapes[int(seed)%len(shapes)], shapes[int(seed)/len(shapes)%len(shapes)]
		found[checkKindOf(t, collide.Body{Name: "a", Shape: a, Pose: place()}, collide.Body{Name: "b", Shape: b, Pose: place()})]++
	}
	for _, k := range []collide.Kind{collide.Touch, collide.Penetrate, collide.Inside, collide.SurfaceContact} {
		if found[k] < 15*cases/1500 {
			t.Errorf("%d pairs of kind %s: the bodies test too little (%v)", found[k], k, found)
		}
	}
}

// FuzzKinds compares kinds with their brute form.
func FuzzKinds(f *testing.F) {
	f.Add(byte(0), byte(1), 1.0, 0.0, 0.0, 0.0)
	f.Add(byte(2), byte(6), 2.0, 2.0, 2.0, 0.0)
	f.Add(byte(9), byte(3), 1.0, 0.5, 1.0, 0.3)
	f.Add(byte(4), byte(10), 0.5, 0.5, 0.5, 3.0)
	shapes := kindShapes()
	f.Fuzz(func(t *testing.T, i, j byte, x, y, z, turn float64) {
		for _, v := range []float64{x, y, z, turn} {
			if math.IsNaN(v) || math.Abs(v) > 1e100 {
				t.Skip("a place beyond what shapes of size 1 can be moved to")
			}
		}
		b := collide.Body{Name: "b", Shape: shapes[int(j)%len(shapes)], Pose: posedAt(geom.Identity.R, x, y, z)}
		if turn != 0 {
			q := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, turn)
			b.Pose.R = q.Matrix()
		}
		a := collide.Body{Name: "a", Shape: shapes[int(i)%len(shapes)], Pose: geom.Identity}
		want, got := kindOfPair(t, "brute", a, b), kindOfPair(t, "auto", a, b)
		if swapped := kindOfPair(t, "auto", b, a); got.Kind != want.Kind || got.Crossing != want.Crossing || swapped.Kind != want.Kind || swapped.Crossing != want.Crossing {
			t.Errorf("kind %q, exchanged %q, by brute force %q; crossing %v, %v, %v", got.Kind, swapped.Kind, want.Kind, got.Crossing, swapped.Crossing, want.Crossing)
		}
	})
}
