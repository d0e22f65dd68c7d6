// Texels by coordinates, layers, levels and samples that the shader doesn't know.
@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<u32>;
@group(0) @binding(2) var solid: texture_3d<i32>;
@group(0) @binding(3) var depth: texture_depth_2d;
@group(0) @binding(4) var many: texture_multisampled_2d<f32>;
@group(0) @binding(5) var written: texture_storage_2d_array<r32float, write>;
@group(0) @binding(6) var plane: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(7) var space: texture_storage_3d<r32uint, write>;
@group(0) @binding(8) var<storage, read_write> at: array<vec4u, 8>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) g: vec3u) {
  let a = textureLoad(flat, at[0].xy, at[0].z);
  let b = textureLoad(layers, at[1].xy, at[1].z, at[1].w);
  let c = textureLoad(solid, vec3i(at[2].xyz), i32(at[2].w));
  let d = textureLoad(depth, at[3].xy, at[3].z);
  let e = textureLoad(many, at[4].xy, at[4].z);
  textureStore(written, g.xy, g.z, a + vec4f(b) + e);
  textureStore(plane, at[5].xy, vec4f(c) + d);
  textureStore(space, g, vec4u(c));
}
