// not wgpu-run tint-run hlsl
// Textures and samplers handed through functions.
@group(0) @binding(0) var t0: texture_2d<f32>;
@group(0) @binding(1) var t1: texture_2d<f32>;
@group(0) @binding(2) var s0: sampler;
@group(0) @binding(3) var ta: texture_2d_array<u32>;
@group(0) @binding(4) var to: texture_storage_2d<rgba32float, write>;
@group(0) @binding(5) var t3: texture_3d<i32>;
@group(0) @binding(6) var<storage, read_write> o: array<vec4f, 16>;
@group(0) @binding(8) var rw: texture_storage_2d<r32uint, read_write>;
fn fetch(t: texture_2d<f32>, s: sampler, uv: vec2f) -> vec4f {
    return textureSampleLevel(t, s, uv, 0.0) + vec4f(textureLoad(t, vec2i(0, 1), 0));
}
fn two(a: texture_2d<f32>, b: texture_2d<f32>, s: sampler) -> vec4f {
    return fetch(a, s, vec2f(0.25)) - fetch(b, s, vec2f(0.75, 0.25));
}
fn dim(t: texture_2d_array<u32>) -> vec4u {
    return vec4u(textureDimensions(t), textureNumLayers(t), textureNumLevels(t));
}
@compute @workgroup_size(2, 2)
fn main(@builtin(local_invocation_id) l: vec3u) {
    let i = l.x + l.y * 2u;
    o[i] = two(t0, t1, s0);
    o[i + 4u] = vec4f(dim(ta));
    o[i + 8u] = vec4f(textureLoad(ta, l.xy, i32(l.x), 0)) + vec4f(textureLoad(t3, vec3u(l.xy, 0u), 0));
    textureStore(to, l.xy, vec4f(l.xyzz));
    let old = textureLoad(rw, l.xy).x;
    textureStore(rw, l.xy, vec4u(old + i));
    o[i + 12u] = vec4f(4.0, vec3f(vec2f(textureDimensions(t0, 0)), f32(textureDimensions(t3).z)));
}
