package gpu

import (
	"fmt"
	"unsafe"

	"github.com/collide-go/collide/internal/vk"
)

// buffer is memory on the device. It is used by one batch at a time.
type buffer struct {
	dev    *Device
	name   string // for errors
	handle vk.Buffer
	memory vk.DeviceMemory
	size   int // bytes

	// touched is the batch's count of barriers when the buffer was last used, and
	// written whether it was written since then.
	user    *batch
	touched uint64
	written bool
}

// newBuffer makes a buffer without memory; grow gives it some.
func (d *Device) newBuffer(name string) *buffer { return &buffer{dev: d, name: name} }

const storageUsage = vk.BufferUsageStorageBufferBit | vk.BufferUsageTransferSrcBit |
	vk.BufferUsageTransferDstBit | vk.BufferUsageIndirectBufferBit

// grow makes room for at least size bytes. A buffer that is too small is replaced
// by one half as large again, so that repeated growth is rare; its contents are
// lost. It must not be in use by a batch that is being recorded. The error wraps
// ErrLimit or ErrOutOfMemory.
func (b *buffer) grow(size int) (err error) {
	if size <= b.size && b.handle != 0 {
		return nil
	}
	if b.user != nil && b.user.recording {
		panic("gpu: buffer " + b.name + " grows while a batch uses it")
	}
	most := b.dev.info.Limits.Buffer
	if uint64(size) > most {
		return fmt.Errorf("buffer %s: %w: %d bytes, the device allows %d", b.name, ErrLimit, size, most)
	}
	want := min(max(uint64(size)+uint64(b.size)/2, 64), most)
	b.close()
	b.handle, b.memory, err = b.dev.allocate(want&^3, storageUsage, vk.MemoryPropertyDeviceLocalBit, 0)
	if err != nil {
		b.handle, b.memory = 0, 0
		return fmt.Errorf("buffer %s: %w", b.name, err)
	}
	b.size = int(want &^ 3)
	return nil
}

// close frees the memory; the buffer may grow again.
func (b *buffer) close() {
	if b.handle != 0 {
		b.dev.free(b.handle, b.memory)
	}
	b.handle, b.memory, b.size, b.user = 0, 0, 0, nil
}

// bytesOf is the memory of a slice.
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// viewOf is the memory of a slice of bytes, aligned to 4, as elements.
func viewOf[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(t)))
}
