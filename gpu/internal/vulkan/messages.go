package vulkan

import (
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// C calls back with the address of a number, a sink's place in the list. Sinks and
// numbers stay for the program's life: only tests and debugging use them.
var sinks struct {
	sync.Mutex
	list []func(string)
	ids  []*int
}

// register returns what stands for sink on the other side of the interface.
func register(sink func(string)) unsafe.Pointer {
	sinks.Lock()
	defer sinks.Unlock()
	id := len(sinks.list)
	sinks.list, sinks.ids = append(sinks.list, sink), append(sinks.ids, &id)
	return unsafe.Pointer(&id)
}

// messageCallback is made once: there is room for few callbacks in a program.
var messageCallback = sync.OnceValue(func() uintptr {
	return purego.NewCallback(func(_, _ uintptr, data *vk.DebugUtilsMessengerCallbackDataEXT, id *int) uintptr {
		sinks.Lock()
		sink := sinks.list[*id]
		sinks.Unlock()
		sink(vk.GoString(data.Message))
		return 0
	})
})
