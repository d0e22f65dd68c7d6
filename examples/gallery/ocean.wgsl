// An ocean: octaves of sharpened waves as a height field, marched and shaded by
// reflection of the sky.
struct View { resolution: vec2f, time: f32 }
@group(0) @binding(0) var<uniform> view: View;

fn waves(p: vec2f, octaves: i32) -> f32 {
  var q = p;
  var at = 0.0;
  var height = 0.0;
  var weight = 1.0;
  var total = 0.0;
  var speed = 1.2;
  for (var i = 0; i < octaves; i++) {
    let direction = vec2f(sin(at), cos(at));
    let phase = dot(direction, q) * speed + view.time * (0.8 + 0.3 * speed);
    let crest = exp(sin(phase) - 1);
    q -= direction * crest * cos(phase) * weight * 0.28;
    height += crest * weight;
    total += weight;
    weight *= 0.8;
    speed *= 1.18;
    at = select(at, at - 6.2831853, at > 3.1415927) + 0.8956435;
  }
  return height / total;
}

fn sky(ray: vec3f, sun: vec3f) -> vec3f {
  let glow = max(dot(ray, sun), 0.0);
  let base = mix(vec3f(0.92, 0.72, 0.52), vec3f(0.14, 0.30, 0.56), pow(clamp(ray.y, 0.0, 1.0), 0.45));
  return base + vec3f(1.0, 0.6, 0.3) * pow(glow, 8.0) * 0.35 + vec3f(1.0, 0.9, 0.7) * pow(glow, 600.0) * 8;
}

@fragment
fn main(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  let uv = (frag.xy - 0.5 * view.resolution) / view.resolution.y * vec2f(1, -1);
  let ray = normalize(vec3f(uv.x, uv.y + 0.02, 1.1));
  let sun = normalize(vec3f(0.25, 0.12, 1));
  if ray.y >= -0.005 { return vec4f(sqrt(min(sky(ray, sun), vec3f(1))), 1); }
  let eye = vec3f(0, 1.9, 0);
  let depth = 1.0;
  var t = (eye.y - depth) / -ray.y * 0.6;
  for (var i = 0; i < 24; i++) {
    let p = eye + ray * t;
    let gap = p.y - (waves(p.xz * 0.55, 8) - 1) * depth - 0.4;
    if gap < 0.01 { break; }
    t += gap * 0.8;
  }
  let p = eye + ray * t;
  let e = 0.01 + 0.004 * t;
  let h = waves(p.xz * 0.55, 18);
  let hx = waves((p.xz + vec2f(e, 0)) * 0.55, 18);
  let hz = waves((p.xz + vec2f(0, e)) * 0.55, 18);
  var n = normalize(vec3f(h - hx, e, h - hz));
  n = mix(n, vec3f(0, 1, 0), 0.75 * min(1.0, sqrt(t * 0.012)));
  let fresnel = 0.04 + 0.96 * pow(1 - max(dot(-n, ray), 0.0), 5.0);
  let bounced = reflect(ray, n);
  let deep = vec3f(0.01, 0.08, 0.12) * (0.3 + h);
  var color = fresnel * sky(vec3f(bounced.x, abs(bounced.y), bounced.z), sun) + deep;
  color = mix(color, sky(vec3f(ray.x, 0, ray.z), sun), 1 - exp(-0.00012 * t * t));
  return vec4f(sqrt(min(color, vec3f(1))), 1);
}
