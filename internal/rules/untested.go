package rules

import (
	"context"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// Untested is a pair of bodies that is not tested, such as a link of a robot and its parent, and why.
type Untested struct {
	A, B   int
	Reason string
}

// Skip adds the rules that are about pairs that are not tested, and about no other pair, to Unmatched: they have no
// effect. Rules that ignore such pairs agree with that and are not added. No pair may be there twice. The error is that of
// a context that ended first.
func (b *Bound) Skip(ctx context.Context, pairs []Untested) error {
	for i := range b.set.rules {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := &b.set.rules[i]
		n, reasons := b.among(r, pairs)
		if !r.Ignore && n > 0 && n == b.pairs(r) {
			b.unmatched = append(b.unmatched, r.Where()+": "+quote.Line(r.a.written)+" and "+quote.Line(r.b.written)+
				" are not tested against each other ("+quote.Line(reasons)+"); the rule has no effect")
		}
	}
	return nil
}

// among returns how many of some pairs a rule is about, and their reasons, each once.
func (b *Bound) among(r *Rule, pairs []Untested) (n int, reasons string) {
	var list []string
	for _, p := range pairs {
		x, y := &b.bodies[p.A], &b.bodies[p.B]
		if x.Immovable && y.Immovable || !r.matches(x.Name, y.Name) {
			continue
		}
		if n++; !slices.Contains(list, p.Reason) {
			list = append(list, p.Reason)
		}
	}
	return n, strings.Join(list, ", ")
}

// pairs returns how many pairs of bodies a rule is about, those of two immovable ones left out.
func (b *Bound) pairs(r *Rule) int {
	var all, still sides
	for i := range b.bodies {
		x, y := r.a.matches(b.bodies[i].Name), r.b.matches(b.bodies[i].Name)
		if all.add(x, y); b.bodies[i].Immovable {
			still.add(x, y)
		}
	}
	return all.pairs() - still.pairs()
}

// sides count the bodies that the first name of a rule is about, the second, and both.
type sides struct{ first, second, both int }

func (s *sides) add(first, second bool) {
	if first {
		s.first++
	}
	if second {
		s.second++
	}
	if first && second {
		s.both++
	}
}

// pairs returns the number of pairs {x, y} of different bodies with x of the first name and y of the second. Of the products
// of the two, a body of both is one with itself, and two such bodies are there in both orders.
func (s *sides) pairs() int { return s.first*s.second - s.both - s.both*(s.both-1)/2 }
