package narrow

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
)

// boxQuestion is a box next to a soup, with the answer of brute force.
type boxQuestion struct {
	WideBox
	surface Surface
	hull    predicate.Hull
	ends    geom.AABB
	want    []uint32
}

// boxQuestions returns boxes of many sizes, some of them flat, that wide trees can serve.
func boxQuestions(t *testing.T, n int) (all []*boxQuestion) {
	t.Helper()
	r := rand.New(rand.NewPCG(71, 1))
	for range n {
		q := &boxQuestion{surface: soup(random(r), 1+r.IntN(90), r.IntN(2) == 0)}
		tb := wideOf(&q.surface)
		pose := [2]geom.Pose{geom.Identity, {R: rotation(r), T: geom.Vec{X: r.NormFloat64()}}}
		q.surface.SetPose(&pose[r.IntN(2)])
		size := math.Ldexp(1, []int{0, 0, -3, -12}[r.IntN(4)])
		c := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(0.6)
		h := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: size * r.Float64()}.Scale(size)
		if r.IntN(6) == 0 {
			h.X = 0
		}
		q.ends = geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
		own := geom.Pose{R: rotation(r), T: geom.Vec{Y: 0.1 * r.NormFloat64()}}
		var corners []geom.Vec
		for i := range 8 {
			corners = append(corners, own.Apply(q.ends.Corner(i)))
		}
		q.hull.Set(corners)
		box := q.hull.Bounds()
		q.want = bruteSolid(&q.surface, &Primitive{Hull: &q.hull, Box: &box})
		if q.Set(&q.ends, &own, &q.hull, &q.surface, tb) {
			all = append(all, q)
		}
	}
	if len(all) < n/2 {
		t.Fatalf("%d of %d boxes are taken", len(all), n)
	}
	return all
}

// TestWideBoxHoldsTheBox: the node that stands for a box holds it and is at most 2⁻¹⁸ larger, and so
// is the ball of its tree.
func TestWideBoxHoldsTheBox(t *testing.T) {
	t.Parallel()
	const tiny = 0x1p-140
	for _, q := range boxQuestions(t, 200) {
		x, square := &q.tree, 0.0
		for k := range 3 {
			up, down := sub(bf(q.ends.Max.At(k)), bf(x.Origin.At(k))), sub(bf(x.Origin.At(k)), bf(q.ends.Min.At(k)))
			if up.Cmp(down) < 0 {
				up = down
			}
			half, h := mul(up, bf(x.Scale())), float64(x.Nodes[0].H[k][0])
			if bf(h).Cmp(half) < 0 || bf(h).Cmp(add(mul(half, bf(1+0x1p-18)), bf(tiny))) > 0 {
				t.Fatalf("axis %d: the node's half is %g, the box's %g", k, h, half)
			}
			square += h * h
		}
		if l := math.Sqrt(square); x.Radius < l*(1-0x1p-50) || x.Radius > l*(1+0x1p-18)+tiny {
			t.Fatalf("a ball of %g around a box that reaches %g", x.Radius, l)
		}
	}
}

// TestBoxesDescendAsBruteForce: every level of kernels finds brute's triangles, with First one of them, and
// takes a step of its budget for each test.
func TestBoxesDescendAsBruteForce(t *testing.T) {
	t.Parallel()
	found, culled := 0, 0
	for _, q := range boxQuestions(t, 200) {
		for _, level := range simd.Levels() {
			d := NewWideDescent(level)
			var got []uint32
			w := Worker{Control: control()}
			if !q.Far() {
				var steps int
				steps, w = spent(func(w *Worker) { got = d.RunBox(w, &q.WideBox, nil) })
				if tests := int(w.BVTests + w.PrimitiveTests); steps != tests || w.BVTests < 0 || w.PrimitiveTests < int64(len(got)) {
					t.Fatalf("%v: %d steps, %d and %d tests", level, steps, w.BVTests, w.PrimitiveTests)
				}
			}
			if slices.Sort(got); !slices.Equal(got, q.want) {
				t.Fatalf("%v: found %v, brute %v", level, got, q.want)
			}
			if found += len(got); w.PrimitiveTests < int64(len(q.surface.Mesh.Triangles)) {
				culled++
			}
			if q.Far() {
				continue
			}
			first := Worker{Control: control(), First: true}
			if one := d.RunBox(&first, &q.WideBox, nil); len(one) != min(len(q.want), 1) || len(one) > 0 && first.Control.Cause() != Found {
				t.Fatalf("%v: %d triangles of a search for the first, %v", level, len(one), first.Control.Cause())
			}
		}
	}
	if found < 100 || culled < 100 {
		t.Errorf("%d triangles found, %d searches left some out", found, culled)
	}
}

// TestBoxesStopAtTheirBudget: a node is not opened when the last step is used up.
func TestBoxesStopAtTheirBudget(t *testing.T) {
	t.Parallel()
	stopped := 0
	for _, q := range boxQuestions(t, 60) {
		if q.Far() {
			continue
		}
		d := NewWideDescent(simd.Best())
		whole := Worker{Control: control()}
		d.RunBox(&whole, &q.WideBox, nil)
		if whole.BVTests <= simd.Lanes {
			continue
		}
		var c Control
		c.Reset(context.Background(), 0, simd.Lanes)
		w := Worker{Control: &c}
		d.RunBox(&w, &q.WideBox, nil)
		if stopped++; w.BVTests+w.PrimitiveTests != simd.Lanes || c.Cause() != OutOfSteps {
			t.Fatalf("%d and %d tests, %v, with a budget of %d", w.BVTests, w.PrimitiveTests, c.Cause(), simd.Lanes)
		}
	}
	if stopped < 5 {
		t.Errorf("%d searches stopped", stopped)
	}
}
