// The Mandelbrot set near a spiral, four samples a pixel, colored by smooth counts.
@group(0) @binding(0) var<uniform> resolution: vec2f;

fn escape(c: vec2f) -> f32 {
  var z = vec2f(0);
  for (var i = 0; i < 220; i++) {
    z = vec2f(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    let r = dot(z, z);
    if r > 256 { return f32(i) + 1 - log2(log2(r) * 0.5); }
  }
  return -1;
}

@fragment
fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  var sum = vec3f(0);
  for (var s = 0; s < 4; s++) {
    let at = floor(p.xy) + vec2f(f32(s & 1), f32(s >> 1)) * 0.5 + 0.25;
    let c = vec2f(-0.7436, 0.1319) + (at - 0.5 * resolution) / resolution.y * 0.012;
    let n = escape(c);
    if n >= 0 {
      sum += 0.5 + 0.5 * cos(3.0 + n * 0.11 + vec3f(0.0, 0.6, 1.0));
    }
  }
  return vec4f(sum / 4, 1);
}
