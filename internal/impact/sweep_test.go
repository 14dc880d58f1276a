package impact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// blob is a body of triangles about the origin.
func blob(r *rand.Rand, n int) Body {
	m := &mesh.Mesh{}
	for i := range n {
		at := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		for range 3 {
			m.Vertices = append(m.Vertices, at.Add(geom.Vec{X: 0.3 * r.NormFloat64(), Y: 0.3 * r.NormFloat64(), Z: 0.3 * r.NormFloat64()}))
		}
		k := uint32(3 * i)
		m.Triangles = append(m.Triangles, [3]uint32{k, k + 1, k + 2})
	}
	t := tree.BuildOBB(&tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}, tree.OBBOptions{})
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		p := m.Triangle(i)
		boxes[i] = p.Bounds()
	}
	surface := narrow.NewSurface(m, tree.BuildSAH(boxes, tree.SAHOptions{}))
	surface.SetPose(&geom.Identity)
	return Body{Surface: &surface, Tree: t, Wide: tree.NewOriented(t, surface.Box.Center())}
}

func drawPose(r *rand.Rand, far float64) geom.Pose {
	q := geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	return geom.Pose{R: q.Normalized().Matrix(), T: geom.Vec{X: far * r.NormFloat64(), Y: far * r.NormFloat64(), Z: far * r.NormFloat64()}}
}

// TestWideSearch asks the same of every level of kernels, which must agree bit by bit, and of one box at a time, which finds the same
// contacts within the limit.
func TestWideSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 8))
	var count [3]int
	for range 120 {
		bodies := []Body{blob(r, 30), blob(r, 40)}
		for i := range bodies {
			if i == 1 && r.IntN(2) == 0 { // at rest
				pose := drawPose(r, 2)
				bodies[i].Surface.SetPose(&pose)
				continue
			}
			path, err := motion.NewStraight(drawPose(r, 6), drawPose(r, 6))
			if err != nil {
				t.Fatal(err)
			}
			bodies[i].Path = path
		}
		want := find(bodies, simd.Go)
		for _, l := range simd.Levels() {
			if got := find(bodies, l); got != want {
				t.Fatalf("%v: %+v, Go says %+v", l, got, want)
			}
		}
		for i := range bodies {
			bodies[i].Wide = nil
		}
		got := find(bodies, simd.Go)
		if got.Outcome != want.Outcome || math.Abs(got.T1-want.T1) > 2e-6 {
			t.Fatalf("boxes one by one: %+v, by kernels %+v", got, want)
		}
		count[want.Outcome]++
	}
	if count[Free] < 20 || count[Contact] < 20 || count[Undecided] > 2 {
		t.Errorf("%d free, %d in contact and %d undecided, expected most to be decided, each 20 times", count[Free], count[Contact], count[Undecided])
	}
}

// find searches by the kernels of a level.
func find(bodies []Body, l simd.Level) Answer {
	var s Search
	s.UseLevel(l)
	return ask(&s, bodies, []Pair{{B: 1}})
}

// ask searches about pairs of bodies.
func ask(s *Search, bodies []Body, pairs []Pair) Answer {
	var c narrow.Control
	c.Reset(context.Background(), 0, 0)
	s.Worker = &narrow.Worker{Control: &c}
	s.Worker.Begin()
	if r := s.Start(bodies, pairs, 1e-6); r.Outcome != Free {
		return r
	}
	return s.Run()
}
