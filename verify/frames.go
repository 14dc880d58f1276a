package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// verify checks all frames up to the end, calls each after each, and returns what is proven.
func (v *verifier) verify(each func()) string {
	err := refusal(func() {
		demand(v.list == nil || v.moving == 1, "%d bodies move; the list has poses of one", v.moving)
		more := take[byte](v)
		for ; more == 1; more = take[byte](v) {
			v.frame()
			each()
			v.frames++
		}
		demand(more == 0 && v.frames > 0 && take[uint64](v) == uint64(v.frames), "it ends otherwise than after a number of frames")
		demand(v.list == nil || v.frames == len(v.list), "the list has %d poses", len(v.list))
		_, err := v.in.ReadByte()
		demand(errors.Is(err, io.EOF), "something follows the end")
	})
	demand(err == nil, "frame %d, byte %d: %v", v.frames, v.read, err)
	n := len(v.bodies)
	return fmt.Sprintf("verified: %s (frames: %d, not free: %d, %s listed: %d, bodies: %d, pairs not looked at: %d)",
		v.verdict(), v.frames, v.hits, v.what, v.listed, n, n*(n-1)/2-len(v.pairs))
}

// verdict is what is proven of all frames.
func (v *verifier) verdict() string {
	switch hit := v.hits > 0; {
	case v.question == distances:
		return interval(v.least[0], v.least[1])
	case hit && v.reach > 0:
		return fmt.Sprintf("some at most %.17g apart", v.reach)
	case v.reach > 0:
		return fmt.Sprintf("all more than %.17g apart", v.reach)
	case v.question == solids:
		return map[bool]string{false: "free, and no body lies in another", true: "contact, or a body in another"}[hit]
	}
	return map[bool]string{false: "free", true: "contact"}[v.hits > 0]
}

// frame checks a frame, whose least distance must be bounded: as a pair in contact has the distance 0, and one without is above a bound.
func (v *verifier) frame() {
	for i := range v.moving {
		b := &v.bodies[i]
		if b.pose, b.posed = pose(v.finite(12)), b.posed[:0]; v.list == nil {
			v.say("frame %d: body %d is at %.17g", v.frames, i, b.pose)
		} else {
			demand(v.frames < len(v.list) && b.pose == v.list[v.frames], "its pose is not that of the list")
		}
	}
	v.found = v.found[:0]
	lo, hi := math.Inf(1), math.Inf(1)
	for _, v.pair = range v.pairs {
		l, h := v.look(v.pair[0], v.pair[1])
		lo, hi = min(lo, l), min(hi, h)
	}
	if v.question == distances {
		demand(!math.IsInf(hi, 1) && (lo >= 0 || hi == 0), "the least distance is not bounded, from below unless it is 0")
	} else {
		v.say("frame %d: %d %s, %s", v.frames, len(v.found), v.what, hash(v.found))
	}
	if v.listed += len(v.found); hi == 0 {
		v.hits++
	}
	v.least = [2]float64{min(v.least[0], lo), min(v.least[1], hi)}
}

// look checks what the proof has about two bodies, and returns bounds of their distance: it is above lo, −1 where nothing is proven, and at most
// hi, +Inf where nothing is, 0 where the two touch, are near, or one lies in the other.
func (v *verifier) look(i, j uint32) (lo, hi float64) {
	a, b := v.place(i), v.place(j)
	if n := len(v.found); v.question != distances {
		v.cover(a, b)
		n = len(v.found) - n
		switch {
		case n > 0:
			v.say("frame %d: bodies %d and %d: %d %s", v.frames, i, j, n, v.what)
		case v.question == solids && v.liesIn(i, j):
			v.say("frame %d: body %d lies in body %d", v.frames, i, j)
		case v.question == solids && v.liesIn(j, i):
			v.say("frame %d: body %d lies in body %d", v.frames, j, i)
		default:
			return 0, math.Inf(1)
		}
		return 0, 0
	}
	lo, hi = take[float64](v), take[float64](v)
	demand((lo == -1 || lo >= 0 && !math.IsInf(lo, 1)) && hi >= 0, "a distance above %v, at most %v", lo, hi)
	if v.reach = hi; !math.IsInf(hi, 1) {
		x, y := take[uint32](v), take[uint32](v)
		demand(int64(x) < int64(len(a.order)) && int64(y) < int64(len(b.order)), "triangles %d and %d of the orders", x, y)
		v.touch(take[byte](v), a.part(int(x), int(x)+1), b.part(int(y), int(y)+1))
	}
	if v.reach = lo; lo >= 0 {
		v.cover(a, b)
		demand(len(v.found) == 0, "triangles that are to be farther apart are near")
	}
	v.say("frame %d: bodies %d and %d: %s", v.frames, i, j, interval(lo, hi))
	return lo, hi
}

// interval is what is proven of a distance in words.
func interval(lo, hi float64) string {
	switch {
	case hi == 0:
		return "distance 0"
	case lo < 0:
		return fmt.Sprintf("distance at most %.17g", hi)
	case math.IsInf(hi, 1):
		return fmt.Sprintf("distance above %.17g", lo)
	}
	return fmt.Sprintf("distance above %.17g, at most %.17g", lo, hi)
}

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, found) // a hash takes everything
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// mostKept is the number of posed corners that are kept: less than a gigabyte, however many bodies a proof has.
const mostKept = 1 << 25

// place poses the corners of a body unless they are. When as many as may be kept were posed, all are given up.
func (v *verifier) place(i uint32) node {
	b := &v.bodies[i]
	if len(b.posed) == 0 {
		if v.kept += len(b.corners); v.kept > mostKept {
			for k := range v.bodies {
				v.bodies[k].posed, v.bodies[k].spans = nil, nil
			}
			v.kept = len(b.corners)
		}
		b.posed, b.spans = b.pose.of(b.corners, b.posed), map[spanOf]span{}
	}
	return node{b, b.order, b.posed}
}

// of appends posed corners to others: each product and sum is rounded. The identity changes nothing by that.
func (p *pose) of(corners, posed []vec) []vec {
	row := func(k int, x *vec) float64 {
		return (float64(p[k]*x[0]) + float64(p[k+1]*x[1]) + float64(p[k+2]*x[2])) + p[k+3]
	}
	for i := range corners {
		c := vec{row(0, &corners[i]), row(4, &corners[i]), row(8, &corners[i])}
		if notFinite(c[0]) || notFinite(c[1]) || notFinite(c[2]) {
			demand(false, "a corner is not finite at the pose %v", *p)
		}
		posed = append(posed, c)
	}
	return posed
}
