#version 450
// The order in which side effects happen: operands and arguments from left to right, the
// place that an assignment writes ahead of its value.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[96]; float f[32]; };
int at = 0;
void put(int x) { n[at++] = x; }
int g = 10;
int bump() { return ++g; }
int twice(inout int x) { x *= 2; return x; }
int three(int a, int b, int c) { return a * 10000 + b * 100 + c; }
int mixed(int a, inout int b, int c) { b += a; return b * 100 + c; }
int outs(out int a, out int b) { a = 1; b = 2; return a; }
int alias(inout int a, inout int b) { a += 1; b += 10; return a * 100 + b; }
int readsGlobal(inout int x) { x = 50; return g; }
void main() {
	int a[4] = int[4](7, 7, 7, 7);
	int i = 0;
	a[i++] = i;
	put(a[0]); put(i);
	a[i] = i++;
	put(a[1]); put(a[2]); put(i);
	i = 1;
	put(i++ + i++);
	put(i);
	i = 1;
	put(i + (i = 5));
	put((i = 3) + i);
	i = 2;
	put(i * i++ + i);
	i = 1;
	i = i++ + 1;
	put(i);
	i = 1;
	put(three(i++, i++, i));
	put(three(bump(), bump(), g));
	put(bump() - bump() * bump());
	i = 3;
	put(mixed(i, i, i));
	put(i);
	put(three(twice(i), i, twice(i)));
	put(i);
	put(outs(i, i)); put(i);
	i = 5;
	put(alias(i, i)); put(i);
	g = 1;
	put(readsGlobal(g)); put(g);
	a = int[4](0, 1, 2, 3);
	i = 0;
	a[i++] += 5 * i;
	put(a[0]); put(a[1]);
	a[(i++, i)] -= i++;
	put(a[1]); put(a[2]); put(a[3]); put(i);
	ivec3 v = ivec3(1, 2, 3);
	put(v.x++ + v.x * 10 + v[0]--);
	put(v.x);
	v.xy = v.yx;
	put(v.x * 10 + v.y);
	v.zx *= v.xz;
	put(v.x * 100 + v.y * 10 + v.z);
	i = 0;
	v[i++] = v[i] + 40;
	put(v.x); put(v.y);
	int x = 4, y = (x++, x * 2), z = x;
	put(x); put(y); put(z);
	x = y = z = 9;
	put(x + y + z);
	x += x += 2;
	put(x);
	x = 3;
	x -= x++ - --x;
	put(x);
	bool b = false;
	i = 0;
	if (b && i++ > 0 || ++i > 0) put(i);
	if (!b || i++ > 0) put(i);
	b = (i++ > 0) ^^ (i++ > 100);
	put(int(b)); put(i);
	put(b ? i++ : i--); put(i);
	put(!b ? i++ : (i -= 2)); put(i);
	i = 2;
	int w = i > 1 ? i < 2 ? 1 : 2 : 3;
	put(w);
	i = 0;
	for (int k = 0; k < 3; k++, i += k) put(i);
	i = 5;
	while (i-- > 2) put(i);
	put(i);
	i = 0;
	do { i++; if (i == 2) continue; put(i); } while (i < 4);
	float q[2] = float[2](1.5, 2.5);
	int qi = 0;
	f[0] = q[qi++] - q[qi];
	f[1] = q[1] *= 2.0;
	f[2] = (q[0] += 1.0) * q[0];
}
