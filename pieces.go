package collide

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/world"
)

// Piece is a connected piece of what two bodies in contact have in common: where a bolt goes in, say, and where it comes out.
// It is exact for meshes that do not intersect themselves; of others a piece may be listed as several.
type Piece struct {
	// Contacts are those of the piece, sorted by TriA, then TriB.
	Contacts []Contact
	// Box is around all common points.
	Box geom.AABB
	// Point is at most PointError away from a common point. Both come from the boxes of the
	// primitives; the error is at most as large as the common part of two of them.
	Point      geom.Vec
	PointError float64
	// Normal, under Kinds and for a Touch, is a unit vector from body B to body A across a plane
	// that has all common points of the piece, and on whose two sides the bodies lie next to these;
	// 0 where none is known. Moved that way, A leaves B. Where there are several planes, as for
	// a corner at a corner, it is of one of them. It is looked for among the planes of triangles in contact,
	// and those through an edge of one and a corner of the other.
	Normal geom.Vec
}

// locate finds the pieces of all pairs in contact. Where the query was cut short contacts may be missing, which
// would part pieces.
func (d *Detector) locate() {
	d.located, d.pieceQueries, d.parts = d.located[:0], d.pieceQueries[:0], d.parts[:0]
	for i := range d.result.Pairs {
		if p := &d.result.Pairs[i]; p.A != p.B && len(p.Contacts) > 0 {
			d.located = append(d.located, p)
			d.pieceQueries = append(d.pieceQueries, world.PieceQuery{Contacts: internal(p.Contacts), Normals: p.Kind == Touch})
		}
	}
	d.pieces.Answer(d.world, d.pieceQueries)
	for i, p := range d.located {
		of, from := &d.pieceQueries[i], len(d.parts)
		for k := range of.Pieces {
			f := &of.Pieces[k]
			d.parts = append(d.parts, Piece{public(f.Contacts), f.Box, f.Point, f.PointError, f.Normal})
		}
		p.Pieces, p.Normal = slices.Clip(d.parts[from:]), of.Normal
	}
}
