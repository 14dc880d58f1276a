package gpu

import (
	"sync"

	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// airspace counts batches that were submitted and not waited for to their end.
type airspace struct {
	sync.Mutex
	now, most, submits, idle int
}

func (a *airspace) shim() vulkantest.Shim {
	return vulkantest.Shim{
		"vkQueueSubmit": func(call func() uintptr, _ *[10]uintptr) uintptr {
			a.Lock()
			defer a.Unlock()
			a.now, a.submits = a.now+1, a.submits+1
			a.most = max(a.most, a.now)
			return call()
		},
		"vkWaitForFences": func(call func() uintptr, _ *[10]uintptr) uintptr {
			r := call()
			if vk.Result(int32(uint32(r))) != vk.Timeout {
				a.Lock()
				a.now--
				a.Unlock()
			}
			return r
		},
	}
}
