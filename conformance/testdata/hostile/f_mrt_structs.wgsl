enable f16;
struct GBuf { @location(0) albedo: vec4f, @location(2) id: vec2u, @location(1) n: vec2i, @builtin(frag_depth) z: f32, @builtin(sample_mask) m: u32 }
fn oct(n: vec3f) -> vec2i { let s = select(vec2f(-1), vec2f(1), n.xy >= vec2f(0)); let p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z)); return vec2i(round(select(p, (1 - abs(p.yx)) * s, n.z < 0) * 127)); }
fn mk(p: vec2f) -> GBuf { var g: GBuf; g.albedo = vec4f(p, 0, 1); return g; }
@fragment fn main(@builtin(position) p: vec4f, @builtin(sample_index) si: u32) -> GBuf { var g = mk(floor(p.xy)); g.n = oct(vec3f(p.x - 3.5, p.y - 2.25, p.x - p.y + 0.5)); g.id = vec2u(u32(f16(p.x) * 2.0h), si); g.z = 0.25 + p.x / 64.0; g.m = select(~0u, 0xffu, p.x > 2.0); if p.y < 1.0 { return mk(p.yx); } return g; }
