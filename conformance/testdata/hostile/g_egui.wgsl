// loose 1e-4
struct VertexOutput { @location(0) tex_coord: vec2<f32>, @location(1) color: vec4<f32>, @builtin(position) position: vec4<f32>, };
struct Locals { screen_size: vec2<f32>, dithering: u32, predictable: u32, };
@group(0) @binding(0) var<uniform> r_locals: Locals;
fn interleaved_gradient_noise(n: vec2<f32>) -> f32 { let f = 0.06711056 * n.x + 0.00583715 * n.y; return fract(52.9829189 * fract(f)); }
fn linear_from_gamma_rgb(srgb: vec3<f32>) -> vec3<f32> {
    let cutoff = srgb < vec3<f32>(0.04045);
    let lower = srgb / vec3<f32>(12.92);
    let higher = pow((srgb + vec3<f32>(0.055)) / vec3<f32>(1.055), vec3<f32>(2.4));
    return select(higher, lower, cutoff);
}
fn unpack_color(color: u32) -> vec4<f32> { return vec4<f32>(f32(color & 255u), f32((color >> 8u) & 255u), f32((color >> 16u) & 255u), f32((color >> 24u) & 255u)) / 255.0; }
fn position_from_screen(screen_pos: vec2<f32>) -> vec4<f32> { return vec4<f32>(2.0 * screen_pos.x / r_locals.screen_size.x - 1.0, 1.0 - 2.0 * screen_pos.y / r_locals.screen_size.y, 0.0, 1.0); }
@vertex fn vs_main(@location(0) a_pos: vec2<f32>, @location(1) a_tex_coord: vec2<f32>, @location(2) a_color: u32) -> VertexOutput {
    var out: VertexOutput; out.tex_coord = a_tex_coord; out.color = unpack_color(a_color); out.position = position_from_screen(a_pos); return out;
}
@fragment fn fs_main_gamma_framebuffer(in: VertexOutput) -> @location(0) vec4<f32> {
    let tex_gamma = fract(abs(in.tex_coord.xyxy)); var out_color_gamma = fract(abs(in.color)) * tex_gamma;
    if r_locals.dithering == 1 { out_color_gamma += vec4f((interleaved_gradient_noise(in.position.xy) - 0.5) / 255.0); }
    return vec4<f32>(linear_from_gamma_rgb(out_color_gamma.rgb), out_color_gamma.a);
}
