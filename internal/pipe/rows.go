package pipe

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
)

// row is the answer for one row of poses.
type row struct {
	verdict  collide.Verdict
	contacts int
	hash     string
	// distance is measured where measured is set.
	distance collide.Distance
	measured bool
	// near is the verdict on the clearance, within how many pairs are at most that far apart.
	near     collide.Verdict
	within   int
	nearHash string
	pairs    int
}

// found is what the rows of a message share: their contacts and pairs, one row after the other.
type found struct {
	contacts []collide.Contact
	pairs    []byte
}

// encode appends the payload of msgRows: uint32 first row, uint32 rows, then a column after the
// other, each of one entry a row:
//
//	uint8 verdict (0 unknown, 1 free, 2 contact), uint32 contacts
//	with askHashes:    byte[32]
//	with askContacts:  uint32[4] a contact (bodyA, triA, bodyB, triB), rows one after the other
//	with askDistance:  float64 value, float64 lo, float64 hi, float64 point error, float64[6] points,
//	                   int32[4] (bodyA, bodyB, triA, triB); NaN and −1 where nothing was measured
//	with askClearance: uint8 verdict, uint32 pairs, with askHashes byte[32]
//	with askPairs:     uint32 pairs; then for each pair, rows one after the other, see encodePair
//
// A hash of zeros stands for none: the row is incomplete or stopped at its first contact.
func encode(b []byte, ask uint32, first int, rows []row, f *found) []byte {
	b = word(word(b, uint32(first)), uint32(len(rows)))
	for i := range rows {
		b = append(b, byte(rows[i].verdict))
	}
	for i := range rows {
		b = word(b, uint32(rows[i].contacts))
	}
	if ask&askHashes != 0 {
		for i := range rows {
			b = digest(b, rows[i].hash)
		}
	}
	if ask&askContacts != 0 {
		for _, c := range f.contacts {
			b = word(word(word(word(b, c.BodyA), c.TriA), c.BodyB), c.TriB)
		}
	}
	if ask&askDistance != 0 {
		b = encodeDistances(b, rows)
	}
	if ask&askClearance != 0 {
		b = encodeClearances(b, ask, rows)
	}
	if ask&askPairs != 0 {
		for i := range rows {
			b = word(b, uint32(rows[i].pairs))
		}
		b = append(b, f.pairs...)
	}
	return b
}

// sides and kinds are what stands for them: their places.
var (
	sides = []collide.Side{collide.NotInside, collide.AInside, collide.BInside}
	kinds = []collide.Kind{collide.NoKind, collide.Touch, collide.Penetrate, collide.Inside, collide.SurfaceContact, collide.UnknownKind}
)

// encodePair appends 64 bytes: uint32 a, b, contacts, verdict, place in sides, allowed, place in
// kinds, 1 for equal plus 2 for crossing; float64[2] depth, float64[2] width, NaN where not asked for.
func encodePair(b []byte, p *collide.Pair, depths bool) []byte {
	flags := uint32(0)
	for i, set := range []bool{p.Equal, p.Crossing} {
		if set {
			flags |= 1 << i
		}
	}
	allowed := uint32(0)
	if p.Allowed {
		allowed = 1
	}
	for _, x := range []uint32{
		uint32(p.A), uint32(p.B), uint32(len(p.Contacts)), uint32(p.Verdict),
		uint32(slices.Index(sides, p.Inside)), allowed, uint32(slices.Index(kinds, p.Kind)), flags,
	} {
		b = word(b, x)
	}
	for _, x := range [4]float64{p.Depth[0], p.Depth[1], p.Width[0], p.Width[1]} {
		if !depths {
			x = math.NaN()
		}
		b = number(b, x)
	}
	return b
}

func encodeDistances(b []byte, rows []row) []byte {
	nan := math.NaN()
	for _, of := range []func(d *collide.Distance) float64{
		func(d *collide.Distance) float64 { return d.Value }, func(d *collide.Distance) float64 { return d.Lo },
		func(d *collide.Distance) float64 { return d.Hi }, func(d *collide.Distance) float64 { return d.PointError },
	} {
		for i := range rows {
			x := nan
			if rows[i].measured {
				x = of(&rows[i].distance)
			}
			b = number(b, x)
		}
	}
	for i := range rows {
		for _, p := range rows[i].distance.Points {
			if !rows[i].measured {
				p.X, p.Y, p.Z = nan, nan, nan
			}
			b = number(number(number(b, p.X), p.Y), p.Z)
		}
	}
	for i := range rows {
		d := [4]int{-1, -1, -1, -1}
		if r := &rows[i]; r.measured {
			d = [4]int{r.distance.A, r.distance.B, r.distance.TriA, r.distance.TriB}
		}
		for _, x := range d {
			b = word(b, uint32(int32(x)))
		}
	}
	return b
}

func encodeClearances(b []byte, ask uint32, rows []row) []byte {
	for i := range rows {
		b = append(b, byte(rows[i].near))
	}
	for i := range rows {
		b = word(b, uint32(rows[i].within))
	}
	if ask&askHashes != 0 {
		for i := range rows {
			b = digest(b, rows[i].nearHash)
		}
	}
	return b
}

func word(b []byte, x uint32) []byte { return binary.LittleEndian.AppendUint32(b, x) }

func number(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}

// digest appends the 32 bytes of a hash in text, zeros for "".
func digest(b []byte, hash string) []byte {
	var sum [32]byte
	_, _ = hex.Decode(sum[:], []byte(strings.TrimPrefix(hash, "sha256:"))) // "" leaves zeros
	return append(b, sum[:]...)
}
