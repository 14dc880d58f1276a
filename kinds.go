package collide

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
)

// Kind is what kind the contact of two bodies is, under Options.Kinds. Meshes are closed if
// every edge has as many triangles in one direction as in the other and the mesh does not
// intersect itself, judged in the mesh's own coordinates; their interior is where the winding
// number of the posed triangles is not 0. Spheres and boxes are closed if they have a volume.
type Kind string

// The kinds.
const (
	// NoKind is that of a pair that is not in contact, or within one body, or where kinds are
	// not asked for.
	NoKind Kind = ""
	// UnknownKind: not decided; Pair.Reason is why.
	UnknownKind Kind = "unknown"
	// Touch: the surfaces share a point and the interiors none: flush faces, an edge on a
	// face, a corner at a corner.
	Touch Kind = "touch"
	// Penetrate: the surfaces share a point and so do the interiors.
	Penetrate Kind = "penetrate"
	// Inside: the surfaces are apart and the interiors share a point.
	Inside Kind = "inside"
	// SurfaceContact: one of the bodies is not closed, so that it has no interior; Pair.Reason
	// is which, and why.
	SurfaceContact Kind = "surface"
)

var kinds = [...]Kind{kind.Undecided: UnknownKind, kind.Touch: Touch, kind.Penetrate: Penetrate, kind.Surface: SurfaceContact, kind.Inside: Inside}

// judge finds the kinds of all pairs in contact. Where the query was cut short contacts may
// be missing, so that no kind is known.
func (d *Detector) judge() {
	d.judged, d.kindQueries = d.judged[:0], d.kindQueries[:0]
	for i := range d.result.Pairs {
		p := &d.result.Pairs[i]
		switch {
		case p.A == p.B || p.Verdict != InContact:
		case p.Inside == AInside:
			d.kindIs(p, d.kinds.Within(d.world, p.A))
		case p.Inside == BInside:
			d.kindIs(p, d.kinds.Within(d.world, p.B))
		case d.world.Control.Cause() != narrow.Running:
			p.Kind, p.Reason = UnknownKind, "the query ended before all contacts were known"
		default:
			d.judged = append(d.judged, p)
			d.kindQueries = append(d.kindQueries, world.KindQuery{A: p.A, B: p.B, Contacts: internal(p.Contacts)})
		}
	}
	_, d.kinds.Exhaustive = d.engine.(world.Exhaustive)
	d.kinds.Answer(d.world, d.kindQueries)
	for i, p := range d.judged {
		d.kindIs(p, d.kindQueries[i].Of)
	}
}

// kindIs notes the kind of a pair.
func (d *Detector) kindIs(p *Pair, of world.KindOf) {
	p.Kind, p.Equal, p.Crossing = kinds[of.Kind], of.Equal, of.Crossing
	if of.Kind == kind.Surface {
		d.flawed(p.A, p.B)
	}
	if of.Reason != "" {
		p.Reason = fmt.Sprintf("kind of %s and %s: %s", quote.Name(d.world.Name(p.A)), quote.Name(d.world.Name(p.B)), of.Reason)
	}
}

// flawed notes the flaws of two bodies.
func (d *Detector) flawed(a, b int) {
	for _, i := range [2]int{a, b} {
		at, known := slices.BinarySearchFunc(d.result.Flaws, i, func(f Flaw, i int) int { return f.Body - i })
		if known {
			continue
		}
		if flaw := d.kinds.Flaw(d.world, i); flaw != "" {
			d.result.Flaws = slices.Insert(d.result.Flaws, at, Flaw{i, flaw})
		}
	}
}
