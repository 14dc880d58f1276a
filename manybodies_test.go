package collide_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// crowd is many bodies at a density that gives each one or two neighbours.
type crowd struct {
	bodies []collide.Body
	poses  []geom.Pose
	by     []geom.Vec
}

// newCrowd makes n bodies of the shapes in turn, of a size of about 1, at constant
// density.
func newCrowd(n int, shapes ...collide.Shape) *crowd {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	side := 1.3 * math.Cbrt(float64(n))
	c := &crowd{make([]collide.Body, n), make([]geom.Pose, n), make([]geom.Vec, n)}
	for i := range n {
		angle := 2 * math.Pi * r.Float64()
		cos, sin := math.Cos(angle), math.Sin(angle)
		c.poses[i] = geom.Pose{
			R: geom.Mat{cos, -sin, 0, sin, cos, 0, 0, 0, 1},
			T: geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: side * r.Float64()},
		}
		c.by[i] = geom.Vec{X: 0.02 * (r.Float64() - 0.5), Y: 0.02 * (r.Float64() - 0.5), Z: 0.02 * (r.Float64() - 0.5)}
		c.bodies[i] = collide.Body{Name: fmt.Sprint(i), Shape: shapes[i%len(shapes)], Pose: c.poses[i]}
	}
	return c
}

// step moves all bodies, back and forth.
func (c *crowd) step(t testing.TB, d *collide.Detector) {
	for i := range c.poses {
		c.poses[i].T = c.poses[i].T.Add(c.by[i])
		c.by[i] = c.by[i].Scale(-1)
		if err := d.SetPose(i, c.poses[i]); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	ball  = shape.Sphere{Radius: 0.5}
	brick = shape.Box{Size: geom.Vec{X: 1, Y: 0.7, Z: 0.6}}
)

func ring() *collide.Model { return collide.NewModel(scene.Torus("torus", 0.4, 0.15, 12, 8)) }

func TestMethodsNameTheirBroadPhase(t *testing.T) {
	c := newCrowd(100, ball, brick, ring())
	for method, want := range map[string]string{
		"auto": "grid", "bvh": "grid", "rapid": "grid", "sphere": "grid", "scda": "grid", "pipelining": "grid", "multiprocess": "grid",
		"brute": "every pair", "octree-hybrid": "kept octree", "i-collide": "coherent sweep", "oocda": "coherent sweep",
	} {
		opt := collide.Options{Method: named(method), Workers: 2}
		if got := detect(t, c.bodies, opt).Stats.BroadPhase; got != want {
			t.Errorf("%s: broad phase %q, want %q", method, got, want)
		}
		if got := detect(t, nil, opt).Stats.BroadPhase; got == "" {
			t.Errorf("%s: no name for the broad phase of no bodies", method)
		}
	}
}

// Brute force takes its pairs in blocks; other methods agree, and progress ascends.
func TestManyBodiesByEveryMethod(t *testing.T) {
	c := newCrowd(800, ball, brick)
	c.bodies[0].Shape = ring()
	for i := range 40 {
		c.bodies[i].Immovable = true
	}
	want := detect(t, c.bodies, collide.Options{}).Hash()
	for _, m := range table {
		last := 0.0
		opt := collide.Options{Method: m, Workers: 2, Progress: func(share float64) {
			if share < last || share > 1.0001 {
				t.Errorf("%s: progress from %g to %g", nameOf(m), last, share)
			}
			last = share
		}}
		if got := detect(t, c.bodies, opt).Hash(); got != want {
			t.Errorf("%s: hash %s, want %s", nameOf(m), got, want)
		}
		if last < 0.99 {
			t.Errorf("%s: progress ended at %g", nameOf(m), last)
		}
	}
}

// An interruption is seen before, between and in the phases, and leaves what was
// found, exactly; the next query is complete. Memory stays within bounds.
func TestManyBodiesInterrupted(t *testing.T) {
	c := newCrowd(require.Samples(50_000, 50_000, 20_000), ball, brick)
	before := heap()
	d := detector(t, c.bodies, collide.Options{Workers: 2})
	all := func() map[collide.Contact]bool {
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		found := make(map[collide.Contact]bool, len(r.Contacts))
		for _, x := range r.Contacts {
			found[x] = true
		}
		return found
	}
	start := time.Now()
	exact := all()
	for k := range 9 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(k)*time.Since(start)/9)
		r, err := d.Detect(ctx)
		cancel()
		if r == nil {
			t.Fatal(err)
		}
		if err != nil && !cutBy(err, context.DeadlineExceeded, "interrupted: context deadline exceeded") || k == 0 && err == nil {
			t.Errorf("interrupted after %d ninths: %v", k, err)
		}
		for _, x := range r.Contacts {
			if !exact[x] {
				t.Fatalf("interrupted after %d ninths: %v is no contact", k, x)
			}
		}
		start = time.Now()
		if got := all(); !maps.Equal(got, exact) {
			t.Fatalf("%d contacts after an interruption, %d before", len(got), len(exact))
		}
	}
	per := float64(heap()-before) / float64(len(c.bodies))
	t.Logf("%.0f bytes a body", per)
	if per > 1536 {
		t.Errorf("%.0f bytes a body", per)
	}
	runtime.KeepAlive(d)
}

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkManyBodies is a frame of moving bodies: all poses set, all contacts found.
func BenchmarkManyBodies(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
		for _, c := range []struct {
			name   string
			shapes []collide.Shape
		}{{"spheres", []collide.Shape{ball}}, {"boxes", []collide.Shape{brick}}, {"meshes", []collide.Shape{ring()}}} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				crowd := newCrowd(n, c.shapes...)
				d := detector(b, crowd.bodies, collide.Options{Workers: 1})
				var set time.Duration
				var sum collide.Stats
				for b.Loop() {
					start := time.Now()
					crowd.step(b, d)
					set += time.Since(start)
					r, err := d.Detect(context.Background())
					if err != nil {
						b.Fatal(err)
					}
					sum.Add(&r.Stats)
				}
				per := float64(b.N * n)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/per, "ns/body")
				b.ReportMetric(float64(set)/per, "set-ns")
				b.ReportMetric(float64(sum.Update)/per, "update-ns")
				b.ReportMetric(float64(sum.Broad)/per, "broad-ns")
				b.ReportMetric(float64(sum.Narrow)/per, "narrow-ns")
				b.ReportMetric(float64(sum.BodyPairs)/per, "pairs")
			})
		}
	}
}

// A frame of many bodies allocates nothing.
func TestManyBodiesAllocateNothing(t *testing.T) {
	c := newCrowd(240, ball, brick, ring())
	for _, method := range []string{"auto", "bvh"} {
		d := detector(t, c.bodies, collide.Options{Method: named(method), Workers: 1})
		frame := func() {
			c.step(t, d)
			if _, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 {
			frame()
		}
		if n := testing.AllocsPerRun(50, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame, want 0", method, n)
		}
	}
}
