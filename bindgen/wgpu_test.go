package bindgen_test

import (
	"os"
	"strings"
	"testing"

	"refract"
	"refract/bindgen"
)

const wgpuShader = `struct P { a: vec3f, b: f32 }
struct V { @location(0) pos: vec3f, @location(2) uv: vec2f, @location(5) n: u32 }
@group(0) @binding(0) var<uniform> params: P;
@group(0) @binding(3) var<storage> list: array<P>;
@group(0) @binding(4) var<storage, read_write> sum: atomic<u32>;
@group(1) @binding(0) var tex: texture_2d_array<f32>;
@group(1) @binding(1) var smp: sampler;
@group(1) @binding(2) var cmp: sampler_comparison;
@group(1) @binding(3) var depth: texture_depth_cube_array;
@group(1) @binding(4) var ints: texture_3d<i32>;
@group(1) @binding(5) var multi: texture_multisampled_2d<f32>;
@group(1) @binding(6) var out: texture_storage_2d_array<rgba8unorm, write>;
@group(1) @binding(7) var grid: texture_storage_1d<r32uint, read_write>;
@group(3) @binding(0) var line: texture_1d<f32>;
@vertex fn vs(v: V) -> @builtin(position) vec4f { return vec4f(v.pos + params.a, v.uv.x + f32(v.n)); }
@fragment fn fs() -> @location(0) vec4f {
  return textureSample(tex, smp, vec2f(params.b), 0) * textureSampleCompare(depth, cmp, vec3f(1), 0, 0) +
    vec4f(textureLoad(ints, vec3i(), 0)) + textureLoad(multi, vec2i(), 0) + textureLoad(line, 0, 0);
}
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&sum, u32(list[i].b));
  textureStore(out, vec2u(i), 0, vec4f(1));
  textureStore(grid, i, textureLoad(grid, i));
}
`

// TestWGPU writes layouts in the types of Rust's crate wgpu. With REFRACT_CARGO set, cargo
// compiles them with the crate itself.
func TestWGPU(t *testing.T) {
	write := func(source string, o bindgen.Options) (string, error) {
		v, r := read("w.wgsl", source, refract.WGSL, 0)
		if v == nil {
			t.Fatal("not valid")
		}
		o.Language, o.Layouts = "rust", "wgpu"
		text, err := bindgen.Generate([]bindgen.Source{{Name: "w.wgsl", Reflection: r}}, o)
		return string(text), err
	}
	text, err := write(wgpuShader, bindgen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"pub const BIND_GROUP_LAYOUTS: [&[wgpu::BindGroupLayoutEntry]; 4] = [",
		"binding: 0, visibility: wgpu::ShaderStages::VERTEX.union(wgpu::ShaderStages::FRAGMENT), ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: core::num::NonZeroU64::new(16) }, count: None }, // params",
		"wgpu::BufferBindingType::Storage { read_only: true }", "wgpu::BufferBindingType::Storage { read_only: false }",
		"Float { filterable: true }, view_dimension: wgpu::TextureViewDimension::D2Array", "Sampler(wgpu::SamplerBindingType::Comparison)", "TextureSampleType::Depth, view_dimension: wgpu::TextureViewDimension::CubeArray",
		"TextureSampleType::Sint, view_dimension: wgpu::TextureViewDimension::D3", "view_dimension: wgpu::TextureViewDimension::D2, multisampled: true",
		"access: wgpu::StorageTextureAccess::WriteOnly, format: wgpu::TextureFormat::Rgba8Unorm", "access: wgpu::StorageTextureAccess::ReadWrite, format: wgpu::TextureFormat::R32Uint, view_dimension: wgpu::TextureViewDimension::D1",
		"pub const VS_VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {\n    array_stride: 24,",
		"wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x2, offset: 12, shader_location: 2 }, // uv",
		"pub fn bind_group_layouts(device: &wgpu::Device) -> [wgpu::BindGroupLayout; 4]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q isn't in\n%s", want, text)
		}
	}
	if text, err := write(wgpuShader, bindgen.Options{Prefix: "sky_"}); err != nil || !strings.Contains(text, "pub fn sky_bind_group_layouts(") || !strings.Contains(text, "    SKY_BIND_GROUP_LAYOUTS.map(") {
		t.Errorf("%v: a prefix is not in the names of\n%s", err, text)
	}
	if text, err := write("@compute @workgroup_size(1) fn main() {}", bindgen.Options{}); err != nil || strings.Contains(text, "wgpu::") {
		t.Errorf("%v: layouts of nothing in\n%s", err, text)
	}
	for _, o := range []bindgen.Options{{Language: "go", Layouts: "wgpu"}, {Language: "rust", Layouts: "gogpu"}} {
		if _, err := bindgen.Generate(nil, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if os.Getenv("REFRACT_CARGO") != "" {
		cargo(t, "bytemuck = \"1\"\nwgpu = { version = \"30\", default-features = false }\n", text)
	}
}
