// Compound assignments and increments at places whose indices are calls that write: every operator, nested
// indices, members, components, columns, workgroup memory, buffers, pointers; calls in conditions beside them.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> b: array<vec2u, 4>;
struct S { x: array<u32, 4>, v: vec3u, m: mat3x3f }
var<private> n: u32;
var<private> pa: array<u32, 4>;
var<workgroup> g: array<u32, 4>;
var<workgroup> gs: array<S, 2>;
fn nx() -> u32 { n = n * 3u + 1u; return n; }
fn own(p: ptr<function, array<u32, 4>>) -> u32 { (*p)[0]++; return (*p)[0] & 3u; }
fn sum(a: array<u32, 4>) -> u32 { return a[0] + a[1] * 31u + a[2] * 977u + a[3] * 30011u; }
fn floats(a: vec3f) -> u32 { return u32(a.x) + u32(a.y) * 64u + u32(a.z) * 4096u; }
fn part(s: S) -> u32 { return sum(s.x) ^ (s.v.x + s.v.y * 17u + s.v.z * 259u) ^ (floats(s.m[0]) + floats(s.m[1]) * 3u + floats(s.m[2]) * 5u); }
fn add(p: ptr<function, u32>, v: u32) -> u32 { *p += v; return *p; }
@compute @workgroup_size(1)
fn main() {
	var a = array(100u, 200u, 300u, 400u);
	a[nx() & 3] += 3;
	a[nx() & 3] -= 1;
	a[nx() & 3] *= 3;
	a[nx() & 3] /= 2;
	o[0] = sum(a);
	a[nx() & 3] %= 77;
	a[nx() & 3] &= 0xfe;
	a[nx() & 3] |= 0x101;
	a[nx() & 3] ^= 0x55;
	o[1] = sum(a);
	a[nx() & 3] <<= 2;
	a[nx() & 3] >>= 1;
	a[nx() & 3]++;
	a[nx() & 3]--;
	o[2] = sum(a) ^ n;
	a[own(&a)] += nx();
	a[own(&a)]++;
	a[own(&a)] -= a[own(&a)];
	a[min(own(&a), 2u)] *= nx();
	o[3] = sum(a);
	pa[nx() & 3] += 5;
	pa[nx() & 3] += nx();
	pa[nx() & 3]++;
	pa[pa[nx() & 3] & 3] += 7;
	o[4] = sum(pa) ^ n;
	g[nx() & 3] += 2;
	g[nx() & 3] ^= nx();
	g[nx() & 3]--;
	o[5] = sum(g);
	b[nx() & 3].y += 5;
	b[nx() & 3] += vec2u(nx(), 1);
	b[nx() & 3].x--;
	o[6] = n;
	var s: array<S, 2>;
	s[nx() & 1].x[nx() & 3] += nx();
	s[nx() & 1].x[nx() & 3]++;
	s[nx() & 1].v += vec3u(1, 2, 3);
	s[nx() & 1].v.y += nx();
	s[nx() & 1].v[nx() % 3]++;
	s[nx() & 1].v[nx() % 3] <<= 1;
	o[7] = part(s[0]) ^ (part(s[1]) << 1);
	for (var i = 0u; i < 2; i++) { s[i].m = mat3x3f(1, 2, 3, 1, 0, 1, 2, 1, 1); }
	s[nx() & 1].m[nx() % 3] += vec3f(1, 2, 3);
	s[nx() & 1].m[nx() % 3].y += 4;
	s[nx() & 1].m[nx() % 3][nx() % 3] *= 3;
	s[nx() & 1].m *= mat3x3f(1, 0, 0, 0, 1, 0, 0, 1, 1);
	s[nx() & 1].m += mat3x3f(1, 1, 1, 2, 2, 2, 0, 0, 0);
	s[nx() & 1].m *= 2;
	s[nx() & 1].m[2].x %= 5;
	o[8] = part(s[0]) ^ (part(s[1]) << 1) ^ n;
	gs[nx() & 1].v.z += nx();
	gs[nx() & 1].x[nx() & 3]++;
	gs[nx() & 1].m[nx() % 3] += vec3f(1, 2, 3);
	o[9] = part(gs[0]) ^ (part(gs[1]) << 1) ^ n;
	var f = array(vec3f(9, 8, 7), vec3f(6, 5, 4));
	f[nx() & 1] %= vec3f(4);
	f[nx() & 1] *= mat3x3f(1, 2, 0, 0, 1, 0, 0, 0, 1);
	f[nx() & 1].z %= 3;
	f[nx() & 1] -= vec3f(0, 1, 0);
	f[nx() & 1] *= 2;
	o[10] = floats(f[0]) ^ (floats(f[1]) << 3) ^ n;
	var l = array(true, false, true, false);
	l[nx() & 3] &= (nx() & 1) == 0;
	l[nx() & 3] |= nx() > 5;
	o[11] = select(0u, 1u, l[0]) + select(0u, 2u, l[1]) + select(0u, 4u, l[2]) + select(0u, 8u, l[3]) + n * 16;
	o[12] = add(&a[nx() & 3], nx()) + add(&a[nx() & 3], 3);
	let p = &a[nx() & 3];
	*p += nx();
	*p *= *p;
	(*p)++;
	o[13] = sum(a) ^ n;
	if (nx() & 1) == 0 && pa[nx() & 3] > 2 { pa[nx() & 3]++; } else { pa[nx() & 3]--; }
	while pa[nx() & 3] < 40 && n < 0x10000000 { pa[nx() & 3] += nx() & 7; }
	switch nx() & 3 { case 0, 1: { pa[nx() & 1] *= 3; } default: { pa[2 + (nx() & 1)] *= 5; } }
	for (var i = nx() & 3; i < 9; i += nx() & 3) { pa[i & 3] += nx(); if n > 0x20000000 { break; } }
	o[14] = sum(pa) ^ n;
	var e = array(array(1u, 2u), array(3u, 4u));
	e[nx() & 1][nx() & 1] += nx();
	e[nx() & 1][e[nx() & 1][nx() & 1] & 1]++;
	o[15] = e[0][0] + e[0][1] * 5 + e[1][0] * 25 + e[1][1] * 125 + n;
	for (var i = 0u; i < 4; i++) { o[16 + i] = b[i].x ^ (b[i].y << 16); }
}
