package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// listable draws bodies that touch in many ways: rings, loose triangles, faces in one plane, large triangles in a fine mesh, one mesh twice.
func listable(r *rand.Rand, unit float64) (bodies []collide.Body) {
	ring := scene.Torus("ring", 2, 0.7, 12+r.IntN(20), 5+r.IntN(8))
	block := (&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 1 + r.IntN(4)}).Mesh()
	loose := &mesh.Mesh{}
	for i := range uint32(200) {
		at := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(3)
		loose.Vertices = append(loose.Vertices, at, at.Add(direction(r).Scale(0.6)), at.Add(direction(r).Scale(0.6*r.Float64())))
		loose.Triangles = append(loose.Triangles, [3]uint32{3 * i, 3*i + 1, 3*i + 2})
	}
	meshes := []*mesh.Mesh{ring, block, loose}
	var models []*collide.Model
	for _, m := range meshes {
		for i, v := range m.Vertices {
			m.Vertices[i] = v.Scale(unit)
		}
		models = append(models, collide.NewModel(m))
	}
	for range 2 + r.IntN(2)*r.IntN(4) {
		p := geom.Pose{R: geom.Identity.R}
		if r.IntN(3) > 0 {
			p = turned(r, 6*r.Float64())
		}
		for i := range p.R {
			switch r.IntN(3) {
			case 0:
				p.R[i] = float64(float32(p.R[i]))
			case 1:
				p.R[i] = math.Round(p.R[i]*1e9) / 1e9
			}
		}
		p.T = direction(r).Scale(unit * 2 * r.Float64() * float64(r.IntN(3)))
		bodies = append(bodies, collide.Body{Shape: models[r.IntN(3)], Pose: p})
	}
	return bodies
}

// TestAutoEqualsBruteInSmallMotions attacks the lists of triangles that auto keeps of meshes that touch: they stand still, tremble, drift at all speeds,
// turn about themselves and far points, one or all of them, jump, and are deformed, in units from 2⁻³⁰⁰ to 2³⁰⁰.
func TestAutoEqualsBruteInSmallMotions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 55))
	queries, listed := 0, 0
	for round := range require.Samples(300, 40, 24) {
		unit := math.Ldexp(1, []int{0, 0, 0, -300, 300, -40}[round%6])
		bodies := listable(r, unit)
		first := round%4 == 3
		auto := detector(t, bodies, collide.Options{Workers: 1 + round%3, First: first})
		brute := detector(t, bodies, collide.Options{Method: named("brute"), First: first})
		motion := newSmallMotion(r, unit)
		for range 24 {
			for i := range bodies {
				if p, moved := motion.next(i, bodies[i].Pose); moved {
					bodies[i].Pose = p
					for _, d := range []*collide.Detector{auto, brute} {
						if err := d.SetPose(i, p); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			if r.IntN(20) == 0 {
				m := bodies[r.IntN(len(bodies))].Shape.(*collide.Model)
				v := append([]geom.Vec(nil), m.Mesh().Vertices...)
				v[r.IntN(len(v))].X += unit * r.Float64()
				if err := m.SetVertices(v); err != nil {
					t.Fatal(err)
				}
			}
			s := follow(t, auto, brute)
			if queries++; s.PrimitiveTests > 0 && s.BVTests <= int64(len(bodies)*len(bodies)) {
				listed++
			}
		}
	}
	if listed < queries/8 {
		t.Errorf("%d of %d queries were answered by lists: the test shows little", listed, queries)
	}
}

// smallMotion is how bodies move: about a place, or on and on.
type smallMotion struct {
	r        *rand.Rand
	unit     float64
	size     float64
	way      geom.Vec
	kind     int
	start    map[int]geom.Pose
	together bool
}

func newSmallMotion(r *rand.Rand, unit float64) *smallMotion {
	return &smallMotion{r: r, unit: unit, size: math.Pow(10, -1-4*r.Float64()), way: direction(r), kind: r.IntN(5), start: map[int]geom.Pose{}, together: r.IntN(3) == 0}
}

func (m *smallMotion) next(i int, p geom.Pose) (geom.Pose, bool) {
	if _, ok := m.start[i]; !ok {
		m.start[i] = p
	}
	if i > 0 && !m.together {
		return p, false
	}
	switch {
	case m.r.IntN(30) == 0:
		p.T = p.T.Add(direction(m.r).Scale(m.unit))
		m.start[i] = p
	case m.kind == 0:
		return p, false
	case m.kind == 1:
		p.T = m.start[i].T.Add(direction(m.r).Scale(m.unit * m.size))
	case m.kind == 2:
		p.T = p.T.Add(m.way.Scale(m.unit * m.size))
	case m.kind == 3:
		turn := turned(m.r, m.size)
		turn = turn.Compose(&geom.Pose{R: p.R})
		p.R = turn.R
	default:
		turn := turned(m.r, m.size)
		p = turn.Compose(&p)
	}
	return p, true
}

// TestListsAllocateNothing: neither lists that hold nor those that are made again for bodies that move on.
func TestListsAllocateNothing(t *testing.T) {
	d := detector(t, tori(1), collide.Options{Workers: 1})
	x := 0.0
	query := func() {
		x += 1e-4
		if err := d.SetPose(1, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1 + x, Y: 0.3}}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		query()
	}
	if n := testing.AllocsPerRun(100, query); n != 0 {
		t.Errorf("%v allocations a query, want 0", n)
	}
}
