package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

type vec [3]float64

// pose is the matrix [R|t] row by row.
type pose [12]float64

// surface is elements of which each has the same number of corners. A mesh is of triangles. A solid is one element, number 0:
// all that is at most a radius away from the hull of its corners.
type surface struct {
	name    string // of its file, or what it is
	corners []vec
	root    *node // all elements, in the order of the proof; nil before this is read
	radius  float64
	solid   bool
	seeds   []vec // the least vertex of each part, nil until they are asked for
	closed  bool
}

// body is a body of a proof.
type body struct {
	*surface
	pose  pose
	bound float64 // of the coordinates of the corners at the pose, 0 until it is known
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
	in                         *bufio.Reader
	out                        io.Writer
	question                   byte
	reach                      float64 // the distance up to which elements are near
	what                       string  // that is listed
	bodies                     []body
	moving                     int
	pairs                      [][2]uint32 // of bodies that are looked at
	pair                       [2]uint32   // that is looked at
	of                         [2]*body    // these
	list                       []pose      // what the poses must be, nil for any
	read, frames, hits, listed int         // bytes, frames, those that are not free, and pairs of triangles in all of them
	least                      [2]float64  // bounds of the distance in any frame
	found                      []contact
}

// open reads what heads a proof. Each of its meshes must be that of one of the files, and each file that of a body.
func open(in io.Reader, out io.Writer, files []string) *verifier {
	v := &verifier{in: bufio.NewReader(in), out: out, least: [2]float64{math.Inf(1), math.Inf(1)}, what: "contacts"}
	demand(string(v.bytes(len(magic))) == magic, "it is not a proof of version 6")
	v.question, v.reach = take[byte](v), v.finite(1)[0]
	demand(v.question <= solids && v.reach >= 0 && (v.question == near || v.reach == 0),
		"a proof of question %d with a reach of %v", v.question, v.reach)
	if v.reach > 0 {
		v.what = fmt.Sprintf("pairs of triangles at most %.17g apart", v.reach)
	}
	given := map[[32]byte]*surface{}
	for _, name := range files {
		text, as := must(os.ReadFile(regular(name))), quoted(name)
		sum := sha256.Sum256(text)
		if given[sum] == nil {
			given[sum] = &surface{name: as, corners: readMesh(name, text)}
		}
		same := strings.EqualFold(filepath.Ext(given[sum].name), filepath.Ext(as))
		demand(same, "%s is the same as another file; expected one extension", as)
	}
	n, moving := take[uint32](v), take[uint32](v)
	demand(moving <= n, "more bodies move than there are")
	v.moving = int(moving)
	for range n {
		v.body(given)
	}
	for _, m := range given {
		demand(m.root != nil, "no body is %s", m.name)
	}
	v.readPairs(n)
	return v
}

// body reads a body, and says what it is.
func (v *verifier) body(given map[[32]byte]*surface) {
	name, place, b := string(v.bytes(int(take[uint16](v)))), "moves", body{}
	kind := take[byte](v)
	demand(utf8.ValidString(name) && kind <= 1, "a name that is not in UTF-8, or a shape of kind %d", kind)
	if kind == 1 {
		b.surface = v.solid()
	} else {
		sum := take[[32]byte](v)
		b.surface = given[sum]
		demand(b.surface != nil, "no file has the SHA-256 %x", sum)
		if b.root == nil {
			v.arrange(b.surface)
		}
	}
	if len(v.bodies) >= v.moving {
		b.pose = pose(v.finite(12))
		place = fmt.Sprintf("stays at %.17g", b.pose)
	}
	v.say("body %d: %s is %s, %s", len(v.bodies), quoted(name), b.name, place)
	v.bodies = append(v.bodies, b)
}

// arrange reads the order of the triangles of a mesh, and puts its corners in this order.
func (v *verifier) arrange(m *surface) {
	n := len(m.corners) / 3
	demand(int(take[uint32](v)) == n, "the order has another number of triangles than the %d of %s", n, m.name)
	order, corners, seen := make([]uint32, n), make([]vec, 0, 3*n), make([]bool, n)
	v.fill(order)
	for _, t := range order {
		demand(int(t) < n && !seen[t], "triangle %d of the order is unknown or comes twice", t)
		seen[t], corners = true, append(corners, m.corners[3*t:3*t+3]...)
	}
	m.corners, m.root = corners, newNode(order, corners)
}

func (v *verifier) solid() *surface {
	radius, n := v.finite(1)[0], take[uint32](v)
	demand(radius >= 0 && n > 0 && n <= 4096, "a solid of radius %v and %d points", radius, n)
	s := &surface{solid: true, radius: radius}
	for range n {
		s.corners = append(s.corners, vec(v.finite(3)))
	}
	s.name = fmt.Sprintf("all within %.17g of the hull of %.17g", radius, s.corners)
	s.root, s.seeds = newNode([]uint32{0}, s.corners), s.corners[:1]
	return s
}

// readPairs reads which pairs of bodies are looked at, and says with which others a body is not.
func (v *verifier) readPairs(n uint32) {
	for range take[uint32](v) {
		p := take[[2]uint32](v)
		demand(p[0] < p[1] && p[1] < n, "a pair of bodies %d is unknown", p)
		v.pairs = append(v.pairs, p)
	}
	inOrder := slices.IsSortedFunc(v.pairs, func(p, q [2]uint32) int { return cmp.Or(slices.Compare(p[:], q[:]), -1) })
	demand(len(v.pairs) > 0 && inOrder, "no pair of bodies is looked at, or they are not in order, each once")
	left := v.pairs
	for i := range n {
		for next := i + 1; next <= n; next++ {
			first := next
			if next = n; len(left) > 0 && left[0][0] == i {
				next, left = left[0][1], left[1:]
			}
			if first < next {
				v.say("body %d is not looked at with bodies %d to %d", i, first, next-1)
			}
		}
	}
}

func (v *verifier) say(format string, args ...any) { fmt.Fprintf(v.out, format+"\n", args...) }

// fill reads a number, or a list of numbers.
func (v *verifier) fill(x any) {
	demand(binary.Read(v.in, binary.LittleEndian, x) == nil, "the proof is cut short")
	v.read += binary.Size(x)
}

func take[T any](v *verifier) (x T) {
	v.fill(&x)
	return x
}

func (v *verifier) bytes(n int) []byte {
	text := make([]byte, n)
	v.fill(text)
	return text
}

// finite reads n numbers.
func (v *verifier) finite(n int) []float64 {
	list := make([]float64, n)
	v.fill(list)
	demand(!notFinite(list...), "a number is not finite")
	return list
}

// notFinite: the difference of an infinite number and itself is none, and none is equal to 0.
func notFinite(list ...float64) bool {
	return slices.ContainsFunc(list, func(x float64) bool { return x-x != 0 })
}

// integer reads a whole number of any length.
func (v *verifier) integer() *big.Float {
	size := take[uint16](v)
	x := new(big.Int).SetBytes(v.bytes(int(size &^ (1 << 15))))
	if size>>15 == 1 {
		x.Neg(x)
	}
	return unrounded(0).SetInt(x)
}
