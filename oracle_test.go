package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// TestBruteAgainstTheOracle: on hard coordinates of each family brute force gives what a
// simplex method in integers gives, which shares no code with package predicate. A
// hundred times as many decisions with COLLIDE_LONG=1.
func TestBruteAgainstTheOracle(t *testing.T) {
	t.Parallel()
	enough := require.Cases(400, 150)
	if require.Long() {
		enough = 40_000
	}
	for family, name := range conformance.Families {
		r := rand.New(rand.NewPCG(11, uint64(family)))
		decisions, contacts := 0, 0
		for decisions < enough {
			data := make([]byte, 400)
			for i := range data {
				data[i] = byte(r.Uint32())
			}
			n, hits, err := conformance.DrawFamily(family, data).Judge(100)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			decisions, contacts = decisions+n, contacts+hits
		}
		t.Logf("%s: %d decisions, %d contacts", name, decisions, contacts)
		if contacts == 0 || contacts < enough/200 || contacts > decisions*9/10 {
			t.Errorf("%s: the family proves nothing", name)
		}
	}
}

// TestRazorAgainstTheOracle moves a triangle until contact and no contact are adjacent
// doubles, and asks the oracle about both.
func TestRazorAgainstTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 1))
	for range 60 {
		var v [6]geom.Vec
		for i := range v {
			v[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		if r.IntN(3) == 0 { // an edge on an edge
			v[4] = v[3].Add(v[1].Sub(v[0]))
		}
		d := detector(t, []collide.Body{
			{Name: "a", Shape: collide.NewModel(&mesh.Mesh{Vertices: v[:3], Triangles: [][3]uint32{{0, 1, 2}}})},
			{Name: "b", Shape: collide.NewModel(&mesh.Mesh{Vertices: v[3:], Triangles: [][3]uint32{{0, 1, 2}}})},
		}, collide.Options{Method: named("brute")})
		near, far := v[0].Sub(v[3]).X, 20.0
		for _, x := range bisect(near, far, func(x float64) bool { return contactAt(t, d, shift(v[0], v[3], x)) }) {
			p := shift(v[0], v[3], x)
			var b [3]geom.Vec
			for k := range b {
				b[k] = p.Apply(v[3+k])
			}
			if got, want := contactAt(t, d, p), oracle.Meet(v[:3], b[:]); got != want {
				t.Fatalf("brute says contact %v, the oracle %v: %v and %v", got, want, v[:3], b)
			}
		}
	}
}

// shift is a translation that puts b on a except for X.
func shift(a, b geom.Vec, x float64) geom.Pose { return at(x, a.Y-b.Y, a.Z-b.Z) }

func contactAt(t *testing.T, d *collide.Detector, p geom.Pose) bool {
	t.Helper()
	if err := d.SetPose(1, p); err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return len(r.Contacts) > 0
}

// bisect returns adjacent doubles between which the answer changes.
func bisect(near, far float64, contact func(float64) bool) []float64 {
	for {
		x := near + (far-near)/2
		if x == near || x == far {
			return []float64{near, far}
		}
		if contact(x) {
			near = x
		} else {
			far = x
		}
	}
}

// TestContainmentAgainstTheOracle: bodies without contacts lie in each other where the
// winding number of the one around a vertex of the other is not 0.
func TestContainmentAgainstTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 1))
	large := collide.NewModel(scene.Torus("large", 2, 0.8, 9, 6))
	hollow := collide.NewModel(shells(cube(), 4, 3, -2))
	small := collide.NewModel(shells(cube(), 0.3))
	inside, outside := 0, 0
	for i := range 40 {
		outer := large
		if i%2 == 1 {
			outer = hollow
		}
		bodies := []collide.Body{
			{Name: "outer", Shape: outer, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}},
			{Name: "inner", Shape: small, Pose: at(4*r.Float64()-1.5, 4*r.Float64()-1.5, 2*r.Float64()-0.5)},
		}
		res, err := detector(t, bodies, collide.Options{Method: named("brute"), Solid: true}).Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Contacts) > 0 {
			continue
		}
		want := oracle.Winding(bodies[1].Pose.Apply(small.Mesh().Vertices[0]), inWorld(&bodies[0])) != 0
		got := len(res.Pairs) == 1 && res.Pairs[0].Inside == collide.BInside
		if got != want {
			t.Errorf("at %v in %v: inside %v, the oracle says %v", bodies[1].Pose.T, bodies[0].Pose.T, got, want)
		}
		if want {
			inside++
		} else {
			outside++
		}
	}
	if inside < 5 || outside < 5 {
		t.Errorf("%d inside, %d outside: the sample proves nothing", inside, outside)
	}
}

// shells joins copies of a mesh around the origin, each scaled; negative ones are turned
// inside out.
func shells(m *mesh.Mesh, scales ...float64) *mesh.Mesh {
	all := &mesh.Mesh{Name: "shells"}
	for _, s := range scales {
		first := uint32(len(all.Vertices))
		for _, v := range m.Vertices {
			all.Vertices = append(all.Vertices, v.Sub(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}).Scale(math.Abs(s)))
		}
		for _, q := range m.Triangles {
			a, b, c := q[0]+first, q[1]+first, q[2]+first
			if s < 0 {
				b, c = c, b
			}
			all.Triangles = append(all.Triangles, [3]uint32{a, b, c})
		}
	}
	return all
}

func inWorld(b *collide.Body) (all []geom.Triangle) {
	m := b.Shape.(*collide.Model).Mesh()
	for i := range m.Triangles {
		q := m.Triangle(i)
		all = append(all, geom.Triangle{b.Pose.Apply(q[0]), b.Pose.Apply(q[1]), b.Pose.Apply(q[2])})
	}
	return all
}
