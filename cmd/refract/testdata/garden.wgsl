// A full-screen shader of 100 lines, for the time that 'render' takes: distance functions,
// marched by rays, with soft shadows, occlusion, clouds, a mirrored ground and grain.
struct Camera { resolution: vec2f, time: f32 }
@group(0) @binding(0) var<uniform> camera: Camera;

fn smooth_union(a: f32, b: f32, k: f32) -> f32 {
  let h = max(k - abs(a - b), 0.0) / k;
  return min(a, b) - h * h * k * 0.25;
}

fn scene(p: vec3f) -> f32 {
  let ball = length(p - vec3f(0.0, 0.55 + 0.15 * sin(camera.time), 0.0)) - 0.55;
  let q = vec2f(length(p.xz) - 1.15, p.y - 0.22);
  let ring = length(q) - 0.2;
  let b = abs(p - vec3f(1.9, 0.45, 0.6)) - vec3f(0.35);
  let box = length(max(b, vec3f(0))) + min(max(b.x, max(b.y, b.z)), 0.0) - 0.06;
  return min(min(smooth_union(ball, ring, 0.35), box), p.y);
}

fn normal(p: vec3f) -> vec3f {
  let e = vec2f(1, -1) * 0.0008;
  return normalize(e.xyy * scene(p + e.xyy) + e.yyx * scene(p + e.yyx) + e.yxy * scene(p + e.yxy) + e.xxx * scene(p + e.xxx));
}

fn shadow(origin: vec3f, direction: vec3f) -> f32 {
  var light = 1.0;
  var t = 0.02;
  for (var i = 0; i < 32 && t < 6; i++) {
    let d = scene(origin + direction * t);
    light = min(light, 9 * d / t);
    if light < 0.004 { return 0; }
    t += clamp(d, 0.02, 0.3);
  }
  return light;
}

fn hash(p: vec2f) -> f32 {
  return fract(sin(dot(p, vec2f(12.9898, 78.233))) * 43758.547);
}

fn noise(p: vec2f) -> f32 {
  let i = floor(p);
  let f = p - i;
  let u = f * f * (3 - 2 * f);
  let low = mix(hash(i), hash(i + vec2f(1, 0)), u.x);
  return mix(low, mix(hash(i + vec2f(0, 1)), hash(i + vec2f(1, 1)), u.x), u.y);
}

fn heaven(ray: vec3f) -> vec3f {
  let clear = mix(vec3f(0.85, 0.88, 0.9), vec3f(0.35, 0.52, 0.75), clamp(ray.y * 1.6 + 0.25, 0.0, 1.0));
  if ray.y < 0.02 { return clear; }
  let p = ray.xz / ray.y + camera.time * 0.05;
  let cover = noise(p) * 0.5 + noise(p * 2.1) * 0.3 + noise(p * 4.3) * 0.2;
  return mix(clear, vec3f(1), smoothstep(0.5, 0.8, cover) * 0.7);
}

@fragment
fn main(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  let uv = (frag.xy - 0.5 * camera.resolution) / camera.resolution.y * vec2f(1, -1);
  let eye = vec3f(2.2, 2.6, 4.6);
  let forward = normalize(vec3f(0.35, 0.3, 0) - eye);
  let right = normalize(cross(forward, vec3f(0, 1, 0)));
  let ray = normalize(forward * 1.5 + uv.x * right + uv.y * cross(right, forward));
  let sky = heaven(ray);
  var t = 0.0;
  for (var i = 0; i < 90; i++) {
    let d = scene(eye + ray * t);
    if d < 0.001 * t || t > 20 { break; }
    t += d;
  }
  if t > 20 { return vec4f(sqrt(sky), 1); }
  let p = eye + ray * t;
  let n = normal(p);
  let sun = normalize(vec3f(0.7, 0.9, 0.35));
  var base = vec3f(0.82, 0.38, 0.24);
  if p.y < 0.02 {
    let c = step(0.5, fract((floor(p.x) + floor(p.z)) * 0.5 + 0.25));
    base = mix(vec3f(0.32), vec3f(0.5), c);
  } else if p.x > 1.4 {
    base = vec3f(0.2, 0.45, 0.6);
  }
  let occlusion = clamp(0.4 + 3 * scene(p + n * 0.2), 0.0, 1.0);
  let direct = max(dot(n, sun), 0.0) * shadow(p + n * 0.002, sun);
  let shine = pow(max(dot(reflect(ray, n), sun), 0.0), 40.0) * direct;
  var color = base * (direct * vec3f(1.5, 1.35, 1.1) + occlusion * (0.25 + 0.25 * n.y) * sky) + shine * 0.6;
  if p.y < 0.02 {
    let up = reflect(ray, n);
    var far = 0.05;
    for (var i = 0; i < 24 && far < 5; i++) { far += scene(p + up * far); }
    var seen = vec3f(0.4, 0.25, 0.2);
    if far >= 5 {
      seen = heaven(up);
    }
    color = mix(color, seen, 0.25 * pow(1 - abs(ray.y), 2.0));
  }
  color += (hash(frag.xy) - 0.5) * 0.02;
  color *= 1 - 0.3 * dot(uv, uv);
  color = mix(color, sky, 1 - exp(-0.0012 * t * t * t));
  return vec4f(sqrt(clamp(color, vec3f(0), vec3f(1))), 1);
}
