package kind

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
)

// Body is a posed mesh without a flaw: closed, with a tree, under a matrix of rank 3.
type Body struct {
	Surface *narrow.Surface
	Shells  *Shells
	// Mirrored reports that the determinant of the pose is negative: normals then point
	// inward that pointed outward.
	Mirrored bool
}

// material reports whether the inside of the solid lies in front of a triangle, the side
// that its normal points to as it is posed, or behind it.
func (b *Body) material(t uint32, inFront bool) bool {
	front := b.Shells.front[b.Shells.of[t]]
	if inFront != b.Mirrored {
		return front != 0
	}
	return front+1 != 0
}

// Outward returns the side of a triangle where the body is not: 1 for in front, −1 for behind, and 0 where
// both sides are inside or the triangle has two equal corners. Such a triangle is no part of the boundary.
func (b *Body) Outward(t uint32) int8 {
	if b.Shells.isThin(t) {
		return 0
	}
	front, behind := b.material(t, true), b.material(t, false)
	switch {
	case front == behind:
		return 0
	case front:
		return -1
	}
	return 1
}

// SameSides reports whether the shells of the posed mesh, judged in the world, are those of the
// mesh and have the same winding numbers in front; a mirror turns fronts to the other side and
// winding numbers to their negatives.
func (b *Body) SameSides(posed *Shells) bool {
	if posed.Flaw != "" || !slices.Equal(posed.of, b.Shells.of) {
		return false
	}
	for i, front := range b.Shells.front {
		if b.Mirrored {
			front = -1 - front
		}
		if posed.front[i] != front {
			return false
		}
	}
	return true
}

// Contact is a triangle of each of two bodies that share a point.
type Contact struct{ A, B uint32 }

// Judge decides kinds. The zero value is ready for use by one goroutine; its memory is
// reused.
type Judge struct {
	Tally predicate.Tally
	// Stop, if set, is asked from time to time whether to end.
	Stop func() bool
	// Exhaustive makes it look at all contacts and all triangles: the contract of what it
	// decides sooner and down trees.
	Exhaustive bool

	inside  narrow.Inside
	fan     []ray
	sides   [2]side
	touched map[uint32]struct{} // the triangles of a body that have contacts
	reason  string
	stopped bool
	proven  bool
	p, q    geom.Triangle   // of the contact that is looked at
	plane   predicate.Plane // of p
}

// side is a body with what is found out about it in one call.
type side struct {
	*Body
	// long reports for each shell whether it meets the other surface in more than points.
	long []bool
}

// Crosses reports whether an edge of one triangle passes through the inside of the other, in
// any of the contacts. It needs no interior.
func (j *Judge) Crosses(a, b *narrow.Surface, contacts []Contact) bool {
	return j.crossing(a, b, contacts, nil, nil)
}

// crossing is Crosses, which leaves the two triangles in j.p and j.q. Triangles that are thin in
// the shells, if they are given, bound no interior and do not count.
func (j *Judge) crossing(a, b *narrow.Surface, contacts []Contact, shellsA, shellsB *Shells) bool {
	p, q := &j.p, &j.q
	for i, c := range contacts {
		if i%64 == 63 && j.stop() {
			return false
		}
		if i == 0 || c.A != contacts[i-1].A {
			a.Triangle(c.A, p)
			j.plane = j.Tally.PlaneOf(p)
		}
		b.Triangle(c.B, q)
		if shellsA != nil && (shellsA.isThin(c.A) || shellsB.isThin(c.B)) {
			continue
		}
		if j.Tally.PiercesPlane(&j.plane, q) {
			return true
		}
	}
	return false
}

func (j *Judge) stop() bool {
	j.stopped = j.stopped || j.Stop != nil && j.Stop()
	return j.stopped
}

// Proven reports whether the last call of Of found a point that both interiors hold, by its
// winding numbers. Then Penetrate is certain; every other answer presupposes that the pose
// has not made one of the meshes intersect itself.
func (j *Judge) Proven() bool { return j.proven }

// Of returns the kind of all contacts of two bodies together, of which there is at least one, and
// for Undecided the reason. Time is linear in the contacts and logarithmic in the triangles.
func (j *Judge) Of(a, b *Body, contacts []Contact) (Kind, string) {
	j.reason, j.stopped, j.proven = "", false, false
	if !j.Exhaustive && j.crossing(a.Surface, b.Surface, contacts, a.Shells, b.Shells) {
		j.proven = j.commonPoint(a.Surface, b.Surface)
		return Penetrate, ""
	}
	j.sides[0].begin(a)
	j.sides[1].begin(b)
	shared := false
	for i, c := range contacts {
		if i%64 == 63 && j.stop() {
			break
		}
		if i == 0 || c.A != contacts[i-1].A {
			a.Surface.Triangle(c.A, &j.p)
			j.plane = j.Tally.PlaneOf(&j.p)
		}
		b.Surface.Triangle(c.B, &j.q)
		if j.common(c) {
			shared = true
		}
		if shared && !j.Exhaustive {
			return Penetrate, ""
		}
	}
	if shared || !j.stopped && (j.shellInside(0, contacts) || j.shellInside(1, contacts)) {
		return Penetrate, ""
	}
	switch {
	case j.stopped:
		return Undecided, "the query ended before the kind was known"
	case j.reason != "":
		return Undecided, j.reason
	}
	return Touch, ""
}

func (s *side) begin(b *Body) {
	s.Body = b
	s.long = append(s.long[:0], make([]bool, len(b.Shells.members))...)
}

// common reports whether the interiors have a point in common next to a contact, of which j.p, with its plane, and j.q are the posed triangles.
func (j *Judge) common(c Contact) bool {
	a, b := &j.sides[0], &j.sides[1]
	m, edgeP, edgeQ := j.Tally.MeetPlane(&j.plane, &j.q)
	switch m {
	case predicate.MeetNowhere:
		panic(fmt.Sprintf("kind: triangles %d and %d are apart", c.A, c.B))
	case predicate.MeetPoint:
		return false
	case predicate.MeetDegenerate:
		// A triangle with two equal corners bounds nothing; neighbours at its edge have contacts of their own.
		if !a.Shells.isThin(c.A) && !b.Shells.isThin(c.B) {
			j.reason = fmt.Sprintf("triangle %d of one or %d of the other has no area at this pose", c.A, c.B)
		}
		return false
	}
	if a.Shells.isThin(c.A) || b.Shells.isThin(c.B) {
		return false
	}
	a.long[a.Shells.of[c.A]], b.long[b.Shells.of[c.B]] = true, true
	switch m {
	case predicate.MeetArea:
		return false // it ends at edges of one or the other, whose contacts decide
	case predicate.MeetAcross:
		return true // of the two sides of a face one is material at least: their winding numbers differ
	}
	if shared, known := j.flatFansMeet(c, edgeP, edgeQ); known {
		return shared
	}
	return j.fansMeet(c, &j.p, &j.q, edgeP, edgeQ)
}

// winding returns the winding number of a surface around a point.
func (j *Judge) winding(s *narrow.Surface, p geom.Vec) int {
	if j.Exhaustive {
		return j.inside.WindingOfAll(s, p)
	}
	w, _ := j.inside.Winding(s, p)
	return w
}
