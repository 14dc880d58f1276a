// Package oocda has the methods oocda and ants (Journal of Jilin University, Engineering and
// Technology, 2017): 18-DOP trees refitted in the world eight volumes at a time, the fronts
// of the pairs kept from frame to frame, ant colonies that look for a first contact.
package oocda

import (
	"flag"
	"fmt"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// Options switch parts of the method off, to see what each is good for; its cores are
// collide.Options.Workers. The zero value has all of them.
type Options struct {
	// Scalar runs the Go loops instead of the vector kernels.
	Scalar bool
	// NoFront descends from the roots each frame; NoSlack keeps the front but looks
	// at all of it each frame.
	NoFront, NoSlack bool
	// NoAnts goes to the fronts at once also when one contact is enough or the budget
	// is limited.
	NoAnts bool
	// AntsFirst sends ants to every undecided pair in every query, as the paper does.
	AntsFirst bool
	// Colonies are the ants'.
	Colonies Colonies
}

// Colonies configures ant colonies. Zero fields stand for the defaults in brackets. Random
// choices depend only on Seed.
type Colonies struct {
	Seed uint64
	// Ants is the number of ants that walk in a round [8], at most 1024; a round also ends
	// when its 256 steps are used up. Rounds is the number of rounds of a colony [8], at
	// most 1048576.
	Ants, Rounds int
	// Alpha [1] weighs pheromone, in [0.5, 3], Beta [2] nearness, in [0.5, 5]; Rho [0.1]
	// is the evaporation, in [0.01, 0.99].
	Alpha, Beta, Rho float64
	// Solutions is the number of solutions that the optimisation operator draws [8], at most
	// 1024. Patience is the number of rounds without a better solution after which a colony
	// has stagnated [2], at most 1048576.
	Solutions, Patience int
	// NoOperator leaves colonies that stagnate as they are; NoMemory starts each colony
	// without what the pair's last one left.
	NoOperator, NoMemory bool
}

// maxWalks is the largest number of walks in a round, and of walks that the operator draws:
// neither loop looks at the clock, and this many take less than a millisecond a colony.
// maxRounds is the largest number of rounds; each claims its steps.
const (
	maxWalks  = 1 << 10
	maxRounds = 1 << 20
)

// decimal returns a number without an exponent, as people write those of options.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// check returns an error for numbers out of range; 0 is the default's place.
func (c *Colonies) check() error {
	for _, n := range []struct {
		name      string
		x, lo, hi float64
	}{
		{"walks", float64(c.Ants), 1, maxWalks}, {"rounds", float64(c.Rounds), 1, maxRounds},
		{"alpha", c.Alpha, 0.5, 3}, {"beta", c.Beta, 0.5, 5}, {"rho", c.Rho, 0.01, 0.99},
		{"solutions", float64(c.Solutions), 1, maxWalks}, {"patience", float64(c.Patience), 1, maxRounds},
	} {
		if n.x != 0 && !(n.x >= n.lo && n.x <= n.hi) {
			return fmt.Errorf("%w: %s is %s, expected %s to %s", collide.ErrOption, n.name, decimal(n.x), decimal(n.lo), decimal(n.hi))
		}
	}
	return nil
}

// inner returns the options with the defaults filled in.
func (c Colonies) inner() narrow.AntsOptions {
	o := narrow.AntsOptions(c)
	o.Fill()
	return o
}

// New returns the method oocda.
func New(o Options) collide.Method {
	return recipe.Recipe[Options]{
		Is: collide.About{
			Name: "oocda", Backend: collide.CPU, Source: "Journal of Jilin University (Engineering and Technology), 2017",
			Summary: "18-DOP trees in blocks of eight by SIMD, fronts with slack kept between frames",
		},
		Options: o, Flags: (*Options).flags,
		Engine: func(w *world.World, o Options) (world.Engine, error) {
			if err := o.Colonies.check(); err != nil {
				return nil, err
			}
			return newEngine(w, o), nil
		},
	}
}

// Ants returns the method ants: colonies first, also when all contacts are asked for, then
// the fronts of oocda, which prove the rest.
func Ants(c Colonies) collide.Method {
	return recipe.Recipe[Colonies]{
		Is: collide.About{
			Name: "ants", Backend: collide.CPU, Source: "Journal of Jilin University (Engineering and Technology), 2017",
			Summary: "ant colonies look for a contact of each pair, the front proves the rest",
		},
		Options: c, Flags: (*Colonies).flags,
		Engine: func(w *world.World, c Colonies) (world.Engine, error) {
			if err := c.check(); err != nil {
				return nil, err
			}
			return newEngine(w, Options{AntsFirst: true, Colonies: c}), nil
		},
	}
}

func (o *Options) flags(f *flag.FlagSet) {
	f.Var(recipe.Without{Off: &o.Scalar}, "simd", "vector kernels instead of Go loops")
	f.Var(recipe.Without{Off: &o.NoFront}, "front", "keep the front of a pair between frames")
	f.Var(recipe.Without{Off: &o.NoSlack}, "slack", "skip the pieces of a front that cannot have met yet")
	f.Var(recipe.Without{Off: &o.NoAnts}, "ants", "send ants where one contact is enough or the budget is limited")
	f.BoolVar(&o.AntsFirst, "ants-first", o.AntsFirst, "send ants to every undecided pair in every query, as the paper does")
	o.Colonies.flags(f)
}

func (c *Colonies) flags(f *flag.FlagSet) {
	in := c.inner()
	f.Uint64Var(&c.Seed, "seed", c.Seed, "`number` that all random choices of the colonies come from")
	f.IntVar(&c.Ants, "walks", in.Ants, "`number` of ants that walk in one round, 1 to 1024")
	f.IntVar(&c.Rounds, "rounds", in.Rounds, "`number` of rounds that a colony has, 1 to 1048576")
	f.Float64Var(&c.Alpha, "alpha", in.Alpha, "weight of pheromone, a `number` from 0.5 to 3")
	f.Float64Var(&c.Beta, "beta", in.Beta, "weight of nearness, a `number` from 0.5 to 5")
	f.Float64Var(&c.Rho, "rho", in.Rho, "evaporation, a `number` from 0.01 to 0.99")
	f.Var(recipe.Without{Off: &c.NoOperator}, "operator", "renew colonies that stagnate by the optimisation operator")
	f.Var(recipe.Without{Off: &c.NoMemory}, "memory", "let colonies begin with the best walk of the pair's last one")
}
