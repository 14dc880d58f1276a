package viewer

import (
	"fmt"

	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
)

// proofJSON is what a page gets to know of a proof, once.
type proofJSON struct {
	// What is proven, in words, and notes about it.
	What  string   `json:"what"`
	Notes []string `json:"notes"`
	// Orders are those of the meshes of the proof, uint32 each, and Mesh is the one of each body.
	Orders []span `json:"orders"`
	Mesh   []int  `json:"mesh"`

	file *proof.File
}

// mostNotes is the number of pairs that a page names as not looked at.
const mostNotes = 20

// describeProof returns what a page gets to know of the proof of a show, nil for none.
func (s *Show) describeProof() *proofJSON {
	f := s.Proof
	if f == nil {
		return nil
	}
	j := &proofJSON{What: whatIsProven(f), Notes: []string{}, file: f}
	for i := range f.Bodies {
		j.Mesh = append(j.Mesh, f.Bodies[i].Mesh)
	}
	for k, p := range f.Skipped {
		if k == mostNotes {
			j.Notes = append(j.Notes, fmt.Sprintf("%s more.", number(len(f.Skipped)-k, "pair")))
			break
		}
		j.Notes = append(j.Notes, fmt.Sprintf("%s · %s: not looked at", quote.Name(f.Bodies[p[0]].Name), quote.Name(f.Bodies[p[1]].Name)))
	}
	if n := len(f.Bodies)*(len(f.Bodies)-1)/2 - f.Pairs() - len(f.Skipped); n > 0 {
		j.Notes = append(j.Notes, fmt.Sprintf("%s of fixed bodies: not looked at", number(n, "pair")))
	}
	return j
}

func whatIsProven(f *proof.File) string {
	switch {
	case f.Distances:
		return "a proof of distances"
	case f.Reach > 0:
		return fmt.Sprintf("a proof of what is at most %v apart", f.Reach)
	}
	if f.Solid {
		return "a proof of all contacts, and of what lies in bodies"
	}
	return "a proof of all contacts"
}

// appendOrders appends the orders to the arrays of a scene message, and notes where they are.
func (j *proofJSON) appendOrders(arrays []byte) []byte {
	if j == nil {
		return arrays
	}
	for k := range j.file.Meshes {
		order := j.file.Order(k)
		j.Orders = append(j.Orders, span{len(arrays), len(order)})
		arrays = appendWords(arrays, order...)
	}
	return arrays
}
