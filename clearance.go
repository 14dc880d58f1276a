package collide

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/world"
)

// Within finds the pairs of primitives of different bodies that are at most a distance apart,
// exactly: a pair at the distance itself is one. It fails and is cut short as Detect is; with
// Options.First it stops at the first pair. Distances above 0 are not for Options.Self, since
// neighbours in a mesh are at distance 0: ErrOption. A distance below 0, infinite or NaN panics.
//
// In the result, which is valid until the next call, contact stands for a pair of primitives at most the distance
// apart: the verdict is InContact if there is one and Free if all are proven to be farther apart, and the hash covers these
// pairs. At a distance of 0 the answer is Detect's.
func (d *Detector) Within(ctx context.Context, distance float64) (*Result, error) {
	if !(distance >= 0 && distance <= math.MaxFloat64) {
		panic(fmt.Sprintf("collide: Within %v, expected a finite distance of at least 0", distance))
	}
	d.world.Enter()
	defer d.world.Leave()
	var q *world.Question
	if distance > 0 {
		if d.opt.Self {
			return nil, fmt.Errorf("%w: Within %v with Self: neighbours in a mesh are at distance 0", ErrOption, distance)
		}
		q = &d.question
		*q = world.Question{Within: distance}
		if err := d.measurer(q); err != nil {
			return nil, err
		}
	}
	return d.detect(ctx, q)
}
