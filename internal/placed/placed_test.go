package placed

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

func corner() *mesh.Mesh {
	return &mesh.Mesh{Vertices: []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
}

func turn(axis geom.Vec, angle float64) geom.Mat { return geom.AxisAngle(axis, angle).Matrix() }

// at is where a place puts a point.
func at(p *Place, v geom.Vec) geom.Vec { return p.Pose.Apply(product(p.Scale, v)) }

// TestThen compares chains with the nodes applied one after the other.
func TestThen(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 5))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	scales := []func() geom.Vec{
		func() geom.Vec { return one }, vec, func() geom.Vec { return one.Scale(r.NormFloat64()) }, func() geom.Vec { return geom.Vec{X: -1, Y: 1, Z: 1} },
	}
	for range 2000 {
		place, v := Origin, vec()
		var nodes []Place
		for range 1 + r.IntN(4) {
			n := Place{Pose: geom.Pose{R: geom.Identity.R, T: vec()}, Scale: scales[r.IntN(len(scales))]()}
			if r.IntN(3) > 0 {
				n.Pose.R = turn(vec(), r.NormFloat64())
			}
			nodes = append(nodes, n)
			place = place.Then(n)
		}
		want := v
		for i := len(nodes) - 1; i >= 0; i-- {
			want = at(&nodes[i], want)
		}
		if got := at(&place, v); got.Sub(want).MaxAbs() > 1e-12*(1+want.MaxAbs()) {
			t.Fatalf("%v through %+v: %v; want %v", v, nodes, got, want)
		}
	}
}

// TestThenKeepsRotations leaves uniform scales out of matrices, so that rotations stay rotations, bit for bit.
func TestThenKeepsRotations(t *testing.T) {
	m := turn(geom.Vec{X: 1, Y: 2, Z: 3}, 1)
	p := Place{Pose: geom.Identity, Scale: one.Scale(1000)}.Then(Place{Pose: geom.Pose{R: m, T: geom.Vec{X: 0.1}}, Scale: geom.Vec{X: 1, Y: 1, Z: 3}})
	if p.Pose.R != m || p.Pose.T != (geom.Vec{X: 100}) || p.Scale != (geom.Vec{X: 1000, Y: 1000, Z: 3000}) {
		t.Errorf("%+v", p)
	}
	// Then a rotation takes the scale that is not uniform in.
	if q := p.Then(Place{Pose: geom.Pose{R: m}, Scale: one}); q.Scale != one || q.Pose.R == m {
		t.Errorf("%+v", q)
	}
}

// TestUnionKeepsOrientation turns the triangles of mirrored instances over.
func TestUnionKeepsOrientation(t *testing.T) {
	mirror := geom.Pose{R: geom.Mat{0, 1, 0, 1, 0, 0, 0, 0, 1}}
	f := File{Path: "a.glb", Meshes: []*mesh.Mesh{corner()}}
	flipped := []bool{false, true, true, false, true, false}
	for _, p := range []Place{
		Origin, {Pose: geom.Identity, Scale: geom.Vec{X: -1, Y: 1, Z: 1}}, {Pose: mirror, Scale: one}, {Pose: mirror, Scale: geom.Vec{X: 1, Y: 1, Z: -1e-300}},
		{Pose: geom.Identity, Scale: one.Scale(-5e-324)}, {Pose: geom.Pose{}, Scale: one},
	} {
		f.Instances = append(f.Instances, Instance{Name: "i", Place: p})
	}
	u, err := f.Union("u", 6)
	if err != nil {
		t.Fatal(err)
	}
	for i, tri := range u.Triangles {
		want := [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)}
		if flipped[i] {
			want[1], want[2] = want[2], want[1]
		}
		if tri != want || u.Parts[i].Runs[0] != (mesh.Run{First: uint32(i), Count: 1}) {
			t.Errorf("triangle %d is %v; want %v; part %+v", i, tri, want, u.Parts[i])
		}
	}
	if _, err := f.Union("u", 5); !errors.Is(err, meshio.ErrLimit) || !strings.HasPrefix(err.Error(), "a.glb: ") {
		t.Error(err)
	}
}

// TestRange refuses coordinates that a scale, a place or a unit takes out of range.
func TestRange(t *testing.T) {
	far := corner()
	far.Vertices[0].X = 1e305
	f := File{Path: "a.glb", Meshes: []*mesh.Mesh{far}, Instances: []Instance{{Place: Place{Pose: geom.Pose{R: geom.Mat{1e10}}, Scale: one}}}}
	if _, err := f.Union("u", 9); err == nil || !strings.Contains(err.Error(), "placed: ") {
		t.Error(err)
	}
	if _, err := f.Scaled(0, one.Scale(1e10)); err == nil || !strings.Contains(err.Error(), "scaled by a node: ") {
		t.Error(err)
	}
	ratio := unit.Unit("m").To("um")
	if err := f.Convert(ratio); err == nil || !strings.Contains(err.Error(), "converted to another unit: ") {
		t.Error(err)
	}
	f = File{Path: "a.glb", Meshes: []*mesh.Mesh{corner()}, Instances: []Instance{{Place: Place{Pose: geom.Pose{T: geom.Vec{Y: 1e305}}, Scale: one}}}}
	if err := f.Convert(ratio); err == nil || !strings.Contains(err.Error(), "a place is beyond the range") {
		t.Error(err)
	}
}

func TestScaledAndConverted(t *testing.T) {
	f := File{Meshes: []*mesh.Mesh{corner()}, Instances: []Instance{{Place: Place{Pose: geom.Pose{T: geom.Vec{X: 1}}, Scale: geom.Vec{X: 0.1, Y: 2, Z: 3}}}}}
	if m, err := f.Scaled(0, one); err != nil || m != f.Meshes[0] {
		t.Errorf("%v, %v", m, err)
	}
	if err := f.Convert(unit.Unit("in").To("mm")); err != nil {
		t.Fatal(err)
	}
	m, err := f.Scaled(0, f.Instances[0].Place.Scale)
	if err != nil || m.Vertices[0].X != float64(25.4*0.1) || m.Vertices[1].Y != 50.8 || f.Instances[0].Place.Pose.T.X != 25.4 || f.Meshes[0].Vertices[0].X != 25.4 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestName(t *testing.T) {
	for want, names := range map[string][]string{"a": {"", " ", "a", "b"}, "a_b": {" a\nb\t "}, "": {""}} {
		if want == "a_b" {
			names = []string{" a\nb "}
		}
		if got := Name(names...); got != want {
			t.Errorf("%q: %q; want %q", names, got, want)
		}
	}
	if inf := (Place{Pose: geom.Identity, Scale: geom.Vec{X: math.Inf(1)}}); inf.IsFinite() {
		t.Error("an infinite scale")
	}
}
