package collide

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
)

// leastDepthError is the least Options.DepthError: bounds may then be wide by 1e-10 of a
// body's size, a thousand times what the roundings of one distance are.
const leastDepthError = 1e-6

// usualDepthError is the relative error of depths and widths that are not asked for otherwise.
const usualDepthError = 0.01

// isDeep reports whether the interiors have a point in common.
func (p *Pair) isDeep() bool { return p.Kind == Penetrate || p.Kind == Inside }

// deepen bounds the depths and widths of all pairs whose kind is known.
func (d *Detector) deepen() {
	d.deep, d.queries = d.deep[:0], d.queries[:0]
	for i := range d.result.Pairs {
		switch p := &d.result.Pairs[i]; {
		case p.A == p.B || p.Verdict != InContact || p.Kind == Touch:
		case !p.isDeep():
			p.Depth[1], p.Width[1] = math.Inf(1), math.Inf(1)
		default:
			d.ask(p, cmp.Or(d.opt.DepthError, usualDepthError))
		}
	}
	d.measureDepths()
	for i, p := range d.deep {
		d.note(p, &d.queries[i].Of)
	}
}

// note writes down why bounds are not as narrow as they were asked for.
func (d *Detector) note(p *Pair, of *world.DepthOf) {
	p.vague = of.Reason != "" && !of.Open
	if of.Reason != "" {
		p.Reason = fmt.Sprintf("depth of %s and %s: %s", quote.Name(d.world.Name(p.A)), quote.Name(d.world.Name(p.B)), of.Reason)
	}
}

// unmeasured makes the bounds of a pair that was never measured those of which nothing is known: a pair whose
// interiors have a point in common has a width above 0.
func (p *Pair) unmeasured() {
	if p.Width[1] == 0 {
		p.Depth, p.Width = [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}
	}
}

// MeasureDepth bounds the depth and the width of a pair of the last result as Options.Depths does for all pairs. A
// pair whose interiors share no point keeps its bounds. Errors wrap ErrIncomplete and leave what is
// known in the pair. Poses must be those of the result. A pair without a kind panics.
func (d *Detector) MeasureDepth(ctx context.Context, p *Pair) error {
	if p.Kind == NoKind {
		panic("collide: MeasureDepth of a pair without a kind")
	}
	d.world.Enter()
	defer d.world.Leave()
	if !p.isDeep() {
		return nil
	}
	if err := d.world.Begin(ctx, d.opt.Budget.Time, d.opt.Budget.Steps); err != nil {
		return err
	}
	d.deep, d.queries = d.deep[:0], d.queries[:0]
	d.ask(p, cmp.Or(d.opt.DepthError, usualDepthError))
	d.measureDepths()
	d.note(p, &d.queries[0].Of)
	if cut := d.cut(ctx, nil); cut != nil {
		return cut
	}
	if p.vague {
		return undecided(p.Reason, 1)
	}
	return nil
}

// ask adds a pair to those whose bounds are narrowed to a relative error.
func (d *Detector) ask(p *Pair, relative float64) {
	p.unmeasured()
	d.deep = append(d.deep, p)
	d.queries = append(d.queries, world.DepthQuery{A: p.A, B: p.B, Equal: p.Equal, Relative: relative})
}

// measureDepths narrows the bounds of the pairs that were asked for.
func (d *Detector) measureDepths() {
	_, d.depths.Exhaustive = d.engine.(world.Exhaustive)
	d.depths.Answer(d.world, &d.kinds, d.queries)
	for i, p := range d.deep {
		of := &d.queries[i].Of
		p.Depth = [2]float64{max(p.Depth[0], of.Depth.Lo), min(p.Depth[1], of.Depth.Hi)}
		p.Width = [2]float64{max(p.Width[0], of.Width.Lo), min(p.Width[1], of.Width.Hi)}
	}
}

// DepthWithin reports whether the depth and the width of a pair of the last result are both at most
// a limit. Bounds that the limit lies between are narrowed, in the pair too, until they are on one side; an error that wraps
// ErrIncomplete reports that this did not decide. A limit that is the depth or the width itself holds where
// that is proven without rounding, as for boxes along the axes, and is undecided elsewhere. Equal bodies and
// a SurfaceContact that crosses are within no limit, a Touch is within every one, and other contacts of kind
// SurfaceContact or UnknownKind are undecided. Poses must be those of the result. A pair without a kind panics, and so does a
// limit below 0 or NaN.
func (d *Detector) DepthWithin(ctx context.Context, p *Pair, limit float64) (bool, error) {
	if !(limit >= 0) || p.Kind == NoKind {
		panic(fmt.Sprintf("collide: DepthWithin %v of a pair of kind %q, expected a limit of at least 0 and a kind", limit, p.Kind))
	}
	d.world.Enter()
	defer d.world.Leave()
	switch {
	case p.Kind == Touch:
		return true, nil
	case p.Equal || p.Crossing || limit == 0 && p.isDeep(): // a common inner point has a ball around it
		return false, nil
	case !p.isDeep():
		return false, undecided(p.Reason, 1)
	}
	if err := d.world.Begin(ctx, d.opt.Budget.Time, d.opt.Budget.Steps); err != nil {
		return false, err
	}
	p.unmeasured()
	if within, known := p.sides(limit); known {
		return within, nil
	}
	d.deep = append(d.deep[:0], p)
	d.queries = append(d.queries[:0], world.DepthQuery{A: p.A, B: p.B, Decide: true, Limit: limit})
	d.measureDepths()
	if within, known := p.sides(limit); known || d.queries[0].Of.Exceeds {
		return within, nil
	}
	if d.world.Control.Cause() != narrow.Running {
		return false, d.cut(ctx, nil)
	}
	return false, undecided(fmt.Sprintf("depth %v to %v and width %v to %v of %s and %s are not decided against %v",
		p.Depth[0], p.Depth[1], p.Width[0], p.Width[1], quote.Name(d.world.Name(p.A)), quote.Name(d.world.Name(p.B)), limit), 1)
}

// sides reports whether the bounds decide a limit, and how.
func (p *Pair) sides(limit float64) (within, known bool) {
	if p.Depth[0] > limit || p.Width[0] > limit {
		return false, true
	}
	within = p.Depth[1] <= limit && p.Width[1] <= limit
	return within, within
}
