package gpu

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// BenchmarkStreams times the methods on the paper's scenes, the second body turning
// from frame to frame, and compares the last frame with auto's. COLLIDE_DETAIL scales
// the scenes.
func BenchmarkStreams(b *testing.B) {
	detail := 1.0
	if s := os.Getenv("COLLIDE_DETAIL"); s != "" {
		var err error
		if detail, err = strconv.ParseFloat(s, 64); err != nil {
			b.Fatal(err)
		}
	}
	d, err := vulkan.Open(vulkan.Options{})
	if err != nil {
		require.Missing(b, require.GPU, err)
	}
	defer func() { _ = d.Close() }()
	table := append(methods.Table(), methodsOn(d)...)
	for _, preset := range scene.StreamPresets() {
		s, err := scene.Streams(preset, detail)
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"scd0", "scd1", "scd2", "scd3", "lbvh", "rapid", "auto"} {
			for _, first := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/%s/first=%v", preset, name, first), func(b *testing.B) {
					benchStream(b, s, collide.Options{Method: conformance.Named(table, name), First: first})
				})
			}
		}
	}
}

func benchStream(b *testing.B, s *scene.Scene, opt collide.Options) {
	p := gputest.Load(b, s, opt)
	if opt.Method.About().Name != "scd0" { // hierarchies and pipelines are built before
		p.At(b, 0)
	}
	b.ResetTimer()
	var r *collide.Result
	for i := range b.N {
		r = p.At(b, float64(i+1)/60)
	}
	b.StopTimer()
	opt.Method = nil
	want := gputest.Load(b, s, opt).At(b, float64(b.N)/60)
	if r.Verdict != want.Verdict || !r.First && r.Hash() != want.Hash() {
		b.Fatalf("%d contacts, auto finds %d", len(r.Contacts), len(want.Contacts))
	}
	b.ReportMetric(float64(len(r.Contacts)), "contacts")
	b.ReportMetric(float64(r.Stats.Candidates), "candidates")
	b.ReportMetric(float64(r.Stats.Queries), "queries")
	b.ReportMetric(float64(r.Stats.Sent+r.Stats.Received), "moved-B")
	b.ReportMetric(float64(r.Stats.Device.Microseconds())/1000, "device-ms")
}
