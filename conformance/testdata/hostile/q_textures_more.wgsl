// Textures through parameters of parameters, coordinates and layers out of range and signed, storage
// textures of several formats, queries of levels that there are, loads in conditions of loops.
@group(0) @binding(0) var<storage, read_write> o: array<vec4f, 24>;
@group(0) @binding(1) var a: texture_2d_array<f32>;
@group(0) @binding(2) var b: texture_3d<u32>;
@group(0) @binding(3) var c: texture_2d<i32>;
@group(0) @binding(4) var d: texture_depth_2d_array;
@group(0) @binding(5) var s: sampler;
@group(0) @binding(6) var k: sampler_comparison;
@group(0) @binding(7) var w: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(8) var x: texture_storage_3d<rgba16float, write>;
@group(0) @binding(9) var y: texture_storage_1d<r32sint, read_write>;
@group(0) @binding(10) var<storage, read> key: array<u32, 4>;
fn inner(t: texture_2d_array<f32>, p: vec2i, layer: i32) -> vec4f { return textureLoad(t, p, layer, 0) + vec4f(vec2f(textureDimensions(t)), f32(textureNumLayers(t)), f32(textureNumLevels(t))); }
fn outer(layer: i32, t: texture_2d_array<f32>, q: sampler, p: vec2f) -> vec4f { return inner(t, vec2i(p * 4), layer) + textureSampleLevel(t, q, p, layer, 0.0); }
fn depths(t: texture_depth_2d_array, q: sampler_comparison, p: vec2f, i: i32) -> f32 { return textureSampleCompareLevel(t, q, p, i, 0.5) + f32(textureNumLayers(t)); }
@compute @workgroup_size(1)
fn main() {
	let i = i32(key[0] & 3);
	o[0] = outer(i & 1, a, s, vec2f(0.34375));
	o[1] = inner(a, vec2i(i & 1, 1), 1);
	o[2] = vec4f(textureLoad(b, vec3i(1, i & 1, 0), 0) & vec4u(255));
	o[3] = vec4f(textureLoad(c, vec2u(u32(i & 1), 1u), 0) & vec4i(255));
	o[4] = vec4f(depths(d, k, vec2f(0.40625), i & 1), textureLoad(d, vec2i(1, 1), 0, 0), textureSampleLevel(d, s, vec2f(0.34375), 1, 0), 0);
	textureStore(w, vec2i(i & 1, 0), 1, vec4f(0.25, 0.5, 2, -1));
	textureStore(x, vec3u(u32(i & 1), 0u, 1u), vec4f(1.5, -2, 0.25, 1000));
	let was = textureLoad(y, i & 1);
	textureStore(y, i & 1, was * 2 + vec4i(1));
	o[5] = vec4f(textureLoad(y, i & 1) & vec4i(1023));
	var n = 0; var sum = vec4f();
	while n < 4 && textureLoad(c, vec2i(n & 1, 0), 0).x != 12345 { sum += textureLoad(a, vec2i(n & 1, n >> 1), (n + i) & 1, 0); n++; }
	o[6] = sum;
	o[7] = vec4f(vec3f(textureDimensions(b)), f32(textureDimensions(y)));
	o[8] = vec4f(vec2f(textureDimensions(w)), f32(textureNumLayers(w)), f32(textureDimensions(x).z));
	switch textureDimensions(c, 0).x { case 0: { o[9] = vec4f(1); } default: { o[9] = textureGather(2, a, s, vec2f(0.34375), 1); } }
	o[10] = textureGatherCompare(d, k, vec2f(0.34375), 0, 0.5);
}
