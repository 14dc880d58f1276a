package vulkan

import "github.com/collide-go/collide/gpu/internal/vk"

// image is one with its memory and a view of all of it.
type image struct {
	handle vk.Image
	memory vk.DeviceMemory
	view   vk.ImageView
}

func (d *Device) newImage(format vk.Format, side int, usage vk.ImageUsageFlags, aspect vk.ImageAspectFlags) (m image, err error) {
	defer func() {
		if err != nil {
			d.freeImage(&m)
		}
	}()
	info := &vk.ImageCreateInfo{
		SType: vk.StructureTypeImageCreateInfo, ImageType: vk.ImageType2d, Format: format, MipLevels: 1, ArrayLayers: 1,
		Extent: vk.Extent3D{Width: uint32(side), Height: uint32(side), Depth: 1}, Samples: vk.SampleCount1Bit, Usage: usage,
	}
	if err := failure(d.cmd.CreateImage(d.handle, info, &m.handle), "making an image"); err != nil {
		return m, err
	}
	var need vk.MemoryRequirements
	d.cmd.GetImageMemoryRequirements(d.handle, m.handle, &need)
	types := d.memoryTypes(need.MemoryTypeBits, vk.MemoryPropertyDeviceLocalBit, 0)
	if len(types) == 0 {
		return m, errNoMemoryType
	}
	if m.memory, err = d.take(need.Size, types[0]); err != nil {
		return m, err
	}
	if err := failure(d.cmd.BindImageMemory(d.handle, m.handle, m.memory, 0), "binding memory"); err != nil {
		return m, err
	}
	view := &vk.ImageViewCreateInfo{
		SType: vk.StructureTypeImageViewCreateInfo, Image: m.handle, ViewType: vk.ImageViewType2d, Format: format,
		SubresourceRange: vk.ImageSubresourceRange{AspectMask: aspect, LevelCount: 1, LayerCount: 1},
	}
	return m, failure(d.cmd.CreateImageView(d.handle, view, &m.view), "making an image view")
}

func (d *Device) freeImage(m *image) {
	d.cmd.DestroyImageView(d.handle, m.view)
	d.cmd.DestroyImage(d.handle, m.handle)
	d.cmd.FreeMemory(d.handle, m.memory)
	*m = image{}
}
