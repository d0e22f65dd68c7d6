#version 450
// zero
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[256]; } ;
int at = 0; void put(int x) { o[at++] = x; }
int n = 0; int next() { return n++; } bool nb(bool b) { n += 3; return b; } ivec2 nv() { n++; return ivec2(n, -n); } int ar[4] = int[](0, 1, 2, 3); int setar(int i, int v) { ar[i] = v; return v; }
struct S { int a, b; }; S gs = S(1, 2); S sget() { gs.a++; return gs; } int sbump() { gs.b += 10; return gs.b; }
int f(int a, int b, int c) { return a * 100 + b * 10 + c; } void g(out int a, out int b, int c) { b = c; a = b + 1; }
int[2] pairs() { n += 5; return int[2](n, n * 2); } mat2 mm() { n++; return mat2(n); }
int inc(inout int x, int by) { x += by; return x; }
int w(int x) { put(x + 1000); return x; }
void main() {
	put(f(next(), next(), next())); put(next() - next() * next()); put(ar[next() & 3] + (ar[0] = 7) + ar[0]);
	n = 1; int x = n + next() + n; put(x); x = next() + n; put(x); x = n; x = x++ + ++x; put(x); x = 5; x += x++ * 2; put(x); x = 3; x = x-- - --x; put(x);
	n = 2; put(ar[n] + setar(n, 50) + ar[n]); put(setar(n, 9) + ar[n] * 2); int i = 0; ar[i++] = ar[i++] + i; put(ar[0]); put(ar[1]); put(i); i = 0; ar[i] += ar[i = 2]; put(ar[0]); put(ar[2]); i = 1; ar[i] = (i = 3, i * 5); put(ar[1]); put(ar[3]);
	put(gs.a + sget().b + gs.a); put(sget().a + gs.b + sbump()); put(gs.b - sbump() + gs.b); ivec2 v = ivec2(1, 2); v = v + (v.x = 5, v) * v; put(v.x); put(v.y); v = nv() + nv() * nv(); put(v.x); v[next() & 1] += next(); put(v.x); put(v.y); v.xy = v.yx + ivec2(v.x++, ++v.y); put(v.x); put(v.y);
	bool b = nb(true) || nb(false); put(n); b = nb(false) && nb(true); put(n); b = nb(false) ^^ nb(true); put(n); b = nb(true) ? nb(false) : nb(true); put(n); b = (nb(true), nb(false)); put(n); b = n++ > 0 && n++ > 1000 && n++ > 0; put(n); b = !(n-- > 0) || --n < 3 || n++ > 5; put(n);
	int a = 0, c = 0; g(a, a, 7); put(a); g(ar[a & 3], a, 2); put(a); put(ar[0]); a = 1; put(inc(a, a) + inc(a, a) * a); put(a); a = 2; a = inc(a, 3) * a + a; put(a); a = 4; ar[inc(a, 1) & 3] = a * inc(a, 2); put(a); put(ar[1]); 
	put(pairs()[0] + pairs()[n & 1]); put(int(mm()[0][0] + mm()[1].y)); for (int k = next(), e = next(); k < e + 3; k += next() & 1, put(k)) { if (k == 1) continue; } put(n);
	S t = S(next(), next()), u = S(t.b, t.a = 9); put(t.a); put(u.a * 10 + u.b); t = u, u = S(w(1), w(2)); put(t.b); (t = u).a; t.a = t.b = u.a = w(4); put(t.a + t.b + u.a); int q[3] = int[](w(3), w(4), w(5)); q[w(0)] = q[w(1)] = q[w(2)] + w(6); put(q[0] + q[1]); q[w(1)] <<= w(2); put(q[1]); 
	ivec3 z = ivec3(w(1), ivec2(w(2), w(3))); z.zx = z.xz + w(4); put(z.x * 100 + z.z); z[w(2)]++; put(z.z); --z.yx; put(z.x); put(z.y); put((z.yz++).x); put((++z).y); put(z.z); put(-z.x-- - -z.x); put(a = c = 5); put((a += 2) * (c -= 1)); put(a > c ? a++ : c++); put(a); put(c); put(w(9) << w(1) >> w(2) & w(3) | w(4) ^ w(5));
	float fl = 1.5; fl *= fl++ + fl; put(int(fl * 100.)); uint un = 3u; un = un-- * un; put(int(un)); un -= 10u; put(int(un >> 28)); i = 0; while (i++ < 3 && next() > 0) put(i); do i--; while (i > 0 && nb(true)); put(i); put(n); if ((i = n) > 3) put(i); else put(-i); switch (i = 2, n & 1) { case 0: put(i++); case 1: put(i++); default: put(i); } return;
}
