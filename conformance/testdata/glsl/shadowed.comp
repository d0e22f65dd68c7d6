#version 450
// zero
// A variable named as a function, a type, itself; parameters, blocks' members, loop variables.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[64]; float shadow; int member; } blk;
layout(std430, binding = 1) buffer P { int loose; vec2 loosev; };
int at = 0; void put(int x) { blk.o[at++] = x; }
int f(int x) { return x + 1; } int g(int f) { return f * 2; } int h(int h) { int r = h; { int h = r + 1; r = h; } return r; } struct T { int T; }; struct Both { T t; int f; }; int T_(T T) { return T.T; }
int loose_(int loose) { loose += 1; return loose; } int k(int k) { for (int k = k, j = k; k < 3; k++) { { int k = j * 2; j = k + 1; } blk.member += j + k; } return k; }
int sin_(int sin) { return sin + int(cos(float(0))); } int mixed(int vec, int mat, int float_) { int length = vec, dot = mat, min = float_; return length + dot * min; }
int x = 1; int y = x + 1; const int c = 4; const int d = c * 2; int sz[d];
int outer() { int x = x + 5; { int x = x * 2, y = x + 1; put(x); put(y); } return x; } int cc() { const int c = c + 1; int a[c]; { const int c = c + a.length(); return c; } }
int blkp(int blk) { return blk; } int par(inout int at) { at += 5; return at; } void vd(int p, int q) { int r = p; { int p = q, q = r; put(p * 10 + q); } }
int w(int n) { int n_ = n; while (n_ > 0) { int n = n_; n_ -= 2; if (n == 3) break; put(n); } return n; } int main_(int main) { return main; } int ifs(int a) { if (a > 0) int a = 5; else int b = a; return a; } int sws(int a) { switch (a) { case 1: int a = 3; put(a); { int a = 4; put(a); } default: break; } return a; } 
void main() {
	put(f(3)); int f = f(4); put(f); put(g(f)); put(h(2)); T T = T(3); put(T.T); put(T_(T)); Both u = Both(T, 4); put(u.t.T + u.f); loose = 2; put(loose_(loose)); { int loose = 7; put(loose); } put(loose); put(k(1)); put(blk.member); put(sin_(2)); put(mixed(1, 2, 3)); put(outer()); put(x); put(cc()); put(blkp(6)); int z = 1; put(par(z) + at); vd(3, 4); put(w(7)); put(main_(8)); put(ifs(2)); put(sws(1)); 
	int at_ = 3; { int o = 5, member = 6, shadow = 7; put(o + member + shadow + blk.o[0]); } vec2 loosev_ = vec2(1); loosev = loosev_; { vec3 loosev = vec3(2); put(int(loosev.z)); } put(int(loosev.y)); int vec5 = 2, abs_ = abs(-3); { int abs = abs(-4); put(abs + abs_); } put(sz.length()); { float sqrt = sqrt(16.); put(int(sqrt)); { int min = min(3, 4); put(min); } put(min(1, 2)); } int gl = 1, gl1 = 2; put(gl + gl1); for (int i = 0; i < 2; i++) for (int j = i; j < 2; j++) { int i_ = i; { int i = j + 5; put(i + i_); } } { struct T2 { int q; } x = T2(5); put(x.q); struct Both { int z; }; Both v = Both(6); put(v.z); } Both last = Both(T, 1); put(last.f); 
}
