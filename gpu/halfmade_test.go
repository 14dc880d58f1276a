package gpu

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// crooked is a scene of two rings in three shapes: where they touch, so that trees are built; where a
// refit makes the tree of the first one bad; and where the rings touch at a spike of each, outside
// of all boxes before.
type crooked struct {
	t      *testing.T
	det    *collide.Detector
	tracer *engine.Tracer
	models [2]*collide.Model
	rest   [2][]geom.Vec
	bodies []collide.Body
}

func newCrooked(t *testing.T, d *vulkan.Device, method string) *crooked {
	t.Helper()
	s := &crooked{t: t, tracer: engine.NewTracer(table(d, method, query.FirstCapacity, nil))}
	for i := range s.models {
		s.models[i] = collide.NewModel(gputest.Torus(16, 8, 0.4))
		s.rest[i] = slices.Clone(s.models[i].Mesh().Vertices)
		s.bodies = append(s.bodies, collide.Body{Name: "ab"[i : i+1], Shape: s.models[i]})
	}
	var err error
	if s.det, err = collide.NewDetector(s.bodies, collide.Options{Method: s.tracer.Method()}); err != nil {
		t.Fatal(err)
	}
	s.set(geom.Vec{X: 0.3}, s.rest[0], s.rest[1])
	return s
}

func (s *crooked) set(at geom.Vec, a, b []geom.Vec) {
	s.t.Helper()
	for i, v := range [2][]geom.Vec{a, b} {
		if err := s.models[i].SetVertices(v); err != nil {
			s.t.Fatal(err)
		}
	}
	s.bodies[1].Pose = gputest.Moved(at)
	if err := s.det.SetPose(1, s.bodies[1].Pose); err != nil {
		s.t.Fatal(err)
	}
}

// crook deforms the first ring badly, spike gives both a spike.
func (s *crooked) crook() {
	bad, r := slices.Clone(s.rest[0]), rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(bad)-1, func(i, j int) { bad[i+1], bad[j+1] = bad[j+1], bad[i+1] })
	bad[100] = geom.Vec{X: 1, Z: -6}
	s.set(geom.Vec{Z: -3}, bad, spiked(s.rest[1], 0.01))
}

func (s *crooked) spike() { s.set(geom.Vec{Z: 3}, spiked(s.rest[0], 6), spiked(s.rest[1], 0.02)) }

func spiked(v []geom.Vec, z float64) []geom.Vec {
	v = slices.Clone(v)
	v[0] = geom.Vec{X: 1, Z: z}
	return v
}

// check compares a query with bvh.
func (s *crooked) check(when string) {
	s.t.Helper()
	want := gputest.Detect(s.t, s.bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh")})
	if len(want.Contacts) == 0 {
		s.t.Fatalf("%s: the scene is no test: nothing touches", when)
	}
	if r, err := s.det.Detect(context.Background()); err != nil || r.Hash() != want.Hash() {
		s.t.Errorf("%s: %v, %v; %v by bvh", when, r.Verdict, err, want.Verdict)
	}
}

// TestStoppedInEveryJoinedBatch: one query is stopped in one of its batches while trees are refitted
// badly, the next one while they are built again; the boxes are looked at in between; and when a model
// deforms once more, the answer is right.
func TestStoppedInEveryJoinedBatch(t *testing.T) {
	vulkantest.Device(t)
	s := &slowDevice{}
	s.begin(1<<30, nil)
	d, err := vulkantest.Open(vulkan.Options{Driver: s.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		vulkantest.Silent(t)
	})
	for _, method := range []string{"gpu-bvh", "scd3"} {
		first := 1
		for ; ; first += require.Cases(1, 2) {
			second := 1
			var ended bool
			for ; ; second += require.Samples(1, 4, 8) {
				var again bool
				if ended, again = stopTwice(t, d, s, method, first, second); !again {
					break
				}
			}
			if t.Logf("%s: batch %d, then up to %d", method, first, second); ended {
				break
			}
			if second == 1 {
				t.Errorf("%s: no second query was stopped", method)
			}
		}
		if first == 1 {
			t.Errorf("%s: no query was stopped", method)
		}
	}
}

// stopTwice stops a query in its batch number first and the next one in its batch number second. It
// reports whether the first had fewer batches, and whether the second was stopped.
func stopTwice(t *testing.T, d *vulkan.Device, s *slowDevice, method string, first, second int) (ended, again bool) {
	c := newCrooked(t, d, method)
	defer func() { _ = c.det.Close() }()
	s.begin(1<<30, nil)
	c.check("before")
	s.release()
	stop := func(n int) bool {
		was := stopped(t, c.det, func(cancel func()) { s.begin(n, cancel) })
		if freed := s.release(); len(freed) > 0 {
			t.Errorf("%s, %d and %d: freed or used while the device was at work: %v", method, first, second, slices.Compact(freed))
		}
		return was
	}
	c.crook()
	if !stop(first) {
		return true, false
	}
	again = stop(second)
	for level := range 3 {
		c.tracer.Volumes(nil, level, 1000)
	}
	s.begin(1<<30, nil)
	c.spike()
	c.check(method + " afterwards")
	s.release()
	return false, again
}

// TestFailedAfterAStop: what a stopped query left to the device comes to nothing, and the error that says
// so reaches nobody but the engine: nothing that it took for sent is, also when somebody looks at the
// boxes first.
func TestFailedAfterAStop(t *testing.T) {
	vulkantest.Device(t)
	var cancel atomic.Pointer[context.CancelFunc] // set while the device does nothing
	var failed atomic.Bool
	shim := vulkantest.Shim{
		"vkQueueSubmit": func(call func() uintptr, _ *[10]uintptr) uintptr {
			if cancel.Load() != nil {
				return 0
			}
			return call()
		},
		"vkWaitForFences": func(call func() uintptr, _ *[10]uintptr) uintptr {
			stop := cancel.Load()
			if stop == nil {
				return call()
			}
			if (*stop)(); failed.Load() {
				code := int32(vk.ErrorOutOfDeviceMemory)
				cancel.Store(nil)
				return uintptr(uint32(code))
			}
			failed.Store(true)
			return uintptr(vk.Timeout)
		},
	}
	d, err := vulkantest.Open(vulkan.Options{Driver: shim.Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	for name := range recipes {
		for _, look := range []bool{false, true} {
			if look != (len(name)%2 > 0) && !require.CI() {
				continue // methods share these out
			}
			s := newCrooked(t, d, name)
			s.check(name)
			s.spike()
			failed.Store(false)
			stopped(t, s.det, func(stop func()) { f := context.CancelFunc(stop); cancel.Store(&f) })
			for cancel.Load() != nil {
				time.Sleep(time.Millisecond)
			}
			for range 50 { // until one waits for the work, which ended now
				if look {
					s.tracer.Volumes(nil, 0, 10)
					time.Sleep(time.Millisecond)
				}
			}
			s.check(name + ", afterwards")
			if err := s.det.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
