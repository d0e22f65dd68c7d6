// loose 1e-4
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
struct F {
    @location(0) c: vec4f,
    @location(1) d: u32,
    @builtin(sample_mask) m: u32,
}
fn blur(t: texture_2d<f32>, s: sampler, uv: vec2f, dir: vec2f) -> vec4f {
    const W = array(0.25, 0.5, 0.25);
    var sum = vec4f();
    for (var i = 0; i < 3; i++) {
        sum += W[i] * textureSampleLevel(t, s, uv + f32(i - 1) * dir, 0.0);
    }
    return sum;
}
@fragment
fn main(@location(0) uv: vec2f, @builtin(sample_index) i: u32) -> F {
    let d = vec2f(textureDimensions(t));
    return F(blur(t, s, uv * 0.0625, 1.0 / d), i, 0xffffffffu);
}
