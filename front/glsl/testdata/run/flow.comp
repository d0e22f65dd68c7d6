#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[160]; };
layout(std430, binding = 1) buffer Z { int zero; };
int at = 0;
void put(int x) { n[at++] = x; }
int pickCase(int x) {
	int r = 0;
	switch (x) {
	default: r += 1;
	case 1: r += 10; break;
	case 2: r += 100;
	case 3:
	case 4: { int r = 5; r++; put(r); } r += 1000; break;
	case 5: return 55;
	case 6: for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 3) break; r += i; } r += 7; break;
	case 7: int t = 3; r = t;
	case 8: t = 4; r += t;
	}
	return r;
}
int find(int want) {
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			if (i * j == want) return i * 10 + j;
			if (j > i) break;
		}
	return -1;
}
int skip() {
	int s = 0;
	for (int i = 0; i < 6; i++) {
		switch (i & 3) { case 0: continue; case 1: break; default: s += 100; }
		s += i;
	}
	return s;
}
int loopDo(int k) { int c = 0; do { c++; if (c > 3) break; if (k == 0) continue; c += 10; } while (c < 3 || k-- > 0); return c; }
bool side(int v) { put(900 + v); return v > 1; }
int deep(int x) { { { if (x > 2) { { return 1; } } else if (x == 2) return 2; } } while (true) { if (x++ > 5) return x; } }
void early(inout int x) { if (x > 3) { x = 0; return; } x = 9; }
int nothing(int x) { if (x > 0) { } else ; return x; }
struct P { int a; int b[2]; };
P make(int x) { P p; p.a = x; p.b[0] = x + 1; p.b[1] = x + 2; return p; }
int[3] arr(int x) { return int[3](x, x + 1, x + 2); }
int sum(int a[3]) { a[0] += 100; return a[0] + a[1] + a[2]; }
int depth = 3;
int over(int a) { return 1; } int over(float a) { return 2; } int over(uint a) { return 3; } int over(ivec2 a) { return 4; } int over(int a, int b) { return 5; }
void main() {
	for (int i = 0; i < 10; i++) put(pickCase(i + zero));
	put(find(0)); put(find(2)); put(find(6)); put(find(100)); put(skip()); put(loopDo(0)); put(loopDo(2));
	if (side(1) && side(2) || side(3) && !side(0)) put(1);
	bool q = side(2) || side(5); put(int(q));
	q = zero == 0 ? side(7) : side(8); put(int(q));
	put(deep(3)); put(deep(2)); put(deep(0));
	int e = 4; early(e); put(e); early(e); put(e); put(nothing(3));
	int i = 100;
	for (int i = 0; i < 2; i++) { { int i = 50; put(i); } put(i); }
	put(i);
	{ int i = i + 1; put(i); float depth = 2.5; put(int(depth * 2.0)); }
	put(depth);
	put(make(4).b[1]); put(arr(5)[2]); put(arr(5).length());
	int a[3] = arr(1); put(sum(a)); put(a[0]); put(sum(int[](1, 2, 3)));
	P p = make(1), p2 = p; p2.b[1]++; put(int(p == p2)); p2.b[1]--; put(int(p == p2)); put(int(p != p2));
	put(over(1)); put(over(1.0)); put(over(1u)); put(over(ivec2(1))); put(over(1, 2)); put(over(int(2.5)));
	for (int k = 0, m = 10; k < m; k += 3, m -= 2) put(k * 100 + m);
	int c = 0;
	for (;;) { if (++c > 4) break; if ((c & 1) == 0) continue; put(c); }
	while (c-- > 0) { if (c == 2) break; }
	put(c);
	for (int k = 0; k < 3; ++k) { int fresh = 5; fresh += k; put(fresh); }
	const int tab[2][3] = int[2][3](int[3](1, 2, 3), int[3](4, 5, 6));
	for (int r = 0; r < tab.length(); r++) for (int k = 0; k < tab[r].length(); k++) put(tab[r][k] * tab[1 - r][2 - k]);
	put(tab[0][zero + 1]); put(tab[1][zero + 1]); put(tab[zero][2]); put(tab[zero + 1][zero]);
	int s = 3;
	switch (uint(s)) { case 3u: put(33); break; default: put(34); }
	switch (s) { }
	put(true ? 1 : 0); put(1 == 1 ? 2 > 1 ? 5 : 6 : 7);
	if (false) put(-1); else if (true) put(77); else put(-2);
	while (false) put(-3);
	do { put(88); } while (false);
}
