package main

import (
	"bufio"
	"crypto/sha256"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

type vec [3]float64

// surface is the triangles of a file in the order of the proof: triangle order[i] has the corners from 3i on. Of a solid, which
// is all that is at most a radius away from the hull of its corners, it has one number, 0, for all of them.
type surface struct {
	file    string
	corners []vec
	order   []uint32
	used    bool // by a body
	solid   bool
	radius  float64 // 0 for triangles
	seeds   []int   // a corner of each part, nil until they are asked for
	closed  bool
}

// pose is the matrix [R|t] row by row.
type pose [12]float64

var identity = pose{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}

// body is a body of a proof.
type body struct {
	name  string
	mesh  *surface
	fixed bool
	pose  pose
	posed []vec // the corners at the pose, nil where they were not needed yet
}

// magic begins a proof.
const magic = "collide proof 5\n"

// verifier checks a proof while it reads it.
type verifier struct {
	in      *bufio.Reader
	lists   bool    // all pairs of triangles within the reach are listed; otherwise distances are bounded
	solids  bool    // bodies in others are found, too
	reach   float64 // the distance up to which pairs of triangles are near
	read    int     // bytes
	bodies  []body
	moving  int
	list    []pose      // what the poses must be, nil for any
	skipped [][2]uint32 // pairs of bodies
	pairs   [][2]uint32 // of bodies that are looked at
	pair    [2]uint32   // that is looked at
	kept    int         // corners that were posed since all were given up
	found   []contact
	inside  [][2]uint32 // bodies, and in which one each lies
	bounds  []bound
}

// open reads what heads a proof. Each of its meshes must be that of one of the files, and each file that of a body.
func open(in io.Reader, files []string) *verifier {
	v := &verifier{in: bufio.NewReader(in)}
	demand(string(v.bytes(len(magic))) == magic, "it is not a proof of version 5")
	question := take[byte](v)
	v.lists, v.solids, v.reach = question != 1, question == 2, take[float64](v)
	demand(question <= 2 && v.reach >= 0 && !math.IsInf(v.reach, 1) && (question == 0 || v.reach == 0),
		"a proof of question %d with a reach of %v", question, v.reach)
	given := map[[32]byte]*surface{}
	for _, name := range files {
		text := load(name)
		sum := sha256.Sum256(text)
		same := given[sum]
		demand(same == nil || strings.EqualFold(filepath.Ext(same.file), filepath.Ext(name)),
			"%+q is the same as another file; expected one extension", name)
		if same == nil {
			given[sum] = readMesh(name, text)
		}
	}
	var meshes []*surface
	for range take[uint32](v) {
		if kind := take[byte](v); kind != 0 {
			demand(kind == 1, "a shape of kind %d", kind)
			meshes = append(meshes, v.solid())
			continue
		}
		sum := take[[32]byte](v)
		m := given[sum]
		demand(m != nil && m.order == nil, "no file has the SHA-256 %x, or it comes twice", sum)
		v.arrange(m)
		meshes = append(meshes, m)
	}
	n, moving := take[uint32](v), take[uint32](v)
	demand(moving <= n, "more bodies move than there are")
	for i := range n {
		v.bodies = append(v.bodies, v.body(meshes, i < moving))
	}
	v.moving = int(moving)
	for range take[uint32](v) {
		v.skipped = append(v.skipped, take[[2]uint32](v))
	}
	for _, m := range given {
		demand(m.used, "no body is %+q", m.file)
	}
	return v
}

// solid reads the radius and the points of a solid.
func (v *verifier) solid() *surface {
	s := &surface{order: []uint32{0}, solid: true, radius: take[float64](v)}
	n := take[uint32](v)
	demand(s.radius >= 0 && !notFinite(s.radius) && n > 0 && n <= 4096, "a solid of radius %v and %d points", s.radius, n)
	for range n {
		p := take[vec](v)
		demand(!slices.ContainsFunc(p[:], notFinite), "a point of a solid is not finite")
		s.corners = append(s.corners, p)
	}
	return s
}

// arrange reads the order of the triangles of a mesh, and puts its corners in this order.
func (v *verifier) arrange(m *surface) {
	n := take[uint32](v)
	demand(3*int(n) == len(m.corners), "the order has another number of triangles than %+q", m.file)
	corners, seen := make([]vec, 0, 3*n), make([]bool, n)
	for range n {
		t := take[uint32](v)
		if t >= n || seen[t] {
			demand(false, "triangle %d of the order is unknown or comes twice", t)
		}
		seen[t] = true
		m.order, corners = append(m.order, t), append(corners, m.corners[3*t:3*t+3]...)
	}
	m.corners = corners
}

func (v *verifier) body(meshes []*surface, moves bool) (b body) {
	n := take[uint32](v)
	demand(n <= 1<<16, "a name of %d bytes", n)
	b.name = string(v.bytes(int(n)))
	index, fixed := take[uint32](v), take[byte](v)
	demand(utf8.ValidString(b.name) && int64(index) < int64(len(meshes)) && (fixed == 0 || fixed == 1 && !moves),
		"body %q is not named in UTF-8, or has mesh %d of %d, or %d for fixed", b.name, index, len(meshes), fixed)
	b.mesh, b.fixed = meshes[index], fixed == 1
	b.mesh.used = true
	if !moves {
		b.pose = v.pose()
	}
	return b
}
