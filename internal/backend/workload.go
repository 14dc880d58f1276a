package backend

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// workload is a kind of scene that is measured.
type workload int

const (
	// balls are many bodies of 8 triangles, all of which move.
	balls workload = iota
	// sheets are two wavy surfaces that cross, one of which moves.
	sheets
)

var workloads = []workload{balls, sheets}

// scene returns the bodies of a workload and how many of them move.
func (w workload) scene(n int) (bodies []collide.Body, moving int, err error) {
	if w == sheets {
		bodies, err = crossing(n)
		return bodies, 1, err
	}
	bodies = crowd(n)
	return bodies, n, nil
}

// crowd is n octahedra, each in a cell of its own, which it may leave by a little.
func crowd(n int) []collide.Body {
	m := &mesh.Mesh{Vertices: []geom.Vec{{X: 0.5}, {X: -0.5}, {Y: 0.5}, {Y: -0.5}, {Z: 0.5}, {Z: -0.5}}}
	for k := range 8 {
		t := [3]uint32{uint32(k & 1), uint32(2 + k>>1&1), uint32(4 + k>>2&1)}
		if k&1^k>>1&1^k>>2&1 == 1 {
			t[1], t[2] = t[2], t[1]
		}
		m.Triangles = append(m.Triangles, t)
	}
	model := collide.NewModel(m)
	r := rand.New(rand.NewPCG(1, 1))
	side := int(math.Ceil(math.Cbrt(float64(n))))
	bodies := make([]collide.Body, n)
	for i := range bodies {
		cell := geom.Vec{X: float64(i % side), Y: float64(i / side % side), Z: float64(i / side / side)}
		at := cell.Add(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(0.75))
		bodies[i] = collide.Body{Shape: model, Pose: geom.Pose{R: geom.Identity.R, T: at}}
	}
	return bodies
}

// crossing is two sheets of n triangles together, whose waves cross.
func crossing(n int) ([]collide.Body, error) {
	side := max(2, int(math.Sqrt(float64(n)/4))+1)
	var bodies []collide.Body
	for k := range 2 {
		f := shape.HeightField{DX: 1, DY: 1, Columns: side}
		for i := range side * side {
			phase := 20 * (float64(i%side) + 2*float64(k)*float64(i/side)) / float64(side)
			f.Heights = append(f.Heights, math.Sin(phase))
		}
		m, err := f.Mesh()
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, collide.Body{Shape: collide.NewModel(m), Pose: geom.Identity})
	}
	return bodies, nil
}
