package sim

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Recorder writes frames to a recording. Memory is that of one frame, and 8 bytes
// for every 64.
type Recorder struct {
	w      io.Writer
	n      int // bodies
	at     int64
	frames int
	keys   []int64
	memory memory
	buf    []byte
	err    error
}

// NewRecorder writes the header: the bodies with their meshes. dt is the time from
// frame to frame.
func NewRecorder(w io.Writer, bodies []Body, dt float64) (*Recorder, error) {
	r := &Recorder{w: w, n: len(bodies)}
	r.memory.reset(r.n)
	r.write([]byte(magic))
	head := binary.AppendUvarint(r.begin(chunkHeader), version)
	head = appendFloats(head, dt)
	head, err := appendBodies(head, bodies)
	if err != nil {
		return nil, err
	}
	r.end(head)
	return r, r.err
}

// Frame writes the next frame. Its numbers come back bit for bit; its Result and
// times are not kept.
func (r *Recorder) Frame(f *Frame) error {
	if len(f.Poses) != r.n {
		return fmt.Errorf("recording: frame of %d bodies; expected %d", len(f.Poses), r.n)
	}
	if f.Index != r.frames {
		return fmt.Errorf("recording: frame %d; expected %d", f.Index, r.frames)
	}
	key := r.frames%keyEvery == 0
	kind := byte(chunkFrame)
	if key {
		kind = chunkKey
		r.keys = append(r.keys, r.at)
		r.memory.reset(r.n)
	}
	dst, err := appendFrame(r.begin(kind), f)
	if err != nil {
		return err
	}
	dst = r.memory.appendPoses(dst, f.Poses)
	r.memory.push(f.Poses, key)
	r.frames++
	r.end(dst)
	return r.err
}

// Close writes the index. It does not close what is written to.
func (r *Recorder) Close() error {
	at := r.at
	dst := binary.AppendUvarint(r.begin(chunkIndex), uint64(r.frames))
	dst = binary.AppendUvarint(dst, uint64(len(r.keys)))
	last := int64(0)
	for _, k := range r.keys {
		dst = binary.AppendUvarint(dst, uint64(k-last))
		last = k
	}
	r.end(dst)
	r.write(append(binary.LittleEndian.AppendUint64(nil, uint64(at)), trailerMagic...))
	return r.err
}

// begin starts a chunk in the buffer.
func (r *Recorder) begin(kind byte) []byte { return append(r.buf[:0], kind, 0, 0, 0, 0) }

// end completes and writes it.
func (r *Recorder) end(chunk []byte) {
	n := len(chunk) - chunkHead
	if n > maxChunk && r.err == nil {
		r.err = fmt.Errorf("recording: a chunk of %d bytes; at most %d are possible", n, maxChunk)
	}
	binary.LittleEndian.PutUint32(chunk[1:], uint32(n))
	chunk = binary.LittleEndian.AppendUint32(chunk, crc32.Checksum(chunk, castagnoli()))
	r.buf = chunk
	r.write(chunk)
}

func (r *Recorder) write(b []byte) {
	if r.err != nil {
		return
	}
	n, err := r.w.Write(b)
	r.at += int64(n)
	if err != nil {
		r.err = fmt.Errorf("recording: %w", err)
	}
}

const flagPhysical = 1

// appendFrame writes all of a frame but its poses.
func appendFrame(dst []byte, f *Frame) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(f.Index))
	dst = appendFloats(dst, f.Time)
	flags := byte(0)
	if f.Physical {
		flags |= flagPhysical
	}
	dst = append(append(dst, flags), f.State[:]...)
	dst = appendVec(appendVec(dst, f.Momentum), f.AngularMomentum)
	dst = appendFloats(dst, f.Energy)
	hash, err := hex.DecodeString(strings.TrimPrefix(f.Hash, hashPrefix))
	if err != nil || len(hash) != len(f.State) {
		return nil, fmt.Errorf("recording: hash %q of a frame's contacts", f.Hash)
	}
	dst = append(binary.AppendUvarint(dst, uint64(f.Contacts)), hash...)
	dst = binary.AppendUvarint(dst, uint64(len(f.Pairs)))
	for _, p := range f.Pairs {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(p[0])), uint64(p[1]))
	}
	dst = binary.AppendUvarint(dst, uint64(len(f.Impacts)))
	for i := range f.Impacts {
		m := &f.Impacts[i]
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(m.A)), uint64(m.B))
		dst = appendFloats(appendVec(appendVec(dst, m.Point), m.Normal), m.Impulse)
	}
	return dst, nil
}

const hashPrefix = "sha256:"

// readFrame is the reverse of appendFrame.
func readFrame(r *payload, f *Frame, bodies int) {
	f.Index, f.Time = int(r.uvarint()), r.float()
	if flags := r.bytes(1); flags != nil {
		f.Physical = flags[0]&flagPhysical != 0
	}
	copy(f.State[:], r.bytes(len(f.State)))
	f.Momentum, f.AngularMomentum, f.Energy = r.vec(), r.vec(), r.float()
	f.Contacts = int(r.uvarint())
	f.Hash = hashPrefix + hex.EncodeToString(r.bytes(len(f.State)))
	body := func() int32 {
		i := r.uvarint()
		if r.err == nil && i >= uint64(bodies) {
			r.fail("body %d of %d", i, bodies)
		}
		return int32(i)
	}
	f.Pairs = f.Pairs[:0]
	for range r.count("pairs", 2) {
		f.Pairs = append(f.Pairs, [2]int32{body(), body()})
	}
	f.Impacts = f.Impacts[:0]
	for range r.count("impacts", 58) {
		f.Impacts = append(f.Impacts, Impact{A: body(), B: body(), Point: r.vec(), Normal: r.vec(), Impulse: r.float()})
	}
}
