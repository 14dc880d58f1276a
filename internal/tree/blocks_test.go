package tree

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// scattered is n small triangles about a place, every third one like the first.
func scattered(n int, at geom.Vec) *Soup {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	s := &Soup{}
	for i := range n {
		c := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 3 * r.NormFloat64()}
		if i%3 == 0 {
			c = geom.Vec{}
		}
		for range 3 {
			s.Vertices = append(s.Vertices, at.Add(c).Add(geom.Vec{X: 0.1 * r.Float64(), Y: 0.1 * r.Float64(), Z: 0.1 * r.Float64()}))
		}
		s.Triangles = append(s.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return s
}

// Blocks of every width and size hold each triangle once, and volumes of all
// levels enclose them, near the origin and far.
func TestBlocksEnclose(t *testing.T) {
	var r Refitter
	pose := geom.Pose{R: geom.Mat{0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}}
	for _, far := range []float64{0, 1e9} {
		at := geom.Vec{X: far, Y: -far, Z: far}
		pose.T = geom.Vec{X: 3 - far, Y: far, Z: far / 3}
		origin := pose.Apply(at)
		for _, n := range []int{1, 2, 7, 8, 9, 60, 65, 700} {
			s := scattered(n, at)
			for _, width := range []int{2, 3, 8} {
				b := BuildBlocks(BuildDOP(s, DOPOptions{}), width)
				volumes := b.Volumes()
				var c Corners
				b.SetCorners(&c, s)
				posed := *s
				posed.Vertices = make([]geom.Vec, len(s.Vertices))
				for i, v := range s.Vertices {
					posed.Vertices[i] = pose.Apply(v)
				}
				for _, level := range simd.Levels() {
					b.Refit(level, &r, volumes, &c, &pose, origin)
					if err := b.Validate(n, volumes, &posed, origin); err != nil {
						t.Fatalf("%d triangles, width %d, %v: %v", n, width, level, err)
					}
				}
			}
		}
	}
}

// A volume that is too small is noticed.
func TestValidateSeesBadBlocks(t *testing.T) {
	s := scattered(100, geom.Vec{})
	b := BuildBlocks(BuildDOP(s, DOPOptions{}), 8)
	volumes := b.Volumes()
	var c Corners
	b.SetCorners(&c, s)
	b.Refit(simd.Go, &Refitter{}, volumes, &c, &geom.Identity, geom.Vec{})
	volumes[0][3][0] += 1
	if b.Validate(100, volumes, s, geom.Vec{}) == nil {
		t.Error("a root that is too small went unnoticed")
	}
	b.Child[8*(b.Len()-1)] = ^0
	b.Child[8*(b.Len()-2)] = ^0
	if b.Validate(100, nil, s, geom.Vec{}) == nil {
		t.Error("a triangle in two blocks went unnoticed")
	}
}

func TestBlocksRefitAllocatesNothing(t *testing.T) {
	s := scattered(300, geom.Vec{})
	b := BuildBlocks(BuildDOP(s, DOPOptions{}), 8)
	volumes, r, c := b.Volumes(), Refitter{}, Corners{}
	b.SetCorners(&c, s)
	if n := testing.AllocsPerRun(10, func() {
		b.SetCorners(&c, s)
		b.Refit(simd.Best(), &r, volumes, &c, &geom.Identity, geom.Vec{})
	}); n != 0 {
		t.Errorf("%v allocations a refit", n)
	}
}

func BenchmarkBlocksRefit(b *testing.B) {
	s := scattered(64, geom.Vec{})
	shape := BuildBlocks(BuildDOP(s, DOPOptions{}), 8)
	volumes, r, c := shape.Volumes(), Refitter{}, Corners{}
	shape.SetCorners(&c, s)
	b.ReportMetric(float64(shape.Len()), "blocks")
	for b.Loop() {
		shape.Refit(simd.Best(), &r, volumes, &c, &geom.Identity, geom.Vec{})
	}
}
