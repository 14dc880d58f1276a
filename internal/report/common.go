package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// commonPlace is where the surfaces of a pair meet: a box around all common points, and a point that is at most off away from one.
type commonPlace struct {
	box   geom.AABB
	point geom.Vec
	off   float64
}

// placeOf returns the place of all pieces of a pair, an empty box where they are not known.
func placeOf(p *collide.Pair) commonPlace {
	at := commonPlace{box: geom.EmptyAABB(), off: math.Inf(1)}
	for i := range p.Pieces {
		x := &p.Pieces[i]
		at.box = at.box.Union(x.Box)
		if x.PointError < at.off {
			at.point, at.off = x.Point, x.PointError
		}
	}
	return at
}

// jsonPlace writes where a pair of a kind is in contact. The point is left out where closest points
// have been measured, which are on the surfaces.
func (c *Check) jsonPlace(b out, p *collide.Pair) {
	if len(p.Pieces) == 0 || p.Kind == collide.NoKind {
		return
	}
	at := placeOf(p)
	b.put(`, "box": ` + jsonBox(&at.box))
	if c.distanceOf(p) == nil {
		b.put(jsonPoint(at.point, at.off))
	}
	b.put(jsonNormal(p.Normal) + `, "pieces": [`)
	for i := range p.Pieces {
		if i > 0 {
			b.put(", ")
		}
		b.put(jsonPiece(&p.Pieces[i]))
	}
	b.put("]")
}

func jsonPiece(x *collide.Piece) string {
	return fmt.Sprintf(`{"contacts": %d, "box": %s%s%s}`, len(x.Contacts), jsonBox(&x.Box), jsonPoint(x.Point, x.PointError), jsonNormal(x.Normal))
}

func jsonBox(b *geom.AABB) string { return "[" + jsonVec(b.Min) + ", " + jsonVec(b.Max) + "]" }

// jsonPoint are the fields of a point; one without a bound of its error is none.
func jsonPoint(v geom.Vec, off float64) string {
	if math.IsInf(off, 1) {
		return ""
	}
	return `, "point": ` + jsonVec(v) + `, "pointError": ` + decimal(off)
}

// jsonNormal is the field of a normal, "" for none.
func jsonNormal(n geom.Vec) string {
	if n == (geom.Vec{}) {
		return ""
	}
	return `, "normal": ` + jsonVec(n)
}

func jsonVec(v geom.Vec) string {
	return "[" + decimal(v.X+0) + ", " + decimal(v.Y+0) + ", " + decimal(v.Z+0) + "]"
}

// maxPieces is the number of pieces of one pair that a log for code scanning lists.
const maxPieces = 100

// sarifPieces are the first pieces of a pair as JSON, nil for none.
func sarifPieces(p *collide.Pair) []json.RawMessage {
	var list []json.RawMessage
	for i := range p.Pieces[:min(len(p.Pieces), maxPieces)] {
		list = append(list, json.RawMessage(jsonPiece(&p.Pieces[i])))
	}
	return list
}

// firstPieces is how many pieces of a pair the text shows.
const firstPieces = 5

// pieces writes where the pieces of a pair are.
func (t *textWriter) pieces(p *collide.Pair) {
	bar := t.p.faint("|")
	if len(p.Pieces) == 1 && p.Normal != (geom.Vec{}) {
		t.putf("   %s normal %s\n", bar, vec(p.Normal))
	}
	if len(p.Pieces) < 2 {
		return
	}
	for i := range p.Pieces[:min(len(p.Pieces), firstPieces)] {
		t.putf("   %s piece %d: %s\n", bar, i+1, t.c.pieceOf(p, &p.Pieces[i]))
	}
	if more := len(p.Pieces) - firstPieces; more > 0 {
		t.putf("   %s … and %s more\n", bar, count(more, "piece"))
	}
}

// pieceOf describes a piece of a pair.
func (c *Check) pieceOf(p *collide.Pair, x *collide.Piece) string {
	s := fmt.Sprintf("%s within %s to %s", c.extent(p, len(x.Contacts)), vec(x.Box.Min), vec(x.Box.Max))
	if x.Normal != (geom.Vec{}) {
		s += ", normal " + vec(x.Normal)
	}
	return strings.TrimSpace(s)
}
