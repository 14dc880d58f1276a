package vulkan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
	"github.com/collide-go/collide/internal/cachefile"
)

// mostCached is the most bytes of pipelines that are kept: a hundred kernels take a few megabytes.
const mostCached = 1 << 26

// pipelineCache is what the driver made of the kernels, from one process to the next.
type pipelineCache struct {
	handle vk.PipelineCache // 0 for none
	stamp  []byte           // what a file begins with that is this device's
	kept   [sha256.Size]byte
	built  int // pipelines since the cache was kept
}

// cacheHeader is how the driver's data begins, by the specification: its length, 1, and the device that it is of.
type cacheHeader struct {
	Size, Version, Vendor, Device uint32
	UUID                          [16]uint8
}

// openCache makes the pipeline cache, with what a file of this device and driver has in it. A driver that makes none
// builds pipelines all the same.
func (d *Device) openCache() {
	if d.opt.Cache == "" {
		return
	}
	c := &d.cache
	var own cacheHeader
	c.stamp, own = d.instance.stampOf(d.physical)
	data := c.parse(cachefile.Read(context.Background(), d.opt.Cache, c.name(), mostCached), own)
	if c.handle = d.newCache(data); c.handle == 0 && data != nil {
		c.handle = d.newCache(nil)
	}
	if data != nil {
		c.kept = sha256.Sum256(data)
	}
}

// stampOf returns what tells a device and its driver from all others, and what data of that driver begins with.
func (g *instance) stampOf(h vk.PhysicalDevice) (stamp []byte, own cacheHeader) {
	var pin runtime.Pinner
	defer pin.Unpin()
	id := &vk.PhysicalDeviceIDProperties{SType: vk.StructureTypePhysicalDeviceIdProperties}
	pin.Pin(id)
	p := &vk.PhysicalDeviceProperties2{SType: vk.StructureTypePhysicalDeviceProperties2, Next: unsafe.Pointer(id)}
	g.GetPhysicalDeviceProperties2(h, p)
	q := &p.Properties
	own = cacheHeader{uint32(unsafe.Sizeof(own)), 1, q.VendorID, q.DeviceID, q.PipelineCacheUUID}
	stamp = fmt.Appendf(nil, "collide pipelines 1\nvendor %08x device %08x driver %08x %x %x\n", q.VendorID, q.DeviceID, q.DriverVersion, id.DriverUUID, q.PipelineCacheUUID)
	return stamp, own
}

// name is the name of the device's file.
func (c *pipelineCache) name() string {
	sum := sha256.Sum256(c.stamp)
	return "pipelines-" + hex.EncodeToString(sum[:8])
}

// parse returns the driver's data in a file, nil where the file is another device's, damaged, or not what the driver begins data with.
func (c *pipelineCache) parse(file []byte, own cacheHeader) []byte {
	rest, found := bytes.CutPrefix(file, c.stamp)
	if !found || len(rest) < sha256.Size {
		return nil
	}
	sum, data := rest[:sha256.Size], rest[sha256.Size:]
	var head cacheHeader
	if s := sha256.Sum256(data); !bytes.Equal(s[:], sum) || binary.Read(bytes.NewReader(data), binary.LittleEndian, &head) != nil || head != own {
		return nil
	}
	return data
}

func (d *Device) newCache(data []byte) (c vk.PipelineCache) {
	var pin runtime.Pinner
	defer pin.Unpin()
	info := &vk.PipelineCacheCreateInfo{SType: vk.StructureTypePipelineCacheCreateInfo, InitialDataSize: uintptr(len(data))}
	if len(data) > 0 {
		pin.Pin(&data[0])
		info.InitialData = unsafe.Pointer(&data[0])
	}
	if d.cmd.CreatePipelineCache(d.handle, info, &c) < 0 {
		return 0
	}
	return c
}

// KeepPipelines writes the pipeline cache into its folder, where pipelines were built since it last did and the driver has
// other data than before. The device must be open. What cannot be written is built again by the next process.
func (d *Device) KeepPipelines() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keepPipelines()
}

func (d *Device) keepPipelines() {
	c := &d.cache
	if c.handle == 0 || c.built == 0 || d.handle == 0 || d.lost {
		return
	}
	c.built = 0
	data := d.cacheData()
	sum := sha256.Sum256(data)
	if data == nil || sum == c.kept {
		return
	}
	file := bytes.Join([][]byte{c.stamp, sum[:], data}, nil)
	if cachefile.Write(context.Background(), d.opt.Cache, c.name(), file) {
		c.kept = sum
	}
}

// cacheData is what the driver has of the pipelines, nil where that is nothing, too much, or an error.
func (d *Device) cacheData() []byte {
	var n uintptr
	if d.cmd.GetPipelineCacheData(d.handle, d.cache.handle, &n, nil) != vk.Success || n == 0 || n > mostCached {
		return nil
	}
	data := make([]byte, n)
	if d.cmd.GetPipelineCacheData(d.handle, d.cache.handle, &n, unsafe.Pointer(&data[0])) != vk.Success || n == 0 {
		return nil
	}
	return data[:min(n, uintptr(len(data)))]
}
