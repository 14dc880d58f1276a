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
)

// opened is a mesh without its first triangle.
func opened(m *mesh.Mesh) *mesh.Mesh {
	return &mesh.Mesh{Name: m.Name + " opened", Vertices: m.Vertices, Triangles: m.Triangles[1:]}
}

// TestKindsOfPairs: what is not closed has contacts of kind surface, named with the reason,
// and makes nothing incomplete; what lies inside is found without Solid.
func TestKindsOfPairs(t *testing.T) {
	t.Parallel()
	ball := scene.Torus("ball", 1, 0.4, 24, 12)
	small := scene.Torus("small", 1, 0.1, 24, 6)
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}} }
	for _, c := range []struct {
		name     string
		a, b     *mesh.Mesh
		pose     geom.Pose
		kind     collide.Kind
		crossing bool
		reason   string
	}{
		{"crossing balls", ball, ball, at(1), collide.Penetrate, false, ""},
		{"a ball in a ball", ball, small, at(0.05), collide.Inside, false, ""},
		{"a ball in an open one", opened(ball), small, at(0.05), "", false, ""},
		{"a ball through an open one", opened(ball), small, at(1), collide.SurfaceContact, true, "kind of a and b: a is not closed: the edge"},
		{"a ball through an open one, which comes second", ball, opened(ball), at(1), collide.SurfaceContact, true, "kind of a and b: b is not closed: the edge"},
		{"a singular pose", ball, ball, geom.Pose{R: geom.Mat{1, 0, 0, 0, 1, 0, 0, 0, 0}}, collide.SurfaceContact, false, "kind of a and b: b has no interior: the matrix of its pose is singular"},
	} {
		bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(c.a)}, {Name: "b", Shape: collide.NewModel(c.b), Pose: c.pose}}
		for _, method := range []string{"auto", "bvh", "brute", "oocda"} {
			r, err := detector(t, bodies, collide.Options{Kinds: true, Method: named(method)}).Detect(t.Context())
			if err != nil {
				t.Fatalf("%s, %s: %v", c.name, method, err)
			}
			var p collide.Pair
			if len(r.Pairs) > 0 {
				p = r.Pairs[0]
			}
			if p.Kind != c.kind || p.Crossing != c.crossing || !strings.HasPrefix(p.Reason, c.reason) || c.reason == "" && p.Reason != "" {
				t.Errorf("%s, %s: kind %q, crossing %v, %q; want %q, %v, %q", c.name, method, p.Kind, p.Crossing, p.Reason, c.kind, c.crossing, c.reason)
			}
		}
	}
}

// TestKindsFailClosed: what is not decided is unknown, with the reason and an error.
func TestKindsFailClosed(t *testing.T) {
	t.Parallel()
	ball := scene.Torus("ball", 1, 0.4, 24, 12)
	bodies := []collide.Body{
		{Name: "a", Shape: collide.NewModel(ball)}, {Name: "b", Shape: collide.NewModel(ball), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1}}},
		{Name: "sheet", Shape: collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 0x1p-60, Y: 1, Z: 1}, Detail: 1}).Mesh()), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: -1.125}}},
	}
	r, err := detector(t, bodies, collide.Options{Kinds: true}).Detect(t.Context())
	if !errors.Is(err, collide.ErrUndecided) || len(r.Pairs) != 2 || r.Verdict != collide.InContact {
		t.Fatalf("%v, %d pairs, %v", err, len(r.Pairs), r.Verdict)
	}
	if p := r.Pairs[1]; p.Kind != collide.UnknownKind || !strings.HasPrefix(p.Reason, "kind of a and sheet: sheet intersects itself at its pose, by the rounding of corners") {
		t.Errorf("%q, %q", p.Kind, p.Reason)
	}
	r, err = detector(t, bodies[:2], collide.Options{Kinds: true, Budget: collide.Budget{Steps: 512}}).Detect(t.Context())
	if !errors.Is(err, collide.ErrBudget) {
		t.Fatalf("%v", err)
	}
	for _, p := range r.Pairs {
		if p.Kind != collide.UnknownKind || p.Reason == "" {
			t.Errorf("cut short: %+v", p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err = detector(t, bodies[:2], collide.Options{Kinds: true}).Detect(ctx); !errors.Is(err, context.Canceled) || r.Verdict != collide.Unknown {
		t.Errorf("%v, %+v", err, r)
	}
	for _, o := range []collide.Options{{Kinds: true, First: true}, {Kinds: true, Orient: collide.Parity}} {
		if _, err := collide.NewDetector(bodies, o); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestKindsAllocateNothing in the steady state.
func TestKindsAllocateNothing(t *testing.T) {
	ball := collide.NewModel(scene.Torus("ball", 1, 0.4, 24, 12))
	d := detector(t, []collide.Body{
		{Name: "a", Shape: ball}, {Name: "b", Shape: ball, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1}}},
	}, collide.Options{Kinds: true, Workers: 1})
	ask := func() {
		if r, err := d.Detect(context.Background()); err != nil || r.Pairs[0].Kind != collide.Penetrate {
			t.Fatal(r, err)
		}
	}
	ask()
	if n := testing.AllocsPerRun(20, ask); n > 0 {
		t.Errorf("%v allocations a query", n)
	}
}

// TestKindsOfBrokenPoses: a sheet so thin that its pose rounds one side onto the other has no
// interior; it neither touches nor penetrates, whether it lies on a face or crosses one.
func TestKindsOfBrokenPoses(t *testing.T) {
	t.Parallel()
	block := func(x, y, z float64) *mesh.Mesh {
		p := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: x, Y: y, Z: z}, Detail: 1}
		return p.Mesh()
	}
	plate, sheet := collide.NewModel(block(2, 2, 2)), collide.NewModel(block(0x1p-60, 1, 1))
	for _, c := range []struct {
		at   geom.Vec
		kind collide.Kind
	}{
		{geom.Vec{X: 1}, collide.UnknownKind}, {geom.Vec{X: 0.5, Y: 1}, collide.UnknownKind}, {geom.Vec{X: -1, Y: 0.5, Z: 0.5}, collide.UnknownKind},
	} {
		d := detector(t, []collide.Body{{Name: "plate", Shape: plate}, {Name: "sheet", Shape: sheet, Pose: geom.Pose{R: geom.Identity.R, T: c.at}}}, collide.Options{Kinds: true})
		r, err := d.Detect(t.Context())
		if !errors.Is(err, collide.ErrUndecided) || len(r.Pairs) != 1 || r.Pairs[0].Kind != c.kind || !strings.Contains(r.Pairs[0].Reason, "sheet intersects itself at its pose, by the rounding of corners") {
			t.Errorf("at %v: %v, %+v", c.at, err, r)
		}
	}
	// As thick as the rounding allows it is a solid again, and the answer is kept while it stands still.
	thick := collide.NewModel(block(0x1p-50, 1, 1))
	d := detector(t, []collide.Body{{Name: "plate", Shape: plate}, {Name: "thick", Shape: thick}}, collide.Options{Kinds: true})
	for x, kind := range map[float64]collide.Kind{1 + 0x1p-51: collide.Touch, 1: collide.Penetrate} {
		for range 2 {
			if err := d.SetPose(1, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}}); err != nil {
				t.Fatal(err)
			}
			if r, err := d.Detect(t.Context()); err != nil || r.Pairs[0].Kind != kind {
				t.Errorf("at %v: %v, %+v", x, err, r.Pairs)
			}
		}
	}
}

// TestKindsOfSliversTurnedInsideOut: a sliver whose pose rounds it inside out intersects itself
// nowhere, but its triangles no longer face as they did.
func TestKindsOfSliversTurnedInsideOut(t *testing.T) {
	t.Parallel()
	sliver := &mesh.Mesh{Name: "sliver", Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, Vertices: []geom.Vec{
		{X: .7000000000000001, Y: .4, Z: .30000000000000004}, {X: .5, Y: .2, Z: .8}, {X: .7000000000000001, Y: .2, Z: .6000000000000001},
		{X: .6333333333333819, Y: .26666666666673944, Z: .5666666666667152},
	}}
	move := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1000, Y: 2000, Z: 3000}}
	posed := &mesh.Mesh{Name: "posed", Triangles: sliver.Triangles}
	for _, v := range sliver.Vertices {
		posed.Vertices = append(posed.Vertices, move.Apply(v))
	}
	r, err := detector(t, []collide.Body{{Name: "a", Shape: collide.NewModel(sliver), Pose: move}, {Name: "b", Shape: collide.NewModel(posed)}}, collide.Options{Kinds: true}).Detect(t.Context())
	if !errors.Is(err, collide.ErrUndecided) || r.Pairs[0].Kind != collide.UnknownKind || !strings.Contains(r.Pairs[0].Reason, "a is turned inside out in part at its pose") {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestKindsOfNewBodies: what is known of a body at a pose is not that of another in its place.
func TestKindsOfNewBodies(t *testing.T) {
	t.Parallel()
	block := func(lo, hi geom.Vec) *mesh.Mesh {
		p := scene.Procedural{Shape: scene.ShapeBox, Size: hi.Sub(lo), Detail: 1}
		m := p.Mesh()
		for i := range m.Vertices {
			m.Vertices[i] = m.Vertices[i].Add(lo.Add(hi).Scale(0.5))
		}
		return m
	}
	unit := block(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1})
	sheet := block(geom.Vec{X: 10, Y: 10}, geom.Vec{X: 11, Y: 11, Z: 0x1p-60})
	broken := &mesh.Mesh{Name: "broken", Vertices: append([]geom.Vec(nil), unit.Vertices...), Triangles: append([][3]uint32(nil), unit.Triangles...)}
	for _, c := range sheet.Triangles {
		n := uint32(len(unit.Vertices))
		broken.Triangles = append(broken.Triangles, [3]uint32{c[0] + n, c[1] + n, c[2] + n})
	}
	broken.Vertices = append(broken.Vertices, sheet.Vertices...)
	pose := geom.Pose{R: geom.Mat{1, 0, 0, 0, 1, 0, .1, .3, 1}, T: geom.Vec{Z: 1}}
	under := collide.NewModel(block(geom.Vec{Z: -3}, geom.Vec{X: 1, Y: 1, Z: 1}))
	for _, order := range [][2]*mesh.Mesh{{unit, broken}, {broken, unit}} {
		d := detector(t, []collide.Body{{Name: "under", Shape: under}, {Name: "first", Shape: collide.NewModel(order[0]), Pose: pose}}, collide.Options{Kinds: true})
		for i, m := range order {
			if i > 0 {
				d.Remove(1)
				if _, err := d.Add(collide.Body{Name: "second", Shape: collide.NewModel(m), Pose: pose}); err != nil {
					t.Fatal(err)
				}
			}
			want := collide.Touch
			if m == broken {
				want = collide.UnknownKind
			}
			if r, err := d.Detect(t.Context()); r == nil || len(r.Pairs) != 1 || r.Pairs[0].Kind != want || (err != nil) != (m == broken) {
				t.Errorf("%s in place %d: %v, %+v", m.Name, i, err, r)
			}
		}
	}
}

// TestKindsOfHairs: a triangle with two equal corners bounds nothing, so nothing it passes
// through is penetrated.
func TestKindsOfHairs(t *testing.T) {
	t.Parallel()
	p := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 1}
	hairy := p.Mesh()
	tip := uint32(len(hairy.Vertices))
	hairy.Vertices = append(hairy.Vertices, geom.Vec{X: 3, Y: 0.5, Z: 0.25})
	hairy.Triangles = append(hairy.Triangles, [3]uint32{0, tip, tip})
	for i, v := range hairy.Vertices {
		if v == (geom.Vec{X: 1, Y: 1, Z: 1}) {
			hairy.Triangles[len(hairy.Triangles)-1][0] = uint32(i)
		}
	}
	wall := collide.NewModel(p.Mesh())
	r, err := detector(t, []collide.Body{
		{Name: "hairy", Shape: collide.NewModel(hairy)}, {Name: "wall", Shape: wall, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 3.25}}},
	}, collide.Options{Kinds: true}).Detect(t.Context())
	if err != nil || len(r.Pairs) != 1 || r.Pairs[0].Kind != collide.Touch {
		t.Errorf("%v, %+v", err, r)
	}
}
