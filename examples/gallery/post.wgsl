// Post-processing: bright parts are blurred in two passes and added, then the picture
// is graded, with a vignette and the edges of a lens.
struct Pass { step: vec2f, threshold: f32 }
@group(0) @binding(0) var<uniform> settings: Pass;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var bloom: texture_2d<f32>;
@group(0) @binding(3) var filtering: sampler;

@fragment
fn blur(@location(0) uv: vec2f) -> @location(0) vec4f {
  var sum = vec3f(0);
  var weights = 0.0;
  for (var i = -8; i <= 8; i++) {
    let w = exp(-f32(i * i) / 24);
    let c = textureSampleLevel(picture, filtering, uv + settings.step * f32(i), 0).rgb;
    sum += w * max(c - settings.threshold, vec3f(0));
    weights += w;
  }
  return vec4f(sum / weights / (1 - settings.threshold), 1);
}

@fragment
fn grade(@location(0) uv: vec2f) -> @location(0) vec4f {
  let off = (uv - 0.5) * dot(uv - 0.5, uv - 0.5);
  var c = vec3f(
    textureSampleLevel(picture, filtering, uv + off * 0.05, 0).r,
    textureSampleLevel(picture, filtering, uv, 0).g,
    textureSampleLevel(picture, filtering, uv - off * 0.05, 0).b);
  c += textureSampleLevel(bloom, filtering, uv, 0).rgb * 1.4;
  c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
  c = mix(vec3f(dot(c, vec3f(0.2126, 0.7152, 0.0722))), c, 1.25);
  return vec4f(c * (1 - 1.1 * dot(uv - 0.5, uv - 0.5)), 1);
}
