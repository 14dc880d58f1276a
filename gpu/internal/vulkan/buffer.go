package vulkan

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Buffer is memory on the device. It is used by one batch at a time.
type Buffer struct {
	dev    *Device
	name   string // for errors
	handle vk.Buffer
	room   room
	id     uint64 // of what the handle names now: handles come again
	size   int    // bytes

	history
}

// NewBuffer makes a buffer without memory; Grow gives it some.
func (d *Device) NewBuffer(name string) *Buffer { return &Buffer{dev: d, name: name} }

var errNoMemory = errors.New("no memory")

func noMemory(name string) error { return fmt.Errorf("buffer %s has %w", name, errNoMemory) }

const storageUsage = vk.BufferUsageStorageBufferBit | vk.BufferUsageTransferSrcBit |
	vk.BufferUsageTransferDstBit | vk.BufferUsageIndirectBufferBit

// Grow makes room for at least size bytes. A buffer that is too small is replaced
// by one half as large again, so that repeated growth is rare; its contents are
// lost. No batch that is being recorded may have used it since it began. The error wraps
// ErrLimit or ErrOutOfMemory.
func (b *Buffer) Grow(size int) (err error) {
	if size <= b.size && b.handle != 0 {
		return nil
	}
	if b.recorded() {
		panic("gpu: buffer " + b.name + " grows while a batch uses it")
	}
	most := b.dev.info.Limits.Buffer
	if uint64(size) > most {
		return fmt.Errorf("buffer %s: %w: %d bytes, the device allows %d", b.name, ErrLimit, size, most)
	}
	want := min(max(uint64(size)+uint64(b.size)/2, 64), most)
	b.Close()
	b.handle, b.room, err = b.dev.allocate(want&^3, storageUsage, vk.MemoryPropertyDeviceLocalBit, 0)
	if err != nil {
		b.handle, b.room = 0, room{}
		return fmt.Errorf("buffer %s: %w", b.name, err)
	}
	b.size, b.id = int(want&^3), b.dev.made.Add(1)
	return nil
}

// Memory names the memory that the buffer has: a new number where it grew or was freed, 0 for none.
func (b *Buffer) Memory() uint64 {
	if b.handle == 0 {
		return 0
	}
	return b.id
}

// Close frees the memory; the buffer may grow again.
func (b *Buffer) Close() {
	if b.handle != 0 {
		b.dev.free(b.handle, b.room)
	}
	b.handle, b.room, b.size, b.user = 0, room{}, 0, nil
}

// BytesOf is the memory of a slice.
func BytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// ViewOf is the memory of a slice of bytes, aligned to 4, as elements.
func ViewOf[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(t)))
}
