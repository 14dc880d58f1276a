package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// verify checks all frames up to the end, calls each after each, and returns what is proven.
func (v *verifier) verify(each func()) string {
	err := refusal(func() {
		more := take[byte](v)
		for ; more == 1; more = take[byte](v) {
			v.frame()
			each()
			v.frames++
		}
		good := more == 0 && v.frames > 0 && take[uint64](v) == uint64(v.frames)
		demand(good, "it ends otherwise than after a number of frames")
		listed := v.list == nil || v.moving == 1 && v.frames == len(v.list)
		demand(listed, "%d bodies move; the list has %d poses of one", v.moving, len(v.list))
		_, err := v.in.ReadByte()
		demand(err == io.EOF, "something follows the end")
	})
	demand(err == nil, "frame %d, byte %d: %v", v.frames, v.read, err)
	n := len(v.bodies)
	return fmt.Sprintf("verified: %s (frames: %d, not free: %d, %s listed: %d, bodies: %d, pairs not looked at: %d)",
		v.verdict(), v.frames, v.hits, v.what, v.listed, n, n*(n-1)/2-len(v.pairs))
}

// verdict is what is proven of all frames.
func (v *verifier) verdict() string {
	words := [2]string{"free", "contact"}
	switch {
	case v.question == distances:
		return interval(v.least[0], v.least[1])
	case v.question == solids:
		words = [2]string{"free, and no body lies in another", "contact, or a body in another"}
	case v.reach > 0:
		words = [2]string{fmt.Sprintf("all more than %.17g apart", v.reach), fmt.Sprintf("some at most %.17g apart", v.reach)}
	}
	return words[min(v.hits, 1)]
}

// frame checks a frame, whose least distance must be bounded: a pair in contact has the distance 0, and one without is above a
// bound.
func (v *verifier) frame() {
	for i := range v.moving {
		b := &v.bodies[i]
		if b.pose, b.bound = pose(v.finite(12)), 0; v.list == nil {
			v.say("frame %d: body %d is at %.17g", v.frames, i, b.pose)
		} else {
			demand(v.frames < len(v.list) && b.pose == v.list[v.frames], "its pose is not that of the list")
		}
	}
	v.found = v.found[:0]
	lo, hi := math.Inf(1), math.Inf(1)
	for _, v.pair = range v.pairs {
		l, h := v.look()
		lo, hi = min(lo, l), min(hi, h)
	}
	bounded := v.question != distances || hi <= math.MaxFloat64 && (lo >= 0 || hi == 0)
	demand(bounded, "the least distance is not bounded, from below unless it is 0")
	if v.question != distances {
		v.say("frame %d: %d %s, %s", v.frames, len(v.found), v.what, hash(v.found))
	}
	if v.listed += len(v.found); hi == 0 {
		v.hits++
	}
	v.least = [2]float64{min(v.least[0], lo), min(v.least[1], hi)}
}

// look checks what the proof has about two bodies, and returns bounds of their distance: it is above lo, −1 where nothing is
// proven, and at most hi, +Inf where nothing is, 0 where the two touch, are near, or one lies in the other.
func (v *verifier) look() (lo, hi float64) {
	v.of = [2]*body{&v.bodies[v.pair[0]], &v.bodies[v.pair[1]]}
	v.of[0].place()
	v.of[1].place()
	if v.question == distances {
		return v.distance()
	}
	n := len(v.found)
	v.cover(v.of[0].root, v.of[1].root)
	if n = len(v.found) - n; n > 0 {
		v.say("frame %d: bodies %d and %d: %d %s", v.frames, v.pair[0], v.pair[1], n, v.what)
		return 0, 0
	}
	for k := range 2 {
		if v.question == solids && v.of[1-k].holds(v.of[k]) {
			v.say("frame %d: body %d lies in body %d", v.frames, v.pair[k], v.pair[1-k])
			return 0, 0
		}
	}
	return 0, math.Inf(1)
}

// distance checks bounds of the distance of two bodies.
func (v *verifier) distance() (lo, hi float64) {
	a, b := v.of[0].root, v.of[1].root
	lo, hi = take[float64](v), take[float64](v)
	demand((lo == -1 || lo >= 0 && lo <= math.MaxFloat64) && hi >= 0, "a distance above %v, at most %v", lo, hi)
	if v.reach = hi; hi <= math.MaxFloat64 {
		x, y := int(take[uint32](v)), int(take[uint32](v))
		demand(x < len(a.order) && y < len(b.order), "triangles %d and %d of the orders", x, y)
		v.touch(take[byte](v), a.part(x, x+1), b.part(y, y+1))
	}
	if v.reach = lo; lo >= 0 {
		v.cover(a, b)
		demand(len(v.found) == 0, "triangles that are to be farther apart are near")
	}
	v.say("frame %d: bodies %d and %d: %s", v.frames, v.pair[0], v.pair[1], interval(lo, hi))
	return lo, hi
}

// interval is what is proven of a distance in words.
func interval(lo, hi float64) string {
	if hi == 0 {
		return "distance 0"
	}
	words := strings.Replace(fmt.Sprintf("distance above %.17g, at most %.17g", lo, hi), "above -1, ", "", 1)
	return strings.TrimSuffix(words, ", at most +Inf")
}

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, found) // a hash takes everything
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// place bounds the coordinates of all corners at the pose, and the terms of which they are sums, unless that is known. Where
// the bound is not finite each corner is looked at. One percent is room for roundings.
func (b *body) place() {
	if b.bound > 0 {
		return
	}
	for _, c := range b.root.hull {
		for p := range slices.Chunk(b.pose[:], 4) {
			x, y, z := math.Abs(p[0]*c[0]), math.Abs(p[1]*c[1]), math.Abs(p[2]*c[2])
			b.bound = max(b.bound, 1.01*(x+y+z+math.Abs(p[3])))
		}
	}
	if notFinite(b.bound) {
		each(b.corners, b.at)
	}
}

// at returns a corner at the pose: each product and sum is rounded.
func (b *body) at(c vec) (q vec) {
	for k := range q {
		p := b.pose[4*k:]
		q[k] = float64(p[0]*c[0]) + float64(p[1]*c[1]) + float64(p[2]*c[2]) + p[3]
	}
	demand(!notFinite(q[:]...), "a corner is not finite at its pose")
	return q
}
