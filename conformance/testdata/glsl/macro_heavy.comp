#version 450
// zero
// The preprocessor as people push it: pasting, recursion that stops, lists of fields,
// commas in arguments, macros that make macros' arguments, conditionals with arithmetic.
#define CAT_(a, b) a ## b
#define CAT(a, b) CAT_(a, b)
#define FIELDS(X) X(float, mass, 2.5) X(vec3, place, vec3(1, 2, 3)) X(int, kind, 7)
#define DECLARE(type, name, value) type name;
#define SET(type, name, value) CAT(p_, name) = type(value);
#define ONE 1
#define TWO (ONE + ONE)
#define SQUARE(x) ((x) * (x))
#define TWICE(x) (x + x)
#define CALL(f, x) f(x)
#define EMPTY
#define PAREN (3)
#define LOOP(i, n) for (int i = 0; i < (n); ++i)
#define MULTI(a, b) \
	a = b; \
	b = a + 1
#define str_len 4
#define min3(a, b, c) min(min(a, b), c)
#define SWAP(type, a, b) { type CAT(t_, __LINE__) = a; a = b; b = CAT(t_, __LINE__); }
#define UNROLL2(x) x x
#define UNROLL4(x) UNROLL2(x) UNROLL2(x)
#define UNROLL8(x) UNROLL4(UNROLL2(x))
#define f(x) f_ ## x
#define f_1 10
#define ID(x) x
#define LPAREN (
#if defined(ONE) && !defined(THREE) && TWO == 2 && (5 % 3 << 2) == 8 && ~0 == -1
#undef ONE
#endif
#define ONE 4
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[40]; float r[8]; };
struct Particle { FIELDS(DECLARE) };
int foo_() { return 1; }
int bar(int x) { return x * 2; }
#define bar(x) bar(x + 1)
#if __VERSION__ >= 450 && defined GL_core_profile
#define WHICH 1
#elif __VERSION__ == 100
#define WHICH 2
#else
#error no such version
#endif
#ifdef NEVER
#	if 1 / 0
an unfinished thing, it's skipped
#	elif nonsense nonsense
#	else
#	endif
#elif 1
const int taken = 1;
#elif 1 / 0
const int taken = 2;
#else
const int taken = 3;
#endif
#line 200
int line200 = __LINE__;
#line 7 3
int file3 = __FILE__ * 100 + __LINE__;
#
# /* a null directive */
#pragma optimize(on)
#pragma some { unknown ( pragma
void main() {
	int foo = 5; int k = 0;
#define foo foo + 1
	n[k++] = foo; n[k++] = TWO; n[k++] = SQUARE(2 + 1); n[k++] = CALL(SQUARE, 3); n[k++] = CALL(TWICE, CALL(SQUARE, 2));
	n[k++] = CALL(ID(TWICE), 3); n[k++] = bar(3); n[k++] = WHICH; n[k++] = taken; n[k++] = line200; n[k++] = file3;
	float p_mass; vec3 p_place; int p_kind;
	FIELDS(SET)
	Particle p = Particle(p_mass, p_place, p_kind);
	r[0] = p.mass; r[1] = p.place.z; n[k++] = p.kind;
	int x_y1 = 31;
	LOOP(i, TWO) LOOP(j, str_len) n[k] += i * j;
	k++;
	int x = 3, y = 4;
	MULTI(x, y);
	n[k++] = x * 10 + y; n[k++] = min3(x, y, TWO);
	SWAP(int, x, y)
	n[k++] = x * 10 + y;
	UNROLL8(x++;) UNROLL2({ x += 2; })
	n[k++] = x; n[k++] = f(1); n[k++] = ID(f)(1); n[k++] = ID(ID(9));
	n[k++] = SQUARE(EMPTY 4); n[k++] = EMPTY PAREN EMPTY; n[k++] = CAT(CAT(x, _), CAT(y, 1));
	n[k++] = -ONE; n[k++] = - -ONE; n[k++] = x-ONE; n[k++] = x - -ONE;
	r[2] = 1.5;
	n[k++] = y;
	int CAT(z, CAT(_, 9)) = 77; n[k++] = z_9;
#define NEW(a) a
#define NEW(a) a
	n[k++] = NEW((NEW(1), NEW(2)));
}
