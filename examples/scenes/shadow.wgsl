// Objects on a floor, lit by a sun that throws shadows.

struct Scene {
  view_projection: mat4x4f,
  light: mat4x4f, // from the world to the shadow map
  sun: vec3f,
  time: f32,
}

struct Object { model: mat4x4f, color: vec3f, shine: f32 }

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var compare: sampler_comparison;
@group(0) @binding(3) var pattern: texture_2d<f32>;
@group(0) @binding(4) var filtering: sampler;
@group(1) @binding(0) var<uniform> object: Object;

@vertex
fn from_light(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return scene.light * object.model * vec4f(position, 1);
}

struct Surface {
  @builtin(position) position: vec4f,
  @location(0) world: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
}

@vertex
fn from_eye(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f) -> Surface {
  let world = object.model * vec4f(position, 1);
  return Surface(scene.view_projection * world, world.xyz, (object.model * vec4f(normal, 0)).xyz, uv);
}

// The share of light that reaches a place, over nine texels of the shadow map.
fn lit(world: vec3f, normal: vec3f) -> f32 {
  let at = scene.light * vec4f(world + normal * 0.02, 1);
  let place = at.xy * vec2f(0.5, -0.5) + 0.5;
  let texel = 1 / vec2f(textureDimensions(shadow_map));
  var sum = 0.0;
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      sum += textureSampleCompareLevel(shadow_map, compare, place + vec2f(f32(x), f32(y)) * texel, at.z);
    }
  }
  return sum / 9;
}

@fragment
fn shade(s: Surface) -> @location(0) vec4f {
  let normal = normalize(s.normal);
  let sun = normalize(scene.sun);
  let texture = textureSample(pattern, filtering, s.uv).rgb;
  let light = max(dot(normal, sun), 0) * lit(s.world, normal);
  let sky = 0.5 + 0.5 * normal.y;
  let half_way = normalize(sun + vec3f(0, 0.5, 0.87));
  let shine = pow(max(dot(normal, half_way), 0), 40) * object.shine * light;
  return vec4f(object.color * texture * (vec3f(1.0, 0.93, 0.8) * light + vec3f(0.25, 0.3, 0.4) * sky) + shine, 1);
}
