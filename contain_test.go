package collide_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// TestUndecidedWhicheverBodyIsFirst: a body in a mesh that is not closed is undecided,
// whichever of the two comes first.
func TestUndecidedWhicheverBodyIsFirst(t *testing.T) {
	t.Parallel()
	large := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	open := collide.Body{Name: "open", Shape: collide.NewModel(&mesh.Mesh{Vertices: large.Vertices, Triangles: large.Triangles[1:]})}
	small := collide.Body{Name: "small", Shape: collide.NewModel(cube())}
	for _, bodies := range [][]collide.Body{{open, small}, {small, open}} {
		r, err := detector(t, bodies, collide.Options{Solid: true}).Detect(context.Background())
		if !errors.Is(err, collide.ErrUndecided) || r.Verdict != collide.Unknown || len(r.Pairs) != 1 || r.Pairs[0].Verdict != collide.Unknown {
			t.Errorf("%s first: %v, %+v, %v", bodies[0].Name, r.Verdict, r.Pairs, err)
		}
	}
}

// TestCutOffQueriesListNoFalseContainment: a query that ends early has not looked at all
// contacts, so it may not take a body whose surface it did not test for one within
// another. Pairs stay in order.
func TestCutOffQueriesListNoFalseContainment(t *testing.T) {
	t.Parallel()
	block := collide.NewModel(scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4}))
	pin := collide.NewModel(scaledMesh(cube(), 4, geom.Vec{X: 2, Y: 2, Z: 2})) // through a corner
	bolt := collide.NewModel(cube())
	bodies := []collide.Body{
		{Name: "bolt", Shape: bolt}, {Name: "pin", Shape: pin}, {Name: "block", Shape: block}, {Name: "bolt 2", Shape: bolt, Pose: at(-2, -2, -2)},
		{Name: "pin 2", Shape: pin, Pose: at(0, 0, -2)},
	}
	full, err := detector(t, bodies, collide.Options{Solid: true, Workers: 1}).Detect(context.Background())
	if err != nil || len(full.Pairs) != 5 {
		t.Fatalf("%+v, %v; want two bolts in a block and two pins through it and each other", full.Pairs, err)
	}
	if !slices.IsSortedFunc(full.Pairs, func(a, b collide.Pair) int { return 100*(a.A-b.A) + a.B - b.B }) {
		t.Errorf("pairs are out of order: %+v", full.Pairs)
	}
	cut := 0
	for _, m := range table {
		if nameOf(m) == "multiprocess" {
			continue
		}
		for steps := int64(1); steps < 60; steps++ {
			r, err := detector(t, bodies, collide.Options{Method: m, Solid: true, Workers: 1, Budget: collide.Budget{Steps: steps}}).Detect(context.Background())
			if errors.Is(err, collide.ErrBudget) {
				cut++
			} else if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Pairs {
				if p.Inside != collide.NotInside && !slices.ContainsFunc(full.Pairs, func(f collide.Pair) bool { return f.A == p.A && f.B == p.B && f.Inside == p.Inside }) {
					t.Errorf("%s with %d steps: (%d, %d) inside %q, which is not so", nameOf(m), steps, p.A, p.B, p.Inside)
				}
			}
		}
	}
	if cut < 100 {
		t.Errorf("%d queries were cut off: the test proves nothing", cut)
	}
}

// TestFirstContactListsNoContainment: a query that stopped at its first contact lists that
// one alone.
func TestFirstContactListsNoContainment(t *testing.T) {
	t.Parallel()
	bodies := []collide.Body{
		{Name: "block", Shape: collide.NewModel(scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4}))}, {Name: "bolt", Shape: collide.NewModel(cube())},
		{Name: "a", Shape: shape.Sphere{Radius: 1}, Pose: at(50, 0, 0)}, {Name: "b", Shape: shape.Sphere{Radius: 1}, Pose: at(51, 0, 0)},
	}
	r, err := detector(t, bodies, collide.Options{Solid: true, First: true}).Detect(context.Background())
	if err != nil || r.Verdict != collide.InContact || len(r.Pairs) != 1 || r.Pairs[0].A != 2 {
		t.Errorf("%v, %+v, %v; want the contact of the two spheres", r.Verdict, r.Pairs, err)
	}
}

// TestBesideASolidWithinItsBox: a mesh in the corner of a sphere's box, or next to a turned
// box, touches neither and lies in neither.
func TestBesideASolidWithinItsBox(t *testing.T) {
	t.Parallel()
	speck := collide.NewModel(scaledMesh(cube(), 0.1, geom.Vec{X: 0.85, Y: 0.85, Z: 0.85}))
	turned := geom.Pose{R: geom.Mat{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}}
	for _, solid := range []collide.Body{
		{Name: "ball", Shape: shape.Sphere{Radius: 1}}, {Name: "box", Shape: shape.Box{Size: geom.Vec{X: 1.4, Y: 1.4, Z: 2}}, Pose: turned},
	} {
		for _, bodies := range [][]collide.Body{{solid, {Name: "speck", Shape: speck}}, {{Name: "speck", Shape: speck}, solid}} {
			r, err := detector(t, bodies, collide.Options{Solid: true}).Detect(context.Background())
			if err != nil || r.Verdict != collide.Free || len(r.Pairs) != 0 {
				t.Errorf("%s first: %v, %+v, %v", bodies[0].Name, r.Verdict, r.Pairs, err)
			}
		}
	}
}
