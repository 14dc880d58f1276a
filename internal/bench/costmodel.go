package bench

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// prediction is the model tried on a method: unit costs in ns of each round, counts a
// frame, and the milliseconds a frame that it took.
type prediction struct {
	method     string
	rounds     []unitCosts
	nv, np, nu float64
	measured   measure.Interval
}

// predicted is the model's milliseconds a frame.
func (p *prediction) predicted() measure.Interval {
	var ms []float64
	for _, u := range p.rounds {
		t := float64(p.nv*u.volume) + float64(p.np*u.primitive)
		if p.nu > 0 {
			t += float64(p.nu * u.update)
		}
		ms = append(ms, 1e-6*t)
	}
	return measure.MeanOf(ms)
}

// quotient is measured ÷ predicted.
func (p *prediction) quotient() measure.Interval { return p.measured.Over(p.predicted()) }

// refused returns why the unit costs are invalid, "" if they are valid.
func (p *prediction) refused() string {
	u := meanCosts(p.rounds)
	costs := []float64{u.volume, u.primitive}
	if p.nu > 0 {
		costs = append(costs, u.update)
	}
	for i, c := range costs {
		what := [3]string{"volume test", "triangle pair", "update"}[i]
		switch {
		case !finite(c):
			return fmt.Sprintf("%s: there was no %s to measure", p.method, what)
		case c <= 0:
			return fmt.Sprintf("%s: a %s came out at %s ns, which is not a cost", p.method, what, digits(c))
		}
	}
	if !p.measured.Known() {
		return p.method + " was " + onceOrNever + ", or took no time"
	}
	return ""
}

// row adds the prediction to the table, without costs that are refused.
func (p *prediction) row(t *Table, note string) {
	u := meanCosts(p.rounds)
	cost := func(x float64) Cell {
		if !known(x) {
			return Cell{}
		}
		return Number(x)
	}
	update, predicted, ratio, interval := Cell{}, Cell{}, Cell{}, Cell{}
	if p.nu > 0 {
		update = cost(u.update)
	}
	if p.refused() == "" {
		q := p.quotient()
		predicted, ratio = Number(p.predicted().Value), Number(q.Value)
		if q.Known() {
			interval = rangeOf(q)
		}
	}
	t.Add(Text(p.method), Number(p.nv), cost(u.volume), Number(p.np), cost(u.primitive), Number(p.nu), update, predicted, Number(p.measured.Value), ratio, interval, Text(note))
}

// The greatest ratios of the measured and the predicted time, or of the predicted and the
// measured one, at which the model is close and at which it is rough.
const (
	maxCloseRatio = 1.25
	maxRoughRatio = 2
)

// modelClaim judges the formula.
func modelClaim(list []prediction) Claim {
	c := Claim{Claim: "The cost of a query is Nv·Cv + Np·Cp, updates aside", Paper: "quoted from Gottschalk and others, no numbers"}
	if len(list) == 0 {
		return c.unmeasured("no method of the model was asked for")
	}
	var measured, apart []string
	var well, roughly tally
	for i := range list {
		p := &list[i]
		if why := p.refused(); why != "" {
			return c.unmeasured(why)
		}
		q := p.quotient()
		if !q.Known() {
			return c.unmeasured(p.method + " was calibrated once or not at all")
		}
		figure := p.method + " " + shown(q)
		measured = append(measured, figure)
		well.add(within(q, maxCloseRatio), figure)
		roughly.add(within(q, maxRoughRatio), figure)
		if within(q, maxRoughRatio) == measure.Below {
			apart = append(apart, figure)
		}
	}
	c.Measured = "with the third term, measured ÷ predicted from another scene: " + strings.Join(measured, ", ")
	switch {
	case well.verdict() == Reproduced:
		return c.as(Reproduced)
	case len(apart) > 0:
		return c.as(Not, apart...)
	case roughly.verdict() == Reproduced && well.failed > 0:
		return c.as(Partly, well.against...)
	}
	return c.as(Undecided, well.against...)
}

// within is where a quotient lies in relation to the range from 1/limit to limit: Above if
// it is in the range, Below if it is not.
func within(q measure.Interval, limit float64) measure.Side {
	switch {
	case q.Low >= 1/limit && q.High <= limit:
		return measure.Above
	case q.High < 1/limit || q.Low > limit:
		return measure.Below
	}
	return measure.Open
}
