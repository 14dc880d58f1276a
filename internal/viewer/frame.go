package viewer

import (
	"encoding/binary"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/broad"
)

// frame is everything a page shows of one moment. Coordinates are those
// of the stage, for which float32 suffices.
type frame struct {
	index int
	time  float64
	// poses are 12 numbers a body, rows of [R|t].
	poses []float32
	// vertices are those of the meshes that deform.
	vertices []deformed
	// pairs of bodies that touch, contacts of their primitives, and where.
	pairs    []pairRow
	contacts []collide.Contact
	points   []float32 // position and normal, 6 numbers each
	curves   []float32 // segments, 6 numbers each
	near     []byte    // a nearsJSON, empty where distances are not shown
	proven   []byte    // a provenJSON, empty but for proofs
	state    [32]byte
	// sides are the one or two methods' own views.
	sides [2]side
	two   bool
}

// side is what one method did.
type side struct {
	counters [counterCount]float64
	hash     [32]byte
	complete bool
	verdict  collide.Verdict
	broad    []broad.Pair
	layers   []layer
	levels   []level
}

// deformed is a mesh with new vertices, 3 numbers each.
type deformed struct {
	mesh     int
	vertices []float32
}

// pairRow is a pair of bodies that touch.
type pairRow struct {
	a, b, contacts, flags uint32
}

// The flags of a pairRow.
const (
	pairAllowed = 1 << iota
	pairAInside
	pairBInside
	pairUndecided
	pairMore // a further row about a pair that has one, for shapes of the same two bodies
)

// layer is volumes to draw, all of one kind.
type layer struct {
	kind   layerKind
	cut    bool // there were more
	shapes []float32
	// edges are those of dops volumes, 6 numbers each.
	edges []float32
	dops  int
}

type layerKind uint32

// The kinds of layers.
const (
	layerVolumes layerKind = iota + 1
	layerOctree
	layerFront
)

// Shapes of a layer are boxes: 12 numbers, the pose of the cube [-1, 1]³. A ball
// is written with a first number of NaN, then centre and radius.
const shapeFloats = 12

// level is what a method's descents did at one depth.
type level struct{ tested, culled float64 }

// counter names the numbers of side.counters, times in milliseconds.
const (
	countUpdate = iota
	countBroad
	countNarrow
	countBuild
	countMotion
	countBVTests
	countPrimitive
	countExact
	countAdaptive
	countUpdates
	countPairs
	countTouching
	countContacts
	counterCount
)

// counterNames are the counters' names in the protocol.
var counterNames = [counterCount]string{
	"update", "broad", "narrow", "build", "motion", "bvTests", "primitiveTests", "exact", "adaptive", "bvUpdates",
	"bodyPairs", "touchingPairs", "contacts",
}

// Most of what a frame shows; counters tell how many there are in truth.
const (
	mostContacts = 1 << 17
	mostPairs    = 1 << 14
	mostCurves   = 1 << 15
	mostShapes   = 1 << 14
	mostDOPs     = 1 << 11
)

// The kinds of binary messages.
const (
	kindScene = 1
	kindFrame = 2
)

// The sections of a frame.
const (
	sectionPoses = iota + 1
	sectionVertices
	sectionPairs
	sectionContacts
	sectionPoints
	sectionCurves
	sectionCounters
	sectionBroad
	sectionLayer
	sectionLevels
	sectionEdges
	sectionNear
	sectionProven
)

// Flags of a frame. The verdict of the first side stands above them, in two bits.
const (
	flagTwo = 1 << iota
	flagIncomplete

	verdictShift = 2
)

// cursor remembers what a page knows, so that only changes are sent.
type cursor struct {
	poses []float32
}

// encode appends the frame as a page that is at c needs it, and moves c on.
func (f *frame) encode(dst []byte, c *cursor) []byte {
	flags := uint32(0)
	if f.two {
		flags |= flagTwo
	}
	if !f.sides[0].complete {
		flags |= flagIncomplete
	}
	flags |= uint32(f.sides[0].verdict) << verdictShift
	dst = appendWords(dst, kindFrame, uint32(f.index), flags, 0)
	dst = appendFloat64(dst, f.time)
	dst = append(dst, f.state[:]...)
	dst = f.encodePoses(dst, c)
	for i := range f.vertices {
		v := &f.vertices[i]
		dst = appendWords(dst, sectionVertices, uint32(v.mesh), 0, uint32(len(v.vertices)))
		dst = appendFloats(dst, v.vertices)
	}
	dst = appendWords(dst, sectionPairs, 0, 0, uint32(len(f.pairs)))
	for _, p := range f.pairs {
		dst = appendWords(dst, p.a, p.b, p.contacts, p.flags)
	}
	dst = appendWords(dst, sectionContacts, 0, 0, uint32(len(f.contacts)))
	for _, k := range f.contacts {
		dst = appendWords(dst, k.BodyA, k.TriA, k.BodyB, k.TriB)
	}
	dst = appendWords(dst, sectionPoints, 0, 0, uint32(len(f.points)))
	dst = appendFloats(dst, f.points)
	dst = appendWords(dst, sectionCurves, 0, 0, uint32(len(f.curves)))
	dst = appendFloats(dst, f.curves)
	dst = appendSection(dst, sectionNear, f.near)
	dst = appendSection(dst, sectionProven, f.proven)
	for i := range f.sides {
		if i == 0 || f.two {
			dst = f.sides[i].encode(dst, uint32(i))
		}
	}
	return dst
}

// encodePoses appends the poses that changed since the page's last frame.
func (f *frame) encodePoses(dst []byte, c *cursor) []byte {
	head := len(dst)
	dst = appendWords(dst, sectionPoses, 0, 0, 0)
	n := uint32(0)
	known := len(c.poses) == len(f.poses)
	for i := 0; i < len(f.poses); i += 12 {
		p := (*[12]float32)(f.poses[i:])
		if known && *p == *(*[12]float32)(c.poses[i:]) {
			continue
		}
		dst = binary.LittleEndian.AppendUint32(dst, uint32(i/12))
		dst = appendFloats(dst, p[:])
		n++
	}
	c.poses = append(c.poses[:0], f.poses...)
	binary.LittleEndian.PutUint32(dst[head+12:], n)
	return dst
}

// clear forgets what the last frame showed beyond counters.
func (s *side) clear() {
	s.layers, s.levels, s.broad = s.layers[:0], s.levels[:0], s.broad[:0]
}

func (s *side) encode(dst []byte, which uint32) []byte {
	dst = appendWords(dst, sectionCounters, which, 0, counterCount)
	dst = append(dst, s.hash[:]...)
	for _, x := range s.counters {
		dst = appendFloat64(dst, x)
	}
	dst = appendWords(dst, sectionBroad, which, 0, uint32(len(s.broad)))
	for _, p := range s.broad {
		dst = appendWords(dst, uint32(p.A), uint32(p.B))
	}
	for i := range s.layers {
		l := &s.layers[i]
		cut := uint32(0)
		if l.cut {
			cut = 1 << 16
		}
		dst = appendWords(dst, sectionLayer, which, uint32(l.kind)|cut, uint32(len(l.shapes)))
		dst = appendFloats(dst, l.shapes)
		if l.dops > 0 {
			dst = appendWords(dst, sectionEdges, which, uint32(l.dops), uint32(len(l.edges)))
			dst = appendFloats(dst, l.edges)
		}
	}
	dst = appendWords(dst, sectionLevels, which, 0, uint32(len(s.levels)))
	for _, l := range s.levels {
		dst = appendFloat64(appendFloat64(dst, l.tested), l.culled)
	}
	return dst
}

// appendSection appends a section of text unless there is none: words, so that what follows stays at a multiple of four bytes.
func appendSection(dst []byte, section uint32, text []byte) []byte {
	n := (len(text) + 3) / 4
	if n == 0 {
		return dst
	}
	dst = append(appendWords(dst, section, 0, 0, uint32(n)), text...)
	return append(dst, "   "[:4*n-len(text)]...)
}

func appendWords(dst []byte, words ...uint32) []byte {
	for _, w := range words {
		dst = binary.LittleEndian.AppendUint32(dst, w)
	}
	return dst
}

func appendFloats(dst []byte, x []float32) []byte {
	for _, v := range x {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}

func appendFloat64(dst []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
}
