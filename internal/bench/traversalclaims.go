package bench

import (
	"fmt"
)

// boundsClaim judges each of the two bounds.
func boundsClaim(d duelResult) Claim {
	c := Claim{
		Claim: "At most 2^(2n−1) − 1 tests by single descent and (2^(2n) − 1)/3 by simultaneous descent of complete trees of n levels",
		Paper: "8,191 and 5,461 for n = 7",
	}
	if len(d.visits) < 2 || !known(d.visits[:2]...) {
		return c.unmeasured("nothing was visited")
	}
	var t tally
	for i, bound := range [2]float64{5461, 8191} {
		t.is(d.visits[i] == bound, fmt.Sprintf("%s descent visits %s, the bound is %s", ways[i].name, digits(d.visits[i]), digits(bound)))
	}
	c.Measured = fmt.Sprintf("%s and %s where no volume rejects anything", digits(d.visits[1]), digits(d.visits[0]))
	return c.decided(&t)
}

// fewerClaim judges "classified traversal needs fewer tests" against one of the two
// descents, by its name and its place in ways, on trees that are not similar: similar ones
// are descended simultaneously. Visits are counted, not estimated. It is partly true if it
// holds for more than half of the pairs.
func fewerClaim(than string, way int, duels []duelResult) Claim {
	c := Claim{Claim: "Classified traversal takes fewer tests than " + than + " descent", Paper: "said of the trees of its figures; no numbers"}
	var t tally
	worst := 0.0
	for _, d := range duels {
		if d.similar {
			continue
		}
		if len(d.visits) < 3 || !known(d.visits[:3]...) {
			return c.unmeasured(d.name + ": nothing was visited")
		}
		classified, other := d.visits[2], d.visits[way]
		worst = max(worst, classified/other)
		t.is(classified < other, fmt.Sprintf("%s: %s visits against %s", d.name, digits(classified), digits(other)))
	}
	others := t.held + t.failed
	if others == 0 {
		return c.unmeasured("all pairs of trees are similar")
	}
	c.Measured = fmt.Sprintf("%d of %d pairs of trees are similar and descended simultaneously; of the %d dissimilar pairs it visits fewer nodes on %d, at worst %s times as many", len(duels)-others, len(duels), others, t.held, digits(worst))
	c = c.decided(&t)
	if c.Verdict == Partly && 2*t.held <= others {
		c.Verdict = Not
	}
	return c
}
