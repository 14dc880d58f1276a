package gpu

import (
	"errors"
	"fmt"
	"time"

	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
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
	return pass(append(t.Checks(),
		primitives.Check{Name: "pairs of boxes", Run: func() error { return lbvh.CheckBoxes(t) }},
		primitives.Check{Name: "pairs of triangles", Run: func() error { return lbvh.CheckTriangles(t) }},
	), limit)
}

// testSweeps is the self-test of what sweeps alone use.
func testSweeps(d *vulkan.Device) error {
	t := primitives.NewTester(d, selfTestLimit)
	return pass([]primitives.Check{{Name: "judgements of poses", Run: func() error { return lbvh.CheckJudge(t) }}}, selfTestLimit)
}

// pass runs parts of a self-test, which has a limit in all.
func pass(checks []primitives.Check, limit time.Duration) error {
	for _, s := range checks {
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
