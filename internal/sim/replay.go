package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
)

// Replay plays a recording. Frames hold what was recorded; after Use they are also
// searched again, by any method, for a Result. Memory is that of one frame, and 8
// bytes for every 64.
type Replay struct {
	name   string
	r      io.ReaderAt
	size   int64
	close  func() error
	bodies []Body
	dt     float64
	frames int
	keys   []int64
	cut    bool
	find   *detection
	chunk  []byte
	next   int64 // place of the frame after the current one
	memory memory
	frame  Frame
}

// OpenReplay opens a file, by files, and shows frame 0. Errors name the file and the
// byte.
func OpenReplay(ctx context.Context, files *input.Files, path string) (*Replay, error) {
	f, err := files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var p *Replay
		if p, err = NewReplay(ctx, f, info.Size(), path); err == nil {
			p.close = f.Close
			return p, nil
		}
	}
	_ = f.Close() // nothing was written
	return nil, err
}

// NewReplay reads a recording of size bytes; name is its name in errors.
func NewReplay(ctx context.Context, r io.ReaderAt, size int64, name string) (*Replay, error) {
	p := &Replay{name: name, r: r, size: size, close: func() error { return nil }}
	if err := p.open(); err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Name(name), err)
	}
	return p, p.Seek(ctx, 0)
}

func (p *Replay) open() error {
	start := make([]byte, len(magic))
	if n, err := p.r.ReadAt(start, 0); n < len(start) || string(start) != magic {
		if err == nil || errors.Is(err, io.EOF) {
			err = fmt.Errorf("not a recording: expected it to start with %q", magic)
		}
		return err
	}
	kind, data, next, err := p.readChunk(int64(len(magic)))
	if err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if kind != chunkHeader {
		return fmt.Errorf("byte %d: chunk %q; expected the header", len(magic), kind)
	}
	h := payload{data: data, at: int64(len(magic)) + chunkHead}
	if v := h.uvarint(); h.err == nil && v != version {
		return fmt.Errorf("version %d of recordings; expected %d", v, version)
	}
	if p.dt = h.float(); p.dt-p.dt != 0 {
		h.fail("time from frame to frame %v", p.dt)
	}
	if p.bodies = readBodies(&h); h.err != nil {
		return h.err
	}
	p.next = next
	p.frame.Poses = make([]geom.Pose, len(p.bodies))
	if !p.readIndex() {
		p.scan(next)
	}
	if p.frames == 0 {
		return fmt.Errorf("byte %d: no whole frame", next)
	}
	return nil
}

// readIndex uses the index at the end, if there is a sound one.
func (p *Replay) readIndex() bool {
	var t [trailerSize]byte
	if n, _ := p.r.ReadAt(t[:], p.size-trailerSize); n < trailerSize || string(t[8:]) != trailerMagic {
		return false
	}
	at := binary.LittleEndian.Uint64(t[:])
	if at > uint64(p.size) {
		return false
	}
	kind, data, _, err := p.readChunk(int64(at))
	if err != nil || kind != chunkIndex {
		return false
	}
	r := payload{data: data}
	frames := r.uvarint()
	n := r.count("key frames", 1)
	keys := make([]int64, 0, n)
	last := int64(0)
	for range n {
		last += int64(r.uvarint())
		if last < 0 || last >= int64(at) {
			return false
		}
		keys = append(keys, last)
	}
	if r.err != nil || frames > math.MaxInt32 || (int(frames)+keyEvery-1)/keyEvery != n {
		return false
	}
	p.frames, p.keys = int(frames), keys
	return true
}

// scan finds the frames of a recording that was cut off: chunk by chunk, reading
// only how long each is, and the last one whole.
func (p *Replay) scan(at int64) {
	p.cut = true
	for {
		var head [chunkHead]byte
		if n, _ := p.r.ReadAt(head[:], at); n < chunkHead || head[0] != chunkKey && head[0] != chunkFrame {
			return
		}
		end := at + chunkHead + int64(binary.LittleEndian.Uint32(head[1:])) + chunkTail
		if end > p.size || (head[0] == chunkKey) != (p.frames%keyEvery == 0) {
			return
		}
		if head[0] == chunkKey {
			p.keys = append(p.keys, at)
		}
		p.frames++
		at = end
	}
}

// readChunk reads and checks the chunk at a place.
func (p *Replay) readChunk(at int64) (kind byte, data []byte, next int64, err error) {
	var head [chunkHead]byte
	if n, err := p.r.ReadAt(head[:], at); n < chunkHead {
		return 0, nil, 0, fmt.Errorf("byte %d: the file ends within a chunk: %w", at, err)
	}
	n := int64(binary.LittleEndian.Uint32(head[1:]))
	next = at + chunkHead + n + chunkTail
	if n > maxChunk || next > p.size {
		return 0, nil, 0, fmt.Errorf("byte %d: a chunk of %d bytes; the file has %d", at, n, p.size)
	}
	p.chunk = grown(p.chunk, int(next-at))
	if n, err := p.r.ReadAt(p.chunk, at); n < len(p.chunk) {
		return 0, nil, 0, fmt.Errorf("byte %d: %w", at, err)
	}
	body := p.chunk[:chunkHead+n]
	if sum := binary.LittleEndian.Uint32(p.chunk[chunkHead+n:]); sum != crc32.Checksum(body, castagnoli()) {
		return 0, nil, 0, fmt.Errorf("byte %d: checksum of a chunk does not match: the file is damaged", at)
	}
	return head[0], body[chunkHead:], next, nil
}

// Bodies implements Stepper.
func (p *Replay) Bodies() []Body { return p.bodies }

// Frame implements Stepper.
func (p *Replay) Frame() *Frame { return &p.frame }

// Frames implements Seeker.
func (p *Replay) Frames() int { return p.frames }

// DT is the time from frame to frame in seconds.
func (p *Replay) DT() float64 { return p.dt }

// CutOff reports that the recording has no end: it plays to its last whole frame.
func (p *Replay) CutOff() bool { return p.cut }

// Step implements Stepper.
func (p *Replay) Step(ctx context.Context) error {
	if p.frame.Index+1 >= p.frames {
		return io.EOF
	}
	return p.load(ctx, p.frame.Index+1)
}

// Reset implements Stepper.
func (p *Replay) Reset(ctx context.Context) error { return p.Seek(ctx, 0) }

// Use implements Stepper.
func (p *Replay) Use(opt collide.Options) error {
	if p.find != nil {
		return p.find.use(opt)
	}
	find, err := newDetection(p.bodies, opt)
	if err == nil {
		p.find = find
	}
	return err
}

// Close implements Stepper.
func (p *Replay) Close() error {
	err := p.close()
	if p.find != nil {
		if e := p.find.close(); err == nil {
			err = e
		}
	}
	return err
}

// Seek implements Seeker: it reads the key frame before and what lies between.
func (p *Replay) Seek(ctx context.Context, k int) error {
	if k < 0 || k >= p.frames {
		return fmt.Errorf("%s: frame %d; expected 0 to %d", quote.Name(p.name), k, p.frames-1)
	}
	p.next = p.keys[k/keyEvery]
	for i := k / keyEvery * keyEvery; i < k; i++ {
		if err := p.decode(i); err != nil {
			return err
		}
	}
	return p.load(ctx, k)
}

// load makes the frame at next, the k-th, the current one.
func (p *Replay) load(ctx context.Context, k int) error {
	start := time.Now()
	if err := p.decode(k); err != nil {
		return err
	}
	f := &p.frame
	for i := range p.bodies {
		b := &p.bodies[i]
		if !b.Deforms {
			continue
		}
		if err := b.Shape.(*collide.Model).Deform(b.Deform, b.Rest, f.Time); err != nil {
			return fmt.Errorf("%s: frame %d: %w", quote.Name(p.name), k, err)
		}
	}
	f.Moved = time.Since(start)
	f.Result = nil
	if p.find == nil {
		return nil
	}
	r, i, err := p.find.at(ctx, f.Poses, nil)
	if err != nil {
		if i >= 0 {
			err = fmt.Errorf("%s: frame %d: body %s: %w", quote.Name(p.name), k, quote.Name(p.bodies[i].Name), err)
		}
		return err
	}
	f.setResult(r)
	return nil
}

// decode reads the frame at next, which must be the k-th.
func (p *Replay) decode(k int) error {
	kind, data, next, err := p.readChunk(p.next)
	if err != nil {
		return fmt.Errorf("%s: frame %d: %w", quote.Name(p.name), k, err)
	}
	key := k%keyEvery == 0
	if kind != chunkKey && kind != chunkFrame || key != (kind == chunkKey) {
		return fmt.Errorf("%s: frame %d: byte %d: chunk %q does not belong there", quote.Name(p.name), k, p.next, kind)
	}
	r := payload{data: data, at: p.next + chunkHead}
	if key {
		p.memory.reset(len(p.bodies))
	}
	readFrame(&r, &p.frame, len(p.bodies))
	if r.err == nil && p.frame.Index != k {
		r.fail("frame %d; expected %d", p.frame.Index, k)
	}
	if r.err == nil {
		p.memory.readPoses(&r, p.frame.Poses)
	}
	if r.err == nil && r.left() > 0 {
		r.fail("%d bytes too many", r.left())
	}
	if r.err != nil {
		return fmt.Errorf("%s: frame %d: %w", quote.Name(p.name), k, r.err)
	}
	p.memory.push(p.frame.Poses, key)
	p.next = next
	return nil
}
