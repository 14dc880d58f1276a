package gpu

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

// fleet is a sweep of tori in several batches, with what the CPU says.
type fleet struct {
	bodies []collide.Body
	poses  []geom.Pose
	want   []collide.Verdict
	most   int // poses of a batch
	first  int // elements that lists have room for at first
}

// newFleet is one of n poses, of which some are far from the other body: at first a batch of them, and a few in between.
func newFleet(t *testing.T, n, most int) *fleet {
	f := &fleet{most: most, first: query.FirstCapacity, bodies: []collide.Body{
		{Shape: collide.NewModel(gputest.Torus(7, 5, 0.4))}, {Shape: collide.NewModel(gputest.Torus(5, 4, 0.3)), Pose: gputest.Moved(geom.Vec{X: 0.25})},
	}}
	far := geom.Pose{R: geom.Identity.R, T: geom.Vec{Y: 1e3}}
	f.poses = append(slices.Repeat([]geom.Pose{far}, most), sweptPoses(rand.New(rand.NewPCG(3, 5)), n-most)...)
	copy(f.poses[n/2:], slices.Repeat([]geom.Pose{far}, most+most/2))
	f.want = sweepByHost(t, f.bodies[0], f.bodies[1], f.poses)
	return f
}

// sweep asks a device, and returns the verdicts that came, in their order.
func (f *fleet) sweep(ctx context.Context, t *testing.T, d *vulkan.Device, watch func(last bool)) ([]collide.Verdict, error) {
	var got []collide.Verdict
	ready := func(first int, words []uint32) {
		if first != len(got) {
			t.Errorf("the words of pose %d come after those of %d", first, len(got))
		}
		for _, w := range words {
			got = append(got, verdictOf(w))
		}
		watch(len(got) == len(f.poses))
	}
	err := (&Device{d}).judge(ctx, f.bodies, query.Posing{Poses: f.poses, Most: f.most, Ready: ready}, f.first)
	return got, err
}

// check compares verdicts with those of the CPU, as many as there are.
func (f *fleet) check(t *testing.T, what string, got []collide.Verdict) {
	t.Helper()
	for i, v := range got {
		if v != collide.Unknown && v != f.want[i] {
			t.Fatalf("%s, pose %d: %v, the CPU says %v", what, i, v, f.want[i])
		}
	}
}

// TestSweepInFlight: never more than two batches of poses are in flight. The device has one to run whenever the host takes words, except after the
// last batch. The words are in order, whether lists have room from the start or batches are called back for more.
func TestSweepInFlight(t *testing.T) {
	vulkantest.Device(t)
	a := &airspace{}
	d, err := vulkantest.Open(vulkan.Options{Driver: a.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	f := newFleet(t, 200, 16)
	for _, first := range []int{query.FirstCapacity, 1} {
		f.first, a.most = first, 0
		before := a.submits
		got, err := f.sweep(t.Context(), t, d, func(last bool) {
			if !last && a.now == 0 {
				a.idle++
			}
		})
		if err != nil || len(got) != len(f.poses) {
			t.Fatal(len(got), err)
		}
		f.check(t, "two in flight", got)
		if a.most != 2 || a.now != 0 {
			t.Errorf("room for %d: %d batches were in flight, %d are left", first, a.most, a.now)
		}
		if a.idle > 0 {
			t.Errorf("room for %d: the device has nothing to do %d times while the host takes words", first, a.idle)
		}
		t.Logf("room for %d: %d batches", first, a.submits-before)
	}
}

// TestSweepBarriers: what two batches in flight do with the same buffers is ordered.
func TestSweepBarriers(t *testing.T) {
	r, d := recorded(t)
	f := newFleet(t, 100, 16)
	f.first = 1
	r.Events = nil
	if got, err := f.sweep(t.Context(), t, d, func(bool) {}); err != nil || len(got) != len(f.poses) {
		t.Fatal(len(got), err)
	}
	if found := r.Events.Hazards(); len(found) > 0 || r.Events.Barriers() < 50 {
		t.Errorf("%d of %d uses are not ordered, by %d barriers: %v", len(found), len(r.Events), r.Events.Barriers(), found)
	}
}

// TestSweepOfSmallBuffers: where lists of a batch are longer than buffers may be, batches have fewer poses.
func TestSweepOfSmallBuffers(t *testing.T) {
	vulkantest.Device(t)
	f := newFleet(t, 700, 300)
	for i := range f.poses { // most of them into the other body
		f.poses[i].T = f.poses[i].T.Scale(0.25)
	}
	f.want = sweepByHost(t, f.bodies[0], f.bodies[1], f.poses)
	var submits []int
	for _, size := range []uint64{1 << 26, 200_000} { // the self-test takes 193,920
		a := &airspace{}
		d, err := vulkantest.OpenUntested(vulkan.Options{Driver: a.shim().Install, Limits: func(l *vulkan.Limits) { l.Buffer = size }})
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.sweep(t.Context(), t, d, func(bool) {})
		if err != nil || len(got) != len(f.poses) {
			t.Errorf("buffers of %d: %d verdicts, %v", size, len(got), err)
		}
		f.check(t, "small buffers", got)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		submits = append(submits, a.submits)
	}
	if submits[1] <= submits[0] {
		t.Errorf("%d batches, with small buffers %d", submits[0], submits[1])
	}
}

// TestSweepStoppedInFlight: whichever of its batches the device is slow with, every third one unless CI or all cases are asked for, a cancelled
// sweep ends at once, with right verdicts of what had come; and nothing is freed that the device uses.
func TestSweepStoppedInFlight(t *testing.T) {
	vulkantest.Device(t)
	f := newFleet(t, 100, 16)
	n := 3 // the self-test has two batches
	for f.stopped(t, n) {
		n += require.Samples(1, 2, 3)
	}
	if n < 9 {
		t.Errorf("only %d batches were slow", n)
	}
	t.Logf("up to batch %d", n)
	vulkantest.Silent(t)
}

// stopped has a sweep stopped while the device is slow with a batch, and reports whether there is that batch.
func (f *fleet) stopped(t *testing.T, batch int) bool {
	s := &slowDevice{}
	s.begin(1<<30, nil)
	d, err := vulkantest.OpenUntested(vulkan.Options{Driver: s.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var at time.Time
	var once sync.Once
	s.begin(batch, func() { once.Do(func() { at = time.Now(); cancel() }) })
	got, err := f.sweep(ctx, t, d, func(bool) {})
	if took := time.Since(at); !at.IsZero() && (took > atOnce || !errors.Is(err, collide.ErrIncomplete)) {
		t.Errorf("batch %d: ended %v after it was cancelled: %v", batch, took, err)
	}
	f.check(t, "stopped", got)
	freed := slices.DeleteFunc(s.release(), func(name string) bool { // the other batch
		return name == "vkBeginCommandBuffer" || name == "vkResetCommandPool" || name == "vkUpdateDescriptorSets"
	})
	if len(freed) > 0 {
		t.Errorf("batch %d: freed while the device was at work: %v", batch, slices.Compact(freed))
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	return !at.IsZero()
}

// TestSweepFails has each call of a sweep to the driver fail, one a sweep, every 47th unless CI or all cases are asked for: an error, and right verdicts of what
// had come.
func TestSweepFails(t *testing.T) {
	broken, d := faulty(t)
	f := newFleet(t, 100, 16)
	failed := 0
	for k := int64(1); ; k += int64(require.Samples(1, 23, 47)) {
		broken.code = []vk.Result{vk.ErrorOutOfDeviceMemory, vk.ErrorDeviceLost}[k%2]
		broken.countdown.Store(k)
		got, err := f.sweep(t.Context(), t, d, func(bool) {})
		f.check(t, broken.name, got)
		if broken.countdown.Load() > 0 {
			if err != nil || len(got) != len(f.poses) {
				t.Errorf("nothing fails: %d verdicts, %v", len(got), err)
			}
			break
		}
		failed++
		smaller := broken.name == "vkAllocateMemory" && err == nil && len(got) == len(f.poses) // a smaller block did
		if !smaller && !errors.Is(err, vulkan.ErrOutOfMemory) && !errors.Is(err, vulkan.ErrDeviceLost) {
			t.Errorf("call %d, %s: %d verdicts, %v", k, broken.name, len(got), err)
		}
	}
	if failed < 5 {
		t.Errorf("only %d calls failed", failed)
	}
	t.Logf("%d calls failed", failed)
}
