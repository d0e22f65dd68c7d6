// Scalars are components of vectors: indices, counts of bits, ratios, weights.
//
// buffer 0.1: 7 2 1 3 fffffff9 5 fffffffe 1 3f000000 40400000 3e800000 bf800000 bf000000 3f400000 40000000 3f800000
struct In {
	u: vec4u,
	i: vec4i,
	a: vec4f,
	b: vec4f,
}
@group(0) @binding(0) var<storage, read_write> out: array<vec4u, 24>;
@group(0) @binding(1) var<storage, read> in: In;

// The thousandths of numbers.
fn exact(v: vec4f) -> vec4u { return vec4u(vec4i(round(v * 1000))); }

var<private> stored: vec4u;
var<private> row: mat3x4f;

@compute @workgroup_size(1, 3, 1)
fn main(@builtin(local_invocation_id) local: vec3u) {
	let l = local.y * 6;
	let u = in.u + local.yyyy;
	let i = in.i;
	let a = in.a;
	let b = in.b;
	out[l] = vec4u(local[local.y], u[local.y], u[u.z & 3], u[i.w]);
	stored = u;
	stored[u.y & 3] = u.w;
	stored[i.w] += u.x;
	let w = vec2u(u.z, u.y);
	stored[local.y] ^= u.w;
	out[l + 1] = stored + vec4u(w, w);
	out[l + 2] = vec4u(extractBits(u.x, u.z, u.y), u32(extractBits(i.x, u.w, u.z)), insertBits(u.x, u.w, u.z, u.y), u.x << u.y)
		^ insertBits(u.wzyx, u.yxwz, u.z, u.w) ^ bitcast<vec4u>(extractBits(i.wxyz, u.y, u.w)) ^ (u.wxyz << u.zzyw) ^ (u >> u.yyyy);
	row[0] = a;
	row[1] = b.wzyx;
	row[2] = a.ywzx;
	out[l + 3] = exact(vec4f(refract(normalize(a.xyz), normalize(b.wyx), a.z), row[u.z % 3][u.w & 3]));
	out[l + 4] = exact(mix(a.yzwx, b.wwxy, a.z) + fma(a.yyyy, b.wxyz, a.zzzz) + vec4f(dot(a.yz, b.wx), distance(a.zw, b.yz), length(b.zw), clamp(a.y, b.x, b.y)));
	out[l + 5] = exact(vec4f(cross(a.yzw, b.wxz), faceForward(a.yz, b.wx, b.zy).y) + reflect(a.yxzw, b.xxyw * 0.25) + select(a.yyyy, b.wzyx, u.zzww > u.yxyx))
		+ vec4u(pack4x8snorm(b.yxwz * 0.9), pack2x16float(a.wz), u32(dot4I8Packed(u.y, u.w)), u32(all(u.zw > u.yy)));
}
