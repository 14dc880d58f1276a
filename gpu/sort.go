package gpu

var (
	radixCount   = &kernel{name: "radix_count", access: "rw", group: tile}
	radixScatter = &kernel{name: "radix_scatter", access: "rrrww", group: tile}
	mergeBlock   = &kernel{name: "merge_block", access: "rrww", group: 256}
	mergePass    = &kernel{name: "merge_pass", access: "rrww", group: 256}
)

// Sizes that the shaders share.
const (
	radixDigits   = 256
	bitsPerDigit  = 8
	mergeBlockLen = 256
)

// sorter sorts 64-bit keys with a 32-bit payload.
type sorter struct {
	keys, payload   *buffer // to be filled; sorted in place as seen from outside
	keys2, payload2 *buffer
	counts          *buffer
	scanner         *scanner
}

func (d *Device) newSorter() *sorter {
	return &sorter{
		keys: d.newBuffer("sort keys"), payload: d.newBuffer("sort payload"),
		keys2: d.newBuffer("sort keys, other half"), payload2: d.newBuffer("sort payload, other half"),
		counts: d.newBuffer("digit counts"), scanner: d.newScanner(),
	}
}

// grow makes room for n keys.
func (s *sorter) grow(n int) error {
	counts := radixDigits * tiles(n)
	for _, g := range []struct {
		b    *buffer
		size int
	}{{s.keys, 8 * n}, {s.keys2, 8 * n}, {s.payload, 4 * n}, {s.payload2, 4 * n}, {s.counts, 4 * counts}} {
		if err := g.b.grow(g.size); err != nil {
			return err
		}
	}
	return s.scanner.grow(counts)
}

func (s *sorter) close() {
	for _, b := range []*buffer{s.keys, s.keys2, s.payload, s.payload2, s.counts} {
		b.close()
	}
	s.scanner.close()
}

func (s *sorter) swap() {
	s.keys, s.keys2 = s.keys2, s.keys
	s.payload, s.payload2 = s.payload2, s.payload
}

// radix sorts the first n keys by so many of their low bits: stable,
// least significant digit first (Satish, Harris, Garland 2009). Afterwards keys and
// payload name the buffers that hold the result.
func (s *sorter) radix(b *batch, n, bits int) {
	t := tiles(n)
	for shift := 0; shift < bits; shift += bitsPerDigit {
		push := []uint32{uint32(n), uint32(shift), uint32(t)}
		b.call(radixCount, n, push, s.keys, s.counts)
		s.scanner.scan(b, s.counts, radixDigits*t)
		b.call(radixScatter, n, push, s.keys, s.payload, s.counts, s.keys2, s.payload2)
		s.swap()
	}
}

// merge sorts the first n keys by merging: stable, blocks of 256 in shared memory
// first, then runs of doubling length.
func (s *sorter) merge(b *batch, n int) {
	b.call(mergeBlock, n, []uint32{uint32(n)}, s.keys, s.payload, s.keys2, s.payload2)
	s.swap()
	for width := mergeBlockLen; width < n; width *= 2 {
		b.call(mergePass, n, []uint32{uint32(n), uint32(width)}, s.keys, s.payload, s.keys2, s.payload2)
		s.swap()
	}
}
