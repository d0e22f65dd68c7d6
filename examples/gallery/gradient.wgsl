// A gradient between four corners, dithered so that eight bits show no bands.
@group(0) @binding(0) var<uniform> resolution: vec2f;

fn noise(p: vec2f) -> f32 {
  return fract(52.9829189 * fract(dot(p, vec2f(0.06711056, 0.00583715))));
}

@fragment
fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let uv = p.xy / resolution;
  let top = mix(vec3f(0.10, 0.16, 0.42), vec3f(0.55, 0.18, 0.52), uv.x);
  let bottom = mix(vec3f(0.98, 0.55, 0.28), vec3f(1.00, 0.86, 0.48), uv.x);
  let color = mix(top, bottom, smoothstep(0.0, 1.0, uv.y));
  return vec4f(color + (noise(p.xy) - 0.5) / 255, 1);
}
