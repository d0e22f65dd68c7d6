// loose 1e-3
struct PointLight { light_custom_data: vec4<f32>, color_inverse_square_range: vec4<f32>, position_radius: vec4<f32>, flags: u32, shadow_depth_bias: f32, spot_light_tan_angle: f32, }
struct Lights { data: array<PointLight, 4>, ambient: vec4<f32>, n: vec4<u32> }
struct StandardMaterial { base_color: vec4<f32>, emissive: vec4<f32>, perceptual_roughness: f32, metallic: f32, flags: u32 }
struct PbrInput { material: StandardMaterial, occlusion: vec3<f32>, frag_coord: vec4<f32>, world_normal: vec3<f32>, N: vec3<f32>, V: vec3<f32>, is_orthographic: bool, flags: u32 }
@group(0) @binding(0) var<uniform> lights: Lights;
const FLAG_A: u32 = 1u; const FLAG_ALPHA_BITS: u32 = (7u << 29u); const PI = 3.141592653589793;
fn nice(v: vec4f) -> vec4f { return vec4f(bitcast<vec4u>(v) & vec4u(255u)) / 255.0; }
fn pbr_input_new() -> PbrInput { var pbr_input: PbrInput; pbr_input.material = StandardMaterial(vec4(1.0), vec4(0.0), 0.5, 0.0, 0u); pbr_input.occlusion = vec3<f32>(1.0); pbr_input.V = vec3<f32>(1.0, 0.0, 0.0); return pbr_input; }
fn D_GGX(roughness: f32, NoH: f32) -> f32 { let oneMinusNoHSquared = 1.0 - NoH * NoH; let a = NoH * roughness; let k = roughness / (oneMinusNoHSquared + a * a); let d = k * k * (1.0 / PI); return d; }
fn F_Schlick_vec(f0: vec3<f32>, f90: f32, VoH: f32) -> vec3<f32> { return f0 + (f90 - f0) * pow(1.0 - VoH, 5.0); }
fn perceptualRoughnessToRoughness(p: f32) -> f32 { let c = clamp(p, 0.089, 1.0); return c * c; }
fn point_light(light_id: u32, in_: PbrInput) -> vec3<f32> {
  let light = &lights.data[light_id];
  let to_light = nice((*light).position_radius).xyz * 2.0 - in_.N;
  let dist2 = dot(to_light, to_light) + 0.01;
  let L = normalize(to_light + vec3(0.0, 0.0, 1.0)); let H = normalize(L + in_.V); let NoL = saturate(dot(in_.N, L)); let NoH = saturate(dot(in_.N, H)); let LoH = saturate(dot(L, H));
  let r = perceptualRoughnessToRoughness(in_.material.perceptual_roughness);
  let spec = D_GGX(r, NoH) * F_Schlick_vec(vec3(0.04), 1.0, LoH);
  var att = 1.0 / dist2; if ((*light).flags & FLAG_A) != 0u { att *= saturate(1.0 - dist2 * 0.1); }
  return (spec + in_.material.base_color.rgb / PI) * nice((*light).color_inverse_square_range).rgb * (att * NoL);
}
@fragment fn fragment(@builtin(position) p: vec4f, @location(0) n: vec3f, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
  var pbr = pbr_input_new();
  pbr.N = normalize(vec3f(fract(abs(n.xy)) - 0.5, 1.0)); pbr.frag_coord = p; pbr.is_orthographic = is_front;
  pbr.material.perceptual_roughness = 0.3 + 0.1 * f32(u32(p.x) & 3u); pbr.material.flags = FLAG_ALPHA_BITS | u32(is_front);
  var c = vec3f();
  for (var i: u32 = 0u; i < 4u; i = i + 1u) { if (lights.data[i].flags & 6u) == 6u { continue; } c += point_light(i, pbr); }
  let mode = pbr.material.flags & FLAG_ALPHA_BITS; if mode == FLAG_ALPHA_BITS { c *= 0.5; } else if mode == (1u << 29u) { discard; }
  return vec4f(c + nice(lights.ambient).rgb * pbr.occlusion, 1.0);
}
