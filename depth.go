package collide

import (
	"cmp"
	"fmt"
	"math"

	"github.com/collide-go/collide/internal/quote"
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
	for i := range d.result.Pairs {
		switch p := &d.result.Pairs[i]; {
		case p.A == p.B || p.Verdict != InContact || p.Kind == Touch:
		case !p.isDeep():
			p.Depth[1], p.Width[1] = math.Inf(1), math.Inf(1)
		default:
			d.measureDepth(p)
		}
	}
}

// measureDepth bounds the depth and width of a pair that has them.
func (d *Detector) measureDepth(p *Pair) {
	of := d.depths.Of(d.world, &d.kinds, p.A, p.B, p.Equal, cmp.Or(d.opt.DepthError, usualDepthError))
	p.Depth, p.Width = [2]float64{of.Depth.Lo, of.Depth.Hi}, [2]float64{of.Width.Lo, of.Width.Hi}
	p.vague = of.Reason != "" && !of.Open
	if of.Reason != "" {
		p.Reason = fmt.Sprintf("depth of %s and %s: %s", quote.Name(d.world.Name(p.A)), quote.Name(d.world.Name(p.B)), of.Reason)
	}
}
