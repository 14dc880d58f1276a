package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"
)

type vec [3]float64

// pose is the matrix [R|t] row by row.
type pose [12]float64

// body is a mesh, whose elements are triangles, or a solid, which is one element, number 0: all that is at most a radius away
// from the hull of its corners.
type body struct {
	name   string
	order  []uint32 // of the elements; nil until the proof has it
	at     []vec    // the corners in this order, so many for each, in the frame of the file
	hulls  map[node][]vec
	solid  bool
	radius float64
	seeds  []vec // the least vertex of each part of a mesh, in the frame of its file
	open   bool  // the mesh is not closed
	pose   pose
}

// magic begins a proof.
const magic = "collide proof 6\n"

// What a proof answers.
const (
	near      = iota // which triangles are at most the reach apart
	distances        // how far apart bodies are
	solids           // which triangles touch, and which bodies lie in others
)

// verifier checks a proof while it reads it, and says what it proves.
type verifier struct {
	in                   []byte // what is left to read
	out                  io.Writer
	question             byte
	reach                float64   // the distance up to which elements are near
	what                 string    // that is listed
	verdicts             [2]string // where there is none, and where there is one
	bodies               []body
	moving               uint32
	pairs                [][2]uint32 // of bodies that are looked at
	pair                 [2]uint32   // that is looked at
	of                   [2]*body    // these
	list                 []pose      // what the poses must be, nil for any
	frames, hits, listed int         // frames, those that are not free, and pairs of triangles in all of them
	least                bounds      // of the distance in any frame
	found                []contact
}

// open reads what heads a proof. Each of its meshes must be that of one of the files, and each file that of a body.
func open(in []byte, out io.Writer, files []string) *verifier {
	v := &verifier{in: in, out: out, least: bounds{math.Inf(1), math.Inf(1)}, what: "contacts"}
	demand(string(v.bytes(len(magic))) == magic, "it is not a proof of version 6")
	v.question, v.reach, v.verdicts = take[byte](v), finite(take[float64](v)), [2]string{"free", "contact"}
	demand(v.question <= solids && v.reach >= 0 && (v.question == near || v.reach == 0),
		"a proof of question %d with a reach of %v", v.question, v.reach)
	if v.question == solids {
		v.verdicts = [2]string{"free, and no body lies in another", "contact, or a body in another"}
	} else if apart := fmt.Sprintf("%.17g apart", v.reach); v.reach > 0 {
		v.what = "pairs of triangles at most " + apart
		v.verdicts = [2]string{"all more than " + apart, "some at most " + apart}
	}
	given := map[[32]byte]*body{}
	for _, name := range files {
		text := readFile(name)
		sum, m := sha256.Sum256(text), &body{name: quoted(name), at: readMesh(name, text), hulls: map[node][]vec{}}
		alike := given[sum] == nil || slices.Equal(given[sum].at, m.at)
		demand(alike, "%s is the same as another file, and is read in another way; expected one extension", m.name)
		given[sum] = m
	}
	n := take[uint32](v)
	v.moving = take[uint32](v)
	demand(v.moving <= n, "more bodies move than there are")
	for i := range n {
		v.body(i, given)
	}
	for _, m := range given {
		demand(m.order != nil, "no body is %s", m.name)
	}
	v.readPairs(n)
	return v
}

// body reads a body, and says what it is.
func (v *verifier) body(i uint32, given map[[32]byte]*body) {
	name, kind, place := string(v.bytes(int(take[uint16](v)))), take[byte](v), "moves"
	demand(utf8.ValidString(name) && kind <= 1, "a name that is not in UTF-8, or a shape of kind %d", kind)
	b := new(body)
	if kind == 1 {
		v.solid(b)
	} else if b = given[take[[32]byte](v)]; b == nil || b.order == nil {
		v.mesh(b)
	}
	v.bodies = append(v.bodies, *b)
	if at := &v.bodies[i].pose; i >= v.moving {
		*at = pose(v.numbers(12))
		place = fmt.Sprintf("stays at %.17g", *at)
	}
	v.say("body %d: %s is %s, %s", i, quoted(name), b.name, place)
}

// mesh reads the order of the triangles of a mesh, and puts its corners in this order.
func (v *verifier) mesh(m *body) {
	demand(m != nil, "no file has the SHA-256 of a mesh")
	n := len(m.at) / 3
	demand(int(take[uint32](v)) == n && n > 0, "the order has another number of triangles than the %d of %s", n, m.name)
	corners, seen := make([]vec, 0, 3*n), make([]bool, n)
	for range n {
		t := take[uint32](v)
		demand(int(t) < n && !seen[t], "triangle %d of the order is unknown or comes twice", t)
		seen[t], m.order, corners = true, append(m.order, t), append(corners, m.at[3*t:3*t+3]...)
	}
	if m.at = corners; v.question == solids {
		m.weld()
	}
}

func (v *verifier) solid(s *body) {
	radius, n := finite(take[float64](v)), take[uint32](v)
	demand(radius >= 0 && n > 0 && n <= 4096, "a solid of radius %v and %d points", radius, n)
	points := each(make([]int, n), func(int) vec { return vec(v.numbers(3)) })
	name := fmt.Sprintf("all within %.17g of the hull of %.17g", radius, points)
	*s = body{name, []uint32{0}, points, map[node][]vec{}, true, radius, points[:1], false, pose{}}
}

// readPairs reads which pairs of bodies are looked at, and says which they are, unless they are all.
func (v *verifier) readPairs(n uint32) {
	last := [2]uint32{}
	for range take[uint32](v) {
		p := take[[2]uint32](v)
		demand(p[0] < p[1] && p[1] < n && slices.Compare(p[:], last[:]) > 0, "a pair of bodies %d", p)
		v.pairs, last = append(v.pairs, p), p
	}
	demand(len(v.pairs) > 0, "no pair of bodies is looked at")
	if len(v.pairs) < int(n)*int(n-1)/2 {
		v.say("pairs of bodies that are looked at: %d", v.pairs)
	}
}

func (v *verifier) say(format string, args ...any) { fmt.Fprintf(v.out, format+"\n", args...) }

func (v *verifier) bytes(n int) (text []byte) {
	demand(n <= len(v.in), "the proof is cut short")
	text, v.in = v.in[:n], v.in[n:]
	return text
}

// take reads a number, or an array of numbers.
func take[T any](v *verifier) (x T) {
	_, _ = binary.Decode(v.bytes(binary.Size(x)), binary.LittleEndian, &x) // the bytes are there
	return x
}

// numbers reads n finite numbers.
func (v *verifier) numbers(n int) []float64 {
	return each(make([]int, n), func(int) float64 { return finite(take[float64](v)) })
}

// finite refuses what is not: the difference of an infinite number and itself is no number, which is equal to nothing.
func finite(x float64) float64 {
	demand(x-x == 0, "a number is not finite")
	return x
}
