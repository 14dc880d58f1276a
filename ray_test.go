package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// raysInto returns rays at the bodies of a detector: at random, through vertices and middles of
// edges, along edges, along the axes and from within; some end at a hit.
func raysInto(r *rand.Rand, d *collide.Detector, bodies []collide.Body, n int) []collide.Ray {
	var rays []collide.Ray
	for range n {
		i := r.IntN(len(bodies))
		b := d.Bounds(i)
		if !b.Size().IsFinite() {
			continue
		}
		at := func() geom.Vec { return within(r, &b) }
		ray := collide.Ray{Origin: at().Add(geom.Vec{X: 3 * r.NormFloat64() * b.Size().MaxAbs()})}
		ray.Direction = at().Sub(ray.Origin)
		if m, ok := bodies[i].Shape.(*collide.Model); ok {
			t := d.Triangle(i, r.IntN(len(m.Mesh().Triangles)))
			switch r.IntN(5) {
			case 0:
				ray.Direction = t[0].Sub(ray.Origin)
			case 1:
				ray.Direction = t[0].Scale(0.5).Add(t[1].Scale(0.5)).Sub(ray.Origin)
			case 2:
				ray.Origin, ray.Direction = t[1], t[2].Sub(t[1])
			case 3:
				ray.Origin.Y, ray.Origin.Z, ray.Direction = t[0].Y, t[0].Z, geom.Vec{X: -1}
			}
		}
		if r.IntN(4) == 0 {
			ray.Max = 1
		}
		if r.IntN(6) == 0 {
			ray.Direction = ray.Direction.Scale(0x1p-300)
		}
		if ray.Direction != (geom.Vec{}) && ray.Direction.IsFinite() && ray.Origin.IsFinite() {
			rays = append(rays, ray)
		}
	}
	return rays
}

func within(r *rand.Rand, b *geom.AABB) geom.Vec {
	s := b.Size()
	return b.Min.Add(geom.Vec{X: s.X * r.Float64(), Y: s.Y * r.Float64(), Z: s.Z * r.Float64()})
}

// oracleHits are the hits of a ray at meshes and boxes by linear programs over rationals.
func oracleHits(d *collide.Detector, bodies []collide.Body, ray collide.Ray) []collide.Hit {
	type exact struct {
		collide.Hit
		t *big.Rat
	}
	var hits []exact
	test := func(body, triangle int, points []geom.Vec) {
		t := oracle.Entry(ray.Origin, ray.Direction, points)
		if t == nil || ray.Max > 0 && t.Cmp(new(big.Rat).SetFloat64(ray.Max)) > 0 {
			return
		}
		x, _ := t.Float64()
		if x == 0 && t.Sign() > 0 {
			x = math.SmallestNonzeroFloat64
		}
		hits = append(hits, exact{collide.Hit{Body: body, Triangle: triangle, T: x}, t})
	}
	for i := range bodies {
		switch s := bodies[i].Shape.(type) {
		case *collide.Model:
			for k := range s.Mesh().Triangles {
				t := d.Triangle(i, k)
				test(i, k, t[:])
			}
		case shape.Box:
			c := s.Corners()
			for k := range c {
				c[k] = bodies[i].Pose.Apply(c[k])
			}
			test(i, 0, c[:])
		}
	}
	slices.SortStableFunc(hits, func(a, b exact) int { return a.t.Cmp(b.t) })
	var out []collide.Hit
	for _, h := range hits {
		out = append(out, h.Hit)
	}
	return out
}

// TestRaysAgree asks all methods for the hits in all scenes of the suite: brute's are those
// of the others.
func TestRaysAgree(t *testing.T) {
	t.Parallel()
	total := 0
	for i, s := range conformance.Scenes() {
		brute := detectorFor(t, &s, methods.Brute())
		want := make(map[int][]collide.Hit)
		rays := raysInto(rand.New(rand.NewPCG(17, 5)), brute, s.Bodies, require.Cases(8, 4))
		refused := make(map[int]bool) // rays are not cast at capsules and cylinders, by any method
		for k, ray := range rays {
			hits, err := brute.RaycastAll(context.Background(), ray)
			if refused[k] = errors.Is(err, collide.ErrUnsupported); refused[k] {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			want[k] = slices.Clone(hits)
			total += len(hits)
		}
		for k, m := range table {
			if k > 0 && k%3 != i%3 && !require.Full() {
				continue // methods but auto share the scenes out
			}
			d := detectorFor(t, &s, m)
			if d == nil {
				continue
			}
			for k, ray := range rays {
				if refused[k] {
					if _, err := d.RaycastAll(context.Background(), ray); !errors.Is(err, collide.ErrUnsupported) {
						t.Errorf("%s, %s, %+v: %v; brute refuses it", s.Name, nameOf(m), ray, err)
					}
					continue
				}
				if err := sameHits(d, ray, want[k]); err != nil {
					t.Errorf("%s, %s, %+v: %v", s.Name, nameOf(m), ray, err)
				}
			}
			_ = d.Close()
		}
	}
	if total < 300 {
		t.Errorf("only %d hits", total)
	}
}

// detectorFor returns nil where the method does not take the scene.
func detectorFor(t *testing.T, s *conformance.Scene, m collide.Method) *collide.Detector {
	t.Helper()
	d, err := collide.NewDetector(s.Bodies, collide.Options{Method: m, Workers: 2})
	if errors.Is(err, collide.ErrUnsupported) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	return d
}

// sameHits compares all hits, twice, and the first one, among all bodies and of the body that has it.
func sameHits(d *collide.Detector, ray collide.Ray, want []collide.Hit) error {
	ctx := context.Background()
	for range 2 {
		got, err := d.RaycastAll(ctx, ray)
		if err != nil || !slices.Equal(got, want) {
			return fmt.Errorf("%v (%w), want %v", got, err, want)
		}
	}
	first, err := d.Raycast(ctx, ray)
	if err != nil || (first == nil) != (len(want) == 0) || first != nil && *first != want[0] {
		return fmt.Errorf("first %v (%w), want %v", first, err, want)
	}
	if first == nil {
		return nil
	}
	ray.Bodies = []int{want[0].Body, want[0].Body}
	if first, err = d.Raycast(ctx, ray); err != nil || first == nil || *first != want[0] {
		return fmt.Errorf("first of body %d: %v (%w), want %v", want[0].Body, first, err, want[0])
	}
	return nil
}

// TestRaysOracle compares hits of meshes and boxes with an oracle that shares no code.
func TestRaysOracle(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, s := range conformance.Scenes() {
		primitives, spheres := 0, false
		for i := range s.Bodies {
			switch b := s.Bodies[i].Shape.(type) {
			case *collide.Model:
				primitives += len(b.Mesh().Triangles)
			case shape.Sphere:
				spheres = true
			default:
				primitives += 20
			}
		}
		if spheres || primitives > 120 {
			continue
		}
		d := detectorFor(t, &s, nil)
		for _, ray := range raysInto(rand.New(rand.NewPCG(17, 6)), d, s.Bodies, require.Cases(3, 1)) {
			if err := sameHits(d, ray, oracleHits(d, s.Bodies, ray)); err != nil {
				t.Errorf("%s, %+v: %v", s.Name, ray, err)
			}
			compared++
		}
	}
	if compared < require.Cases(20, 8) {
		t.Errorf("only %d rays", compared)
	}
}

// cubeAnd returns a detector of a cube, a ball and a box in a row along X.
func cubeAnd(t *testing.T, opt collide.Options) *collide.Detector {
	t.Helper()
	d, err := collide.NewDetector([]collide.Body{
		{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 8}, Radius: 1}},
		{Name: "cube", Shape: collide.NewModel(cube())},
		{Name: "box", Shape: shape.Box{Center: geom.Vec{X: 4}, Size: geom.Vec{X: 2, Y: 2, Z: 2}}},
	}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRayOrder(t *testing.T) {
	d := cubeAnd(t, collide.Options{})
	ctx := context.Background()
	hits, err := d.RaycastAll(ctx, collide.Ray{Origin: geom.Vec{X: -9, Y: 0.25, Z: 0.125}, Direction: geom.Vec{X: 2}})
	if err != nil || len(hits) != 4 || hits[0].T != 4.5 || hits[1].T != 5 || hits[2] != (collide.Hit{Body: 2, T: 6}) || hits[3].Body != 0 {
		t.Errorf("%v, %v", hits, err)
	}
	// Through the middle of a face, where two triangles share an edge, from within, and not at all.
	if hits, err = d.RaycastAll(ctx, collide.Ray{Origin: geom.Vec{X: -8, Y: 0.5, Z: 0.5}, Direction: geom.Vec{X: 1}, Max: 8}); err != nil || len(hits) != 2 || hits[0].T != 8 || hits[1].T != 8 || hits[0].Triangle >= hits[1].Triangle {
		t.Errorf("%v, %v", hits, err)
	}
	if h, err := d.Raycast(ctx, collide.Ray{Origin: geom.Vec{X: 8.5}, Direction: geom.Vec{X: 1}}); err != nil || *h != (collide.Hit{}) {
		t.Errorf("from within the ball: %v, %v", h, err)
	}
	if h, err := d.Raycast(ctx, collide.Ray{Origin: geom.Vec{X: -9}, Direction: geom.Vec{X: -1}}); err != nil || h != nil {
		t.Errorf("away from all: %v, %v", h, err)
	}
	if h, err := d.Raycast(ctx, collide.Ray{Origin: geom.Vec{X: -9}, Direction: geom.Vec{X: 1}, Bodies: []int{}}); err != nil || h != nil {
		t.Errorf("no body: %v, %v", h, err)
	}
	d.Remove(1)
	if h, err := d.Raycast(ctx, collide.Ray{Origin: geom.Vec{X: -9}, Direction: geom.Vec{X: 1}}); err != nil || *h != (collide.Hit{Body: 2, T: 12}) {
		t.Errorf("without the cube: %v, %v", h, err)
	}
}

func TestRayErrors(t *testing.T) {
	d := cubeAnd(t, collide.Options{})
	x, nan, inf := geom.Vec{X: 1}, math.NaN(), math.Inf(1)
	for _, r := range []collide.Ray{
		{}, {Origin: x}, {Direction: geom.Vec{Y: nan}}, {Direction: geom.Vec{Z: inf}}, {Origin: geom.Vec{X: -inf}, Direction: x},
		{Direction: x, Max: nan}, {Direction: x, Max: -1},
	} {
		if h, err := d.Raycast(context.Background(), r); err == nil || h != nil || errors.Is(err, collide.ErrIncomplete) {
			t.Errorf("%v: %v, %v", r, h, err)
		}
	}
	want := "collide: Raycast of body 3, the detector has 3"
	if got := panicOf(func() { _, _ = d.Raycast(context.Background(), collide.Ray{Direction: x, Bodies: []int{3}}) }); got != want {
		t.Errorf("panic %q, want %q", got, want)
	}
}

// TestRayIncomplete: whatever ends a query shows, and what comes with it is a hit.
func TestRayIncomplete(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	ray := collide.Ray{Origin: geom.Vec{X: -9, Y: 0.1}, Direction: geom.Vec{X: 1}}
	for name, c := range map[string]struct {
		ctx context.Context
		opt collide.Options
	}{
		"context": {ctx: ended},
		"time":    {context.Background(), collide.Options{Budget: collide.Budget{Time: 1}}},
		"brute":   {context.Background(), collide.Options{Method: methods.Brute(), Budget: collide.Budget{Time: time.Nanosecond}}},
	} {
		d := cubeAnd(t, c.opt)
		if h, err := d.Raycast(c.ctx, ray); !errors.Is(err, collide.ErrIncomplete) || h != nil {
			t.Errorf("%s: %v, %v", name, h, err)
		}
		if h, err := d.RaycastAll(c.ctx, ray); !errors.Is(err, collide.ErrIncomplete) || len(h) > 0 {
			t.Errorf("%s: %v, %v", name, h, err)
		}
	}
	for steps := int64(1); ; steps++ {
		d := manyCubes(t, collide.Options{Budget: collide.Budget{Steps: steps}})
		h, err := d.Raycast(context.Background(), ray)
		if err == nil {
			if steps == 1 || h == nil {
				t.Errorf("with %d steps: %v", steps, h)
			}
			break
		}
		if !errors.Is(err, collide.ErrBudget) || !errors.Is(err, collide.ErrIncomplete) {
			t.Fatal(err)
		}
	}
}

// manyCubes returns a detector of 40 cubes along X.
func manyCubes(t *testing.T, opt collide.Options) *collide.Detector {
	t.Helper()
	var bodies []collide.Body
	m := collide.NewModel(cube())
	for i := range 40 {
		bodies = append(bodies, collide.Body{Shape: m, Pose: geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, 0.1*float64(i)).Matrix(), T: geom.Vec{X: 4 * float64(40-i)}}})
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRaysFollowBodies: the tree over the bodies is never that of poses before.
func TestRaysFollowBodies(t *testing.T) {
	d, brute := manyCubes(t, collide.Options{}), manyCubes(t, collide.Options{Method: methods.Brute()})
	r := rand.New(rand.NewPCG(17, 7))
	ctx := context.Background()
	for step := range 60 {
		if step%3 == 0 {
			i := r.IntN(40)
			p := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 160 * r.Float64(), Y: r.NormFloat64()}}
			for _, d := range []*collide.Detector{d, brute} {
				if err := d.SetPose(i, p); err != nil {
					t.Fatal(err)
				}
			}
		}
		ray := collide.Ray{Origin: geom.Vec{X: -9, Y: r.NormFloat64()}, Direction: geom.Vec{X: 1, Y: 0.01 * r.NormFloat64()}}
		want, err := brute.RaycastAll(ctx, ray)
		if err != nil {
			t.Fatal(err)
		}
		if err := sameHits(d, ray, slices.Clone(want)); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
	}
}

func TestRaycastDoesNotAllocate(t *testing.T) {
	d := manyCubes(t, collide.Options{})
	ctx := context.Background()
	ray := collide.Ray{Origin: geom.Vec{X: -9}, Direction: geom.Vec{X: 1, Y: 0.001}}
	cast := func() {
		hits, err := d.RaycastAll(ctx, ray)
		if err != nil || len(hits) == 0 {
			t.Fatal(hits, err)
		}
		if h, err := d.Raycast(ctx, ray); err != nil || h == nil {
			t.Fatal(h, err)
		}
	}
	cast()
	if n := testing.AllocsPerRun(20, cast); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
