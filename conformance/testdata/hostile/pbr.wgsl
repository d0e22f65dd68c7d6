// loose 1e-3
// Struct-heavy shading.
const PI = 3.14159265359;
const INV_PI = 1.0 / PI;
struct Material {
    base: vec4f,
    emissive: vec3f,
    metallic: f32,
    roughness: f32,
    flags: u32,
    uv: mat3x2f,
}
struct Light {
    pos: vec4f,
    color: vec3f,
    range: f32,
    dir: vec3f,
    kind: u32,
}
struct Scene {
    lights: array<Light, 4>,
    count: u32,
    view: mat4x4f,
    mats: array<Material, 2>,
}
@group(0) @binding(0) var<uniform> scene: Scene;
struct In {
    @builtin(position) p: vec4f,
    @location(0) n: vec3f,
    @location(1) uv: vec2f,
    @location(2) @interpolate(flat) mat: u32,
}
struct Surface {
    n: vec3f,
    v: vec3f,
    alpha: f32,
    f0: vec3f,
    diffuse: vec3f,
}
fn D(nh: f32, a: f32) -> f32 {
    let a2 = a * a;
    let f = (nh * a2 - nh) * nh + 1.0;
    return a2 / max(PI * f * f, 1e-4);
}
fn V(nv: f32, nl: f32, a: f32) -> f32 {
    return 0.5 / max(mix(2.0 * nl * nv, nl + nv, a), 1e-3);
}
fn F(c: f32, f0: vec3f) -> vec3f {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - c, 0.0, 1.0), 5.0);
}
fn shade(s: Surface, l: Light) -> vec3f {
    var L: vec3f;
    var att = 1.0;
    switch l.kind & 3u {
        case 0u {
            L = normalize(l.dir + vec3f(0.0, 0.0, 300.0));
        }
        case 1u, 2u {
            let d = l.pos.xyz - s.v;
            L = normalize(d + vec3f(0, 0, 600));
            att = saturate(1.0 - length(d) / max(l.range, 1.0));
            if l.kind == 2u {
                att *= att;
            }
        }
        default {
            return vec3f();
        }
    }
    let H = normalize(L + vec3f(0, 0, 1));
    let nl = saturate(dot(s.n, L));
    let nh = saturate(dot(s.n, H));
    if nl <= 0.0 {
        return vec3f(0);
    }
    return (s.diffuse * INV_PI + D(nh, s.alpha) * V(0.5, nl, s.alpha) * F(saturate(dot(L, H)), s.f0)) * l.color * 0.01 * nl * att;
}
@fragment
fn main(i: In) -> @location(0) vec4f {
    let m = scene.mats[i.mat & 1u];
    let uv = m.uv * vec3f(i.uv, 1.0);
    let base = saturate(m.base * 0.01);
    let metallic = saturate(m.metallic);
    var s = Surface(normalize(i.n + vec3f(0, 0, 3)), vec3f(uv, 1.0), clamp(m.roughness * m.roughness, 0.05, 1.0), mix(vec3f(0.04), base.rgb, metallic), base.rgb * (1.0 - metallic));
    var c = saturate(m.emissive);
    for (var k = 0u; k < min(scene.count, 4u); k++) {
        c += shade(s, scene.lights[k]);
    }
    if (m.flags & 1u) != 0u && base.a < 0.5 {
        discard;
    }
    return vec4f(c / (c + 1.0), base.a);
}
