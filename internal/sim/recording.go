package sim

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
)

// A recording (.clr) is a magic number, then chunks: a kind, the length of the
// payload in 4 bytes, the payload, and the CRC-32C of all those. All numbers are
// little-endian. First comes the header chunk with version and bodies, then a
// chunk a frame: key frames, which stand alone, and those that say how they
// differ from what the two before them let expect. An index chunk with the places
// of the key frames and a trailer that points to it end the file; without them it
// was cut off, and plays up to its last whole frame.
const (
	magic   = "collrec\n"
	version = 1

	chunkHeader = 'H'
	chunkKey    = 'K'
	chunkFrame  = 'F'
	chunkIndex  = 'I'

	chunkHead = 5 // bytes before the payload
	chunkTail = 4 // and after it
	// trailer is the place of the index chunk and a magic number.
	trailerMagic = "collend\n"
	trailerSize  = 16

	// keyEvery is how many frames a key frame serves.
	keyEvery = 64
	// maxChunk bounds a payload: 2³⁰ bytes hold a frame of ten million bodies.
	maxChunk = 1 << 30
)

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// IsRecording reports whether a file is a recording: by its content.
func IsRecording(ctx context.Context, files *input.Files, path string) bool {
	f, err := files.Open(ctx, path)
	if err != nil {
		return false // the reader reports it
	}
	defer func() { _ = f.Close() }() // nothing was written
	start := make([]byte, len(magic))
	_, err = io.ReadFull(f, start)
	return err == nil && string(start) == magic
}

// poseNumbers are the numbers of a pose.
const poseNumbers = 12

func numbersOf(p *geom.Pose) (v [poseNumbers]float64) {
	copy(v[:], p.R[:])
	v[9], v[10], v[11] = p.T.X, p.T.Y, p.T.Z
	return v
}

func setNumbers(p *geom.Pose, v *[poseNumbers]float64) {
	copy(p.R[:], v[:9])
	p.T = geom.Vec{X: v[9], Y: v[10], Z: v[11]}
}

// ordered maps float64 to int64 so that neighbours stay neighbours, −0 before 0.
func ordered(x float64) int64 {
	b := math.Float64bits(x)
	if b>>63 != 0 {
		return ^int64(b &^ (1 << 63))
	}
	return int64(b)
}

func fromOrdered(i int64) float64 {
	if i < 0 {
		return math.Float64frombits(uint64(^i) | 1<<63)
	}
	return math.Float64frombits(uint64(i))
}

// expected is what a number is if it goes on as before.
func expected(last, before float64) float64 {
	if x := float64(2*last) - before; x-x == 0 {
		return x
	}
	return last
}

// foreseen is where a body is if it flies and turns on as it did between the last
// two frames.
func foreseen(last, before *geom.Pose) [poseNumbers]float64 {
	p := *last
	if last.R != before.R {
		var turn geom.Mat // last.R times the inverse, for a rotation, of before.R
		for i := range 3 {
			for j := range 3 {
				turn[3*i+j] = last.R.Row(i).Dot(before.R.Row(j))
			}
		}
		p.R = turn.Mul(&last.R)
	}
	p.T = geom.Vec{X: expected(last.T.X, before.T.X), Y: expected(last.T.Y, before.T.Y), Z: expected(last.T.Z, before.T.Z)}
	return numbersOf(&p)
}

// memory is what the next frame is told from: the poses of the last two.
type memory struct{ last, before []geom.Pose }

func (m *memory) reset(n int) {
	m.last, m.before = grown(m.last, n), grown(m.before, n)
	clear(m.last)
	clear(m.before)
}

// push makes poses the last.
func (m *memory) push(poses []geom.Pose, key bool) {
	m.last, m.before = m.before, m.last
	copy(m.last, poses)
	if key { // nothing is known of the frame before
		copy(m.before, poses)
	}
}

// appendPoses writes what of the poses is not as expected: a bit a body, then for
// each of those a mask of its numbers and the differences.
func (m *memory) appendPoses(dst []byte, poses []geom.Pose) []byte {
	bits := len(dst)
	dst = append(dst, make([]byte, (len(poses)+7)/8)...)
	for i := range poses {
		now, want := numbersOf(&poses[i]), foreseen(&m.last[i], &m.before[i])
		var mask uint64
		var diff [poseNumbers]int64
		for k := range now {
			diff[k] = ordered(now[k]) - ordered(want[k])
			if diff[k] != 0 {
				mask |= 1 << k
			}
		}
		if mask == 0 {
			continue
		}
		dst[bits+i/8] |= 1 << (i % 8)
		dst = binary.AppendUvarint(dst, mask)
		for _, d := range diff {
			if d != 0 {
				dst = binary.AppendVarint(dst, d)
			}
		}
	}
	return dst
}

// readPoses is the reverse of appendPoses.
func (m *memory) readPoses(r *payload, poses []geom.Pose) {
	bits := r.bytes((len(poses) + 7) / 8)
	for i := range poses {
		want := foreseen(&m.last[i], &m.before[i])
		var mask uint64
		if r.err == nil && bits[i/8]>>(i%8)&1 != 0 {
			if mask = r.uvarint(); mask >= 1<<poseNumbers {
				r.fail("mask %#x of a pose", mask)
			}
		}
		if r.err != nil {
			return
		}
		var now [poseNumbers]float64
		for k := range now {
			x := ordered(want[k])
			if mask>>k&1 != 0 {
				x += r.varint()
			}
			now[k] = fromOrdered(x)
		}
		setNumbers(&poses[i], &now)
		if !poses[i].IsFinite() {
			r.fail("pose %d is not finite", i)
		}
	}
}

// payload reads the numbers of a chunk. The first fault is kept; after it all is
// zero.
type payload struct {
	data []byte
	at   int64 // of the payload in the file
	pos  int
	err  error
}

func (r *payload) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %s", r.at+int64(r.pos), fmt.Sprintf(format, args...))
	}
}

func (r *payload) left() int { return len(r.data) - r.pos }

func (r *payload) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > r.left()) {
		r.fail("%d bytes needed, %d left in the chunk", n, r.left())
	}
	if r.err != nil {
		return nil
	}
	b := r.data[r.pos : r.pos+n]
	r.pos += n
	return b
}

func (r *payload) uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	x, n := binary.Uvarint(r.data[r.pos:])
	if n <= 0 {
		r.fail("a number that does not end")
		return 0
	}
	r.pos += n
	return x
}

func (r *payload) varint() int64 {
	if r.err != nil {
		return 0
	}
	x, n := binary.Varint(r.data[r.pos:])
	if n <= 0 {
		r.fail("a number that does not end")
		return 0
	}
	r.pos += n
	return x
}

// count reads a number of things of at least so many bytes each.
func (r *payload) count(what string, size int) int {
	n := r.uvarint()
	if r.err == nil && n > uint64(r.left()/size) {
		r.fail("%d %s, more than the chunk holds", n, what)
		return 0
	}
	return int(n)
}

func (r *payload) float() float64 {
	b := r.bytes(8)
	if b == nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

func (r *payload) vec() geom.Vec { return geom.Vec{X: r.float(), Y: r.float(), Z: r.float()} }

func (r *payload) text() string { return string(r.bytes(r.count("characters", 1))) }

func appendFloats(dst []byte, v ...float64) []byte {
	for _, x := range v {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
	}
	return dst
}

func appendVec(dst []byte, v geom.Vec) []byte { return appendFloats(dst, v.X, v.Y, v.Z) }

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
