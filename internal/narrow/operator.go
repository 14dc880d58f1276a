package narrow

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/simd"
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
		c.trails[i].weighed = false
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
		c.trails[i].weighed = false
		for k := range c.trails[i].tau {
			c.trails[i].tau[k] = max(float64(keep*c.trails[i].tau[k]), least)
		}
	}
}

// lay adds pheromone along a walk, as far as ants have come.
func (c *Colony) lay(k *Walk, amount float64) {
	at := int16(0)
	for _, lane := range k.lanes[:k.n] {
		t := &c.trails[at]
		if lane >= t.lanes {
			return
		}
		t.tau[lane], t.weighed = min(t.tau[lane]+amount, c.most), false
		if at = t.child[lane]; at == 0 {
			return
		}
	}
}

// takeIn lays the pheromone of a solution along its walk, which leads on to where no ant
// has been yet, and ends at what is apart here.
func (c *Colony) takeIn(level simd.Level, s *solution) {
	at, ok := int16(0), true
	for i := 0; ok && i < s.walk.n; i++ {
		t, lane := &c.trails[at], int(s.walk.lanes[i])
		if lane >= int(t.lanes) || t.distance[lane] > 0 {
			return
		}
		t.tau[lane], t.weighed = min(t.tau[lane]+s.amount, c.most), false
		at, ok = c.descend(level, at, lane, nil)
	}
}

// features is n, the triangles of the larger body.
func (c *Colony) features() int {
	return max(len(c.A.surface.Mesh.Triangles), len(c.B.surface.Mesh.Triangles))
}

// Memory is what a colony leaves to the next one of its pair. The zero value is nothing.
type Memory struct {
	best   Walk
	params trailParams
}

// Leave returns what the colony leaves.
func (c *Colony) Leave() Memory { return Memory{c.best, c.params} }

// Recall gives a colony, after Reset, what the last one of its pair left: its parameters,
// and its best walk for the first ant to follow as long as nothing on it is apart.
func (c *Colony) Recall(m *Memory) {
	if m.params != (trailParams{}) {
		c.params, c.guide = m.params, m.best
	}
}

// Operator is the optimisation operator of the OOCDA paper, with its scratch. The
// zero value is ready.
type Operator struct {
	donors []*Colony
	stuck  []*Colony
}

// Apply re-initialises the colonies that have stagnated and whose best walk is among the
// longer half of all: pheromone is set to τ₀ = τmax = 1/((1−ρ)·L), L being the length of
// the best walk of all, τmin = τmax/2n; then
//
//	τ_ij = (1−ρ)·τ_ij + ρ·Σ_k c_k·r_k·Δτ_ij^k,   Δτ_ij^k = 1/S_k on walk k, else 0
//
// over o.Solutions walks drawn at random from the better half of the colonies of the same
// Kind, with r_k uniform in (0, 1) and c_k alike with sum 2; the parameters become the same
// combination of theirs. The trees of other kinds have other nodes, so their walks are not
// drawn from. Colonies without a walk take no part. O(colonies · (log colonies + solutions)).
func (p *Operator) Apply(colonies []Colony, o *AntsOptions) {
	if p.gather(colonies, o); len(p.stuck) == 0 {
		return
	}
	best := p.donors[0].Best
	slices.SortStableFunc(p.donors, func(x, y *Colony) int {
		return cmp.Or(cmp.Compare(x.Kind[0], y.Kind[0]), cmp.Compare(x.Kind[1], y.Kind[1]))
	})
	for _, c := range p.stuck { // all draw before one is changed
		c.draw(p.better(c.Kind), o.Solutions)
	}
	for _, c := range p.stuck {
		c.renew(best)
	}
}

// gather finds the colonies that have a walk, the shortest walk first, and those that are
// to be re-initialised.
func (p *Operator) gather(colonies []Colony, o *AntsOptions) {
	p.donors, p.stuck = p.donors[:0], p.stuck[:0]
	standing := false
	for i := range colonies {
		c := &colonies[i]
		standing = standing || c.stands(o)
		if !math.IsInf(c.Best, 1) {
			p.donors = append(p.donors, c)
		}
	}
	if !standing {
		return // before they are sorted
	}
	slices.SortStableFunc(p.donors, func(x, y *Colony) int { return cmp.Compare(x.Best, y.Best) })
	for _, c := range p.donors[len(p.donors)/2:] {
		if c.stands(o) {
			p.stuck = append(p.stuck, c)
		}
	}
}

// stands reports whether a colony has stagnated.
func (c *Colony) stands(o *AntsOptions) bool { return !c.Over() && c.stagnated >= o.Patience }

// better returns the better half of the colonies of a kind, at least one.
func (p *Operator) better(kind [2]uint64) []*Colony {
	order := func(c *Colony, k [2]uint64) int {
		return cmp.Or(cmp.Compare(c.Kind[0], k[0]), cmp.Compare(c.Kind[1], k[1]))
	}
	from, _ := slices.BinarySearchFunc(p.donors, kind, order)
	n := 0
	for from+n < len(p.donors) && p.donors[from+n].Kind == kind {
		n++
	}
	return p.donors[from : from+(n+1)/2]
}

// draw draws the solutions and crosses their parameters.
func (c *Colony) draw(donors []*Colony, solutions int) {
	rho, cross := c.params.rho, trailParams{}
	c.given = c.given[:0]
	for range solutions {
		d := donors[int(c.uniform()*float64(len(donors)))]
		weight := c.uniform() * 2 / float64(solutions)
		cross.alpha += float64(weight * d.params.alpha)
		cross.beta += float64(weight * d.params.beta)
		cross.rho += float64(weight * d.params.rho)
		c.given = append(c.given, solution{d.best, rho * weight / d.Best})
	}
	cross.clamp()
	c.crossed = cross
}

// renew is the operator on one colony whose solutions are drawn. The next round takes them
// in.
func (c *Colony) renew(best float64) {
	c.most = 1 / float64((1-c.params.rho)*best)
	c.fill(c.most)
	c.evaporate()
	c.params, c.stagnated, c.Best, c.best.n = c.crossed, 0, math.Inf(1), 0
}
