package gpu

import (
	"context"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// recorded is a device with a recorder before its driver.
func recorded(t *testing.T) (*vulkantest.Recorder, *vulkan.Device) {
	t.Helper()
	vulkantest.Device(t)
	r := vulkantest.NewRecorder()
	d, err := vulkantest.Open(vulkan.Options{Driver: r.Shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return r, d
}

// TestBarriers: in all that the driver is told by queries, whatever writes and whatever uses the same
// bytes is ordered by a barrier, by the rules of the interface alone; and without any one barrier of a
// steady frame something is not. Software drivers answer rightly without a single barrier, and the
// validation layer does not see two kernels that write one buffer.
func TestBarriers(t *testing.T) {
	r, d := recorded(t)
	if found := r.Events.Hazards(); len(found) > 0 {
		t.Errorf("the self-test: %s", found[0])
	}
	for i, s := range workScenes() {
		for k, method := range []string{"lbvh", "gpu-bvh", "scd3"} {
			if (i+k)%2 > 0 && !require.CI() {
				continue // methods share the scenes out
			}
			if strings.Contains(s.name, "balls") && method != "lbvh" {
				continue
			}
			t.Run(method+"/"+s.name, func(t *testing.T) { checkBarriers(t, d, r, method, s) })
		}
	}
	t.Run("simulation", func(t *testing.T) { checkSimulated(t, d, r) })
}

// checkSimulated looks at bodies that live on the device.
func checkSimulated(t *testing.T, d *vulkan.Device, r *vulkantest.Recorder) {
	r.Events = nil
	s, err := simulate(d, lattice(3, geom.Vec{}, 1).Bodies, scene.Physics{G: 1e-3}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := 0
	for range 3 {
		before = r.Events.Barriers()
		if err := s.Step(t.Context(), 1.0/60, 1); err != nil {
			t.Fatal(err)
		}
	}
	judge(t, r.Events, before)
}

func checkBarriers(t *testing.T, d *vulkan.Device, r *vulkantest.Recorder, method string, s workScene) {
	r.Events = nil
	det, err := collide.NewDetector(s.bodies, collide.Options{Workers: 1, Method: conformance.Named(methodsOn(d), method)})
	if err != nil {
		t.Fatal(err)
	}
	before := 0 // barriers before the last frame
	for frame := range 5 {
		if err := s.move(det, s.bodies, frame); err != nil {
			t.Fatal(err)
		}
		before = r.Events.Barriers()
		if _, err := det.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	judge(t, r.Events, before)
	if err := det.Close(); err != nil {
		t.Error(err)
	}
}

// judge looks for what barriers miss, and for barriers, from a number on, that order nothing.
func judge(t *testing.T, log vulkantest.Log, before int) {
	t.Helper()
	if found := log.Hazards(); len(found) > 0 {
		t.Errorf("%d of %d uses are not ordered: %s", len(found), len(log), found[0])
	}
	all := log.Barriers()
	var starts []int // what a batch before may have ordered as well
	for k, e := range log.Between(before, all) {
		if e.From == vk.PipelineStageAllCommandsBit {
			starts = append(starts, k)
		} else if len(log.Hazards(k)) == 0 {
			t.Errorf("barrier %d of the frame's %d orders nothing", k-before, all-before)
		}
	}
	if len(starts) == 0 || len(log.Hazards(starts...)) == 0 {
		t.Errorf("the %d barriers at the start of batches order nothing", len(starts))
	}
	t.Logf("%d barriers in the last frame, %d before", all-before, before)
}
