// Brings a picture of floats to a screen's range, darker towards its corners.

@group(0) @binding(0) var picture: texture_2d<f32>;

@fragment
fn main(@builtin(position) p: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
  let color = textureLoad(picture, vec2u(p.xy), 0).rgb;
  let around = 1 - 0.6 * dot(uv - 0.5, uv - 0.5);
  let mapped = color * around / (color * around + 0.6) * 1.45;
  return vec4f(pow(saturate(mapped), vec3f(1 / 2.2)), 1);
}
