package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// Move gives a body a new pose.
type Move struct {
	Body int
	Pose geom.Pose
}

// Scene is a set of bodies, the poses they take one after another, and the
// question.
type Scene struct {
	Name        string
	Bodies      []collide.Body
	Steps       [][]Move
	Self, Solid bool
	// Kinds asks for the kinds of contacts and for their pieces.
	Kinds bool
	// Depths asks for their depths and widths, too. No query is cut short then.
	Depths bool
	// Sized marks a scene of which there is one of another size.
	Sized bool
	// Allow lists pairs of bodies permitted to touch.
	Allow [][2]int
}

// allows reports whether bodies a and b may touch.
func (s *Scene) allows(a, b int) bool {
	return slices.Contains(s.Allow, [2]int{a, b}) || slices.Contains(s.Allow, [2]int{b, a})
}

// Scenes returns every scene of the suite, fresh, the same each time.
func Scenes() []Scene {
	s := append(meshScenes(), extremeScenes()...)
	return append(append(append(s, solidScenes()...), kindScenes()...), append(depthScenes(), crowdScenes()...)...)
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x636f6c6c696465)) }

// meshScenes: pairs of meshes in general and in special position.
func meshScenes() []Scene {
	r := rng(1)
	a, b := soup(r, 150, 0.2), soup(r, 130, 0.3)
	random := Scene{Name: "random", Bodies: []collide.Body{placed("a", a, at(0, 0, 0)), placed("b", b, at(0.3, 0.2, 0.1))}}
	for range 4 {
		random.Steps = append(random.Steps, []Move{
			{0, geom.Pose{R: rotation(r), T: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}},
			{1, geom.Pose{R: rotation(r), T: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}},
		})
	}
	cube := cuboid(2, 4)
	touching := Scene{Name: "touching", Bodies: []collide.Body{placed("a", cube, at(0, 0, 0)), placed("b", cube, at(2, 0, 0))}}
	for _, p := range []geom.Pose{at(2, 1, 0.5), at(2, 2, 0), at(2, 2, 2), at(2, 0.3, 0.7), at(math.Nextafter(2, 3), 0, 0), at(0, 0, 0), at(1, 0, 0)} {
		touching.Steps = append(touching.Steps, []Move{{1, p}})
	}
	// A quarter turn about Z keeps the lattice: coplanar contacts through a rotation.
	touching.Steps = append(touching.Steps, []Move{{1, geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 2, Y: 0.5}}}})
	// Both turned: faces in one plane except for rounding.
	for _, x := range []float64{0, 0.25, 1.5} {
		turn := rotation(r)
		touching.Steps = append(touching.Steps, []Move{{0, geom.Pose{R: turn}}, {1, geom.Pose{R: turn, T: turn.MulVec(geom.Vec{X: 2, Y: x, Z: x / 3})}}})
	}
	grid := lattice(r, 90, 3)
	degenerate := Scene{
		Name: "degenerate", Self: true,
		Bodies: []collide.Body{placed("a", grid, at(0, 0, 0)), placed("b", lattice(r, 80, 4), at(1, -1, 0))},
		Steps:  [][]Move{{{0, at(1, 1, 1)}}, {{0, geom.Pose{R: rotation(r)}}}},
	}
	nested := Scene{
		Name: "nested", Solid: true,
		Bodies: []collide.Body{placed("small", cuboid(1, 2), at(0.1, 0, 0)), placed("large", cuboid(4, 3), at(0, 0, 0))},
		Steps:  [][]Move{{{0, at(5, 0, 0)}}, {{0, at(1.5, 0, 0)}}, {{0, geom.Pose{R: rotation(r), T: geom.Vec{X: -0.5}}}}},
	}
	return []Scene{random, touching, degenerate, nested, shells()}
}

// shells: parts between the walls of nested shells, of one orientation and of two, and a
// mesh whose triangles disagree.
func shells() Scene {
	r := rng(5)
	core, block, hollow := cuboid(0.5, 1), union(cuboid(4, 2), cuboid(2, 1)), union(cuboid(4, 2), insideOut(cuboid(2, 1)))
	torn := cuboid(3, 2)
	torn.Triangles[7][0], torn.Triangles[7][1] = torn.Triangles[7][1], torn.Triangles[7][0]
	s := Scene{
		Name: "shells", Solid: true,
		Bodies: []collide.Body{placed("core", core, at(0, 0, 0)), placed("block", block, at(0, 0, 0)), placed("case", hollow, at(9, 0, 0)), placed("torn", torn, at(18, 0, 0))},
	}
	for _, x := range []float64{1.5, 9, 10.5, 18, 27} {
		s.Steps = append(s.Steps, []Move{{0, at(x, 0, 0)}, {1, geom.Pose{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}}}}, []Move{{0, geom.Pose{R: rotation(r), T: geom.Vec{X: x}}}})
	}
	return s
}

// extremeScenes: far from the origin, huge, tiny, subnormal, matrices that are
// not rigid.
func extremeScenes() []Scene {
	r := rng(2)
	var scenes []Scene
	for _, e := range []int{-1070, -1000, -300, -60, 60, 300, 990} {
		s := math.Ldexp(1, e)
		a, b := scaled(lattice(r, 60, 4), s), scaled(lattice(r, 60, 4), s)
		scenes = append(scenes, Scene{
			Name: fmt.Sprintf("scale 2^%d", e), Sized: true,
			Bodies: []collide.Body{placed("a", a, at(0, 0, 0)), placed("b", b, at(s, s, -s))},
			Steps:  [][]Move{{{1, geom.Pose{R: rotation(r), T: geom.Vec{X: s}}}}, {{0, at(s, 0, 0)}, {1, at(s, 0, 0)}}},
		})
	}
	// On both sides of 2³³, where the trees of auto change their units.
	unlike := Scene{
		Name:   "unlike sizes",
		Bodies: []collide.Body{placed("a", scaled(lattice(r, 60, 4), 0x1p32), at(0, 0, 0)), placed("b", scaled(soup(r, 60, 0.4), 0x1p34), at(0, 0, 0))},
		Steps:  [][]Move{{{0, geom.Pose{R: rotation(r), T: geom.Vec{X: 0x1p33}}}}, {{0, at(0x1p33, 0, 0)}, {1, at(-0x1p32, 0, 0)}}},
	}
	cube, ball := cuboid(2, 3), soup(r, 100, 0.4)
	far := Scene{Name: "far from the origin", Bodies: []collide.Body{placed("a", cube, at(1e9, 1e9, -1e9)), placed("b", ball, at(1e9+0.5, 1e9, -1e9))}}
	for range 3 {
		t := geom.Vec{X: 1e9, Y: -1e9, Z: 1e9}
		far.Steps = append(far.Steps, []Move{{0, geom.Pose{R: rotation(r), T: t}}, {1, geom.Pose{R: rotation(r), T: t}}})
	}
	bent := Scene{Name: "matrices that are not rigid", Bodies: []collide.Body{placed("a", cuboid(2, 2), at(0, 0, 0)), placed("b", soup(rng(7), 50, 0.4), at(0, 0, 0))}}
	for _, m := range []geom.Mat{
		{1e-8, 0, 0, 0, 1, 0, 0, 0, 1}, {2, 1, 0, 0, 1, 0, 0, 0, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 0}, {}, {1, 1, 1, 1, 1, 1, 1, 1, 1},
		{-1, 0, 0, 0, 1, 0, 0, 0, 1}, {1e200, 0, 0, 0, 1e-200, 0, 0, 0, 1}, {1e200, -1e200, 0, 1e200, 1e200, 0, 0, 0, 1}, {1 + 1e-10, 0, 0, 0, 1, 0, 0, 0, 1},
	} {
		bent.Steps = append(bent.Steps, []Move{{0, geom.Pose{R: m, T: geom.Vec{X: 0.2, Y: 0.3, Z: 0.4}}}})
	}
	scenes = append(scenes, unlike, far, bent, nearlyRigid(r, cube, ball))
	return append(scenes, latticeScenes(r)...)
}

// nearlyRigid has rotations rounded to float32, to some decimals and to what a search in float32
// bears, scales, a mirror, and one matrix for both bodies that is none of these.
func nearlyRigid(r *rand.Rand, a, b *mesh.Mesh) Scene {
	s := Scene{Name: "matrices that are nearly rigid", Bodies: []collide.Body{placed("a", a, at(0, 0, 0)), placed("b", b, at(0, 0, 0))}, Self: true}
	place := func(rounded func(x float64) float64, scaleA, scaleB float64) {
		p, q := rotation(r), rotation(r)
		for i := range p {
			p[i], q[i] = rounded(p[i]*scaleA), rounded(q[i]*scaleB)
		}
		s.Steps = append(s.Steps, []Move{{0, geom.Pose{R: p, T: geom.Vec{X: 0.2, Y: 0.3, Z: 0.4}}}, {1, geom.Pose{R: q, T: geom.Vec{X: -0.1}}}})
	}
	whole := func(x float64) float64 { return float64(float32(x)) }
	places := func(n float64) func(x float64) float64 {
		return func(x float64) float64 { return math.Round(x*n) / n }
	}
	for _, c := range []struct {
		rounded func(x float64) float64
		a, b    float64
	}{{whole, 1, 1}, {places(1e8), 1, 1}, {places(1e4), 1, 1}, {places(500), 1, 1}, {whole, 1.1, 1}, {whole, 1, 0.3}, {places(1e6), -2, 2}, {whole, 1e-3, 1}, {whole, 1, 1e-3}} {
		place(c.rounded, c.a, c.b)
	}
	shear := geom.Mat{1, 0.5, 0, 0, 1.5, 0.25, 0, 0, 0.01}
	s.Steps = append(s.Steps, []Move{{0, geom.Pose{R: shear, T: geom.Vec{X: 0.2, Y: 0.3, Z: 0.004}}}, {1, geom.Pose{R: shear}}})
	return s
}

// latticeScenes: whole numbers up to 2¹⁶ except for some coordinates that are 0 except for the
// least there are, or off by the last bit.
func latticeScenes(r *rand.Rand) (scenes []Scene) {
	for _, c := range []struct {
		name       string
		step, tiny float64
	}{{"beside a lattice", 0x1p14, math.SmallestNonzeroFloat64}, {"beside a huge lattice", 0x1p248, 1e-270}} {
		stray := func(x float64) float64 {
			switch {
			case r.IntN(6) > 0:
				return x
			case x == 0:
				return math.Copysign(c.tiny, r.Float64()-0.5)
			}
			return math.Nextafter(x, 0)
		}
		off := func(v geom.Vec) geom.Vec { return geom.Vec{X: stray(v.X), Y: stray(v.Y), Z: stray(v.Z)} }
		a, b := mapped(scaled(lattice(r, 60, 4), c.step), off), mapped(scaled(lattice(r, 60, 4), c.step), off)
		scenes = append(scenes, Scene{
			Name: c.name, Self: true,
			Bodies: []collide.Body{placed("a", a, at(0, 0, 0)), placed("b", b, at(0, 0, 0))},
			Steps:  [][]Move{{{0, geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 4 * c.step}}}}},
		})
	}
	return scenes
}

// solidScenes: spheres and boxes with each other and with meshes.
func solidScenes() []Scene {
	r := rng(3)
	bodies := []collide.Body{
		{Name: "ball", Shape: shape.Sphere{Radius: 1}},
		{Name: "point", Shape: shape.Sphere{Center: geom.Vec{X: 2}}},
		{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, Pose: at(2, 0, 0)},
		{Name: "plate", Shape: shape.Box{Size: geom.Vec{X: 4, Y: 4}}, Pose: at(0, 0, 1)},
		{Name: "capsule", Shape: shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 0.5}, Pose: at(0, 0, 1.5)},
		{Name: "hull", Shape: shape.Convex{Points: hullPoints(r, 30)}, Pose: at(0, -1, 0)},
		{Name: "sheet", Shape: shape.Convex{Points: []geom.Vec{{}, {X: 1}, {X: 2}, {Y: 1}, {X: 1, Y: 1}, {X: 2, Y: 1}, {Y: 2}, {X: 1, Y: 2}, {X: 2, Y: 2}}}, Pose: at(0, 0, 0.5)},
		{Name: "segment", Shape: shape.Capsule{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}}, Pose: at(1, 0, 0)},
		{Name: "cylinder", Shape: shape.Cylinder{A: geom.Vec{Z: -1}, B: geom.Vec{Z: 1}, Radius: 0.75}, Pose: at(0, 2, 0)},
		{Name: "pin", Shape: shape.Cylinder{B: geom.Vec{Y: 2}, Radius: 0.25}, Pose: at(1, 0, 1)},
		placed("cube", cuboid(1, 2), at(0, 0.5, 0)),
		placed("soup", soup(r, 40, 0.5), at(-0.5, -0.5, -0.5)),
		{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 2}}, Pose: at(0, 0, -1), Immovable: true},
		{Name: "wall", Shape: shape.HalfSpace{Point: geom.Vec{X: -2}, Normal: geom.Vec{X: 0.5, Y: 0.25}}},
		{Name: "cone", Shape: shape.Cone{Base: geom.Vec{Z: -0.5}, Apex: geom.Vec{Z: 1}, Radius: 0.75}, Pose: at(0, -2, 0)},
		{Name: "spike", Shape: shape.Cone{Apex: geom.Vec{X: 2}, Radius: 0.125}, Pose: at(-1, 0, 1)},
	}
	s := Scene{Name: "spheres and boxes", Bodies: bodies, Solid: true}
	for range 12 {
		var moves []Move
		for i := range bodies {
			p := geom.Pose{R: rotation(r), T: geom.Vec{X: 2 * r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}
			if r.IntN(3) == 0 {
				p = at(float64(r.IntN(5)-2), float64(r.IntN(3)-1), float64(r.IntN(3)-1))
			}
			moves = append(moves, Move{i, p})
		}
		s.Steps = append(s.Steps, moves)
	}
	s.Allow = [][2]int{{0, 1}, {10, 2}}
	return append(solidSizes(), s, permitted(), floors(), heightFields())
}

// solidSizes: a mesh of each size, from subnormal coordinates to those whose squares overflow,
// with spheres and boxes that are far smaller than the mesh, like it and far larger; under
// a rotation, and under singular and stretching matrices. Solids are immovable, so that only
// pairs with the mesh are tested.
func solidSizes() (scenes []Scene) {
	r := rng(4)
	for _, e := range []int{-1072, -540, 0, 500, 900} {
		s := math.Ldexp(1, e)
		mesh := scaled(soup(r, 20, 0.5), s)
		scene := Scene{Name: fmt.Sprintf("solids and a mesh of 2^%d", e), Sized: true, Bodies: []collide.Body{placed("mesh", mesh, at(0, 0, 0))}}
		for _, size := range []float64{0x1p-40, 0.5, 0x1p40} {
			corner := mesh.Vertices[r.IntN(len(mesh.Vertices))] // that a tiny solid touches
			ball, box := shape.Sphere{Center: corner, Radius: size * s}, shape.Box{Center: corner, Size: geom.Vec{X: size * s, Y: 0.5 * size * s, Z: size * s}}
			scene.Bodies = append(scene.Bodies,
				collide.Body{Name: fmt.Sprintf("sphere %g", size), Shape: ball, Immovable: true},
				collide.Body{Name: fmt.Sprintf("box %g", size), Shape: box, Immovable: true})
			end := corner.Add(geom.Vec{X: size * s, Y: 0.25 * size * s})
			if end != corner {
				scene.Bodies = append(scene.Bodies,
					collide.Body{Name: fmt.Sprintf("capsule %g", size), Shape: shape.Capsule{A: corner, B: end, Radius: 0.5 * size * s}, Immovable: true},
					collide.Body{Name: fmt.Sprintf("cylinder %g", size), Shape: shape.Cylinder{A: corner, B: end, Radius: 0.5 * size * s}, Immovable: true},
					collide.Body{Name: fmt.Sprintf("cone %g", size), Shape: shape.Cone{Base: end, Apex: corner, Radius: 0.5 * size * s}, Immovable: true})
			}
		}
		turn := geom.Pose{R: rotation(r), T: geom.Vec{X: 0.3 * s, Z: -0.2 * s}}
		stretch := geom.Pose{R: geom.Mat{2, 1, 0, 0, 1, 0, 0, 0, 0}, T: geom.Vec{Y: 0.1 * s}}
		var together []Move // the solids stay where they touch the mesh, except for rounding
		for i := range scene.Bodies {
			together = append(together, Move{i, turn})
		}
		stretched := []Move{{0, stretch}}
		for i := range scene.Bodies {
			if _, ok := scene.Bodies[i].Shape.(shape.Box); ok {
				stretched = append(stretched, Move{i, stretch})
			}
		}
		scene.Steps = [][]Move{together, stretched[:3], {{0, geom.Pose{R: geom.Mat{1 + 1e-10, 0, 0, 0, 1, 0, 0, 0, 1}}}}}
		scenes = append(scenes, scene)
	}
	return scenes
}

// heightFields: two surfaces over grids, one turned, and the first one once more as a mesh whose triangles are its own, with every other shape;
// steps of whole numbers, so that faces, edges and corners touch, and poses at random.
func heightFields() Scene {
	r := rng(9)
	f := shape.HeightField{Origin: geom.Vec{X: -3, Y: -3}, DX: 1, DY: 0.75, Columns: 7}
	for i := range 7 * 9 {
		f.Heights = append(f.Heights, float64(r.IntN(3))/2+float64(i%2)*r.Float64()/4)
	}
	land, err := f.Mesh()
	if err != nil {
		panic(err)
	}
	twin := &mesh.Mesh{Name: "twin"}
	for i := range land.Triangles {
		t := land.Triangle(i)
		n := uint32(len(twin.Vertices))
		twin.Vertices, twin.Triangles = append(twin.Vertices, t[:]...), append(twin.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	s := Scene{Name: "height fields", Bodies: []collide.Body{
		placed("land", land, at(0, 0, 0)), placed("twin", twin, at(0, 0, 0)), placed("ceiling", land, geom.Pose{R: geom.Mat{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{Z: 1.5}}),
		{Name: "ball", Shape: shape.Sphere{Radius: 0.5}, Pose: at(0, 0, 1)},
		{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: at(1, 1, 1)},
		{Name: "capsule", Shape: shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 0.25}, Pose: at(-1, 1, 1)},
		{Name: "cylinder", Shape: shape.Cylinder{A: geom.Vec{Z: -1}, B: geom.Vec{Z: 1}, Radius: 0.25}, Pose: at(-1, -1, 2)},
		{Name: "hull", Shape: shape.Convex{Points: hullPoints(r, 12)}, Pose: at(1, -1, 1.5)},
		placed("cube", cuboid(1, 2), at(2, 2, 1)),
		{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}},
		{Name: "cone", Shape: shape.Cone{Base: geom.Vec{Z: 0.5}, Apex: geom.Vec{Z: -0.5}, Radius: 0.5}, Pose: at(-2, 1, 1)},
	}, Allow: [][2]int{{0, 1}}}
	for k := range 4 {
		var moves []Move
		for i := 2; i < len(s.Bodies); i++ {
			p := geom.Pose{R: rotation(r), T: geom.Vec{X: 4*r.Float64() - 2, Y: 4*r.Float64() - 2, Z: 2 * r.Float64()}}
			if k%2 == 0 {
				p = at(float64(r.IntN(5)-2), float64(r.IntN(5)-2), float64(r.IntN(3))/2)
			}
			moves = append(moves, Move{i, p})
		}
		s.Steps = append(s.Steps, moves)
	}
	return s
}

// floors: half spaces among many bodies, so that every broad phase works beside them; two that look at each other, one that is
// added where a body was, meshes that stand on the floor, lie in it and are too far for any box.
func floors() Scene {
	r := rng(8)
	s := Scene{Name: "half spaces"}
	shapes := []collide.Shape{
		collide.NewModel(cuboid(1, 1)), collide.NewModel(soup(r, 60, 0.4)), shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}},
		shape.Cylinder{A: geom.Vec{Z: -0.5}, B: geom.Vec{Z: 0.5}, Radius: 0.25}, shape.Capsule{A: geom.Vec{Z: -0.25}, B: geom.Vec{Z: 0.25}, Radius: 0.25},
		shape.Cone{Base: geom.Vec{Z: 0.5}, Apex: geom.Vec{Z: -0.5}, Radius: 0.25},
	}
	for i := range 90 {
		s.Bodies = append(s.Bodies, collide.Body{Name: fmt.Sprintf("body %d", i), Shape: shapes[i%len(shapes)], Pose: at(3*float64(i%10), 3*float64(i/10), 0.5), Immovable: i%7 == 0})
		switch i {
		case 5, 40:
			s.Bodies = append(s.Bodies, collide.Body{Name: fmt.Sprintf("floor %d", i), Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Immovable: i == 5})
		case 60:
			s.Bodies = append(s.Bodies, collide.Body{Name: "ceiling", Shape: shape.HalfSpace{Point: geom.Vec{Z: 1}, Normal: geom.Vec{Z: -1e-3}}})
		}
	}
	for range 3 {
		var moves []Move
		for i := range s.Bodies {
			p := geom.Pose{R: rotation(r), T: geom.Vec{X: 30 * r.Float64(), Y: 30 * r.Float64(), Z: 2*r.Float64() - 0.5}}
			if _, ok := s.Bodies[i].Shape.(shape.HalfSpace); ok && i%2 == 0 {
				p = at(0, 0, r.Float64()-1)
			}
			moves = append(moves, Move{i, p})
		}
		s.Steps = append(s.Steps, moves)
	}
	s.Steps = append(s.Steps, []Move{{0, at(0x1p900, 0, -0x1p900)}, {1, at(0, 0, 0x1p900)}})
	s.Allow = [][2]int{{0, 6}, {6, 7}}
	return s
}

// hullPoints draws points of a lattice and others.
func hullPoints(r *rand.Rand, n int) (points []geom.Vec) {
	for i := range n {
		p := geom.Vec{X: float64(r.IntN(3) - 1), Y: float64(r.IntN(3) - 1), Z: float64(r.IntN(3) - 1)}
		if i%3 == 0 {
			p = geom.Vec{X: r.NormFloat64() / 2, Y: r.NormFloat64() / 2, Z: r.NormFloat64() / 2}
		}
		points = append(points, p)
	}
	return points
}

// permitted is two rows of cubes that touch along faces, edges and corners, and one within
// another. Every pair that touches or contains at first is permitted; each step adds one
// that is not.
func permitted() Scene {
	s := Scene{Name: "permitted", Solid: true}
	const n = 6
	for i := range n {
		s.Bodies = append(s.Bodies, placed(fmt.Sprint("cube ", i), cuboid(1, 1), at(float64(i%3), float64(i/3), 0)))
		for j := range i {
			if i%3-j%3 < 2 && j%3-i%3 < 2 {
				s.Allow = append(s.Allow, [2]int{i, j})
			}
		}
	}
	s.Bodies = append(s.Bodies, placed("within", cuboid(0.25, 1), at(0, 0, 0)))
	s.Allow = append(s.Allow, [2]int{0, n})
	s.Steps = [][]Move{{{n, at(1, 1, 0)}}, {{n, at(0, 0, 0)}, {3, at(2.5, 0.5, 0.5)}}, {{3, at(0, 1, 0)}, {n, at(0.5, 0, 0)}}}
	return s
}

// crowdScenes: many bodies of every kind, some immovable, and self contacts.
func crowdScenes() []Scene {
	r := rng(4)
	shapes := []collide.Shape{
		collide.NewModel(cuboid(1, 1)), collide.NewModel(soup(r, 30, 0.3)), collide.NewModel(lattice(r, 20, 2)),
		shape.Sphere{Radius: 0.6}, shape.Box{Size: geom.Vec{X: 1, Y: 0.5, Z: 2}},
		shape.Capsule{A: geom.Vec{Z: -0.5}, B: geom.Vec{Z: 0.5}, Radius: 0.3}, shape.Cylinder{A: geom.Vec{Z: -0.5}, B: geom.Vec{Z: 0.5}, Radius: 0.3},
		shape.Cone{Base: geom.Vec{Z: -0.5}, Apex: geom.Vec{Z: 0.5}, Radius: 0.3},
	}
	s := Scene{Name: "crowd", Self: true}
	for i := range 60 {
		s.Bodies = append(s.Bodies, collide.Body{
			Name: fmt.Sprintf("body %d", i), Shape: shapes[i%len(shapes)], Immovable: i%6 == 0,
			Pose: geom.Pose{R: rotation(r), T: geom.Vec{X: 5 * r.Float64(), Y: 5 * r.Float64(), Z: 5 * r.Float64()}},
		})
	}
	for range 3 {
		var moves []Move
		for i := range s.Bodies {
			moves = append(moves, Move{i, at(float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5)))})
		}
		s.Steps = append(s.Steps, moves)
	}
	s.Allow = [][2]int{{0, 1}, {14, 2}, {5, 5}}
	return []Scene{s}
}
