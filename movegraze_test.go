package collide_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// TestMoveGrazesFarSlopes: planes whose point is far away, so that the corners of the square that stands for one are rounded off it by more
// than the body is away at its lowest: no instant next to that one touches where the motion is free.
func TestMoveGrazesFarSlopes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 62))
	vector := func(by float64) geom.Vec {
		return geom.Vec{X: by * r.NormFloat64(), Y: by * r.NormFloat64(), Z: by * r.NormFloat64()}
	}
	counts := map[collide.Verdict]int{}
	for k := range require.Cases(1500, 400) {
		box := shape.Box{Size: geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}}
		normal := vector(1)
		out := normal.Scale(1 / normal.Norm())
		pose := func() geom.Pose {
			p := vector(1)
			return turnedAt(vector(1), 3*r.Float64(), p.X, p.Y, p.Z)
		}
		path := straight(t, pose(), pose())
		height := func(s float64) float64 {
			low, p := math.Inf(1), path.At(s)
			for _, c := range box.Corners() {
				low = min(low, out.Dot(p.Apply(c)))
			}
			return low
		}
		lowest := lowestOf(height)
		plane := height(lowest) + []float64{0, 1e-13, -1e-13, -1e-15, 1e-9, -1e-9}[k%6]
		slope := shape.HalfSpace{Point: out.Scale(plane).Add(out.Cross(vector(1)).Scale(math.Pow(10, float64(1+k%8)))), Normal: normal}
		d := detector(t, []collide.Body{{Shape: box, Pose: path.At(0)}, {Shape: slope, Pose: geom.Identity}}, collide.Options{Workers: 1})
		m, _ := d.Move(context.Background(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6) // the verdict has it
		if counts[m.Verdict]++; m.Verdict != collide.Free {
			continue
		}
		for i := -20; i <= 20; i++ {
			for _, by := range []float64{1e-13, 1e-9, 1e-7, 1e-5} {
				s := min(max(lowest+float64(i)*by, 0), 1)
				if err := d.SetPose(0, path.At(s)); err != nil {
					t.Fatal(err)
				}
				if q, err := d.Detect(context.Background()); err != nil || q.Verdict != collide.Free {
					t.Fatalf("case %d, %+v past %+v: free, and at %v %v, %v", k, box, slope, s, q.Verdict, err)
				}
			}
		}
	}
	if counts[collide.Free] < 25 || counts[collide.InContact] < 25 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// lowestOf returns where from 0 to 1 a function is least, about.
func lowestOf(f func(float64) float64) float64 {
	best := 0.0
	for i := range 201 {
		if s := float64(i) / 200; f(s) < f(best) {
			best = s
		}
	}
	lo, hi := max(0, best-1./200), min(1, best+1./200)
	for range 60 {
		if a, b := lo+(hi-lo)/3, hi-(hi-lo)/3; f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return slices.MinFunc([]float64{best, lo, hi, (lo + hi) / 2}, func(a, b float64) int {
		if f(a) < f(b) {
			return -1
		}
		return 1
	})
}

// TestMoveNamesWhatItCannotResolve: far from the origin a moment cannot be found within any time. The contact is said all the same, and a
// time error of twice the named one is enough.
func TestMoveNamesWhatItCannotResolve(t *testing.T) {
	t.Parallel()
	named := 0
	for _, far := range []float64{0, 1e3, 1e6, 1e8} {
		wall := collide.NewModel(scaledMesh(slab(0.5, 9, 9), 1, geom.Vec{X: far}))
		for _, timeError := range []float64{1e-6, 1e-7, 1e-9, 1e-12} {
			for _, distance := range []float64{0, 0.25} {
				k := newKeeper(t, collide.NewModel(cube()), wall, distance, collide.Options{})
				path := segments(t, at(far-3.1, 0.3, 0.2), turnedAt(geom.Vec{Z: 1}, 0.9, far+5.3, 0.1, 0.7))[0]
				r, err := k.move.Move(t.Context(), []motion.Path{path, nil}, collide.Gaps{Most: distance}, timeError)
				if r.Verdict == collide.InContact {
					continue
				}
				if r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrUndecided) {
					t.Fatalf("%v away, within %v: %+v, %v", far, timeError, r, err)
				}
				if !strings.Contains(r.Reason, "known within") {
					continue
				}
				named++
				if !k.isNear(t, path, r.T1) || r.T1-r.T0 <= timeError {
					t.Errorf("%v away, within %v: %+v, but nothing is near at T1", far, timeError, r)
				}
				if again := k.follow(t, path, 2*(r.T1-r.T0)); again.Verdict != collide.InContact {
					t.Errorf("%v away: %+v, with twice that %+v", far, r, again)
				}
			}
		}
	}
	if named < 8 {
		t.Errorf("%d moments are named: the test proves little", named)
	}
}
