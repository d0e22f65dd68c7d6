#version 430
// Switches that fall through, with declarations between, in loops that continue; names hidden in every scope.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[64]; };
layout(std430, binding = 1) buffer I { int inp[16]; };
int f(int x) {
  int r = 0;
  switch (x) {
    case 0: int t = 5; r += t;
    case 1: t = 7; r += t; { int t = 100; r += t; }
    case 2: r *= 2; if (r > 200) break; r += 1;
    case 3: for (int i = 0; i < 4; i++) { if (i == 2) continue; switch (i) { case 1: r += 1000; break; case 3: r -= 1; default: r += 3; } }
      break;
    default: r = -1; return r * x;
    case 5: case 6: do { r++; if (r == 2) continue; if (r > 4) break; r++; } while (r++ < 6); break;
    case 7: { if (inp[0] > 0) { break; } r = 99; }
    case 8: r += 8;
  }
  return r;
}
int g(int n) { int s = 0, i = 0; do { i++; if (i % 3 == 0) continue; if (i > 12) return s; s += i; } while (i < n && s++ < 40); return s * 2; }
int h(int n) { for (int i = 0, j = n; i < j; i++, j -= 2) { if (j == 5) { continue; } while (true) { if (i++ > 3) break; n += i; } n = n * 2 + j; } return n; }
int w(int n) { int k = 0; while (int(n) > 0 ? bool(n & 1) || n > 4 : false) { n -= 1; k = k * 2 + n; if (k > 50) { k -= 3; continue; } } return k; }
int fresh(int n) { int s = 0; for (int i = 0; i < n; i++) { int a[2]; a[0] = i; a[1] = s; bool first = i == 0; if (first) { s = 1; } else s += a[0] * a[1]; } return s; }
int sw2(uint u) { switch (u) { case 0u: return 1; case 0xffffffffu: return 2; case 3u: break; } switch (int(u)) { default: break; } return 3; }
int last(int x) { switch (x) { case 1: x = 5; break; case 2: x++; default: x += 10; } return x; }
int inloop(int x) { int r = 0; for (;;) { switch (x++) { case 3: continue; case 4: r += 4; case 5: r += 5; break; case 7: return r; } r++; if (r > 50) break; } return -r; }
void main() {
  for (int i = -1; i < 10; i++) { o[i + 1] = f(i); o[i + 12] = g(i); o[i + 24] = h(i); o[i + 36] = w(i); }
  o[48] = fresh(5); o[49] = sw2(0u) + sw2(~0u) * 10 + sw2(3u) * 100 + sw2(9u) * 1000; o[50] = last(1) + last(2) * 100 + last(3) * 10000; o[51] = inloop(0); o[52] = inloop(5); o[53] = inloop(9);
  int i = 5; for (int i = 0; i < 3; i++) { { int i = 10; o[54] += i++; } } o[55] = i; { int i = i + 1; o[56] = i; }
  if (i > 3) int q = 4; else int q = 5;
  for (bool b = true; b; b = false) o[57] = 9; while (bool z = i-- > 2) o[58] += i; 
}
