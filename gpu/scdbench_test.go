package gpu

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// play is a scene in motion under one method.
type play struct {
	*collide.Detector
	*scene.Animation
}

// stage loads a scene anew, so that deforming bodies are not shared.
func stage(t testing.TB, s *scene.Scene, opt collide.Options) play {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.json")
	f, err := os.Create(path)
	if err == nil {
		err = scene.Write(f, s)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var l scene.Loader
	placed, err := l.Scene(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	var bodies []collide.Body
	for _, p := range placed {
		bodies = append(bodies, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: p.Immovable})
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return play{d, scene.NewAnimation(placed)}
}

// at is the answer at a time.
func (p play) at(t testing.TB, time float64) *collide.Result {
	t.Helper()
	if err := p.Set(p.Detector, time); err != nil {
		t.Fatal(err)
	}
	r, err := p.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

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
	table := append(collide.Methods(), methodsOn(d)...)
	for _, preset := range scene.StreamPresets() {
		s, err := scene.Streams(preset, detail)
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"scd0", "scd1", "scd2", "scd3", "lbvh", "rapid", "auto"} {
			for _, first := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/%s/first=%v", preset, name, first), func(b *testing.B) {
					benchStream(b, s, collide.Options{Method: name, Table: table, First: first})
				})
			}
		}
	}
}

func benchStream(b *testing.B, s *scene.Scene, opt collide.Options) {
	p := stage(b, s, opt)
	if opt.Method != "scd0" { // hierarchies and pipelines are built before
		p.at(b, 0)
	}
	b.ResetTimer()
	var r *collide.Result
	for i := range b.N {
		r = p.at(b, float64(i+1)/60)
	}
	b.StopTimer()
	opt.Method = "auto"
	want := stage(b, s, opt).at(b, float64(b.N)/60)
	if r.Verdict != want.Verdict || !r.First && r.Hash() != want.Hash() {
		b.Fatalf("%d contacts, auto finds %d", len(r.Contacts), len(want.Contacts))
	}
	b.ReportMetric(float64(len(r.Contacts)), "contacts")
	b.ReportMetric(float64(r.Stats.Candidates), "candidates")
	b.ReportMetric(float64(r.Stats.Queries), "queries")
	b.ReportMetric(float64(r.Stats.Moved), "moved-B")
	b.ReportMetric(float64(r.Stats.Device.Microseconds())/1000, "device-ms")
}
