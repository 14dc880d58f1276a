package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Clearance is what a check with --clearance asked for and found.
type Clearance struct {
	// Distance is the greatest distance at which a pair fails.
	Distance float64
	// Near are the pairs of bodies at most so far apart, ascending; contacts are among them.
	Near []collide.Distance
}

// Take adds the pairs that are near and not permitted to be to those of the result. A pair
// that is listed although its verdict is Free is listed because it is near.
func (c *Check) Take(distance float64, near []collide.Distance) {
	c.Clearance = &Clearance{distance, near}
	r := c.Result
	listed := map[[2]int]bool{}
	for i := range r.Pairs {
		listed[[2]int{r.Pairs[i].A, r.Pairs[i].B}] = true
	}
	for i := range near {
		switch d := &near[i]; {
		case d.Allowed || listed[[2]int{d.A, d.B}]:
		case leavesOpen(d, distance):
			why := fmt.Sprintf("whether they are at most %v apart is undecided: their distance is from %v to %v", distance, d.Lo, d.Hi)
			r.Pairs = append(r.Pairs, collide.Pair{A: d.A, B: d.B, Reason: why})
		case d.Hi == 0: // the query for contacts was cut short before it came to them
			r.Pairs = append(r.Pairs, collide.Pair{A: d.A, B: d.B, Verdict: collide.InContact, Inside: d.Inside})
			r.Verdict = collide.InContact
		default:
			r.Pairs = append(r.Pairs, collide.Pair{A: d.A, B: d.B, Verdict: collide.Free})
		}
	}
	slices.SortStableFunc(r.Pairs, func(a, b collide.Pair) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
}

// leavesOpen reports whether the bounds of a distance leave open on which side of another it is.
func leavesOpen(d *collide.Distance, distance float64) bool {
	return d.Reason == "" && d.Lo <= distance && distance < d.Hi
}

// isProvenNear reports whether a pair was measured and found near.
func (c *Check) isProvenNear(p *collide.Pair) bool {
	d := c.distanceOf(p)
	return d != nil && !leavesOpen(d, c.Clearance.Distance)
}

// distanceOf returns how far apart a pair is, nil where it was not measured.
func (c *Check) distanceOf(p *collide.Pair) *collide.Distance {
	if c.Clearance == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(c.Clearance.Near, p, func(d collide.Distance, p *collide.Pair) int {
		return cmp.Or(cmp.Compare(d.A, p.A), cmp.Compare(d.B, p.B))
	})
	if !ok {
		return nil
	}
	return &c.Clearance.Near[i]
}

// isNear reports whether a pair is listed only because it is near.
func isNear(p *collide.Pair) bool { return p.Verdict == collide.Free }

// near counts the pairs that are near without a contact, those with a containment that is
// undecided among them.
func (c *Check) near() int {
	n := 0
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		if c.statusOf(p) == near || c.Rules == nil && p.Verdict == collide.Unknown && !p.Allowed && c.isProvenNear(p) {
			n++
		}
	}
	return n
}

// nearSentence states how near a pair is, for people.
func (c *Check) nearSentence(p *collide.Pair) string {
	a, b := quote.Name(c.Bodies[p.A].Name), quote.Name(c.Bodies[p.B].Name)
	expected := c.Clearance.Distance
	if f := c.finding(p); f != nil {
		expected = f.Expected
	}
	return a + " and " + b + " are " + LengthIn(c.distanceOf(p).Value, c.Unit) + " apart, expected more than " + LengthIn(expected, c.Unit)
}

// jsonNear writes the fields of a pair that was measured.
func (c *Check) jsonNear(b out, p *collide.Pair) {
	d := c.distanceOf(p)
	if d == nil {
		return
	}
	l := Distances{}
	b.put(`, "distance": `)
	l.value(b, d)
	l.closest(b, d)
}

// tooNear is the word for a check that fails by a clearance alone.
const tooNear = "too near"

// tooNear reports whether a check fails although no pair is in contact.
func (c *Check) tooNear() bool { return c.colliding() == 0 && c.near() > 0 }

// nearCount continues a sentence that counts pairs.
func (c *Check) nearCount() string {
	if c.Clearance == nil || c.Rules != nil && c.near() == 0 {
		return ""
	}
	return fmt.Sprintf(", %d too near", c.near())
}
