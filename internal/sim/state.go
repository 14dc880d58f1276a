package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"

	"github.com/collide-go/collide/geom"
)

// stateHash hashes numbers by their bits.
type stateHash struct {
	h   hash.Hash
	buf []byte
}

func (s *stateHash) start() {
	if s.h == nil {
		s.h = sha256.New()
	}
	s.h.Reset()
	s.buf = s.buf[:0]
}

func (s *stateHash) numbers(v ...float64) {
	for _, x := range v {
		s.buf = binary.LittleEndian.AppendUint64(s.buf, math.Float64bits(x))
	}
	if len(s.buf) >= 4096 {
		s.h.Write(s.buf)
		s.buf = s.buf[:0]
	}
}

func (s *stateHash) vec(v geom.Vec) { s.numbers(v.X, v.Y, v.Z) }

func (s *stateHash) pose(p *geom.Pose) {
	s.numbers(p.R[:]...)
	s.vec(p.T)
}

// sum puts the hash into dst.
func (s *stateHash) sum(dst *[32]byte) {
	s.h.Write(s.buf)
	s.h.Sum(dst[:0])
}
