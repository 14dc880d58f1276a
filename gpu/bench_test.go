package gpu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// detail scales the scenes of benchmarks: COLLIDE_DETAIL, 1 for the sizes of the
// published experiments.
func detail(b *testing.B) float64 {
	s := os.Getenv("COLLIDE_DETAIL")
	if s == "" {
		return 1
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// BenchmarkFrames times frames of the methods that build hierarchies, after comparing
// their contacts with those of auto: two deforming models of 50,000 triangles, moved on
// the device, and 1,000,000 balls, none of which moves, or all do.
func BenchmarkFrames(b *testing.B) {
	phases := map[string]time.Duration{}
	d, err := vulkan.Open(vulkan.Options{Phase: func(name string, took time.Duration) { phases[name] += took }})
	if err != nil {
		require.Missing(b, require.GPU, err)
	}
	defer func() { _ = d.Close() }()
	table := append(methods.Table(), methodsOn(d)...)
	side := math.Sqrt(detail(b))
	for _, name := range []string{"gpu-bvh", "lbvh", "auto"} {
		for _, self := range []bool{false, true} {
			b.Run(fmt.Sprintf("deforming/%s/self=%v", name, self), func(b *testing.B) {
				m := collide.NewModel(gputest.Torus(int(220*side), int(114*side), 0.3))
				n := collide.NewModel(gputest.Torus(int(220*side), int(114*side), 0.3))
				bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: n, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 0.5}}}}
				rest := slices.Clone(m.Mesh().Vertices)
				by := &motion.Twist{Axis: motion.X, Rate: 1, Period: 1}
				benchFrames(b, bodies, collide.Options{Method: conformance.Named(table, name), Self: self}, phases, func(_ *collide.Detector, i int) error {
					at := 0.01 * float64(i%100)
					if err := m.Deform(by, rest, at); err != nil {
						return err
					}
					return n.Deform(by, rest, 1-at)
				})
			})
		}
	}
	for _, name := range []string{"lbvh", "auto"} {
		for _, move := range []float64{0, 1e-3} { // of their radius
			b.Run(fmt.Sprintf("balls/%s/moving=%v", name, move > 0), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				bodies := make([]collide.Body, int(1e6*detail(b)))
				radius := 0.37 / math.Cbrt(float64(len(bodies))) // 1.6 pairs of boxes a ball
				for i := range bodies {
					bodies[i] = collide.Body{Shape: shape.Sphere{Radius: radius}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}}
				}
				benchFrames(b, bodies, collide.Options{Method: conformance.Named(table, name)}, phases, func(det *collide.Detector, i int) error {
					for k := 0; move > 0 && k < len(bodies); k++ {
						p := bodies[k].Pose
						p.T.X += move * radius * float64((i-20)%100)
						if err := det.SetPose(k, p); err != nil {
							return err
						}
					}
					return nil
				})
			})
		}
	}
}

func benchFrames(b *testing.B, bodies []collide.Body, opt collide.Options, phases map[string]time.Duration, move func(*collide.Detector, int) error) {
	det, err := collide.NewDetector(bodies, opt)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = det.Close() }()
	frame := func(det *collide.Detector) *collide.Result {
		r, err := det.Detect(context.Background())
		if err != nil {
			b.Fatal(r, err)
		}
		return r
	}
	if err := move(det, 20); err != nil {
		b.Fatal(err)
	}
	opt.Method = nil
	other, err := collide.NewDetector(bodies, opt)
	if err != nil {
		b.Fatal(err)
	}
	r := frame(det)
	if want := frame(other); r.Hash() != want.Hash() {
		b.Fatalf("%d contacts, auto finds %d", len(r.Contacts), len(want.Contacts))
	}
	frame(det)
	var device, moved, candidates float64
	clear(phases)
	i := 0
	for b.Loop() {
		i++
		if err := move(det, 20+i); err != nil {
			b.Fatal(err)
		}
		r = frame(det)
		device += float64(r.Stats.Device.Nanoseconds())
		moved += float64(r.Stats.Sent + r.Stats.Received)
		candidates += float64(r.Stats.Candidates)
	}
	n := float64(i)
	b.ReportMetric(device/n/1e6, "device-ms")
	for name, took := range phases {
		b.ReportMetric(float64(took.Nanoseconds())/n/1e6, strings.ReplaceAll(name, " ", "-")+"-ms")
	}
	b.ReportMetric(moved/n, "moved-B")
	b.ReportMetric(candidates/n, "candidates")
	b.ReportMetric(float64(len(r.Contacts)), "contacts")
	b.ReportMetric(float64(r.Stats.BodyPairs), "pairs")
}
