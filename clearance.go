package collide

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/world"
)

// Clearance is the answer to whether bodies keep a distance from each other. It is a Result
// in which the word contact stands for a pair of primitives at most Distance apart: Verdict is
// InContact if there is one and Free if all are proven to be farther apart, and Hash covers
// these pairs as it covers contacts. At a distance of 0 the two are the same.
type Clearance struct {
	Distance float64
	Result
}

// Within finds the pairs of primitives of different bodies that are at most a distance apart,
// exactly: a pair at the distance itself is one. It fails and is cut short as Detect is; with
// Options.First it stops at the first pair. Distances above 0 are not for Options.Self, since
// neighbours in a mesh are at distance 0: ErrOption. The clearance is valid until the next
// call. A distance below 0, infinite or NaN panics.
func (d *Detector) Within(ctx context.Context, distance float64) (*Clearance, error) {
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
	r, err := d.detect(ctx, q)
	if r == nil {
		return nil, err
	}
	d.cleared = Clearance{Distance: distance, Result: *r}
	return &d.cleared, err
}
