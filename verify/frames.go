package main

import (
	"errors"
	"io"
	"math"
	"slices"
)

// bound is what is proven of the distance of two bodies: it is above lo, −1 where nothing is, and at most hi, +Inf where
// nothing is.
type bound struct {
	pair   [2]uint32
	lo, hi float64
}

// frames checks all frames up to the end and calls each after each.
func (v *verifier) frames(each func(frame int)) (n int) {
	err := refusal(func() {
		for ; ; n++ {
			more := take[byte](v)
			demand(more <= 1, "it begins with %d; expected 1, or 0 at the end", more)
			if more == 0 {
				break
			}
			v.frame(n)
			each(n)
		}
		demand(n > 0 && take[uint64](v) == uint64(n), "another number of frames than the %d that are there", n)
		demand(v.list == nil || n == len(v.list) && v.moving == 1,
			"%d bodies move; the list has %d poses of one", v.moving, len(v.list))
		_, err := v.in.ReadByte()
		demand(errors.Is(err, io.EOF), "something follows the end")
	})
	demand(err == nil, "frame %d, byte %d: %v", n, v.read, err)
	return n
}

func (v *verifier) frame(n int) {
	for i := range v.moving {
		b := &v.bodies[i]
		b.pose, b.posed = v.pose(), nil
		demand(i > 0 || v.list == nil || n < len(v.list) && b.pose == v.list[n], "its pose is not that of the list")
	}
	v.found, v.inside, v.bounds = v.found[:0], v.inside[:0], v.bounds[:0]
	if n == 0 {
		v.findPairs()
		return
	}
	for _, p := range v.pairs {
		v.look(p)
	}
}

// findPairs checks the pairs of bodies that are not both fixed and not among the skipped ones, and remembers them: each has
// a byte at least, so that they are not more than the file is long.
func (v *verifier) findPairs() {
	var loose, all []int
	for i := range v.bodies {
		if all = append(all, i); !v.bodies[i].fixed {
			loose = append(loose, i)
		}
	}
	skipped := v.skipped
	for i := range v.bodies {
		others := all
		if v.bodies[i].fixed {
			others = loose
		}
		from, _ := slices.BinarySearch(others, i+1)
		for _, j := range others[from:] {
			p := [2]uint32{uint32(i), uint32(j)}
			if len(skipped) > 0 && skipped[0] == p {
				skipped = skipped[1:]
				continue
			}
			v.look(p)
			v.pairs = append(v.pairs, p)
		}
	}
	demand(len(skipped) == 0, "pairs not to be looked at, %v, are unknown, both fixed, or not in order", skipped)
	demand(len(v.pairs) > 0, "no pair of bodies is looked at")
}

// look checks what the proof has about two bodies.
func (v *verifier) look(pair [2]uint32) {
	v.pair = pair
	a, b := v.place(pair[0]), v.place(pair[1])
	if n := len(v.found); v.lists {
		if v.cover(a, b); v.solids && len(v.found) == n {
			v.lookInside(pair[0], pair[1])
		}
		return
	}
	lo, hi := take[float64](v), take[float64](v)
	demand((lo == -1 || lo >= 0 && !notFinite(lo)) && hi >= 0, "a distance above %v, at most %v", lo, hi)
	if v.reach = hi; !math.IsInf(hi, 1) {
		i, j := take[uint32](v), take[uint32](v)
		v.touch(take[byte](v), a.triangle(i), b.triangle(j))
	}
	if v.reach = lo; lo >= 0 {
		v.cover(a, b)
	}
	v.bounds = append(v.bounds, bound{pair, lo, hi})
}

// nearest is what is proven of the least distance in a frame.
func (v *verifier) nearest() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(1)
	for _, b := range v.bounds {
		lo, hi = min(lo, b.lo), min(hi, b.hi)
	}
	demand(!math.IsInf(hi, 1) && (lo >= 0 || hi == 0), "the least distance is not bounded, from below unless it is 0")
	return lo, hi
}

// mostKept is the number of posed corners that are kept: less than a gigabyte, however many bodies a proof has.
const mostKept = 1 << 25

// place poses the corners of a body unless they are: each product and sum is rounded; the identity changes nothing. When as
// many as may be kept were posed, all are given up.
func (v *verifier) place(i uint32) node {
	b := &v.bodies[i]
	if b.posed != nil {
		return node{b.mesh, b.mesh.order, b.posed}
	}
	if v.kept += len(b.mesh.corners); v.kept > mostKept {
		for k := range v.bodies {
			v.bodies[k].posed = nil
		}
		v.kept = len(b.mesh.corners)
	}
	if b.posed = b.mesh.corners; b.pose != identity {
		b.posed = make([]vec, len(b.mesh.corners))
	}
	for n, x := range b.mesh.corners {
		for k := 0; k < 3 && b.pose != identity; k++ {
			r := b.pose[4*k:]
			y := (float64(r[0]*x[0]) + float64(r[1]*x[1]) + float64(r[2]*x[2])) + r[3]
			if b.posed[n][k] = y; notFinite(y) {
				demand(false, "a corner of %q is not finite at its pose", b.name)
			}
		}
	}
	return node{b.mesh, b.mesh.order, b.posed}
}
