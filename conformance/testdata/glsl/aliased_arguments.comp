#version 450
// zero
// f(a, a); f(arr[i], i); swizzles that overlap; nested calls as arguments; globals as arguments.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[128]; ivec4 bv; ivec4 ba[3]; float fo[16]; mat3 bm; };
int gi = 2; int ga[4] = int[](10, 20, 30, 40); ivec3 gv = ivec3(1, 2, 3);
struct S { ivec2 p; int a[2]; }; S gs = S(ivec2(5, 6), int[](7, 8));
int at = 0; void put(int x) { o[at++] = x; }
void f(inout int a, inout int b) { a += 10; b *= 2; put(a); put(b); }
void g(out int a, out int b) { a = 1; b = 2; }
void h(inout int x, int i) { i++; x += i; gi += 3; }
void p4(inout ivec4 v, int i) { v[i] = 9; v = v.wzyx; bv += 1; }
int incr(inout int x) { return ++x; }
void viaGlobal(inout int x) { x = gi + 1; gi = x * 2; x += gi; }
void arrs(inout int a[4], inout int b[4]) { a[0] = 100; b[1] = 200; a[2] = b[2] + 1; }
void ss(inout S a, inout S b) { a.p = b.p + 1; b.a[0] = a.a[1]++; }
void swz(inout ivec2 a, inout ivec2 b) { ivec2 t = a; a = b; b = t + a; }
void cols(inout vec3 a, inout vec3 b) { a += b; b -= a; }
void elem(inout float a, inout vec3 b) { a = 5.0; b = b * 2.0; }
void main() {
	int a = 3; f(a, a); put(a);
	g(a, a); put(a);
	int i = 1; h(ga[i], i); put(ga[1]); put(ga[2]); put(i); put(gi);
	h(ga[gi - 4], gi); put(ga[1]); put(gi);
	f(ga[gi & 3], gi); for (int k = 0; k < 4; k++) put(ga[k]); put(gi);
	gi = 1; f(gi, ga[gi]); put(ga[0]); put(ga[1]); put(gi);
	bv = ivec4(1, 2, 3, 4); p4(bv, 2); put(bv.x); put(bv.y); put(bv.z); put(bv.w);
	p4(bv.wyzx, 0); put(bv.x); put(bv.y); put(bv.z); put(bv.w);
	gi = 1; viaGlobal(gi); put(gi); viaGlobal(ga[gi & 1]); put(gi); put(ga[0]); put(ga[1]);
	arrs(ga, ga); for (int k = 0; k < 4; k++) put(ga[k]);
	ss(gs, gs); put(gs.p.x); put(gs.p.y); put(gs.a[0]); put(gs.a[1]);
	swz(gv.xy, gv.yz); put(gv.x); put(gv.y); put(gv.z);
	swz(gv.zx, gv.xz); put(gv.x); put(gv.y); put(gv.z);
	i = 0; f(ga[incr(i)], ga[incr(i)]); put(ga[1]); put(ga[2]); put(i);
	i = 0; ga[i] = incr(i) + ga[i]; put(ga[0]); put(ga[1]);
	i = 1; swz(ba[i].xy, ba[incr(i)].zw); put(i);
	ba[0] = ivec4(1, 2, 3, 4); ba[1] = ba[0] * 2; ba[2] = ba[1] * 2; i = 0;
	swz(ba[i++].yx, ba[i++].wz); for (int k = 0; k < 3; k++) { put(ba[k].x); put(ba[k].y); put(ba[k].z); put(ba[k].w); }
	mat3 m = mat3(1, 2, 3, 4, 5, 6, 7, 8, 9); cols(m[0], m[1]); cols(m[2], m[2]);
	for (int k = 0; k < 9; k++) fo[k] = m[k / 3][k % 3];
	bm = m; elem(bm[1].y, bm[1]); fo[9] = bm[1].x; fo[10] = bm[1].y; elem(m[1][1], m[1]); fo[11] = m[1].y; fo[12] = m[1].z;
	i = 2; ivec3 lv = ivec3(4, 5, 6); f(lv[i], i); put(lv.x); put(lv.y); put(lv.z); put(i);
	f(i, lv[i &= 1]); put(i); put(lv.x); put(lv.y);
}
