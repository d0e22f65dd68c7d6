// A textured mesh with a light that throws shadows: a pass from the light writes the
// shadow map, which the second pass compares with.
struct Scene { view: mat4x4f, light: mat4x4f, sun: vec3f }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var compare: sampler_comparison;
@group(0) @binding(3) var bricks: texture_2d<f32>;
@group(0) @binding(4) var filtering: sampler;

struct Varyings {
  @builtin(position) position: vec4f,
  @location(0) normal: vec3f,
  @location(1) uv: vec2f,
  @location(2) from_light: vec3f,
  @location(3) tint: vec3f,
}

@vertex
fn from_light(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return scene.light * vec4f(position, 1);
}

@vertex
fn from_eye(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f, @location(3) tint: vec3f) -> Varyings {
  let lit = scene.light * vec4f(position, 1);
  return Varyings(scene.view * vec4f(position, 1), normal, uv, vec3f(lit.xy * vec2f(0.5, -0.5) + 0.5, lit.z), tint);
}

@fragment
fn surface(v: Varyings) -> @location(0) vec4f {
  var lit = 0.0;
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      lit += textureSampleCompareLevel(shadow_map, compare, v.from_light.xy + vec2f(f32(x), f32(y)) / 256, v.from_light.z - 0.004);
    }
  }
  let n = normalize(v.normal);
  let direct = max(dot(n, scene.sun), 0.0) * lit / 9;
  let color = textureSample(bricks, filtering, v.uv).rgb * v.tint;
  return vec4f(sqrt(color * (direct * vec3f(1.1, 1.0, 0.85) + vec3f(0.12, 0.15, 0.22) * (1 + 0.5 * n.y))), 1);
}
