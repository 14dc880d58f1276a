package collide

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/predicate"
)

// public returns contacts of the world as this package's, without a copy. The conversion
// of the elements, which the compiler checks, guarantees that the two types are laid out
// alike.
func public(c []world.Contact) []Contact {
	_ = Contact(world.Contact{})
	return unsafe.Slice((*Contact)(unsafe.SliceData(c)), len(c))
}

// internal is the way back.
func internal(c []Contact) []world.Contact {
	return unsafe.Slice((*world.Contact)(unsafe.SliceData(c)), len(c))
}

// assemble sorts the contacts and groups them by pair.
func (d *Detector) assemble() {
	r := &d.result
	sorted := d.assembly.Sort(d.contacts)
	d.complete.contacts = sorted
	byPair := public(sorted)
	r.Contacts = public(d.contacts)
	if r.First && len(r.Contacts) > 1 {
		r.Contacts = r.Contacts[:1]
		byPair = r.Contacts
	}
	for i := 0; i < len(byPair); {
		c, j := byPair[i], endOfPair(byPair, i)
		r.Pairs = append(r.Pairs, Pair{
			A: int(c.BodyA), B: int(c.BodyB), Verdict: InContact, Contacts: byPair[i:j:j],
			Allowed: d.world.IsAllowed(int(c.BodyA), int(c.BodyB)),
		})
		i = j
	}
}

// endOfPair returns where the contacts of the pair that begin at i end, in a list in the order of pairs.
func endOfPair(c []Contact, i int) int {
	other := func(j int) bool { return c[j].BodyA != c[i].BodyA || c[j].BodyB != c[i].BodyB }
	known, step := i, 1
	for known+step < len(c) && !other(known+step) {
		known, step = known+step, 2*step
	}
	lo, hi := known+1, min(known+step, len(c)) // the end is in [lo, hi]
	for lo < hi {
		if at := (lo + hi) / 2; other(at) {
			hi = at
		} else {
			lo = at + 1
		}
	}
	return lo
}

// contain adds containments to the pairs that have contacts. A contact that counts ends
// a query for the first one.
func (d *Detector) contain() {
	r := &d.result
	d.touching = d.touching[:0]
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if r.First && !p.Allowed {
			return
		}
		d.touching = append(d.touching, broad.Pair{A: int32(p.A), B: int32(p.B)})
	}
	d.solids.Find(d.world, d.touching)
	for _, in := range d.solids.Found {
		if in.Side == world.Neither && d.opt.kinds() {
			d.flawed(int(in.Pair.A), int(in.Pair.B))
		}
		if in.Side == world.Neither && !d.opt.Solid {
			continue // asked for kinds alone, of which a free pair has none
		}
		p := Pair{A: int(in.Pair.A), B: int(in.Pair.B), Reason: in.Reason}
		if in.Side != world.Neither {
			p.Verdict, p.Inside = InContact, sides[in.Side]
			p.Allowed = d.world.IsAllowed(p.A, p.B)
		}
		r.Pairs = append(r.Pairs, p)
	}
	slices.SortFunc(r.Pairs, byBodies)
}

// doubt adds the pairs of which it is not decided whether they touch, or whether they are near. A contact that counts ends
// a query for the first one.
func (d *Detector) doubt(near bool) {
	r := &d.result
	if r.First && slices.ContainsFunc(r.Pairs, func(p Pair) bool { return !p.Allowed && p.Verdict == InContact }) {
		return
	}
	if near {
		d.doubtNear()
		return
	}
	d.doubts.Find(d.world)
	for _, open := range d.doubts.Found {
		r.Pairs = append(r.Pairs, Pair{A: int(open.Pair.A), B: int(open.Pair.B), Reason: open.Reason})
	}
	if len(d.doubts.Found) > 0 {
		slices.SortFunc(r.Pairs, byBodies)
	}
}

// doubtNear marks the pairs that may have primitives within a clearance besides those that have some, and adds the others.
func (d *Detector) doubtNear() {
	r := &d.result
	for _, open := range d.within.Open {
		p := Pair{A: int(open.Pair.A), B: int(open.Pair.B), Reason: open.Reason}
		if at, found := slices.BinarySearchFunc(r.Pairs, p, byBodies); found {
			r.Pairs[at].Reason, r.Pairs[at].vague = open.Reason, true
		} else {
			r.Pairs = slices.Insert(r.Pairs, at, p)
		}
	}
}

func byBodies(a, b Pair) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) }

var sides = [...]Side{world.Neither: NotInside, world.SideA: AInside, world.SideB: BInside}

// conclude sets the verdicts and returns why they are incomplete, given what cut the
// query short. A first contact completes a boolean query whatever else was left undone.
func (d *Detector) conclude(cut *IncompleteError) error {
	r := &d.result
	var open *Pair
	touching, opens := false, 0
	for i := range r.Pairs {
		switch p := &r.Pairs[i]; {
		case p.Allowed:
		case p.Verdict == InContact:
			touching = true
			if p.Kind == UnknownKind || p.vague {
				open = cmp.Or(open, p)
				opens++
			}
		default:
			open = cmp.Or(open, p)
			opens++
		}
	}
	found := r.First && touching
	if cut == nil && !found {
		r.Rest = Free
	}
	if cut == nil && opens > 0 {
		cut = undecided(open.Reason, opens)
	}
	switch {
	case touching:
		r.Verdict = InContact
	case cut == nil:
		r.Verdict = Free
	}
	if cut == nil || found {
		return nil
	}
	return cut
}

// Triangle returns triangle tri of mesh body i in world coordinates. It panics for a
// sphere or a box.
func (d *Detector) Triangle(i, tri int) geom.Triangle {
	d.world.Look()
	d.primitive("Triangle", i, tri)
	if d.world.Model(i) == nil {
		panic(fmt.Sprintf("collide: Triangle of body %d (%s), which is not a mesh", i, d.world.Name(i)))
	}
	return d.world.Triangle(i, tri)
}

// Bounds returns a box around body i in the world.
func (d *Detector) Bounds(i int) geom.AABB {
	d.world.Look()
	d.body("Bounds", i)
	return d.world.Bounds(i)
}

// Witness returns what the two primitives of a contact have in common: the
// intersection of two triangles as a point, segment or polygon; with a sphere or
// a box, kind Overlap and two opposite corners of the box common to both. Several
// goroutines may call it, Triangle and Bounds at once while nothing else is called.
func (d *Detector) Witness(c Contact) predicate.Intersection {
	w := d.world
	w.Look()
	d.primitive("Witness", int(c.BodyA), int(c.TriA))
	d.primitive("Witness", int(c.BodyB), int(c.TriB))
	if w.Model(int(c.BodyA)) != nil && w.Model(int(c.BodyB)) != nil {
		p, q := w.Triangle(int(c.BodyA), int(c.TriA)), w.Triangle(int(c.BodyB), int(c.TriB))
		return predicate.Intersect(&p, &q)
	}
	in := world.Contact(c)
	box := w.CommonBox(&in)
	r := predicate.Intersection{Kind: predicate.Overlap, N: 2}
	r.Points[0], r.Points[1] = box.Min, box.Max
	return r
}
