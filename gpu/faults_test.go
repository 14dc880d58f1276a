package gpu

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// faults makes one call of a device fail: the countdown-th from now on of those that
// may, with the code.
type faults struct {
	countdown, calls atomic.Int64
	code             vk.Result
	name             string // of the call that failed
	callbacks        map[uintptr]uintptr
}

// install puts faults between a device and its driver. Callbacks are never freed, so that
// devices opened later share those of the first.
func (f *faults) install(_ vk.Device, find func(name string) uintptr) func(name string) uintptr {
	return func(name string) uintptr {
		driver := find(name)
		if !mayFail(name) {
			return driver
		}
		if f.callbacks[driver] == 0 {
			f.callbacks[driver] = vulkantest.Callback(driver, func(call func() uintptr, _ *[10]uintptr) uintptr {
				f.calls.Add(1)
				if f.countdown.Add(-1) == 0 {
					f.name = name
					return uintptr(uint32(f.code))
				}
				return call()
			})
		}
		return f.callbacks[driver]
	}
}

// mayFail reports whether a command returns a code.
func mayFail(name string) bool {
	for _, void := range []string{"vkCmd", "vkDestroy", "vkFree", "vkGetBuffer", "vkGetImage", "vkGetDeviceQueue", "vkUpdate", "vkUnmap"} {
		if strings.HasPrefix(name, void) {
			return false
		}
	}
	return true
}

// faulty is a device, and what makes calls to its driver fail. Its kernels are built by queries, not by a self-test.
func faulty(t *testing.T) (*faults, *vulkan.Device) {
	t.Helper()
	vulkantest.Device(t)
	f := &faults{callbacks: map[uintptr]uintptr{}}
	d, err := vulkantest.OpenUntested(vulkan.Options{Driver: f.install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		vulkantest.Silent(t) // the layer reports what was not freed
	})
	return f, d
}

// TestEveryCallFails has each call of a query to the driver fail, one a run; for CI every 47th call,
// without the words ci and full every 95th. What is left is an error with the reason, or an
// incomplete result where the device is lost, no crash and no leak; and the same detector
// then gives the right answer.
func TestEveryCallFails(t *testing.T) {
	f, d := faulty(t)
	for _, m := range methodsOn(d) {
		if m.About().Chosen == "" {
			t.Run(m.About().Name, func(t *testing.T) { failEach(t, d, f, m.About().Name) })
		}
	}
}

func failEach(t *testing.T, d *vulkan.Device, f *faults, method string) {
	a, b := gputest.Torus(7, 5, 0.4), gputest.Torus(5, 4, 0.3)
	if method == "recode" { // takes convex meshes
		a, b = gputest.Tetrahedron(), gputest.Tetrahedron()
	}
	bodies := []collide.Body{
		{Name: "a", Shape: collide.NewModel(a)}, {Name: "ball", Shape: shape.Sphere{Radius: 1.2}},
		{Name: "b", Shape: collide.NewModel(b), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}},
	}
	want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")}).Hash()
	det, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Named(methodsOn(d), method)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = det.Close() }()
	failed, step := 0, int64(require.Samples(1, 47, 95))
	for k := int64(1); ; k += step {
		f.code = vk.ErrorOutOfDeviceMemory
		if k%4 == 1 { // the device is opened again, which takes longer
			f.code = vk.ErrorDeviceLost
		}
		f.countdown.Store(k)
		r, err := det.Detect(context.Background())
		if f.countdown.Load() > 0 { // fewer calls than that
			break
		}
		failed++
		switch {
		case f.name == "vkAllocateMemory" && f.code == vk.ErrorOutOfDeviceMemory && err == nil:
			if r.Hash() != want { // a smaller block did
				t.Errorf("call %d, %s: wrong contacts", k, f.name)
			}
		case f.code == vk.ErrorOutOfDeviceMemory && !errors.Is(err, vulkan.ErrOutOfMemory):
			t.Errorf("call %d, %s, out of memory: %v, %v", k, f.name, r, err)
		case f.code == vk.ErrorDeviceLost && (r == nil || r.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrDeviceLost)):
			t.Errorf("call %d, %s, device lost: %v, %v", k, f.name, r, err)
		}
		f.countdown.Store(0)
		if k%8 == 0 {
			if r, err = det.Detect(context.Background()); err != nil || r.Hash() != want {
				t.Fatalf("after call %d, %s: %v, %v", k, f.name, r, err)
			}
		}
		if err := det.Close(); err != nil { // so that everything is made again
			t.Fatal(err)
		}
	}
	f.countdown.Store(0)
	if int64(failed)*step < 20 {
		t.Errorf("only %d calls failed", failed)
	}
	t.Logf("%d calls", failed)
}

// twoTetrahedra touch.
func twoTetrahedra() []collide.Body {
	a, b := gputest.Tetrahedron(), gputest.Tetrahedron()
	return []collide.Body{
		{Name: "a", Shape: collide.NewModel(a)}, {Name: "b", Shape: collide.NewModel(b), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.25, Y: 0.125}}},
	}
}

// TestTooSmallLimits: a scene that does not fit the device's buffers is an error that
// names the buffer and the limit, and smaller ones are answered.
func TestTooSmallLimits(t *testing.T) {
	vulkantest.Device(t)
	d, err := vulkantest.OpenUntested(vulkan.Options{Limits: func(l *vulkan.Limits) { l.Buffer = 1 << 15 }}) // the self-test takes more
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	large, small := gputest.Torus(60, 30, 0.4), gputest.Torus(5, 4, 0.3)
	for name := range recipes {
		for _, m := range []*mesh.Mesh{large, small} {
			bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(m)}, {Name: "b", Shape: collide.NewModel(small)}}
			det, err := collide.NewDetector(bodies, collide.Options{Method: table(d, name, 16, nil)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := det.Detect(context.Background())
			if m == large && (!errors.Is(err, vulkan.ErrLimit) || !strings.Contains(err.Error(), "32768")) {
				t.Errorf("%s, too large: %v", name, err)
			}
			if m == small && (err != nil || r.Hash() != gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")}).Hash()) {
				t.Errorf("%s, small: %v, %v", name, r, err)
			}
			if err := det.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
