#version 450
#extension GL_GOOGLE_include_directive : enable
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[64]; float f[32]; };
#define ADD(a, b) a + b
#define SQ(x) x * x
#define SAFE(x) ((x) * (x))
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define ONE 1
#define TWO ONE + ONE
#define SELF SELF + 1
#define EMPTY
#define CALL(f, x) f(x)
#define NEST(x) SAFE(SAFE(x))
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define MULTI(a) do { \
	a += 1; /* a comment, with a \
	line more */ \
	a *= 2; } while (false)
#define ARGS(a, b, c) a b c
#define LPAREN (
#define FUNCLIKE(x) x
#define COMMA ,
#define rot(a) mat2(cos(a), sin(a), -sin(a), cos(a))
#define PI 3.14159265
#define S(a, b, t) smoothstep(a, b, t)
#define T(p) p.x + p.y
#define time f[0]
int SELF_ = 5;
int SAFEv(int x) { return -x; }
#if ONE + ONE * 2 == 3 && defined(PI) && !defined(NOPE) && (1 - 1) == 0 || NOPE
#endif
#if 0
this is not ' parsed "
#elif defined ADD && 1 << 3 == 8
#define CHOSEN 42
#elif 1
#define CHOSEN 43
#else
#error wrong
#endif
#ifdef CHOSEN
#ifndef NOPE
#define INNER 7
#endif
#endif
#undef ONE
#define ONE 10
void main() {
	int k = 3, kk = 4, EMPTY xy12 = 6;
	n[0] = ADD(2, 3) * 4;
	n[1] = SQ(2 + 1); n[2] = SAFE(2 + 1); n[3] = NEST(k);
	n[4] = XCAT(k, k); n[5] = CAT(xy, 12); n[6] = TWO;
	n[7] = CALL(SAFE, k + 1);
	n[8] = CALL(SAFEv, k);
	int s = 0; LOOP(i, k + 1) s += i; n[9] = s;
	MULTI(s); n[10] = s;
	n[11] = ARGS(1, +, 2); n[12] = FUNCLIKE((1, 2)); n[13] = CHOSEN + INNER;
	int FUNCLIKE = 9; n[14] = FUNCLIKE; n[15] = FUNCLIKE
	(3);
	n[16] = __LINE__; n[17] = __VERSION__;
	n[18] = SAFE(
		k
		+ 1
	);
	#define LATE 5
	n[19] = LATE;
	#undef LATE
	int LATE = 6; n[20] = LATE;
	n[21] = k /**/ - /* x */ -k; n[22] = k+ +k; n[23] = k- -k; n[24] = k---k;
	f[0] = 1.5; f[1] = time * 2.; f[2] = S(0., 1., .5); vec2 p = vec2(1., 2.); f[3] = T(p) * 2.0; f[4] = rot(0.)[0][0]; f[5] = 1.e2 + .5e-1 + 3.F + 1e1f;
	p *= rot(PI * 0.); f[6] = p.x;
#line 100
	n[25] = __LINE__;
}
