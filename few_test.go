package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// orientedBoxes is what Stats.BroadPhase says where auto tested few bodies without world boxes.
const orientedBoxes = string(broad.ChoseOriented)

// fewBrick is a mesh of a box from one corner to the other, either way round.
func fewBrick(from, to geom.Vec) *collide.Model {
	m := &mesh.Mesh{Triangles: [][3]uint32{
		{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7}, {0, 5, 1}, {0, 4, 5}, {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 7, 3}, {1, 5, 7},
	}}
	for i := range 8 {
		v := from
		if i&4 != 0 {
			v.X = to.X
		}
		if i&2 != 0 {
			v.Y = to.Y
		}
		if i&1 != 0 {
			v.Z = to.Z
		}
		m.Vertices = append(m.Vertices, v)
	}
	return collide.NewModel(m)
}

// TestFewBodiesThatTouchInACorner: two bricks meet in one corner, which is exactly the same point of the world, and their boxes and some
// of their balls in no more. Every bound of what auto tests of few bodies is on its edge there.
func TestFewBodiesThatTouchInACorner(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20, 3))
	for _, scale := range []float64{1, 0x1p-60, 0x1p-1040, 0x1p300} {
		side := func() float64 { return scale * (0.1 + r.Float64()) }
		a := geom.Vec{X: side(), Y: side(), Z: side()}
		b := a.Scale(0.25 + r.Float64()) // diagonals in a line: there balls touch in the corner, too
		far := shape.Sphere{Radius: scale}
		d := detector(t, []collide.Body{
			{Name: "a", Shape: fewBrick(a.Scale(-1), geom.Vec{})}, {Name: "b", Shape: fewBrick(geom.Vec{}, b)}, {Name: "far", Shape: far},
		}, collide.Options{First: r.IntN(2) == 0})
		for range require.Cases(20000, 300) {
			pose, other := turned(r, 6*r.Float64()), turned(r, 6*r.Float64())
			pose.T = direction(r).Scale(scale * r.Float64() * 4)
			switch r.IntN(3) {
			case 0:
				other = pose
			case 1: // an edge of b along an edge of a
				turn := geom.Pose{R: geom.AxisAngle([]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}[r.IntN(3)], r.Float64()).Matrix()}
				other = pose.Compose(&turn)
			}
			other.T = pose.T
			if _, err := d.SetPoses([]geom.Pose{pose, other, {R: geom.Identity.R, T: pose.T.Add(geom.Vec{X: 9 * scale})}}); err != nil {
				t.Fatal(err)
			}
			res := answer(t, d)
			if res.Verdict != collide.InContact || res.Stats.BroadPhase != orientedBoxes && res.Stats.BroadPhase != recalled {
				t.Fatalf("at scale %g: %v by %q; want a contact in the corner\n%v\n%v", scale, res.Verdict, res.Stats.BroadPhase, pose, other)
			}
		}
	}
}

// TestFewBodiesAgainstBrute: three to nine bodies of all shapes move, stop, are scaled and sheared, are permitted to touch, come and
// go. Contacts are those of brute.
func TestFewBodiesAgainstBrute(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20, 4))
	oriented := 0
	for range require.Cases(200, 12) {
		bodies := make([]collide.Body, 3+r.IntN(7))
		for i := range bodies {
			bodies[i] = collide.Body{Shape: fewShape(r), Pose: fewPose(r), Immovable: r.IntN(4) == 0}
		}
		opt := collide.Options{Skip: [][2]int{{0, 1}}}
		auto := detector(t, bodies, opt)
		opt.Method = methods.Brute()
		brute := detector(t, bodies, opt)
		for range 40 {
			change := fewChange(r, len(bodies))
			change(auto)
			change(brute)
			got, want := answer(t, auto), answer(t, brute)
			if got.Hash() != want.Hash() || got.Verdict != want.Verdict {
				t.Fatalf("auto found %d contacts and is %v, brute found %d and is %v", len(got.Contacts), got.Verdict, len(want.Contacts), want.Verdict)
			}
			if got.Stats.BroadPhase == orientedBoxes {
				oriented++
			}
		}
	}
	if oriented == 0 {
		t.Error("no query looked at oriented boxes")
	}
}

func fewShape(r *rand.Rand) collide.Shape {
	size := geom.Vec{X: 0.1 + r.Float64(), Y: 0.1 + r.Float64(), Z: 0.1 + r.Float64()}
	switch r.IntN(6) {
	case 0:
		return shape.Box{Size: size}
	case 1:
		return shape.Sphere{Center: size, Radius: size.X / 2}
	case 2:
		return shape.Capsule{B: size, Radius: 0.2}
	}
	return fewBrick(size.Scale(-0.5), size)
}

// fewPose is a rotation, seldom one along the axes, or another matrix for a mesh or box.
func fewPose(r *rand.Rand) geom.Pose {
	p := turned(r, 6*r.Float64())
	if r.IntN(4) == 0 {
		p = geom.Identity
	}
	p.T = geom.Vec{X: float64(r.IntN(5)) / 4, Y: float64(r.IntN(5)) / 4, Z: float64(r.IntN(9)) / 8}.Scale(2)
	return p
}

// fewChange draws what happens to a detector.
func fewChange(r *rand.Rand, bodies int) func(*collide.Detector) {
	i, pose, bent := r.IntN(bodies), fewPose(r), r.IntN(5) == 0
	sheared := pose
	sheared.R[1] += r.Float64()
	sheared.R[4] *= math.Exp(r.Float64() - 0.5)
	allowed, j, what := r.IntN(2) == 0, (i+1+r.IntN(bodies-1))%bodies, r.IntN(8)
	body := collide.Body{Shape: fewShape(r), Pose: pose}
	return func(d *collide.Detector) {
		switch {
		case what == 0:
			d.Allow(i, j, allowed)
		case what == 1:
			d.Remove(i)
			if _, err := d.Add(body); err != nil {
				panic(err)
			}
		case what == 2: // a query of another kind brings all up to date
			_, _, _ = d.Distance(context.Background())
		case !bent || d.SetPose(i, sheared) != nil:
			if err := d.SetPose(i, pose); err != nil {
				panic(err)
			}
		}
	}
}
