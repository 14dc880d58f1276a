package gpu

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
)

func TestMeasuredBodyPhase(t *testing.T) {
	d := vulkantest.Device(t)
	r := rand.New(rand.NewPCG(1, 2))
	boxes := make([]geom.AABB, 3000)
	for i := range boxes {
		lo := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(10)
		boxes[i] = geom.AABB{Min: lo, Max: lo.Add(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})}
	}
	order := func(p, q broad.Pair) int {
		if p.A != q.A {
			return int(p.A - q.A)
		}
		return int(p.B - q.B)
	}
	want := new(broad.Brute).Pairs(boxes, nil)
	for _, merge := range []bool{false, true} {
		p, err := (&Device{d}).BodyPhase(1, merge)
		if err != nil {
			t.Fatal(err)
		}
		codes, err := p.Codes(boxes)
		if err != nil || len(codes) != len(boxes) {
			t.Fatalf("%d codes: %v", len(codes), err)
		}
		// Ten boxes along an axis: the first bits of a code are the halves its centre lies in.
		for i, c := range codes {
			for axis := range 3 {
				at := boxes[i].Center().At(axis)
				if upper := c>>(62-axis)&1 == 1; upper != (at > 5.25) && (at < 5.2 || at > 5.3) {
					t.Fatalf("box %d with its centre at %v has the code %#x", i, boxes[i].Center(), c)
				}
			}
		}
		found, err := p.Pairs(boxes)
		if err != nil {
			t.Fatal(err)
		}
		var got []broad.Pair
		for _, q := range found {
			got = append(got, broad.Pair{A: q[0], B: q[1]})
		}
		if slices.SortFunc(got, order); !slices.Equal(got, want) {
			t.Errorf("merge %v: %d pairs, want %d", merge, len(got), len(want))
		}
		var steps []string
		p.Times(func(step string, spent time.Duration) {
			if spent < 0 {
				t.Errorf("%s took %v", step, spent)
			}
			steps = append(steps, step)
		})
		if all := []string{"upload", "codes", "sort", "tree", "boxes", "pairs"}; d.Info().Limits.Tick > 0 && !slices.Equal(steps, all) {
			t.Errorf("steps %v, want %v", steps, all)
		}
		p.Close()
	}
}
