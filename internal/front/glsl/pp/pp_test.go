package pp

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
)

// run preprocesses a source and gives its tokens, blanks between, and its
// diagnostics, one a line.
func run(src string, opts Options) (tokens, messages string) {
	return runWith(New(nil), src, opts)
}

func runWith(p *Preprocessor, src string, opts Options) (tokens, messages string) {
	var sources diag.Sources
	var diags diag.List
	base := sources.Add("main.glsl", src)
	_, toks := p.Run(src, base, &opts, &sources, &diags)
	var b strings.Builder
	for _, t := range toks[:len(toks)-1] {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.Text(t))
	}
	var m strings.Builder
	for _, d := range diags.Sorted() {
		at, _ := sources.Position(sources.Visible(d.Span).Start)
		fmt.Fprintf(&m, "%d:%d: %s: %s\n", at.Line, at.Column, d.Code, d.Message)
	}
	return b.String(), m.String()
}

// expandTests are sources and the tokens that they give, behind #version 450.
var expandTests = [][2]string{
	// Object-like macros.
	{"#define A 1\nA", "1"},
	{"#define A\nA x A", "x"},
	{"#define A B\n#define B 2\nA B", "2 2"},
	{"#define A A\nA", "A"},
	{"#define A B\n#define B A\nA B", "A B"},
	{"#define A B C\n#define B C\n#define C A\nA", "A A"},
	{"#define A (A)\nA A", "( A ) ( A )"},
	{"#define A 1\n#undef A\nA", "A"},
	{"#undef A\nA", "A"},
	{"#define A 1\n#define A 1\nA", "1"},
	{"#define A  a  +  b // c\n#define A a /* d */ + b\nA", "a + b"},
	{"#define in attribute\nin vec2 x;", "attribute vec2 x ;"},
	{"#define A ( x )\nA", "( x )"},
	{"#define A 1 /* x\n y */ + 2\nA", "1 + 2"},
	{"#  define /* a */ A /* b */ 1 /* c */\nA", "1"},
	{"#\n# // x\n#/**/\nx", "x"},
	{"/* c */ #define A 1\nA", "1"},

	// Function-like macros.
	{"#define F(x) x+x\nF(1)", "1 + 1"},
	{"#define F(x,y) y x\nF(1,2)", "2 1"},
	{"#define F() 7\nF() F( )", "7 7"},
	{"#define F(x) [x]\nF()", "[ ]"},
	{"#define F(x) [x]\nF((1,2))", "[ ( 1 , 2 ) ]"},
	{"#define F(x) x\nF", "F"},
	{"#define F(x) x\nF + 1", "F + 1"},
	{"#define F(x) x\nF\n(\n3\n)\n+ 1", "3 + 1"},
	{"#define F(x) x /* c */\nF /* a\n */ (4)", "4"},
	{"#define F (x)\nF", "( x )"},
	{"#define F(x) x*G\n#define G(x) x+F\nF(2)(9)(3)", "2 * 9 + 3 * G"},
	{"#define F(a) a*F(a)\nF(F(z))", "z * F ( z ) * F ( z * F ( z ) )"},
	{"#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g"},
	{"#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n" +
		"f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
		"f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;"},
	{"#define x 2\n#define f(a) f(x * (a))\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n" +
		"g(x+(3,4)-w) | h 5) & m\n(f)^m(m);",
		"f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;"},
	{"#define L (\n#define F(x) {x}\nF L 1 )", "F ( 1 )"},
	{"#define G F\n#define F(x) {x}\nG(1) G (2)", "{ 1 } { 2 }"},
	{"#define E\n#define F(x) {x}\n#define G F E\nG (1)", "F ( 1 )"},
	{"#define MAX(a,b) ((a)>(b)?(a):(b))\nMAX(MAX(1,2),3)", "( ( ( ( 1 ) > ( 2 ) ? ( 1 ) : ( 2 ) ) ) > ( 3 ) ? ( ( ( 1 ) > ( 2 ) ? ( 1 ) : ( 2 ) ) ) : ( 3 ) )"},
	{"#define F(a) a\nF(\n#define Q 1\n2)\n", "!"},
	{"#define F(a) a\nF(1\n#if 1\n+2\n#else\n+3\n#endif\n)", "1 + 2"},

	// Pasting.
	{"#define C(a,b) a##b\nC(x,1) C(1,2) C(<,<) C(x,) C(,y) C(,)", "x1 12 << x y"},
	{"#define C(a,b) a ## b\n#define ab 5\nC(a,b)", "5"},
	{"#define C(a,b) a##b\n#define D(a,b) C(a,b)\n#define x y\nC(x,x) D(x,x)", "xx yy"},
	{"#define N vec ## 3\nN", "vec3"},
	{"#define C(a) f_##a##_g(a)\nC(h)", "f_h_g ( h )"},
	{"#define C(a,b) a##b\nC(a b, c d)", "a bc d"},
	{"#define C(a,b) a##b\nC(1.,5) C(1,e5) C(0x,ff)", "1.5 1e5 0xff"},

	// Predefined macros and lines.
	{"__LINE__\n__LINE__", "2 3"},
	{"#define L __LINE__\n\nL\n#define F(x) x L\nF(__LINE__\n)", "4 6 6"},
	{"#line 100\n__LINE__\n\n__LINE__", "100 102"},
	{"#line 100 7\n__LINE__ __FILE__", "100 7"},
	{"#define N 10\n#line N+1\n__LINE__", "11"},
	{"__VERSION__ __FILE__ GL_core_profile GL_ES", "450 0 1 GL_ES"},

	// Conditions.
	{"#if 1\na\n#else\nb\n#endif", "a"},
	{"#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif e", "b"},
	{"#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"},
	{"#ifdef A\na\n#endif\n#ifndef A\nb\n#endif\n#define A\n#ifdef A\nc\n#endif", "b c"},
	{"#if defined A || defined(B)\na\n#else\nb\n#endif", "b"},
	{"#define B\n#if defined A || defined ( B )\na\n#else\nb\n#endif", "a"},
	{"#define HAS(x) defined(x)\n#if HAS(Q)\na\n#else\nb\n#endif", "b"},
	{"#if 1 + 2 * 3 == 7 && !(4 < 3) && -1 < 0 && ~0 == -1 && (1 << 4) == 16 && 7 % 4 == 3 && (6 & 3) == 2 && (6 ^ 3) == 5 && (6 | 3) == 7\na\n#endif", "a"},
	{"#if 0 && (1/0)\na\n#elif 1 || 1/0\nb\n#endif", "b"},
	{"#if 0x10 == 16 && 010 == 8 && 5u == 5\na\n#endif", "a"},
	{"#if UNKNOWN\na\n#else\nb\n#endif", "b"},
	{"#if 0\n\"unfinished ' $ @\n#bogus\n#error no\n#include <x>\n#define A 1\n#endif\nA", "A"},
	{"#if 0\n/*\n#endif\n*/ a\n// #endif\n#endif\nb", "b"},
	{"#if 1\n#elif (\n#endif\nb", "b"},
	{"#if __VERSION__ >= 400\na\n#endif", "a"},

	// Text.
	{"a\\\nb \\\r\nc + \\\n+ d +\\\n+e", "ab c + + d ++ e"},
	{"#define A 1 + \\\n 2\nA", "1 + 2"},
	{"#def\\\nine A 1\nA", "1"},
	{"// comment \\\n still\nx", "x"},
	{"a\r\nb\rc\n\rd", "a b c d"},
	{"/* ümlaut ≠ */ x // ∑\ny", "x y"},
	{"a.x 1.5.x .5 1. 1e5 1.e-3f 0x1Fu 3u 4UL 1.0lf", "a . x 1.5 . x .5 1. 1e5 1.e-3f 0x1Fu 3u 4UL 1.0lf"},
	{"a<<=b>>=c<=d>=e==f!=g&&h||i^^j++ --k+=1-=2*=3/=4%=5&=6|=7^=8", "a <<= b >>= c <= d >= e == f != g && h || i ^^ j ++ -- k += 1 -= 2 *= 3 /= 4 %= 5 &= 6 |= 7 ^= 8"},
}

func TestExpand(t *testing.T) {
	p := New(nil)
	for _, test := range expandTests {
		got, messages := runWith(p, "#version 450\n"+test[0], Options{})
		for _, line := range strings.Split(messages, "\n") {
			if line != "" && !strings.Contains(line, "extra-tokens") && !strings.Contains(line, "continued-comment") && test[1] != "!" {
				t.Errorf("%q: %s", test[0], line)
			}
		}
		if test[1] == "!" {
			if messages == "" {
				t.Errorf("%q: no diagnostic", test[0])
			}
			continue
		}
		if got != test[1] {
			t.Errorf("%q\n got %s\nwant %s", test[0], got, test[1])
		}
	}
}
