package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/motion"
)

// Body is a mesh that may move, or a solid: its boundary is then the points at most Radius away from the mesh,
// or, in the form of a cylinder or a cone, those of its segment that this has.
type Body struct {
	// Surface has the mesh and, where Path is nil, the pose. It is nil for a body that is in no pair.
	Surface *narrow.Surface
	// Tree is over the mesh's triangles in its own coordinates.
	Tree *tree.Of[volume.OBB]
	// Wide has the boxes of Tree for kernels, nil for none.
	Wide *tree.Oriented
	// Path is the motion, nil for a body at rest.
	Path motion.Path
	// Solid bodies are decided by Search.Meets, not by their triangles.
	Solid  bool
	Radius float64
	Form   Form
	// Normal is a direction along which others are likely to be apart from a body at rest: that of a plane. It is 0 for none.
	Normal geom.Vec
}

// Pair is two of the bodies of a search, A < B, of which one moves at least, and the distance that they are to be farther apart than.
type Pair struct {
	A, B int32
	Gap  float64
}

// Outcome is how a search ended.
type Outcome uint8

// The outcomes. Stopped means that the worker's Control ended the search, Far that a matrix is no rotation or coordinates are
// too large for the bounds.
const (
	Free Outcome = iota
	Contact
	Undecided
	Stopped
	Far
)

// Answer is what a search found.
type Answer struct {
	Outcome Outcome
	// T0 and T1 are the times of a Contact: there is none before T0, and at T1 the primitives of
	// the pair touch. They bound what is Undecided. Before T0 all is free in either case. Touches reports that what is Undecided is only
	// the moment: at T1 the pair touches, and from T0 on, which is longer ago than asked for, nothing is proven.
	T0, T1     float64
	Touches    bool
	Pair       Pair
	Primitives narrow.Pair
}

// Search answers questions about bodies in motion and keeps its memory between them. Worker must
// have its Control.
type Search struct {
	Worker *narrow.Worker
	// Meets decides whether two primitives of a pair with a solid touch, or are at most the gap of the pair apart, under
	// two poses. What it does not find is proven to be apart, or undecided.
	Meets  func(p Pair, a, b *geom.Pose, primitives [2]int32) bool
	bodies []mover
	pairs  []Pair
	// arena holds the lists of the intervals at hand, one after the other.
	arena  []entry
	stack  []entry
	near   nearness
	view   view
	kept   [2]keptCorners // of A and of B, in the view
	boxA   box            // of nodeA, −1 for none, in the view
	boxB   box
	nodeA  int32
	until  float64 // until when all that is kept is apart
	sweeps sweeps
	way    geom.Vec // along which two triangles were told apart last
	last   bool     // no direction is left out
	waits  bool     // something waits for shorter intervals than the one at hand
	// limit is the greatest length of an answer's interval; undecided intervals of at most fine are
	// looked at for a contact, those of at most least are not cut in two.
	limit, fine, least float64
	// open reports that there is no proof for an interval that begins at since; open intervals are
	// counted.
	open    bool
	since   float64
	opens   int
	answer  Answer
	stopped bool
}

// entry is a pair of boxes, or of triangles, of a pair of bodies: nodes of the trees or, if
// negative, ^ of triangles. Up to a time they are certainly apart.
//
// With a mask it is a box of a tree.Oriented, a node's index times 8 and a lane, and the boxes of a node b of the other one
// that the mask has. The box is of the pair's body B if back, else of A.
type entry struct {
	pair, a, b int32
	mask       uint8
	back       bool
	until      float64
}

// Limits of the halving of time. Intervals are k·2⁻ⁿ with n ≤ 50, so that all of their ends are
// float64. Undecided intervals are cut until they are a 2¹²th of the limit: that finds contacts
// that are short, and proves intervals that end next to a contact. maxOpen bounds how many of
// the shortest intervals may be open before the search gives up. So it does where there has been no proof for farther times the limit: until then
// a contact tells how finely the moment can be found.
const (
	shortest = 0x1p-50
	finer    = 0x1p-12
	maxOpen  = 256
	farther  = 1024
)

// Start prepares the search for the first time at which two bodies of a pair are at most its gap apart, and answers for t = 0:
// with a gap of 0 that is their first contact, and the word Contact stands for it with others, too. The
// interval of an answer is at most limit long. An answer that is not Free is the last word. The caller makes sure
// that a solid does not touch anything at t = 0: here only what is near its boundary is tested.
func (s *Search) Start(bodies []Body, pairs []Pair, limit float64) Answer {
	s.start(bodies, pairs, limit)
	for i := range s.bodies {
		if !s.bodies[i].isNear() {
			return Answer{Outcome: Far, T1: 1}
		}
	}
	for i := range s.pairs {
		e := entry{pair: int32(i)}
		if s.isWide(&s.pairs[i]) {
			e.mask = 1
		}
		s.arena = append(s.arena, e)
	}
	s.touchAt(0, 0)
	return s.result()
}

// Run searches what Start prepared from t = 0 to 1.
func (s *Search) Run() Answer {
	if s.cover(0, 1, 0) && s.open {
		s.answer = Answer{Outcome: Undecided, T0: s.since, T1: 1}
	}
	return s.result()
}

// result is the answer with the bodies in the order that the caller has.
func (s *Search) result() Answer {
	if s.stopped {
		return Answer{Outcome: Stopped, T0: s.answer.T0, T1: 1}
	}
	r := s.answer
	if r.named() && r.Pair.A > r.Pair.B {
		r.Pair.A, r.Pair.B = r.Pair.B, r.Pair.A
		r.Primitives.A, r.Primitives.B = r.Primitives.B, r.Primitives.A
	}
	return r
}

// named reports whether the answer has a pair.
func (a *Answer) named() bool { return a.Outcome == Contact || a.Touches }

func (s *Search) start(bodies []Body, pairs []Pair, limit float64) {
	s.limit = limit
	_, e := math.Frexp(min(limit, 1))
	s.fine = max(math.Ldexp(0.5, e), shortest) // the power of two that is not above limit
	s.least = max(s.fine*finer, shortest)
	s.pairs, s.arena, s.stack = s.pairs[:0], s.arena[:0], s.stack[:0]
	s.open, s.opens, s.stopped, s.answer, s.way = false, 0, false, Answer{}, geom.Vec{}
	s.bodies = s.bodies[:0]
	s.kept[0].body, s.kept[1].body = nil, nil
	for i := range bodies {
		s.bodies = append(s.bodies, newMover(&bodies[i]))
	}
	for _, p := range pairs {
		if bodies[p.A].Path == nil { // the second one is the frame
			p.A, p.B = p.B, p.A
		}
		s.pairs = append(s.pairs, p)
	}
}

// cover searches an interval of time for what is in the arena from a place on. It returns false
// when the search is over, and then has set the answer.
func (s *Search) cover(a, b float64, from int) bool {
	end := len(s.arena)
	defer func() { s.arena = s.arena[:end] }()
	s.refine(a, b, from)
	switch {
	case s.stopped:
		s.answer.T0 = a
		return false
	case len(s.arena) == end: // proven
		if s.open {
			s.answer = Answer{Outcome: Undecided, T0: s.since, T1: a}
		}
		return !s.open
	case b-a <= max(s.fine, s.step(a)) && !s.look(a, b, end):
		return false
	case b-a <= s.step(a):
		return true
	}
	if m, g := s.ahead(a, b); m > a {
		return s.cover(m, m+g, end) && (m+g >= b || s.cover(m+g, b, end))
	}
	m := a + (b-a)/2
	return s.cover(a, m, end) && s.cover(m, b, end)
}

// ahead returns until when all that is kept is certainly apart, a for no time of worth, and how soon after that it is likely to touch. Both are
// multiples of a power of two.
func (s *Search) ahead(a, b float64) (m, g float64) {
	_, e := math.Frexp(b - a)
	g = max(math.Ldexp(1, e-8), s.fine)
	if m = a + math.Floor((s.until-a)/g)*g; s.open || !(m >= a+(b-a)/4) || m >= b {
		return a, 0
	}
	return m, min(g, b-m)
}

// step is the length of intervals from a time on that are not cut in two: longer the longer there has been
// no proof, so that what is left until a contact takes few of them.
func (s *Search) step(a float64) float64 {
	if !s.open {
		return s.least
	}
	return max(s.least, (a-s.since)/4)
}

// look looks for a contact at the end of an interval without a proof. It returns false when
// the search is over.
func (s *Search) look(a, b float64, from int) bool {
	since := a
	if s.open {
		since = s.since
	}
	switch {
	case s.touchAt(b, from):
		if s.answer.T0 = since; b-since > s.limit {
			s.answer.Outcome, s.answer.Touches = Undecided, true
		}
		return false
	case s.stopped:
		s.answer.T0 = since
		return false
	case b-a > s.step(a):
		return true
	case s.proven(a, b, from):
		if s.open {
			s.answer = Answer{Outcome: Undecided, T0: s.since, T1: a}
		}
		return !s.open
	}
	if s.stopped {
		s.answer.T0 = since
		return false
	}
	if s.opens++; s.opens > maxOpen || b-since > farther*s.limit {
		s.answer = Answer{Outcome: Undecided, T0: since, T1: b}
		return false
	}
	s.open, s.since = true, since
	return true
}

// proven reports whether an interval that is not cut in two is proven by all directions.
func (s *Search) proven(a, b float64, from int) bool {
	end := len(s.arena)
	s.last = true
	s.refine(a, b, from)
	s.last = false
	return !s.stopped && len(s.arena) == end
}
