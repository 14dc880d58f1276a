package collide_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/shape"
)

// TestDistanceOfFirstContact: with First the value is that without, by every method that measures and any
// number of workers; where it is 0 the primitives named touch, and permitted bodies do not count.
func TestDistanceOfFirstContact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 71))
	touching, apart := 0, 0
	for _, name := range measuring {
		for _, workers := range []int{1, 2, 8} {
			m := collide.NewModel(bumpy(r))
			bodies := []collide.Body{{Shape: m}, {Shape: m}, {Shape: m}, {Shape: shape.Sphere{Radius: 0.5}}}
			allow := [][2]int{{0, 1}}
			opt := collide.Options{Method: named(name), Workers: workers, Allow: allow}
			all := detector(t, bodies, opt)
			opt.First = true
			first := detector(t, bodies, opt)
			for range require.Cases(12, 2) {
				for i := range bodies {
					p := drawnPoses(r, 1)[0]
					p.T = geom.Vec{X: 3 * r.NormFloat64(), Y: 3 * r.NormFloat64(), Z: 3 * r.NormFloat64()}
					for _, d := range []*collide.Detector{all, first} {
						if err := d.SetPose(i, p); err != nil {
							t.Fatal(err)
						}
					}
				}
				want, ok, err := all.Distance(context.Background())
				got, some, err2 := first.Distance(context.Background())
				if err != nil || err2 != nil || ok != some || got.Value != want.Value || got.A+got.B == 1 {
					t.Fatalf("%s: %v, %v, %v with First, %v, %v, %v without", name, got, some, err2, want, ok, err)
				}
				if want.Value > 0 {
					if apart++; got.TriA != want.TriA || got.TriB != want.TriB || got.A != want.A || got.B != want.B {
						t.Fatalf("%s: the nearest pair is %v, %v with First", name, want, got)
					}
					continue
				}
				if touching++; got.Points[0] != got.Points[1] {
					t.Fatalf("%s: bodies touch at %v", name, got.Points)
				}
			}
		}
	}
	if touching < require.Cases(20, 4) || apart < require.Cases(20, 8) {
		t.Errorf("%d scenes touch, %d do not: the sample is one-sided", touching, apart)
	}
}
