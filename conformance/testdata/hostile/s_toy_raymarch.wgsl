// loose 2e-3
struct Hit { d: f32, mat: i32 }
fn opU(a: Hit, b: Hit) -> Hit { if a.d < b.d { return a; } return b; }
fn rot(a: f32) -> mat2x2f { let c = cos(a); let s = sin(a); return mat2x2(c, s, -s, c); }
fn sdBox(p: vec3f, b: vec3f) -> f32 { let q = abs(p) - b; return length(max(q, vec3(0.))) + min(max(q.x, max(q.y, q.z)), 0.); }
fn map(p_: vec3f) -> Hit {
  var p = p_; var res = Hit(p.y + 1., 0);
  let xz = rot(0.5) * p.xz; p = vec3f(xz.x, p.y, xz.y);
  res = opU(res, Hit(sdBox(p, vec3f(.5, .4, .3)) - .05, 1));
  res = opU(Hit(length(p - vec3f(.8, .2, 0)) - .35, 2), res);
  return res;
}
fn normal(p: vec3f) -> vec3f { const e = vec2f(1., -1.) * 0.005; return normalize(e.xyy * map(p + e.xyy).d + e.yyx * map(p + e.yyx).d + e.yxy * map(p + e.yxy).d + e.xxx * map(p + e.xxx).d); }
fn march(ro: vec3f, rd: vec3f, t_out: ptr<function, f32>) -> i32 {
  *t_out = 0.; for (var i = 0; i < 24; i++) { let h = map(ro + rd * *t_out); if abs(h.d) < 0.01 { return h.mat; } *t_out += h.d * 0.7; if *t_out > 8. { break; } } return -1;
}
@fragment fn mainImage(@builtin(position) fragCoord: vec4f) -> @location(0) vec4f {
  let uv = (fragCoord.xy - vec2f(4.)) / 8.; let ro = vec3f(0, .3, -2.5); let rd = normalize(vec3f(uv, 1.3)); var t: f32; let m = march(ro, rd, &t);
  var col = vec3f(.2, .3, .4); 
  switch m { case 0: { let q = floor(ro.xz + rd.xz * 2.0); col = vec3f(.1 + .05 * ((q.x + q.y) - 2. * floor((q.x + q.y) * .5))); } case 1, 2: { col = vec3f(.5) ; if m == 2 { col = col.bgr * vec3f(1., .5, .25); } } default {} }
  col = pow(clamp(col, vec3f(0), vec3f(1)), vec3f(.4545)); return vec4(col, 1);
}
