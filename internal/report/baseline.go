package report

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

// Baseline is how a check compares with an earlier one.
type Baseline struct {
	baseline.Comparison
	of map[[2]int]baseline.Change
}

// Compare compares the clashes of the check with those of an earlier report.
func (c *Check) Compare(r *baseline.Report) {
	now := baseline.Now{Bodies: make([]baseline.Body, len(c.Bodies)), Whole: c.Result.Rest == collide.Free}
	for i := range c.Bodies {
		now.Bodies[i] = baseline.Body{Name: c.Bodies[i].Name, Triangles: c.Bodies[i].Triangles}
	}
	var pairs [][2]int
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		s := c.statusOf(p)
		if p.A != p.B && (s == clash || s == near || c.decision(p) != nil) {
			pairs, now.Clashes = append(pairs, [2]int{p.A, p.B}), append(now.Clashes, c.clash(p))
		}
		if s == open || s == clash && p.Kind == collide.UnknownKind {
			now.Open = append(now.Open, [2]string{c.Bodies[p.A].Name, c.Bodies[p.B].Name})
		}
	}
	c.Baseline = &Baseline{Comparison: *r.Compare(&now), of: map[[2]int]baseline.Change{}}
	for i, ab := range pairs {
		c.Baseline.of[ab] = c.Baseline.Changes[i]
	}
}

// clash is a pair as a baseline has it.
func (c *Check) clash(p *collide.Pair) baseline.Clash {
	k := baseline.Clash{A: c.Bodies[p.A].Name, B: c.Bodies[p.B].Name, Kind: p.Kind, Depth: p.Depth, Width: p.Width, Places: placesOf(p), Crossing: p.Crossing, Inside: p.Inside != collide.NotInside}
	if d := c.distanceOf(p); isNear(p) && d != nil {
		k.Kind, k.Near, k.Distance = "near", true, d.Value
	}
	if !c.hasDepth(p) {
		k.Depth, k.Width = baseline.Unmeasured(), baseline.Unmeasured()
	}
	if k.Hidden = c.hides(p, &k); k.Hidden && c.Posed != nil {
		k.Posed = c.Posed(p.A, p.B)
	}
	return k
}

// hides reports whether neither numbers nor places show how deep the bodies of a clash are in each other. The common points of a
// surface and a solid are all that the solid covers, so their box need not change where the solid covers more, or all.
func (c *Check) hides(p *collide.Pair, k *baseline.Clash) bool {
	if k.Near || !math.IsInf(k.Depth[1], 1) && !math.IsInf(k.Width[1], 1) {
		return false
	}
	solid, endless := false, false
	for _, i := range [2]int{p.A, p.B} {
		solid = solid || c.Bodies[i].Triangles == 0
		endless = endless || c.World != nil && math.IsInf(c.World.Bounds(i).Max.X, 1)
	}
	return endless || k.Kind == collide.Inside || k.Kind == collide.SurfaceContact && solid
}

// placesOf returns the boxes of the pieces of a pair, none where they are not known.
func placesOf(p *collide.Pair) baseline.Places {
	var list baseline.Places
	for i := range p.Pieces {
		list = append(list, p.Pieces[i].Box)
	}
	return list
}

// change is what became of a pair since the baseline, "" without one and for a pair that is no clash.
func (c *Check) change(p *collide.Pair) baseline.Change {
	if c.Baseline == nil {
		return baseline.None
	}
	return c.Baseline.of[[2]int{p.A, p.B}]
}

// changes continues the headline.
func (c *Check) changes() string {
	if c.Baseline == nil {
		return ""
	}
	n := map[baseline.Change]int{}
	for _, change := range c.Baseline.Changes {
		n[change]++
	}
	left := ""
	if k := len(c.Baseline.Open); k > 0 {
		left = fmt.Sprintf(", %d not compared", k)
	}
	return fmt.Sprintf("; %d new, %d worse, %d same, %d better, %d resolved%s since the baseline",
		n[baseline.New], n[baseline.Worse], n[baseline.Same], n[baseline.Better], len(c.Baseline.Resolved), left)
}

// resolved are lines about the clashes that are no more, and those that were not compared.
func (c *Check) resolved() []string {
	if c.Baseline == nil {
		return nil
	}
	var list []string
	for i := range c.Baseline.Resolved {
		k := &c.Baseline.Resolved[i]
		list = append(list, fmt.Sprintf("resolved: %s and %s (%s)", quote.Name(k.A), quote.Name(k.B), quote.Line(string(k.Kind))))
	}
	for i := range c.Baseline.Open {
		k := &c.Baseline.Open[i]
		list = append(list, fmt.Sprintf("not compared: %s and %s (%s): this check did not decide the pair", quote.Name(k.A), quote.Name(k.B), quote.Line(string(k.Kind))))
	}
	return list
}

// jsonResolved writes the clashes that are no more, and those that were not compared, if any.
func (c *Check) jsonResolved(b out) {
	if c.Baseline == nil {
		return
	}
	jsonClashes(b, "resolved", c.Baseline.Resolved)
	if len(c.Baseline.Open) > 0 {
		jsonClashes(b, "notCompared", c.Baseline.Open)
	}
}

func jsonClashes(b out, field string, list []baseline.Clash) {
	b.putf("  %q: [", field)
	for i := range list {
		separate(b, i)
		b.putf(`{"a": %s, "b": %s, "kind": %s}`, quote.JSON(list[i].A), quote.JSON(list[i].B), quote.JSON(string(list[i].Kind)))
	}
	closeList(b, len(list))
}
