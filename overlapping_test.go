package collide_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// partners returns the bodies that brute finds in contact with the last one, and whether
// another is undecided.
func partners(t *testing.T, s *conformance.Scene, bodies []collide.Body) (with []int, open bool) {
	t.Helper()
	last := len(bodies) - 1
	movable := slices.Clone(bodies)
	movable[last].Immovable = false
	d, err := collide.NewDetector(movable, collide.Options{Method: methods.Brute(), Solid: s.Solid})
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	r, err := d.Detect(t.Context())
	if r == nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.B != last {
			continue
		}
		if p.Verdict == collide.InContact {
			with = append(with, p.A)
		} else {
			open = true
		}
	}
	return with, open
}

// TestOverlappingAgrees: the bodies that one would touch are those that brute finds it in contact
// with once it is there, by every method.
func TestOverlappingAgrees(t *testing.T) {
	t.Parallel()
	total := 0
	for i, s := range conformance.Scenes() {
		for turn := range min(len(s.Bodies), require.Cases(3, 2)) {
			bodies := append(slices.Clone(s.Bodies[turn:]), s.Bodies[:turn]...)
			last := len(bodies) - 1
			want, open := partners(t, &s, bodies)
			total += len(want)
			for k, m := range table {
				if n := require.Samples(6, 6, 9); !require.Full() && k%n != (i+2*turn)%n {
					continue // methods share the scenes and their turns out
				}
				d, err := collide.NewDetector(bodies[:last], collide.Options{Method: m, Workers: 2, Solid: s.Solid})
				if errors.Is(err, collide.ErrUnsupported) {
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", s.Name, err)
				}
				for range require.Cases(3, 2) {
					got, err := d.Overlapping(t.Context(), bodies[last])
					if !slices.Equal(got, want) || errors.Is(err, collide.ErrUndecided) != open || (err != nil) != open {
						t.Errorf("%s, %s: body %d overlaps %v (%v), want %v", s.Name, nameOf(m), (last+turn)%len(bodies), got, err, want)
					}
				}
				_ = d.Close()
			}
		}
	}
	if total < require.Cases(50, 25) {
		t.Errorf("only %d bodies overlap", total)
	}
}

func TestOverlapping(t *testing.T) {
	var bodies []collide.Body
	m := collide.NewModel(cube())
	for i := range 50 {
		bodies = append(bodies, collide.Body{Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 2 * float64(i)}}, Immovable: true})
	}
	d := detector(t, bodies, collide.Options{})
	ctx := context.Background()
	ball := func(x, radius float64) collide.Body {
		return collide.Body{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: x, Y: 0.5, Z: 0.5}, Radius: radius}}
	}
	check := func(b collide.Body, want ...int) {
		t.Helper()
		if got, err := d.Overlapping(ctx, b); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	for range 3 { // without and with a tree over the bodies
		check(ball(1.5, 0.5), 0, 1)
		check(ball(1.5, math.Nextafter(0.5, 0)))
		check(ball(0.5, 0.25)) // within the cube, a surface
		check(collide.Body{Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 6.5}}}, 3)
		check(collide.Body{Shape: m}, 0)
		check(collide.Body{Shape: shape.Box{Center: geom.Vec{X: 20}, Size: geom.Vec{X: 4, Y: 1, Z: 1}}}, 9, 10, 11)
	}
	if got, err := d.Overlapping(ctx, ball(0, -1)); err == nil || got != nil || errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("a bad ball: %v, %v", got, err)
	}
	if got, err := d.Overlapping(ctx, collide.Body{Shape: m, Pose: geom.Pose{R: geom.Mat{math.NaN()}}}); err == nil || got != nil {
		t.Errorf("a bad pose: %v, %v", got, err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if got, err := d.Overlapping(ended, ball(1.5, 0.5)); len(got) > 0 || !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("ended: %v, %v", got, err)
	}
	d.Remove(1)
	check(ball(1.5, 0.5), 0)
	if d.Len() != 50 {
		t.Errorf("%d bodies", d.Len())
	}
	var probe collide.Shape = shape.Sphere{Center: geom.Vec{X: 20.3, Y: 0.4, Z: 0.3}, Radius: 4.1}
	mesh := collide.Body{Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 6.5}}}
	ask := func() {
		if got, err := d.Overlapping(ctx, collide.Body{Shape: probe}); err != nil || len(got) == 0 {
			t.Fatal(got, err)
		}
		if got, err := d.Overlapping(ctx, mesh); err != nil || len(got) == 0 {
			t.Fatal(got, err)
		}
	}
	ask()
	if n := testing.AllocsPerRun(20, ask); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestOverlappingBudget: whatever number of steps, what is found overlaps, and what is complete
// is all.
func TestOverlappingBudget(t *testing.T) {
	var bodies []collide.Body
	m := collide.NewModel(cube())
	for i := range 50 {
		bodies = append(bodies, collide.Body{Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.01 * float64(i)}}})
	}
	for steps := int64(1); ; steps *= 2 {
		d := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: steps}})
		got, err := d.Overlapping(context.Background(), collide.Body{Shape: m})
		if err == nil {
			if len(got) != 50 || steps < 50 {
				t.Errorf("%d bodies within %d steps", len(got), steps)
			}
			return
		}
		if !errors.Is(err, collide.ErrBudget) || !errors.Is(err, collide.ErrIncomplete) {
			t.Fatal(err)
		}
	}
}

func TestOverlappingSolids(t *testing.T) {
	t.Parallel()
	open := cube()
	open.Triangles = open.Triangles[1:]
	d := detector(t, []collide.Body{
		{Name: "cube", Shape: collide.NewModel(cube())},
		{Name: "lid off", Shape: collide.NewModel(open), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}},
	}, collide.Options{Solid: true})
	small := geom.Pose{R: geom.Mat{0.25, 0, 0, 0, 0.25, 0, 0, 0, 0.25}, T: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}}
	inCube := collide.Body{Shape: collide.NewModel(cube()), Pose: small}
	if got, err := d.Overlapping(t.Context(), inCube); err != nil || !slices.Equal(got, []int{0}) {
		t.Errorf("within the cube: %v, %v", got, err)
	}
	inCube.Pose.T.X = 5.5
	if got, err := d.Overlapping(t.Context(), inCube); len(got) > 0 || !errors.Is(err, collide.ErrUndecided) || !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("within the open one: %v, %v", got, err)
	}
	around := collide.Body{Shape: collide.NewModel(cube()), Pose: geom.Pose{R: geom.Mat{9, 0, 0, 0, 9, 0, 0, 0, 9}, T: geom.Vec{X: -1, Y: -1, Z: -1}}}
	if got, err := d.Overlapping(t.Context(), around); err != nil || !slices.Equal(got, []int{0, 1}) {
		t.Errorf("around both: %v, %v", got, err)
	}
}
