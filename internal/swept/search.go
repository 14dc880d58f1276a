package swept

import (
	"context"
	"slices"

	"github.com/collide-go/collide/internal/ccd"
	"github.com/collide-go/collide/internal/par"
)

// Pair is two triangles that touch at some time, or may do. (BodyA, TriA) is less than (BodyB, TriB).
type Pair struct {
	BodyA, TriA, BodyB, TriB uint32
	ccd.Meeting
}

// Compare orders pairs by their triangles.
func (p *Pair) compare(o *Pair) int {
	return slices.Compare([]uint32{p.BodyA, p.TriA, p.BodyB, p.TriB}, []uint32{o.BodyA, o.TriA, o.BodyB, o.TriB})
}

// Options are what is asked for.
type Options struct {
	// Own compares the triangles of a mesh with each other, too. Times asks when pairs first touch, First for any pair that
	// touches, instead of all.
	Own, Times, First bool
	Workers           int
	// Most is how many pairs are listed at most.
	Most int
}

// Found is the answer.
type Found struct {
	Pairs []Pair // sorted
	// TooMany reports that the search ended at Options.Most pairs.
	TooMany bool
	// Candidates is how many pairs of triangles package ccd was asked about, Boxes how many pairs of boxes were compared.
	Candidates, Boxes int64
}

// perBlock is how many candidates are decided at a time, and so how often the context is looked at: some ten thousand microseconds.
const perBlock = 1 << 14

// search descends a hierarchy and decides the candidates block by block.
type search struct {
	*hierarchy
	opt   Options
	ctx   context.Context
	block []candidate
	found [][]Pair // by worker
	errs  []error
	Found
}

type candidate struct{ a, b uint32 }

// Find returns the pairs of triangles that touch at some time. Pairs with a context that is done are its error's.
func Find(ctx context.Context, bodies []Body, opt Options) (Found, error) {
	h, err := build(ctx, bodies, opt.Own, opt.Workers)
	if err != nil {
		return Found{}, err
	}
	s := search{hierarchy: h, opt: opt, ctx: ctx}
	s.found, s.errs = make([][]Pair, opt.Workers), make([]error, opt.Workers)
	if s.topology != nil {
		if err = s.descend(); err == nil {
			_, err = s.decide()
		}
	}
	if s.Pairs = s.found[0]; len(s.found) > 1 {
		s.Pairs = slices.Concat(s.found...)
	}
	slices.SortFunc(s.Pairs, func(p, q Pair) int { return p.compare(&q) })
	return s.Found, err
}

// descend goes through all pairs of nodes that may meet, each node with itself first. It ends early once enough is found.
func (s *search) descend() error {
	stack := [][2]int32{{0, 0}}
	nodes := s.topology.Nodes
	for len(stack) > 0 {
		if len(s.block) >= perBlock {
			if enough, err := s.decide(); enough || err != nil {
				return err
			}
		}
		if s.Boxes++; s.Boxes%(1<<16) == 0 && s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
		a, b := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		x, y := &nodes[a], &nodes[b]
		switch {
		case !s.opt.Own && s.only[a] >= 0 && s.only[a] == s.only[b]:
		case a != b && apart(&s.ends[a], &s.ends[b]):
		case x.IsLeaf() && y.IsLeaf():
			s.leaves(a, b)
		case a == b:
			stack = append(stack, [2]int32{x.Child, x.Child}, [2]int32{x.Child + 1, x.Child + 1}, [2]int32{x.Child, x.Child + 1})
		case y.IsLeaf() || !x.IsLeaf() && x.Box.HalfArea() > y.Box.HalfArea():
			stack = append(stack, [2]int32{x.Child, b}, [2]int32{x.Child + 1, b})
		default:
			stack = append(stack, [2]int32{a, y.Child}, [2]int32{a, y.Child + 1})
		}
	}
	return nil
}

// leaves lists the pairs of triangles of two leaves, or of one.
func (s *search) leaves(a, b int32) {
	t := s.topology
	x, y := &t.Nodes[a], &t.Nodes[b]
	for i, p := range t.Order[x.First : x.First+x.Count] {
		rest := t.Order[y.First : y.First+y.Count]
		if a == b {
			rest = rest[i+1:]
		}
		for _, q := range rest {
			if (s.opt.Own || s.primitives[p].body != s.primitives[q].body) && !apart(&s.hierarchy.leaves[p], &s.hierarchy.leaves[q]) {
				s.block = append(s.block, candidate{min(p, q), max(p, q)})
			}
		}
	}
}

// decide asks about the candidates of a block. enough reports that no more are to be asked about.
func (s *search) decide() (enough bool, err error) {
	s.Candidates += int64(len(s.block))
	par.For(len(s.block), s.opt.Workers, 64, s.decideSome)
	s.block = s.block[:0]
	listed, touch := 0, false
	for k := range s.found {
		if s.errs[k] != nil {
			return true, s.errs[k]
		}
		listed += len(s.found[k])
		touch = touch || slices.ContainsFunc(s.found[k], func(p Pair) bool { return p.Touch })
	}
	s.TooMany = listed > s.opt.Most
	return s.TooMany || s.opt.First && touch, nil
}

func (s *search) decideSome(worker, lo, hi int) {
	for _, c := range s.block[lo:hi] {
		p, q := s.primitives[c.a], s.primitives[c.b]
		t := ccd.Triangles{Own: p.body == q.body}
		t.Start[0], t.End[0] = s.bodies[p.body].ends(p.triangle)
		t.Start[1], t.End[1] = s.bodies[q.body].ends(q.triangle)
		m, err := t.Meet(s.ctx, s.opt.Times)
		if err != nil {
			s.errs[worker] = err
			return
		}
		if m.Touch || m.Open {
			s.found[worker] = append(s.found[worker], Pair{p.body, p.triangle, q.body, q.triangle, m})
		}
	}
}
