package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
)

// require notes an error unless ok, or unless there was one before.
func (v *verifier) require(ok bool, format string, args ...any) {
	if !ok && v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

// bytes reads n bytes: zeros after an error.
func (v *verifier) bytes(n int) []byte {
	var b bytes.Buffer // grows with what is there
	if v.err == nil {
		got, err := io.CopyN(&b, v.in, int64(n))
		v.read += got
		v.require(err == nil, "the proof is cut short")
	}
	if v.err != nil {
		return make([]byte, n)
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

func (v *verifier) uint32() uint32 { return binary.LittleEndian.Uint32(v.bytes(4)) }

func (v *verifier) float64() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(v.bytes(8)))
}

// small reads three signed numbers of size bytes, 1 or 2.
func (v *verifier) small(size int) (d triple) {
	for k := range d {
		x := int64(int8(v.byte()))
		if size == 2 {
			x = x&0xff | int64(int8(v.byte()))<<8
		}
		d[k] = big.NewInt(x)
	}
	return d
}

// integers reads three numbers of any length.
func (v *verifier) integers() (t triple) {
	for k := range t {
		n := int(v.byte()) | int(v.byte())<<8
		t[k] = new(big.Int).SetBytes(v.bytes(n & (1<<15 - 1)))
		if n>>15 == 1 {
			t[k].Neg(t[k])
		}
	}
	return t
}

// pose reads the matrix [R|t] row by row.
func (v *verifier) pose() (p pose) {
	for k := range p {
		p[k] = v.float64()
		v.require(isFinite(p[k]), "a pose is not finite")
	}
	return p
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
