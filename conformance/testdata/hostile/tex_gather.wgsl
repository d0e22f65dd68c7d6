// not wgpu-run tint-run hlsl
// loose 1e-5
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var d: texture_depth_2d;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var c: sampler_comparison;
@group(0) @binding(4) var da: texture_depth_2d_array;
@group(0) @binding(5) var tu: texture_2d_array<u32>;
@group(0) @binding(6) var cu: texture_cube<f32>;
@group(0) @binding(8) var tm: texture_multisampled_2d<f32>;
@group(0) @binding(7) var<storage, read_write> o: array<vec4f, 12>;
fn shadow(m: texture_depth_2d, cmp: sampler_comparison, p: vec3f) -> f32 {
    var r = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            r += textureSampleCompareLevel(m, cmp, p.xy + vec2f(vec2i(x, y)) * 0.125, p.z);
        }
    }
    return r / 9.0;
}
@compute @workgroup_size(1)
fn main() {
    o[0] = textureGather(1, t, s, vec2f(0.5));
    o[1] = textureGather(d, s, vec2f(0.25));
    o[2] = textureGatherCompare(d, c, vec2f(0.5), 0.5);
    o[3] = vec4f(textureGather(2, tu, s, vec2f(0.3), 1));
    o[4] = vec4f(shadow(d, c, vec3f(0.5)));
    o[5] = vec4f(textureSampleLevel(d, s, vec2f(0.1), 0), textureSampleCompareLevel(da, c, vec2f(0.2), 1, 0.25), 0, 0);
    o[6] = textureSampleGrad(t, s, vec2f(0.4), vec2f(0.01), vec2f(0.02), vec2i(1, -1));
    o[7] = textureSampleLevel(t, s, vec2f(0.6), 0.0, vec2i(-1, 2));
    o[8] = textureSampleBaseClampToEdge(t, s, vec2f(2.0));
    o[9] = textureGather(0, t, s, vec2f(0.5), vec2i(1, 0));
    o[10] = vec4f(textureLoad(d, vec2u(1), 0u)) + f32(textureNumSamples(tm));
    o[11] = textureGather(3, t, s, vec2f(0.9, 0.1));
}
