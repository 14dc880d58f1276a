package vulkan

import "github.com/collide-go/collide/gpu/internal/vk"

// staging is memory that both sides see, through which a batch sends or receives.
// It is handed out piece by piece until reset.
type staging struct {
	dev    *Device
	usage  vk.BufferUsageFlags
	prefer vk.MemoryPropertyFlags
	chunks []chunk
	used   int // of the last chunk
}

type chunk struct {
	buffer vk.Buffer
	room   room
	bytes  []byte
}

// piece is part of a chunk.
type piece struct {
	buffer vk.Buffer
	offset uint64
	bytes  []byte
}

// minChunk is the least size of a chunk in bytes.
const minChunk = 1 << 16

// take hands out n bytes. What is full is followed by a larger chunk.
func (s *staging) take(n int) (piece, error) {
	last := len(s.chunks) - 1
	if last < 0 || s.used+n > len(s.chunks[last].bytes) {
		size := minChunk
		if last >= 0 {
			size = 2 * len(s.chunks[last].bytes)
		}
		if err := s.add(max(size, n)); err != nil {
			return piece{}, err
		}
		last++
	}
	c := &s.chunks[last]
	p := piece{c.buffer, uint64(s.used), c.bytes[s.used : s.used+n]}
	s.used += (n + 15) &^ 15
	return p, nil
}

func (s *staging) add(size int) error {
	b, r, err := s.dev.allocate(uint64(size), s.usage, vk.MemoryPropertyHostVisibleBit|vk.MemoryPropertyHostCoherentBit, s.prefer)
	if err != nil {
		return err
	}
	bytes, err := s.dev.hostBytes(r)
	if err != nil {
		s.dev.free(b, r)
		return err
	}
	s.chunks, s.used = append(s.chunks, chunk{b, r, bytes[:size]}), 0
	return nil
}

// reset takes everything back. Of several chunks the last stays: it is the largest,
// and the next batches are likely as large as this one.
func (s *staging) reset() {
	s.used = 0
	if n := len(s.chunks); n > 1 {
		last := s.chunks[n-1]
		s.chunks = s.chunks[:n-1]
		s.close()
		s.chunks = append(s.chunks, last)
	}
}

func (s *staging) close() {
	for _, c := range s.chunks {
		s.dev.free(c.buffer, c.room)
	}
	s.chunks, s.used = s.chunks[:0], 0
}
