package rules

import (
	"context"
	"fmt"
	"math"
	"path"
	"path/filepath"

	"github.com/collide-go/collide/internal/quote"
)

// Body is what rules know of a body.
type Body struct {
	Name, File string
	// Immovable bodies are not tested against each other.
	Immovable bool
}

// Bound is a set of rules for a list of bodies.
type Bound struct {
	set    *Set
	bodies []Body
	// exact has the last rule about two names without * and ?, wild the other rules, ascending.
	exact map[[2]string]int
	wild  []int
	// deviations are those of the bodies, 0 where no line is about one.
	deviations []float64
	unmatched  []string
	greatest   float64 // of the clearances of rules that are about a pair of bodies
}

// Bind finds what the rules are about. The time is that of comparing each pattern with each name. The
// error is that of a context that ended first.
func (s *Set) Bind(ctx context.Context, bodies []Body) (*Bound, error) {
	b := &Bound{set: s, bodies: bodies, exact: map[[2]string]int{}, deviations: make([]float64, len(bodies))}
	m := matcher{bodies: bodies, known: map[string]hits{}, index: make(map[string]int, len(bodies))}
	for i := range bodies {
		m.index[bodies[i].Name] = i
	}
	if len(s.rules) == 0 {
		b.unmatched = append(b.unmatched, quote.Name(s.file)+": no rule in this file; all contacts fail")
	}
	for i := range s.rules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := &s.rules[i]
		if r.a.exact && r.b.exact {
			b.exact[ordered(string(r.a.of), string(r.b.of))] = i
		} else {
			b.wild = append(b.wild, i)
		}
		if reason := m.misses(r); reason != "" {
			b.unmatched = append(b.unmatched, r.Where()+": "+reason)
		} else if r.Clearance.Given {
			b.greatest = max(b.greatest, r.Clearance.Value)
		}
	}
	return b, b.deviate(ctx)
}

// deviate finds the deviations of bodies: the last line about a body or its file counts.
func (b *Bound) deviate(ctx context.Context) error {
	for k := range b.set.deviations {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, found := &b.set.deviations[k], false
		for i := range b.bodies {
			if b.bodies[i].matches(&d.of) {
				b.deviations[i], found = d.limit.Value, true
			}
		}
		if !found {
			b.unmatched = append(b.unmatched, fmt.Sprintf("%s:%d: no body and no file is named %s; the line has no effect", quote.Name(d.file), d.line, quote.Line(d.of.written)))
		}
	}
	return nil
}

// matches reports whether a pattern is about the body or the file it is from.
func (b *Body) matches(p *pattern) bool {
	file := filepath.ToSlash(b.File)
	return p.matches(b.Name) || file != "" && (p.matches(file) || p.matches(path.Base(file)))
}

// Unmatched describes the lines without effect: those about no pair of bodies, and those that Skip finds, a line each.
func (b *Bound) Unmatched() []string { return b.unmatched }

// Rule returns the rule that decides about two bodies, nil for none.
func (b *Bound) Rule(i, j int) *Rule {
	x, y := b.bodies[i].Name, b.bodies[j].Name
	last, ok := b.exact[ordered(x, y)]
	if !ok {
		last = -1
	}
	for k := len(b.wild) - 1; k >= 0 && b.wild[k] > last; k-- {
		if b.set.rules[b.wild[k]].matches(x, y) {
			last = b.wild[k]
			break
		}
	}
	if last < 0 {
		return nil
	}
	return &b.set.rules[last]
}

// Deviation returns how far the meshes of two bodies may lie from the true surfaces together, at
// least the exact sum.
func (b *Bound) Deviation(i, j int) float64 { return above(b.deviations[i], b.deviations[j]) }

// Deviates reports whether any body has a deviation.
func (b *Bound) Deviates() bool {
	for _, d := range b.deviations {
		if d > 0 {
			return true
		}
	}
	return false
}

// Terms returns all that a judgement of two bodies depends on, as one line: the rule about them with its limits in the unit
// of the check, the deviations of both, and the reach. Deviations go by the files of bodies, too, so that they are not known
// from the text of the rules and the names.
func (b *Bound) Terms(i, j int) string {
	rule := "no rule"
	if r := b.Rule(i, j); r != nil {
		rule = fmt.Sprintf("line %d (%s, depth %v, clearance %v)", r.Line, quote.Line(r.Text), r.Depth.Value, r.Clearance.Value)
	}
	return fmt.Sprintf("%s deviations %v and %v reach %v", rule, b.deviations[i], b.deviations[j], b.reach()) // %v of different numbers differs
}

// above returns x + y, rounded up: a sum is off by at most half a unit in its last place. A sum beyond the
// range is the greatest float64, which no distance of two bodies exceeds.
func above(x, y float64) float64 {
	if x == 0 || y == 0 {
		return x + y
	}
	return min(math.Nextafter(x+y, math.Inf(1)), math.MaxFloat64)
}

func ordered(x, y string) [2]string {
	if x > y {
		x, y = y, x
	}
	return [2]string{x, y}
}

// matcher finds what patterns match, each once.
type matcher struct {
	bodies []Body
	index  map[string]int
	known  map[string]hits
}

// hits are the first two bodies that a pattern matches, n of them, and whether any that it matches moves.
type hits struct {
	n, first int
	moves    bool
}

func (m *matcher) find(p *pattern) hits {
	if p.exact {
		i, ok := m.index[string(p.of)]
		if !ok {
			return hits{}
		}
		return hits{1, i, !m.bodies[i].Immovable}
	}
	if h, ok := m.known[p.written]; ok {
		return h
	}
	var h hits
	for i := range m.bodies {
		if h.n == 2 && h.moves {
			break
		}
		if !p.matches(m.bodies[i].Name) {
			continue
		}
		if h.n == 0 {
			h.first = i
		}
		h.n, h.moves = min(h.n+1, 2), h.moves || !m.bodies[i].Immovable
	}
	m.known[p.written] = h
	return h
}

// misses is why a rule is about no pair of bodies, "" for one that is.
func (m *matcher) misses(r *Rule) string {
	x, y := m.find(&r.a), m.find(&r.b)
	switch {
	case x.n == 0:
		return "no body is named " + quote.Line(r.a.written) + "; the rule matches nothing"
	case y.n == 0:
		return "no body is named " + quote.Line(r.b.written) + "; the rule matches nothing"
	case x.n == 1 && y.n == 1 && x.first == y.first:
		return quote.Line(r.a.written) + " and " + quote.Line(r.b.written) + " are one body; the rule matches nothing"
	case !x.moves && !y.moves:
		return quote.Line(r.a.written) + " and " + quote.Line(r.b.written) + " are immovable bodies, which are not tested against each other; the rule has no effect"
	}
	return ""
}
