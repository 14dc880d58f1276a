package primitives

import "github.com/collide-go/collide/gpu/internal/vulkan"

var (
	radixBits    = &vulkan.Kernel{Shaders: shaders, Name: "radix_bits", Access: "rrw", Group: tile}
	radixPlan    = &vulkan.Kernel{Shaders: shaders, Name: "radix_plan", Access: "w", Group: 1}
	radixCount   = &vulkan.Kernel{Shaders: shaders, Name: "radix_count", Access: "rrrw", Group: tile}
	radixRows    = &vulkan.Kernel{Shaders: shaders, Name: "radix_rows", Access: "w", Group: 256}
	radixScatter = &vulkan.Kernel{Shaders: shaders, Name: "radix_scatter", Access: "rrrrrrww", Group: tile}
)

// Sizes that the shaders share: see digit.glsl.
const (
	radixDigits  = 256
	bitsPerDigit = 8
	headWords    = 4
	passWords    = 12
	rowsAt       = 4
	planWords    = headWords + passWords*64/bitsPerDigit
)

// Radix sorts the first n keys by the bits of a mask: stable, least significant digit first (Satish, Harris, Garland 2009). Of
// these keys those behind the first number, a word on the device, are the largest there is, and stay behind. Afterwards keys and
// payload name the buffers that hold the result.
//
// A digit is eight of the mask's bits in which two of the first number keys differ, so that there are as few passes as the keys
// need; those behind have ones there, and a stable sort leaves them behind. How many passes are needed is known on the device alone: as many
// are recorded as the mask may need, and the last ones run, since then the host knows where the result is. The first that runs
// reads the keys where they are; each writes to one of two other buffers, by turns.
func (s *Sorter) Radix(b *vulkan.Batch, number *vulkan.Buffer, n int, mask uint64) {
	passes := s.planned(b, number, n, mask)
	first, in := keyed{s.Keys, s.Payload}, keyed{s.Keys, s.Payload}
	for pass := range passes {
		push, at := []uint32{uint32(n), uint32(tiles(n)), uint32(pass)}, 4*(headWords+passWords*pass)
		out := s.others[pass%2]
		b.CallIndirect(radixCount, s.plan, at, push, first.keys, in.keys, s.plan, s.counts)
		b.CallIndirect(radixRows, s.plan, at+4*rowsAt, push[1:2], s.counts)
		b.CallIndirect(radixScatter, s.plan, at, push, first.keys, first.payload, in.keys, in.payload, s.plan, s.counts, out.keys, out.payload)
		in = out
	}
	s.swap((passes - 1) % 2)
}

// planned records the planning of the passes and returns how many there are at most.
func (s *Sorter) planned(b *vulkan.Batch, number *vulkan.Buffer, n int, mask uint64) int {
	passes := passesFor(mask)
	b.Fill(s.plan, 0, 4*headWords, 0)
	b.Call(radixBits, n, []uint32{uint32(n)}, s.Keys, number, s.plan)
	push := []uint32{uint32(mask), uint32(mask >> 32), uint32(passes), uint32(tiles(n)), b.Device().Info().Limits.Groups}
	b.Call(radixPlan, 1, push, s.plan)
	return passes
}
