package report

import (
	"context"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// Look is where to look at a pair of bodies from.
type Look struct {
	// Center is the middle of what is to be seen, of which Radius is the extent; From is the unit direction from there to the
	// camera, on a side that is free.
	Center, From geom.Vec
	Radius       float64

	view *closeup
}

// Look finds where to look at a pair from, nil where its place is not known, or the time for places is over. A cancelled context
// ends it with the context's error.
func (c *Check) Look(ctx context.Context, p *collide.Pair) (*Look, error) {
	if c.Places.begin(); c.Places.over(ctx) {
		return nil, ctx.Err()
	}
	v, err := c.closeup(ctx, p)
	if v == nil {
		return nil, err
	}
	_, look, _ := v.camera.Frame()
	center := v.norm.Restore(v.zoom.Restore(geom.Vec{}))
	edge := v.norm.Restore(v.zoom.Restore(geom.Vec{X: 1}))
	return &Look{Center: center, From: look.Scale(-1), Radius: edge.Sub(center).Norm(), view: v}, nil
}

// PNG returns the picture: both bodies in colours of their own, what they share, the curves in which their
// surfaces meet, and other bodies as ghosts. A cancelled context ends it with the context's error.
func (l *Look) PNG(ctx context.Context) ([]byte, error) { return l.view.png(ctx) }

// Pictured returns the pairs that fail, are known or undecided, the worst first.
func (c *Check) Pictured() []*collide.Pair {
	return slices.DeleteFunc(c.worstFirst(), func(p *collide.Pair) bool { return c.statusOf(p) == within })
}

// Caption returns the names of a pair, and what it does and where.
func (c *Check) Caption(p *collide.Pair, l *Look) (names, text string) {
	text = c.sentence(p)
	if amount := c.amount(p); amount != "" && !isNear(p) {
		text += ", " + amount
	}
	return bcfTitle(c.Bodies[p.A].Name, c.Bodies[p.B].Name), text + ". Around " + c.inUnit(vec(l.Center)) + "."
}
