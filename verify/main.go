// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides exactly.
//
//	verify PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]
//
// Exit code: 0 if all frames are proven free, 1 if they are proven and some have contacts, a body in another one, a distance
// of 0, or pairs of triangles at most the reach apart, 2 if anything is wrong.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
)

func main() {
	code := 2
	if err := refusal(func() { code = run(os.Args[1:], os.Stdout) }); err != nil {
		fmt.Fprintln(os.Stderr, "not verified:", err)
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int) {
	const none = "\x00" // no name, and no number: a flag that is given, if only as "", counts
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	poses := flags.String("poses", none, "the list of poses that the proof must be about")
	reach := flags.String("reach", none, "the clearance that the proof must be about, 0 for contacts")
	solid := flags.Bool("solid", false, "the proof must be about bodies in others, too")
	list := flags.Bool("list", false, "print lines for each frame")
	isFlag := func(arg string) bool { return strings.HasPrefix(arg, "-") }
	n := slices.IndexFunc(append(slices.Clone(args), "-"), isFlag) // files, which flags may follow
	demand(flags.Parse(args[n:]) == nil && n > 0 && flags.NArg() == 0,
		"expected PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]")
	v := open(readFile(args[0]), out, args[1:n])
	asked := *reach == none || v.question != distances && v.reach == numbers([]string{*reach}, 1)[0]
	demand(asked && (!*solid || v.question == solids), "it is not about what -reach or -solid ask for")
	if *poses != none {
		v.list = readPoses(*poses)
	}
	if !*list {
		v.out = io.Discard
	}
	fmt.Fprintln(out, v.verify(func() {}))
	return min(v.hits, 1)
}

// demand panics with an error unless a condition holds, so that nothing goes on after it.
func demand(ok bool, format string, args ...any) {
	if !ok {
		panic(fmt.Errorf(format, args...))
	}
}

// refusal calls do, and returns the error that it panics with. One of the runtime is a defect of this program, and accepts
// nothing.
func refusal(do func()) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = why.(error)
		}
	}()
	do()
	return nil
}

// verify checks all frames up to the end, calls each after each, and returns what is proven.
func (v *verifier) verify(each func()) string {
	err := refusal(func() {
		more := take[byte](v)
		for ; more == 1; more = take[byte](v) {
			v.frame()
			each()
			v.frames++
		}
		good := more == 0 && v.frames > 0 && take[uint64](v) == uint64(v.frames) && len(v.in) == 0
		demand(good, "it does not end after a number of frames")
		listed := v.list == nil || v.moving == 1 && v.frames == len(v.list)
		demand(listed, "%d bodies move; the list has %d poses of one", v.moving, len(v.list))
	})
	demand(err == nil, "frame %d, %d bytes before the end: %w", v.frames, len(v.in), err)
	verdict, n := v.verdicts[min(v.hits, 1)], len(v.bodies)
	if v.question == distances {
		verdict = v.least.String()
	}
	return fmt.Sprintf("verified: %s (frames: %d, not free: %d, %s listed: %d, bodies: %d, pairs not looked at: %d)",
		verdict, v.frames, v.hits, v.what, v.listed, n, n*(n-1)/2-len(v.pairs))
}

// frame checks a frame, whose least distance must be bounded: a pair in contact has the distance 0, and one without is above a
// bound.
func (v *verifier) frame() {
	for i := range v.moving {
		b := &v.bodies[i]
		b.pose = pose(v.numbers(12))
		v.say("frame %d: body %d is at %.17g", v.frames, i, b.pose)
		listed := v.list == nil || v.frames < len(v.list) && b.pose == v.list[v.frames]
		demand(listed, "its pose is not that of the list")
	}
	v.found = v.found[:0]
	least := bounds{math.Inf(1), math.Inf(1)}
	for _, v.pair = range v.pairs {
		least = least.least(v.look())
	}
	bounded := least[1] <= math.MaxFloat64 && (least[0] >= 0 || least[1] == 0)
	demand(v.question != distances || bounded, "the least distance is not bounded, from below unless it is 0")
	if v.question != distances {
		v.say("frame %d: %d %s, %s", v.frames, len(v.found), v.what, hash(v.found))
	}
	if v.listed += len(v.found); least[1] == 0 {
		v.hits++
	}
	v.least = v.least.least(least)
}

// look checks what the proof has about two bodies, and returns bounds of their distance, which are 0 where the two touch, are
// near, or one lies in the other.
func (v *verifier) look() bounds {
	v.of = [2]*body{v.bodies[v.pair[0]].place(), v.bodies[v.pair[1]].place()}
	a, b, n := v.of[0].all(), v.of[1].all(), len(v.found)
	if v.question == distances {
		return v.distance(a, b)
	}
	v.cover(a, b)
	if n = len(v.found) - n; n > 0 {
		v.say("frame %d: bodies %d and %d: %d %s", v.frames, v.pair[0], v.pair[1], n, v.what)
		return bounds{}
	}
	for k := range 2 {
		if v.question == solids && v.of[1-k].holds(v.of[k]) {
			v.say("frame %d: body %d lies in body %d", v.frames, v.pair[k], v.pair[1-k])
			return bounds{}
		}
	}
	return bounds{0, math.Inf(1)}
}

// distance checks bounds of the distance of two bodies.
func (v *verifier) distance(a, b node) bounds {
	d := take[bounds](v)
	demand((d[0] == -1 || d[0] >= 0 && d[0] <= math.MaxFloat64) && d[1] >= 0, "bounds %v of a distance", [2]float64(d))
	if v.reach = d[1]; v.reach <= math.MaxFloat64 {
		i, j := int(take[uint32](v)), int(take[uint32](v))
		demand(i < a[1] && j < b[1], "triangles %d and %d of the orders", i, j)
		v.touch(take[byte](v), node{i, i + 1}, node{j, j + 1})
	}
	if v.reach = d[0]; v.reach >= 0 {
		v.cover(a, b)
		demand(len(v.found) == 0, "triangles that are to be farther apart are near")
	}
	v.say("frame %d: bodies %d and %d: %s", v.frames, v.pair[0], v.pair[1], d)
	return d
}

// bounds are what a distance is above, −1 where nothing is proven, and what it is at most, +Inf where nothing is.
type bounds [2]float64

func (b bounds) least(c bounds) bounds { return bounds{min(b[0], c[0]), min(b[1], c[1])} }

func (b bounds) String() string {
	return fmt.Sprintf("distance above %.17g, at most %.17g", b[0], b[1])
}

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int { return slices.Compare(a[:], b[:]) })
	text, _ := binary.Append(nil, binary.LittleEndian, found) // integers always go
	return fmt.Sprintf("sha256:%x", sha256.Sum256(text))
}
