package gpu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// work is what a frame has the device do.
type work struct{ Submits, Barriers, Dispatches, Sent, Received, Allocations int64 }

func workOf(s *collide.Stats) work {
	return work{s.Submits, s.Barriers, s.Dispatches, s.Sent, s.Received, s.Allocations}
}

// workScene is bodies and how they move from frame to frame.
type workScene struct {
	name   string
	bodies []collide.Body
	move   func(det *collide.Detector, bodies []collide.Body, frame int) error
}

// workScenes are two rigid tori of which one moves, the same ones deforming, and 100, 1,000 and 5,000 balls, of which one moves or all do.
func workScenes() []workScene {
	turned := geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}
	step := func(det *collide.Detector, bodies []collide.Body, frame int) error {
		bodies[0].Pose = geom.Pose{R: geom.Identity.R, T: geom.Vec{Y: 0.001 * float64(frame%3)}}
		return det.SetPose(0, bodies[0].Pose)
	}
	tori := func() (bodies []collide.Body) {
		return []collide.Body{
			{Name: "a", Shape: collide.NewModel(gputest.Torus(24, 12, 0.4)), Pose: geom.Identity},
			{Name: "b", Shape: collide.NewModel(gputest.Torus(20, 10, 0.3)), Pose: geom.Pose{R: turned, T: geom.Vec{X: 0.5}}},
		}
	}
	bent := tori()
	by := &motion.Twist{Axis: motion.X, Rate: 1, Period: 1}
	var rest [2][]geom.Vec
	for i := range bent {
		rest[i] = slices.Clone(bent[i].Shape.(*collide.Model).Mesh().Vertices)
	}
	twist := func(_ *collide.Detector, _ []collide.Body, frame int) error {
		for i := range bent {
			if err := bent[i].Shape.(*collide.Model).Deform(by, rest[i], 0.2+0.001*float64(frame%3)); err != nil {
				return err
			}
		}
		return nil
	}
	many := balls(5000)
	from := slices.Clone(many)
	all := func(det *collide.Detector, bodies []collide.Body, frame int) error {
		for i := range bodies {
			bodies[i].Pose.T.Y = from[i].Pose.T.Y + 0.001*float64((frame+i)%3)
			if err := det.SetPose(i, bodies[i].Pose); err != nil {
				return err
			}
		}
		return nil
	}
	return []workScene{
		{"rigid", tori(), step}, {"deforming", bent, twist}, {"100 balls", balls(100), step}, {"1,000 balls", balls(1000), step}, {"5,000 balls that move", many, all},
	}
}

// balls are in a cube, each with less than two neighbours.
func balls(n int) []collide.Body {
	r := rand.New(rand.NewPCG(1, 2))
	bodies := make([]collide.Body, n)
	radius := 0.37 / math.Cbrt(float64(n))
	for i := range bodies {
		bodies[i] = collide.Body{Shape: shape.Sphere{Radius: radius}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}}
	}
	return bodies
}

// driverWork counts calls to the driver.
type driverWork struct {
	sync.Mutex
	n map[string]int64
}

func (c *driverWork) shim() vulkantest.Shim {
	s := vulkantest.Shim{}
	for _, name := range []string{"vkQueueSubmit", "vkCmdPipelineBarrier", "vkCmdDispatch", "vkCmdDispatchIndirect", "vkCmdDraw", "vkAllocateMemory", "vkUpdateDescriptorSets"} {
		s[name] = func(call func() uintptr, _ *[10]uintptr) uintptr {
			c.Lock()
			c.n[name]++
			c.Unlock()
			return call()
		}
	}
	return s
}

// steady is what the frames of a scene take when they have come to repeat: the most of several, and
// the blocks of memory taken before. The driver was called as often as the counters say.
func (c *driverWork) steady(t *testing.T, table []collide.Method, method string, s workScene) (most work, sets int64) {
	det, err := collide.NewDetector(s.bodies, collide.Options{Workers: 1, Method: conformance.Named(table, method)})
	if err != nil {
		t.Fatal(err)
	}
	defer det.Close()
	taken := int64(0)
	for frame := range 8 {
		if err := s.move(det, s.bodies, frame); err != nil {
			t.Fatal(err)
		}
		clear(c.n)
		r, err := det.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		w := workOf(&r.Stats)
		seen := work{c.n["vkQueueSubmit"], c.n["vkCmdPipelineBarrier"], c.n["vkCmdDispatch"] + c.n["vkCmdDispatchIndirect"] + c.n["vkCmdDraw"], w.Sent, w.Received, c.n["vkAllocateMemory"]}
		if w != seen {
			t.Errorf("%s, %s, frame %d: the counters are %+v, the driver was called for %+v", method, s.name, frame, w, seen)
		}
		if taken += w.Allocations; frame < 4 {
			continue
		}
		if w.Allocations != 0 {
			t.Errorf("%s, %s, frame %d takes %d blocks of memory", method, s.name, frame, w.Allocations)
		}
		most = work{
			max(most.Submits, w.Submits), max(most.Barriers, w.Barriers), max(most.Dispatches, w.Dispatches),
			max(most.Sent, w.Sent), max(most.Received, w.Received), taken,
		}
		sets = max(sets, c.n["vkUpdateDescriptorSets"])
	}
	r, err := det.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := gputest.Detect(t, s.bodies, collide.Options{Method: conformance.Named(methods.Table(), "auto")}); r.Hash() != want.Hash() {
		t.Errorf("%s, %s: %d contacts, auto finds %d", method, s.name, len(r.Contacts), len(want.Contacts))
	}
	return most, sets
}

// TestWork: docs/gpu.md has what a steady frame has the device do.
func TestWork(t *testing.T) {
	vulkantest.Device(t)
	c := &driverWork{n: map[string]int64{}}
	d, err := vulkantest.Open(vulkan.Options{Driver: c.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	page, err := os.ReadFile("../docs/gpu.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range workScenes() {
		for _, method := range []string{"lbvh", "gpu-bvh", "scd3"} {
			if strings.Contains(s.name, "balls") && method != "lbvh" {
				continue // the pairs of bodies are found on the host
			}
			got, sets := c.steady(t, methodsOn(d), method, s)
			row := fmt.Sprintf("| `%s` | %s | %d | %d | %d | %d |", method, s.name, got.Submits, got.Barriers, got.Dispatches, got.Sent)
			if rest := fmt.Sprintf(" %d | %d | %d |", got.Received, got.Allocations, sets); d.Info().Kind == vulkan.Software {
				row += rest
			} else {
				t.Log(row + rest) // other devices round and lay out memory in their own way
			}
			if !strings.Contains(string(page), row) {
				t.Errorf("docs/gpu.md has no row %s", row)
			}
		}
	}
}
