package gpu

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// slowDevice is a device whose work ends late: from a submission on, fences are not
// signalled until the work is released. It watches that nothing is freed or used again before.
type slowDevice struct {
	mu       sync.Mutex
	left     int // submissions that are not late
	late     map[uintptr]bool
	fences   map[uintptr]bool // submitted and not seen signalled
	waiting  func()           // called when a late fence is waited for
	building func()           // called when the driver builds a pipeline, which then lasts until the release
	released chan struct{}
	freed    []string
}

// begin makes the device slow from submission number n on, counted from 1.
func (s *slowDevice) begin(n int, waiting func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.waiting, s.released, s.freed = n-1, waiting, make(chan struct{}), nil
	s.late, s.fences = map[uintptr]bool{}, map[uintptr]bool{}
}

// release lets everything end and returns what was freed too early.
func (s *slowDevice) release() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.released)
	return s.freed
}

func (s *slowDevice) over() bool {
	select {
	case <-s.released:
		return true
	default:
		return false
	}
}

func (s *slowDevice) shim() vulkantest.Shim {
	m := vulkantest.Shim{
		"vkQueueSubmit":             s.submit,
		"vkWaitForFences":           s.wait,
		"vkCreateComputePipelines":  s.build,
		"vkCreateGraphicsPipelines": s.build,
	}
	for _, name := range []string{
		"vkDestroyBuffer", "vkFreeMemory", "vkDestroyImage", "vkDestroyImageView", "vkDestroyFramebuffer", "vkDestroyFence", "vkDestroyQueryPool",
		"vkDestroyCommandPool", "vkResetCommandPool", "vkDestroyDescriptorPool", "vkResetDescriptorPool", "vkUpdateDescriptorSets", "vkBeginCommandBuffer",
	} {
		m[name] = func(call func() uintptr, _ *[10]uintptr) uintptr {
			s.mu.Lock()
			if len(s.late) > 0 && !s.over() {
				s.freed = append(s.freed, name)
			}
			s.mu.Unlock()
			return call()
		}
	}
	return m
}

func (s *slowDevice) submit(call func() uintptr, a *[10]uintptr) uintptr {
	s.mu.Lock()
	if s.left == 0 {
		s.late[a[3]] = true
	} else {
		s.left--
	}
	s.mu.Unlock()
	return call()
}

func (s *slowDevice) wait(call func() uintptr, a *[10]uintptr) uintptr {
	fence := *(*uintptr)(*(*unsafe.Pointer)(unsafe.Pointer(&a[2])))
	s.mu.Lock()
	late, released, waiting := s.late[fence], s.released, s.waiting
	s.mu.Unlock()
	if !late {
		return call()
	}
	waiting()
	select {
	case <-released:
		return call()
	case <-time.After(time.Duration(a[4])):
		return uintptr(vk.Timeout)
	}
}

func (s *slowDevice) build(call func() uintptr, _ *[10]uintptr) uintptr {
	s.mu.Lock()
	building, released := s.building, s.released
	s.mu.Unlock()
	if building != nil {
		building()
		<-released
	}
	return call()
}

// atOnce bounds how long a query goes on when it is cancelled: the second, less what
// the command takes besides.
const atOnce = 500 * time.Millisecond

// stopScene has pairs of meshes and a ball; recode takes convex meshes only.
func stopScene(method string) []collide.Body {
	a, b := gputest.Torus(7, 5, 0.4), gputest.Torus(5, 4, 0.3)
	if method == "recode" {
		a, b = gputest.Tetrahedron(), gputest.Tetrahedron()
	}
	return []collide.Body{
		{Name: "a", Shape: collide.NewModel(a)}, {Name: "ball", Shape: shape.Sphere{Radius: 1.2}},
		{Name: "b", Shape: collide.NewModel(b), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}},
	}
}

// stopped runs a query whose context is cancelled on the way, by whoever got cancel, and
// checks that it ends at once, incomplete. It reports false for one that was not cancelled.
func stopped(t *testing.T, det *collide.Detector, prepare func(cancel func())) bool {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var at time.Time
	var once sync.Once
	prepare(func() { once.Do(func() { at = time.Now(); cancel() }) })
	r, err := det.Detect(ctx)
	if ctx.Err() == nil {
		return false
	}
	if took := time.Since(at); took > atOnce {
		t.Errorf("ended %v after it was cancelled", took)
	}
	if r == nil || r.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	return true
}

// TestStoppedInEveryBatch: whichever of its batches, in a sample every second one, the device is slow with, a query ends
// at once when it is cancelled; nothing that the device uses is freed; one more query waits for
// it, and can be cancelled as well; and when the device is done, the same detector gives the
// right answer.
func TestStoppedInEveryBatch(t *testing.T) {
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
	for _, m := range methodsOn(d) {
		if m.About().Chosen == "" {
			t.Run(m.About().Name, func(t *testing.T) { stopEach(t, d, s, m.About().Name) })
		}
	}
}

func stopEach(t *testing.T, d *vulkan.Device, s *slowDevice, method string) {
	want := gputest.Detect(t, stopScene(method), collide.Options{Method: conformance.Named(methods.Table(), "brute")}).Hash()
	n := 1
	for ; ; n += require.Samples(1, 2, 3) {
		det, err := collide.NewDetector(stopScene(method), collide.Options{Method: conformance.Named(methodsOn(d), method)})
		if err != nil {
			t.Fatal(err)
		}
		if !stopped(t, det, func(cancel func()) { s.begin(n, cancel) }) {
			s.release()
			_ = det.Close()
			break
		}
		again := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		if r, err := det.Detect(ctx); r == nil || r.Verdict == collide.Free || !errors.Is(err, context.DeadlineExceeded) || time.Since(again) > atOnce {
			t.Errorf("batch %d, the query after: %+v, %v, %v", n, r, err, time.Since(again))
		}
		cancel()
		if n%3 == 0 { // closed while the device is at work
			if err := det.Close(); err != nil || time.Since(again) > 2*atOnce {
				t.Errorf("batch %d, closed: %v, %v", n, err, time.Since(again))
			}
		}
		if freed := s.release(); len(freed) > 0 {
			t.Errorf("batch %d: freed or used while the device was at work: %v", n, slices.Compact(freed))
		}
		r, err := det.Detect(context.Background())
		if err != nil || r.Hash() != want {
			t.Errorf("batch %d, afterwards: %+v, %v", n, r, err)
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
	}
	if n < 2 {
		t.Error("no batch was slow")
	}
	t.Logf("up to batch %d", n-1)
}

// TestStoppedWhileTheDriverBuilds: pipelines that take long to build.
func TestStoppedWhileTheDriverBuilds(t *testing.T) {
	vulkantest.Device(t)
	s := &slowDevice{}
	s.begin(1<<30, nil)
	for _, method := range []string{"lbvh", "gpu-bvh", "scd0", "recode"} {
		d, err := vulkantest.OpenUntested(vulkan.Options{Driver: s.shim().Install})
		if err != nil {
			t.Fatal(err)
		}
		det, err := collide.NewDetector(stopScene(method), collide.Options{Method: conformance.Named(methodsOn(d), method)})
		if err != nil {
			t.Fatal(err)
		}
		if !stopped(t, det, func(cancel func()) {
			s.begin(1<<30, nil)
			s.building = cancel
		}) {
			t.Errorf("%s builds nothing", method)
		}
		s.mu.Lock()
		s.building = nil
		s.mu.Unlock()
		s.release()
		want := gputest.Detect(t, stopScene(method), collide.Options{Method: conformance.Named(methods.Table(), "brute")}).Hash()
		if r, err := det.Detect(context.Background()); err != nil || r.Hash() != want {
			t.Errorf("%s, afterwards: %+v, %v", method, r, err)
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLostForGood: a device that fails every call from some time on, as lost ones do. The query
// that comes upon it is incomplete; the next one runs on a device opened in its place, and the
// lost one is given back.
func TestLostForGood(t *testing.T) {
	vulkantest.Device(t)
	l := &loser{lost: map[vk.Device]bool{}}
	d, err := vulkantest.OpenUntested(vulkan.Options{Driver: l.install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if l.destroyed != l.opened {
			t.Errorf("%d devices opened, %d given back", l.opened, l.destroyed)
		}
		vulkantest.Silent(t)
	})
	table := methodsOn(d)
	for _, method := range []string{"lbvh", "scd3", "gpu-bvh", "scd0", "recode"}[:require.Cases(5, 2)] {
		want := gputest.Detect(t, stopScene(method), collide.Options{Method: conformance.Named(methods.Table(), "brute")}).Hash()
		detectors := make([]*collide.Detector, 2) // which share the device
		for i := range detectors {
			if detectors[i], err = collide.NewDetector(stopScene(method), collide.Options{Method: conformance.Named(table, method)}); err != nil {
				t.Fatal(err)
			}
			if r, err := detectors[i].Detect(context.Background()); err != nil || r.Hash() != want {
				t.Fatalf("%s: %+v, %v", method, r, err)
			}
		}
		l.lose()
		if r, err := detectors[0].Detect(context.Background()); r == nil || r.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrDeviceLost) {
			t.Errorf("%s, lost: %+v, %v", method, r, err)
		}
		for i, det := range detectors {
			if r, err := det.Detect(context.Background()); err != nil || r.Hash() != want {
				t.Errorf("%s, detector %d afterwards: %+v, %v", method, i, r, err)
			}
		}
		if l.opened != l.destroyed+1 {
			t.Errorf("%s: of %d devices %d are given back", method, l.opened, l.destroyed)
		}
		t.Setenv(vulkan.DeviceVariable, "no such device") // which cannot be opened again
		l.lose()
		for range 2 {
			if r, err := detectors[0].Detect(context.Background()); r == nil || r.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrDeviceLost) {
				t.Errorf("%s, not to be had: %+v, %v", method, r, err)
			}
		}
		t.Setenv(vulkan.DeviceVariable, "")
		for i, det := range detectors {
			if r, err := det.Detect(context.Background()); err != nil || r.Hash() != want {
				t.Errorf("%s, detector %d in the end: %+v, %v", method, i, r, err)
			}
			if err := det.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// loser loses devices for good.
type loser struct {
	mu                sync.Mutex
	lost              map[vk.Device]bool
	current           vk.Device
	opened, destroyed int
}

func (l *loser) lose() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost[l.current] = true
}

func (l *loser) install(handle vk.Device, find func(name string) uintptr) func(name string) uintptr {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opened++
	l.current = handle
	delete(l.lost, handle) // a handle may come again
	s := vulkantest.Shim{"vkDestroyDevice": func(call func() uintptr, _ *[10]uintptr) uintptr {
		l.mu.Lock()
		l.destroyed++
		l.mu.Unlock()
		return call()
	}}
	for _, name := range fallible {
		s[name] = func(call func() uintptr, _ *[10]uintptr) uintptr {
			l.mu.Lock()
			lost := l.lost[handle]
			l.mu.Unlock()
			if lost {
				code := int32(vk.ErrorDeviceLost)
				return uintptr(uint32(code))
			}
			return call()
		}
	}
	return s.Install(handle, find)
}

// fallible are the commands that fail on a lost device.
var fallible = []string{
	"vkQueueSubmit", "vkWaitForFences", "vkDeviceWaitIdle", "vkGetQueryPoolResults", "vkAllocateMemory", "vkMapMemory", "vkCreateCommandPool",
	"vkResetCommandPool", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkResetFences", "vkCreateBuffer", "vkCreateFence",
}

// TestMeasuringOutlivesALoss: a lost device stays until the last of its users is closed.
func TestMeasuringOutlivesALoss(t *testing.T) {
	vulkantest.Device(t)
	d, err := vulkantest.OpenUntested(vulkan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := (&Device{d}).BodyPhase(1, false)
	if err != nil {
		t.Fatal(err)
	}
	_ = d.Judge(vulkan.ErrDeviceLost)
	if !d.Hold() {
		t.Fatal("the device was given back in use")
	}
	d.Release()
	p.Close()
	if d.Hold() {
		d.Release()
		t.Error("the device is still held")
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
