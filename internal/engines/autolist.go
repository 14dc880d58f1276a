package engines

import (
	"math/bits"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// listed is what a worker keeps of two meshes that touch, or are too near for their distance to be kept: where they were at their last search, what that cost, and the pairs of
// triangles that were near.
type listed struct {
	pair broad.Pair
	narrow.Shortlist
	last narrow.Gap // where the search was; its distance is 0
	cost int        // of the search, in tests of two leaves
	// held counts the queries that the list has answered; reach is the number of queries it was made for, a power of two.
	held, reach int
	// empty counts the queries in a row that found no contact, after mostEmpty of which the pair is not close any more.
	empty    int
	close    bool
	patience // of making lists
}

const (
	// A list is for as many motions as that between the last two queries, at first and at most. One that holds for fewer than half of
	// those is made for twice as many the next time, or was not worth its time.
	firstReach, mostReach = 4, 16
	// After mostEmpty queries without a contact the distance of the pair is measured, which costs less to look at than a list. Where that
	// was tried in vain it takes as many as measuring waits at most.
	mostEmpty, mostEmptyNear = 8, 62
	// A list that costs more than listWorth of a search is dropped.
	listWorth = 0.75
	// boxesWorth boxes of a search cost what two leaves do: 8 of them 30 ns, two leaves 75.
	boxesWorth = 20
	// Lists have at most mostListed pairs of leaves, 12 bytes each, all of a worker mostRoom; where workers could share the search, mostAlone.
	mostListed, mostAlone, mostRoom = 1 << 14, 1 << 9, 1 << 18
	// leastListed and maxListed are the numbers of pairs of bodies that a worker keeps, powers of two.
	leastListed, maxListed = 4, 1 << 10
)

// listOf returns the place of a pair, nil where there are none yet: a first query makes none.
func (e *wideEngine) listOf(worker int, p broad.Pair) *listed {
	own := &e.own[worker]
	if p.A == p.B || len(own.lists) == 0 {
		return nil
	}
	return &own.lists[placeOfParting(p)&(len(own.lists)-1)]
}

// makeLists makes room for a worker's lists, from the second query on.
func (e *wideEngine) makeLists() {
	if !e.repeated {
		e.repeated = true
		return
	}
	want := leastListed
	if n := len(e.pairs); n > 1 {
		want = max(want, min(2<<bits.Len(uint(n-1)), maxListed))
	}
	for i := range e.own {
		if own := &e.own[i]; len(own.lists) < want {
			own.lists, own.room = make([]listed, want), 0
		}
	}
}

// shortlisted searches the pairs of triangles that were near, of two meshes that were close at the last query and have moved little. It
// returns false where the trees are to be searched.
func (e *wideEngine) shortlisted(worker int, p broad.Pair, s *wideSearch) bool {
	k := e.listOf(worker, p)
	if k == nil || k.pair != p || !k.close {
		return false
	}
	a, b := e.world.PosedMesh(p.A), e.world.PosedMesh(p.B)
	if k.Known() && !k.Holds(&s.Wide, a, b) || !k.Known() && (k.waits() || !e.fill(worker, k, s, k.last.Approach(a, b))) {
		if !k.Known() || !e.refill(worker, k, s, a, b) {
			return false
		}
	}
	k.held++
	t, d := &e.workers[worker], &e.own[worker].descent
	t.Pairs = k.Run(&t.Worker, d, &s.Wide, t.Pairs[:0])
	t.Keep(p)
	if k.empty++; len(t.Pairs) > 0 {
		k.empty = 0
	} else if k.empty >= mostEmpty {
		k.Forget()
		k.close = false
	}
	return true
}

// refill makes the list of a pair again that has moved on.
func (e *wideEngine) refill(worker int, k *listed, s *wideSearch, a, b narrow.PosedMesh) bool {
	motion := k.Approach(a, b) / float64(k.held+1)
	k.Forget()
	switch {
	case 2*k.held >= k.reach:
		k.failing = 0
	case k.reach < mostReach:
		k.reach *= 2
	default:
		k.reach = firstReach
		k.fail()
		return false
	}
	return e.fill(worker, k, s, motion)
}

// fill makes a list for reach motions, if that pays.
func (e *wideEngine) fill(worker int, k *listed, s *wideSearch, motion float64) bool {
	own := &e.own[worker]
	x, y := s.Trees()
	distance := float64(k.reach)*motion + 0x1p-30*min(x.Radius/x.Scale(), y.Radius/y.Scale())
	most := min(int(listWorth*float64(k.cost)), mostListed)
	if len(e.workers) > 1 {
		most = min(most, mostAlone)
	}
	if own.room > mostRoom {
		most = min(most, k.Room())
	}
	room := k.Room()
	made := distance*8 < min(x.Radius/x.Scale(), y.Radius/y.Scale()) &&
		k.Fill(&e.workers[worker].Worker, &own.descent, &s.Wide, distance, most, boxesWorth*2*k.cost, e.world.Version(int(k.pair.A)), e.world.Version(int(k.pair.B)))
	if own.room += k.Room() - room; !made {
		k.fail()
	}
	k.held = 0
	return made
}

// keepPlace notes where two meshes were that a search went through, and what that cost in boxes and pairs of triangles. One that ended at its
// first contact went through nothing.
func (e *wideEngine) keepPlace(worker int, s *wideSearch, boxes, pairs int64) {
	p, found := s.pair, len(e.workers[worker].Pairs) > 0
	k := e.listOf(worker, p)
	if k == nil || found && e.world.First {
		return
	}
	if k.pair != p {
		k.Forget()
		k.pair, k.reach, k.patience = p, firstReach, patience{}
	}
	k.close, k.empty = found, 0
	if !found && e.own[worker].measuredInVain(p) {
		k.close, k.empty = true, mostEmpty-mostEmptyNear
	}
	if k.cost = int(boxes)/boxesWorth + int(pairs)/16 + 1; k.close && k.rest == 0 {
		k.last.Set(0, e.world.Surface(int(p.A)), e.world.Surface(int(p.B)), e.world.Version(int(p.A)), e.world.Version(int(p.B)))
	}
}

// measuredInVain reports whether no distance of two meshes was found that are apart.
func (own *wideWorker) measuredInVain(p broad.Pair) bool {
	k := own.gap(p)
	return k != nil && !k.Known() && k.failing > 0
}
