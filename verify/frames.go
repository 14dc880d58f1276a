package main

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
)

// bound is what is proven of the distance of two bodies: it is above lo, −1 where nothing is, and at most hi, +Inf where nothing is.
type bound struct {
	a, b   int
	lo, hi float64
}

// frames checks all frames up to the end and calls each after each.
func (v *verifier) frames(each func(frame int)) (n int, err error) {
	for ; v.err == nil; n++ {
		more := v.byte()
		v.require(more <= 1, "frame %d begins with %d; expected 1, or 0 at the end", n, more)
		if more == 0 {
			break
		}
		if v.frame(n); v.err == nil {
			each(n)
		}
	}
	v.require(n > 0, "no frame")
	v.require(binary.LittleEndian.Uint64(v.bytes(8)) == uint64(n), "another number of frames than the %d that are there", n)
	v.require(v.list == nil || n == len(v.list) && v.moving == 1, "%d frames in which %d bodies move; the list has %d poses of one", n, v.moving, len(v.list))
	if _, err := v.in.ReadByte(); v.err == nil {
		v.require(errors.Is(err, io.EOF), "something follows the end")
	}
	return n, v.err
}

func (v *verifier) frame(n int) {
	for i := 0; i < v.moving && v.err == nil; i++ {
		b := &v.bodies[i]
		b.pose, b.corners = v.pose(), b.corners[:0]
		v.require(i > 0 || v.list == nil || n < len(v.list) && b.pose == v.list[n], "the pose of frame %d is not that of the list", n)
	}
	v.found, v.bounds = v.found[:0], v.bounds[:0]
	if n == 0 {
		v.findPairs()
		return
	}
	for _, p := range v.pairs {
		v.pair(p[0], p[1])
	}
}

// findPairs checks the pairs of bodies that are not both fixed and not among the skipped ones, and remembers them: each has a byte at
// least, so that they are not more than the file is long.
func (v *verifier) findPairs() {
	var loose []int
	for i := range v.bodies {
		if !v.bodies[i].fixed {
			loose = append(loose, i)
		}
	}
	skipped := v.skipped
	look := func(i, j int) {
		if len(skipped) > 0 && skipped[0] == [2]int{i, j} {
			skipped = skipped[1:]
		} else if v.pair(i, j); v.err == nil {
			v.pairs = append(v.pairs, [2]int{i, j})
		}
	}
	for i := range v.bodies {
		if v.bodies[i].fixed {
			from, _ := slices.BinarySearch(loose, i)
			for k := from; k < len(loose) && v.err == nil; k++ {
				look(i, loose[k])
			}
			continue
		}
		for j := i + 1; j < len(v.bodies) && v.err == nil; j++ {
			look(i, j)
		}
	}
	if len(skipped) > 0 {
		v.require(false, "bodies %d and %d, which are not to be looked at, are unknown, both fixed, or not in order", skipped[0][0], skipped[0][1])
	}
	v.require(len(v.pairs) > 0, "no pair of bodies is looked at")
}

// pair checks what the proof has about two bodies.
func (v *verifier) pair(i, j int) {
	a, b := &v.bodies[i], &v.bodies[j]
	v.place(a, b)
	v.place(b, a)
	v.ia, v.ib = i, j
	if s, o := (node{a, 0, len(a.mesh.at)}), (node{b, 0, len(b.mesh.at)}); v.lists {
		v.cover(s, o)
	} else {
		v.distance(s, o)
	}
}

// distance reads bounds of the distance of two bodies and checks them.
func (v *verifier) distance(a, b node) {
	lo, hi := v.float64(), v.float64()
	v.require((lo == -1 || lo >= 0 && isFinite(lo)) && hi >= 0, "a distance above %v, at most %v", lo, hi)
	if !math.IsInf(hi, 1) {
		i, j := v.uint32(), v.uint32()
		v.require(int64(i) < int64(len(a.mesh.at)) && int64(j) < int64(len(b.mesh.at)), "triangles %d and %d of the orders are unknown", i, j)
		if step := v.byte(); v.err == nil {
			v.reach = hi
			v.touch(step, node{a.body, int(i), int(i) + 1}, node{b.body, int(j), int(j) + 1})
		}
	}
	if v.reach = lo; lo >= 0 {
		v.cover(a, b)
	}
	v.bounds = append(v.bounds, bound{v.ia, v.ib, lo, hi})
}

// nearest is what is proven of the least distance in a frame.
func (v *verifier) nearest() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(1)
	for _, b := range v.bounds {
		lo, hi = min(lo, b.lo), min(hi, b.hi)
	}
	v.require(!math.IsInf(hi, 1) && (lo >= 0 || hi == 0), "a frame does not bound the least distance, from below unless it is 0")
	return lo, hi
}

// mostKept is the number of posed vertices that are kept: less than a gigabyte, however many bodies a proof has.
const mostKept = 1 << 25

// place poses the vertices of a body unless they are: each product and sum is rounded; the identity changes nothing. Where there would be
// too many, those of all but one other body are given up.
func (v *verifier) place(b, other *body) {
	if len(b.corners) > 0 || v.err != nil {
		return
	}
	if n := len(b.mesh.vertices); cap(b.corners) == 0 {
		if v.kept += n; v.kept > mostKept {
			v.kept = n + len(other.corners)
			for i := range v.bodies {
				if o := &v.bodies[i]; o != other {
					o.corners = nil
				}
			}
		}
	}
	b.corners = append(b.corners[:0], b.mesh.vertices...)
	for i, x := range b.mesh.vertices {
		for k := 0; k < 3 && b.pose != identity; k++ {
			r := b.pose[4*k:]
			y := (float64(r[0]*x[0]) + float64(r[1]*x[1]) + float64(r[2]*x[2])) + r[3]
			v.require(isFinite(y), "vertex %d of %q is not finite at its pose", i, b.name)
			b.corners[i][k] = y
		}
	}
}
