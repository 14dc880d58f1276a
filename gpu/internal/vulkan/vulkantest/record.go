package vulkantest

import (
	"math"
	"sync"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Recorder writes the log of a device: see Log. What kernels write it reads in their code, not in what
// a Kernel declares.
type Recorder struct {
	mu     sync.Mutex
	Events Log

	number   int
	modules  map[vk.ShaderModule][]bool // by binding: written
	kernels  map[vk.Pipeline][]bool
	bound    map[vk.CommandBuffer]vk.Pipeline
	set      map[vk.CommandBuffer]vk.DescriptorSet
	contents map[vk.DescriptorSet]map[uint32]vk.DescriptorBufferInfo
	forHost  map[vk.Buffer]bool           // nothing but copies go there
	received map[vk.CommandBuffer][]Event // copies for the host
}

// NewRecorder makes a recorder; its Shim goes to Open.
func NewRecorder() *Recorder {
	return &Recorder{
		modules: map[vk.ShaderModule][]bool{}, kernels: map[vk.Pipeline][]bool{}, bound: map[vk.CommandBuffer]vk.Pipeline{},
		set: map[vk.CommandBuffer]vk.DescriptorSet{}, contents: map[vk.DescriptorSet]map[uint32]vk.DescriptorBufferInfo{},
		forHost: map[vk.Buffer]bool{}, received: map[vk.CommandBuffer][]Event{},
	}
}

// at is an argument that points to n elements.
func at[T any](a *[10]uintptr, i int, n uintptr) []T {
	return unsafe.Slice(*(**T)(unsafe.Pointer(&a[i])), n)
}

// Shim writes down what goes to the driver.
func (r *Recorder) Shim() Shim {
	s := Shim{}
	for name, note := range map[string]func(a *[10]uintptr){
		"vkCreateShaderModule": r.module, "vkCreateComputePipelines": r.pipeline, "vkUpdateDescriptorSets": r.update,
		"vkCmdBindPipeline":       func(a *[10]uintptr) { r.bound[vk.CommandBuffer(a[0])] = vk.Pipeline(a[2]) },
		"vkCmdBindDescriptorSets": func(a *[10]uintptr) { r.set[vk.CommandBuffer(a[0])] = at[vk.DescriptorSet](a, 5, 1)[0] },
		"vkCmdDispatch":           func(a *[10]uintptr) { r.number++; r.dispatch(a) },
		"vkCmdDispatchIndirect":   r.indirect, "vkCmdCopyBuffer": r.copied, "vkCmdFillBuffer": r.filled, "vkCmdPipelineBarrier": r.barrier,
		"vkCreateBuffer": func(a *[10]uintptr) {
			r.forHost[at[vk.Buffer](a, 3, 1)[0]] = at[vk.BufferCreateInfo](a, 1, 1)[0].Usage == vk.BufferUsageTransferDstBit
		},
		"vkDestroyBuffer":    func(a *[10]uintptr) { r.Events = append(r.Events, Event{Destroyed: true, Buffer: vk.Buffer(a[1])}) },
		"vkEndCommandBuffer": r.end,
	} {
		s[name] = func(call func() uintptr, a *[10]uintptr) uintptr {
			result := call()
			r.mu.Lock()
			defer r.mu.Unlock()
			note(a)
			return result
		}
	}
	return s
}

func (r *Recorder) module(a *[10]uintptr) {
	info := at[vk.ShaderModuleCreateInfo](a, 1, 1)[0]
	written, err := writtenBindings(unsafe.Slice(info.Code, info.CodeSize/4))
	if err != nil {
		panic(err)
	}
	r.modules[at[vk.ShaderModule](a, 3, 1)[0]] = written
}

func (r *Recorder) pipeline(a *[10]uintptr) {
	info := at[vk.ComputePipelineCreateInfo](a, 3, 1)[0]
	r.kernels[at[vk.Pipeline](a, 5, 1)[0]] = r.modules[info.Stage.Module]
}

func (r *Recorder) update(a *[10]uintptr) {
	for _, w := range at[vk.WriteDescriptorSet](a, 2, uintptr(uint32(a[1]))) {
		if w.DescriptorType != vk.DescriptorTypeStorageBuffer {
			continue
		}
		if r.contents[w.DstSet] == nil {
			r.contents[w.DstSet] = map[uint32]vk.DescriptorBufferInfo{}
		}
		r.contents[w.DstSet][w.DstBinding] = *w.BufferInfo
	}
}

func (r *Recorder) use(command string, b vk.Buffer, lo, hi uint64, write bool, stage vk.PipelineStageFlags, access vk.AccessFlags) {
	r.Events = append(r.Events, Event{Command: command, Buffer: b, Lo: lo, Hi: hi, Write: write, From: stage, Src: access, Number: r.number})
}

func (r *Recorder) dispatch(a *[10]uintptr) {
	set := r.contents[r.set[vk.CommandBuffer(a[0])]]
	for i, written := range r.kernels[r.bound[vk.CommandBuffer(a[0])]] {
		b, hi := set[uint32(i)], uint64(math.MaxUint64)
		if b.Range != vk.WholeSize {
			hi = b.Offset + b.Range
		}
		access := vk.AccessShaderReadBit
		if written {
			access |= vk.AccessShaderWriteBit
		}
		r.use("a kernel", b.Buffer, b.Offset, hi, written, vk.PipelineStageComputeShaderBit, access)
	}
}

func (r *Recorder) indirect(a *[10]uintptr) {
	r.number++
	r.use("its size", vk.Buffer(a[1]), uint64(a[2]), uint64(a[2])+12, false, vk.PipelineStageDrawIndirectBit, vk.AccessIndirectCommandReadBit)
	r.dispatch(a)
}

func (r *Recorder) copied(a *[10]uintptr) {
	for _, c := range at[vk.BufferCopy](a, 4, uintptr(uint32(a[3]))) {
		r.number++
		r.use("a copy from", vk.Buffer(a[1]), c.SrcOffset, c.SrcOffset+c.Size, false, vk.PipelineStageTransferBit, vk.AccessTransferReadBit)
		r.use("a copy to", vk.Buffer(a[2]), c.DstOffset, c.DstOffset+c.Size, true, vk.PipelineStageTransferBit, vk.AccessTransferWriteBit)
		if to := r.Events[len(r.Events)-1]; r.forHost[to.Buffer] {
			r.received[vk.CommandBuffer(a[0])] = append(r.received[vk.CommandBuffer(a[0])], to)
		}
	}
}

func (r *Recorder) filled(a *[10]uintptr) {
	r.number++
	r.use("a fill", vk.Buffer(a[1]), uint64(a[2]), uint64(a[2])+uint64(a[3]), true, vk.PipelineStageTransferBit, vk.AccessTransferWriteBit)
}

func (r *Recorder) barrier(a *[10]uintptr) {
	e := Event{Barrier: true, From: vk.PipelineStageFlags(a[1]), To: vk.PipelineStageFlags(a[2])}
	if uint32(a[4]) > 0 {
		m := at[vk.MemoryBarrier](a, 5, 1)[0]
		e.Src, e.Dst = m.SrcAccessMask, m.DstAccessMask
	}
	r.Events = append(r.Events, e)
}

// end has the host read what was copied for it.
func (r *Recorder) end(a *[10]uintptr) {
	c := vk.CommandBuffer(a[0])
	for _, e := range r.received[c] {
		r.number++
		r.use("the host's reading", e.Buffer, e.Lo, e.Hi, false, vk.PipelineStageHostBit, vk.AccessHostReadBit)
	}
	delete(r.received, c)
}
