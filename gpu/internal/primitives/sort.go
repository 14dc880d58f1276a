package primitives

import "github.com/collide-go/collide/gpu/internal/vulkan"

var (
	radixCount   = &vulkan.Kernel{Shaders: shaders, Name: "radix_count", Access: "rw", Group: tile}
	radixScatter = &vulkan.Kernel{Shaders: shaders, Name: "radix_scatter", Access: "rrrww", Group: tile}
	mergeBlock   = &vulkan.Kernel{Shaders: shaders, Name: "merge_block", Access: "rrww", Group: 256}
	mergePass    = &vulkan.Kernel{Shaders: shaders, Name: "merge_pass", Access: "rrww", Group: 256}
)

// Sizes that the shaders share.
const (
	radixDigits   = 256
	bitsPerDigit  = 8
	mergeBlockLen = 256
)

// Sorter sorts 64-bit keys with a 32-bit payload.
type Sorter struct {
	Keys, Payload   *vulkan.Buffer // to be filled; sorted in place as seen from outside
	keys2, payload2 *vulkan.Buffer
	counts          *vulkan.Buffer
	scanner         *Scanner
}

// NewSorter makes a sorter.
func NewSorter(d *vulkan.Device) *Sorter {
	return &Sorter{
		Keys: d.NewBuffer("sort keys"), Payload: d.NewBuffer("sort payload"),
		keys2: d.NewBuffer("sort keys, other half"), payload2: d.NewBuffer("sort payload, other half"),
		counts: d.NewBuffer("digit counts"), scanner: NewScanner(d),
	}
}

// Grow makes room for n keys.
func (s *Sorter) Grow(n int) error {
	counts := radixDigits * tiles(n)
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{{s.Keys, 8 * n}, {s.keys2, 8 * n}, {s.Payload, 4 * n}, {s.payload2, 4 * n}, {s.counts, 4 * counts}} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return s.scanner.Grow(counts)
}

// Close frees what it has on the device.
func (s *Sorter) Close() {
	for _, b := range []*vulkan.Buffer{s.Keys, s.keys2, s.Payload, s.payload2, s.counts} {
		b.Close()
	}
	s.scanner.Close()
}

func (s *Sorter) swap() {
	s.Keys, s.keys2 = s.keys2, s.Keys
	s.Payload, s.payload2 = s.payload2, s.Payload
}

// mergeAtMost is the number of keys up to which Sort merges: eight runs, of a radix sort 40. The
// software driver is faster so up to 65,536.
const mergeAtMost = 1 << 15

// Sort sorts the first n keys, as Radix does with all their bits: by merging where they are few.
func (s *Sorter) Sort(b *vulkan.Batch, n int) {
	if n <= mergeAtMost {
		s.Merge(b, n)
	} else {
		s.Radix(b, n, 64)
	}
}

// Radix sorts the first n keys by their lowest bits: stable,
// least significant digit first (Satish, Harris, Garland 2009). Afterwards keys and
// payload name the buffers that hold the result.
func (s *Sorter) Radix(b *vulkan.Batch, n, bits int) {
	t := tiles(n)
	for shift := 0; shift < bits; shift += bitsPerDigit {
		push := []uint32{uint32(n), uint32(shift), uint32(t)}
		b.Call(radixCount, n, push, s.Keys, s.counts)
		s.scanner.Scan(b, s.counts, radixDigits*t)
		b.Call(radixScatter, n, push, s.Keys, s.Payload, s.counts, s.keys2, s.payload2)
		s.swap()
	}
}

// Merge sorts the first n keys by merging: stable, blocks of 256 in shared memory
// first, then runs of doubling length.
func (s *Sorter) Merge(b *vulkan.Batch, n int) {
	b.Call(mergeBlock, n, []uint32{uint32(n)}, s.Keys, s.Payload, s.keys2, s.payload2)
	s.swap()
	for width := mergeBlockLen; width < n; width *= 2 {
		b.Call(mergePass, n, []uint32{uint32(n), uint32(width)}, s.Keys, s.Payload, s.keys2, s.payload2)
		s.swap()
	}
}
