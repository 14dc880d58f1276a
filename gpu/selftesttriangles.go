package gpu

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/predicate"
)

// checkTriangles looks for the pairs of random triangles of two bodies that touch. No two of
// these triangles are so close to touching that the kernels could not tell.
func checkTriangles(t *primitives.Tester) error {
	const n = 120
	corners := make([]float32, 2*n*9)
	for i := 0; i < len(corners); i += 9 {
		var at [3]float32
		for k := range at {
			at[k] = float32(t.Rand.IntN(1<<10))/(1<<9) - 1
		}
		for k := range 9 {
			corners[i+k] = at[k%3]/2 + float32(t.Rand.IntN(1<<10)-(1<<9))/(1<<10)
		}
	}
	numbers := make([]uint32, 2*n*3)
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	g := &models.Geometry{Vertices: t.Device.NewBuffer("vertices"), Triangles: t.Device.NewBuffer("triangles"), Rest: t.Device.NewBuffer("vertices at rest")}
	var p *trianglePhase
	return t.With(func(b *vulkan.Batch) error {
		p = newTrianglePhase(b, g, 1)
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
		return sameSet(got, touching(corners[:9*n], corners[9*n:]))
	}, func() { p.close() }, g.Close)
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

// touching lists the pairs of triangles that touch, nine numbers each.
func touching(a, b []float32) (pairs []broad.Pair) {
	triangle := func(v []float32, i int) (q geom.Triangle) {
		for k := range q {
			c := v[9*i+3*k:]
			q[k] = geom.Vec{X: float64(c[0]), Y: float64(c[1]), Z: float64(c[2])}
		}
		return q
	}
	for i := range len(a) / 9 {
		for j := range len(b) / 9 {
			p, q := triangle(a, i), triangle(b, j)
			if predicate.TriangleTriangle(&p, &q) {
				pairs = append(pairs, broad.Pair{A: int32(i), B: int32(j)})
			}
		}
	}
	return pairs
}
