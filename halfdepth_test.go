package collide_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// A half space of a test, and where another body is: along its normal, n.
var halfFrames = []struct {
	name   string
	normal geom.Vec
	turn   geom.Mat // takes Z to the normal
	slack  float64  // of what the turn rounds, 0 for none
}{
	{"a floor", geom.Vec{Z: 2}, geom.Identity.R, 0},
	{"a wall", geom.Vec{X: 0.5}, geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2).Matrix(), 1e-15},
	{"a slope", geom.Vec{X: 3, Y: 0, Z: 4}, geom.AxisAngle(geom.Vec{Y: 1}, math.Atan2(3, 4)).Matrix(), 1e-15},
}

// TestDepthInHalfSpaces compares bodies on floors and slopes with elementary geometry, in both orders, in several sizes.
func TestDepthInHalfSpaces(t *testing.T) {
	t.Parallel()
	cube := shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}
	edge := geom.AxisAngle(geom.Vec{X: 1}, math.Pi/4).Matrix()
	one := geom.Identity.R
	var corners []geom.Vec
	for i := range 8 {
		corners = append(corners, geom.Vec{X: float64(i&1*2 - 1), Y: float64(i>>1&1*2 - 1), Z: float64(i>>2*2 - 1)})
	}
	for _, c := range []struct {
		name         string
		what         collide.Shape
		turn         geom.Mat
		z            float64
		depth, width float64
		exact        bool // on a floor
	}{
		{"a cube", cube, one, 0.75, 0.25, 0.25, true},
		{"a deep cube", cube, one, -3, 4, 2, false},
		{"a cube far below", cube, one, -5000, 5001, 2, false},
		{"a cube on its edge", cube, edge, math.Sqrt2 - 0.25, 0.25, 0.5 * (math.Sqrt2 - 1), false},
		{"a hull", shape.Convex{Points: corners}, one, 0.75, 0.25, 0.25, true},
		{"a mesh", collide.NewModel(cuboid("cube", geom.Vec{X: -1, Y: -1, Z: -1}, geom.Vec{X: 1, Y: 1, Z: 1})), one, 0.75, 0.25, 0.25, true},
		{"a mesh on its edge", collide.NewModel(cuboid("cube", geom.Vec{X: -1, Y: -1, Z: -1}, geom.Vec{X: 1, Y: 1, Z: 1})), edge, math.Sqrt2 - 0.25, 0.25, 0.5 * (math.Sqrt2 - 1), false},
		{"a mesh beneath", collide.NewModel(cuboid("cube", geom.Vec{X: -1, Y: -1, Z: -1}, geom.Vec{X: 1, Y: 1, Z: 1})), one, -1.5, 2.5, 2, false},
		{"a cap of a ball", shape.Sphere{Radius: 1}, one, 0.75, 0.25, 0.25, true},
		{"a ball", shape.Sphere{Radius: 1}, one, -2, 3, 2, true},
		{"a capsule", shape.Capsule{A: geom.Vec{X: -1, Z: 1}, B: geom.Vec{X: 1}, Radius: 0.5}, one, 0.25, 0.25, 0.25, true},
		{"a deep capsule", shape.Capsule{A: geom.Vec{X: -1, Z: 1}, B: geom.Vec{X: 1}, Radius: 0.5}, one, -1, 1.5, 1, true},
	} {
		for _, f := range halfFrames {
			for _, size := range []float64{1, 0x1p-40, 0x1p300, 0x1p-300} {
				for _, swapped := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s, %s %g %v", c.name, f.name, size, swapped), func(t *testing.T) {
						t.Parallel()
						at := geom.Vec{X: 30, Y: -5, Z: 7}
						pose := geom.Pose{R: f.turn.Mul(&c.turn), T: at.Add(f.turn.MulVec(geom.Vec{Z: c.z}))}
						half := shape.HalfSpace{Point: at.Scale(size), Normal: f.normal}
						bodies := []collide.Body{{Name: "half", Shape: half}, {Name: "other", Shape: sizedShape(c.what, size), Pose: sized(pose, size)}}
						if swapped {
							bodies[0], bodies[1] = bodies[1], bodies[0]
						}
						d := detector(t, bodies, collide.Options{Depths: true, Pieces: true})
						r, err := d.Detect(t.Context())
						if err != nil || len(r.Pairs) != 1 {
							t.Fatal(err, r.Pairs)
						}
						checkHalfDepth(t, &r.Pairs[0], c.depth*size, c.width*size, size, c.exact && f.slack == 0)
						checkHalfWithin(t, d, &r.Pairs[0])
					})
				}
			}
		}
	}
}

// checkHalfDepth compares the bounds of a pair with what they should hold.
func checkHalfDepth(t *testing.T, p *collide.Pair, depth, width, size float64, exact bool) {
	t.Helper()
	slack := 1e-12 * max(size, depth)
	if !holds(p.Depth, depth, slack) || p.Depth[1] > math.Nextafter(p.Depth[0], math.Inf(1)) {
		t.Errorf("depth %v, want %v (%s)", p.Depth, depth, p.Reason)
	}
	if !holds(p.Width, width, slack) || p.Width[1]-p.Width[0] > max(0.01*p.Width[1], 1e-5*size) {
		t.Errorf("width %v, want %v (%s)", p.Width, width, p.Reason)
	}
	if exact && (p.Depth[0] != depth || p.Depth[1] != depth) {
		t.Errorf("depth %v, want %v and no more", p.Depth, depth)
	}
}

// checkHalfWithin: limits around the depth are decided, the one that it is included.
func checkHalfWithin(t *testing.T, d *collide.Detector, p *collide.Pair) {
	t.Helper()
	for _, c := range []struct {
		limit float64
		want  bool
	}{{math.Nextafter(p.Depth[0], 0), false}, {p.Depth[0], p.Depth[0] == p.Depth[1]}, {p.Depth[1], true}, {4 * p.Depth[1], true}} {
		fresh := *p
		fresh.Depth, fresh.Width = [2]float64{}, [2]float64{}
		if ok, err := d.DepthWithin(t.Context(), &fresh, c.limit); ok != c.want || err != nil {
			t.Errorf("within %v of %v: %v, %v", c.limit, p.Depth, ok, err)
		}
	}
}

// sizedShape is scaled for all solids.
func sizedShape(s collide.Shape, size float64) collide.Shape {
	switch s := s.(type) {
	case shape.Convex:
		var points []geom.Vec
		for _, p := range s.Points {
			points = append(points, p.Scale(size))
		}
		return shape.Convex{Points: points}
	case shape.Cylinder:
		return shape.Cylinder{A: s.A.Scale(size), B: s.B.Scale(size), Radius: s.Radius * size}
	case shape.Capsule:
		return shape.Capsule{A: s.A.Scale(size), B: s.B.Scale(size), Radius: s.Radius * size}
	case shape.Cone:
		return shape.Cone{Base: s.Base.Scale(size), Apex: s.Apex.Scale(size), Radius: s.Radius * size}
	case shape.HalfSpace:
		return shape.HalfSpace{Point: s.Point.Scale(size), Normal: s.Normal}
	}
	return scaled(s, size)
}

// TestHalfSpaceHasNoDepth: what has no number, and why.
func TestHalfSpaceHasNoDepth(t *testing.T) {
	t.Parallel()
	floor := collide.Body{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}}
	open := cuboid("open", geom.Vec{X: -1, Y: -1, Z: -1}, geom.Vec{X: 1, Y: 1, Z: 1})
	open.Triangles = open.Triangles[1:]
	for _, c := range []struct {
		what   collide.Shape
		reason string
	}{
		{shape.HalfSpace{Normal: geom.Vec{X: 1}}, "depth of floor and other: two half spaces have no end: their depth is not measured"},
		{collide.NewModel(open), "kind of floor and other: other is not closed: the edge from (-1, -1, -1) to (-1, 1, -1) has no triangle along it and triangle 8 against it"},
	} {
		r, err := detector(t, []collide.Body{floor, {Name: "other", Shape: c.what}}, collide.Options{Depths: true}).Detect(t.Context())
		if p := r.Pairs[0]; p.Depth != [2]float64{0, math.Inf(1)} || p.Width != p.Depth || p.Reason != c.reason {
			t.Errorf("%T: depth %v, %s, %v", c.what, p.Depth, p.Reason, err)
		}
	}
	cube := collide.Body{Name: "cube", Shape: shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}}
	for _, pair := range [][2]collide.Body{{floor, cube}, {cube, floor}} {
		if got, err := collide.Parting(t.Context(), pair[0], pair[1], geom.Vec{Z: 1}, collide.Options{}); !errors.Is(err, collide.ErrUndecided) || got != [2]float64{0, math.Inf(1)} {
			t.Errorf("the way out: %v, %v", got, err)
		}
	}
}

// TestHalfSpacePieces: the box of a piece ends at the plane, with that of every triangle; the error of its point shrinks with it.
func TestHalfSpacePieces(t *testing.T) {
	t.Parallel()
	low := geom.Vec{X: -1, Y: -1, Z: -1}
	for _, c := range []struct {
		what  collide.Shape
		error float64
	}{
		{shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, 2.125}, {shape.Sphere{Radius: 1}, 2.125}, {collide.NewModel(cuboid("cube", low, low.Scale(-1))), 1.125},
	} {
		for _, z := range []float64{-0.75, 0.5} {
			bodies := []collide.Body{{Name: "floor", Shape: shape.HalfSpace{Point: geom.Vec{X: 9, Z: z}, Normal: geom.Vec{Z: 1}}}, {Name: "other", Shape: c.what}}
			d := detector(t, bodies, collide.Options{Kinds: true, Pieces: true})
			r, err := d.Detect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			piece := r.Pairs[0].Pieces[0]
			want := geom.AABB{Min: low, Max: geom.Vec{X: 1, Y: 1, Z: z}}
			if wide := want.Inflated(1e-15); !piece.Box.Encloses(&want) || !wide.Encloses(&piece.Box) || piece.Box.Max.Z != z {
				t.Errorf("%T, floor at %v: box %v, want %v", c.what, z, piece.Box, want)
			}
			if z < 0 && math.Abs(piece.PointError-c.error) > 1e-9 {
				t.Errorf("%T, floor at %v: point within %v, want %v", c.what, z, piece.PointError, c.error)
			}
			for _, contact := range piece.Contacts {
				x := d.Witness(contact)
				for _, p := range x.Points[:x.N] {
					if p.Z > z {
						t.Errorf("%T: %v is above the floor at %v", c.what, p, z)
					}
				}
			}
		}
	}
}
