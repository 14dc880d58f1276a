package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// placedSolid is a sphere or a box in the world; primitive refers to the other fields.
type placedSolid struct {
	sphere    geom.Sphere
	hull      predicate.Hull
	box       geom.AABB
	primitive Primitive
}

func (p *placedSolid) setSphere(s geom.Sphere) {
	p.sphere, p.box = s, s.Bounds()
	p.primitive = Primitive{Sphere: &p.sphere, Box: &p.box}
}

func (p *placedSolid) setBox(corners []geom.Vec) {
	p.hull.Set(corners)
	p.box = p.hull.Bounds()
	p.primitive = Primitive{Hull: &p.hull, Box: &p.box}
}

// drawSolid places a sphere or a box near the origin, of about a size.
func drawSolid(r *rand.Rand, p *placedSolid, size float64, pose *geom.Pose) {
	c := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(0.6)
	if r.IntN(2) == 0 {
		p.setSphere(geom.Sphere{Center: pose.Apply(c), Radius: size * r.Float64()})
		return
	}
	var corners []geom.Vec
	h := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(size)
	if r.IntN(4) == 0 {
		h.X = 0
	}
	for i := range 8 {
		v := c
		for k, e := range [3]geom.Vec{{X: h.X}, {Y: h.Y}, {Z: h.Z}} {
			if i>>k&1 != 0 {
				v = v.Add(e)
			} else {
				v = v.Sub(e)
			}
		}
		corners = append(corners, pose.Apply(v))
	}
	p.setBox(corners)
}

// bruteSolid tests every triangle.
func bruteSolid(s *Surface, p *Primitive) (found []uint32) {
	var tally predicate.Tally
	for i := range s.Mesh.Triangles {
		var q geom.Triangle
		s.Triangle(uint32(i), &q)
		if p.Touches(&tally, &q) {
			found = append(found, uint32(i))
		}
	}
	return found
}

// touching runs a search, with boxes of leaves and without, and compares with brute force.
func touching[V any, P SolidVolume[V]](t *testing.T, kind string, s *SolidSearch[V, P], want []uint32) int64 {
	t.Helper()
	var tests int64
	for _, boxes := range []bool{false, true} {
		if boxes {
			s.BoxLeaves(nil)
		}
		w := Worker{Control: control()}
		got := s.Touching(&w, nil)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, boxes %v: found %v, brute %v", kind, boxes, got, want)
		}
		tests = w.BVTests
	}
	return tests
}

// TestSolidsTouchAsBruteForce descends every kind of hierarchy for spheres and boxes of all
// sizes: next to meshes of their own size, tiny ones and huge ones, all of them scaled from
// subnormal coordinates to 2⁵⁰⁰ and beyond, under rotations and matrices of any kind.
func TestSolidsTouchAsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	found, culled, blocks := 0, 0, 0
	cases := require.Samples(400, 25, 17)
	for range cases {
		scale := math.Ldexp(1, []int{0, 0, 0, -1072, -1040, -520, -60, 60, 497, 501, 1000}[r.IntN(11)])
		a := soup(random(r), 1+r.IntN(40), r.IntN(2) == 0)
		for i := range a.Mesh.Vertices {
			a.Mesh.Vertices[i] = a.Mesh.Vertices[i].Scale(scale)
		}
		a = NewSurface(a.Mesh, tree.BuildSAH(boxesOf(&a), tree.SAHOptions{Workers: 1}))
		p := poses(r)
		for i := range p {
			p[i].T = p[i].T.Scale(scale)
		}
		a.SetPose(&p[0])
		if b := a.WorldBox(&a.Box); !b.Min.IsFinite() || !b.Max.IsFinite() {
			continue // a body's pose would have been refused
		}
		var solid placedSolid
		size := math.Ldexp(1, []int{0, 0, -3, -30, 30, 400}[r.IntN(6)])
		scaled := p[1]
		for i := range scaled.R {
			scaled.R[i] *= scale
		}
		drawSolid(r, &solid, size, &scaled)
		if solid.primitive.Hull == nil {
			solid.sphere.Radius *= scale
			solid.setSphere(solid.sphere)
		}
		if !solid.box.Min.IsFinite() || !solid.box.Max.IsFinite() {
			continue
		}
		want := bruteSolid(&a, &solid.primitive)
		found += len(want)
		var b SolidSearch[volume.Ball, *volume.Ball]
		b.SetLocal(&a, tree.BuildSphere(soupOf(&a), tree.SphereOptions{}), solid.primitive)
		touching(t, "balls", &b, want)
		var o SolidSearch[volume.OBB, *volume.OBB]
		o.SetLocal(&a, tree.BuildOBB(soupOf(&a), tree.OBBOptions{LeafSize: 2}), solid.primitive)
		touching(t, "boxes", &o, want)
		var h SolidSearch[volume.SphereOBB, *volume.SphereOBB]
		h.SetLocal(&a, tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{}), solid.primitive)
		if touching(t, "hybrid", &h, want) == 1 {
			culled++
		}
		var d SolidSearch[volume.DOP, *volume.DOP]
		d.SetWorld(&a, worldDOPs(&a), solid.primitive)
		touching(t, "18-DOPs", &d, want)
		for _, level := range simd.Levels() {
			var posed PosedBlocks
			shape := tree.BuildBlocks(tree.BuildDOP(soupOf(&a), tree.DOPOptions{}), simd.Lanes)
			var corners tree.Corners
			shape.SetCorners(&corners, soupOf(&a))
			posed.Take(shape, &corners)
			origin := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64()}.Scale(scale)
			posed.Set(&a, level, &tree.Refitter{}, origin)
			var b BlockSolid
			b.Set(solid.primitive, origin)
			w := Worker{Control: control()}
			got := b.Touching(&w, level, &posed, nil)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("blocks: found %v, brute %v", got, want)
			}
			if w.BVTests == 1 {
				blocks++
			}
		}
	}
	if found < cases || culled < cases/16 || blocks < cases/20 {
		t.Fatalf("%d triangles touch, %d and %d roots are apart: the sample proves nothing", found, culled, blocks)
	}
}

// A hierarchy far from a sphere costs one test, a sphere in a corner of it few.
func TestSolidSearchCulls(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	a := soup(r, 600, false)
	a.SetPose(&geom.Pose{R: rotation(r), T: geom.Vec{X: 3}})
	h := tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{})
	var corner geom.Triangle
	a.Triangle(0, &corner)
	for _, c := range []struct {
		center geom.Vec
		tests  int64
	}{{geom.Vec{X: -9}, 1}, {corner[0], 400}} {
		var solid placedSolid
		solid.setSphere(geom.Sphere{Center: c.center, Radius: 0.01})
		var s SolidSearch[volume.SphereOBB, *volume.SphereOBB]
		s.SetLocal(&a, h, solid.primitive)
		w := Worker{Control: control()}
		found := s.Touching(&w, nil)
		if w.BVTests > c.tests || (len(found) > 0) != (c.tests > 1) || s.kind != moved {
			t.Errorf("at %v: %d tests, %d found", c.center, w.BVTests, len(found))
		}
		var trail Trail
		trail.Most = 1000
		follower := Worker{Control: control()}
		s.Follow(&follower, &trail)
		if follower.BVTests != w.BVTests || trail.Levels[0] != (Level{Tested: 1, Culled: int64(b2i(len(found) == 0))}) {
			t.Errorf("the trail has %d tests, %v; the search %d", follower.BVTests, trail.Levels, w.BVTests)
		}
		if n := testing.AllocsPerRun(5, func() { w.Begin(); s.SetLocal(&a, h, solid.primitive); found = s.Touching(&w, found[:0]) }); n != 0 {
			t.Errorf("%v allocations a search, want 0", n)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The float32 slabs of a sphere and of a box hold points of their surfaces, relative to any
// origin, by exact arithmetic.
func TestBlockSlabsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 66))
	held := 0
	cases := require.Samples(3000, 300, 150)
	for range cases {
		scale, far := math.Ldexp(1, r.IntN(40)-20), math.Ldexp(1, r.IntN(60)-30)
		var solid placedSolid
		drawSolid(r, &solid, scale, &geom.Pose{R: rotation(r), T: geom.Vec{X: far, Z: -far}})
		origin := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(far)
		var s BlockSolid
		s.Set(solid.primitive, origin)
		points := solid.hull.Points()
		if solid.primitive.Hull == nil {
			points = nil
			for _, d := range volume.Directions {
				for _, side := range []float64{-1, 1} {
					p := solid.sphere.Center.Add(d.Scale(side * solid.sphere.Radius / d.Norm()))
					if predicate.SphereTriangle(&solid.sphere, &geom.Triangle{p, p, p}) {
						points = append(points, p)
					}
				}
			}
		}
		for _, p := range points {
			held++
			for k, n := range volume.Directions {
				at := sub(dot(n, p), dot(n, origin))
				if at.Cmp(bf(float64(s.slabs[2*k]))) < 0 || bf(0).Neg(at).Cmp(bf(float64(s.slabs[2*k+1]))) < 0 {
					t.Fatalf("slab %d of %v about %v does not hold %v", k, s.slabs, origin, p)
				}
			}
		}
	}
	if held < cases*10/3 {
		t.Fatalf("only %d points", held)
	}
}

// Beyond 2⁵⁰⁰ and beyond the defect, world boxes are compared.
func TestRangesOfSolidSearches(t *testing.T) {
	for _, c := range []struct {
		size, defect float64
		want         volumeKind
	}{{0x1p498, 0, moved}, {0x1p501, 0, boxed}, {1, 0.4e-9, moved}, {1, 1e-8, boxed}, {math.MaxFloat64, 0, boxed}} {
		var a Surface
		m := geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}
		m[8] += c.defect
		a.set(geom.Vec{X: 1}, &geom.Pose{R: m}, geom.AABB{Max: geom.Vec{X: 1}})
		var solid placedSolid
		solid.setSphere(geom.Sphere{Radius: c.size})
		var s SolidSearch[volume.Ball, *volume.Ball]
		if s.SetLocal(&a, nil, solid.primitive); s.kind != c.want {
			t.Errorf("radius %g, defect %g: the search is of kind %d, not %d", c.size, c.defect, s.kind, c.want)
		}
	}
}
