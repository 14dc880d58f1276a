package report

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// Partings are how far the first body of each pair must move along a direction until the interiors share no point.
type Partings struct {
	Along geom.Vec
	// Bounds are those of pairs of bodies with inner points in common.
	Bounds map[[2]int][2]float64
}

// parting returns the bounds of a pair. A touch has 0 and 0, and a pair whose kind leaves the question open has none.
func (c *Check) parting(p *collide.Pair) (bounds [2]float64, known bool) {
	switch {
	case c.Partings == nil || p.A == p.B:
		return bounds, false
	case p.Kind == collide.Touch:
		return bounds, true
	case !isDeep(p):
		return bounds, false
	}
	bounds, known = c.Partings.Bounds[[2]int{p.A, p.B}]
	return bounds, known
}

// partingNote continues the sentence about a pair with its way out.
func (c *Check) partingNote(p *collide.Pair) string {
	bounds, known := c.parting(p)
	if !known || p.Kind == collide.Touch {
		return ""
	}
	way := span(bounds)
	if way == "unknown" {
		return "; how far " + quote.Name(c.Bodies[p.A].Name) + " must move along " + vec(c.Partings.Along) + " until they part is unknown"
	}
	return "; they part once " + quote.Name(c.Bodies[p.A].Name) + " has moved " + c.inUnit(way) + " along " + vec(c.Partings.Along)
}
