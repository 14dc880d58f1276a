package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var identity = pose{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}

// onto is where the second body of honest touches the first one.
var onto = pose{1, 0, 0, -3, 0, 1, 0, -4, 0, 0, 1, 0}

// Steps along x, and against it.
const (
	alongX   = 22
	againstX = 4
)

// forgery is a proof by its parts.
type forgery struct {
	question byte
	reach    float64
	meshes   []forgedMesh
	bodies   []forgedBody
	moving   uint32
	again    bool        // the order comes with each body
	pairs    [][2]uint32 // all where it is nil
	frames   []forgedFrame
	count    uint64
	more     []byte // after the end
}

type forgedMesh struct {
	kind  byte // 0, or one that there is not
	sum   [32]byte
	order []uint32
	solid *forgedSolid
}

type forgedSolid struct {
	kind   byte
	radius float64
	points []vec
}

type forgedBody struct {
	name string
	mesh uint32
	pose pose
}

type forgedFrame struct {
	poses []pose
	steps []byte
}

func (f *forgery) text() []byte {
	var b bytes.Buffer
	put := func(x any) { _ = binary.Write(&b, binary.LittleEndian, x) } // a buffer takes everything
	b.WriteString(magic)
	put(f.question)
	put(f.reach)
	put(uint32(len(f.bodies)))
	put(f.moving)
	ordered := map[uint32]bool{}
	for i, o := range f.bodies {
		put(uint16(len(o.name)))
		b.WriteString(o.name)
		if m := f.meshes[o.mesh]; m.solid != nil {
			put(m.solid.kind)
			put(m.solid.radius)
			put(uint32(len(m.solid.points)))
			put(m.solid.points)
		} else {
			put(m.kind)
			if put(m.sum); !ordered[o.mesh] || f.again {
				put(uint32(len(m.order)))
				put(m.order)
			}
			ordered[o.mesh] = true
		}
		if i >= int(f.moving) {
			put(o.pose)
		}
	}
	pairs := f.pairs
	for i := uint32(0); f.pairs == nil && int(i) < len(f.bodies); i++ {
		for j := i + 1; int(j) < len(f.bodies); j++ {
			pairs = append(pairs, [2]uint32{i, j})
		}
	}
	put(uint32(len(pairs)))
	put(pairs)
	for _, x := range f.frames {
		put(byte(1))
		put(x.poses)
		b.Write(x.steps)
	}
	put(byte(0))
	put(f.count)
	b.Write(f.more)
	return b.Bytes()
}

// Steps of honest: triangle 0 of each body is exactly 5 from the other along (3, 4, 0), triangle 1 far below, or far above, along x.
var (
	tie   = []byte{38, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1}
	inAll = slices.Concat([]byte{30, 31}, tie, []byte{alongX, alongX})
)

// honest is a true proof of what is at most 5 apart, to be falsified.
func honest(t *testing.T) (f *forgery, files []string) {
	t.Helper()
	f = &forgery{reach: 5, count: 1, frames: []forgedFrame{{steps: inAll}}}
	for i, text := range []string{
		"v 0 0 0\nv -1 0 0\nv 0 -1 0\nv -100 0 0\nv -101 0 0\nv -100 1 0\nf 1 2 3\nf 4 5 6\n",
		"v 3 4 0\nv 9 4 0\nv 3 9 0\nv 100 0 0\nv 101 0 0\nv 100 1 0\nf 1 2 3\nf 4 5 6\n",
	} {
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.obj", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		f.meshes = append(f.meshes, forgedMesh{sum: sha256.Sum256([]byte(text)), order: []uint32{0, 1}})
		f.bodies = append(f.bodies, forgedBody{name: "body", mesh: uint32(i), pose: identity})
	}
	return f, files
}

// longNumber is a number of the most bytes that a proof can have.
func longNumber() []byte {
	return append([]byte{0xff, 0x7f, 1}, make([]byte, 1<<15-2)...)
}

// bounded is the proof of a distance: above lo, and at most hi by the triangles that come first.
func bounded(lo, hi float64, touch, steps []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, math.Float64bits(lo))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(hi))
	if !math.IsInf(hi, 1) {
		b = append(append(b, make([]byte, 8)...), touch...)
	}
	return append(b, steps...)
}

// covered says that all triangles are farther apart than what is asked, less than 5.
var covered = []byte{30, 31, 27, 3, 4, 0, alongX, alongX}

// TestForged: what a stranger writes who wants something false to be accepted is refused by both verifiers, with or without a reach.
func TestForged(t *testing.T) {
	t.Parallel()
	next := math.Nextafter(5, 6)
	under := math.Nextafter(5, 4)
	moved := identity
	moved[3] = 1e308
	for _, c := range []struct {
		name  string
		forge func(f *forgery)
	}{
		{"a reach above the tie", func(f *forgery) { f.reach, f.frames[0].steps = next, covered }},
		{"a reach at the tie, apart", func(f *forgery) { f.frames[0].steps = covered }},
		{"a tie below its reach", func(f *forgery) { f.reach = under }},
		{"no number for a reach", func(f *forgery) { f.reach = math.NaN() }},
		{"an endless reach", func(f *forgery) { f.reach = math.Inf(1) }},
		{"a reach below 0", func(f *forgery) { f.reach = -math.SmallestNonzeroFloat64 }},
		{"all apart at once", func(f *forgery) { f.frames[0].steps = []byte{alongX} }},
		{"only the first half", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{30, 31}, tie, []byte{alongX}) }},
		{"the tie left out", func(f *forgery) { f.frames[0].steps = []byte{30, 31, alongX, alongX} }},
		{"the tie twice", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{30, 31}, tie, tie, []byte{alongX}) }},
		{"a split too deep", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{30, 31, 30}, tie, tie, []byte{alongX, alongX})
		}},
		{"no steps", func(f *forgery) { f.frames[0].steps = nil }},
		{"steps left over", func(f *forgery) { f.frames[0].steps = append(slices.Clone(inAll), alongX) }},
		{"along nothing", func(f *forgery) { f.reach = 0; f.frames[0].steps = []byte{27, 0, 0, 0} }},
		{"along nothing, in a step", func(f *forgery) { f.reach = 0; f.frames[0].steps = []byte{13} }},
		{"along nothing, at length", func(f *forgery) { f.frames[0].steps = append([]byte{29}, bytes.Repeat([]byte{2, 0x80, 0, 0}, 3)...) }},
		{"along a long number", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{29}, longNumber(), longNumber(), longNumber())
		}},
		{"the other way", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{30, 31}, tie, []byte{againstX, againstX}) }},
		{"weights of nothing", func(f *forgery) {
			f.frames[0].steps = []byte{30, 31, 38, 0, 0, alongX, alongX}
		}},
		{"weights of 0", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{30, 31}, tie[:7], []byte{1, 0, 0, 0, 0, alongX, alongX})
		}},
		{"a corner that a triangle does not have", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{30, 31}, tie[:7], []byte{1, 3, 0, 1, 0, 1, alongX, alongX})
		}},
		{"a negative weight", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{30, 31, 38, 2, 0, 0, 1, 0, 2, 1, 0, 1, 0x80, 1}, tie[7:], []byte{alongX, alongX})
		}},
		{"long weights", func(f *forgery) {
			f.reach, f.frames[0].steps = under, slices.Concat([]byte{30, 31, 38, 1, 0, 0}, longNumber(), []byte{1, 0, 0}, longNumber(), []byte{alongX, alongX})
		}},
		{"a pair that is far as near", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{30, 31}, tie, tie, []byte{alongX}) }},
		{"an edge that meets nothing", func(f *forgery) { f.frames[0].steps = []byte{30, 31, 32, alongX, alongX} }},
		{"an edge of the other that meets nothing", func(f *forgery) { f.frames[0].steps = []byte{30, 31, 35, alongX, alongX} }},
		{"the tie of a whole mesh", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{31}, tie, []byte{alongX}) }},
		{"the tie with a whole mesh", func(f *forgery) { f.frames[0].steps = slices.Concat([]byte{30}, tie, []byte{alongX}) }},
		{"a step that is none", func(f *forgery) {
			f.frames[0].steps = slices.Concat([]byte{30, 31, 39}, tie[1:], []byte{alongX, alongX})
		}},
		{"a triangle twice", func(f *forgery) { f.meshes[0].order = []uint32{1, 1}; f.frames[0].steps = []byte{alongX} }},
		{"an unknown triangle", func(f *forgery) { f.meshes[0].order = []uint32{0, 2} }},
		{"a triangle less", func(f *forgery) { f.meshes[0].order = []uint32{1}; f.frames[0].steps = []byte{alongX} }},
		{"a triangle more", func(f *forgery) { f.meshes[0].order = []uint32{0, 1, 1} }},
		{"no triangles", func(f *forgery) { f.meshes[0].order = nil; f.frames[0].steps = []byte{alongX} }},
		{"another file", func(f *forgery) { f.meshes[1].sum[31] ^= 1 }},
		{"a shape of no kind", func(f *forgery) { f.meshes[1].kind = 2 }},
		{"files exchanged", func(f *forgery) { f.meshes[0].sum, f.meshes[1].sum = f.meshes[1].sum, f.meshes[0].sum }},
		{"an order twice", func(f *forgery) { f.bodies, f.again = append(f.bodies, f.bodies[0]), true }},
		{"no bodies", func(f *forgery) { f.bodies = nil }},
		{"one file for both", func(f *forgery) { f.bodies[1].mesh = 0 }},
		{"a long name", func(f *forgery) { f.bodies[0].name = strings.Repeat("x", 1<<16+1) }},
		{"a name of other bytes", func(f *forgery) { f.bodies[0].name = "\xff" }},
		{"no pair", func(f *forgery) { f.pairs, f.frames[0].steps = [][2]uint32{}, nil }},
		{"a pair twice", func(f *forgery) {
			f.pairs, f.frames[0].steps = [][2]uint32{{0, 1}, {0, 1}}, slices.Concat(inAll, inAll)
		}},
		{"a pair backwards", func(f *forgery) {
			f.pairs, f.frames[0].steps = [][2]uint32{{1, 0}}, slices.Concat([]byte{30, 31}, tie, []byte{againstX, againstX})
		}},
		{"a body and itself", func(f *forgery) {
			f.pairs, f.frames[0].steps = [][2]uint32{{1, 1}}, slices.Concat([]byte{30, 31}, tie, []byte{alongX, 31, againstX}, tie)
		}},
		{"pairs out of order", func(f *forgery) {
			f.bodies, f.pairs = append(f.bodies, f.bodies[0]), [][2]uint32{{1, 2}, {0, 1}}
			f.frames[0].steps = slices.Concat([]byte{30, 31}, tie, []byte{againstX, againstX}, inAll)
		}},
		{"an unknown pair", func(f *forgery) { f.pairs = [][2]uint32{{0, math.MaxUint32}} }},
		{"more bodies that move", func(f *forgery) { f.moving = 3 }},
		{"more bodies that move, with poses", func(f *forgery) { f.moving, f.frames[0].poses = 3, []pose{identity, identity, identity} }},
		{"all bodies that there can be move", func(f *forgery) { f.moving = math.MaxUint32 }},
		{"a pose of no number", func(f *forgery) { f.bodies[0].pose[5] = math.NaN() }},
		{"an endless pose", func(f *forgery) { f.bodies[0].pose[3] = math.Inf(-1) }},
		{"corners beyond the range", func(f *forgery) {
			f.bodies[1].pose = moved
			f.bodies[1].pose[0] = 1e308
			f.frames[0].steps = []byte{alongX}
		}},
		{"a pose of the frame of no number", func(f *forgery) { f.moving = 1; f.frames[0].poses = []pose{{0: math.NaN()}} }},
		{"no frame", func(f *forgery) { f.frames, f.count = nil, 0 }},
		{"a frame less", func(f *forgery) { f.count = 0 }},
		{"a frame more", func(f *forgery) { f.count = 2 }},
		{"frames beyond 32 bits", func(f *forgery) { f.count = 1 + 1<<32 }},
		{"something after the end", func(f *forgery) { f.more = []byte{0} }},
		{"another proof after the end", func(f *forgery) { f.more = []byte(magic) }},
		{"another question", func(f *forgery) { f.question = 2 }},
		{"distances with a reach", func(f *forgery) { f.question = 1; f.frames[0].steps = bounded(under, 5, tie, covered) }},
		{"a distance above itself", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(5, 5, tie, covered) }},
		{"a distance above itself, its pair listed", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(5, 5, tie, inAll) }},
		{"a distance below itself", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(1, under, tie, covered) }},
		{"no upper bound", func(f *forgery) {
			f.question, f.reach = 1, 0
			f.frames[0].steps = bounded(1, math.Inf(1), nil, covered)
		}},
		{"no lower bound", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(-1, 5, tie, nil) }},
		{"an invalid lower bound", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(-2, 5, tie, nil) }},
		{"an invalid lower bound, of bodies that touch", func(f *forgery) {
			f.question, f.reach, f.bodies[1].pose = 1, 0, onto
			f.frames[0].steps = bounded(-2, 0, tie, nil)
		}},
		{"a lower bound of no number, of bodies that touch", func(f *forgery) {
			f.question, f.reach, f.bodies[1].pose = 1, 0, onto
			f.frames[0].steps = bounded(math.NaN(), 0, tie, nil)
		}},
		{"bounds of no number", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(math.NaN(), 5, tie, covered) }},
		{"an upper bound of no number", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(1, math.NaN(), tie, covered) }},
		{"an upper bound below 0", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(1, -5, tie, covered) }},
		{"a pair below the lower bound", func(f *forgery) { f.question, f.reach = 1, 0; f.frames[0].steps = bounded(under, 5, tie, inAll) }},
		{"a lower bound beyond the range", func(f *forgery) {
			f.question, f.reach = 1, 0
			f.frames[0].steps = bounded(math.Inf(1), 5, tie, covered)
		}},
	} {
		f, files := honest(t)
		c.forge(f)
		text := f.text()
		if got := printed(t, text, files); got != "" {
			t.Errorf("%s is accepted: %s", c.name, got)
		}
		inPython(t, text, "", files...)
	}
}

// TestHonest: what TestForged falsifies is accepted, and a truth is with it that its falsehoods have next to them.
func TestHonest(t *testing.T) {
	t.Parallel()
	under := math.Nextafter(5, 4)
	for _, c := range []struct {
		name, want string
		change     func(f *forgery)
	}{
		{"as it is", "verified: some at most 5 apart (frames: 1, not free: 1, pairs of triangles at most 5 apart listed: 1, bodies: 2, pairs not looked at: 0)\n", func(*forgery) {}},
		{"just farther", "verified: all more than 4.9999999999999991 apart", func(f *forgery) { f.reach, f.frames[0].steps = under, covered }},
		{"a distance", "verified: distance above 4.9999999999999991, at most 5 (frames: 1, not free: 0, contacts listed: 0, bodies: 2, pairs not looked at: 0)\n", func(f *forgery) {
			f.question, f.reach, f.frames[0].steps = 1, 0, bounded(under, 5, tie, covered)
		}},
		{"a distance of 0", "verified: distance above -1, at most 0 (frames: 1, not free: 1, contacts listed: 0, bodies: 2, pairs not looked at: 0)\n", func(f *forgery) {
			f.question, f.reach, f.bodies[1].pose = 1, 0, onto
			f.frames[0].steps = bounded(-1, 0, tie, nil)
		}},
		{"names that look like lines", `body 0: "\u{22}\u{a}verified: free\u{202e}\u{5c}u{41}\u{1f600}" is `, func(f *forgery) { f.bodies[0].name = "\"\nverified: free\u202e\\u{41}\U0001f600" }},
		{"three bodies, a pair passed over", "verified: some at most 5 apart (frames: 1, not free: 1, pairs of triangles at most 5 apart listed: 2, bodies: 3, pairs not looked at: 1)\n", func(f *forgery) {
			f.bodies, f.pairs = append(f.bodies, f.bodies[0]), [][2]uint32{{0, 1}, {1, 2}}
			f.frames[0].steps = slices.Concat(inAll, []byte{30, 31}, tie, []byte{againstX, againstX})
		}},
		{"a pose that a body without corners there does not mind", "verified: some", func(f *forgery) { f.bodies[0].pose[11] = math.Copysign(0, -1) }},
	} {
		f, files := honest(t)
		c.change(f)
		text := f.text()
		got := printed(t, text, files)
		if !strings.Contains(got, c.want) {
			_, _, err := verify(t, text, files...)
			t.Errorf("%s: %s%v, want %s", c.name, got, err, c.want)
		}
		inPython(t, text, got, files...)
	}
}

// TestLooseVertex: where a vertex would be that no triangle has does not matter, to neither verifier.
func TestLooseVertex(t *testing.T) {
	t.Parallel()
	f, files := honest(t)
	text := []byte("v 0 0 0\nv -1 0 0\nv 0 -1 0\nv 1e308 0 0\nf 1 2 3\n")
	if err := os.WriteFile(files[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	f.meshes[0] = forgedMesh{sum: sha256.Sum256(text), order: []uint32{0}}
	f.bodies[0].pose[3], f.frames[0].steps = 1e308, []byte{againstX}
	got := printed(t, f.text(), files)
	if !strings.Contains(got, "verified: all more than 5 apart") {
		t.Errorf("%s", got)
	}
	inPython(t, f.text(), got, files...)
}

// TestCut: no proof that ends early is accepted, wherever it ends.
func TestCut(t *testing.T) {
	t.Parallel()
	f, files := honest(t)
	text := f.text()
	for n := range text {
		if checked(text[:n], files, func(*verifier, string) {}) == nil {
			t.Errorf("%d of %d bytes are accepted", n, len(text))
		}
		if n%40 == 7 {
			inPython(t, text[:n], "", files...)
		}
	}
}

// TestPosesOfList: poses that are not those of the list, in its order and number, are refused by both.
func TestPosesOfList(t *testing.T) {
	t.Parallel()
	f, files := honest(t)
	far := identity
	far[11] = math.Nextafter(1, 2)
	f.moving, f.count = 1, 2
	f.frames = []forgedFrame{{[]pose{identity}, inAll}, {[]pose{far}, nil}}
	f.frames[1].steps = []byte{30, 31, 29, 1, 0, 3, 1, 0, 4, 1, 0x80, 1, alongX, alongX}
	a, b := "1 0 0 0 0 1 0 0 0 0 1 0\n", "1 0 0 0 0 1 0 0 0 0 1 1.0000000000000002\n"
	for list, ok := range map[string]bool{
		a + b: true, "# two\n\n" + a + "\t" + strings.ReplaceAll(b, " ", "  "): true, strings.ReplaceAll(a, " 0", " -0") + b: true,
		a: false, b + a: false, a + a: false, a + b + b: false, "": false, a + "1 0 0 0 0 1 0 0 0 0 1 1\n": false, a + b + "x\n": false, a + "1 0 0\n": false,
		a + strings.Replace(b, "1", "nan", 1): false, a + strings.ReplaceAll(b, "\n", " 1\n"): false, a + strings.ReplaceAll(b, "1.0", "1_0.0"): false,
	} {
		for _, moving := range []uint32{1, 0} {
			g := *f
			if g.moving = moving; moving == 0 {
				g.frames, g.count = []forgedFrame{{nil, inAll}}, 1
			}
			file, poses := filepath.Join(t.TempDir(), "proof"), filepath.Join(t.TempDir(), "poses.txt")
			if err := os.WriteFile(file, g.text(), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(poses, []byte(list), 0o600); err != nil {
				t.Fatal(err)
			}
			bothRefuse(t, !ok || moving == 0, append([]string{file}, append(files, "-poses", poses)...))
		}
	}
}

// bothRefuse runs both verifiers, which must refuse, or accept and print the same.
func bothRefuse(t *testing.T, refuse bool, args []string) {
	t.Helper()
	var out bytes.Buffer
	_, err := attempt(args, &out)
	if refused := err != nil; refused != refuse {
		t.Errorf("%v: %v, want refused: %v", args, err, refuse)
	}
	got, complaint := python(t, args)
	if refused := strings.HasPrefix(complaint, "not verified: "); refused != refuse || !refuse && got != out.String() {
		t.Errorf("%v: the second verifier prints %s%s, the first %s%v", args, got, complaint, &out, err)
	}
}

// TestBoundedWork: many bodies that are not tested with each other cost nothing in each of many frames.
func TestBoundedWork(t *testing.T) {
	t.Parallel()
	f, files := honest(t)
	for range 3000 {
		f.bodies = append(f.bodies, f.bodies[1])
	}
	f.pairs = [][2]uint32{{0, 1}}
	for range 4999 {
		f.frames = append(f.frames, f.frames[0])
	}
	f.count = uint64(len(f.frames))
	var text bytes.Buffer
	start := time.Now()
	v := open(f.text(), io.Discard, files)
	if v.verify(func() { fmt.Fprintln(&text, len(v.found)) }); v.frames != 5000 || strings.Count(text.String(), "1\n") != 5000 {
		t.Errorf("%d frames", v.frames)
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("5,000 frames took %v", d)
	}
	f.frames, f.count = f.frames[:20], 20
	inPython(t, f.text(), printed(t, f.text(), files), files...)
}
