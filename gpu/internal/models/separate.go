package models

import (
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// MaxPairs is the number of pairs of bodies that go into one run: groups have 30 bits next to
// the mask.
const MaxPairs = 1 << 20

// Sure is set in the number of a pair of bodies beside triangles that surely touch; without it
// only package predicate can tell.
const Sure = 1 << 31

var tritriKernel = &vulkan.Kernel{Shaders: shaders, Name: "tritri", Access: "rrrrrww", Group: 256}

// Separate records the test of candidates by the triangles' axes: those that are not surely
// apart are appended to left. Records are the pairs of bodies, args has room for the arguments
// of an indirect run.
func (g *Geometry) Separate(b *vulkan.Batch, records, args *vulkan.Buffer, candidates, left *primitives.Appender) {
	left.Clear(b)
	primitives.GroupsFor(b, candidates.Capacity, 0, candidates.Count, args)
	b.CallIndirect(tritriKernel, args, 0, []uint32{uint32(left.Capacity)},
		records, g.Vertices, g.Triangles, args, candidates.Data, left.Count, left.Data)
	b.Mark("triangles")
	left.Bring(b)
}

var _ [PairRecordBytes]byte = [unsafe.Sizeof(PairRecord{})]byte{}
