// Draws a mesh with the materials of glTF: metallic and rough, under a sun and a sky.

struct View {
  view_projection: mat4x4f,
  eye: vec4f,
  base_color_factor: vec4f,
  emissive_factor: vec3f,
  metallic_factor: f32,
  roughness_factor: f32,
  alpha_cutoff: f32,
  occlusion_strength: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var base_color_texture: texture_2d<f32>;
@group(0) @binding(2) var base_color_sampler: sampler;
@group(0) @binding(3) var metallic_roughness_texture: texture_2d<f32>;
@group(0) @binding(4) var metallic_roughness_sampler: sampler;
@group(0) @binding(5) var emissive_texture: texture_2d<f32>;
@group(0) @binding(6) var emissive_sampler: sampler;
@group(0) @binding(7) var occlusion_texture: texture_2d<f32>;
@group(0) @binding(8) var occlusion_sampler: sampler;

struct Surface {
  @builtin(position) position: vec4f,
  @location(0) world: vec3f,
  @location(1) normal: vec3f,
  @location(2) uv: vec2f,
}

@vertex
fn vertex(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f) -> Surface {
  return Surface(view.view_projection * vec4f(position, 1), position, normal, uv);
}

const pi = 3.14159265;

// What comes from above, from around and from below.
fn sky(direction: vec3f) -> vec3f {
  let above = mix(vec3f(0.75, 0.8, 0.85), vec3f(0.35, 0.5, 0.75), smoothstep(0, 0.8, direction.y));
  return mix(vec3f(0.25, 0.22, 0.2), above, smoothstep(-0.15, 0.1, direction.y));
}

@fragment
fn fragment(s: Surface, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  let color = textureSample(base_color_texture, base_color_sampler, s.uv) * view.base_color_factor;
  let surface = textureSample(metallic_roughness_texture, metallic_roughness_sampler, s.uv);
  let glow = textureSample(emissive_texture, emissive_sampler, s.uv).rgb * view.emissive_factor;
  let open = mix(1, textureSample(occlusion_texture, occlusion_sampler, s.uv).r, view.occlusion_strength);
  if color.a < view.alpha_cutoff {
    discard;
  }
  let metallic = surface.b * view.metallic_factor;
  let rough = clamp(surface.g * view.roughness_factor, 0.05, 1);

  let n = normalize(select(-s.normal, s.normal, front));
  let to_eye = normalize(view.eye.xyz - s.world);
  let sun = normalize(vec3f(0.5, 0.8, 0.6));
  let half_way = normalize(sun + to_eye);
  let n_sun = max(dot(n, sun), 0);
  let n_eye = max(dot(n, to_eye), 1e-3);
  let n_half = max(dot(n, half_way), 0);

  // Cook and Torrance, with the distribution of Trowbridge and Reitz.
  let reflected = mix(vec3f(0.04), color.rgb, metallic);
  let fresnel = reflected + (1 - reflected) * pow(1 - max(dot(half_way, to_eye), 0), 5);
  let a = rough * rough;
  let bump = n_half * n_half * (a * a - 1) + 1;
  let distribution = a * a / (pi * bump * bump);
  let k = (rough + 1) * (rough + 1) / 8;
  let shadowing = 1 / (4 * (n_sun * (1 - k) + k) * (n_eye * (1 - k) + k));
  let plain = color.rgb * (1 - metallic);
  let direct = (plain * (1 - fresnel) / pi + fresnel * distribution * shadowing) * n_sun * 3.0;

  let mirrored = mix(sky(reflect(-to_eye, n)), sky(n), rough);
  let edge = reflected + (max(vec3f(1 - rough), reflected) - reflected) * pow(1 - n_eye, 5);
  let around = (plain * sky(n) * 0.45 + mirrored * edge) * open;
  let light = direct + around + glow;
  return vec4f(pow(light / (light + 0.7) * 1.5, vec3f(1 / 2.2)), color.a);
}
