struct Panel { transform: vec4f, color: vec4f, opacity: f32, }
var<immediate> panel: Panel;
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var image_sampler: sampler;
struct Varyings { @builtin(position) position: vec4f, @location(0) uv: vec2f, }
@vertex fn vertex_main(@location(0) corner: vec2f, @location(1) uv: vec2f) -> Varyings {
  return Varyings(vec4f(corner * panel.transform.xy + panel.transform.zw, 0, 1), uv);
}
@fragment fn fragment_main(v: Varyings) -> @location(0) vec4f {
  return textureSample(image, image_sampler, v.uv) * panel.color * panel.opacity;
}
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(8, 4) fn reduce(@builtin(local_invocation_index) i: u32) { sums[i] *= 2; }
