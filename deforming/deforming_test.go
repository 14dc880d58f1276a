package deforming_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/deforming"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/ccd"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/scene"
)

// scaledMesh is a copy of a mesh, scaled and then shifted.
func scaledMesh(m *mesh.Mesh, s float64, shift geom.Vec) *mesh.Mesh {
	c := &mesh.Mesh{Name: m.Name, Triangles: m.Triangles}
	for _, v := range m.Vertices {
		c.Vertices = append(c.Vertices, v.Scale(s).Add(shift))
	}
	return c
}

// flat is a box of size 3 × 2 × 0 around the origin.
func flat() *mesh.Mesh {
	c := conformance.Cube()
	for i, v := range c.Vertices {
		c.Vertices[i] = geom.Vec{X: (v.X - 0.5) * 3, Y: (v.Y - 0.5) * 2}
	}
	return c
}

// deformed moves every vertex of a mesh somewhere.
func deformed(m *mesh.Mesh, to func(v geom.Vec) geom.Vec) deforming.Body {
	d := deforming.Body{Mesh: m}
	for _, v := range m.Vertices {
		d.To = append(d.To, to(v))
	}
	return d
}

// triangleAt is a triangle in both frames.
func triangleAt(d *deforming.Body, i int) (s, e geom.Triangle) {
	for k, c := range d.Mesh.Triangles[i] {
		s[k], e[k] = d.Mesh.Vertices[c], d.To[c]
	}
	return s, e
}

// meeting is the contract: all there is between two triangles of different meshes, query by query.
func meeting(p, x, q, y *geom.Triangle) (t0, t1 float64, touch bool) {
	if predicate.TriangleTriangle(p, q) {
		return 0, 0, true
	}
	t0, t1 = 2, 2
	try := func(m predicate.Moving) {
		if a, b, yes := m.First(); yes {
			t0, t1, touch = min(t0, a), min(t1, b), true
		}
	}
	for i := range 3 {
		try(predicate.Moving{Kind: predicate.VertexFace, Start: [4]geom.Vec{p[i], q[0], q[1], q[2]}, End: [4]geom.Vec{x[i], y[0], y[1], y[2]}})
		try(predicate.Moving{Kind: predicate.VertexFace, Start: [4]geom.Vec{q[i], p[0], p[1], p[2]}, End: [4]geom.Vec{y[i], x[0], x[1], x[2]}})
		for j := range 3 {
			k, l := (i+1)%3, (j+1)%3
			try(predicate.Moving{Start: [4]geom.Vec{p[i], p[k], q[j], q[l]}, End: [4]geom.Vec{x[i], x[k], y[j], y[l]}})
		}
	}
	return t0, t1, touch
}

// everyPair is Detect without a hierarchy.
func everyPair(t *testing.T, bodies []deforming.Body, self bool) (b deforming.Result) {
	add := func(c collide.Contact, t0, t1 float64) {
		b.Contacts, b.Times = append(b.Contacts, c), append(b.Times, [2]float64{t0, t1})
	}
	for i := range bodies {
		for m := range bodies[i].Mesh.Triangles {
			p, x := triangleAt(&bodies[i], m)
			for n := m + 1; self && n < len(bodies[i].Mesh.Triangles); n++ {
				q, y := triangleAt(&bodies[i], n)
				r, err := (&ccd.Triangles{Start: [2]geom.Triangle{p, q}, End: [2]geom.Triangle{x, y}, Own: true}).Meet(context.Background(), true)
				if err != nil {
					t.Fatal(err)
				}
				if c := (collide.Contact{BodyA: uint32(i), TriA: uint32(m), BodyB: uint32(i), TriB: uint32(n)}); r.Touch {
					add(c, r.T0, r.T1)
				} else if r.Open {
					b.Open = append(b.Open, c)
				}
			}
			for j := i + 1; j < len(bodies); j++ {
				for n := range bodies[j].Mesh.Triangles {
					q, y := triangleAt(&bodies[j], n)
					if t0, t1, touch := meeting(&p, &x, &q, &y); touch {
						add(collide.Contact{BodyA: uint32(i), TriA: uint32(m), BodyB: uint32(j), TriB: uint32(n)}, t0, t1)
					}
				}
			}
		}
	}
	return b
}

// frames draws bodies between two frames: noise, twists, motions past each other, flat and coplanar ones, of some scale.
func frames(r *rand.Rand, n int) []deforming.Body {
	scale := math.Ldexp(1, []int{0, 0, -40, 200}[n%4])
	shapes := []func() *mesh.Mesh{
		func() *mesh.Mesh { return scene.Torus("ring", 1, 0.3, 6, 4) },
		func() *mesh.Mesh { return scene.Knot("knot", 2, 3, 1, 0.2, 12, 3) },
		conformance.Cube,
		flat,
	}
	var bodies []deforming.Body
	for k := range 2 + n%2 {
		m := scaledMesh(shapes[(n+k)%len(shapes)](), 1, geom.Vec{X: float64(k)})
		shift := geom.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(3) - 1)}
		noise, twist := []float64{0, 0.1, 1}[n%3], r.NormFloat64()
		d := deformed(m, func(v geom.Vec) geom.Vec {
			sin, cos := math.Sincos(twist * v.Z)
			w := geom.Vec{X: cos*v.X - sin*v.Y, Y: sin*v.X + cos*v.Y, Z: v.Z}
			return w.Add(shift).Add(geom.Vec{X: noise * r.NormFloat64(), Y: noise * r.NormFloat64(), Z: noise * r.NormFloat64()})
		})
		if n%5 == 0 { // on a lattice: coplanar, and touching at float64
			for i := range d.To {
				d.To[i] = geom.Vec{X: math.Round(4 * d.To[i].X), Y: math.Round(4 * d.To[i].Y), Z: math.Round(4 * d.To[i].Z)}.Scale(0.25)
			}
		}
		d.Mesh = scaledMesh(d.Mesh, scale, geom.Vec{})
		for i := range d.To {
			d.To[i] = d.To[i].Scale(scale)
		}
		bodies = append(bodies, d)
	}
	return bodies
}

// TestBetweenIsBruteForce: the set, the first times and the hash are those of all pairs, with any number of workers, and of the way back.
func TestBetweenIsBruteForce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 82))
	contacts, open, later := 0, 0, 0
	cases := require.Cases(120, 4)
	for n := range cases {
		bodies, self := frames(r, n), n%2 == 0
		want := everyPair(t, bodies, self)
		slices.SortFunc(want.Open, collide.Contact.Compare)
		order := make([]int, len(want.Contacts))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int { return want.Contacts[i].Compare(want.Contacts[j]) })
		for k, workers := range []int{1, 2, 8} {
			if k != n%3 && !require.Full() {
				continue // numbers of workers take turns
			}
			got, err := deforming.Detect(t.Context(), bodies, deforming.Options{Self: self, Times: true, Workers: workers})
			if got == nil || (err != nil) != (len(want.Open) > 0) || err != nil && !errors.Is(err, collide.ErrUndecided) {
				t.Fatalf("case %d: %+v, %v", n, got, err)
			}
			if len(got.Contacts) != len(order) || !slices.Equal(got.Open, want.Open) || (got.Verdict == collide.InContact) != (len(order) > 0) || (got.Verdict == collide.Free) != (len(order)+len(want.Open) == 0) {
				t.Fatalf("case %d, %d workers: %v with %d contacts and %v, want %d and %v", n, workers, got.Verdict, len(got.Contacts), got.Open, len(order), want.Open)
			}
			for i, k := range order {
				if got.Contacts[i] != want.Contacts[k] || got.Times[i] != want.Times[k] {
					t.Fatalf("case %d: %v at %v, want %v at %v", n, got.Contacts[i], got.Times[i], want.Contacts[k], want.Times[k])
				}
				if got.Times[i][0] > 0 {
					later++
				}
			}
			set, _ := deforming.Detect(t.Context(), bodies, deforming.Options{Self: self, Workers: workers})
			if set.Hash() != got.Hash() || set.Times != nil {
				t.Fatalf("case %d: another set without times", n)
			}
			one, _ := deforming.Detect(t.Context(), bodies, deforming.Options{Self: self, First: true, Workers: workers})
			if one.Verdict == collide.InContact != (len(order) > 0) || len(order) > 0 && (len(one.Contacts) != 1 || !slices.Contains(got.Contacts, one.Contacts[0])) || one.First != (len(order) > 0) {
				t.Fatalf("case %d: first %+v", n, one)
			}
		}
		contacts, open = contacts+len(order), open+len(want.Open)
		back := make([]deforming.Body, len(bodies))
		for i, b := range bodies {
			back[i] = deforming.Body{Mesh: &mesh.Mesh{Vertices: b.To, Triangles: b.Mesh.Triangles}, To: b.Mesh.Vertices}
		}
		there, _ := deforming.Detect(t.Context(), bodies, deforming.Options{Self: self})
		if again, _ := deforming.Detect(t.Context(), back, deforming.Options{Self: self}); again.Hash() != there.Hash() {
			t.Fatalf("case %d: another set backwards", n)
		}
	}
	if t.Log(contacts, open, later); contacts < 30*cases || later < 15*cases || open > contacts/20 {
		t.Errorf("%d contacts, %d open, %d later than the start: the test proves little", contacts, open, later)
	}
}

// TestBetweenFrames: two balls change places through each other; neither frame has a contact. A sheet that folds onto itself.
func TestBetweenFrames(t *testing.T) {
	t.Parallel()
	left, right := deformed(conformance.Cube(), func(v geom.Vec) geom.Vec { return v.Add(geom.Vec{X: 6}) }), deformed(scaledMesh(conformance.Cube(), 1, geom.Vec{X: 3}), func(v geom.Vec) geom.Vec { return v.Sub(geom.Vec{X: 2}) })
	b, err := deforming.Detect(t.Context(), []deforming.Body{left, right}, deforming.Options{Times: true})
	if err != nil || b.Verdict != collide.InContact || b.Hash() == "" {
		t.Fatalf("%+v, %v", b, err)
	}
	if first := slices.MinFunc(b.Times, func(p, q [2]float64) int { return int(math.Copysign(1, p[0]-q[0])) }); first != [2]float64{0.25, 0.25} {
		t.Errorf("first at %v, want 0.25", first)
	}
	apart, err := deforming.Detect(t.Context(), []deforming.Body{left, deformed(scaledMesh(conformance.Cube(), 1, geom.Vec{Y: 1.5}), func(v geom.Vec) geom.Vec { return v })}, deforming.Options{Self: true})
	if err != nil || apart.Verdict != collide.Free || len(apart.Contacts) != 0 {
		t.Errorf("%+v, %v", apart, err)
	}
	sheet := &mesh.Mesh{Vertices: []geom.Vec{{}, {Y: 1}, {X: 1}, {X: 1, Y: 1}, {X: 2}, {X: 2, Y: 1}, {X: 3}, {X: 3, Y: 1}}}
	for i := uint32(0); i < 6; i += 2 {
		sheet.Triangles = append(sheet.Triangles, [3]uint32{i, i + 1, i + 2}, [3]uint32{i + 2, i + 1, i + 3})
	}
	folds := deformed(sheet, func(v geom.Vec) geom.Vec {
		if v.X == 3 {
			return geom.Vec{X: 0.5, Y: v.Y, Z: -0.5}
		}
		if v.X == 2 {
			return geom.Vec{X: 1, Y: v.Y, Z: 1}
		}
		return v
	})
	b, err = deforming.Detect(t.Context(), []deforming.Body{folds}, deforming.Options{Self: true, Times: true})
	if err != nil || b.Verdict != collide.InContact || slices.ContainsFunc(b.Contacts, func(c collide.Contact) bool { return c.BodyA != c.BodyB }) {
		t.Errorf("a sheet that folds: %+v, %v", b, err)
	}
	if b, err = deforming.Detect(t.Context(), []deforming.Body{folds}, deforming.Options{}); err != nil || b.Verdict != collide.Free {
		t.Errorf("without Self: %+v, %v", b, err)
	}
}

// TestBetweenRefuses what is no mesh between two frames, and a context that is done leaves no Free behind.
func TestBetweenRefuses(t *testing.T) {
	t.Parallel()
	fine := deformed(conformance.Cube(), func(v geom.Vec) geom.Vec { return v })
	short, far, beyond := fine, fine, fine
	short.To = short.To[1:]
	far.To = slices.Clone(far.To)
	far.To[3].Y = math.Inf(1)
	beyond.Mesh = &mesh.Mesh{Vertices: fine.Mesh.Vertices, Triangles: [][3]uint32{{0, 1, 8}}}
	from := fine
	from.Mesh = &mesh.Mesh{Vertices: slices.Clone(fine.Mesh.Vertices), Triangles: fine.Mesh.Triangles}
	from.Mesh.Vertices[2].Z = math.NaN()
	for _, bad := range []deforming.Body{short, far, beyond, from, {}} {
		if b, err := deforming.Detect(t.Context(), []deforming.Body{fine, bad}, deforming.Options{}); b != nil || !errors.Is(err, collide.ErrOption) {
			t.Errorf("%+v, %v", b, err)
		}
	}
	for _, workers := range []int{-1, 1025} {
		if _, err := deforming.Detect(t.Context(), nil, deforming.Options{Workers: workers}); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if b, err := deforming.Detect(t.Context(), nil, deforming.Options{}); err != nil || b.Verdict != collide.Free {
		t.Errorf("no bodies: %+v, %v", b, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := deforming.Detect(ctx, []deforming.Body{fine, fine}, deforming.Options{Workers: 2}); b == nil || b.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %+v, %v", b, err)
	}
}

// framesFile is what bench/peers/deforming reads: the bodies as one mesh.
func framesFile(bodies []deforming.Body) []byte {
	var at [2][]geom.Vec
	var corners [][3]uint32
	var body []uint32
	for i, d := range bodies {
		for _, t := range d.Mesh.Triangles {
			n := uint32(len(at[0]))
			corners, body = append(corners, [3]uint32{n + t[0], n + t[1], n + t[2]}), append(body, uint32(i))
		}
		at[0], at[1] = append(at[0], d.Mesh.Vertices...), append(at[1], d.To...)
	}
	var file []byte
	for _, part := range []any{uint32(len(at[0])), uint32(len(corners)), at[0], at[1], corners, body} {
		file, _ = binary.Append(file, binary.LittleEndian, part) // fixed sizes
	}
	return file
}

// BenchmarkBetween is two rings of 35,000 triangles each, that come to overlap or stay apart, of which all vertices move: pairs and self contacts.
// With COLLIDE_FRAMES=DIR it writes them there.
func BenchmarkBetween(b *testing.B) {
	for _, name := range []string{"apart", "through"} {
		ring := func(x float64) deforming.Body {
			return deformed(scaledMesh(scene.Torus("ring", 1, 0.3, 250, 70), 1, geom.Vec{X: x}), func(v geom.Vec) geom.Vec {
				if name == "through" {
					v.X -= 0.1 * x
				}
				sin, cos := math.Sincos(0.1 * v.Z)
				return geom.Vec{X: cos*v.X - sin*v.Y, Y: sin*v.X + cos*v.Y, Z: v.Z + 0.01*math.Sin(9*v.X)}
			})
		}
		bodies := []deforming.Body{ring(0), ring(2.7)}
		if dir := os.Getenv("COLLIDE_FRAMES"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name+".frames"), framesFile(bodies), 0o666); err != nil {
				b.Fatal(err)
			}
		}
		for _, opt := range []struct {
			name string
			deforming.Options
		}{{"pairs", deforming.Options{Workers: 1}}, {"self", deforming.Options{Workers: 1, Self: true}}} {
			b.Run(name+"/"+opt.name, func(b *testing.B) {
				var r *deforming.Result
				for b.Loop() {
					var err error
					if r, err = deforming.Detect(b.Context(), bodies, opt.Options); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(r.Contacts)), "contacts")
				b.ReportMetric(float64(r.PrimitiveTests), "candidates")
			})
		}
	}
}
