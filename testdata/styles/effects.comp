#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer B { int n; int log_[64]; vec4 v; ivec3 w; float f[4]; } b;
int at = 0;
int note(int x) { b.log_[at++ & 63] = x; return x; }
bool yes(int x) { note(x); return true; }
bool no(int x) { note(x); return false; }
void swz(out vec2 a, inout float c) { a = vec2(c, c + 1.0); c = a.x * 2.0; }
void two(inout int a, inout int b_) { a += 1; b_ *= 3; }
int early(int x) {
	for (int i = 0; ; i++) {
		if (i > x) return i;
		switch (i) { case 3: return -i; case 1: x--; case 2: continue; default: break; }
		if (x < 0) break;
	}
	return 0;
}
float chain(float x) { return x > 3.0 ? 1.0 : x > 2.0 ? 2.0 : x > 1.0 ? 3.0 : 4.0; }
void main() {
	int i = 0, j = 0;
	b.n = (note(1), note(2), i++) + i;
	if (yes(3) || yes(4) && no(5)) note(6);
	if (no(7) && yes(8) || yes(9)) note(10);
	int k = yes(11) ? note(12) : note(13);
	k += (i > 0 ? i : j) == 0 ? 1 : 2;
	swz(b.v.zx, b.v.y);
	swz(b.v.xy, b.f[note(2)]);
	two(b.w.x, b.w[note(1)]);
	b.f[i++] = b.f[i--] + float(--j) * float(j++);
	do { if (++j < 3) continue; if (j == 5) break; b.log_[j]--; } while (j < 10 && note(j) > 0);
	for (float x = 0.0; x < 1.0; x += 0.25) b.f[int(x * 4.0)] += chain(x * 4.0);
	int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	int c[2][3] = a;
	a[1][(i++) % 3] = c[i & 1][note(14) % 3] *= 2;
	bool eq = a == c, ne = a[0] != c[0];
	b.w.z = early(5) + int(eq) + int(ne) + a.length() * a[0].length() + k;
	b.v.wz = b.v.zw, b.v.x = -b.v.x;
	while (true) { if (b.n++ > 10) { break; } else { continue; } }
	b.w.yx <<= 1;
	b.w.xy %= ivec2(7, 5);
}
