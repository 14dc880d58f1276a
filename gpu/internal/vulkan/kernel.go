package vulkan

import (
	"embed"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Kernel is a compute shader. Kernels are package variables; a device builds one when it
// first runs.
type Kernel struct {
	// Shaders has the binaries in its folder "shaders", Name is that of the file without .comp.
	Shaders embed.FS
	Name    string
	// Access has a letter per buffer, in the order of the bindings: r for read
	// only, w for written (and perhaps read).
	Access string
	// Group is the number of work items of one work group: those of its threads,
	// times what each does.
	Group int
}

// layout is shared by all kernels that bind the same number of buffers.
type layout struct {
	set      vk.DescriptorSetLayout
	pipeline vk.PipelineLayout
}

// pipeline returns what to bind for k. The first call has the driver build it, which may
// take a while: ErrStopped where the control ends the wait. The driver goes on then.
func (d *Device) pipeline(k *Kernel, c Control) (vk.Pipeline, layout, error) {
	d.mu.Lock()
	l, ok := d.layouts[len(k.Access)]
	if !ok {
		var err error
		if l, err = d.newLayout(len(k.Access)); err != nil {
			d.mu.Unlock()
			return 0, l, err
		}
		d.layouts[len(k.Access)] = l
	}
	p, ok := d.kernels[k]
	d.mu.Unlock()
	if !ok {
		p = d.buildOnce(k, l)
	}
	v, err := p.Get(c)
	if err != nil {
		return 0, l, fmt.Errorf("kernel %s: %w", k.Name, err)
	}
	return v, l, nil
}

// Kernels lists the kernels that the device has built.
func (d *Device) Kernels() []*Kernel {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.kernels))
}

func (d *Device) buildOnce(k *Kernel, l layout) *Promise[vk.Pipeline] {
	return construct(d, d.kernels, k, func() (vk.Pipeline, error) { return d.build(k, l) })
}

// construct has a pipeline built once, in the background, and returns what will hold it.
// What fails is tried again by the next call.
func construct[K comparable](d *Device, of map[K]*Promise[vk.Pipeline], key K, build func() (vk.Pipeline, error)) *Promise[vk.Pipeline] {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p, ok := of[key]; ok {
		return p
	}
	p := NewPromise[vk.Pipeline]()
	of[key] = p
	d.users++
	d.tails.Go(func() {
		v, err := build()
		d.mu.Lock()
		defer d.mu.Unlock()
		d.cache.built++
		if err != nil {
			delete(of, key)
		}
		p.Keep(v, err)
		d.Detach()
	})
	return p
}

func (d *Device) newLayout(buffers int) (l layout, err error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	bindings := make([]vk.DescriptorSetLayoutBinding, buffers)
	for i := range bindings {
		bindings[i] = vk.DescriptorSetLayoutBinding{
			Binding: uint32(i), DescriptorType: vk.DescriptorTypeStorageBuffer, DescriptorCount: 1, StageFlags: vk.ShaderStageComputeBit,
		}
	}
	info := &vk.DescriptorSetLayoutCreateInfo{
		SType: vk.StructureTypeDescriptorSetLayoutCreateInfo, BindingCount: uint32(buffers), Bindings: pinned(&pin, bindings),
	}
	if err := failure(d.cmd.CreateDescriptorSetLayout(d.handle, info, &l.set), "making a set layout"); err != nil {
		return l, err
	}
	push := &vk.PushConstantRange{StageFlags: vk.ShaderStageComputeBit, Size: needPush}
	pin.Pin(push)
	pin.Pin(&l.set)
	layoutInfo := &vk.PipelineLayoutCreateInfo{
		SType: vk.StructureTypePipelineLayoutCreateInfo, SetLayoutCount: 1, SetLayouts: &l.set,
		PushConstantRangeCount: 1, PushConstantRanges: push,
	}
	err = failure(d.cmd.CreatePipelineLayout(d.handle, layoutInfo, &l.pipeline), "making a pipeline layout")
	if err != nil {
		d.cmd.DestroyDescriptorSetLayout(d.handle, l.set)
	}
	return l, err
}

// shader returns the code of a shader of the folder "shaders": its variant for
// subgroups where there is one and the device has them.
func (d *Device) shader(from embed.FS, file string) ([]byte, error) {
	if d.opt.Shader != nil {
		if code := d.opt.Shader(file); code != nil {
			return code, nil
		}
	}
	if d.info.Limits.SubgroupSums {
		if code, err := from.ReadFile("shaders/" + file + ".sg.spv"); err == nil {
			return code, nil
		}
	}
	return from.ReadFile("shaders/" + file + ".spv")
}

func (d *Device) module(from embed.FS, file string) (m vk.ShaderModule, err error) {
	code, err := d.shader(from, file)
	if err != nil {
		return 0, err
	}
	words := make([]uint32, len(code)/4) // a copy, aligned as the interface asks
	copy(BytesOf(words), code)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&words[0])
	info := &vk.ShaderModuleCreateInfo{SType: vk.StructureTypeShaderModuleCreateInfo, CodeSize: uintptr(len(code)), Code: &words[0]}
	return m, failure(d.cmd.CreateShaderModule(d.handle, info, &m), "loading the shader")
}

func (d *Device) build(k *Kernel, l layout) (p vk.Pipeline, err error) {
	m, err := d.module(k.Shaders, k.Name)
	if err != nil {
		return 0, err
	}
	defer d.cmd.DestroyShaderModule(d.handle, m)
	var pin runtime.Pinner
	defer pin.Unpin()
	info := &vk.ComputePipelineCreateInfo{
		SType: vk.StructureTypeComputePipelineCreateInfo, Layout: l.pipeline, BasePipelineIndex: -1,
		Stage: vk.PipelineShaderStageCreateInfo{
			SType: vk.StructureTypePipelineShaderStageCreateInfo, Stage: vk.ShaderStageComputeBit, Module: m, Name: vk.CString(&pin, "main"),
		},
	}
	return p, failure(d.cmd.CreateComputePipelines(d.handle, d.cache.handle, 1, info, &p), "building the pipeline")
}

var _ [8]byte = [unsafe.Sizeof(uintptr(0))]byte{} // the bindings are for 64-bit machines
