package gpu

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// selfTestLimit is how long the device may take for the self-test, in all. The software
// driver takes a tenth of a second, and a few times that where it has to compile the kernels first.
const selfTestLimit = 20 * time.Second

// selfTest runs the primitives that every method is built of on vectors whose results are
// known: a device whose subgroups, shared memory or barriers are not what the kernels take
// them for must not answer "free". The error wraps ErrFaulty where a result is wrong or does
// not come within selfTestLimit.
func selfTest(d *vulkan.Device) error { return selfTestWithin(d, selfTestLimit) }

func selfTestWithin(d *vulkan.Device, limit time.Duration) error {
	t := primitives.NewTester(d, limit)
	for _, s := range append(t.Checks(),
		primitives.Check{Name: "pairs of boxes", Run: func() error { return checkBoxes(t) }},
		primitives.Check{Name: "pairs of triangles", Run: func() error { return checkTriangles(t) }},
	) {
		err := s.Run()
		if errors.Is(err, vulkan.ErrStopped) {
			err = fmt.Errorf("%w: no result within %v", vulkan.ErrFaulty, limit)
		}
		if err != nil {
			return fmt.Errorf("self-test, %s: %w", s.Name, err)
		}
	}
	return nil
}

// checkBoxes looks for the pairs of random boxes, with room for one at first.
func checkBoxes(t *primitives.Tester) error {
	const n = 600
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		p := geom.Vec{X: t.Rand.Float64(), Y: t.Rand.Float64(), Z: t.Rand.Float64()}
		boxes[i] = geom.AABB{Min: p, Max: p.Add(geom.Vec{X: 0.1, Y: 0.2 * t.Rand.Float64(), Z: 0.05})}
	}
	var p *bodyPhase
	return t.With(func(b *vulkan.Batch) error {
		p = newBodyPhase(b, 1, 1)
		got := p.Pairs(boxes, nil)
		if p.err != nil {
			return p.err
		}
		var want []broad.Pair
		for i := range boxes {
			for j := range boxes[:i] {
				if boxes[i].Overlaps(&boxes[j]) {
					want = append(want, broad.Pair{A: int32(j), B: int32(i)})
				}
			}
		}
		return sameSet(got, want)
	}, func() { p.close() })
}

// sameSet compares pairs in any order.
func sameSet(got, want []broad.Pair) error {
	order := func(a, b broad.Pair) int {
		if a.A != b.A {
			return int(a.A - b.A)
		}
		return int(a.B - b.B)
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if len(got) != len(want) {
		return fmt.Errorf("%w: %d pairs, want %d", vulkan.ErrFaulty, len(got), len(want))
	}
	return primitives.Differ(got, want)
}
