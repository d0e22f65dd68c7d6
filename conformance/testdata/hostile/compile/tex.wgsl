enable f16;
enable subgroups;
requires readonly_and_readwrite_storage_textures;
@group(0) @binding(0) var s: sampler;
@group(0) @binding(1) var sc: sampler_comparison;
@group(0) @binding(2) var t1: texture_1d<f32>;
@group(0) @binding(3) var t2: texture_2d<f32>;
@group(0) @binding(4) var t2a: texture_2d_array<i32>;
@group(0) @binding(5) var t3: texture_3d<u32>;
@group(0) @binding(6) var tc: texture_cube<f32>;
@group(0) @binding(7) var tca: texture_cube_array<f32>;
@group(0) @binding(8) var tm: texture_multisampled_2d<f32>;
@group(0) @binding(9) var d2: texture_depth_2d;
@group(0) @binding(10) var d2a: texture_depth_2d_array;
@group(0) @binding(11) var dc: texture_depth_cube;
@group(0) @binding(12) var dca: texture_depth_cube_array;
@group(0) @binding(13) var dm: texture_depth_multisampled_2d;
@group(1) @binding(0) var w1: texture_storage_1d<rgba8unorm, write>;
@group(1) @binding(1) var w2: texture_storage_2d<rgba16float, write>;
@group(1) @binding(2) var w2a: texture_storage_2d_array<rg32sint, write>;
@group(1) @binding(3) var w3: texture_storage_3d<rgba32uint, read>;
@group(1) @binding(4) var rw: texture_storage_2d<r32float, read_write>;
@group(1) @binding(5) var rwu: texture_storage_2d<r32uint, read_write>;
@group(1) @binding(6) var w8: texture_storage_2d<bgra8unorm, write>;
@group(2) @binding(0) var<storage, read_write> o: array<vec4f>;
fn f2(t: texture_2d<f32>, s: sampler, c: vec2f) -> vec4f { return textureSampleLevel(t, s, c, 1.5, vec2i(1, -2)) + textureGather(1, t, s, c) + textureLoad(t, vec2u(c), 0u); }
fn fd(d: texture_depth_2d, s: sampler_comparison, c: vec2f) -> f32 { return textureSampleCompareLevel(d, s, c, 0.5, vec2i(1)) + textureGatherCompare(d, s, c, 0.3).x; }
fn g(s: sampler_comparison, t: texture_depth_2d) -> f32 { return fd(t, s, vec2f(0.1)); }
@compute @workgroup_size(4, 2) fn cs(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) ss: u32, @builtin(subgroup_invocation_id) si: u32) {
  let c = vec2f(id.xy); let i = i32(id.x);
  var r = f2(t2, s, c) + vec4f(g(sc, d2)) + textureSampleLevel(tc, s, vec3f(c, 1), 0) + textureSampleLevel(tca, s, vec3f(c, 1), i, 0.5) + textureLoad(t1, i, 0) + vec4f(textureLoad(t2a, vec2i(i), 1u, 0)) + vec4f(textureLoad(t3, vec3i(i), 1));
  r += textureLoad(tm, vec2i(i), id.y) + textureLoad(d2, id.xy, 0) + textureLoad(d2a, id.xy, 1, 0u) + textureLoad(dm, id.xy, i) + textureSampleLevel(d2, s, c, 1) + textureSampleLevel(dc, s, vec3f(c, 0), 0u) + textureSampleLevel(dca, s, vec3f(c, 0), 1, 0) + textureSampleLevel(d2a, s, c, i, 2, vec2i(3, 1));
  r += textureSampleCompareLevel(dc, sc, vec3f(c, 1), 0.5) + textureSampleCompareLevel(dca, sc, vec3f(c, 1), 1, 0.5) + textureSampleCompareLevel(d2a, sc, c, 2u, 0.5) + textureGather(dca, s, vec3f(c, 1), 1) + textureGatherCompare(dc, sc, vec3f(c, 1), 0.1) + textureGather(0, tca, s, vec3f(c, 1), i) + vec4f(textureGather(2, t2a, s, c, 1, vec2i(1)));
  r += vec4f(vec3f(textureDimensions(t3, 1)), f32(textureNumLevels(tca) + textureNumLayers(tca) + textureNumSamples(tm) + textureNumLayers(w2a) + textureDimensions(w1))) + vec4f(vec2f(textureDimensions(tc) + textureDimensions(dca, i) + textureDimensions(rw) + textureDimensions(dm)), 0, 1) + textureSampleGrad(t2, s, c, c, c.yx, vec2i(-8, 7)) + textureSampleGrad(tca, s, vec3f(c, 1), 3, vec3f(1), vec3f(2)) + textureSampleBaseClampToEdge(t2, s, c);
  textureStore(w1, i, r); textureStore(w2, id.xy, r); textureStore(w2a, vec2i(i), 1, vec4i(r)); textureStore(rw, id.xy, textureLoad(rw, id.yx) + 1.0); textureStore(rwu, id.xy, textureLoad(rwu, vec2i(i)) + textureLoad(w3, vec3u(id))); textureStore(w8, id.xy, r.zyxw);
  let q = subgroupAdd(r.x) + subgroupBroadcast(r.y, 2u) + subgroupShuffleXor(r.z, 1u) + subgroupInclusiveMul(r.w) + quadSwapX(r.x) + f32(subgroupBallot(r.x > 1.0).x) + subgroupExclusiveAdd(f32(ss + si)) + quadBroadcast(r.y, 1u) + f32(subgroupMin(vec2h(r.xy)).x) + f32(subgroupXor(id.x)) + subgroupBroadcastFirst(r.x) + select(0.0, 1.0, subgroupElect());
  o[id.x] = r * q;
}
@fragment fn fs(@builtin(position) p: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
  let a = textureSample(t2, s, uv, vec2i(1, 2)) + textureSampleBias(tc, s, vec3f(uv, 1), 0.5) + textureSampleCompare(d2a, sc, uv, 1, 0.2, vec2i(1)) + textureSample(dca, s, vec3f(uv, 1), 2) + textureSample(t1, s, uv.x) + textureSampleBias(tca, s, vec3f(uv, 1), 2, 0.1) + textureSampleCompare(dca, sc, vec3f(uv, 1), 1, 0.5);
  return a + textureSample(d2, s, uv, vec2i(2)) + textureSample(dc, s, vec3f(uv, 0)) ;
}
