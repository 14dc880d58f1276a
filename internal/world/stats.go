package world

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// Contact is collide.Contact: two primitives that share a point.
type Contact struct {
	BodyA, TriA, BodyB, TriB uint32
}

// Stats is collide.Stats, which has what the fields mean; the two have the same fields.
type Stats struct {
	Build, Update, Broad, Narrow, Solid time.Duration
	BroadPhase                          string
	BodyPairs                           int64
	BVTests, PrimitiveTests             int64
	Certain, Unlike                     int64
	OnLattice                           int64
	Doubled                             int64
	BVUpdates                           int64
	Adaptive, Exact                     int64
	Candidates, Sent, Received          int64
	Submits, Barriers, Dispatches       int64
	Allocations                         int64
	Device                              time.Duration
	Queries                             int64
	ImageVerdict                        string
	Witnesses, WitnessTests             int64
	BusiestTests                        int64
	Similar, Dissimilar, Turns          int64
	Workers                             int
	WorkersLost                         int
}

// Compare orders contacts by BodyA, TriA, BodyB, TriB.
func (c Contact) Compare(o Contact) int {
	return cmp.Or(
		cmp.Compare(c.BodyA, o.BodyA), cmp.Compare(c.TriA, o.TriA),
		cmp.Compare(c.BodyB, o.BodyB), cmp.Compare(c.TriB, o.TriB))
}

// Hash hashes sorted contacts as collide.Result.Hash does.
func Hash(contacts []Contact) string {
	h := sha256.New()
	var buf [16 * 64]byte
	n := 0
	for _, c := range contacts {
		binary.LittleEndian.PutUint32(buf[n:], c.BodyA)
		binary.LittleEndian.PutUint32(buf[n+4:], c.TriA)
		binary.LittleEndian.PutUint32(buf[n+8:], c.BodyB)
		binary.LittleEndian.PutUint32(buf[n+12:], c.TriB)
		if n += 16; n == len(buf) {
			h.Write(buf[:])
			n = 0
		}
	}
	h.Write(buf[:n])
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
