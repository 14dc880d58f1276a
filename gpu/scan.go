package gpu

import "cmp"

var (
	scanKernel    = &kernel{name: "scan", access: "ww", group: tile}
	reduceKernel  = &kernel{name: "reduce", access: "rw", group: tile}
	compactKernel = &kernel{name: "compact", access: "rrw", group: 256}
)

// tile is how many elements a group of the scan, of a reduction or of a radix pass takes:
// the shaders share it.
const tile = 2048

// scanner computes exclusive prefix sums of uint32, after Blelloch 1990: sums of
// tiles, their scan, scans of the tiles.
type scanner struct{ sums *buffer }

func (d *Device) newScanner() *scanner { return &scanner{d.newBuffer("scan sums")} }

func (s *scanner) grow(n int) error { return s.sums.grow(4 * tiles(n)) }

func (s *scanner) close() { s.sums.close() }

// scan replaces the first n elements by the sums of those before them.
func (s *scanner) scan(b *batch, v *buffer, n int) {
	t := tiles(n)
	if t > 1 {
		b.call(scanKernel, n, []uint32{uint32(n), 0}, v, s.sums)
		b.call(scanKernel, 1, []uint32{uint32(t), 1}, v, s.sums)
	} else {
		b.fill(s.sums, 0, 4, 0)
	}
	b.call(scanKernel, n, []uint32{uint32(n), 2}, v, s.sums)
}

// tiles is how many of 2048 elements there are.
func tiles(n int) int { return (n + tile - 1) / tile }

// reducer adds up float32: tiles, then their sums, as often as it takes.
type reducer struct{ sums, other *buffer }

func (d *Device) newReducer() *reducer {
	return &reducer{d.newBuffer("sums"), d.newBuffer("sums of sums")}
}

func (r *reducer) grow(n int) error {
	return cmp.Or(r.sums.grow(4*tiles(n)), r.other.grow(4*tiles(tiles(n))))
}

func (r *reducer) close() {
	r.sums.close()
	r.other.close()
}

// sum records the sum of the first n ≥ 1 elements and returns the buffer that begins with it.
func (r *reducer) sum(b *batch, v *buffer, n int) *buffer {
	b.call(reduceKernel, n, []uint32{uint32(n)}, v, r.sums)
	in, out := r.sums, r.other
	for n = tiles(n); n > 1; n = tiles(n) {
		b.call(reduceKernel, n, []uint32{uint32(n)}, in, out)
		in, out = out, in
	}
	return in
}

// compactor moves the elements that are flagged to the front, the others behind them,
// both in their order (Blelloch 1990's split).
type compactor struct{ scanner *scanner }

func (d *Device) newCompactor() *compactor { return &compactor{d.newScanner()} }

func (c *compactor) grow(n int) error { return c.scanner.grow(n + 1) }

func (c *compactor) close() { c.scanner.close() }

// split records the split of n elements, words of in from first on, into the same places
// of out. flags are 0 or 1 for each, with room for one more; afterwards they hold how
// many were flagged before each and, last, in all.
func (c *compactor) split(b *batch, flags, in, out *buffer, first, n int) {
	b.fill(flags, 4*n, 4, 0)
	c.scanner.scan(b, flags, n+1)
	b.call(compactKernel, n, []uint32{uint32(n), uint32(first)}, flags, in, out)
}
