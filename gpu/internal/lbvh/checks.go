package lbvh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/predicate"
)

// CheckBoxes looks for the pairs of random boxes, with room for one at first, and of others: those are sent as they are, these as corners.
func CheckBoxes(t *primitives.Tester) error {
	var p *Bodies
	return t.With(func(b *vulkan.Batch) error {
		p = NewBodies(b, 1, 1)
		for _, most := range []int{1 << 10, 0} {
			p.rounded.Most = most
			boxes := randomBoxes(t, 600)
			got := p.Pairs(boxes, nil)
			if p.err != nil {
				return p.err
			}
			if err := sameSet(got, new(broad.Brute).Pairs(boxes, nil)); err != nil {
				return err
			}
		}
		return nil
	}, func() { p.Close() })
}

func randomBoxes(t *primitives.Tester, n int) []geom.AABB {
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		p := geom.Vec{X: t.Rand.Float64(), Y: t.Rand.Float64(), Z: t.Rand.Float64()}
		boxes[i] = geom.AABB{Min: p, Max: p.Add(geom.Vec{X: 0.1, Y: 0.2 * t.Rand.Float64(), Z: 0.05})}
	}
	return boxes
}

// sameSet compares pairs in any order.
func sameSet(got, want []broad.Pair) error {
	order := func(a, b broad.Pair) int {
		if a.A != b.A {
			return int(a.A - b.A)
		}
		return int(a.B - b.B)
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if len(got) != len(want) {
		return fmt.Errorf("%w: %d pairs, want %d", vulkan.ErrFaulty, len(got), len(want))
	}
	return primitives.Differ(got, want)
}

// CheckTriangles looks for the pairs of triangles of two bodies that touch. The triangles
// are the same in every self-test: no two of them are so close to touching that the kernels
// could not decide. Their order is not; see primitives.Tester.
func CheckTriangles(t *primitives.Tester) error {
	const n = fixedEach
	corners := make([]float32, 0, 2*n*9)
	fixed, order := fixedTriangles(), append(t.Rand.Perm(n), t.Rand.Perm(n)...)
	for i, k := range order {
		k += i / n * n
		corners = append(corners, fixed[9*k:9*k+9]...)
	}
	numbers := make([]uint32, 2*n*3)
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	g := &models.Geometry{Vertices: t.Device.NewBuffer("vertices"), Triangles: t.Device.NewBuffer("triangles"), Rest: t.Device.NewBuffer("vertices at rest")}
	var p *Triangles
	return t.With(func(b *vulkan.Batch) error {
		p = NewTriangles(b, g, 1)
		p.records = append(p.records, together(n))
		if err := sendTriangles(b, g, corners, numbers); err != nil {
			return err
		}
		found, err := p.find(2 * n)
		if err != nil {
			return err
		}
		var got []broad.Pair
		for i := 0; i < len(found); i += 3 {
			got = append(got, broad.Pair{A: int32(found[i+1]), B: int32(found[i+2])})
		}
		if err := sameSure(found, corners); err != nil {
			return err
		}
		return sameSet(got, touching(corners[:9*n], corners[9*n:]))
	}, func() { p.Close() }, g.Close)
}

// fixedEach is how many of the fixed triangles each of two bodies has.
const fixedEach = 120

// fixedTriangles returns triangles, nine numbers each, on a lattice.
func fixedTriangles() []float32 {
	draw, corners := rand.New(rand.NewPCG(1, 2)), make([]float32, 9*2*fixedEach)
	for i := 0; i < len(corners); i += 9 {
		var at [3]float32
		for k := range at {
			at[k] = float32(draw.IntN(1<<10))/(1<<9) - 1
		}
		for k := range 9 {
			corners[i+k] = at[k%3]/2 + float32(draw.IntN(1<<10)-(1<<9))/(1<<10)
		}
	}
	return corners
}

// together is the record of two bodies of n triangles each in one frame, not moved.
func together(n uint32) (r models.PairRecord) {
	r.GiveUp()
	for k := range 3 {
		r.MapA[5*k], r.MapB[5*k] = 1, 1
	}
	r.ErrorA, r.ErrorB, r.Errors = 0x1p-19, 0x1p-19, 0x1.01p-18
	r.CountA, r.CountB, r.TrianglesB = n, n, n
	return r
}

func sendTriangles(b *vulkan.Batch, g *models.Geometry, corners []float32, numbers []uint32) error {
	if err := g.Vertices.Grow(4 * len(corners)); err != nil {
		return err
	}
	if err := g.Triangles.Grow(4 * len(numbers)); err != nil {
		return err
	}
	b.Start()
	b.Write(g.Vertices, 0, vulkan.BytesOf(corners))
	b.Write(g.Triangles, 0, vulkan.BytesOf(numbers))
	return b.Run()
}

// sameSure looks at which of the pairs found are called sure, where that is no question of rounding.
func sameSure(found []uint32, corners []float32) error {
	n := uint32(len(corners) / 18)
	for i := 0; i+2 < len(found); i += 3 {
		if max(found[i+1], found[i+2]) >= n {
			return nil // sameSet names it
		}
		a, b := triangleOf(corners, int(found[i+1])), triangleOf(corners, int(n+found[i+2]))
		sure, by := found[i]&models.Sure != 0, max(crossing(&a, &b), crossing(&b, &a))
		if sure && by < 0.5 || !sure && by > 2 {
			return fmt.Errorf("%w: triangles %d and %d called sure: %v; edges cross by %g times the bound", vulkan.ErrFaulty, found[i+1], found[i+2], sure, by)
		}
	}
	return nil
}

// crossing is by how much an edge of a crosses the inside of b, as a multiple of the bound of apart.glsl for the records of together.
func crossing(a, b *geom.Triangle) float64 {
	m := 0.0
	for k := range a {
		m = max(m, a[k].Sub(a[0]).MaxAbs(), b[k].Sub(a[0]).MaxAbs())
	}
	best, n := 0.0, b[1].Sub(b[0]).Cross(b[2].Sub(b[0]))
	for k := range a {
		p, d := a[k], a[(k+1)%3].Sub(a[k])
		s, t := n.Dot(p.Sub(b[0])), n.Dot(a[(k+1)%3].Sub(b[0]))
		lo, hi := math.Inf(1), math.Inf(-1)
		for j := range b {
			x := d.Dot(b[j].Sub(p).Cross(b[(j+1)%3].Sub(p)))
			lo, hi = min(lo, x), max(hi, x)
		}
		best = max(best, min(max(s, t), -min(s, t), max(lo, -hi)))
	}
	return best / (m * m * (160*0x1.01p-18 + 800*0x1p-23*m))
}

func triangleOf(v []float32, i int) (q geom.Triangle) {
	for k := range q {
		c := v[9*i+3*k:]
		q[k] = geom.Vec{X: float64(c[0]), Y: float64(c[1]), Z: float64(c[2])}
	}
	return q
}

// touching lists the pairs of triangles that touch, nine numbers each.
func touching(a, b []float32) (pairs []broad.Pair) {
	for i := range len(a) / 9 {
		for j := range len(b) / 9 {
			p, q := triangleOf(a, i), triangleOf(b, j)
			if predicate.TriangleTriangle(&p, &q) {
				pairs = append(pairs, broad.Pair{A: int32(i), B: int32(j)})
			}
		}
	}
	return pairs
}
