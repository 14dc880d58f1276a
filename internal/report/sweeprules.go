package report

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// RuledPose is what rules make of the two bodies of a sweep under one pose.
type RuledPose struct {
	Gate Outcome
	// Allowed reports that the bodies are in contact as their rule permits.
	Allowed bool
	// Rule is the rule about the bodies, Why the reason why the pose does not pass; "" without.
	Rule, Why string
	// Near is the distance of bodies that are nearer than they may be, or may be so, nil for others.
	Near *collide.Distance
}

// distance is the distance to report, nil for none: the one that was asked for, or the one that rules found too small.
func (p *Pose) distance() *collide.Distance {
	if p.Distance == nil && p.Ruled != nil {
		return p.Ruled.Near
	}
	return p.Distance
}

// note is what there is to say about a pose that does not pass, "" for nothing.
func (p *Pose) note() string {
	if p.Ruled != nil && p.Ruled.Why != "" {
		return p.Ruled.Why
	}
	return p.Reason
}

// hasDepth reports whether bounds of depth and width of a pair are known: --kinds asks for them, rules only as far as
// they need them.
func (o *SweepOptions) hasDepth(p *collide.Pair) bool {
	return o.Kinds || isDeep(p) && p.Width[1] > 0
}

// fields are the fields of JSON about rules, "" without rules.
func (r *RuledPose) fields() string {
	if r == nil {
		return ""
	}
	s := ""
	if r.Near != nil {
		s += `, "kind": "near"`
	}
	s += `, "allowed": ` + strconv.FormatBool(r.Allowed)
	if r.Rule != "" {
		s += `, "rule": ` + quote.JSON(r.Rule)
	}
	if r.Why != "" {
		s += `, "why": ` + quote.JSON(r.Why)
	}
	return s
}

// cells are the columns about rules.
func (r *RuledPose) cells() (c [3]string) {
	if r == nil {
		return c
	}
	return [3]string{r.Gate.String(), strconv.FormatBool(r.Allowed), r.Rule}
}
