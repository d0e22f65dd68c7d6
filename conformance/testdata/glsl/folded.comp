#version 450
// loose 1e-5
// zero
// Constant expressions of all kinds, folded: arrays of arrays, built-ins, structs, swizzles, comparisons, lengths, in sizes and cases.
layout(local_size_x = 1) in; layout(std430, binding = 0) buffer O { int o[128]; float f[64]; };
const int A = 3, B = A * A - 1 << 1, C = ~B & 0xff, D = -7 / 2, E = A > 2 && B < 3 || !false ? 5 : 6; const uint U = 0xffffffffu, V = U / 7u, W = U * 3u + 1u, X = 1u << 31 >> 3; const float F = 1.0 / 3.0, G = sqrt(2.0) * sqrt(8.0), H = mix(1.0, 5.0, 0.25), I = float(0x7fffffff), J = 1e-3f, K = .5, L = 5., M = 1E+2;
const vec3 v = vec3(1, 2, 3).zyx, w = cross(v, vec3(0, 1, 0)), n = normalize(vec3(3, 0, 4)); const mat2 m = mat2(3, 4, 1, 2), mi = mat2(3, 1, 4, 2); const mat3 m3 = mat3(2.0); const int arr[] = int[](1, A, B), brr[2][2] = { { 1, 2 }, { A, B } }; struct S { int a; vec2 b; float c[2]; }; const S s = S(A, v.xy, float[](F, G)); const bool eq = s == S(3, vec2(3, 2), float[](F, G)), ne = v != vec3(3, 2, 1); const int len = arr.length() + brr.length() * 10 + brr[0].length() * 100 + v.length() * 1000 + m3.length() * 10000; const ivec2 sh = ivec2(1, -8) << ivec2(4, 1) >> 1; const bvec3 lt = lessThan(v, vec3(2)); int cnt = bitCount(0xf0f) + findMSB(1 << 20) + findLSB(64) * 100; uint pk = packUnorm4x8(vec4(1, 0, .5, .25)); const float nested = brr[1][0] + s.c[1] + m[1][0]; const int hex = 0xDeadBeef, oct = 0777, neg = -0x80000000; float mx = max(1, 2.5), md = mod(-7.5, 2), fr = fract(-.25), st = step(.5, .5), sm = smoothstep(0, 1, .25), cl = clamp(7, 0, 5), sg = sign(-3.), ab = abs(-2), lg = log2(8.), pw = pow(2., 10.), dt = dot(v, w), ln = length(vec2(3, 4)), ds = distance(vec2(0), vec2(3, 4)), rf = reflect(vec2(1, -1), vec2(0, 1)).y, dg = degrees(radians(90.)), ro = round(2.6), ce = ceil(1.2), tr = trunc(-1.7), ex = exp2(3.), at = atan(1., 1.) * 4.; int fb = floatBitsToInt(1.5), ui = int(uint(-1) >> 28), fi = int(-1.9), bi = int(true) + int(bool(7)); uint be = bitfieldExtract(0xabcdu, 4, 8), bn = bitfieldInsert(0u, 0xfu, 4, 4), br = bitfieldReverse(1u);
int sized[arr[1] + brr[1][1] / 4]; int sized2[int(G + 0.5)]; const int table[3][2] = int[3][2](int[](1, 2), int[](3, 4), int[](5, 6));
void main() {
	int k = 0, q = 0; 
#define P(x) o[k++] = int(x);
#define Q(x) f[q++] = x;
	P(B) P(C) P(D) P(E) P(V) P(W) P(X) P(eq) P(ne) P(len) P(sh.x) P(sh.y) P(lt.x) P(lt.z) P(cnt) P(pk >> 1) P(hex) P(oct) P(neg) P(fb) P(ui) P(fi) P(bi) P(be) P(bn) P(br >> 1) P(sized.length()) P(sized2.length()) P(arr[2]) P(brr[1][1]) P(s.a)
	Q(F) Q(G) Q(H) Q(I) Q(J + K + L + M) Q(v.x) Q(w.x) Q(w.z) Q(n.z) Q(m[0][0]) Q(m[1][1]) Q(mi[0][1]) Q(nested) Q(mx) Q(md) Q(fr) Q(st) Q(sm) Q(cl) Q(sg) Q(ab) Q(lg) Q(pw) Q(dt) Q(ln) Q(ds) Q(rf) Q(dg) Q(ro) Q(ce) Q(tr) Q(ex) Q(m3[1][1]) Q(s.c[0])
	for (int i = 0; i < 3; i++) for (int j = 0; j < table[i].length(); j++) P(table[i][j] + arr[i] + table[2 - i][1 - j]) switch (k & 31) { case A: P(1) break; case B: P(2) break; case A + B: P(3) break; case C >> 3: P(4) break; default: P(5) }
	const int loc = k > 3 ? 4 : 5; int la[] = { loc, loc + 1 }; P(la[1]) const vec2 cv = vec2(o[0], 2); P(cv.x) { const int A = 9; P(A) } P(A)
}
