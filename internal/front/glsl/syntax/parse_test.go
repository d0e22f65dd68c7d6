package syntax

import (
	"strings"
	"testing"
)

// exprTests are expressions, as the value of a return statement.
var exprTests = [][2]string{
	{"a + b * c - d", "(- (+ a (* b c)) d)"},
	{"a << b + c < d == e & f ^ g | h && i ^^ j || k", "(|| (^^ (&& (| (^ (& (== (< (<< a (+ b c)) d) e) f) g) h) i) j) k)"},
	{"a = b += c", "(= a (+= b c))"},
	{"a ? b : c ? d : e", "(? a b (? c d e))"},
	{"a ? b, c : d = e", "(? a (, b c) (= d e))"},
	{"a, b, c", "(, (, a b) c)"},
	{"-a++ * !~b--", "(* (- (post++ a)) (! (~ (post-- b))))"},
	{"++a + --b", "(+ (++ a) (-- b))"},
	{"a.b.c[i][j].d", "(.d (index (index (.c (.b a)) i) j))"},
	{"a[i].b[2]++", "(post++ (index (.b (index a i)) 2))"},
	{"f(void)", "(call f)"},
	{"f()", "(call f)"},
	{"f(a, b = c)", "(call f a (= b c))"},
	{"vec3(1)", "(call vec3 1)"},
	{"float[3](1., 2., 3.)", "(call (type float (dims 3)) 1 2 3)"},
	{"float[](1.)[0]", "(index (call (type float (dims unsized)) 1) 0)"},
	{"S[2][n + 1](a, b)", "(call (type S (dims 2 (+ n 1))) a b)"},
	{"a[2][n + 1]", "(index (index a 2) (+ n 1))"},
	{"a.length()", "(method length a)"},
	{"a[1].length() + 1", "(+ (method length (index a 1)) 1)"},
	{"((a))", "(paren (paren a))"},
	{"nonuniformEXT(i)", "(call nonuniformEXT i)"},
	{"1 + 2u + 0x1F + 010 + 1.5 + 2.5f + 1e3 + true", "(+ (+ (+ (+ (+ (+ (+ 1 2u) 31) 8) 1.5) 2.5) 1000) true)"},
	{"1s + 2us + 3l + 4ul + 5.0lf + 6.0hf", "(+ (+ (+ (+ (+ 1s 2us) 3l) 4ul) 5lf) 6hf)"},
	{"4294967295 + 3.4e39", "(+ 4294967295 +Inf)"},
}

// stmtTests are statements in a function.
var stmtTests = [][2]string{
	{";", "empty"},
	{"a = b;", "(expr (= a b))"},
	{"a[1] = b;", "(expr (= (index a 1) b))"},
	{"float a;", "(decl (type float) (var a))"},
	{"float a[2][3] = b, c;", "(decl (type float) (var a (dims 2 3) b) (var c))"},
	{"float[2] a[];", "(decl (type float (dims 2)) (var a (dims unsized)))"},
	{"S[n] a = S[n](b);", "(decl (type S (dims n)) (var a (call (type S (dims n)) b)))"},
	{"vec2[2] v = { vec2(1), {2, 3}, };", "(decl (type vec2 (dims 2)) (var v (init (call vec2 1) (init 2 3))))"},
	{"const highp float a = 1;", "(decl (quals const highp) (type float) (var a 1))"},
	{"struct S { float x, y[2]; } s, t;", "(decl (type (struct S (decl (type float) (var x) (var y (dims 2))))) (var s) (var t))"},
	{"struct { float x; } s;", "(decl (type (struct  (decl (type float) (var x)))) (var s))"},
	{"float f(float, in vec2 v[2]);", "(function f (type float) (params (param  (type float)) (param v in (type vec2) (dims 2))))"},
	{"precision lowp float;", "(precision lowp (type float))"},
	{"precise x, y;", "(requalify precise (names x y))"},
	{"if (a) b; else if (c) { d; } else e;", "(if (clause a (expr b)) (clause c (block (expr d))) (expr e))"},
	{"if (a) if (b) c; else d;", "(if (clause a (if (clause b (expr c)) (expr d))))"},
	{"for (int i = 0, j = 1; i < 3; i++, j--) ;", "(for (decl (type int) (var i 0) (var j 1)) (< i 3) (, (post++ i) (post-- j)) empty)"},
	{"for (;;) break;", "(for empty break)"},
	{"for (i = 0; bool b = f(i); ) { continue; }", "(for (expr (= i 0)) (decl (type bool) (var b (call f i))) (block continue))"},
	{"while (bool b = a) ;", "(while (decl (type bool) (var b a)) empty)"},
	{"while (a) ;", "(while a empty)"},
	{"do { a; } while (b);", "(do (block (expr a)) b)"},
	{"do a; while (b);", "(do (expr a) b)"},
	{"switch (a) { case 1: case 2: b; break; default: { c; } }", "(switch a (case 1) (case 2) (expr b) break default (block (expr c)))"},
	{"switch (a) { }", "(switch a)"},
	{"return; return a; discard;", "return (return a) discard"},
	{"[[unroll, max_iterations(4)]] for (;;) ;", "(attributed unroll (max_iterations 4) (for empty empty))"},
	{"{ { } }", "(block block)"},
	{"f(a); -a; (a); ++a;", "(expr (call f a)) (expr (- a)) (expr (paren a)) (expr (++ a))"},
	{"nonuniformEXT(a);", "(expr (call nonuniformEXT a))"},
	{"debugPrintfEXT(\"x %d\\n\", a);", "(expr (call debugPrintfEXT (\"x %d\\\\n\") a))"},
}

// itemTests are declarations at global scope.
var itemTests = [][2]string{
	{"void main() { }", "(function main (type void) block)"},
	{"void main(void) { return; }", "(function main (type void) (block return))"},
	{"float f(const in float a, inout S b[2], out vec3[2] c);", "(function f (type float) (params (param a const in (type float)) (param b inout (type S) (dims 2)) (param c out (type vec3 (dims 2)))))"},
	{"highp float[2] f();", "(function f (quals highp) (type float (dims 2)))"},
	{"uniform float a;", "(decl (quals uniform) (type float) (var a))"},
	{"layout(location = 0, index = N + 1) flat centroid in vec2 a;", "(decl (quals (layout (location 0) (index (+ N 1))) flat centroid in) (type vec2) (var a))"},
	{"layout(std140, binding = 1) uniform B { mat4 m; layout(offset = 64) float f[]; } b[2];",
		"(block B b (quals (layout std140 (binding 1)) uniform) (decl (type mat4) (var m)) (decl (quals (layout (offset 64))) (type float) (var f (dims unsized))) (dims 2))"},
	{"layout(shared) uniform B { float f; };", "(block B  (quals (layout shared) uniform) (decl (type float) (var f)))"},
	{"layout(local_size_x = 8) in;", "(requalify (layout (local_size_x 8)) in)"},
	{"layout(std430) coherent readonly buffer;", "(requalify (layout std430) coherent readonly buffer)"},
	{"invariant gl_Position;", "(requalify invariant (names gl_Position))"},
	{"out gl_PerVertex { vec4 gl_Position; };", "(block gl_PerVertex  (quals out) (decl (type vec4) (var gl_Position)))"},
	{"in gl_PerVertex { vec4 gl_Position; } gl_in[];", "(block gl_PerVertex gl_in (quals in) (decl (type vec4) (var gl_Position)) (dims unsized))"},
	{"precision mediump sampler2D;", "(precision mediump (type sampler2D))"},
	{"struct A { float x; }; struct B { A a; struct C { int i; } c; };",
		"(decl (type (struct A (decl (type float) (var x))))) (decl (type (struct B (decl (type A) (var a)) (decl (type (struct C (decl (type int) (var i)))) (var c)))))"},
	{"const struct S { int i; } s = S(1);", "(decl (quals const) (type (struct S (decl (type int) (var i)))) (var s (call S 1)))"},
	{"float;", "(decl (type float))"},
	{";", "empty"},
	{"subroutine vec4 T(int a);", "(function T (quals subroutine) (type vec4) (params (param a (type int))))"},
	{"subroutine(T, U) vec4 f(int a) { }", "(function f (quals (subroutine T U)) (type vec4) (params (param a (type int))) block)"},
	{"subroutine uniform T t;", "(decl (quals subroutine uniform) (type T) (var t))"},
	{"shared uint counts[64];", "(decl (quals shared) (type uint) (var counts (dims 64)))"},
	{"[[subgroup_uniform_control_flow]] void main() { }", "(attributed subgroup_uniform_control_flow (function main (type void) block))"},
	{"#define T float\n#define D(n) T n\nD(x);", "(decl (type float) (var x))"},
}

const head = "#version 460\n#extension GL_EXT_nonuniform_qualifier : enable\n"

func TestParse(t *testing.T) {
	p := NewParser(nil)
	check := func(src, before, want, after string) {
		t.Helper()
		tree, text := parseWith(p, src)
		if text != "" {
			t.Errorf("%s\n%s", src, text)
			return
		}
		checkTree(t, tree)
		got := dump(tree)
		if got != before+want+after {
			t.Errorf("%s\n got %s\nwant %s%s%s", src, got, before, want, after)
		}
	}
	for _, test := range exprTests {
		check(head+"void f() { return "+test[0]+"; }", "(function f (type void) (block (return ", test[1], ")))")
	}
	for _, test := range stmtTests {
		check(head+"void f() { "+test[0]+" }", "(function f (type void) (block ", test[1], "))")
	}
	for _, test := range itemTests {
		check(head+test[0], "", test[1], "")
	}
}

// errorTests are sources with mistakes, and where they are reported as what.
var errorTests = [][2]string{
	{"void f() { a = ; }", "1:16: expected-expression"},
	{"void f() { a = 1 }", "1:18: missing-semicolon"},
	{"void f() {\n\ta = 1\n\tb = 2;\n\tc = ;\n}", "2:7: missing-semicolon 4:6: expected-expression"},
	{"void f() { if a) b; c = ; }", "1:15: syntax-error 1:25: expected-expression"},
	{"void f() {", "1:11: unclosed-delimiter"},
	{"}", "1:1: unmatched-delimiter"},
	{"void f() { int buffer = 1; }", "1:16: keyword-as-identifier"},
	{"int goto = 1;", "1:5: reserved-word"},
	{"void f() { case 1: ; }", "1:12: misplaced-statement"},
	{"void f() { switch (a) { case 1: { case 2: ; } } }", "1:35: misplaced-statement"},
	{"void f() { void g() { } }", "1:17: syntax-error"},
	{"if (a) b;", "1:1: expected-declaration"},
	{"void f() { a = 1.0.x; int b = 08; float c = 1f; int d = 0x; }", "1:31: invalid-number 1:45: invalid-number 1:57: invalid-number"},
	{"void f() { a = float[]; }", "1:22: expected-expression"},
	{"void f() { a = $; }\nvoid g() { b = ; }", "1:16: invalid-character 2:16: expected-expression"},
	{"float a = 1\nfloat b = 2;", "1:12: missing-semicolon"},
	{"uniform { float a; };", "1:9: expected-identifier"},
	{"struct S { float a; int };\nfloat x = ;", "1:25: expected-identifier 2:11: expected-expression"},
	{"void f(float a float b) { }\nfloat x = ;", "1:16: syntax-error 2:11: expected-expression"},
	{"void f() { else a; }", "1:12: expected-statement"},
	{"layout location = 0) in vec2 a;", "1:8: syntax-error"},
	{"#define F(x) x x\nint a = F(1);", "2:11: missing-semicolon"},
	{"void f() { a = 5000000000; }", "1:16: invalid-number"},
	{"void f() { 3.x; }", "1:12: invalid-number"},
	{"void f() { (a)(b); }", "1:15: syntax-error"},
	{"void f() { for (int i = 0; i < 3) ; }", "1:33: syntax-error"},
}

func TestErrors(t *testing.T) {
	p := NewParser(nil)
	for _, test := range errorTests {
		tree, text := parseWith(p, "#version 460\n#line 1\n"+test[0])
		checkTree(t, tree)
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
			parts := strings.SplitN(line, ": ", 4)
			if len(parts) < 4 {
				continue
			}
			at := strings.SplitN(parts[0], ":", 2)
			got = append(got, string(at[0][0]-2)+":"+at[1]+": "+parts[2])
		}
		if g := strings.Join(got, " "); g != test[1] {
			t.Errorf("%s\n got %s\nwant %s\n%s", test[0], g, test[1], text)
		}
	}
}

// TestDeep checks that nesting is bounded and that what leans left isn't.
func TestDeep(t *testing.T) {
	const n = 100000
	for _, src := range []string{
		"void f() { a = " + strings.Repeat("(", n) + "; }",
		"void f() { a = " + strings.Repeat("-", n) + "b; }",
		"void f() { a = " + strings.Repeat("f(", n) + "; }",
		"void f() { a = " + strings.Repeat("a[", n) + "; }",
		"void f() { " + strings.Repeat("a[", n) + "; }",
		"void f() { a = " + strings.Repeat("a ? ", n) + "; }",
		"void f() { " + strings.Repeat("a = ", n) + "; }",
		"void f() " + strings.Repeat("{", n),
		"void f() { " + strings.Repeat("if (a) ", n),
		"void f() { " + strings.Repeat("for (;;) ", n),
		"float a = " + strings.Repeat("{", n),
		strings.Repeat("struct {", n),
		"float a" + strings.Repeat("[a", n),
		"#version 330\nlayout(a = " + strings.Repeat("(", n),
	} {
		tree, text := parse(src)
		if !strings.Contains(text, "nesting-too-deep") {
			t.Errorf("%.40s: %s", src, text)
		}
		checkTree(t, tree)
	}
	for _, src := range []string{
		"void f() { a = b" + strings.Repeat(" + b", n) + "; }",
		"void f() { a" + strings.Repeat(", b", n) + "; }",
		"void f() { a" + strings.Repeat(".b", n) + "; }",
		"void f() { a" + strings.Repeat("[1]", n) + " = 1; }",
		"void f() { if (a) ;" + strings.Repeat(" else if (a) ;", n) + " }",
	} {
		if _, text := parse(src); text != "" {
			t.Errorf("%.40s: %s", src, text)
		}
	}
}
