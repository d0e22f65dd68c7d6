// Clouds: density from octaves of value noise, marched with light through it.
struct View { resolution: vec2f, time: f32 }
@group(0) @binding(0) var<uniform> view: View;

fn hash(p: vec3i) -> f32 {
  var n = (u32(p.x) * 1597334677u) ^ (u32(p.y) * 3812015801u) ^ (u32(p.z) * 2798796415u);
  n = (n ^ (n >> 15)) * 2246822519u;
  return f32(n >> 8) / 16777216.0;
}

fn noise(p: vec3f) -> f32 {
  let i = vec3i(floor(p));
  let f = fract(p);
  let u = f * f * (3 - 2 * f);
  let a = mix(hash(i), hash(i + vec3i(1, 0, 0)), u.x);
  let b = mix(hash(i + vec3i(0, 1, 0)), hash(i + vec3i(1, 1, 0)), u.x);
  let c = mix(hash(i + vec3i(0, 0, 1)), hash(i + vec3i(1, 0, 1)), u.x);
  let d = mix(hash(i + vec3i(0, 1, 1)), hash(i + vec3i(1, 1, 1)), u.x);
  return mix(mix(a, b, u.y), mix(c, d, u.y), u.z);
}

fn density(p: vec3f, octaves: i32) -> f32 {
  var q = p + vec3f(0.3 * view.time, 0, 0);
  var sum = 0.0;
  var weight = 0.5;
  for (var i = 0; i < octaves; i++) {
    sum += weight * noise(q);
    q = q * 2.13 + 7.1;
    weight *= 0.5;
  }
  return clamp((sum - 0.47) * 3.2 - 0.35 * abs(p.y - 3.2), 0.0, 1.0);
}

@fragment
fn main(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  let uv = (frag.xy - 0.5 * view.resolution) / view.resolution.y * vec2f(1, -1);
  let ray = normalize(vec3f(uv.x, uv.y + 0.42, 1.2));
  let sun = normalize(vec3f(-0.6, 0.35, 0.7));
  let blue = mix(vec3f(0.78, 0.80, 0.82), vec3f(0.16, 0.34, 0.66), clamp(ray.y * 1.5, 0.0, 1.0));
  let sky = blue + vec3f(1.0, 0.75, 0.5) * pow(max(dot(ray, sun), 0.0), 12.0) * 0.4;
  var color = vec3f(0);
  var left = 1.0;
  if ray.y > 0.06 {
    var t = 2.2 / ray.y;
    let stride = 2.0 / ray.y / 20;
    for (var i = 0; i < 20 && left > 0.03; i++) {
      let p = ray * t;
      let d = density(p, 4);
      if d > 0.01 {
        let through = exp(-4.4 * density(p + sun * 0.5, 2));
        let lit = vec3f(1.15, 1.02, 0.86) * through + vec3f(0.32, 0.40, 0.52);
        let alpha = 1 - exp(-d * min(stride, 0.6) * 3);
        color += left * alpha * mix(sky, lit, exp(-0.05 * t));
        left *= 1 - alpha;
      }
      t += stride;
    }
  }
  return vec4f(sqrt(clamp(color + left * sky, vec3f(0), vec3f(1))), 1);
}
