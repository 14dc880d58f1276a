package collide_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// roundings are what happens to a rotation on its way to a detector.
var roundings = []struct {
	name  string
	scale float64
	round func(x float64) float64
}{
	{"exact", 1, func(x float64) float64 { return x }},
	{"float32", 1, func(x float64) float64 { return float64(float32(x)) }},
	{"10 decimals", 1, func(x float64) float64 { return math.Round(x*1e10) / 1e10 }},
	{"6 decimals", 1, func(x float64) float64 { return math.Round(x*1e6) / 1e6 }},
	{"3 decimals", 1, func(x float64) float64 { return math.Round(x*1e3) / 1e3 }},
	{"scaled", 1.1, func(x float64) float64 { return x }},
	{"scaled float32", 0.9, func(x float64) float64 { return float64(float32(x)) }},
	{"millimetres", 1e-3, func(x float64) float64 { return x }},
}

func rounded(p geom.Pose, i int) geom.Pose {
	for k := range p.R {
		p.R[k] = roundings[i].round(p.R[k] * roundings[i].scale)
	}
	return p
}

// TestAutoTakesRoundedRotations: auto searches its own trees under matrices that rounding or a
// scale keeps from being rotations, finds what brute finds, and decides nearly all by float32.
// Without the word full in COLLIDE_REQUIRE every second rounding looks for self contacts,
// and bvh is who finds what is right.
func TestAutoTakesRoundedRotations(t *testing.T) {
	turn := geom.Pose{R: geom.Mat{0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}, T: geom.Vec{X: 1, Y: 0.3, Z: 0.2}}
	spin := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 0.7).Matrix()
	turn.R = turn.R.Mul(&spin)
	for i, c := range roundings {
		for _, self := range []bool{false, true} {
			if !require.Full() && self != (i%2 == 1) {
				continue
			}
			var want string
			truth := "brute"
			if !require.Full() {
				truth = "bvh" // brute tests 92 million pairs
			}
			for _, method := range []string{truth, "auto"} {
				d := detector(t, tori(1), collide.Options{Method: named(method), Workers: 1, Self: self})
				if err := d.SetPose(1, rounded(turn, i)); err != nil {
					t.Fatal(err)
				}
				r, err := d.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if method == truth {
					want = r.Hash()
					continue
				}
				if s := r.Stats; r.Hash() != want || s.Unlike != 0 || s.Certain*100 < s.PrimitiveTests*95 || len(r.Contacts) == 0 && c.scale > 0.5 {
					t.Errorf("%s, self %v: %d contacts, %+v", c.name, self, len(r.Contacts), s)
				}
			}
		}
	}
}

// BenchmarkRounded answers the poses of two bunnies, their rotations rounded or scaled. An operation
// is a round of all poses by each rounding in turn, and of the same under the exact rotations with
// the scale in the vertices. It reports the quotient of the two medians.
func BenchmarkRounded(b *testing.B) {
	path := filepath.Join(sharedData, "pairs", "bunny.obj")
	if _, err := os.Stat(path); err != nil {
		b.Skipf("%s does not stand beside this checkout", path)
	}
	m := model(b, path)
	poses := posesOf(b, filepath.Join(sharedData, "pairs", "bunny-bunny.poses.txt"))[:300]
	for _, first := range []bool{true, false} {
		b.Run(fmt.Sprintf("first=%v", first), func(b *testing.B) {
			runtime.LockOSThread() // whose processor time is read
			defer runtime.UnlockOSThread()
			o := collide.Options{Workers: 1, First: first}
			d := detector(b, []collide.Body{{Shape: m}, {Shape: m}}, o)
			scaled := make([]*collide.Detector, len(roundings))
			for i, c := range roundings {
				scaled[i] = detector(b, []collide.Body{{Shape: times(m, c.scale)}, {Shape: m}}, o)
			}
			spent := make([][2][]float64, len(roundings))
			for b.Loop() {
				for i := range roundings {
					spent[i][0] = append(spent[i][0], askAll(b, d, poses, func(p geom.Pose) geom.Pose { return rounded(p, i) }))
					spent[i][1] = append(spent[i][1], askAll(b, scaled[i], poses, func(p geom.Pose) geom.Pose { return p }))
				}
			}
			for i, c := range roundings {
				b.ReportMetric(median(spent[i][0])/median(spent[i][1]), strings.ReplaceAll(c.name, " ", "-"))
			}
		})
	}
}

// times is a model with its vertices scaled.
func times(m *collide.Model, by float64) *collide.Model {
	scaled := *m.Mesh()
	scaled.Vertices = slices.Clone(scaled.Vertices)
	for i, v := range scaled.Vertices {
		scaled.Vertices[i] = v.Scale(by)
	}
	return collide.NewModel(&scaled)
}

// askAll answers all poses and returns the seconds of processor time that took, or of the clock where that is unknown.
func askAll(b *testing.B, d *collide.Detector, poses []geom.Pose, change func(geom.Pose) geom.Pose) float64 {
	start, before := time.Now(), threadTime()
	for _, p := range poses {
		if err := d.SetPose(0, change(p)); err != nil {
			b.Fatal(err)
		}
		if _, err := d.Detect(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	if spent := threadTime() - before; spent > 0 {
		return spent.Seconds()
	}
	return time.Since(start).Seconds()
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
