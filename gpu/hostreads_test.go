package gpu

import (
	"context"
	"sync"
	"testing"
	"unsafe"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// hostReads follows the calls to the driver about memory that the host reads: which
// buffers are nothing but copied to, and whether a copy into one is followed by a barrier to the host before
// the commands end. A fence does not make writes visible to the host, and the validation
// layer does not miss the barrier.
type hostReads struct {
	sync.Mutex
	forHost          map[vk.Buffer]bool
	unseen           map[vk.CommandBuffer]int // copies for the host, not followed by a barrier
	copies, barriers int
	missed           int
}

func (h *hostReads) shim() vulkantest.Shim {
	after := func(note func(a *[10]uintptr)) func(func() uintptr, *[10]uintptr) uintptr {
		return func(call func() uintptr, a *[10]uintptr) uintptr {
			h.Lock()
			defer h.Unlock()
			note(a)
			return call()
		}
	}
	copied := func(c uintptr, to vk.Buffer) {
		if h.forHost[to] {
			h.unseen[vk.CommandBuffer(c)]++
			h.copies++
		}
	}
	return vulkantest.Shim{
		"vkCreateBuffer": func(call func() uintptr, a *[10]uintptr) uintptr {
			r := call()
			h.Lock()
			defer h.Unlock()
			h.forHost[**(**vk.Buffer)(unsafe.Pointer(&a[3]))] = (*(**vk.BufferCreateInfo)(unsafe.Pointer(&a[1]))).Usage == vk.BufferUsageTransferDstBit
			return r
		},
		"vkCmdCopyBuffer":        after(func(a *[10]uintptr) { copied(a[0], vk.Buffer(a[2])) }),
		"vkCmdCopyImageToBuffer": after(func(a *[10]uintptr) { copied(a[0], vk.Buffer(a[3])) }),
		"vkCmdPipelineBarrier":   after(h.barrier),
		"vkEndCommandBuffer": after(func(a *[10]uintptr) {
			h.missed += h.unseen[vk.CommandBuffer(a[0])]
			delete(h.unseen, vk.CommandBuffer(a[0]))
		}),
	}
}

func (h *hostReads) barrier(a *[10]uintptr) {
	if vk.PipelineStageFlags(a[2])&vk.PipelineStageHostBit == 0 || uint32(a[4]) == 0 {
		return
	}
	m := *(**vk.MemoryBarrier)(unsafe.Pointer(&a[5]))
	if m.SrcAccessMask&vk.AccessTransferWriteBit != 0 && m.DstAccessMask&vk.AccessHostReadBit != 0 && vk.PipelineStageFlags(a[1])&vk.PipelineStageTransferBit != 0 {
		h.barriers++
		delete(h.unseen, vk.CommandBuffer(a[0]))
	}
}

// TestBarriersToTheHost: what the host reads back was made visible to it, by every method.
func TestBarriersToTheHost(t *testing.T) {
	vulkantest.Device(t)
	h := &hostReads{forHost: map[vk.Buffer]bool{}, unseen: map[vk.CommandBuffer]int{}}
	d, err := vulkantest.Open(vulkan.Options{Driver: h.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	for _, m := range methodsOn(d) {
		if m.About().Chosen != "" {
			continue
		}
		before := h.copies
		det, err := collide.NewDetector(twoTetrahedra(), collide.Options{Method: m})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := det.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
		if h.missed > 0 || h.barriers == 0 || h.copies == before && m.About().Name != "scd0" && m.About().Name != "scd1" {
			t.Errorf("%s: %d of %d copies for the host have no barrier behind them, %d barriers", m.About().Name, h.missed, h.copies-before, h.barriers)
		}
		h.missed, h.barriers = 0, 0
	}
}
