package pipe

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// What a query asks for beside verdict and number of contacts.
const (
	askHashes    = 1 << iota // SHA-256 of the canonical contacts, and of the near pairs
	askContacts              // the contacts themselves
	askDistance              // how far apart the bodies are
	askClearance             // which pairs are at most the clearance apart
	askPairs                 // the pairs of bodies in contact or undecided, with their kinds

	askAll = 1<<iota - 1
)

// query is the payload of msgQuery:
//
//	uint32 ask, float64 clearance, uint32 bodies, uint32[bodies] their indices,
//	uint32 rows, float64[rows × bodies × 12] poses [R|t] row by row
//
// A row places the bodies named; the others stay where they are.
type query struct {
	ask       uint32
	clearance float64
	bodies    []uint32
	rows      int
	poses     []byte // those of all rows
}

const poseSize = 12 * 8

// decodeQuery parses a query about bodies. It keeps the payload.
func decodeQuery(payload []byte, bodies []OpenedBody) (*query, error) {
	cut := func() error { return faulty("query of %d bytes, cut short", len(payload)) }
	b := payload
	if len(b) < 16 {
		return nil, cut()
	}
	q := &query{ask: binary.LittleEndian.Uint32(b), clearance: floatAt(b[4:])}
	k := uint64(binary.LittleEndian.Uint32(b[12:]))
	if b = b[16:]; uint64(len(b)) < 4*k+4 {
		return nil, cut()
	}
	for range k {
		q.bodies, b = append(q.bodies, binary.LittleEndian.Uint32(b)), b[4:]
	}
	rows := uint64(binary.LittleEndian.Uint32(b))
	q.rows, q.poses = int(rows), b[4:]
	if want := rows * k; k > 1<<22 || want*poseSize != uint64(len(q.poses)) {
		return nil, faulty("query of %d rows of %d poses with %d bytes of poses; expected %d each", rows, k, len(q.poses), poseSize)
	}
	return q, q.check(bodies)
}

// check reports what no detector can be asked.
func (q *query) check(bodies []OpenedBody) error {
	if q.ask&^askAll != 0 {
		return fmt.Errorf("query asks for %#x; expected a sum of 1, 2, 4, 8 and 16", q.ask)
	}
	if q.ask&askClearance != 0 && !(q.clearance >= 0 && q.clearance <= math.MaxFloat64) {
		return fmt.Errorf("clearance %v; expected a finite number, 0 or more", q.clearance)
	}
	if len(q.bodies) == 0 && q.rows > 1 {
		return fmt.Errorf("query of %d rows that move no body; expected 1", q.rows)
	}
	seen := map[uint32]bool{}
	for _, i := range q.bodies {
		if uint64(i) >= uint64(len(bodies)) || seen[i] {
			return fmt.Errorf("query moves body %d, of %d bodies; expected each once", i, len(bodies))
		}
		if bodies[i].Immovable {
			return fmt.Errorf("query moves body %d %s, which is immovable: pairs of immovable bodies are never tested", i, quote.Name(bodies[i].Name))
		}
		seen[i] = true
	}
	return nil
}

// pose returns that of the k-th body of a row.
func (q *query) pose(row, k int) (p geom.Pose) {
	b := q.poses[(row*len(q.bodies)+k)*poseSize:]
	for i := range 3 {
		for j := range 3 {
			p.R[3*i+j] = floatAt(b[8*(4*i+j):])
		}
	}
	p.T = geom.Vec{X: floatAt(b[8*3:]), Y: floatAt(b[8*7:]), Z: floatAt(b[8*11:])}
	return p
}
