enable clip_distances;
enable dual_source_blending;
enable f16;
struct VIn { @location(0) p: vec3f, @location(3) c: vec4<u32>, @builtin(vertex_index) vi: u32, @location(1) h: vec2h }
struct VOut {
  @location(2) @interpolate(flat) a: vec3i, @builtin(position) @invariant pos: vec4f, @location(0) @interpolate(linear, centroid) b: vec2f,
  @location(5) @interpolate(perspective, sample) c: vec4f, @location(1) @interpolate(flat, either) d: u32, @location(7) h: vec3h,
  @builtin(clip_distances) clip: array<f32, 3>, @location(6) @interpolate(linear, sample) e: f32, @location(4) @interpolate(perspective, center) f: vec3f,
}
struct VNoClip { @builtin(position) pos: vec4f, @location(0) @interpolate(flat, first) x: f32 }
@vertex fn vs(v: VIn, @builtin(instance_index) ii: u32) -> VOut {
  var o: VOut; o.pos = vec4f(v.p, 1); o.a = vec3i(v.c.xyz); o.b = vec2f(v.h); o.c = vec4f(v.c); o.d = v.vi + ii; o.h = vec3h(v.h, 1h);
  for (var i = 0u; i < 3u; i++) { o.clip[i] = v.p[i]; } o.clip[ii % 3u] += 1.0; o.e = o.clip[1]; let q = &o.f; (*q)[ii % 3u] = 2.0; if v.vi > 4u { return VOut(); } return o;
}
struct FIn { @location(6) @interpolate(linear, sample) e: f32, @location(2) @interpolate(flat) a: vec3i, @builtin(position) pos: vec4f, @location(5) @interpolate(perspective, sample) c: vec4f,
 @location(0) @interpolate(linear, centroid) b: vec2f, @location(7) h: vec3h }
struct FOut { @location(0) @blend_src(0) a: vec4f, @builtin(frag_depth) z: f32, @location(0) @blend_src(1) b: vec4f, @builtin(sample_mask) m: u32 }
@fragment fn fs(i: FIn, @builtin(front_facing) ff: bool, @builtin(sample_index) si: u32, @builtin(sample_mask) sm: u32, @location(1) @interpolate(flat, either) d: u32, @location(4) @interpolate(perspective, center) f: vec3f) -> FOut {
  var o: FOut; if ff && i.e > 3.0 { discard; } o.a = i.c + vec4f(f, dpdx(i.b.x)); o.b = vec4f(vec3f(i.h), fwidthFine(i.e)); o.z = saturate(i.pos.z * 2.0); o.m = sm & (1u << si) & d;
  if o.a.x > 2.0 { return FOut(o.b, 0.5, o.a, 1u); } return o;
}
@vertex fn vs2() -> VNoClip { return VNoClip(vec4f(), 1.0); }
@fragment fn fs2(@location(0) @interpolate(flat, first) x: f32, @builtin(position) p: vec4f) -> @location(3) vec2i { if x < 0 { discard; } return vec2i(p.yx); }
@fragment fn fs3(@builtin(sample_mask) m: u32) -> @builtin(frag_depth) f32 { return f32(m) * 0.01; }
@fragment fn fs4() {}
struct Only { @location(2) a: vec4u, @location(0) b: f32 }
@fragment fn fs5(@builtin(front_facing) b: bool) -> Only { if b { return Only(vec4u(1), 2.0); } return Only(); }
