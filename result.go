package collide

import (
	"cmp"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/world"
)

// Contact names two primitives that share a point: triangles by their index in
// file order, or the one primitive 0 of a sphere or box. (BodyA, TriA) is
// always less than (BodyB, TriB); BodyA equals BodyB for a self contact.
type Contact struct {
	BodyA, TriA, BodyB, TriB uint32
}

// Compare orders contacts by BodyA, TriA, BodyB, TriB.
func (c Contact) Compare(o Contact) int {
	return cmp.Or(
		cmp.Compare(c.BodyA, o.BodyA), cmp.Compare(c.TriA, o.TriA),
		cmp.Compare(c.BodyB, o.BodyB), cmp.Compare(c.TriB, o.TriB))
}

// Side is the body of a pair that lies inside the other.
type Side string

// The values of Pair.Inside.
const (
	NotInside Side = ""
	AInside   Side = "a"
	BInside   Side = "b"
)

// Pair is what was found between two bodies (A < B), or within one (A = B).
type Pair struct {
	A, B int
	// Verdict is InContact, or Unknown for a pair that could not be decided.
	Verdict Verdict
	// Contacts are sorted by TriA, then TriB.
	Contacts []Contact
	// Inside is set under Options.Solid when one closed body lies in the other
	// and their surfaces do not touch.
	Inside Side
	// Allowed pairs are listed but do not count for the result's verdict.
	Allowed bool
	// Kind is set under Options.Kinds. Equal reports bodies that have the same posed
	// triangles, or are the same sphere or box. Crossing reports a SurfaceContact in which an
	// edge of one passes through the inside of a triangle of the other, or a triangle reaches from
	// the inside of a sphere or a box to its outside.
	Kind            Kind
	Equal, Crossing bool
	// Depth and Width are set under Options.Depths: bounds, lower and upper, of how deep the
	// bodies reach into each other. The depth is the greatest distance beneath the other's surface
	// that a surface point of either has, 0 for Equal bodies; the width is the diameter of the
	// largest ball that fits into both. Both are 0 for a Touch, and 0 to +Inf where nothing is
	// known: for a body that is not closed or an UnknownKind.
	Depth, Width [2]float64
	// Pieces are set under Options.Pieces, in the order of their first contacts, for two bodies
	// whose contacts are all known. Normal is that of all pieces together, as Piece.Normal is that of one.
	Pieces []Piece
	Normal geom.Vec
	vague  bool // neither is as narrow as it was asked for
	// Reason is why the verdict is Unknown, or the kind UnknownKind or SurfaceContact, or why depth
	// and width are not as narrow as they were asked for, in words.
	Reason string
}

// Result is the answer to one query. It belongs to its Detector and is valid
// until that detector's next call; Clone keeps it longer. The next call may begin with its
// contacts: change those of a Clone.
type Result struct {
	// Method that answered; Chosen is the one auto picked, or equal to Method.
	Method, Chosen string
	// Backend that answered: "cpu" or "gpu".
	Backend Backend
	// Verdict is that over all pairs that are not allowed. It is Free or InContact
	// without an error, and Unknown or InContact with one.
	Verdict Verdict
	// Rest is the verdict on each pair that is neither allowed nor listed in Pairs: Free,
	// or Unknown if the query ended before it had tested all of them.
	Rest Verdict
	// First reports whether the query stopped at its first contact: Pairs then holds a
	// witness, not the set, and there is no hash.
	First bool
	// Pairs are those with contacts or containment and those that could not be decided,
	// sorted by (A, B).
	Pairs []Pair
	// Contacts is the canonical set, sorted.
	Contacts []Contact
	// Flaws are, under Options.Kinds, the bodies without an interior that matter to the answer,
	// ascending: those in a SurfaceContact, and those that another body may lie in.
	Flaws []Flaw
	Stats Stats
}

// Flaw is why a body has no interior, in words that follow its name, such as "is not closed:
// the edge from (0, 0, 0) to (1, 0, 0) has triangle 3 along it and no triangle against it".
type Flaw struct {
	Body   int
	Reason string
}

// Stats counts the work of one query. Times are wall-clock; counters are summed
// over the workers and do not depend on their number unless a query stops early.
type Stats struct {
	// Build is the time spent building hierarchies not yet cached, Update that
	// for new poses, Broad and Narrow the two phases, Solid the tests of containment and kinds.
	// For up to eight bodies, and where few are tested by oriented boxes, Update and Broad are part of Narrow. Where a device updates and
	// searches in one submission, its clock divides the two; without a clock both are Narrow. What is recalled
	// has no times: reading the clock would take as long.
	Build, Update, Broad, Narrow, Solid time.Duration
	// BroadPhase names what found the pairs of bodies: what broad.Auto chose for this
	// query, or the method's own; "recalled" where auto knew the answer from the query before.
	BroadPhase string
	// BodyPairs passed the broad phase.
	BodyPairs int64
	// BVTests counts bounding volume pairs, PrimitiveTests primitive pairs that
	// reached package predicate.
	BVTests, PrimitiveTests int64
	// Certain counts those of PrimitiveTests that the float32 filter for whole leaves
	// decided, or those of Candidates that the device did; Unlike counts pairs of bodies that auto gave to bvh because float32
	// does not serve them: one sheared as seen from the other, extreme sizes, some of ratios beyond 2²³.
	Certain, Unlike int64
	// OnLattice counts primitive pairs decided by plain float64 because their
	// coordinates lie on a coarse lattice, as those of grids do.
	OnLattice int64
	// Doubled counts primitive pairs decided in batches with one or two float64 a number, or by
	// a corner of both: mostly pairs that nearly coincide, and long thin ones.
	Doubled int64
	// BVUpdates counts bounding volumes recomputed because bodies moved; most
	// methods move whole hierarchies instead and have none.
	BVUpdates int64
	// Adaptive counts orientation signs the static filter left open and the
	// dynamic one decided, Exact those that needed exact arithmetic.
	Adaptive, Exact int64
	// Candidates counts the primitive pairs that a device could not separate; those that are
	// not Certain package predicate decided; Sent and Received are the bytes that went to the device and
	// came back; Device is the time it took, as far as it has a clock.
	Candidates, Sent, Received int64
	// Submits counts the batches of commands that the device was given, Barriers the points in
	// them where it waits for what it did before, Dispatches the kernels and draws.
	Submits, Barriers, Dispatches int64
	// Allocations counts the blocks of memory taken from the device during the query, by
	// all who use it.
	Allocations int64
	Device      time.Duration
	// Queries counts the occlusion queries of raster methods. ImageVerdict is the
	// verdict of an image-space method by its image alone, "colliding" or "free"; it
	// decides nothing.
	Queries      int64
	ImageVerdict string
	// Witnesses counts contacts that ant colonies found, WitnessTests the volume and
	// primitive tests that the colonies took, which are among the tests above.
	Witnesses, WitnessTests int64
	// BusiestTests are the volume and primitive tests of the worker that did most of them:
	// how evenly the work was shared out. It is 0 where a method does not count by worker.
	BusiestTests int64
	// Similar and Dissimilar count the pairs of hierarchies that octree-hybrid searched, by the
	// class of the pair; Turns counts the nodes at which descents of dissimilar ones turned to
	// the other hierarchy.
	Similar, Dissimilar, Turns int64
	Workers                    int
	// WorkersLost counts the processes of multiprocess that ended or were given up
	// during the query. Their work was done by others, so it takes nothing from the
	// result.
	WorkersLost int
}

// Add adds the times and counters of another query; the number of workers becomes
// that of the other.
func (s *Stats) Add(o *Stats) {
	s.Build, s.Update, s.Broad = s.Build+o.Build, s.Update+o.Update, s.Broad+o.Broad
	s.Narrow, s.Solid = s.Narrow+o.Narrow, s.Solid+o.Solid
	s.BodyPairs += o.BodyPairs
	s.BVTests, s.PrimitiveTests = s.BVTests+o.BVTests, s.PrimitiveTests+o.PrimitiveTests
	s.Certain, s.Unlike = s.Certain+o.Certain, s.Unlike+o.Unlike
	s.OnLattice, s.Doubled = s.OnLattice+o.OnLattice, s.Doubled+o.Doubled
	s.BVUpdates += o.BVUpdates
	s.Candidates, s.Sent, s.Received = s.Candidates+o.Candidates, s.Sent+o.Sent, s.Received+o.Received
	s.Submits, s.Barriers, s.Dispatches = s.Submits+o.Submits, s.Barriers+o.Barriers, s.Dispatches+o.Dispatches
	s.Allocations, s.Device = s.Allocations+o.Allocations, s.Device+o.Device
	s.Adaptive, s.Exact = s.Adaptive+o.Adaptive, s.Exact+o.Exact
	s.Queries += o.Queries
	s.Witnesses, s.WitnessTests = s.Witnesses+o.Witnesses, s.WitnessTests+o.WitnessTests
	s.BusiestTests += o.BusiestTests
	s.Similar, s.Dissimilar, s.Turns = s.Similar+o.Similar, s.Dissimilar+o.Dissimilar, s.Turns+o.Turns
	s.Workers, s.BroadPhase, s.ImageVerdict = o.Workers, o.BroadPhase, o.ImageVerdict
	s.WorkersLost += o.WorkersLost
}

// Hash returns "sha256:" and the SHA-256 of the canonical contacts, each as four
// little-endian uint32, and "" for a query that stopped at its first contact.
// The hash of a partial result covers what is listed and must not be compared.
func (r *Result) Hash() string {
	if r.First {
		return ""
	}
	return world.Hash(internal(r.Contacts))
}

// Clone returns a copy that the detector's next call does not touch.
func (r *Result) Clone() *Result {
	c := *r
	c.Contacts = append([]Contact(nil), r.Contacts...)
	c.Flaws = append([]Flaw(nil), r.Flaws...)
	c.Pairs = append([]Pair(nil), r.Pairs...)
	for i := range c.Pairs {
		c.Pairs[i].Contacts = append([]Contact(nil), r.Pairs[i].Contacts...)
		c.Pairs[i].Pieces = append([]Piece(nil), r.Pairs[i].Pieces...)
		for k := range c.Pairs[i].Pieces {
			x := &c.Pairs[i].Pieces[k]
			if len(x.Contacts) == len(c.Pairs[i].Contacts) { // all of them
				x.Contacts = slices.Clip(c.Pairs[i].Contacts)
				continue
			}
			x.Contacts = append([]Contact(nil), x.Contacts...)
		}
	}
	return &c
}
