package vkrun

// This file names the texel formats.

import "fmt"

// Format is a texel format, as VkFormat.
type Format uint32

// The formats that [Device.Draw] renders to.
const (
	RGBA8   Format = 37
	RGBA32U Format = 107
	RGBA32I Format = 108
	RGBA32F Format = 109
)

// formats are the formats that textures may have, by WebGPU's names.
var formats = []struct {
	name   string
	format Format
	bytes  int // per texel
}{
	{"r8unorm", 9, 1}, {"r8snorm", 10, 1}, {"r8uint", 13, 1}, {"r8sint", 14, 1},
	{"rg8unorm", 16, 2}, {"rg8snorm", 17, 2}, {"rg8uint", 20, 2}, {"rg8sint", 21, 2},
	{"rgba8unorm", RGBA8, 4}, {"rgba8snorm", 38, 4}, {"rgba8uint", 41, 4}, {"rgba8sint", 42, 4},
	{"rgba8unorm-srgb", 43, 4}, {"bgra8unorm", 44, 4}, {"bgra8unorm-srgb", 50, 4},
	{"rgb10a2unorm", 64, 4}, {"rgb10a2uint", 68, 4},
	{"r16unorm", 70, 2}, {"r16snorm", 71, 2}, {"r16uint", 74, 2}, {"r16sint", 75, 2}, {"r16float", 76, 2},
	{"rg16unorm", 77, 4}, {"rg16snorm", 78, 4}, {"rg16uint", 81, 4}, {"rg16sint", 82, 4}, {"rg16float", 83, 4},
	{"rgba16unorm", 91, 8}, {"rgba16snorm", 92, 8}, {"rgba16uint", 95, 8}, {"rgba16sint", 96, 8}, {"rgba16float", 97, 8},
	{"r32uint", r32uint, 4}, {"r32sint", r32sint, 4}, {"r32float", r32float, 4},
	{"rg32uint", 101, 8}, {"rg32sint", 102, 8}, {"rg32float", 103, 8},
	{"rgba32uint", RGBA32U, 16}, {"rgba32sint", RGBA32I, 16}, {"rgba32float", RGBA32F, 16},
	{"r64uint", 110, 8}, {"r64sint", 111, 8},
	{"rg11b10ufloat", 122, 4}, {"rgb9e5ufloat", 123, 4},
	{"depth16unorm", depth16, 2}, {"depth32float", depth32, 4},
}

const (
	r32uint  Format = 98
	r32sint  Format = 99
	r32float Format = 100
	depth16  Format = 124
	depth32  Format = 126
)

// FormatByName finds a format by WebGPU's name for it; ok is false if textures can't have
// it.
func FormatByName(name string) (f Format, ok bool) {
	for i := range formats {
		if formats[i].name == name {
			return formats[i].format, true
		}
	}
	return 0, false
}

// String is WebGPU's name of the format.
func (f Format) String() string {
	for i := range formats {
		if formats[i].format == f {
			return formats[i].name
		}
	}
	return fmt.Sprintf("VkFormat %d", uint32(f))
}

// Size is the format's size in bytes per texel; 0 for formats that textures can't have.
func (f Format) Size() int {
	for i := range formats {
		if formats[i].format == f {
			return formats[i].bytes
		}
	}
	return 0
}

func (f Format) isDepth() bool { return f == depth16 || f == depth32 }

// aspect is the VkImageAspectFlags of images of the format.
func (f Format) aspect() uint32 {
	if f.isDepth() {
		return aspectDepth
	}
	return aspectColor
}

// An UnsupportedError reports that the driver, or this package, lacks something that a
// texture needs.
type UnsupportedError struct {
	Format Format
	Use    string
}

func (e *UnsupportedError) Error() string { return fmt.Sprintf("%s of format %v", e.Use, e.Format) }

// Bits of VkFormatFeatureFlags.
const (
	featureSampled       = 0x1
	featureStorage       = 0x2
	featureUniformTexels = 0x8
	featureStorageTexels = 0x10
)

// need panics with an [UnsupportedError] if the driver's optimal images of a format lack
// features.
func (d *Device) need(f Format, features uint32, use string) {
	var p struct{ linear, optimal, buffer uint32 }
	vk.GetPhysicalDeviceFormatProperties(d.physical, uint32(f), pointer(&p))
	if p.optimal&features != features {
		panic(&UnsupportedError{f, use})
	}
}

// needBuffer is need for buffers of texels.
func (d *Device) needBuffer(f Format, features uint32, use string) {
	var p struct{ linear, optimal, buffer uint32 }
	vk.GetPhysicalDeviceFormatProperties(d.physical, uint32(f), pointer(&p))
	if p.buffer&features != features {
		panic(&UnsupportedError{f, use})
	}
}
