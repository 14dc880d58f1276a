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

var judgeKernel = &vulkan.Kernel{Shaders: shaders, Name: "judge", Access: "rrrrrw", Group: 256}

// What Judge sets in the word of a pair of bodies. Doubtful means nothing beside Touching.
const (
	Touching = 1 << iota
	Doubtful
)

// Judge records what candidates say about their pairs of bodies, a word for each. Records and args are as for Separate.
func (g *Geometry) Judge(b *vulkan.Batch, records, args *vulkan.Buffer, candidates *primitives.Appender, words *vulkan.Buffer) {
	primitives.GroupsFor(b, candidates.Capacity, 0, candidates.Count, args)
	b.CallIndirect(judgeKernel, args, 0, []uint32{0}, records, g.Vertices, g.Triangles, args, candidates.Data, words)
	b.Mark("triangles")
}

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
