#version 450
// Early returns, everywhere; functions with many out parameters; arrays of structs returned; void functions with returns in loops and switches.
layout(local_size_x = 8) in; layout(std430, binding = 0) readonly buffer I { int s[32]; }; layout(std430, binding = 1) buffer O { int o[8][32]; };
struct R { int a; bool ok; int path[4]; }; int cnt = 0;
R solve(int x) { R r; r.a = x; r.ok = false; r.path = int[](0, 0, 0, 0); if (x < 0) return r; r.ok = true; for (int i = 0; i < 4; i++) { r.path[i] = x; if (x == 1) return r; x = (x & 1) == 0 ? x / 2 : 3 * x + 1; if (x > 50) { r.ok = false; return r; } } return r; }
void multi(int x, out int a, out bool b, inout int c, out R r) { a = x; b = false; r = R(0, false, int[](1, 2, 3, 4)); if (x > 5) { c++; return; } b = true; r.path[x & 3] = c; switch (x) { case 0: c = 9; return; case 1: a = 7; case 2: r.a = a; return; default: break; } for (int i = 0; ; i++) { c += i; if (c > 20) return; if (i > x) break; } a += c; }
int depth(int x, int d) { if (d == 0) return x; if (x > 10) { if (x > 20) return 1; else { if (d > 2) return 2; } } else if (x < 5) { for (int i = 0; i < d; i++) { if (i == x) return 100 + i; while (true) { if (x + i > 3) break; return 200; } } } do { x--; if (x == d) return 300; if (x < 0) break; } while (x > d); return x + d * 1000; }
void nothing(int x) { if (x > 3) return; cnt++; { if (x == 2) return; } cnt += 10; for (;;) { cnt += 100; if (cnt > 300) return; } }
bool any_(int a[4], int x) { for (int i = 0; i < 4; ++i) { if (a[i] == x) return true; } return false; } float fl(float x) { if (x > 1.) { return 1.; } else if (x < 0.) { return 0.; } else { return x; } } int infinite(int x) { for (;;) { if (x > 7) return x; x += 3; } } int nest(int x) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) { if (i * 9 + j * 3 + k == x) return i * 100 + j * 10 + k; if (k == i) break; if (j == 2) continue; cnt++; } return -1; }
void main() {
	uint l = gl_LocalInvocationIndex; int x = int(l), k = 0; 
#define P(e) o[l][k++] = int(e)
	R r = solve(x); P(r.a); P(r.ok); P(r.path[3]); r = solve(s[l] & 15); P(r.path[2]); P(solve(x - 2).ok); int a, c = 3; bool b; multi(x, a, b, c, r); P(a); P(b); P(c); P(r.a * 100 + r.path[1] * 10 + r.path[2]); multi(a & 7, c, b, a, r); P(a); P(c); P(depth(x * 3, x & 3)); P(depth(s[l] & 31, 3)); nothing(x); P(cnt); P(any_(solve(6).path, x)); P(fl(float(x) * .25) * 8.); P(infinite(x)); P(nest(x * 3)); P(cnt); if (l == 3u) return; P(77); for (int i = 0; i < 4; i++) { if (i == int(l)) return; P(i); } if (s[l] > 0) { P(5); return; } P(6);
}
