package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// refused is why something is not accepted. demand throws it and refusal catches it, so that nothing goes on after it.
type refused string

func demand(ok bool, format string, args ...any) {
	if !ok {
		panic(refused(fmt.Sprintf(format, args...)))
	}
}

// refusal calls do, and returns why it accepts something not.
func refusal(do func()) (err error) {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case refused:
			err = errors.New(string(why))
		default: // a defect of this program
			panic(why)
		}
	}()
	do()
	return nil
}

// take reads a number or an array of numbers.
func take[T any](v *verifier) (x T) {
	err := binary.Read(v.in, binary.LittleEndian, &x)
	demand(err == nil, "the proof is cut short")
	v.read += binary.Size(x)
	return x
}

// bytes reads n bytes, at most 65,536.
func (v *verifier) bytes(n int) []byte {
	text := make([]byte, n)
	err := binary.Read(v.in, binary.LittleEndian, text)
	demand(err == nil, "the proof is cut short")
	v.read += n
	return text
}

// integers reads n whole numbers of any length.
func (v *verifier) integers(n int) (list []*big.Int) {
	for range n {
		size := take[uint16](v)
		x := new(big.Int).SetBytes(v.bytes(int(size &^ (1 << 15))))
		if size>>15 == 1 {
			x.Neg(x)
		}
		list = append(list, x)
	}
	return list
}

// pose reads the matrix [R|t] row by row.
func (v *verifier) pose() (p pose) {
	p = take[pose](v)
	demand(!slices.ContainsFunc(p[:], notFinite), "a pose is not finite")
	return p
}

func notFinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
