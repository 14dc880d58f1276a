package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
)

// PieceQuery asks for the pieces of all contacts of two bodies, ascending, in the order of their first contacts. With Normals it sets
// those, and Normal to that of all pieces together.
type PieceQuery struct {
	Contacts []Contact
	Normals  bool
	// Pieces is nil if the search was stopped before. It is valid until the next call of Answer.
	Pieces []Piece
	Normal geom.Vec
}

// PiecesOfAll finds the pieces of many pairs of bodies. The zero value is ready; its memory is reused.
type PiecesOfAll struct{ crew []Pieces }

// Answer answers queries, shared out over the workers.
func (p *PiecesOfAll) Answer(w *World, queries []PieceQuery) {
	contacts := 0
	for i := range queries {
		contacts += len(queries[i].Contacts)
	}
	workers := w.crew(contacts)
	for len(p.crew) < workers {
		p.crew = append(p.crew, Pieces{})
	}
	for i := range p.crew {
		p.crew[i].begin()
	}
	if workers == 1 { // without the memory of a closure
		for i := range queries {
			p.crew[0].answer(w, &queries[i])
		}
		return
	}
	par.For(len(queries), workers, 1, func(worker, i, _ int) { p.crew[worker].answer(w, &queries[i]) })
}

// answer answers a query.
func (p *Pieces) answer(w *World, q *PieceQuery) {
	if q.Pieces, q.Normal = nil, (geom.Vec{}); w.Control.Cause() == narrow.Running {
		q.Pieces, q.Normal = p.of(w, q.Contacts, q.Normals)
	}
}
