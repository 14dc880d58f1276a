package narrow

import (
	"cmp"
	"math"
	"slices"
)

// limit sets τmax; before it was ever set, all pheromone becomes that.
func (c *Colony) limit(most float64) {
	first := c.most == 0
	if c.most = most; first {
		c.fill(most)
	}
}

// fill sets all pheromone.
func (c *Colony) fill(tau float64) {
	c.tau = tau
	for i := range c.trails {
		for k := range c.trails[i].tau {
			c.trails[i].tau[k] = tau
		}
	}
}

// evaporate lets pheromone fade, not below the bound.
func (c *Colony) evaporate() {
	least := c.most / float64(2*c.features())
	keep := 1 - c.params.rho
	c.tau = max(float64(keep*c.tau), least)
	for i := range c.trails {
		for k := range c.trails[i].tau {
			c.trails[i].tau[k] = max(float64(keep*c.trails[i].tau[k]), least)
		}
	}
}

// lay adds pheromone along a walk, as far as it leads.
func (c *Colony) lay(walk []uint8, amount float64) {
	at := int16(0)
	for _, lane := range walk {
		t := &c.trails[at]
		if lane >= t.lanes {
			return
		}
		t.tau[lane] = min(t.tau[lane]+amount, c.most)
		if at = t.child[lane]; at == 0 {
			return
		}
	}
}

// features is n, the triangles of the larger body.
func (c *Colony) features() int {
	return max(len(c.A.surface.Mesh.Triangles), len(c.B.surface.Mesh.Triangles))
}

// Operator is the optimisation operator of the OOCDA paper, with its scratch. The
// zero value is ready.
type Operator struct{ donors []*Colony }

// Apply re-initialises the worst of the colonies that have stagnated, if one has:
// its pheromone is set to τ₀ = τmax = 1/((1−ρ)·L), L being the length of the best walk
// of all, τmin = τmax/2n; then
//
//	τ_ij = (1−ρ)·τ_ij + ρ·Σ_k c_k·r_k·Δτ_ij^k,   Δτ_ij^k = 1/S_k on walk k, else 0
//
// over o.Solutions walks drawn at random from the better half of the colonies, with
// r_k uniform in (0, 1) and c_k alike with sum 2; its parameters become the same
// combination of theirs. Colonies without a walk take no part. A walk of another
// colony is laid lane by lane as far as there are such lanes: the trees of two
// pairs have no more in common. O(colonies · log colonies).
func (p *Operator) Apply(colonies []Colony, o *AntsOptions) {
	var worst *Colony
	p.donors = p.donors[:0]
	for i := range colonies {
		c := &colonies[i]
		if math.IsInf(c.Best, 1) {
			continue
		}
		p.donors = append(p.donors, c)
		if !c.Found && c.stagnated >= o.Patience && (worst == nil || c.Best > worst.Best) {
			worst = c
		}
	}
	if worst == nil {
		return
	}
	slices.SortStableFunc(p.donors, func(x, y *Colony) int { return cmp.Compare(x.Best, y.Best) })
	worst.renew(p.donors[:(len(p.donors)+1)/2], p.donors[0].Best, o.Solutions)
}

// renew is the operator on one colony.
func (c *Colony) renew(donors []*Colony, best float64, solutions int) {
	c.most = 1 / float64((1-c.params.rho)*best)
	c.fill(c.most)
	c.evaporate()
	rho, cross := c.params.rho, trailParams{}
	for range solutions {
		d := donors[int(c.uniform()*float64(len(donors)))]
		weight := c.uniform() * 2 / float64(solutions)
		cross.alpha += float64(weight * d.params.alpha)
		cross.beta += float64(weight * d.params.beta)
		cross.rho += float64(weight * d.params.rho)
		c.lay(d.bestWalk, rho*weight/d.Best)
	}
	cross.clamp()
	c.params, c.stagnated, c.Best, c.bestWalk = cross, 0, math.Inf(1), c.bestWalk[:0]
}
