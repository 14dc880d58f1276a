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
	if r.err == nil {
		f.pairs = f.tested(r)
	}
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
	f.Meshes[mesh].mesh = m
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
	known := map[[32]byte]bool{}
	for n := r.uint32(); n > 0 && r.err == nil; n-- {
		kind := r.uint8()
		if r.demand(kind <= 1, "a shape of kind %d", kind); kind == 1 {
			f.Meshes = append(f.Meshes, r.solid())
			continue
		}
		m := &Mesh{sum: r.array32(), boxes: map[run]geom.AABB{}}
		m.order = r.order()
		r.demand(!known[m.sum], "a mesh comes twice")
		known[m.sum] = true
		f.Meshes = append(f.Meshes, m)
	}
	n, moving := int(r.uint32()), int(r.uint32())
	r.demand(moving <= n, "%d of %d bodies move", moving, n)
	f.Moving = moving
	used := map[int]bool{}
	for i := 0; i < n && r.err == nil; i++ {
		f.Bodies = append(f.Bodies, r.body(len(f.Meshes), i < moving))
		used[f.Bodies[i].Mesh] = true
	}
	r.demand(len(used) == len(f.Meshes), "no body has one of the meshes")
	for n := r.uint32(); n > 0 && r.err == nil; n-- {
		f.Skipped = append(f.Skipped, [2]int{int(r.uint32()), int(r.uint32())})
	}
}

// tested returns the pairs of bodies that are looked at. Each has a byte of each frame at least, which bounds their number.
func (f *File) tested(r *reader) (pairs [][2]int) {
	skipped := f.Skipped
	for i := range f.Bodies {
		for j := i + 1; j < len(f.Bodies); j++ {
			switch {
			case len(skipped) > 0 && skipped[0] == [2]int{i, j} && (!f.Bodies[i].Fixed || !f.Bodies[j].Fixed):
				skipped = skipped[1:]
			case !f.Bodies[i].Fixed || !f.Bodies[j].Fixed:
				pairs = append(pairs, [2]int{i, j})
			}
			if len(pairs) > len(f.data) {
				r.demand(false, "it is too short for %d bodies", len(f.Bodies))
				return nil
			}
		}
	}
	r.demand(len(skipped) == 0 && len(pairs) > 0, "no pair of bodies is looked at, or one that is not to be is unknown, fixed, or out of order")
	return pairs
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

func (r *reader) body(meshes int, moves bool) (b Body) {
	n := r.uint32()
	if r.demand(n <= 1<<16, "a name of %d bytes", n); r.err != nil {
		return b
	}
	b.Name = string(r.take(int(n)))
	m, fixed := r.uint32(), r.uint8()
	r.demand(utf8.ValidString(b.Name) && int64(m) < int64(meshes) && (fixed == 0 || fixed == 1 && !moves), "body %q is not named in UTF-8, or has mesh %d of %d, or %d for fixed", b.Name, m, meshes, fixed)
	b.Mesh, b.Fixed = int(m), fixed == 1
	if !moves {
		b.Pose = r.pose()
	}
	return b
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
