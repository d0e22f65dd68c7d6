enable f16;
struct H { a: f16, b: vec3<f16>, c: array<f16, 3>, m: mat2x3<f16>, d: vec2<f16>, e: f32 }
@group(0) @binding(0) var<storage, read> h: array<H, 2>; @group(0) @binding(1) var<storage, read_write> o: array<H, 2>; @group(0) @binding(2) var<storage, read_write> r: array<u32, 64>; @group(0) @binding(3) var<storage, read_write> hv: array<vec4<f16>, 8>; const C: f16 = 1.5h; override OH: f16 = 2.5h;
fn swap(a: ptr<function, f16>, b: ptr<function, f16>) { let t = *a; *a = *b; *b = t; }
@compute @workgroup_size(1)
fn main() {
  var k = 0; var x = h[0]; x.a = clamp(x.a, -100h, 100h); if x.a != x.a { x.a = 1h; } var v = vec3<f16>(x.a, C, OH); v = v.zxy * 2h; var xc = x.c[1]; swap(&x.c[0], &xc); x.c[1] = xc; x.b = v; x.m = mat2x3<f16>(v, v.yzx); x.m[1] += v; x.m[0].y = C; x.d = vec2<f16>(f16(3), f16(7u)); o[0] = x; o[1] = h[1]; o[1].m[0] = x.m[1]; o[1].e = f32(x.a) + f32(v.y);
  r[k] = u32(i32(f16(65504.0) / 2h)); k++; r[k] = bitcast<u32>(vec2<f16>(x.d)); k++; r[k] = u32(C < OH); k++; r[k] = bitcast<u32>(f32(fract(C + x.a * 0h))); k++; let m = modf(C * 3h); let f = frexp(OH); r[k] = u32(f32(m.whole) * 8 + f32(m.fract) * 4) + u32(f.exp) * 100; k++; let b = bitcast<vec2<f16>>(0x3c004000u); r[k] = u32(f32(b.x) * 10 + f32(b.y)); k++; hv[0] = vec4<f16>(b, b.yx); hv[1].w = f16(f32(2049)); hv[2] = select(hv[0], vec4(1h), vec4<bool>(true, false, true, false)); r[k] = u32(dot(vec3<f16>(1, 2, 3), vec3<f16>(4, 5, 6))); k++; var i = 0h; var n = 0u; while i < 10h { i += 2.5h; n++; if n == 3 { continue; } } r[k] = n; k++; r[k] = u32(f32(x.m[1][2] + determinant(mat2x2<f16>(1, 2, 3, 4)))); k++;
}
