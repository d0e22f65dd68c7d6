#version 450
// Sorting by every swap there is.
layout(local_size_x = 1) in; layout(std430, binding = 0) readonly buffer I { int src[16]; float fs[16]; }; layout(std430, binding = 1) buffer O { int a[16], b[16], c[16], d[16], e[16]; vec4 v4; ivec3 rot; int misc[32]; };
void swap(inout int x, inout int y) { int t = x; x = y; y = t; }
int partition_(inout int a[16], int lo, int hi) { int p = a[hi], i = lo - 1; for (int j = lo; j < hi; j++) if (a[j] <= p) { i++; int t = a[i]; a[i] = a[j]; a[j] = t; } swap(a[i + 1], a[hi]); return i + 1; }
void quick(inout int a[16]) { int st[32]; int top = -1; st[++top] = 0; st[++top] = 15; while (top >= 0) { int hi = st[top--], lo = st[top--]; if (lo >= hi) continue; int p = partition_(a, lo, hi); if (p - 1 > lo) { st[++top] = lo; st[++top] = p - 1; } if (p + 1 < hi) { st[++top] = p + 1; st[++top] = hi; } } }
void heap(inout int a[16]) { for (int n = 16, i = 8, t; ; ) { if (i > 0) t = a[--i]; else { if (--n == 0) return; t = a[n]; a[n] = a[0]; } int p = i, ch = i * 2 + 1; while (ch < n) { if (ch + 1 < n && a[ch + 1] > a[ch]) ch++; if (a[ch] > t) { a[p] = a[ch]; p = ch; ch = p * 2 + 1; } else break; } a[p] = t; } }
void insertion(inout int a[16]) { for (int i = 1; i < 16; i++) { int k = a[i], j = i - 1; for (; j >= 0 && a[max(j, 0)] > k; j--) a[j + 1] = a[j]; a[j + 1] = k; } }
void shell(inout int a[16]) { for (int gap = 7; gap > 0; gap /= 2) for (int i = gap; i < 16; i++) for (int j = i; j >= gap; j -= gap) { if (a[j - gap] <= a[j]) break; a[j] ^= a[j - gap]; a[j - gap] ^= a[j]; a[j] ^= a[j - gap]; } }
void bitonic(inout int a[16]) { for (int k = 2; k <= 16; k <<= 1) for (int j = k >> 1; j > 0; j >>= 1) for (int i = 0; i < 16; i++) { int l = i ^ j; if (l > i && ((i & k) == 0) == (a[i] > a[l])) { int t = a[i]; a[i] = a[l]; a[l] = t; } } }
int gcd(int x, int y) { while (y != 0) { int t = x % y; x = y; y = t; } return x; }
ivec2 fib(int n) { int p = 0, q = 1; while (n-- > 0) { int t = p + q; p = q; q = t; } return ivec2(p, q); }
void ext(int x, int y, out int g, out ivec2 s) { ivec2 o = ivec2(1, 0), n = ivec2(0, 1); int r0 = x, r1 = y; while (r1 != 0) { int q = r0 / r1; ivec2 t = o - q * n; o = n; n = t; int r = r0 - q * r1; r0 = r1; r1 = r; } g = r0; s = o; }
void main() {
	int x[16]; for (int i = 0; i < 16; i++) x[i] = src[i] >> 8; int y[16] = x; quick(y); a = y; y = x; heap(y); b = y; y = x; insertion(y); c = y; shell(x); d = x; for (int i = 0; i < 16; i++) x[i] = src[15 - i] >> 8; bitonic(x); e = x;
	vec4 v = vec4(fs[0], fs[1], fs[2], fs[3]); if (v.x > v.y) v.xy = v.yx; if (v.z > v.w) v.zw = v.wz; if (v.x > v.z) v.xz = v.zx; if (v.y > v.w) v.yw = v.wy; if (v.y > v.z) v.yz = v.zy; v4 = v;
	ivec3 r = ivec3(1, 2, 3); for (int i = 0; i < 7; i++) { r = r.yzx; if (i % 3 == 0) r.xz = r.zx; r.y += r.x; } rot = r;
	int k = 0; misc[k++] = gcd(abs(src[0] >> 4) + 1, abs(src[1] >> 4) + 1); misc[k++] = fib(20).x; misc[k++] = fib(0).y; int g; ivec2 s; ext(240, 46, g, s); misc[k++] = g; misc[k++] = s.x; misc[k++] = s.y;
	int p = 1, q = 2, w = 3, n = 0; do { int t = p; p = q; q = w; w = t + p; if (w > 40) { swap(p, w); continue; } (n & 1) == 0 ? (t = q) : (t = p); q = t; } while (++n < 9); misc[k++] = p; misc[k++] = q; misc[k++] = w;
	int last = -1, prev = -2, cnt = 0; for (int i = 0; i < 16; i++) { prev = last; last = e[i]; if (prev == last) continue; cnt++; if (cnt == 9) break; } misc[k++] = last; misc[k++] = prev; misc[k++] = cnt;
	bool f1 = true, f2 = false; for (int i = 0; i < 5; i++) { bool t = f1; f1 = f2 || i == 2; f2 = !t; } misc[k++] = int(f1) * 2 + int(f2); uint lf = 0xACE1u; uint per = 0u; do { uint bit = (lf ^ lf >> 2 ^ lf >> 3 ^ lf >> 5) & 1u; lf = lf >> 1 | bit << 15; } while (++per < 100u && lf != 0xACE1u); misc[k++] = int(lf);
}
