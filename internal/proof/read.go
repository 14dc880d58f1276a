package proof

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"unicode/utf8"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// File is a proof that was read: what heads it, and its frames. Its meshes are orders of triangles until Use gives them those of files.
type File struct {
	Head
	data   []byte
	frames []int // where each begins, behind its mark
	pairs  [][2]int
}

// Open reads a proof and checks its structure: every pair of triangles of the bodies that are looked at is covered by a step. What the steps
// claim is not checked; Frame does that. Memory is linear in the data, which must not change afterwards.
func Open(data []byte) (*File, error) {
	f := &File{data: data}
	r := &reader{data: data}
	f.readHead(r)
	for r.err == nil && r.uint8() == 1 {
		f.frames = append(f.frames, r.at)
		f.poses(r)
		r.fail(f.walk(r, nil), "frame %d: %w", len(f.frames)-1)
	}
	if r.err == nil && (r.data[r.at-1] != 0 || len(f.frames) == 0 || r.uint64() != uint64(len(f.frames)) || r.at != len(data)) {
		r.fail(errors.New("it does not end as a proof does"), "after %d frames: %w", len(f.frames))
	}
	if r.err != nil {
		return nil, fmt.Errorf("byte %d: %w", r.at, r.err)
	}
	return f, nil
}

// Frames is the number of frames.
func (f *File) Frames() int { return len(f.frames) }

// Pairs is the number of pairs of bodies that are looked at.
func (f *File) Pairs() int { return len(f.pairs) }

// Order is the order of the triangles of a mesh.
func (f *File) Order(mesh int) []uint32 { return f.Meshes[mesh].order }

// Use gives a mesh of the proof the triangles of its file.
func (f *File) Use(mesh int, m *mesh.Mesh) error {
	if n := len(f.Meshes[mesh].order); n != len(m.Triangles) {
		return fmt.Errorf("it has %d triangles, and %d in the proof", len(m.Triangles), n)
	}
	f.Meshes[mesh].use(m)
	return nil
}

// Poses are those of all bodies in a frame.
func (f *File) Poses(frame int) []geom.Pose {
	return f.poses(&reader{data: f.data, at: f.frames[frame]})
}

func (f *File) poses(r *reader) []geom.Pose {
	poses := make([]geom.Pose, len(f.Bodies))
	for i := range f.Bodies {
		if poses[i] = f.Bodies[i].Pose; i < f.Moving {
			poses[i] = r.pose()
		}
	}
	return poses
}

func (f *File) readHead(r *reader) {
	r.demand(string(r.take(len(magic))) == magic, "it is not a proof of version %s", magic[len(magic)-2:len(magic)-1])
	question := r.uint8()
	f.Distances, f.Solid, f.Reach = question == 1, question == 2, r.float64()
	r.demand(question <= 2 && f.Reach >= 0 && f.Reach <= math.MaxFloat64 && (question == 0 || f.Reach == 0), "question %d with a reach of %v", question, f.Reach)
	n, moving := int(r.uint32()), int(r.uint32())
	r.demand(moving <= n, "%d of %d bodies move", moving, n)
	f.Moving = moving
	known := map[[32]byte]int{}
	for i := 0; i < n && r.err == nil; i++ {
		f.Bodies = append(f.Bodies, f.body(r, known, i < moving))
	}
	f.readPairs(r)
}

// readPairs reads the pairs of bodies that are looked at. Bodies that stay, of which no two are looked at with each other, are fixed;
// other pairs that are not looked at are skipped.
func (f *File) readPairs(r *reader) {
	last, n := [2]int{}, len(f.Bodies)
	for k := r.uint32(); k > 0 && r.err == nil; k-- {
		p := [2]int{int(r.uint32()), int(r.uint32())}
		r.demand(p[0] < p[1] && p[1] < n && slices.Compare(last[:], p[:]) < 0, "a pair of bodies %d is unknown or not in order", p)
		f.pairs, last = append(f.pairs, p), p
	}
	if r.demand(len(f.pairs) > 0, "no pair of bodies is looked at"); r.err != nil {
		return
	}
	left, beside := f.pairs, make([]bool, n) // beside a fixed one
	var loose []int
	for i := range f.Bodies {
		if f.Bodies[i].Fixed = i >= f.Moving && !beside[i]; !f.Bodies[i].Fixed {
			loose = append(loose, i)
		}
		for ; len(left) > 0 && left[0][0] == i; left = left[1:] {
			beside[left[0][1]] = beside[left[0][1]] || f.Bodies[i].Fixed
		}
	}
	f.skip(r, loose)
}

// mostSkipped is the number of pairs of bodies, not both fixed, that may be skipped, so that memory is linear in the data.
const mostSkipped = 1 << 20

// skip notes the pairs that are skipped; loose are the bodies that are not fixed.
func (f *File) skip(r *reader, loose []int) {
	left := f.pairs
	for i := range f.Bodies {
		first, _ := slices.BinarySearch(loose, i+1)
		others := loose[first:]
		for k := range len(f.Bodies) - i - 1 {
			j := i + 1 + k
			if f.Bodies[i].Fixed {
				if k >= len(others) {
					break
				}
				j = others[k]
			}
			if len(left) > 0 && left[0] == [2]int{i, j} {
				left = left[1:]
				continue
			}
			if r.demand(len(f.Skipped) < mostSkipped, "more than %d pairs of bodies are not looked at", mostSkipped); r.err != nil {
				return
			}
			f.Skipped = append(f.Skipped, [2]int{i, j})
		}
	}
}

// reader takes numbers off data. Its first error stays, and everything read after it is 0.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) demand(ok bool, format string, args ...any) {
	if !ok && r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// fail adds words to an error, of which there may be none.
func (r *reader) fail(err error, format string, args ...any) {
	if err != nil {
		r.err = fmt.Errorf(format, append(args, err)...)
	}
}

func (r *reader) take(n int) []byte {
	if r.demand(n <= len(r.data)-r.at, "it is cut short"); r.err != nil {
		return make([]byte, min(n, 32))
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) uint8() byte       { return r.take(1)[0] }
func (r *reader) uint16() uint16    { return binary.LittleEndian.Uint16(r.take(2)) }
func (r *reader) uint32() uint32    { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) uint64() uint64    { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) float64() float64  { return math.Float64frombits(r.uint64()) }
func (r *reader) array32() [32]byte { return [32]byte(r.take(32)) }

// solid reads a radius and points.
func (r *reader) solid() *Mesh {
	radius, n := r.float64(), r.uint32()
	if r.demand(radius >= 0 && radius <= math.MaxFloat64 && n >= 1 && n <= 4096, "a solid of radius %v and %d points", radius, n); r.err != nil {
		return NewSolid([]geom.Vec{{}}, 0)
	}
	points := make([]geom.Vec, n)
	for i := range points {
		points[i] = geom.Vec{X: r.float64(), Y: r.float64(), Z: r.float64()}
		r.demand(points[i].IsFinite(), "a point of a solid is not finite")
	}
	return NewSolid(points, radius)
}

// order reads an order of triangles: each exactly once.
func (r *reader) order() []uint32 {
	n := int(r.uint32())
	if r.demand(n > 0 && n <= (len(r.data)-r.at)/4 && n <= math.MaxInt32, "a mesh of %d triangles, which are not there", n); r.err != nil {
		return nil
	}
	order, seen := make([]uint32, n), make([]bool, n)
	for k := range order {
		t := r.uint32()
		if r.demand(int(t) < n && !seen[min(int(t), n-1)], "triangle %d of an order is unknown or comes twice", t); r.err != nil {
			return nil
		}
		order[k], seen[t] = t, true
	}
	return order
}

// body reads a body. known are the meshes by their files, with the place of each.
func (f *File) body(r *reader, known map[[32]byte]int, moves bool) (b Body) {
	b.Name = string(r.take(int(r.uint16())))
	r.demand(utf8.ValidString(b.Name), "a name that is not in UTF-8")
	if b.Mesh = f.shape(r, known); !moves {
		b.Pose = r.pose()
	}
	return b
}

// shape reads a shape and returns its place among the meshes. That of a file that was met before is there.
func (f *File) shape(r *reader, known map[[32]byte]int) int {
	kind := r.uint8()
	if r.demand(kind <= 1, "a shape of kind %d", kind); kind == 1 {
		f.Meshes = append(f.Meshes, r.solid())
		return len(f.Meshes) - 1
	}
	m := &Mesh{sum: r.array32()}
	if at, met := known[m.sum]; met {
		return at
	}
	m.order = r.order()
	known[m.sum], f.Meshes = len(f.Meshes), append(f.Meshes, m)
	return len(f.Meshes) - 1
}

func (r *reader) pose() (p geom.Pose) {
	for i := range 3 {
		var row [4]float64
		for k := range row {
			row[k] = r.float64()
		}
		r.demand(!slices.ContainsFunc(row[:], func(x float64) bool { return !(math.Abs(x) <= math.MaxFloat64) }), "a pose is not finite")
		copy(p.R[3*i:], row[:3])
		setAt(&p.T, i, row[3])
	}
	return p
}

// integers reads n whole numbers of any length.
func (r *reader) integers(n int) (list []*big.Int) {
	for range n {
		size := r.uint16()
		x := new(big.Int)
		if text := r.take(int(size &^ (1 << 15))); r.err == nil {
			x.SetBytes(text)
		}
		if size>>15 == 1 {
			x.Neg(x)
		}
		list = append(list, x)
	}
	return list
}
