package primitives

import (
	"math/bits"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var (
	mergeBlock = &vulkan.Kernel{Shaders: shaders, Name: "merge_block", Access: "rrww", Group: mergeBlockLen}
	mergePass  = &vulkan.Kernel{Shaders: shaders, Name: "merge_pass", Access: "rrww", Group: 256}
)

// mergeBlockLen is how many keys a group sorts in shared memory; the shader shares it.
const mergeBlockLen = 1024

// Sorter sorts 64-bit keys with a 32-bit payload.
type Sorter struct {
	Keys, Payload *vulkan.Buffer // to be filled; sorted in place as seen from outside
	others        [2]keyed       // by turns where passes write
	counts, plan  *vulkan.Buffer // of a radix sort
}

// keyed are keys with their payload.
type keyed struct{ keys, payload *vulkan.Buffer }

// NewSorter makes a sorter.
func NewSorter(d *vulkan.Device) *Sorter {
	return &Sorter{
		Keys: d.NewBuffer("sort keys"), Payload: d.NewBuffer("sort payload"),
		others: [2]keyed{
			{d.NewBuffer("sort keys, second"), d.NewBuffer("sort payload, second")},
			{d.NewBuffer("sort keys, third"), d.NewBuffer("sort payload, third")},
		},
		counts: d.NewBuffer("digit counts"), plan: d.NewBuffer("radix passes"),
	}
}

// Grow makes room for n keys.
func (s *Sorter) Grow(n int) error {
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{
		{s.Keys, 8 * n}, {s.Payload, 4 * n}, {s.others[0].keys, 8 * n}, {s.others[0].payload, 4 * n}, {s.others[1].keys, 8 * n}, {s.others[1].payload, 4 * n},
		{s.counts, 4 * radixDigits * (tiles(n) + 1)}, {s.plan, 4 * planWords},
	} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return nil
}

// Close frees what it has on the device.
func (s *Sorter) Close() {
	for _, b := range []*vulkan.Buffer{s.Keys, s.Payload, s.others[0].keys, s.others[0].payload, s.others[1].keys, s.others[1].payload, s.counts, s.plan} {
		b.Close()
	}
}

// swap makes one of the others the keys.
func (s *Sorter) swap(k int) {
	o := &s.others[k]
	s.Keys, o.keys = o.keys, s.Keys
	s.Payload, o.payload = o.payload, s.Payload
}

// mergeAtMost is the number of keys up to which Sort merges: seven runs of kernels, where a radix sort of eight passes takes 26. On the
// software driver merging takes two thirds of the radix sort's processor time there, and three quarters at 500,000 keys.
const mergeAtMost = 1 << 16

// Sort is Radix for keys that differ in bits of the mask alone, by merging where they are few.
func (s *Sorter) Sort(b *vulkan.Batch, number *vulkan.Buffer, n int, mask uint64) {
	if n <= mergeAtMost {
		s.Merge(b, n)
	} else {
		s.Radix(b, number, n, mask)
	}
}

// Merge sorts the first n keys by merging: stable, blocks of 1024 in shared memory
// first, then runs of doubling length.
func (s *Sorter) Merge(b *vulkan.Batch, n int) {
	o := &s.others[0]
	b.Call(mergeBlock, n, []uint32{uint32(n)}, s.Keys, s.Payload, o.keys, o.payload)
	s.swap(0)
	for width := mergeBlockLen; width < n; width *= 2 {
		b.Call(mergePass, n, []uint32{uint32(n), uint32(width)}, s.Keys, s.Payload, o.keys, o.payload)
		s.swap(0)
	}
}

// passesFor is how many passes the bits of a mask take.
func passesFor(mask uint64) int {
	return max((bits.OnesCount64(mask)+bitsPerDigit-1)/bitsPerDigit, 1)
}
