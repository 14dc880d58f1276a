package vulkan_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

const (
	local    = vk.MemoryPropertyDeviceLocalBit
	visible  = vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit
	cached   = vk.MemoryPropertyHostCachedBit
	largest  = 1 << 33
	window   = 1 << 28
	noDevice = ^uint32(0)
)

// memoryOf is memory with a heap for each type.
func memoryOf(types []vk.MemoryPropertyFlags, sizes []uint64) (m vk.PhysicalDeviceMemoryProperties) {
	m.MemoryTypeCount, m.MemoryHeapCount = uint32(len(types)), uint32(len(types))
	for i, f := range types {
		m.MemoryTypes[i] = vk.MemoryType{PropertyFlags: f, HeapIndex: uint32(i)}
		m.MemoryHeaps[i].Size = sizes[i]
	}
	return m
}

// typesTaken runs a batch on a device that takes its memory for m, of which type full has none left, and lists the types of the blocks that
// it takes, in order: what the driver has comes from its only one.
func typesTaken(t *testing.T, m vk.PhysicalDeviceMemoryProperties, full uint32) (types []uint32, err error) {
	t.Helper()
	shim := vulkantest.Shim{
		"vkGetBufferMemoryRequirements": func(call func() uintptr, a *[10]uintptr) uintptr {
			call()
			argument[vk.MemoryRequirements](a, 2).MemoryTypeBits = 1<<m.MemoryTypeCount - 1
			return 0
		},
		"vkAllocateMemory": func(call func() uintptr, a *[10]uintptr) uintptr {
			info := argument[vk.MemoryAllocateInfo](a, 1)
			asked := info.MemoryTypeIndex
			if asked == full {
				failed := vk.ErrorOutOfDeviceMemory
				return uintptr(failed)
			}
			types = append(types, asked)
			info.MemoryTypeIndex = 0
			defer func() { info.MemoryTypeIndex = asked }()
			return call()
		},
	}
	d, err := vulkantest.OpenUntested(vulkan.Options{Driver: shim.Install})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	d.SetMemory(m)
	return types, sendAndReceive(d)
}

// sendAndReceive has a kernel overwrite half of what is sent.
func sendAndReceive(d *vulkan.Device) error {
	b, err := d.NewBatch()
	if err != nil {
		return err
	}
	defer b.Close()
	u := d.NewBuffer("numbers")
	defer u.Close()
	if err := u.Grow(400); err != nil {
		return err
	}
	want, got := make([]uint32, 100), make([]uint32, 100)
	for i := range want {
		want[i] = uint32(i * i)
	}
	b.Start()
	b.Write(u, 0, vulkan.BytesOf(want))
	b.Call(primitives.Iota, 50, []uint32{50, 7, 3}, u)
	b.Read(vulkan.BytesOf(got), u, 0)
	if err := b.Run(); err != nil {
		return err
	}
	for i := range 50 {
		want[i] = uint32(7 + 3*i)
	}
	if !slices.Equal(got, want) {
		return errors.New("other numbers came back")
	}
	return nil
}

// TestMemoryTypes: what is sent goes into the device's own memory where the host sees all of it, else through the host's; a type that
// is full is not the end where there is another.
func TestMemoryTypes(t *testing.T) {
	vulkantest.Device(t)
	types := []vk.MemoryPropertyFlags{local, visible, visible | cached, local | visible}
	for _, c := range []struct {
		name  string
		sizes []uint64
		full  uint32
		want  []uint32 // of the buffer, of what is sent, of what is received
	}{
		{"resizable BAR", []uint64{largest, largest, largest, largest}, noDevice, []uint32{0, 3, 2}},
		{"a window", []uint64{largest, largest, largest, window}, noDevice, []uint32{0, 1, 2}},
		{"resizable BAR that is full", []uint64{largest, largest, largest, largest}, 3, []uint32{0, 1, 2}},
		{"nothing cached left", []uint64{largest, largest, largest, window}, 2, []uint32{0, 1}},
		{"no memory of the host left", []uint64{largest, largest, largest, window}, 1, nil},
		{"no memory of the device left", []uint64{largest, largest, largest, largest}, 0, nil},
	} {
		got, err := typesTaken(t, memoryOf(types, c.sizes), c.full)
		if (c.want == nil) != errors.Is(err, vulkan.ErrOutOfMemory) || c.want != nil && (err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%s: types %d, %v; want %d", c.name, got, err, c.want)
		}
	}
	got, err := typesTaken(t, memoryOf([]vk.MemoryPropertyFlags{local | visible | cached}, []uint64{largest}), noDevice)
	if err != nil || !slices.Equal(got, []uint32{0}) {
		t.Errorf("one memory for both: types %d, %v", got, err)
	}
	for name, m := range map[string]vk.PhysicalDeviceMemoryProperties{"none": {}, "none of the device's": memoryOf(types[1:3], []uint64{1, 1})} {
		if got, err := typesTaken(t, m, noDevice); !errors.Is(err, vulkan.ErrOutOfMemory) || len(got) > 0 {
			t.Errorf("%s: types %d, %v", name, got, err)
		}
	}
}
