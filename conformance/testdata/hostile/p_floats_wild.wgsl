// loose 1e-4
// Floats where rounding, signs and ties decide; conversions at the ends of ranges.
@group(0) @binding(0) var<storage, read_write> o: array<f32, 96>;
@group(0) @binding(1) var<storage, read_write> b: array<u32, 32>;
@group(0) @binding(2) var<storage, read> key: array<u32, 4>;
@compute @workgroup_size(1)
fn main() {
	let z = f32((key[0] >> 31) >> 1);
	let t = vec4f(0.5, 1.5, 2.5, -2.5) + z;
	let r = round(t);
	o[0] = r.x; o[1] = r.y; o[2] = r.z; o[3] = r.w;
	let tr = trunc(-t); o[4] = tr.x; o[5] = tr.y; o[6] = tr.z; o[7] = tr.w;
	let fr = fract(-t); o[8] = fr.x; o[9] = fr.w;
	o[10] = (-7.5f + z) % (2 + z); o[11] = (7.5f + z) % (-2 + z); o[12] = ((vec2f(-5.25, 5.25) + z) % (1.5 + z)).x;
	let m = modf(vec3f(-1.75, 2.25, -0.5) + z);
	o[13] = m.fract.x; o[14] = m.whole.x; o[15] = m.fract.z; o[16] = m.whole.y;
	let e = frexp(vec4f(-8, 0.1, 1, 3e-5) + z);
	o[17] = e.fract.x; o[18] = f32(e.exp.x); o[19] = f32(e.exp.y); o[20] = e.fract.w; o[21] = f32(e.exp.z);
	o[22] = ldexp(0.75f + z, 4 + i32(z)); o[23] = ldexp(1.5f + z, -20 + i32(z)); o[24] = ldexp(3f + z, 120 + i32(z));
	o[25] = sign(-0.1f + z) + sign(z) * 2; o[26] = step(1f + z, 1f); o[27] = step(vec2f(2 + z, 0), vec2f(1)).x;
	o[28] = smoothstep(4f + z, 2f, 2.5f); o[29] = smoothstep(0f, 1f, -3f + z); o[30] = mix(2f + z, 4f, 1.5f);
	o[31] = clamp(5f + z, 2f, 3f); o[32] = min(-0.5f + z, 2f) + max(-1f + z, -2f); o[33] = saturate(1.5f + z) + saturate(-0.5f + z) * 4;
	o[34] = degrees(1f + z); o[35] = radians(90f + z); o[36] = atan2(-1f + z, -1f); o[37] = atan2(z, -2f + z); o[38] = pow(2f + z, -3f); o[39] = exp2(-3f + z);
	o[40] = log2(8f + z); o[41] = inverseSqrt(16f + z); o[42] = length(vec3f(2, 3, 6) + z); o[43] = length(-4f + z); o[44] = distance(-2f + z, 3f);
	o[45] = faceForward(vec2f(1, 2), vec2f(1, 0), vec2f(-1 + z, 0)).y; o[46] = reflect(vec2f(1, -1) + z, vec2f(0, 1)).y;
	o[47] = refract(vec2f(0.6, -0.8) + z, vec2f(0, 1), 0.5f).y; o[48] = refract(vec2f(0.8, -0.6) + z, vec2f(0, 1), 2f).x;
	o[49] = determinant(mat3x3f(2, 0, 1, 1, 3, 2, 1, 1, 1 + z)); o[50] = cross(vec3f(1, 2, 3) + z, vec3f(4, 5, 6)).y; o[51] = normalize(vec2f(3, 4) + z).x;
	o[52] = quantizeToF16(1.0009766f + z); o[53] = quantizeToF16(65504f + z); o[54] = quantizeToF16(0.1f + z); o[55] = fma(2f + z, 3f, 4f);
	b[0] = pack2x16float(vec2f(1.0009766, -2) + z); b[1] = pack4x8snorm(vec4f(-2, 1, 0.5, -0.25) + z); b[2] = pack4x8unorm(vec4f(-2, 2, 0.25, 0.75) + z);
	b[3] = pack2x16snorm(vec2f(-1.5, 0.75) + z); b[4] = pack2x16unorm(vec2f(0.25, 9) + z);
	let u = unpack2x16float(b[0]); o[56] = u.x; o[57] = u.y;
	let s = unpack4x8snorm(0x8081ff7fu + u32(z)); o[58] = s.x; o[59] = s.y; o[60] = s.z; o[61] = s.w;
	let n = unpack2x16snorm(0x80007fffu + u32(z)); o[62] = n.x; o[63] = n.y; o[64] = unpack4x8unorm(0x80ffu + u32(z)).x; o[65] = unpack2x16unorm(0xffff8000u + u32(z)).y;
	o[66] = f32(4294967295u + u32(z)); o[67] = f32(i32(-2147483648) + i32(z)); o[68] = f32(16777217u + u32(z)); o[69] = f32(true) + f32(z != 0);
	b[5] = u32(4294967040f + z); b[6] = u32(-0.9f + z); b[7] = u32(i32(-2147483648f + z)); b[8] = bitcast<u32>(-1.5f + z); b[9] = u32(bool(z)) + u32(bool(z + 0.1)) * 2;
	let v = vec4f(1, 2, 3, 4) + z;
	let mm = mat4x2f(v.xy, v.zw, v.yx, v.wz);
	let p = mm * v; o[70] = p.x; o[71] = p.y; let q = v.xy * mm; o[72] = q.x; o[73] = q.w;
	let mt = transpose(mm) * mm; o[74] = mt[2][3]; o[75] = (mm * transpose(mm))[1][0]; let sc = 2 * mm - mm * 0.5; o[76] = sc[3].y;
	var acc = mm; acc *= 3f; acc -= mm; acc[1] *= 2; acc[2].x += v.y; o[77] = acc[1].x; o[78] = acc[2].x; o[79] = acc[3].y;
	var sq = mat2x2f(1, 2, 3, 4); sq *= sq; sq = sq * mat2x2f(0, 1, 1, 0); o[80] = sq[0].x; o[81] = sq[1].y; var w = v.xy; w = w * sq; o[82] = w.x; w = sq * w; o[83] = w.y;
	o[84] = select(v, -v, v > vec4f(2))[2]; o[85] = f32(all(v == v)) + f32(any(v != v)) * 2; o[86] = ceil(-0.5f + z) + floor(-0.5f + z); o[87] = abs(-z - 3);
	o[88] = tan(0.5f + z); o[89] = tanh(0.5f + z) + sinh(0.25f + z) + cosh(0.25f + z); o[90] = asinh(1f + z) + acosh(2f + z) + atanh(0.5f + z); o[91] = acos(0.5f + z) + asin(0.25f + z);
}
