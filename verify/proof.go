package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// surface is the triangles of a file in the order of the proof: at[i] are the vertices of triangle order[i].
type surface struct {
	file     string
	sum      [32]byte
	vertices []vec
	at       [][3]uint32
	order    []uint32
}

// file is a file as it was when its SHA-256 was computed.
type file struct {
	name string
	text []byte
}

// body is a body of a proof; corners are its vertices at its pose.
type body struct {
	name    string
	mesh    *surface
	fixed   bool
	pose    pose
	corners []vec
}

// magic begins a proof.
const magic = "collide proof 2\n"

// verifier checks a proof while it reads it. The first error stays; what is read after it is 0.
type verifier struct {
	in     *bufio.Reader
	reach  float64 // the distance up to which pairs of triangles are listed
	err    error
	read   int64 // bytes
	bodies []body
	moving int
	list   []pose // what the poses must be, nil for any
	found  []contact
	ia, ib int // the bodies of the pair
}

// open reads what heads a proof. Each of its meshes must be that of one of the files.
func open(in io.Reader, files []string) (*verifier, error) {
	v := &verifier{in: bufio.NewReader(in)}
	v.require(string(v.bytes(len(magic))) == magic, "it is not a proof of version 2")
	v.reach = v.float64()
	v.require(isFinite(v.reach) && v.reach >= 0, "a reach of %v", v.reach)
	given := map[[32]byte]file{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		if same, ok := given[sum]; ok && !strings.EqualFold(filepath.Ext(same.name), filepath.Ext(f)) {
			return nil, fmt.Errorf("%+q and %+q are the same; expected one extension", same.name, f)
		} else if !ok {
			given[sum] = file{f, text}
		}
	}
	var meshes []*surface
	for n := v.uint32(); uint32(len(meshes)) < n && v.err == nil; {
		m := v.mesh(given)
		v.require(!slices.ContainsFunc(meshes, func(o *surface) bool { return v.err == nil && o.sum == m.sum }), "a mesh comes twice")
		meshes = append(meshes, m)
	}
	n := v.uint32()
	v.moving = int(v.uint32())
	v.require(v.moving <= int(n), "more bodies move than there are")
	for uint32(len(v.bodies)) < n && v.err == nil {
		b := v.body(meshes)
		if v.bodies = append(v.bodies, b); v.err == nil {
			delete(given, b.mesh.sum)
		}
	}
	for _, f := range given {
		v.require(false, "no body is %+q", f.name)
	}
	return v, v.err
}

func (v *verifier) mesh(given map[[32]byte]file) *surface {
	var sum [32]byte
	copy(sum[:], v.bytes(len(sum)))
	f, ok := given[sum]
	if v.require(ok, "no file has the SHA-256 %x", sum); v.err != nil {
		return nil
	}
	m, triangles, err := readMesh(f)
	if v.fail(err); v.err != nil {
		return nil
	}
	m.file, m.sum = f.name, sum
	v.require(int(v.uint32()) == len(triangles), "the order has another number of triangles than %+q", f.name)
	seen := make([]bool, len(triangles))
	for range triangles {
		t := v.uint32()
		if v.require(int(t) < len(seen) && !seen[t], "triangle %d of the order is unknown or comes twice", t); v.err != nil {
			return nil
		}
		seen[t] = true
		m.order, m.at = append(m.order, t), append(m.at, triangles[t])
	}
	return m
}

func (v *verifier) body(meshes []*surface) (b body) {
	n := v.uint32()
	v.require(n <= 1<<16, "a name of %d bytes", n)
	b.name = string(v.bytes(int(n)))
	v.require(utf8.ValidString(b.name), "a name is not UTF-8")
	index, fixed := v.uint32(), v.byte()
	moves := len(v.bodies) < v.moving
	if v.require(int(index) < len(meshes) && (fixed == 0 || fixed == 1 && !moves), "body %q has mesh %d of %d, and %d for fixed", b.name, index, len(meshes), fixed); v.err != nil {
		return b
	}
	b.mesh, b.fixed = meshes[index], fixed == 1
	if !moves {
		v.place(&b)
	}
	return b
}

// frames checks all frames up to the end and hands over the contacts of each.
func (v *verifier) frames(each func(frame int, found []contact)) (n int, err error) {
	for ; v.err == nil; n++ {
		more := v.byte()
		v.require(more <= 1, "frame %d begins with %d; expected 1, or 0 at the end", n, more)
		if more == 0 {
			break
		}
		if v.frame(n); v.err == nil {
			each(n, v.found)
		}
	}
	b := v.bytes(8)
	v.require(n > 0, "no frame")
	v.require(v.err == nil && binary.LittleEndian.Uint64(b) == uint64(n), "another number of frames than the %d that are there", n)
	v.require(v.list == nil || n == len(v.list) && v.moving == 1, "%d frames in which %d bodies move; the list has %d poses of one", n, v.moving, len(v.list))
	if _, err := v.in.ReadByte(); v.err == nil && !errors.Is(err, io.EOF) {
		v.require(false, "something follows the end")
	}
	return n, v.err
}

func (v *verifier) frame(n int) {
	for i := 0; i < v.moving && v.err == nil; i++ {
		p := v.place(&v.bodies[i])
		v.require(i > 0 || v.list == nil || n < len(v.list) && p == v.list[n], "the pose of frame %d is not that of the list", n)
	}
	v.found = v.found[:0]
	for i := range v.bodies {
		for j := i + 1; j < len(v.bodies) && v.err == nil; j++ {
			a, b := &v.bodies[i], &v.bodies[j]
			if v.ia, v.ib = i, j; !a.fixed || !b.fixed {
				v.cover(node{a, 0, len(a.mesh.at)}, node{b, 0, len(b.mesh.at)})
			}
		}
	}
}

// bodyLine describes body i: its file, and whether it moves or where it stays.
func (v *verifier) bodyLine(i int) string {
	b := &v.bodies[i]
	line := fmt.Sprintf("body %d: %+q is %+q, ", i, b.name, b.mesh.file)
	if i < v.moving {
		return line + "moves"
	}
	words := make([]string, len(b.pose))
	for k, x := range b.pose {
		words[k] = strconv.FormatFloat(x, 'g', 17, 64)
	}
	line += "stays at [" + strings.Join(words, " ") + "]"
	if b.fixed {
		line += ", fixed"
	}
	return line
}

// fixedPairs is the number of pairs that are not looked at.
func (v *verifier) fixedPairs() int {
	fixed := 0
	for _, b := range v.bodies {
		if b.fixed {
			fixed++
		}
	}
	return fixed * (fixed - 1) / 2
}
