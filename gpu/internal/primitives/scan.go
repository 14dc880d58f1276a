package primitives

import (
	"cmp"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var (
	scanKernel    = &vulkan.Kernel{Shaders: shaders, Name: "scan", Access: "ww", Group: tile}
	reduceKernel  = &vulkan.Kernel{Shaders: shaders, Name: "reduce", Access: "rw", Group: tile}
	compactKernel = &vulkan.Kernel{Shaders: shaders, Name: "compact", Access: "rrw", Group: 256}
)

// tile is how many elements a group of the scan, of a reduction or of a radix pass takes:
// the shaders share it.
const tile = 2048

// Scanner computes exclusive prefix sums of uint32, after Blelloch 1990: sums of
// tiles, their scan, scans of the tiles.
type Scanner struct{ sums *vulkan.Buffer }

// NewScanner makes a scanner.
func NewScanner(d *vulkan.Device) *Scanner { return &Scanner{d.NewBuffer("scan sums")} }

// Grow makes room for n elements.
func (s *Scanner) Grow(n int) error { return s.sums.Grow(4 * tiles(n)) }

// Close frees what it has on the device.
func (s *Scanner) Close() { s.sums.Close() }

// Scan replaces the first n elements by the sums of those before them.
func (s *Scanner) Scan(b *vulkan.Batch, v *vulkan.Buffer, n int) {
	t := tiles(n)
	if t > 1 {
		b.Call(scanKernel, n, []uint32{uint32(n), 0}, v, s.sums)
		b.Call(scanKernel, 1, []uint32{uint32(t), 1}, v, s.sums)
	} else {
		b.Fill(s.sums, 0, 4, 0)
	}
	b.Call(scanKernel, n, []uint32{uint32(n), 2}, v, s.sums)
}

// tiles is how many of 2048 elements there are.
func tiles(n int) int { return (n + tile - 1) / tile }

// Reducer adds up float32: tiles, then their sums, as often as it takes.
type Reducer struct{ sums, other *vulkan.Buffer }

// NewReducer makes a reducer.
func NewReducer(d *vulkan.Device) *Reducer {
	return &Reducer{d.NewBuffer("sums"), d.NewBuffer("sums of sums")}
}

// Grow makes room for n elements.
func (r *Reducer) Grow(n int) error {
	return cmp.Or(r.sums.Grow(4*max(tiles(n), 1)), r.other.Grow(4*tiles(tiles(n))))
}

// Close frees what it has on the device.
func (r *Reducer) Close() {
	r.sums.Close()
	r.other.Close()
}

// Sum records the sum of the first n ≥ 0 elements and returns the buffer that begins with it.
func (r *Reducer) Sum(b *vulkan.Batch, v *vulkan.Buffer, n int) *vulkan.Buffer {
	if n == 0 { // no group would write the sum
		b.Fill(r.sums, 0, 4, 0)
	}
	b.Call(reduceKernel, n, []uint32{uint32(n)}, v, r.sums)
	in, out := r.sums, r.other
	for n = tiles(n); n > 1; n = tiles(n) {
		b.Call(reduceKernel, n, []uint32{uint32(n)}, in, out)
		in, out = out, in
	}
	return in
}

// Compactor moves the elements that are flagged to the front, the others behind them,
// both in their order (Blelloch 1990's split).
type Compactor struct{ Scanner *Scanner }

// NewCompactor makes a compactor.
func NewCompactor(d *vulkan.Device) *Compactor { return &Compactor{NewScanner(d)} }

// Grow makes room for n elements.
func (c *Compactor) Grow(n int) error { return c.Scanner.Grow(n + 1) }

// Close frees what it has on the device.
func (c *Compactor) Close() { c.Scanner.Close() }

// Split records the split of n elements, words of in from first on, into the same places
// of out. flags are 0 or 1 for each, with room for one more; afterwards they hold how
// many were flagged before each and, last, in all.
func (c *Compactor) Split(b *vulkan.Batch, flags, in, out *vulkan.Buffer, first, n int) {
	b.Fill(flags, 4*n, 4, 0)
	c.Scanner.Scan(b, flags, n+1)
	b.Call(compactKernel, n, []uint32{uint32(n), uint32(first)}, flags, in, out)
}
