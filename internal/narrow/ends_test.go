package narrow

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// TestAntsOptions: what the documentation of AntsOptions gives as defaults and as ranges.
func TestAntsOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ o, want AntsOptions }{
		{AntsOptions{}, AntsOptions{0, 8, 8, 1, 2, 0.1, 8, 2, false, false}},
		{AntsOptions{9, 1, 2, 0.5, 0.5, 0.01, 3, 4, false, false}, AntsOptions{9, 1, 2, 0.5, 0.5, 0.01, 3, 4, false, false}},
		{AntsOptions{9, 1, 2, 0.4, 0.4, 0.009, 3, 4, false, false}, AntsOptions{9, 1, 2, 0.5, 0.5, 0.01, 3, 4, false, false}},
		{AntsOptions{9, 1, 2, 3, 5, 0.99, 3, 4, false, false}, AntsOptions{9, 1, 2, 3, 5, 0.99, 3, 4, false, false}},
		{AntsOptions{9, 1, 2, 3.1, 5.1, 0.995, 3, 4, false, false}, AntsOptions{9, 1, 2, 3, 5, 0.99, 3, 4, false, false}},
		{AntsOptions{0, -1, -1, -1, -1, -1, -1, -1, false, false}, AntsOptions{0, 8, 8, 1, 2, 0.1, 8, 2, false, false}},
	} {
		got := c.o
		if got.Fill(); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.o, got, c.want)
		}
	}
}

// TestUniform: numbers in [0, 1), as many in each tenth.
func TestUniform(t *testing.T) {
	t.Parallel()
	var c Colony
	var tenths [10]int
	for range 100000 {
		x := c.uniform()
		if !(x >= 0 && x < 1) {
			t.Fatalf("%g is not in [0, 1)", x)
		}
		tenths[int(10*x)]++
	}
	for i, n := range tenths {
		if n < 9500 || n > 10500 {
			t.Errorf("%d of 100000 are in tenth %d", n, i)
		}
	}
}

// TestEndsOfRigidity: a defect of 10⁻⁹ is the last that a descent in B's frame takes.
func TestEndsOfRigidity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		defect float64
		want   queryKind
	}{{0.999e-9, turned}, {1.001e-9, world}} {
		var a, b Surface
		v := geom.Vec{X: 1}
		// Row and column 2 are longer by half of the defect.
		a.set(v, &geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1 + c.defect/2}}, geom.AABB{Min: v, Max: v})
		b.set(v, &geom.Identity, geom.AABB{Min: v, Max: v})
		var q query
		if q.set(&a, &b); q.kind != c.want {
			t.Errorf("defect %g: the query is of kind %d, not %d", c.defect, q.kind, c.want)
		}
	}
}

// wedge is a triangle with one corner at x = far and an edge at x = near, of which Separated is led
// to believe that it is convex and that its first corner is the farthest.
func wedge(far, near float64) (Surface, *Features) {
	m := &mesh.Mesh{Vertices: []geom.Vec{{X: far}, {X: near, Y: 1}, {X: near, Y: -1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	s := surfaceOf(m)
	return s, &Features{mesh: m, tree: s.Tree, start: make([]uint32, 4)}
}

// TestSeparatedTrustsNoFeature: the vertices that a plane is set between are proposals. Another
// vertex of either surface may be nearer to it; within half of the pad nothing is proven.
func TestSeparatedTrustsNoFeature(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b float64 // of the nearest corners of A and B from the plane, in pads
		want bool
	}{{9, 9, true}, {0.6, 9, true}, {0.4, 9, false}, {9, 0.6, true}, {9, 0.4, false}, {-1, 9, false}, {9, -1, false}} {
		// The plane is X = 0; numbers along it are times a direction of length 0.75.
		pad := separationPad(2) / 0.75
		near := func(x float64) float64 {
			if x == 9 {
				return 0.5
			}
			return x * pad
		}
		sa, fa := wedge(1, near(c.a))
		sb, fb := wedge(-1, -near(c.b))
		w := Worker{Control: control()}
		x := Closest{dir: geom.Vec{X: 0.75}, set: true}
		var s Search
		s.Set(&sa, &sb)
		if got := w.Separated(&s, fa, fb, &x); got != c.want {
			t.Errorf("corners at %g and %g pads from the plane are separated: %v (direction %v)", c.a, c.b, got, x.dir)
		}
	}
}

// TestPiecesAreCounted: int16 counts the tests of a piece, whatever size is asked for.
func TestPiecesAreCounted(t *testing.T) {
	t.Parallel()
	a, b := ring(8, 4), ring(8, 4)
	d := newDuo(&a, &b, 8, FrontOptions{PieceSize: math.MaxInt})
	d.frame(control())
	if d.search.size < 1 || d.search.size > math.MaxInt16 {
		t.Errorf("pieces of up to %d tests", d.search.size)
	}
}
