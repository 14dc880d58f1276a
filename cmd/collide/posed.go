package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// posed returns a function that hashes two bodies in their poses, in either order. It is nil where a body has several parts.
func (in *inputs) posed() func(a, b int) string {
	if !in.bodies.Single() {
		return nil
	}
	known := map[int][]byte{}
	of := func(i int) []byte {
		if known[i] == nil {
			known[i] = in.posedBody(i)
		}
		return known[i]
	}
	return func(a, b int) string {
		x, y := of(a), of(b)
		if bytes.Compare(x, y) > 0 {
			x, y = y, x
		}
		sum := sha256.Sum256(append(append([]byte(nil), x...), y...))
		return hex.EncodeToString(sum[:])
	}
}

// posedBody is the hash of a body and its pose. Numbers are written so that they are read back as they were.
func (in *inputs) posedBody(i int) []byte {
	if sum, _ := bodyHash(in, i); sum != nil {
		return sum
	}
	p := &in.placed[i]
	sum := sha256.Sum256(fmt.Appendf(nil, "%T %v %v", p.Shape, p.Shape, p.Pose))
	return sum[:]
}
