package predicate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// inPlanes moves triangles into planes across an axis: all into one, or one in four into another.
func inPlanes(r *rand.Rand, axis int, ts ...*[4]geom.Triangle) {
	at, other := r.NormFloat64(), r.IntN(2) == 0
	for _, t := range ts {
		for i := range t {
			x := at
			if other && r.IntN(4) == 0 {
				x = at + 0x1p-40
			}
			for v := range t[i] {
				c := [3]*float64{&t[i][v].X, &t[i][v].Y, &t[i][v].Z}
				*c[axis] = x
			}
		}
	}
}

// checkFloats compares what a level is certain of in float64 with the exact answers.
func checkFloats(t *testing.T, a, b *[4]geom.Triangle, asked uint32, counts *[4]int) {
	t.Helper()
	box := geom.EmptyAABB()
	for _, s := range append(a[:], b[:]...) {
		c := s.Bounds()
		box.Include(&c)
	}
	extent := box.Size().MaxAbs() * (1 + 0x1p-40)
	m := &simd.MakeMotions(1)[0]
	ra, rb := rowsOf(a), rowsOf(b)
	hit, apart, flat := FloatLeaves(simd.Go, m, &ra, &rb, LevelsOf(&ra), LevelsOf(&rb), extent, asked)
	for _, level := range simd.Levels() {
		if h, p, f := FloatLeaves(level, m, &ra, &rb, LevelsOf(&ra), LevelsOf(&rb), extent, asked); h != hit || p != apart || f != flat {
			t.Fatalf("%v: hit %04x, apart %04x, flat %04x, Go says %04x, %04x, %04x", level, h, p, f, hit, apart, flat)
		}
	}
	same := EqualCorners(&ra, &rb, asked)
	if (hit|apart|flat|same)&^asked != 0 || hit&apart != 0 || (hit|apart)&flat != 0 {
		t.Fatalf("asked %04x, hit %04x, apart %04x, flat %04x, with equal corners %04x", asked, hit, apart, flat, same)
	}
	for k := range 16 {
		p, q := &a[k/4], &b[k%4]
		touch := TriangleTriangle(p, q)
		switch {
		case hit>>k&1 == 1 && (!touch || !SelfContact(p, q, p, q)), apart>>k&1 == 1 && touch:
			t.Fatalf("%v and %v: certain, but touch is %v", p, q, touch)
		case flat>>k&1 == 1 && !stands(p, q) && !stands(q, p):
			t.Fatalf("%v and %v have no corner in the other's plane across an axis", p, q)
		case same>>k&1 == 1 && !touch:
			t.Fatalf("%v and %v have equal corners and do not touch", p, q)
		}
	}
	for i, set := range [4]uint32{hit, apart, flat, same} {
		counts[i] += bits.OnesCount32(set)
	}
}

// stands reports whether p lies in a plane across an axis and q has a corner in it.
func stands(p, q *geom.Triangle) bool {
	for k := range 3 {
		if x := p[0].At(k); p[1].At(k) == x && p[2].At(k) == x && (q[0].At(k) == x || q[1].At(k) == x || q[2].At(k) == x) {
			return true
		}
	}
	return false
}

// TestFloatsAreSound draws triangles nearly or quite in one plane, in space, and in planes across axes.
func TestFloatsAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	var space, plane [4]int
	for round := range 6000 {
		asked := uint32(0xffff)
		if round%3 == 0 {
			asked = uint32(r.IntN(1 << 16))
		}
		a, b, _ := almostFlat(r)
		checkFloats(t, &a, &b, asked, &space)
		inPlanes(r, r.IntN(3), &a, &b)
		checkFloats(t, &a, &b, asked, &plane)
	}
	t.Logf("hit, apart, flat, with equal corners in space %v, in planes %v", space, plane)
	for _, n := range [][4]int{space, plane} {
		if n[0] < 1500 || n[1] < 4000 || n[3] < 20000 {
			t.Errorf("the test is weak: in space %v, in planes %v", space, plane)
		}
	}
	if plane[2] < 5000 {
		t.Errorf("the test is weak: flat %d", plane[2])
	}
}

// TestFloatsAreNotTimid: of triangles in general position, long thin ones included, float64 leaves
// open next to nothing.
func TestFloatsAreNotTimid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	var n [4]int
	const rounds = 500
	for round := range rounds {
		var a, b [4]geom.Triangle
		thin := math.Ldexp(1, -round%14)
		for i := range 4 {
			for _, s := range []*geom.Triangle{&a[i], &b[i]} {
				for v := range s {
					s[v] = geom.Vec{X: r.Float64(), Y: thin * r.Float64(), Z: thin * r.Float64()}
				}
			}
		}
		checkFloats(t, &a, &b, 0xffff, &n)
		for i := range 4 {
			for v := range 3 {
				a[i][v].Z, b[i][v].Z = 3, 3
			}
		}
		checkFloats(t, &a, &b, 0xffff, &n)
	}
	if certain := n[0] + n[1]; certain < 2*rounds*16*99/100 {
		t.Errorf("%d of %d pairs are certain", certain, 2*rounds*16)
	}
}

// TestFloatsKnowTheirRange asks for sizes at which underflow or overflow would spoil the bound.
func TestFloatsKnowTheirRange(t *testing.T) {
	r := rand.New(rand.NewPCG(200, 201))
	var n [4]int
	for round := range 150 {
		for _, e := range []int{-1070, -330, -201, -199, 190, 202, 330, 340, 341, 345, 360, 510} {
			a, b, _ := almostFlat(r)
			for i := range 4 {
				for v := range 3 {
					a[i][v], b[i][v] = a[i][v].Scale(math.Ldexp(1, e/2)), b[i][v].Scale(math.Ldexp(1, e/2))
					a[i][v], b[i][v] = a[i][v].Scale(math.Ldexp(1, e-e/2)), b[i][v].Scale(math.Ldexp(1, e-e/2))
				}
			}
			if round%2 == 0 {
				inPlanes(r, r.IntN(3), &a, &b)
			}
			checkFloats(t, &a, &b, 0xffff, &n)
		}
	}
}

// TestWallsStandOnFloors: a wall with an edge in the plane of a floor stands on it or outside, one above it is
// apart, whichever of the two comes first; an edge that lies on one of the floor's is left to the exact predicates.
func TestWallsStandOnFloors(t *testing.T) {
	t.Parallel()
	m := &simd.MakeMotions(1)[0]
	floor := geom.Triangle{{X: 0, Y: 0, Z: 0.3}, {X: 4, Y: 0, Z: 0.3}, {X: 0, Y: 4, Z: 0.3}}
	wall := geom.Triangle{{X: 1, Y: 1, Z: 0.3}, {X: 2, Y: 1.1, Z: 0.3}, {X: 1, Y: 1.2, Z: 1}}
	above, beyond, edge := wall, wall, wall
	for v := range above {
		above[v].Z += 0.1
		beyond[v].X += 4
	}
	edge[0].Y, edge[1].Y = 0, 0
	a, b := rowsOf(&[4]geom.Triangle{floor, floor, floor, floor}), rowsOf(&[4]geom.Triangle{wall, above, beyond, edge})
	if hit, apart, flat := FloatLeaves(simd.Go, m, &a, &b, LevelsOf(&a), LevelsOf(&b), 8, 0xffff); hit != 0x1111 || apart != 0x6666 || flat != 0x8888 {
		t.Errorf("walls on a floor: hit %04x, apart %04x, flat %04x", hit, apart, flat)
	}
	if hit, apart, flat := FloatLeaves(simd.Go, m, &b, &a, LevelsOf(&b), LevelsOf(&a), 8, 0xffff); hit != 0x000f || apart != 0x0ff0 || flat != 0xf000 {
		t.Errorf("a floor under walls: hit %04x, apart %04x, flat %04x", hit, apart, flat)
	}
}

// TestFloatsSeeTheirExtent moves one corner of two leaves away, beyond the extent that the bound is
// made for, or to where no number is: nothing is certain then.
func TestFloatsSeeTheirExtent(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	m := &simd.MakeMotions(1)[0]
	certain := 0
	for round := range 1200 {
		var c [2]simd.Corners
		axis := round % 4 // 3 for none
		for i := range c {
			for k := range c[i] {
				for j := range c[i][k] {
					if c[i][k][j] = r.Float64(); k%3 == axis {
						c[i][k][j] = 0.5
					}
				}
			}
		}
		hit, apart, _ := FloatLeaves(simd.Go, m, &c[0], &c[1], LevelsOf(&c[0]), LevelsOf(&c[1]), 1, 0xffff)
		certain += bits.OnesCount32(hit | apart)
		row := r.IntN(9)
		if row%3 == axis { // out of the plane: another test
			row = (row + 1) % 9
		}
		c[r.IntN(2)][row][r.IntN(4)] = []float64{2.5, -1.5, 1e9, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}[round%7]
		for _, level := range simd.Levels() {
			if hit, apart, _ := FloatLeaves(level, m, &c[0], &c[1], LevelsOf(&c[0]), LevelsOf(&c[1]), 1, 0xffff); hit|apart != 0 {
				t.Fatalf("%v: hit %04x, apart %04x of corners beyond the extent: %v", level, hit, apart, c)
			}
		}
	}
	if certain < 10000 {
		t.Errorf("only %d pairs were certain within it", certain)
	}
}

// TestEqualCornersByAllCoordinates: one coordinate that differs makes another corner, a signed zero
// does not.
func TestEqualCornersByAllCoordinates(t *testing.T) {
	t.Parallel()
	for v := range 3 {
		for w := range 3 {
			var a, b simd.Corners
			for k := range 9 {
				for i := range 4 {
					a[k][i], b[k][i] = float64(1+20*i+k), float64(101+20*i+k)
				}
			}
			for k := range 3 {
				a[3*v+k][1] = 0
				b[3*w+k][2] = math.Copysign(0, -1)
			}
			if got := EqualCorners(&a, &b, 0xffff); got != 1<<6 {
				t.Errorf("corners %d and %d: %04x", v, w, got)
			}
			if got := EqualCorners(&a, &b, 0xffff&^(1<<6)); got != 0 {
				t.Errorf("corners %d and %d, not asked for: %04x", v, w, got)
			}
			for k := range 3 {
				c := b
				if c[3*w+k][2] = 0x1p-1074; EqualCorners(&a, &c, 0xffff) != 0 {
					t.Errorf("corners %d and %d differ along axis %d", v, w, k)
				}
			}
		}
	}
}

// FuzzFloats takes the scene from the input.
func FuzzFloats(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, seed, stream uint64) {
		var n [4]int
		r := rand.New(rand.NewPCG(seed, stream))
		a, b, _ := almostFlat(r)
		checkFloats(t, &a, &b, 0xffff, &n)
		inPlanes(r, r.IntN(3), &a, &b)
		checkFloats(t, &a, &b, 0xffff, &n)
	})
}
