package query

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// Confirmer decides candidates exactly, on all workers, and answers pairs with a
// sphere or a box, which every method leaves to the same exact path.
type Confirmer struct {
	world *world.World
	// Workers has one for each goroutine.
	Workers  []Worker
	pairs    []broad.Pair
	searches []narrow.Search
	triples  []triple
	runs     []run
	solids   []broad.Pair

	confirmRuns, confirmSolids func(worker, lo, hi int)
}

// triple is a candidate: a triangle of each body of a pair, and twice the pair's number, and one where only package predicate can tell
// whether they touch.
type triple struct{ key, a, b uint32 }

func tripleOf(word, a, b uint32) triple {
	if word&models.Sure != 0 {
		return triple{word << 1, a, b}
	}
	return triple{word<<1 | 1, a, b}
}

func (x triple) pair() uint32 { return x.key >> 1 }
func (x triple) sure() bool   { return x.key&1 == 0 }

// compareTriples puts those of one pair of triangles that are sure first.
func compareTriples(x, y triple) int {
	return cmp.Or(cmp.Compare(x.pair(), y.pair()), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.key, y.key))
}

func sameTriangles(x, y triple) bool { return x.pair() == y.pair() && x.a == y.a && x.b == y.b }

// run is a part of the candidates of one pair.
type run struct{ lo, hi int }

const candidatesPerRun = 256

// Worker decides candidates in one goroutine.
type Worker struct {
	world.Worker
	in, sure, Touching []narrow.Pair
	settled            int64 // candidates that were sure
}

// NewConfirmer makes a confirmer for a world.
func NewConfirmer(w *world.World) *Confirmer {
	c := &Confirmer{world: w, Workers: make([]Worker, w.Workers)}
	c.confirmRuns, c.confirmSolids = c.doRuns, c.doSolids
	return c
}

// Begin prepares for a query.
func (c *Confirmer) Begin() {
	for i := range c.Workers {
		t := &c.Workers[i]
		t.Control, t.First, t.Contacts = &c.world.Control, c.world.First, t.Contacts[:0]
		t.settled = 0
		t.Begin()
	}
}

// SeparateSolids returns the pairs of two meshes and keeps the others.
func (c *Confirmer) SeparateSolids(pairs []broad.Pair) []broad.Pair {
	c.solids = c.solids[:0]
	meshes := pairs[:0]
	for _, p := range pairs {
		if c.world.HasSolid(p) {
			c.solids = append(c.solids, p)
			c.world.NeedTree(int(p.A))
			c.world.NeedTree(int(p.B))
		} else {
			meshes = append(meshes, p)
		}
	}
	return meshes
}

// AnswerSolids decides the pairs that SeparateSolids kept.
func (c *Confirmer) AnswerSolids() { par.For(len(c.solids), len(c.Workers), 16, c.confirmSolids) }

func (c *Confirmer) doSolids(worker, lo, hi int) {
	t := &c.Workers[worker]
	for _, p := range c.solids[lo:hi] {
		t.Contacts = c.world.SolidPair(&t.Worker, p, t.Contacts)
	}
}

// Confirm decides candidates, words of triples whose pair is a place in pairs, and takes those with models.Sure as they are. The error
// wraps ErrFaulty where they name what there is not.
func (c *Confirmer) Confirm(pairs []broad.Pair, words []uint32) error {
	if err := c.check(pairs, words); err != nil {
		return err
	}
	c.pairs, c.triples, c.runs = pairs, c.triples[:0], c.runs[:0]
	for i := 0; i < len(words); i += 3 {
		c.triples = append(c.triples, tripleOf(words[i], words[i+1], words[i+2]))
	}
	slices.SortFunc(c.triples, compareTriples)
	c.triples = slices.CompactFunc(c.triples, sameTriangles) // streams come upon a pair by several edges
	c.searches = slices.Grow(c.searches[:0], len(pairs))[:len(pairs)]
	for lo := 0; lo < len(c.triples); {
		hi := lo + 1
		for hi < len(c.triples) && hi-lo < candidatesPerRun && c.triples[hi].pair() == c.triples[lo].pair() {
			hi++
		}
		c.runs = append(c.runs, run{lo, hi})
		k := c.triples[lo].pair()
		p := pairs[k]
		c.searches[k].Set(c.world.Surface(int(p.A)), c.world.Surface(int(p.B)))
		lo = hi
	}
	c.world.Stats.Candidates += int64(len(c.triples))
	par.For(len(c.runs), len(c.Workers), 1, c.confirmRuns)
	return nil
}

// check looks for candidates that name a pair or a triangle that does not exist.
func (c *Confirmer) check(pairs []broad.Pair, words []uint32) error {
	for i := 0; i+2 < len(words); i += 3 {
		k, a, b := words[i]&^models.Sure, words[i+1], words[i+2]
		if k >= uint32(len(pairs)) || a >= c.triangles(pairs[k].A) || b >= c.triangles(pairs[k].B) {
			return fmt.Errorf("%w: triangles %d and %d of pair %d of %d", vulkan.ErrFaulty, a, b, k, len(pairs))
		}
	}
	return nil
}

func (c *Confirmer) triangles(body int32) uint32 {
	return uint32(len(c.world.Surface(int(body)).Mesh.Triangles))
}

func (c *Confirmer) doRuns(worker, lo, hi int) {
	t := &c.Workers[worker]
	for _, r := range c.runs[lo:hi] {
		k := c.triples[r.lo].pair()
		t.in, t.sure = t.in[:0], t.sure[:0]
		for _, x := range c.triples[r.lo:r.hi] {
			if q := (narrow.Pair{A: x.a, B: x.b}); x.sure() {
				t.sure = append(t.sure, q)
			} else {
				t.in = append(t.in, q)
			}
		}
		t.Touching = t.Settled(t.sure, t.Touching[:0])
		t.settled += int64(len(t.Touching))
		t.Touching = t.Candidates(&c.searches[k], t.in, t.Touching)
		t.Report(c.pairs[k])
	}
}

// Report makes contacts of the pairs of triangles in out.
func (t *Worker) Report(p broad.Pair) {
	for _, q := range t.Touching {
		t.Contacts = append(t.Contacts, world.Contact{BodyA: uint32(p.A), TriA: q.A, BodyB: uint32(p.B), TriB: q.B})
	}
}

// Collect appends what was found and adds up the counters.
func (c *Confirmer) Collect(dst []world.Contact) []world.Contact {
	s := c.world.Stats
	for i := range c.Workers {
		t := &c.Workers[i]
		dst = append(dst, t.Contacts...)
		s.BVTests += t.BVTests
		s.PrimitiveTests += t.PrimitiveTests
		s.Certain += t.settled
		s.Adaptive += t.Tally.Adaptive
		s.Exact += t.Tally.Exact
	}
	return dst
}
