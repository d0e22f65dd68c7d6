#version 450
// inout and out of swizzles, elements, members and of one variable twice; assignments within expressions.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[128]; };
layout(std430, binding = 1) readonly buffer I { int inp[16]; } src;
struct P { int x; ivec3 v; int a[3]; };
struct Q { P p[2]; mat2x3 m; };
int g = 3;
int bump(inout int x) { x += 2; return x * 10; }
void swap(inout int a, inout int b) { int t = a; a = b; b = t; }
void both(inout int a, out int b) { b = a + 1; a = b * 2; g += a; }
void vec(inout ivec2 v, in int k) { v = v.yx + k; v.x++; }
void outs(out ivec3 v, out int a[3]) { v = ivec3(7, 8, 9); a[0] = v.z; a[1] = a[0]--; a[2] = ++a[1]; }
P whole(inout P p, P q) { P r = p; p = q; p.v.zx = r.v.xy; p.a = int[](r.a[2], q.a[1], r.x); return r; }
void arr(inout int a[3], int i) { a[i]++; a[(i + 1) % 3] -= a[i]--; }
void alias(inout int x) { g = 50; x += 1; }
int idx(inout int i) { return i++; }
float fm(inout vec3 c) { c *= 2.0; return c.x + c.y; }
void main() {
  int k = (src.inp[0] & 1);
  ivec4 v = ivec4(1, 2, 3, 4);
  swap(v.x, v.w); swap(v[k], v[2]); vec(v.zx, k); vec(v.yw, 5);
  o[0] = v.x; o[1] = v.y; o[2] = v.z; o[3] = v.w;
  int a[3] = int[3](5, 6, 7); int i = 0;
  swap(a[i], a[2]); arr(a, k); o[4] = bump(a[idx(i)]) + i; o[5] = a[0]; o[6] = a[1]; o[7] = a[2];
  swap(i, a[i]); o[8] = i; o[9] = a[1];
  Q q; q.p[0] = P(1, ivec3(2, 3, 4), int[](5, 6, 7)); q.p[1] = P(11, ivec3(12, 13, 14), int[](15, 16, 17)); q.m = mat2x3(1, 2, 3, 4, 5, 6);
  P r = whole(q.p[k], q.p[1 - k]); outs(q.p[1].v, q.p[0].a); swap(q.p[0].x, q.p[1].v.y);
  int at = 10;
  for (int j = 0; j < 2; j++) { o[at++] = q.p[j].x; o[at++] = q.p[j].v.x; o[at++] = q.p[j].v.y; o[at++] = q.p[j].v.z; for (int n = 0; n < 3; n++) o[at++] = q.p[j].a[n]; }
  o[at++] = r.v.z + r.a[2]; o[at++] = int(fm(q.m[k])) ; o[at++] = int(q.m[0][1] * 10. + q.m[1].z);
  alias(g); o[at++] = g; both(g, g); o[at++] = g; both(o[k + 60], o[62]); vec(q.p[1].v.xz, g);
  o[at++] = q.p[1].v.x * 100 + q.p[1].v.z;
  o[at++] = bump(o[63]) + bump(o[63]); swap(o[64], o[65 + k]); 
  int z = bump(i) + bump(i) * i; o[at++] = z; o[at++] = i;
  z = i++ + i++ * --i; o[at++] = z; o[at++] = i; 
  a[i = 1] += (i = 2); o[at++] = a[1] * 10 + a[2]; o[at++] = i;
  i = 0; a[i++] = i++; o[at++] = a[0]; o[at++] = (i += 3, i * 2); int y = (i > 2 ? i++ : --i) + i; o[at++] = y;
  ivec2 w = ivec2(i++, i++); w[i & 1] += w.x++; o[at++] = w.x * 100 + w.y; o[at++] = at; 
  bool c = i++ > 3 && i++ > 100 || i-- < 2 ^^ i == 4; o[at++] = int(c) * 1000 + i;
}
