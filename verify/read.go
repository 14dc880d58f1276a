package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
)

// fail notes the first error.
func (v *verifier) fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// require fails unless ok.
func (v *verifier) require(ok bool, format string, args ...any) {
	if !ok {
		v.fail(fmt.Errorf(format, args...))
	}
}

func (v *verifier) bytes(n int) []byte {
	var b bytes.Buffer // grows with what is there
	if v.err == nil {
		got, err := io.CopyN(&b, v.in, int64(n))
		v.read += got
		v.require(err == nil, "the proof is cut short")
	}
	if v.err != nil {
		return nil
	}
	return b.Bytes()
}

func (v *verifier) byte() byte {
	if v.err == nil {
		b, err := v.in.ReadByte()
		v.read++
		v.require(err == nil, "the proof is cut short")
		return b
	}
	return 0
}

func (v *verifier) uint32() uint32 {
	b := v.bytes(4)
	if v.err != nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

func (v *verifier) float64() float64 {
	b := v.bytes(8)
	if v.err != nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// integer reads a number of any length.
func (v *verifier) integer() *big.Int {
	n := int(v.byte()) | int(v.byte())<<8
	x := new(big.Int).SetBytes(v.bytes(n & (1<<15 - 1)))
	if n>>15 == 1 {
		x.Neg(x)
	}
	return x
}

// place reads a pose and poses the vertices of a body: each product and sum is rounded; the identity changes nothing.
func (v *verifier) place(b *body) (p pose) {
	for k := 0; k < len(p) && v.err == nil; k++ {
		p[k] = v.float64()
		v.require(isFinite(p[k]), "a pose is not finite")
	}
	b.corners = append(b.corners[:0], b.mesh.vertices...)
	for i, x := range b.mesh.vertices {
		for k := 0; k < 3 && p != identity; k++ {
			r := p[4*k:]
			y := (float64(r[0]*x[0]) + float64(r[1]*x[1]) + float64(r[2]*x[2])) + r[3]
			v.require(isFinite(y), "vertex %d of %q is not finite at its pose", i, b.name)
			b.corners[i][k] = y
		}
	}
	b.pose = p
	return p
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
