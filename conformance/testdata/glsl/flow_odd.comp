#version 450
// zero
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[200]; };
layout(std430, binding = 1) readonly buffer I { int src[16]; };
int at = 0; void put(int x) { if (at < 200) o[at++] = x; }
int sw(int x) {
	switch (x) {
	case 0: int y = 5; put(y);
	case 1: y = 7; put(y); break;
	case 2: { int y = 3; put(y); }
	case 3: for (int i = 0; i < 4; i++) { if (i == 1) continue; if (i == 3) break; put(i); switch (i) { case 2: continue; default: put(50); } put(60); } break;
	default: put(99);
	case 7: case 8: return x * 2;
	case 9: if (x == 9) break; put(1000);
	}
	return -x;
}
int dw(int n) { int c = 0; do { c++; if ((c & 1) == 0) continue; put(c); if (c > 6) break; } while (c++ < n && c != 5); return c; }
int nested(int n) {
	int r = 0;
	for (int i = 0; i < n; i++) { int j = i; while (true) { if (j > 5) break; j += 2; if (j == 4) continue; for (;;) { r += j; if (r > 20) return r; if (r % 3 == 0) break; r++; } } r += 100 * j; }
	return r;
}
int early(int n) { for (int i = 0; ; i++) { if (i == n) return i * 3; switch (i) { case 3: return 77; case 1: break; default: continue; } put(i); } }
int whiledecl(int n) { int c = 0; while (bool b = n-- > 0) { if (b) c++; if (c == 3) b = false; put(int(b)); } return c; }
int fordecl(int n) { int c = 0; for (int i = 0; bool k = i < n; i++) { c += int(k) + i; } return c; }
int shadows(int i) { int r = 0; for (int i = 0; i < 2; i++) { { int i = i + 1; r += i; { int i = i * 3; r += i; } } } r = r * 10 + i; { int r = r; r++; put(r); } for (int r = r, q = 2; r < 100 && q < 4; q++) { put(r); r += 50; } return r; }
int comma(int n) { int i, j; for (i = 0, j = n; i < j; i++, j -= 2) put(i * 10 + j); return (i++, j++, i + j); }
int late(int n) { int r = 0; for (int i = 0; i < 3; i++) { int k; if (i == 0) k = n; else k = i; r = r * 10 + k; } return r; }
bool chk(int a) { put(a); return a > 2; }
void main() {
	for (int i = 0; i < 11; i++) put(sw(i));
	put(dw(3)); put(dw(9)); put(dw(0)); put(nested(3)); put(nested(0)); put(early(2)); put(early(9));
	put(whiledecl(5)); put(fordecl(4)); put(shadows(3)); put(comma(9)); put(late(4));
	if (chk(1) || chk(3) && chk(2)) put(500); else if (chk(9)) put(600);
	int z = chk(0) ? chk(4) ? 1 : 2 : chk(5) ? 3 : 4; put(z);
	z = src[0]; switch (z & 3) { case 0: z ^= 1; case 1: z ^= 2; break; case 2: z ^= 4; case 3: z ^= 8; } put(z);
	switch (int(src[1] < 0)) { default: put(1); break; case 1: put(2); }
	switch (5) { }
	switch (z) { case 1: }
	uint u = uint(src[2]); switch (u & 1u) { case 0u: put(10); break; case 1u: put(11); break; }
	for (;;) { if (at > 150) break; switch (at % 3) { case 0: at++; continue; case 1: put(-1); break; default: put(-2); if (at > 140) { at += 20; break; } } put(-3); }
	do { put(7); } while (false);
	do { if (at > 3) continue; put(8); } while (false);
	while (false) put(9);
	const int K = 3; switch (z & 7) { case K: put(1); case K + 1: put(2); break; case K * 2: put(3); }
	;;; {} { ; }
}
