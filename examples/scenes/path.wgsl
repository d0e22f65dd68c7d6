// A path tracer: a room with a light, a ring of triangles and two balls, which are boxes
// whose hits are computed here.

enable wgpu_ray_query;
enable wgpu_ray_query_vertex_return;

struct Frame { resolution: vec2f, samples: u32 }

@group(0) @binding(0) var world: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<uniform> frame: Frame;

const nothing = 1e4;
const lit = 14.0;

// Custom indices of the instances.
const room = 0u;
const light = 1u;
const ring = 2u;
const mirror = 3u;

// Bits of the instances' masks.
const solid = 1u;
const all = 3u;

fn random(state: ptr<function, u32>) -> f32 {
  *state = *state * 747796405u + 2891336453u;
  let word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
  return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

fn rotation(m: mat4x3f) -> mat3x3f { return mat3x3f(m[0], m[1], m[2]); }

// ball is where a ray meets the unit ball in object space.
fn ball(o: vec3f, d: vec3f) -> f32 {
  let a = dot(d, d);
  let b = dot(o, d);
  let root = b * b - a * (dot(o, o) - 1.0);
  if (root < 0.0) { return nothing; }
  let near = (-b - sqrt(root)) / a;
  return select((-b + sqrt(root)) / a, near, near > 1e-3);
}

struct Hit { t: f32, normal: vec3f, object: u32, primitive: u32 }

// shoot is the nearest hit of a ray; with a limit, whether there is one before it.
fn shoot(origin: vec3f, direction: vec3f, flags: u32, mask: u32, limit: f32) -> Hit {
  var q: ray_query<vertex_return>;
  rayQueryInitialize(&q, world, RayDesc(flags, mask, 1e-3, limit, origin, direction));
  var nearest = limit;
  while (rayQueryProceed(&q)) {
    let c = rayQueryGetCandidateIntersection(&q);
    if (c.kind == RAY_QUERY_INTERSECTION_AABB) {
      let t = ball(c.world_to_object * vec4f(origin, 1.0), c.world_to_object * vec4f(direction, 0.0));
      let committed = rayQueryGetCommittedIntersection(&q);
      let end = select(limit, committed.t, committed.kind != RAY_QUERY_INTERSECTION_NONE);
      if (t > 1e-3 && t < end) { rayQueryGenerateIntersection(&q, t); }
    }
  }
  let c = rayQueryGetCommittedIntersection(&q);
  if (c.kind == RAY_QUERY_INTERSECTION_NONE) { return Hit(nothing, vec3f(), room, 0u); }
  var normal: vec3f;
  if (c.kind == RAY_QUERY_INTERSECTION_TRIANGLE) {
    let v = getCommittedHitVertexPositions(&q);
    normal = cross(v[1] - v[0], v[2] - v[0]);
  } else {
    normal = c.world_to_object * vec4f(origin + c.t * direction, 1.0);
  }
  normal = normalize(normal * rotation(c.world_to_object));
  return Hit(c.t, select(normal, -normal, dot(normal, direction) > 0.0), c.instance_custom_data, c.primitive_index);
}

// color is the share of the light that a surface reflects.
fn color(h: Hit, p: vec3f) -> vec3f {
  if (h.object == ring) { return vec3f(0.9, 0.55, 0.2); }
  if (h.object == mirror) { return vec3f(0.95); }
  if (h.object > mirror) { return vec3f(0.25, 0.45, 0.8); }
  switch (h.primitive / 2u) {
    case 0u: { // floor
      let tile = vec2i(floor(p.xz * 2.0));
      return select(vec3f(0.75), vec3f(0.45), ((tile.x + tile.y) & 1) == 0);
    }
    case 3u: { return vec3f(0.75, 0.2, 0.15); }
    case 4u: { return vec3f(0.2, 0.6, 0.25); }
    default: { return vec3f(0.75, 0.73, 0.7); }
  }
}

// scatter is a direction around a normal, the more likely the closer.
fn scatter(normal: vec3f, state: ptr<function, u32>) -> vec3f {
  let z = 1.0 - 2.0 * random(state);
  let angle = 6.2831853 * random(state);
  let flat = sqrt(max(0.0, 1.0 - z * z));
  return normalize(normal + 0.999 * vec3f(flat * cos(angle), flat * sin(angle), z));
}

// path is the light that comes along a ray.
fn path(start: vec3f, towards: vec3f, state: ptr<function, u32>) -> vec3f {
  var origin = start;
  var direction = towards;
  var sum = vec3f();
  var share = vec3f(1.0);
  var sees = true; // the light itself
  for (var bounce = 0u; bounce < 5u; bounce++) {
    let h = shoot(origin, direction, 0u, all, nothing);
    if (h.t >= nothing) { break; }
    if (h.object == light) {
      if (sees) { sum += share * lit; }
      break;
    }
    let p = origin + h.t * direction;
    share *= color(h, p);
    if (h.object == mirror) {
      direction = reflect(direction, h.normal);
    } else {
      // Straight from a point of the light.
      let at = vec3f(random(state) * 1.2 - 0.6, 2.98, random(state) * 1.2 - 0.6);
      let to = at - p;
      let distance = length(to);
      let there = to / distance;
      let facing = dot(there, h.normal) * there.y;
      if (facing > 0.0 && shoot(p, there, RAY_FLAG_TERMINATE_ON_FIRST_HIT, solid, distance).t >= nothing) {
        sum += share * (lit * facing * 1.44 / (3.1415927 * distance * distance));
      }
      direction = scatter(h.normal, state);
    }
    sees = sees && h.object == mirror; // without caustics, which are rare and bright
    origin = p;
  }
  return sum;
}

@fragment fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  var state = u32(position.x) * 1973u + u32(position.y) * 9277u + 26699u;
  var sum = vec3f();
  for (var i = 0u; i < frame.samples; i++) {
    let at = floor(position.xy) + vec2f(random(&state), random(&state));
    let p = (2.0 * at - frame.resolution) / frame.resolution.y;
    sum += path(vec3f(0.0, 1.5, 6.6), normalize(vec3f(p.x, -p.y, -3.1)), &state);
  }
  let c = sum / f32(frame.samples);
  return vec4f(pow(c / (c + 0.6), vec3f(1.0 / 2.2)), 1.0);
}
