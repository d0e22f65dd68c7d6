// A path tracer: each draw adds one path for every pixel to what is there, by blending.
struct Frame { resolution: vec2f, number: u32 }
@group(0) @binding(0) var<uniform> frame: Frame;

var<private> state: u32;

fn random() -> f32 {
  state = state * 747796405u + 2891336453u;
  let x = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  return f32(((x >> 22) ^ x) >> 8) / 16777216.0;
}

struct Hit { t: f32, normal: vec3f, color: vec3f, light: vec3f, mirror: bool }

fn ball(hit: ptr<function, Hit>, eye: vec3f, ray: vec3f, center: vec3f, radius: f32, color: vec3f, light: vec3f, mirror: bool) {
  let o = eye - center;
  let b = dot(o, ray);
  let disc = b * b - dot(o, o) + radius * radius;
  if disc < 0 { return; }
  var t = -b - sqrt(disc);
  if t < 1e-3 { t = -b + sqrt(disc); }
  if t < 1e-3 || t > (*hit).t { return; }
  *hit = Hit(t, (o + ray * t) / radius, color, light, mirror);
}

fn closest(eye: vec3f, ray: vec3f) -> Hit {
  var hit = Hit(1e9, vec3f(0), vec3f(0), vec3f(0.05, 0.07, 0.1) + max(ray.y, 0.0) * vec3f(0.2, 0.3, 0.45), false);
  ball(&hit, eye, ray, vec3f(0, -1000, 0), 1000, vec3f(0.7), vec3f(0), false);
  ball(&hit, eye, ray, vec3f(-1.1, 0.7, 0.2), 0.7, vec3f(0.85, 0.25, 0.2), vec3f(0), false);
  ball(&hit, eye, ray, vec3f(0.45, 0.6, -0.5), 0.6, vec3f(0.9), vec3f(0), true);
  ball(&hit, eye, ray, vec3f(1.4, 0.35, 0.7), 0.35, vec3f(0.2, 0.5, 0.85), vec3f(0), false);
  ball(&hit, eye, ray, vec3f(0.2, 0.25, 1.0), 0.25, vec3f(0.9, 0.75, 0.2), vec3f(0), true);
  ball(&hit, eye, ray, vec3f(-0.6, 3.2, 1.6), 0.8, vec3f(0), vec3f(7.0, 6.2, 5.0), false);
  return hit;
}

@fragment
fn main(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  state = u32(frag.x) * 1973u + u32(frag.y) * 9277u + frame.number * 26699u + 1u;
  let at = frag.xy - 0.5 + vec2f(random(), random());
  let uv = (at - 0.5 * frame.resolution) / frame.resolution.y * vec2f(1, -1);
  var eye = vec3f(0, 1.3, 4.4);
  var ray = normalize(vec3f(uv.x, uv.y - 0.12, -1.25));
  var color = vec3f(0);
  var left = vec3f(1);
  for (var bounce = 0; bounce < 5; bounce++) {
    let hit = closest(eye, ray);
    color += left * hit.light;
    if hit.t > 1e8 || hit.light.x > 1 { break; }
    eye += ray * hit.t;
    left *= hit.color;
    if hit.mirror {
      ray = reflect(ray, hit.normal);
      continue;
    }
    let z = 2 * random() - 1;
    let a = 6.2831853 * random();
    ray = normalize(hit.normal * 1.001 + vec3f(sqrt(1 - z * z) * vec2f(cos(a), sin(a)), z));
  }
  return vec4f(min(color, vec3f(4)), 1);
}

@group(0) @binding(1) var sum: texture_2d<f32>;

@fragment
fn show(@builtin(position) frag: vec4f) -> @location(0) vec4f {
  let c = textureLoad(sum, vec2u(frag.xy), 0).rgb / f32(frame.number);
  return vec4f(sqrt(c / (1 + 0.3 * c)), 1);
}
