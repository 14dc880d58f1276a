package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// pose is the matrix [R|t] row by row.
type pose [12]float64

var identity = pose{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}

// body is a body of a proof.
type body struct {
	name    string
	mesh    *surface
	fixed   bool
	pose    pose
	corners []vec // the vertices at the pose, none where they were not needed yet
}

// magic begins a proof.
const magic = "collide proof 3\n"

// verifier checks a proof while it reads it. The first error stays; what is read after it is 0.
type verifier struct {
	in      *bufio.Reader
	lists   bool    // all pairs of triangles within the reach are listed; otherwise distances are bounded
	reach   float64 // the distance up to which pairs of triangles are near
	err     error
	read    int64 // bytes
	bodies  []body
	moving  int
	list    []pose   // what the poses must be, nil for any
	skipped [][2]int // pairs of bodies
	pairs   [][2]int // of bodies that are looked at
	ia, ib  int      // the pair that is looked at
	kept    int      // posed vertices
	found   []contact
	bounds  []bound
}

// open reads what heads a proof. Each of its meshes must be that of one of the files.
func open(in io.Reader, files []string) (*verifier, error) {
	v := &verifier{in: bufio.NewReader(in)}
	v.require(string(v.bytes(len(magic))) == magic, "it is not a proof of version 3")
	question := v.byte()
	v.lists, v.reach = question == 0, v.float64()
	v.require(question <= 1 && isFinite(v.reach) && v.reach >= 0 && (v.lists || v.reach == 0), "a proof of question %d with a reach of %v", question, v.reach)
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
		v.require(!slices.ContainsFunc(meshes, func(o *surface) bool { return o.sum == m.sum }), "a mesh comes twice")
		meshes = append(meshes, m)
	}
	n, moving := v.uint32(), v.uint32()
	v.require(moving <= n, "more bodies move than there are")
	for uint32(len(v.bodies)) < n && v.err == nil {
		b := v.body(meshes, uint32(len(v.bodies)) < moving)
		if v.bodies = append(v.bodies, b); v.err == nil {
			delete(given, b.mesh.sum)
		}
	}
	v.moving = int(moving)
	for n, k := v.uint32(), uint32(0); k < n && v.err == nil; k++ {
		v.skipped = append(v.skipped, [2]int{int(v.uint32()), int(v.uint32())})
	}
	for _, f := range given {
		v.require(false, "no body is %+q", f.name)
	}
	return v, v.err
}

func (v *verifier) mesh(given map[[32]byte]file) *surface {
	sum := [32]byte(v.bytes(32))
	f, ok := given[sum]
	if v.require(ok, "no file has the SHA-256 %x", sum); v.err != nil {
		return &surface{}
	}
	m, triangles, err := readMesh(f)
	if v.require(err == nil, "%w", err); v.err != nil {
		return &surface{}
	}
	m.file, m.sum = f.name, sum
	v.require(int64(v.uint32()) == int64(len(triangles)), "the order has another number of triangles than %+q", f.name)
	seen := make([]bool, len(triangles))
	for range triangles {
		t := v.uint32()
		if v.require(int64(t) < int64(len(seen)) && !seen[t], "triangle %d of the order is unknown or comes twice", t); v.err != nil {
			return m
		}
		seen[t] = true
		m.order, m.at = append(m.order, t), append(m.at, triangles[t])
	}
	return m
}

func (v *verifier) body(meshes []*surface, moves bool) (b body) {
	n := v.uint32()
	v.require(n <= 1<<16, "a name of %d bytes", n)
	b.name = string(v.bytes(int(min(n, 1<<16))))
	v.require(utf8.ValidString(b.name), "a name is not UTF-8")
	index, fixed := v.uint32(), v.byte()
	if v.require(int64(index) < int64(len(meshes)) && (fixed == 0 || fixed == 1 && !moves), "body %q has mesh %d of %d, and %d for fixed", b.name, index, len(meshes), fixed); v.err != nil {
		return b
	}
	if b.mesh, b.fixed = meshes[index], fixed == 1; !moves {
		b.pose = v.pose()
	}
	return b
}
