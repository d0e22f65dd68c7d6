#version 450
// zero
#define VERSION_AT_LEAST(maj, min) ((MAJ << 8 | MIN) >= ((maj) << 8 | (min)))
#define MAJ 4
#define MIN 6
#define PASTE3(a, b, c) a ## b ## c
#define OP(name, op) int name ## _op(int a, int b) { return a op b; }
#define COMMA ,
#define ARGS 3 COMMA 4
#define APPLY(f, args) f(args)
#define SELF SELF_
#define A B
#define B A
#define PAIR(x) x, x
#define ADD(x, y) ((x) + (y))
#define ADD2(p) ADD p
#define HASH_A(n) n ## 1
#define EMPTY()
#define DEFER(x) x EMPTY()
#define STRUCT(T) struct T { int v; }; T make_ ## T(int v) { return T(v); }
#define vec2i ivec2
#define lerp mix
#define saturate(x) clamp(x, 0.0, 1.0)
#define mul(a, b) ((b) * (a))
#define frac fract
#define PI 3.14159265
#define sincos(a, s, c) { s = sin(a); c = cos(a); }
#define FOR(T, i, n) for (T i = T(0); i < T(n); ++i)
#define BLOCK_BEGIN {
#define BLOCK_END }
#define IF(c) if (c) BLOCK_BEGIN
#define END BLOCK_END
#if VERSION_AT_LEAST(4, 5) && (MAJ ^ MIN) == 2 && (7 & ~2) == 5
#endif
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[64]; float r[16]; };
OP(add, +) OP(sub, -) OP(shl, <<) OP(rem, %) OP(and, &)
STRUCT(Foo) STRUCT(Bar)
int B1 = 41, A1 = 42;
int SELF = 6;
int two(int a, int b) { return a * 10 + b; }
#if VERSION_AT_LEAST(4, 7)
int v = 47;
#elif VERSION_AT_LEAST(4, 6)
int v = 46;
#else
int v = 45;
#endif
#if (2 - 3) / 2 == 0 && -7 % 3 == -1 && (-1 >> 1) == -1 && !0 && !!5 && (3 > 2) == 1 && 0x10 == 16 && 010 == 8
int w = 1;
#else
int w = 2;
#endif
#if defined VERSION_AT_LEAST && defined(MAJ) && !defined MAJOR
int x = 1;
#else
int x = 2;
#endif
void main() {
	int k = 0;
	n[k++] = add_op(1, 2); n[k++] = sub_op(1, 2); n[k++] = shl_op(1, 4); n[k++] = rem_op(7, 4); n[k++] = and_op(6, 3);
	n[k++] = make_Foo(3).v + make_Bar(4).v;
	n[k++] = two(ARGS); n[k++] = two(PAIR(7)); n[k++] = ADD2((3, 4)); n[k++] = HASH_A(B); n[k++] = HASH_A(A);
	int A = 9; int B = 8; n[k++] = A + B;
	n[k++] = v; n[k++] = w; n[k++] = x;
	float s, c; sincos(PI / 6.0, s, c);
	if (c > 0.5) sincos(0.0, s, c)
	else s = 3.0;
	r[0] = s; r[1] = c; r[2] = saturate(frac(-1.25)); r[3] = lerp(1.0, 3.0, 0.25);
	mat2 m = mat2(1, 2, 3, 4); vec2 p = vec2(5, 6);
	r[4] = mul(p, m).x; r[5] = mul(m, p).x;
	FOR(int, i, 3) FOR(uint, j, 2) n[k] += i * int(j + 1u);
	k++;
	IF (k > 3) n[k++] = 5; END
	
	n[k++] = __LINE__ - __LINE__; n[k++] = __LINE__ -
	__LINE__;
	n[k++] = ADD(__LINE__,
		0) - __LINE__;
	n[k++] = ADD(/* a, b */ 1, // c
		2);
	n[k++] = 1 /**/ + /* *//* */ 2;
	n[k++] = 1 \
	+ 3;
#undef PI
#define PI 4
	n[k++] = PI; n[k++] = ADD(PI, ADD(PI, PI)); n[k++] = ADD((1, 2), (3, 4));
	n[k++] = -PI - -PI + +PI;
}
