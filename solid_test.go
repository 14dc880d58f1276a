package collide_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

func scaledMesh(m *mesh.Mesh, s float64, shift geom.Vec) *mesh.Mesh {
	c := &mesh.Mesh{Name: m.Name, Triangles: m.Triangles}
	for _, v := range m.Vertices {
		c.Vertices = append(c.Vertices, v.Scale(s).Add(shift))
	}
	return c
}

// insideOut turns every triangle around.
func insideOut(m *mesh.Mesh) *mesh.Mesh {
	c := &mesh.Mesh{Name: m.Name, Vertices: m.Vertices}
	for _, t := range m.Triangles {
		c.Triangles = append(c.Triangles, [3]uint32{t[1], t[0], t[2]})
	}
	return c
}

// joined puts two meshes into one.
func joined(a, b *mesh.Mesh) *mesh.Mesh {
	m := &mesh.Mesh{Name: "joined", Vertices: append(append([]geom.Vec(nil), a.Vertices...), b.Vertices...)}
	m.Triangles = append(m.Triangles, a.Triangles...)
	for _, t := range b.Triangles {
		n := uint32(len(a.Vertices))
		m.Triangles = append(m.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
	}
	return m
}

func TestContainment(t *testing.T) {
	large := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	within := scaledMesh(cube(), 5, geom.Vec{X: -2, Y: -2, Z: -2})
	hollow := joined(large, insideOut(within))
	nested := joined(large, within) // a bolt exported within a block
	flipped := scaledMesh(large, 1, geom.Vec{})
	flipped.Triangles = append([][3]uint32(nil), large.Triangles...)
	flipped.Triangles[5] = [3]uint32{5, 0, 4}
	spot := &mesh.Mesh{Name: "spot", Vertices: []geom.Vec{{}, {X: 5, Y: 5, Z: 5}}, Triangles: [][3]uint32{{0, 1, 0}}}
	open := &mesh.Mesh{Name: "open", Vertices: large.Vertices, Triangles: large.Triangles[1:]}
	crossed := joined(large, scaledMesh(cube(), 9, geom.Vec{X: -3, Y: -3, Z: -3}))
	far := scaledMesh(cube(), 1, geom.Vec{X: 100})
	torus := scene.Torus("torus", 3, 1, 40, 20)
	for name, c := range map[string]struct {
		a, b    collide.Shape
		verdict collide.Verdict
		inside  collide.Side
		reason  string
	}{
		"box in box":             {collide.NewModel(cube()), collide.NewModel(large), collide.InContact, collide.AInside, ""},
		"the other way round":    {collide.NewModel(large), collide.NewModel(cube()), collide.InContact, collide.BInside, ""},
		"in the hollow":          {collide.NewModel(cube()), collide.NewModel(hollow), collide.Free, "", ""},
		"in a nested shell":      {collide.NewModel(cube()), collide.NewModel(nested), collide.InContact, collide.AInside, ""},
		"nested, inside out":     {collide.NewModel(cube()), collide.NewModel(insideOut(nested)), collide.InContact, collide.AInside, ""},
		"hollow, inside out":     {collide.NewModel(cube()), collide.NewModel(insideOut(hollow)), collide.Free, "", ""},
		"inside out":             {collide.NewModel(cube()), collide.NewModel(insideOut(large)), collide.InContact, collide.AInside, ""},
		"one triangle flipped":   {collide.NewModel(cube()), collide.NewModel(flipped), collide.Unknown, "", "containment of a in b is undecided: b is not closed: the edge from (-4, -4, -4) to (-4, -4, 5) has"},
		"flipped in a box":       {collide.NewModel(scaledMesh(flipped, 0.1, geom.Vec{})), collide.NewModel(large), collide.InContact, collide.AInside, ""},
		"degenerate":             {collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{X: 1, Y: 2, Z: 3})), collide.NewModel(spot), collide.Unknown, "", "b has no interior"},
		"in the wall":            {collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{X: 3.5})), collide.NewModel(hollow), collide.InContact, collide.AInside, ""},
		"shell in shell":         {collide.NewModel(scaledMesh(hollow, 0.3, geom.Vec{})), collide.NewModel(scaledMesh(hollow, 3, geom.Vec{})), collide.Free, "", ""},
		"one part inside":        {collide.NewModel(joined(far, cube())), collide.NewModel(large), collide.InContact, collide.AInside, ""},
		"open mesh":              {collide.NewModel(cube()), collide.NewModel(open), collide.Unknown, "", "is not closed"},
		"open mesh far away":     {collide.NewModel(far), collide.NewModel(open), collide.Free, "", ""},
		"on both sides of one":   {collide.NewModel(joined(far, scaledMesh(cube(), 1, geom.Vec{X: -100}))), collide.NewModel(open), collide.Free, "", ""},
		"crossing itself":        {collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{})), collide.NewModel(crossed), collide.Unknown, "", "intersects itself: triangles "},
		"sphere in mesh":         {shape.Sphere{Radius: 1}, collide.NewModel(large), collide.InContact, collide.AInside, ""},
		"box in mesh":            {collide.NewModel(large), shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, collide.InContact, collide.BInside, ""},
		"in the hole of a torus": {collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{})), collide.NewModel(torus), collide.Free, "", ""},
		"in the tube of a torus": {collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{X: 2.7})), collide.NewModel(torus), collide.InContact, collide.AInside, ""},
	} {
		bodies := []collide.Body{{Name: "a", Shape: c.a}, {Name: "b", Shape: c.b}}
		d := detector(t, bodies, collide.Options{Solid: true})
		r, err := d.Detect(context.Background())
		if r == nil {
			t.Fatal(err)
		}
		var inside collide.Side
		if len(r.Pairs) > 0 {
			inside = r.Pairs[0].Inside
		}
		if r.Verdict != c.verdict || inside != c.inside || len(r.Contacts) != 0 {
			t.Errorf("%s: %v, inside %q, %d contacts", name, r.Verdict, inside, len(r.Contacts))
		}
		if c.verdict != collide.Unknown && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if p := r.Pairs; c.verdict == collide.Unknown && (!errors.Is(err, collide.ErrUndecided) || !strings.Contains(err.Error(), c.reason) || len(p) != 1 || p[0].Verdict != collide.Unknown || p[0].Reason == "" || r.Rest != collide.Free) {
			t.Errorf("%s: %v, pairs %v, others %v; expected %q", name, err, p, r.Rest, c.reason)
		}
	}
}

// A permitted pair whose containment cannot be decided leaves the answer complete, with
// First and without: neither outcome would count.
func TestContainmentOfAPermittedPair(t *testing.T) {
	open := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	open.Triangles = open.Triangles[1:]
	bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(cube())}, {Name: "b", Shape: collide.NewModel(open)}}
	for _, first := range []bool{false, true} {
		d := detector(t, bodies, collide.Options{Solid: true, First: first, Allow: [][2]int{{1, 0}}})
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != collide.Free || len(r.Pairs) != 0 {
			t.Errorf("first %v: %v, pairs %v", first, r.Verdict, r.Pairs)
		}
	}
}

// A sphere or a box is solid: what it holds shares points with it, contacts and not
// containment, be it a mesh that is not closed. One without interior holds nothing.
func TestSolidsAsContainers(t *testing.T) {
	t.Parallel()
	small := scaledMesh(cube(), 1, geom.Vec{X: -0.5, Y: -0.5, Z: -0.5})
	open := &mesh.Mesh{Name: "open", Vertices: small.Vertices, Triangles: small.Triangles[1:]}
	large := scaledMesh(cube(), 8, geom.Vec{X: -4, Y: -4, Z: -4})
	for name, c := range map[string]struct {
		container, part collide.Shape
		contacts        int
		inside          collide.Side // of b in a, and of a in b where they change places
	}{
		"mesh in sphere":        {shape.Sphere{Radius: 3}, collide.NewModel(small), 12, collide.NotInside},
		"open mesh in sphere":   {shape.Sphere{Radius: 3}, collide.NewModel(open), 11, collide.NotInside},
		"mesh in box":           {shape.Box{Size: geom.Vec{X: 4, Y: 4, Z: 4}}, collide.NewModel(small), 12, collide.NotInside},
		"box in sphere":         {shape.Sphere{Radius: 3}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, 1, collide.NotInside},
		"mesh around a point":   {collide.NewModel(large), shape.Sphere{}, 0, collide.BInside},
		"mesh around a plate":   {collide.NewModel(large), shape.Box{Size: geom.Vec{X: 1, Y: 1}}, 0, collide.BInside},
		"mesh beside a point":   {shape.Sphere{Center: geom.Vec{X: 2}}, collide.NewModel(small), 0, collide.NotInside},
		"plate beside the mesh": {shape.Box{Center: geom.Vec{X: 2}, Size: geom.Vec{Y: 9, Z: 9}}, collide.NewModel(small), 0, collide.NotInside},
	} {
		for _, swapped := range []bool{false, true} {
			bodies, want := []collide.Body{{Name: "a", Shape: c.container}, {Name: "b", Shape: c.part}}, c.inside
			if swapped {
				bodies[0], bodies[1] = bodies[1], bodies[0]
				if want == collide.BInside {
					want = collide.AInside
				}
			}
			r, err := detector(t, bodies, collide.Options{Solid: true}).Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			inside := collide.NotInside
			if len(r.Pairs) > 0 {
				inside = r.Pairs[0].Inside
			}
			if len(r.Contacts) != c.contacts || inside != want || (r.Verdict == collide.InContact) != (c.contacts > 0 || want != collide.NotInside) {
				t.Errorf("%s, swapped %v: %d contacts, inside %q, %v", name, swapped, len(r.Contacts), inside, r.Verdict)
			}
		}
	}
}

// SetVertices reopens what was judged: an inner shell grows through the outer one and
// comes back.
func TestContainmentAfterDeforming(t *testing.T) {
	t.Parallel()
	outer, inner := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4}), scaledMesh(cube(), 5, geom.Vec{X: -2, Y: -2, Z: -2})
	at := joined(outer, insideOut(inner))
	through := joined(outer, insideOut(scaledMesh(inner, 1, geom.Vec{X: 3.5})))
	gone := joined(outer, insideOut(scaledMesh(inner, 1, geom.Vec{X: 30})))
	m := collide.NewModel(joined(outer, insideOut(inner)))
	d := detector(t, []collide.Body{{Name: "a", Shape: collide.NewModel(cube())}, {Name: "b", Shape: m}}, collide.Options{Solid: true})
	for i, c := range []struct {
		shape   *mesh.Mesh
		verdict collide.Verdict
		reason  string
	}{{at, collide.Free, ""}, {through, collide.Unknown, "b intersects itself"}, {gone, collide.InContact, ""}, {at, collide.Free, ""}} {
		if err := m.SetVertices(c.shape.Vertices); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if r == nil || r.Verdict != c.verdict || c.reason == "" && err != nil || c.reason != "" && (!errors.Is(err, collide.ErrUndecided) || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("step %d: %+v, error %v", i, r, err)
		}
	}
}

// A singular pose leaves a mesh no interior: what its box holds is undecided. The body is
// mapped onto the plane x = y, its box is a cuboid.
func TestContainmentUnderASingularPose(t *testing.T) {
	large := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	d := detector(t, []collide.Body{
		{Name: "a", Shape: collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{X: 1, Y: -2, Z: 0}))},
		{Name: "b", Shape: collide.NewModel(large)},
	}, collide.Options{Solid: true})
	if err := d.SetPose(1, geom.Pose{R: geom.Mat{1, 1, 0, 1, 1, 0, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrUndecided) || !strings.Contains(err.Error(), "b has no interior: the matrix of its pose is singular") {
		t.Errorf("%v, %v", r.Verdict, err)
	}
}

// Two immovable bodies are never tested, and with First a permitted pair is not: not for
// containment either, whether it can be decided or not.
func TestContainmentOfPairsThatAreNotTested(t *testing.T) {
	large := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	open := &mesh.Mesh{Name: "open", Vertices: large.Vertices, Triangles: large.Triangles[1:]}
	for _, outer := range []*mesh.Mesh{large, open} {
		for name, c := range map[string]struct {
			immovable bool
			opt       collide.Options
		}{
			"immovable":           {true, collide.Options{Solid: true}},
			"immovable, first":    {true, collide.Options{Solid: true, First: true}},
			"permitted and first": {false, collide.Options{Solid: true, First: true, Allow: [][2]int{{0, 1}}}},
		} {
			bodies := []collide.Body{
				{Name: "a", Shape: collide.NewModel(cube()), Immovable: c.immovable},
				{Name: "b", Shape: collide.NewModel(outer), Immovable: c.immovable},
			}
			r, err := detector(t, bodies, c.opt).Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != collide.Free || len(r.Pairs) != 0 {
				t.Errorf("%s, %s: %v, pairs %v", outer.Name, name, r.Verdict, r.Pairs)
			}
		}
	}
}

// Containment must not depend on the pose: the same nested tori, turned.
func TestContainmentUnderPoses(t *testing.T) {
	inner, outer := scene.Torus("inner", 3, 0.4, 40, 12), scene.Torus("outer", 3, 1, 40, 20)
	d := detector(t, []collide.Body{{Name: "i", Shape: collide.NewModel(inner)}, {Name: "o", Shape: collide.NewModel(outer)}}, collide.Options{Solid: true})
	for _, p := range posesOf(t, "testdata/pairs/rob-env.poses.txt")[:30] {
		for i := range 2 {
			if err := d.SetPose(i, p); err != nil {
				t.Fatal(err)
			}
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != collide.InContact || len(r.Pairs) != 1 || r.Pairs[0].Inside != collide.AInside {
			t.Fatalf("pose %v: %+v", p, r)
		}
	}
}
