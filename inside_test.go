package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// pointsAt returns points in the boxes of bodies, at their vertices and on their edges.
func pointsAt(r *rand.Rand, d *collide.Detector, bodies []collide.Body, n int) []geom.Vec {
	var points []geom.Vec
	for range n {
		i := r.IntN(len(bodies))
		b := d.Bounds(i)
		p := within(r, &b)
		if m, ok := bodies[i].Shape.(*collide.Model); ok && r.IntN(3) == 0 {
			t := d.Triangle(i, r.IntN(len(m.Mesh().Triangles)))
			if p = t[0]; r.IntN(2) == 0 {
				p = t[0].Scale(0.5).Add(t[1].Scale(0.5))
			}
		}
		if p.IsFinite() {
			points = append(points, p)
		}
	}
	return points
}

// TestContainingAgrees asks all methods in all scenes of the suite.
func TestContainingAgrees(t *testing.T) {
	t.Parallel()
	type answer struct {
		bodies []int
		err    string
	}
	ask := func(d *collide.Detector, p geom.Vec) answer {
		bodies, err := d.Containing(t.Context(), p)
		return answer{slices.Clone(bodies), fmt.Sprint(err)}
	}
	inside := 0
	for _, s := range conformance.Scenes() {
		brute := detectorFor(t, &s, methods.Brute())
		points := pointsAt(rand.New(rand.NewPCG(17, 9)), brute, s.Bodies, 10)
		var want []answer
		for _, p := range points {
			want = append(want, ask(brute, p))
			inside += len(want[len(want)-1].bodies)
		}
		for _, m := range table {
			d := detectorFor(t, &s, m)
			if d == nil {
				continue
			}
			for k, p := range points {
				for range 2 {
					if got := ask(d, p); got.err != want[k].err || !slices.Equal(got.bodies, want[k].bodies) {
						t.Errorf("%s, %s, %v: %v, want %v", s.Name, nameOf(m), p, got, want[k])
					}
				}
			}
			_ = d.Close()
		}
	}
	if inside < 50 {
		t.Errorf("only %d bodies contain a point", inside)
	}
}

// TestContainingOracle compares with winding numbers and convex combinations in rational
// numbers.
func TestContainingOracle(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, s := range conformance.Scenes() {
		if len(s.Bodies) > 40 {
			continue
		}
		d := detectorFor(t, &s, nil)
		for _, p := range pointsAt(rand.New(rand.NewPCG(17, 10)), d, s.Bodies, 6) {
			got, err := d.Containing(t.Context(), p)
			if err != nil {
				continue
			}
			compared++
			if want := oracleContaining(d, s.Bodies, p); !slices.Equal(got, want) {
				t.Errorf("%s: %v is in %v, want %v", s.Name, p, got, want)
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d points", compared)
	}
}

func oracleContaining(d *collide.Detector, bodies []collide.Body, p geom.Vec) (in []int) {
	for i := range bodies {
		if oracleContains(d, &bodies[i], i, p) {
			in = append(in, i)
		}
	}
	return in
}

// axisHolds decides in rational numbers whether a cylinder, or a capsule with its round ends, holds p.
func axisHolds(a, b geom.Vec, radius float64, round bool, p geom.Vec) bool {
	vec := func(v geom.Vec) (r [3]*big.Rat) {
		for k, x := range [3]float64{v.X, v.Y, v.Z} {
			r[k] = new(big.Rat).SetFloat64(x)
		}
		return r
	}
	dot := func(u, v [3]*big.Rat) *big.Rat {
		sum := new(big.Rat)
		for k := range u {
			sum.Add(sum, new(big.Rat).Mul(u[k], v[k]))
		}
		return sum
	}
	sub := func(u, v [3]*big.Rat) (r [3]*big.Rat) {
		for k := range u {
			r[k] = new(big.Rat).Sub(u[k], v[k])
		}
		return r
	}
	axis, fromA, fromB := sub(vec(b), vec(a)), sub(vec(p), vec(a)), sub(vec(p), vec(b))
	r := new(big.Rat).SetFloat64(radius)
	r.Mul(r, r)
	t, length := dot(fromA, axis), dot(axis, axis)
	switch {
	case t.Sign() < 0:
		return round && dot(fromA, fromA).Cmp(r) <= 0
	case t.Cmp(length) > 0:
		return round && dot(fromB, fromB).Cmp(r) <= 0
	}
	off := new(big.Rat).Mul(dot(fromA, fromA), length)
	return off.Sub(off, t.Mul(t, t)).Cmp(r.Mul(r, length)) <= 0
}

func oracleContains(d *collide.Detector, b *collide.Body, i int, p geom.Vec) bool {
	pose := b.Pose
	if pose == (geom.Pose{}) {
		pose = geom.Identity
	}
	switch s := b.Shape.(type) {
	case shape.Sphere:
		return oracle.Reaches(&geom.Sphere{Center: pose.Apply(s.Center), Radius: s.Radius}, []geom.Vec{p})
	case shape.Box:
		c := s.Corners()
		for k := range c {
			c[k] = pose.Apply(c[k])
		}
		return oracle.Meet([]geom.Vec{p}, c[:])
	case shape.Convex:
		var posed []geom.Vec
		for _, v := range s.Points {
			posed = append(posed, pose.Apply(v))
		}
		return oracle.Meet([]geom.Vec{p}, posed)
	case shape.HalfSpace:
		turn := geom.Pose{R: pose.R}
		return oracle.HalfSpaceMeets(pose.Apply(s.Point), turn.Apply(s.Normal), []geom.Vec{p}, 0)
	case shape.Capsule:
		return axisHolds(pose.Apply(s.A), pose.Apply(s.B), s.Radius, true, p)
	case shape.Cylinder:
		return axisHolds(pose.Apply(s.A), pose.Apply(s.B), s.Radius, false, p)
	case shape.Cone:
		return oracle.ConeMeets(pose.Apply(s.Base), pose.Apply(s.Apex), s.Radius, []geom.Vec{p})
	}
	if b := d.Bounds(i); !b.Contains(p) {
		return false
	}
	var triangles []geom.Triangle
	for k := range b.Shape.(*collide.Model).Mesh().Triangles {
		q := d.Triangle(i, k)
		if oracle.Meet([]geom.Vec{p}, q[:]) {
			return true
		}
		triangles = append(triangles, q)
	}
	return oracle.Winding(p, triangles) != 0
}

func TestContaining(t *testing.T) {
	open := cube()
	open.Triangles = open.Triangles[1:]
	d := detector(t, []collide.Body{
		{Name: "cube", Shape: collide.NewModel(cube())},
		{Name: "lid off", Shape: collide.NewModel(open), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}},
		{Name: "ball", Shape: shape.Sphere{Radius: 0.25}},
		{Name: "crate", Shape: shape.Box{Center: geom.Vec{X: 1}, Size: geom.Vec{X: 1, Y: 1, Z: 1}}},
	}, collide.Options{})
	half := math.Nextafter(0.25, 1)
	for _, c := range []struct {
		p    geom.Vec
		want []int
		open bool
	}{
		{geom.Vec{X: 0.125, Y: 0.125, Z: 0.125}, []int{0, 2}, false},
		{geom.Vec{X: 0.75, Y: 0.5, Z: 0.5}, []int{0, 3}, false},
		{geom.Vec{X: 0.25}, []int{0, 2}, false}, // on both
		{geom.Vec{X: half}, []int{0}, false},
		{geom.Vec{X: -0.25}, []int{2}, false},
		{geom.Vec{X: 1, Y: 1, Z: 1}, []int{0}, false},
		{geom.Vec{X: 5.25, Y: 0.5, Z: 0.5}, nil, true},
		{geom.Vec{X: 5, Y: 0, Z: 0}, []int{1}, false},
		{geom.Vec{X: 9}, nil, false},
	} {
		got, err := d.Containing(t.Context(), c.p)
		if !slices.Equal(got, c.want) || errors.Is(err, collide.ErrUndecided) != c.open || (err != nil) != c.open {
			t.Errorf("%v is in %v (%v), want %v", c.p, got, err, c.want)
		}
		if c.open && !strings.Contains(err.Error(), "whether lid off contains the point is undecided: it is not closed") {
			t.Errorf("the reason is %q", err)
		}
	}
	if got, err := d.Containing(t.Context(), geom.Vec{Y: math.NaN()}); err == nil || got != nil || errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("NaN: %v, %v", got, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := d.Containing(ended, geom.Vec{}); len(got) > 0 || !errors.Is(err, context.Canceled) || !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("ended: %v, %v", got, err)
	}
	if n := testing.AllocsPerRun(20, func() { _, _ = d.Containing(context.Background(), geom.Vec{X: 0.75, Y: 0.5, Z: 0.5}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestRaysInSolids: under Solid a ray that begins in a closed mesh hits it at once, and one that
// begins in the box of an open one is undecided.
func TestRaysInSolids(t *testing.T) {
	t.Parallel()
	open := cube()
	open.Triangles = open.Triangles[1:]
	d := detector(t, []collide.Body{
		{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}, Radius: 0.25}},
		{Name: "cube", Shape: collide.NewModel(cube())},
		{Name: "lid off", Shape: collide.NewModel(open), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}},
	}, collide.Options{Solid: true})
	up := geom.Vec{X: 0.01, Y: 0.02, Z: 1}
	center := geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}
	hits, err := d.RaycastAll(t.Context(), collide.Ray{Origin: center, Direction: up})
	if err != nil || len(hits) != 3 || hits[0] != (collide.Hit{}) || hits[1] != (collide.Hit{Body: 1, Triangle: -1}) || !(hits[2].T > 0) {
		t.Errorf("%v, %v", hits, err)
	}
	if h, err := d.Raycast(t.Context(), collide.Ray{Origin: center, Direction: up, Bodies: []int{2, 1, 1}}); err != nil || *h != (collide.Hit{Body: 1, Triangle: -1}) {
		t.Errorf("%v, %v", h, err)
	}
	// On the surface, the triangle is hit at 0.
	if h, err := d.Raycast(t.Context(), collide.Ray{Origin: geom.Vec{X: 0.5, Y: 0.25}, Direction: up}); err != nil || h.Body != 1 || h.Triangle < 0 || h.T != 0 {
		t.Errorf("%v, %v", h, err)
	}
	inOpen := collide.Ray{Origin: geom.Vec{X: 5.5, Y: 0.5, Z: 0.5}, Direction: geom.Vec{X: -1}}
	if h, err := d.Raycast(t.Context(), inOpen); !errors.Is(err, collide.ErrUndecided) || !errors.Is(err, collide.ErrIncomplete) || h.Body != 2 {
		t.Errorf("%v, %v", h, err)
	}
	inOpen.Bodies = []int{0, 1}
	if h, err := d.Raycast(t.Context(), inOpen); err != nil || h.Body != 1 || h.T != 4.5 {
		t.Errorf("%v, %v", h, err)
	}
}
