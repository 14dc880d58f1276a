package vulkan_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// cacheDriver is a driver whose pipeline cache has the driver's own data and then more, as the software driver's has not.
type cacheDriver struct {
	more     []byte
	given    [][]byte // to caches that were made
	asked    int      // for the data
	with     int      // pipelines built with a cache
	without  int
	refuses  int // so many caches are not made
	tooLarge bool
	opened   func() // called when the device is open
}

func (c *cacheDriver) shim() vulkantest.Shim {
	return vulkantest.Shim{
		"vkCreatePipelineCache": func(call func() uintptr, a *[10]uintptr) uintptr {
			info := argument[vk.PipelineCacheCreateInfo](a, 1)
			c.given = append(c.given, bytes.Clone(unsafe.Slice((*byte)(info.InitialData), info.InitialDataSize)))
			if c.refuses--; c.refuses >= 0 {
				failed := vk.ErrorOutOfHostMemory
				return uintptr(failed)
			}
			size := info.InitialDataSize
			info.InitialDataSize = 0
			defer func() { info.InitialDataSize = size }()
			return call()
		},
		"vkGetPipelineCacheData": func(call func() uintptr, a *[10]uintptr) uintptr {
			c.asked++
			size, to := argument[uintptr](a, 2), a[3]
			if to == 0 {
				r := call()
				if *size += uintptr(len(c.more)); c.tooLarge {
					*size = 1 << 40
				}
				return r
			}
			room := *size
			*size -= uintptr(len(c.more))
			r := call()
			copy(unsafe.Slice(argument[byte](a, 3), room)[*size:], c.more)
			*size = room
			return r
		},
		"vkCreateComputePipelines": func(call func() uintptr, a *[10]uintptr) uintptr {
			if a[1] != 0 {
				c.with++
			} else {
				c.without++
			}
			return call()
		},
	}
}

// argument is what an argument points to.
func argument[T any](a *[10]uintptr, i int) *T { return *(**T)(unsafe.Pointer(&a[i])) }

// build opens a device with a cache in a folder, builds a kernel, keeps the cache, and returns the name of its file.
func (c *cacheDriver) build(t *testing.T, folder string) string {
	t.Helper()
	c.given, c.asked, c.with, c.without = nil, 0, 0, 0
	d, err := vulkantest.OpenUntested(vulkan.Options{Cache: folder, Driver: c.shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	if c.opened != nil {
		c.opened()
	}
	b := vulkantest.BatchOn(t, d)
	u := vulkantest.BufferOf(t, d, make([]uint32, 10))
	b.Start()
	b.Call(primitives.Iota, 10, []uint32{10, 7, 3}, u)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	d.KeepPipelines()
	asked := c.asked
	d.KeepPipelines() // nothing was built since
	if c.asked != asked {
		t.Error("a cache that did not change is asked for again")
	}
	u.Close()
	b.Close()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	vulkantest.Silent(t)
	names, _ := filepath.Glob(filepath.Join(folder, "pipelines-*"))
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// TestPipelineCache: what the driver has of the kernels is given to the next device, and nothing that is damaged or another's.
func TestPipelineCache(t *testing.T) {
	vulkantest.Device(t)
	folder := filepath.Join(t.TempDir(), "cache")
	c := &cacheDriver{more: []byte("kernels")}
	file := c.build(t, folder)
	if file == "" || len(c.given) != 1 || len(c.given[0]) != 0 || c.with == 0 || c.without > 0 {
		t.Fatalf("file %q; caches were given %q; %d kernels built with one, %d without", file, c.given, c.with, c.without)
	}
	whole, err := os.ReadFile(file)
	if err != nil || !bytes.HasSuffix(whole, c.more) {
		t.Fatalf("%q, %v", whole, err)
	}
	if c.build(t, folder); len(c.given) != 1 || !bytes.HasSuffix(c.given[0], c.more) || !bytes.HasSuffix(whole, c.given[0]) {
		t.Fatalf("the next device was given %q", c.given)
	}
	data := c.given[0]
	checked := func(data []byte) []byte { // with the right checksum
		sum := sha256.Sum256(data)
		return slices.Concat(whole[:len(whole)-len(c.given[0])-len(sum)], sum[:], data)
	}
	bad := [][]byte{nil, whole[:len(whole)/2], whole[:len(whole)-1], append(bytes.Clone(whole), 0), checked(nil), checked(data[:31])}
	for i := range whole {
		if i%7 == 0 || i > len(whole)-len(data)-40 {
			bad = append(bad, flipped(whole, i))
		}
	}
	for i := range 32 { // another device's data
		bad = append(bad, checked(flipped(data, i)))
	}
	for _, text := range bad {
		if got := vulkan.ParseCache(whole[:len(whole)-len(data)-sha256.Size], text, data); got != nil {
			t.Errorf("of %q the driver is given %q", text, got)
		}
	}
	if got := vulkan.ParseCache(whole[:len(whole)-len(data)-sha256.Size], whole, data); !bytes.Equal(got, data) {
		t.Errorf("of the whole file the driver is given %q", got)
	}
	c.opened = func() { _ = os.Remove(file) }
	if c.build(t, folder) != "" {
		t.Error("what was read was written again")
	}
	c.opened = nil
	for _, text := range [][]byte{bad[1], flipped(whole, len(whole)-1)} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if c.build(t, folder); len(c.given) != 1 || len(c.given[0]) != 0 {
			t.Errorf("beside %q the driver is given %q", text, c.given)
		}
		if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, whole) {
			t.Errorf("%q was not replaced: %q, %v", text, again, err)
		}
	}
}

func flipped(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 1
	return b
}

// TestNoPipelineCache: without a folder no cache is made; a driver that makes none, or whose data is nothing to be kept, builds all the same.
func TestNoPipelineCache(t *testing.T) {
	vulkantest.Device(t)
	c := &cacheDriver{}
	if file := c.build(t, ""); file != "" || len(c.given) > 0 || c.asked > 0 || c.with > 0 || c.without == 0 {
		t.Errorf("without a folder: %+v", c)
	}
	folder := t.TempDir()
	c = &cacheDriver{refuses: 1}
	if file := c.build(t, folder); file != "" || c.without == 0 || c.asked > 0 {
		t.Errorf("a driver that makes no cache: %q, %+v", file, c)
	}
	c = &cacheDriver{tooLarge: true}
	if file := c.build(t, folder); file != "" || c.with == 0 {
		t.Errorf("too much data: %q, %+v", file, c)
	}
	c = &cacheDriver{more: []byte("x")}
	c.build(t, folder)
	c.refuses = 1
	if c.build(t, folder); len(c.given) != 2 || len(c.given[0]) == 0 || len(c.given[1]) != 0 || c.with == 0 {
		t.Errorf("data that the driver refuses: %+v", c)
	}
}
