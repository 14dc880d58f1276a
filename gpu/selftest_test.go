package gpu

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// TestSelfTest: the device passes, soon enough to be tested whenever it is opened.
func TestSelfTest(t *testing.T) {
	d := vulkantest.Device(t)
	start := time.Now()
	if err := selfTest(d); err != nil {
		t.Fatal(err)
	}
	t.Logf("the self-test took %v", time.Since(start))
}

// glob returns the files of a pattern.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// lanesOf returns the kernels with subgroup arithmetic in a variant of testdata.
func lanesOf(t *testing.T, variant string) func(file string) []byte {
	t.Helper()
	codes := map[string][]byte{}
	for _, f := range glob(t, "internal/*/testdata/"+variant+"/*.sg.spv") {
		code, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		codes[strings.TrimSuffix(filepath.Base(f), ".sg.spv")] = code
	}
	if len(codes) == 0 {
		t.Fatalf("no kernels with %s subgroups", variant)
	}
	return func(file string) []byte { return codes[file] }
}

// needSums skips on devices without arithmetic in subgroups, or with too small ones for
// testdata/parted to part them.
func needSums(t *testing.T) {
	t.Helper()
	if l := vulkantest.Device(t).Info().Limits; !l.SubgroupSums || l.Subgroup < 4 {
		t.Skip("the device has no subgroups that could be parted")
	}
}

// TestSmallSubgroups: subgroups of two threads where the device reports more.
func TestSmallSubgroups(t *testing.T) {
	needSums(t)
	d, err := vulkantest.Open(vulkan.Options{Shader: lanesOf(t, "parted")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	for _, s := range conformance.Scenes() {
		if s.Name != "random" {
			continue
		}
		want := gputest.Detect(t, s.Bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute"), Self: s.Self})
		for name := range recipes {
			got := gputest.Detect(t, s.Bodies, collide.Options{Self: s.Self, Method: table(d, name, 1, nil)})
			if got.Hash() != want.Hash() {
				t.Errorf("%s: %d contacts, want %d", name, len(got.Contacts), len(want.Contacts))
			}
		}
	}
}

// TestNoSubgroupSize: no kernel reads how large subgroups are, how many there are or which
// one it is in: drivers run other sizes than they report.
func TestNoSubgroupSize(t *testing.T) {
	files := glob(t, "internal/*/shaders/*.spv")
	if len(files) < 40 {
		t.Fatalf("%d shaders", len(files))
	}
	const opDecorate, builtIn = 71, 11
	derived := map[uint32]string{36: "SubgroupSize", 38: "NumSubgroups", 40: "SubgroupId", 41: "SubgroupLocalInvocationId"}
	for _, f := range files {
		code, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		words := make([]uint32, len(code)/4)
		copy(vulkan.BytesOf(words), code)
		for at := 5; at < len(words); at += int(words[at] >> 16) {
			if w := words[at:]; w[0]&0xFFFF == opDecorate && w[2] == builtIn && derived[w[3]] != "" {
				t.Errorf("%s reads %s", f, derived[w[3]])
			}
		}
	}
}

// TestRefused: a device on which a kernel does not do what it should is not opened.
func TestRefused(t *testing.T) {
	for name, part := range map[string]string{
		"scan": "scan", "reduce": "reduction", "compact": "compaction", "radix_count": "radix sort", "radix_scatter": "radix sort",
		"merge_block": "merge sort", "merge_pass": "merge sort", "morton": "pairs of boxes",
		"fit": "pairs of boxes", "traverse": "pairs of boxes", "items": "pairs of triangles", "tritri": "pairs of triangles",
	} {
		if slices.Contains([]string{"radix_scatter", "merge_pass", "morton", "fit", "items"}, name) && !require.CI() {
			continue // one kernel of each part
		}
		t.Run(name, func(t *testing.T) {
			refused(t, part, vulkan.Options{Shader: func(file string) []byte {
				if file == name {
					return idle()
				}
				return nil
			}})
		})
	}
	t.Run("sums that nobody stores", func(t *testing.T) {
		needSums(t)
		refused(t, "scan", vulkan.Options{Shader: lanesOf(t, "mute")})
	})
}

func refused(t *testing.T, part string, o vulkan.Options) {
	t.Helper()
	vulkantest.Device(t)
	if o.Test == nil {
		o.Test = selfTest
	}
	d, err := vulkantest.OpenUntested(o)
	if err == nil {
		_ = d.Close()
	}
	if !errors.Is(err, vulkan.ErrFaulty) || !strings.Contains(err.Error(), "self-test, "+part) {
		t.Errorf("got %v, want %v in the self-test of %s", err, vulkan.ErrFaulty, part)
	}
	t.Log(err)
}

// idle is the code of a kernel that does nothing: void main() {}.
func idle() []byte {
	const main, void, function, label = 1, 2, 3, 4
	return slices.Clone(vulkan.BytesOf([]uint32{
		0x07230203, 0x00010300, 0, 5, 0, // magic, version 1.3, bound
		2<<16 | 17, 1, // OpCapability Shader
		3<<16 | 14, 0, 1, // OpMemoryModel Logical GLSL450
		5<<16 | 15, 5, main, 'm' | 'a'<<8 | 'i'<<16 | 'n'<<24, 0, // OpEntryPoint GLCompute
		6<<16 | 16, main, 17, 256, 1, 1, // OpExecutionMode LocalSize
		2<<16 | 19, void, // OpTypeVoid
		3<<16 | 33, function, void, // OpTypeFunction
		5<<16 | 54, void, main, 0, function, // OpFunction
		2<<16 | 248, label, // OpLabel
		1<<16 | 253, // OpReturn
		1<<16 | 56,  // OpFunctionEnd
	}))
}

// TestHangRefused: a device on which a kernel never ends is refused in time.
func TestHangRefused(t *testing.T) {
	vulkantest.Device(t)
	var over atomic.Bool
	defer over.Store(true)
	hang := vulkantest.Shim{"vkWaitForFences": func(call func() uintptr, a *[10]uintptr) uintptr {
		if !over.Load() {
			time.Sleep(time.Duration(a[4]))
			return uintptr(vk.Timeout)
		}
		return call()
	}}
	start := time.Now()
	refused(t, "scan", vulkan.Options{Driver: hang.Install, Test: func(d *vulkan.Device) error { return selfTestWithin(d, 100*time.Millisecond) }})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("refused after %v", took)
	}
}

// TestOpeningLetsGo: who gives up waiting for the device is let go.
func TestOpeningLetsGo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	opened := make(chan struct{})
	open := func() (*Device, error) { <-opened; return nil, vulkan.ErrNoDevice }
	if d, err := within(ctx, open); d != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", d, err)
	}
	close(opened)
	if d, err := within(context.Background(), open); d != nil || !errors.Is(err, vulkan.ErrNoDevice) {
		t.Errorf("opened: %v, %v", d, err)
	}
}
