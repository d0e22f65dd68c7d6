package bindgen

// This file writes layouts in the types of wgpu, Rust's crate for WebGPU.

import (
	"fmt"
	"regexp"
	"strings"

	"refract/internal/lazy"
)

// wgpu is the crate.
const wgpu = "wgpu"

// wgpuStages are the constants of wgpu::ShaderStages.
var wgpuStages = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"vertex": "VERTEX", "fragment": "FRAGMENT", "compute": "COMPUTE", "task": "TASK", "mesh": "MESH",
		"ray_generation": "RAY_GENERATION", "any_hit": "ANY_HIT", "closest_hit": "CLOSEST_HIT", "miss": "MISS",
	}
}}

var digitBefore = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`[0-9][a-z]`) }}

// wgpuFormat is a format as wgpu spells it: "rg11b10ufloat" is Rg11b10Ufloat, "r32uint" R32Uint.
func wgpuFormat(f string) string {
	if at := digitBefore.Get().FindAllStringIndex(f, -1); at != nil {
		last := at[len(at)-1][0] + 1
		f = f[:last] + upperFirst(f[last:])
	}
	return upperFirst(f)
}

// wgpuDimension is a view dimension as wgpu spells it: "2d-array" is D2Array.
func wgpuDimension(d string) string {
	word, array, isArray := strings.Cut(d, "-")
	if n, ok := strings.CutSuffix(word, "d"); ok {
		word = "D" + n
	}
	if isArray {
		array = upperFirst(array)
	}
	return upperFirst(word) + array
}

// wgpuVisibility is the set of stages.
func wgpuVisibility(list []string) (string, error) {
	set := ""
	for _, stage := range list {
		word, known := wgpuStages.Get()[stage]
		if !known {
			return "", fmt.Errorf("%s has no stage %s", wgpu, stage)
		}
		if word = "wgpu::ShaderStages::" + word; set == "" {
			set = word
		} else {
			set += ".union(" + word + ")"
		}
	}
	if set == "" {
		set = "wgpu::ShaderStages::NONE"
	}
	return set, nil
}

// wgpuType is the wgpu::BindingType of a resource, or "".
func wgpuType(b *Binding) string {
	switch b.Kind {
	case "uniform", "storage":
		kind := "Uniform"
		if b.Kind == "storage" {
			kind = fmt.Sprintf("Storage { read_only: %t }", b.Access == "read")
		}
		return fmt.Sprintf("Buffer { ty: wgpu::BufferBindingType::%s, has_dynamic_offset: false, min_binding_size: core::num::NonZeroU64::new(%d) }", kind, b.MinBindingSize)
	case "texture":
		sample := map[string]string{"float": "Float { filterable: true }", "unfilterable-float": "Float { filterable: false }", "sint": "Sint", "uint": "Uint", "depth": "Depth"}[b.SampleType]
		return fmt.Sprintf("Texture { sample_type: wgpu::TextureSampleType::%s, view_dimension: wgpu::TextureViewDimension::%s, multisampled: %t }", sample, wgpuDimension(b.Dimension), b.Multisampled)
	case "storage_texture":
		access := map[string]string{"read": "ReadOnly", "write": "WriteOnly", "read_write": "ReadWrite", "atomic": "Atomic"}[b.Access]
		return fmt.Sprintf("StorageTexture { access: wgpu::StorageTextureAccess::%s, format: wgpu::TextureFormat::%s, view_dimension: wgpu::TextureViewDimension::%s }", access, wgpuFormat(b.Format), wgpuDimension(b.Dimension))
	case "sampler":
		return "Sampler(wgpu::SamplerBindingType::" + map[string]string{"filtering": "Filtering", "non-filtering": "NonFiltering", "comparison": "Comparison"}[b.SamplerType] + ")"
	case "external_texture":
		return "ExternalTexture"
	case "acceleration_structure":
		return "AccelerationStructure { vertex_return: false }"
	}
	return ""
}

// wgpuEntry is a wgpu::BindGroupLayoutEntry.
func wgpuEntry(b Binding) (string, error) {
	visibility, err := wgpuVisibility(b.Visibility)
	if err != nil {
		return "", fmt.Errorf("%s: %w", b.Binding.Name, err)
	}
	kind := wgpuType(&b)
	if kind == "" {
		return "", fmt.Errorf("%s: %s has no form of a resource of kind %s", b.Binding.Name, wgpu, b.Kind)
	}
	count := "None"
	if b.Count.Is() {
		if b.Count.Value() == 0 {
			return "", fmt.Errorf("%s: %s has no form of an array whose length the host decides", b.Binding.Name, wgpu)
		}
		count = fmt.Sprintf("core::num::NonZeroU32::new(%d)", b.Count.Value())
	}
	return fmt.Sprintf("wgpu::BindGroupLayoutEntry { binding: %d, visibility: %s, ty: wgpu::BindingType::%s, count: %s }", b.Binding.Binding.Value(), visibility, kind, count), nil
}
