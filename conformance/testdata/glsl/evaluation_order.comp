#version 450
// zero
// Orders of evaluation that people rely on without knowing: calls with effects in every
// kind of operand.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { uint n; int log_[128]; } o;
int tick(int x) { o.log_[o.n++] = x; return x; }
bool flag(int x, bool b) { tick(x); return b; }
float real(int x) { return float(tick(x)) * 0.5; }
vec2 two(int x) { tick(x); return vec2(x, -x); }
struct S { int a; float b; vec2 c; };
S make(int x) { tick(x); return S(tick(x + 1), real(x + 2), two(x + 3)); }
int g = 5;
int bumpG() { g += 10; return g; }
int sum3(int a, int b, int c) { return a + b * 10 + c * 100; }
void main() {
	int r = tick(1) + tick(2) * tick(3) - tick(4);
	tick(r);
	ivec3 v = ivec3(tick(5), tick(6), tick(7));
	tick(v.x + v.y + v.z);
	S s = make(10);
	tick(int(s.b * 2.0)); tick(int(s.c.y));
	int arr[3] = int[3](tick(20), tick(21), tick(22));
	arr[tick(1)] = tick(30);
	arr[tick(2)] += tick(31);
	tick(arr[1]); tick(arr[2]);
	bool b = flag(40, false) && flag(41, true) || flag(42, true) && !flag(43, true);
	tick(int(b));
	b = flag(44, true) ^^ flag(45, true); tick(int(b));
	r = flag(50, true) ? tick(51) : tick(52);
	r = flag(53, false) ? tick(54) : flag(55, true) ? tick(56) : tick(57);
	r = (tick(60), tick(61), tick(62)); tick(r);
	tick(g + bumpG() + g);
	tick(sum3(g, bumpG(), g));
	tick(sum3(g++, ++g, g--)); tick(g);
	g = 1; g += bumpG(); tick(g);
	g = 1; g = g + bumpG() * g; tick(g);
	int q[2] = int[2](100, 200);
	int i = 0;
	q[i] = i = 1; tick(q[0]); tick(q[1]); tick(i);
	i = 0; q[i++] += q[i]++; tick(q[0]); tick(q[1]);
	i = 1; q[--i] = q[i + 1] - i; tick(q[0]);
	vec4 w = vec4(1, 2, 3, 4);
	i = 0;
	w[i++] *= w[i++] + w[i++]; tick(int(w.x)); tick(i);
	w.xy = w.yx + (w.xy += 1.0); tick(int(w.x)); tick(int(w.y));
	w.x = (w.x = 3.0) * w.x + (w.x++, w.x); tick(int(w.x));
	for (int k = tick(70); flag(71, k < 72); k += tick(1)) tick(k);
	int k = 3;
	do tick(80 + k); while (flag(90, --k > 0) && k != 1);
	while (flag(95, k++ < 2)) { if (k == 2) continue; tick(96); }
	switch (tick(2) + tick(3)) { case 4: tick(98); case 5: tick(99); default: tick(100); }
	mat2 m = mat2(real(101), real(102), two(103)); tick(int(m[0][0] * 4.0 + m[1].y));
	tick(arr[tick(0)] + arr[tick(1)]);
	float z = (two(104) * mat2(1.0)).x + dot(two(105), two(106)); tick(int(z));
	r = -tick(107) + ~tick(108) - -tick(109); tick(r);
	tick((tick(1) << tick(4)) | tick(2)); tick(tick(7) % tick(4));
}
