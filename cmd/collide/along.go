package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/report"
)

// alongFlag is the value of --along: a direction.
type alongFlag struct {
	text      string
	direction geom.Vec
}

func (v *alongFlag) register(c *cobra.Command) {
	c.Flags().Var(v, "along", "also how far the first body of each pair must move this way until the two part")
}

// Set reads three numbers.
func (v *alongFlag) Set(s string) error {
	parts := strings.Split(s, ",")
	var x [3]float64
	for i, part := range parts {
		value, ok := decimal.Parse(strings.TrimSpace(part))
		if !ok || len(parts) != len(x) {
			return errors.New("expected a direction as three numbers, X,Y,Z, without a unit")
		}
		x[i] = value
	}
	if x == [3]float64{} {
		return errors.New("expected a direction as three numbers, X,Y,Z, not all of them 0")
	}
	v.text, v.direction = s, geom.Vec{X: x[0], Y: x[1], Z: x[2]}
	return nil
}

// String returns the value as it was written.
func (v *alongFlag) String() string { return v.text }

// Type is what help calls the value.
func (v *alongFlag) Type() string { return "X,Y,Z" }

// check returns what a way out cannot be asked together with. judged reports that kinds are asked for, by themselves or by rules, text is the budget as it was written.
func (v *alongFlag) check(judged bool, budget collide.Budget, text string) error {
	switch {
	case v.text == "":
		return nil
	case !judged:
		return errors.New("--along; expected --kinds or --rules, too: a way out is that of two interiors")
	case budget.Steps > 0:
		return fmt.Errorf("--along with --budget %s; expected a time: its queries count no steps", text)
	}
	return nil
}

// part adds how far bodies must move until they part.
func (f *checkFlags) part(ctx context.Context, in *inputs, c *report.Check, opt collide.Options, spent *account) error {
	if f.along.text == "" {
		return nil
	}
	c.Partings = &report.Partings{Along: f.along.direction, Bounds: map[[2]int][2]float64{}}
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		if p.A == p.B || !hasWayOut(p) {
			continue
		}
		bounds, err := f.partPair(ctx, in, p, opt, spent)
		if err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
		c.Partings.Bounds[[2]int{p.A, p.B}] = bounds
		c.Err = cmp.Or(c.Err, err)
	}
	return nil
}

// hasWayOut reports whether the bodies of a pair have inner points in common.
func hasWayOut(p *collide.Pair) bool { return p.Kind == collide.Penetrate || p.Kind == collide.Inside }

// partPair bounds the way of one pair within what is left of the budget.
func (f *checkFlags) partPair(ctx context.Context, in *inputs, p *collide.Pair, opt collide.Options, spent *account) (bounds [2]float64, err error) {
	left := leftBudget{}
	if err := spent.limit(&left); err != nil {
		return [2]float64{0, math.Inf(1)}, err
	}
	if opt.Budget = left.Budget; left.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, left.Time, collide.ErrBudget)
		defer cancel()
	}
	bounds, err = collide.Parting(ctx, in.body(p.A), in.body(p.B), f.along.direction, opt)
	return bounds, spent.whole(err)
}

// leftBudget takes what is left of a budget for queries without a detector of the command.
type leftBudget struct{ collide.Budget }

// SetBudget takes it.
func (l *leftBudget) SetBudget(b collide.Budget) { l.Budget = b }

// Steps returns 0: none are counted.
func (l *leftBudget) Steps() int64 { return 0 }

// body returns a body with a single shape.
func (in *inputs) body(i int) collide.Body {
	first, _ := in.bodies.Parts(i)
	p := &in.placed[first]
	return collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose}
}
