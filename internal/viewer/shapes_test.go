package viewer

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// kinds has a body of each kind of shape. The plane of the half space goes through 0 and (0, 4, 2).
func kinds() map[string]collide.Shape {
	return map[string]collide.Shape{
		"Sphere":    shape.Sphere{Center: geom.Vec{X: 1}, Radius: 2},
		"Box":       shape.Box{Center: geom.Vec{Y: 1}, Size: geom.Vec{X: 2, Y: 4, Z: 6}},
		"Capsule":   shape.Capsule{A: geom.Vec{Z: 1}, B: geom.Vec{Z: 3}, Radius: 1},
		"Cylinder":  shape.Cylinder{A: geom.Vec{X: 1}, B: geom.Vec{X: 3}, Radius: 1},
		"Cone":      shape.Cone{Base: geom.Vec{X: 1}, Apex: geom.Vec{X: 3}, Radius: 1},
		"Convex":    shape.Convex{Points: []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}},
		"HalfSpace": shape.HalfSpace{Point: geom.Vec{Y: 40, Z: 20}, Normal: geom.Vec{Y: -1, Z: 2}},
		"Model":     collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 2, Detail: 2}).Mesh()),
	}
}

// TestKindsAreAll: a shape added to package shape has to be added to kinds.
func TestKindsAreAll(t *testing.T) {
	files, err := filepath.Glob("../../shape/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	names := []string{"Model"}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Bounds" && f.Recv != nil {
				names = append(names, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	slices.Sort(names)
	if have := slices.Sorted(maps.Keys(kinds())); !slices.Equal(names, have) {
		t.Errorf("package shape has %v, kinds %v", names, have)
	}
}

// TestEveryKindIsDrawn: as a mesh of its own, unless it is a sphere or a box, and in pictures as triangles.
func TestEveryKindIsDrawn(t *testing.T) {
	solid := map[string]int{"Sphere": shapeSphere, "Box": shapeBox}
	for name, s := range kinds() {
		ball := sim.Body{Name: "ball", Shape: shape.Sphere{Radius: 1}}
		bodies, poses := []sim.Body{{Name: name, Shape: s}, ball}, []geom.Pose{geom.Identity, geom.Identity}
		on := newStage(bodies, poses, nil, nil)
		var j stageJSON
		if _, err := on.encode(&j); err != nil {
			t.Fatal(err)
		}
		want, ok := solid[name]
		if got := j.Bodies.Mesh[0]; ok && got != want || !ok && (got < 0 || len(on.meshes[got].Triangles) == 0) {
			t.Errorf("%s is drawn as shape %d of %d meshes", name, got, len(on.meshes))
		}
		if endless := slices.Contains(j.Bodies.Endless, 0); endless != (name == "HalfSpace") {
			t.Errorf("%s is endless: %v", name, endless)
		}
		shapes := report.ShapesOf([]collide.Body{{Shape: s, Pose: geom.Identity}, {Shape: ball.Shape, Pose: geom.Identity}})
		if len(shapes[0].Triangles) == 0 || shapes[0].OneSided != (name == "HalfSpace") {
			t.Errorf("%s has %d triangles in a picture, one-sided %v", name, len(shapes[0].Triangles), shapes[0].OneSided)
		}
	}
}

// TestPlanesOfStages: what a page gets of a half space lies in its plane, where the bodies are, and the page is centred on them,
// wherever the given point of the plane is and however the body is posed.
func TestPlanesOfStages(t *testing.T) {
	turned := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 1).Matrix(), T: geom.Vec{X: 1000, Y: -500, Z: 70}}
	for name, pose := range map[string]geom.Pose{"in place": geom.Identity, "turned": turned} {
		h := shape.HalfSpace{Point: geom.Vec{Y: 4000, Z: 2000}, Normal: geom.Vec{Y: -1e-200, Z: 2e-200}}
		ball := sim.Body{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{Z: 3}, Radius: 2}}
		s := newStage([]sim.Body{{Name: "floor", Shape: h}, ball}, []geom.Pose{pose, pose}, nil, nil)
		posed := report.PosedHalf(h, &pose)
		for _, v := range s.meshes[s.meshOf[0]].Vertices {
			v = pose.Apply(v)
			if height := v.Sub(posed.Point).Dot(posed.Normal); math.Abs(height) > 1e-6 {
				t.Errorf("%s: a vertex %v above the plane", name, height)
			}
			if away := v.Sub(pose.Apply(geom.Vec{Z: 3})).Norm(); away > 12 {
				t.Errorf("%s: a vertex %v away from the ball", name, away)
			}
		}
		if size := s.box.Size().MaxAbs(); !(size < 20) {
			t.Errorf("%s: a stage of size %v", name, size)
		}
	}
}

// TestPointsOnPlanes: points of contact with a half space lie on its plane, with its normal.
func TestPointsOnPlanes(t *testing.T) {
	h := shape.HalfSpace{Point: geom.Vec{X: 50, Z: 1}, Normal: geom.Vec{Z: 4}}
	table := kinds()
	for _, name := range []string{"Sphere", "Box", "Capsule", "Model"} {
		for _, first := range []bool{true, false} {
			bodies := []sim.Body{{Name: "floor", Shape: h}, {Name: "b", Shape: table[name]}}
			c := collide.Contact{BodyA: 0, BodyB: 1}
			if !first {
				bodies[0], bodies[1] = bodies[1], bodies[0]
			}
			poses := []geom.Pose{geom.Identity, geom.Identity}
			m := film{stage: newStage(bodies, poses, nil, nil)}
			var f frame
			now := &sim.Frame{Poses: poses, Result: &collide.Result{Contacts: []collide.Contact{c}}}
			if err := m.takeContacts(context.Background(), now, &f, &state{Points: true}, &report.Places{}); err != nil {
				t.Fatal(err)
			}
			want := m.stage.point(geom.Vec{Z: 1}).Z
			up := float32(1)
			if first { // the normal looks from b to a
				up = -1
			}
			if len(f.points) != 6 || math.Abs(float64(f.points[2])-want) > 1e-5 || f.points[5] != up {
				t.Errorf("%s, floor first %v: points %v, want z %v and normal %v", name, first, f.points, want, up)
			}
		}
	}
}

// TestHostilePlanes: half spaces alone, far away, equal, opposite and in scenes at the ends of the range give finite messages.
func TestHostilePlanes(t *testing.T) {
	up, down := geom.Vec{Z: 1}, geom.Vec{Z: -1e300}
	ball := func(at geom.Vec, r float64) collide.Shape { return shape.Sphere{Center: at, Radius: r} }
	for name, list := range map[string][]collide.Shape{
		"alone":      {shape.HalfSpace{Normal: up}},
		"far":        {shape.HalfSpace{Point: geom.Vec{X: 1e300, Z: -1e300}, Normal: up}, ball(geom.Vec{}, 1)},
		"equal":      {shape.HalfSpace{Normal: up}, shape.HalfSpace{Normal: up}, ball(geom.Vec{}, 1)},
		"opposite":   {shape.HalfSpace{Normal: up}, shape.HalfSpace{Normal: down}, ball(geom.Vec{}, 1)},
		"sunk":       {shape.HalfSpace{Normal: up}, shape.HalfSpace{Point: geom.Vec{Z: -1}, Normal: up}, ball(geom.Vec{}, 1)},
		"huge":       {shape.HalfSpace{Normal: up}, ball(geom.Vec{X: 1e307}, 1e307), ball(geom.Vec{X: -1e307}, 1e307)},
		"tiny":       {shape.HalfSpace{Normal: geom.Vec{X: 5e-324}}, ball(geom.Vec{}, 1e-310)},
		"a point":    {shape.HalfSpace{Normal: up}, ball(geom.Vec{}, 0)},
		"at the end": {shape.HalfSpace{Point: geom.Vec{X: math.MaxFloat64}, Normal: geom.Vec{X: 1, Y: 1}}, ball(geom.Vec{}, 1)},
	} {
		var bodies []sim.Body
		var poses []geom.Pose
		var placed []collide.Body
		for _, s := range list {
			bodies, poses = append(bodies, sim.Body{Shape: s, Immovable: true}), append(poses, geom.Identity)
			placed = append(placed, collide.Body{Shape: s, Pose: geom.Identity})
		}
		s := newStage(bodies, poses, nil, nil)
		var j stageJSON
		if _, err := s.encode(&j); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := json.Marshal(j.Min); err != nil || !s.box.Min.IsFinite() || !s.box.Max.IsFinite() {
			t.Errorf("%s: box %v, %v", name, s.box, err)
		}
		for i, p := range report.ShapesOf(placed) {
			for _, tri := range p.Triangles {
				if !tri[0].IsFinite() || !tri[1].IsFinite() || !tri[2].IsFinite() {
					t.Fatalf("%s: body %d has %v", name, i, tri)
				}
			}
			if endless(list[i]) && (name == "sunk" || name == "opposite" || name == "equal" || name == "alone" || name == "a point") && len(p.Triangles) == 0 {
				t.Errorf("%s: body %d is not drawn", name, i)
			}
		}
	}
}
