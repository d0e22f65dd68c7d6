package syntax

import (
	"strings"
	"testing"

	"refract/diag"
)

// This file tests the parser on valid programs: one source and its tree a line.

// exprTests are expressions.
var exprTests = [][2]string{
	// Literals and names.
	{"1", "1"},
	{"true", "true"},
	{"0x1p-3h", "0x1p-3h"},
	{"1li", "1li"},
	{"a", "a"},
	{"réflexion", "réflexion"},
	{"(a)", "(paren a)"},
	{"((1))", "(paren (paren 1))"},

	// Calls and template lists.
	{"f()", "(call f)"},
	{"f(a)", "(call f a)"},
	{"f(a,)", "(call f a)"},
	{"f(a, b, 1,)", "(call f a b 1)"},
	{"f(g(h()))", "(call f (call g (call h)))"},
	{"vec2<f32>", "vec2<f32>"},
	{"vec2<f32>()", "(call vec2<f32>)"},
	{"vec2<f32,>(1,2)", "(call vec2<f32> 1 2)"},
	{"array<vec4<f32>, 4>()", "(call array<vec4<f32> 4>)"},
	{"array<i32, n + 1>()", "(call array<i32 (+ n 1)>)"},
	{"array<i32, (a > b)>()", "(call array<i32 (paren (> a b))>)"},
	{"array<i32, a << 2>()", "(call array<i32 (<< a 2)>)"},
	{"array<i32, select(2, 3, 1 <= 2)>()", "(call array<i32 (call select 2 3 (<= 1 2))>)"},
	{"bitcast<vec2<f32>>(x)", "(call bitcast<vec2<f32>> x)"},
	{"ptr<function, array<i32, 2>>", "ptr<function array<i32 2>>"},
	{"f(a < b, c > d)", ""}, // a<b, c> is a template list,
	{"f(a < 1)", "(call f (< a 1))"},

	// Members and indices.
	{"a.b", "(.b a)"},
	{"a.b.c", "(.c (.b a))"},
	{"a[1]", "(index a 1)"},
	{"a[i][j]", "(index (index a i) j)"},
	{"a[i].x", "(.x (index a i))"},
	{"a.b[i].c", "(.c (index (.b a) i))"},
	{"f().x", "(.x (call f))"},
	{"f()[0]", "(index (call f) 0)"},
	{"vec2<f32>(1,2).y", "(.y (call vec2<f32> 1 2))"},
	{"(a).b", "(.b (paren a))"},
	{"(a+b)[0]", "(index (paren (+ a b)) 0)"},
	{"1[0]", "(index 1 0)"},
	{"a[b[c[d]]]", "(index a (index b (index c d)))"},
	{"a[b < c]", "(index a (< b c))"},
	{"a.b<c>(d)", ""}, // template lists follow names only

	// Unary operators.
	{"-a", "(- a)"},
	{"!a", "(! a)"},
	{"~a", "(~ a)"},
	{"*a", "(* a)"},
	{"&a", "(& a)"},
	{"- -a", "(- (- a))"},
	{"--a", "(- (- a))"},
	{"---a", "(- (- (- a)))"},
	{"!!a", "(! (! a))"},
	{"&&a", "(& (& a))"},
	{"&*a", "(& (* a))"},
	{"**a", "(* (* a))"},
	{"-a.b", "(- (.b a))"},
	{"*a[0]", "(* (index a 0))"},
	{"(*a)[0]", "(index (paren (* a)) 0)"},
	{"-f(x)", "(- (call f x))"},
	{"!a.b[c]", "(! (index (.b a) c))"},
	{"-1", "(- 1)"},
	{"-(1)", "(- (paren 1))"},

	// Arithmetic.
	{"a+b", "(+ a b)"},
	{"a-b", "(- a b)"},
	{"a*b", "(* a b)"},
	{"a/b", "(/ a b)"},
	{"a%b", "(% a b)"},
	{"a+b+c", "(+ (+ a b) c)"},
	{"a-b-c", "(- (- a b) c)"},
	{"a*b/c%d", "(% (/ (* a b) c) d)"},
	{"a+b*c", "(+ a (* b c))"},
	{"a*b+c", "(+ (* a b) c)"},
	{"a*b+c*d-e/f", "(- (+ (* a b) (* c d)) (/ e f))"},
	{"a-b*c-d", "(- (- a (* b c)) d)"},
	{"(a+b)*c", "(* (paren (+ a b)) c)"},
	{"-a*-b", "(* (- a) (- b))"},
	{"a*-b", "(* a (- b))"},
	{"a - -b", "(- a (- b))"},
	{"a--b", "(- a (- b))"},
	{"a---b", "(- a (- (- b)))"},
	{"a----b", "(- a (- (- (- b))))"},
	{"a--b*c", "(- a (* (- b) c))"},
	{"a--b-c", "(- (- a (- b)) c)"},
	{"a*b--c", "(- (* a b) (- c))"},
	{"a* *b", "(* a (* b))"},
	{"a**b", "(* a (* b))"},
	{"1-1", "(- 1 1)"},
	{"a+1.5f", "(+ a 1.5f)"},

	// Shifts.
	{"a<<b", "(<< a b)"},
	{"a>>b", "(>> a b)"},
	{"-a<<~b", "(<< (- a) (~ b))"},
	{"(a<<b)<<c", "(<< (paren (<< a b)) c)"},
	{"(a+b)<<c", "(<< (paren (+ a b)) c)"},
	{"a<<b==c", "(== (<< a b) c)"},
	{"a==b>>c", "(== a (>> b c))"},
	{"a<<b<c>>d", "(> (<< a b<c>) d)"},
	{"1<<31u", "(<< 1 31u)"},

	// Comparisons.
	{"a==b", "(== a b)"},
	{"a!=b", "(!= a b)"},
	{"a<b", "(< a b)"},
	{"a<=b", "(<= a b)"},
	{"a>b", "(> a b)"},
	{"a>=b", "(>= a b)"},
	{"a+b<c*d", "(< (+ a b) (* c d))"},
	{"a+1 == b-1", "(== (+ a 1) (- b 1))"},
	{"!a==b", "(== (! a) b)"},
	{"(a<b)==(c<d)", "(== (paren (< a b)) (paren (< c d)))"},
	{"(a<b)==c", "(== (paren (< a b)) c)"},
	{"vec2<f32>(a)==b", "(== (call vec2<f32> a) b)"},

	// Bits.
	{"a&b", "(& a b)"},
	{"a|b", "(| a b)"},
	{"a^b", "(^ a b)"},
	{"a&b&c", "(& (& a b) c)"},
	{"a|b|c|d", "(| (| (| a b) c) d)"},
	{"a^b^c", "(^ (^ a b) c)"},
	{"a&(b|c)", "(& a (paren (| b c)))"},
	{"(a&b)==c", "(== (paren (& a b)) c)"},
	{"-a|~b", "(| (- a) (~ b))"},
	{"a& &b", "(& a (& b))"},
	{"a.b&c[0]", "(& (.b a) (index c 0))"},

	// Short-circuit operators.
	{"a&&b", "(&& a b)"},
	{"a||b", "(|| a b)"},
	{"a&&b&&c", "(&& (&& a b) c)"},
	{"a||b||c", "(|| (|| a b) c)"},
	{"a<b&&c>d", "(&& (< a b) (> c d))"},
	{"a<b || c>d", "(|| (< a b) (> c d))"},
	{"a==b&&c!=d&&e", "(&& (&& (== a b) (!= c d)) e)"},
	{"a+b && c<<d", "(&& (+ a b) (<< c d))"},
	{"!a&&!b", "(&& (! a) (! b))"},
	{"a||(b&&c)", "(|| a (paren (&& b c)))"},
	{"(a&b)&&(c|d)", "(&& (paren (& a b)) (paren (| c d)))"},
	{"a&&&b", "(&& a (& b))"},
	{"a<b&&c<d", "(&& (< a b) (< c d))"},
}

// mixTests are pairs of operators and whether the second may follow the first:
// a OP1 b OP2 c.
const mixOperators = "* / % + - << >> == != < <= > >= & ^ | && ||"

// mayFollow is the grammar's answer, derived from its rules and not from the
// parser's tables.
func mayFollow(first, second string) bool {
	class := func(op string) string {
		switch op {
		case "*", "/", "%":
			return "mul"
		case "+", "-":
			return "add"
		case "<<", ">>":
			return "shift"
		case "&", "^", "|", "&&", "||":
			return op
		}
		return "rel"
	}
	a, b := class(first), class(second)
	isTight := func(c string) bool { return c == "mul" || c == "add" }
	isRelational := func(c string) bool { return isTight(c) || c == "shift" || c == "rel" }
	isLogical := func(c string) bool { return c == "&&" || c == "||" }
	switch {
	case a == "&" || a == "^" || a == "|" || b == "&" || b == "^" || b == "|":
		return a == b
	case isLogical(a) && isLogical(b):
		return a == b
	case isLogical(a):
		return isRelational(b)
	case isLogical(b):
		return isRelational(a)
	case a == "rel" && b == "rel":
		return false
	case a == "rel" || b == "rel":
		return true
	case a == "shift" || b == "shift":
		return false
	}
	return true
}

func TestMixing(t *testing.T) {
	ops := strings.Fields(mixOperators)
	for _, a := range ops {
		for _, b := range ops {
			src := "const x = (p) " + a + " (q) " + b + " (r);"
			var diags diag.List
			Parse(src, 1, Options{}, &diags)
			if got, want := !diags.HasErrors(), mayFollow(a, b); got != want {
				t.Errorf("%s: accepted is %v, want %v", src, got, want)
			}
			if diags.HasErrors() {
				if d := diags.Sorted(); len(d) != 1 || d[0].Code != CodeMixedOperators {
					t.Errorf("%s: %s", src, messages(&diags))
				} else if fix := d[0].Fix; fix != nil {
					fixed := src[:fix.Span.Start-1] + fix.Replacement + src[fix.Span.End-1:]
					var diags diag.List
					if Parse(fixed, 1, Options{}, &diags); diags.HasErrors() {
						t.Errorf("%s: fixed to %s: %s", src, fixed, messages(&diags))
					}
				}
			}
		}
	}
}

// TestMixingFix: one fix has the parentheses of all operands of a statement that need some.
func TestMixingFix(t *testing.T) {
	for _, test := range [][2]string{
		{"a && b || c", "(a && b) || c"},
		{"(a && b) || c && d", "(a && b) || (c && d)"},
		{"a && b || c && d", "(a && b) || (c && d)"},
		{"a && b || c && d || e && f && g || h", "(a && b) || (c && d) || (e && f && g) || h"},
		{"f(a && b || c) && g(d && e || i) || j", "(f((a && b) || c) && g((d && e) || i)) || j"},
		{"a & b | c ^ d", "(a & b) | (c ^ d)"},
		{"a << 1 << 2 == b & c | d", ""},
		{"a & 1 == 0", "(a & 1) == 0"},
		{"a == b < c", ""},
	} {
		src := "const x = " + test[0] + ";"
		var diags diag.List
		Parse(src, 1, Options{}, &diags)
		d := diags.Sorted()
		if len(d) != 1 || d[0].Code != CodeMixedOperators {
			t.Errorf("%s: %s", src, messages(&diags))
			continue
		}
		if test[1] == "" {
			continue
		}
		if d[0].Fix == nil {
			t.Errorf("%s: there is no fix", src)
			continue
		}
		span := d[0].Fix.Span
		if got := src[:span.Start-1] + d[0].Fix.Replacement + src[span.End-1:]; got != "const x = "+test[1]+";" {
			t.Errorf("%s: fixed to %s", src, got)
		}
	}
	var diags diag.List
	if Parse("const x = a"+strings.Repeat(" && b || c", 1000)+";", 1, Options{}, &diags); len(diags.Sorted()) != 1 {
		t.Error(messages(&diags))
	}
}

// stmtTests are statements in a function.
var stmtTests = [][2]string{
	{"", ""},
	{";", ""},
	{";;;", ""},
	{"{}", "{}"},
	{"{{}}", "{ {}}"},
	{"{;a=b;}", "{ (= a b)}"},
	{"@diagnostic(off, x) {}", "{ (@ (diagnostic off x))}"},

	// Declarations.
	{"var a: i32;", "(var a (type i32))"},
	{"var a = 1;", "(var a (= 1))"},
	{"var a: i32 = 1;", "(var a (type i32) (= 1))"},
	{"var<function> a: i32;", "(var a (template function) (type i32))"},
	{"var<function,> a: i32;", "(var a (template function) (type i32))"},
	{"let a = 1;", "(let a (= 1))"},
	{"let a: f32 = 1;", "(let a (type f32) (= 1))"},
	{"const a = 1;", "(const a (= 1))"},
	{"const a: vec2<f32> = b;", "(const a (type vec2<f32>) (= b))"},
	{"let p = &x;", "(let p (= (& x)))"},
	{"var a: array<vec4<f32>,2>=b;", "(var a (type array<vec4<f32> 2>) (= b))"},
	{"var a: vec2<f32>=b;", "(var a (type vec2<f32>) (= b))"},
	{"const_assert a < b;", "(const_assert (< a b))"},
	{"const_assert(a != 0);", "(const_assert (paren (!= a 0)))"},

	// Assignments.
	{"a = 1;", "(= a 1)"},
	{"a += 1;", "(+= a 1)"},
	{"a -= 1;", "(-= a 1)"},
	{"a *= 1;", "(*= a 1)"},
	{"a /= 1;", "(/= a 1)"},
	{"a %= 1;", "(%= a 1)"},
	{"a &= 1;", "(&= a 1)"},
	{"a |= 1;", "(|= a 1)"},
	{"a ^= 1;", "(^= a 1)"},
	{"a <<= 1;", "(<<= a 1)"},
	{"a >>= 1;", "(>>= a 1)"},
	{"_ = a;", "(= phony a)"},
	{"_ = f();", "(= phony (call f))"},
	{"a.b = c;", "(= (.b a) c)"},
	{"a[0].b += c;", "(+= (.b (index a 0)) c)"},
	{"*p = 1;", "(= (* p) 1)"},
	{"(*p).x = 1;", "(= (.x (paren (* p))) 1)"},
	{"(a) = 1;", "(= (paren a) 1)"},
	{"*&a = 1;", "(= (* (& a)) 1)"},
	{"&a = 1;", "(= (& a) 1)"},
	{"*(&(a)) = 1;", "(= (* (paren (& (paren a)))) 1)"},
	{"(a)[1] = 2;", "(= (index (paren a) 1) 2)"},
	{"f(a).x = 2;", "(= (.x (call f a)) 2)"},
	{"a++;", "(++ a)"},
	{"a--;", "(-- a)"},
	{"a ++ ;", "(++ a)"},
	{"a.b--;", "(-- (.b a))"},
	{"(a)++;", "(++ (paren a))"},
	{"*p++;", "(++ (* p))"},
	{"a[i++1];", ""},
	{"a = b - -c;", "(= a (- b (- c)))"},
	{"a = a < b;", "(= a (< a b))"},

	// Calls.
	{"f();", "(call f)"},
	{"f(a, b);", "(call f a b)"},
	{"f<i32>(a);", "(call f<i32> a)"},
	{"vec2(1,2);", "(call vec2 1 2)"},

	// Jumps.
	{"return;", "(return)"},
	{"return a;", "(return a)"},
	{"return a+b;", "(return (+ a b))"},
	{"return (a);", "(return (paren a))"},
	{"discard;", "discard"},
	{"break;", "break"},
	{"continue;", "continue"},

	// If.
	{"if a {}", "(if (a {}))"},
	{"if (a) {}", "(if ((paren a) {}))"},
	{"if a {} else {}", "(if (a {}) (else {}))"},
	{"if a {} else if b {}", "(if (a {}) (b {}))"},
	{"if a {} else if b {} else {}", "(if (a {}) (b {}) (else {}))"},
	{"if a { if b {} else {} }", "(if (a { (if (b {}) (else {}))}))"},
	{"if a < b { return; }", "(if ((< a b) { (return)}))"},
	{"if a<b && c>d {}", "(if ((&& (< a b) (> c d)) {}))"},
	{"@x if a @y {} else @z {}", "(if (@ x) (a { (@ y)}) (else { (@ z)}))"},
	{"if a {} if b {}", "(if (a {})) (if (b {}))"},

	// Loops.
	{"loop {}", "(loop)"},
	{"loop { break; }", "(loop break)"},
	{"loop { a++; continuing { b++; } }", "(loop (++ a) (continuing (++ b)))"},
	{"loop { continuing { break if a; } }", "(loop (continuing (break_if a)))"},
	{"loop { continuing { b++; break if a == 1; } }", "(loop (continuing (++ b) (break_if (== a 1))))"},
	{"loop { continuing {} }", "(loop (continuing))"},
	{"@a loop @b { continuing @c {} }", "(loop (@ a) (@body b) (continuing (@ c)))"},
	{"loop { loop { continuing {} } continuing { loop { break; } } }", "(loop (loop (continuing)) (continuing (loop break)))"},
	{"loop { if a { break; } }", "(loop (if (a { break})))"},
	{"while a {}", "(while a {})"},
	{"while (a) { b(); }", "(while (paren a) { (call b)})"},
	{"@x while a @y {}", "(while (@ x) a { (@ y)})"},
	{"for (;;) {}", "(for none none none {})"},
	{"for (var i = 0; i < 10; i++) {}", "(for (var i (= 0)) (< i 10) (++ i) {})"},
	{"for (let i = 0;;) {}", "(for (let i (= 0)) none none {})"},
	{"for (const i = 0;;) {}", "(for (const i (= 0)) none none {})"},
	{"for (i = 0; a; i += 2) {}", "(for (= i 0) a (+= i 2) {})"},
	{"for (f(); ; g()) {}", "(for (call f) none (call g) {})"},
	{"for (_ = a;; _ = b) {}", "(for (= phony a) none (= phony b) {})"},
	{"for (a.b = 1;; *p = 2) {}", "(for (= (.b a) 1) none (= (* p) 2) {})"},
	{"for (i++;; i--) {}", "(for (++ i) none (-- i) {})"},
	{"@x for (;;) @y {}", "(for (@ x) none none none { (@ y)})"},

	// Switch.
	{"switch a {}", "(switch a)"},
	{"switch a { default {} }", "(switch a (case default {}))"},
	{"switch a { default: {} }", "(switch a (case default {}))"},
	{"switch (a) { case 1: {} default: {} }", "(switch (paren a) (case 1 {}) (case default {}))"},
	{"switch a { case 1 {} }", "(switch a (case 1 {}))"},
	{"switch a { case 1, 2: {} }", "(switch a (case 1 2 {}))"},
	{"switch a { case 1, 2, : {} }", "(switch a (case 1 2 {}))"},
	{"switch a { case 1, default {} }", "(switch a (case 1 default {}))"},
	{"switch a { case default, 1 {} }", "(switch a (case default 1 {}))"},
	{"switch a { case b + 1: { break; } }", "(switch a (case (+ b 1) { break}))"},
	{"switch a { case (1): @x {} }", "(switch a (case (paren 1) { (@ x)}))"},
	{"@x switch a @y { default @z {} }", "(switch (@ x) a (@body y) (case default { (@ z)}))"},
	{"switch a { case 1: { switch b { default {} } } default {} }", "(switch a (case 1 { (switch b (case default {}))}) (case default {}))"},
}

// itemTests are whole sources.
var itemTests = [][2]string{
	{"", ""},
	{";", ""},
	{";;", ""},

	// Directives.
	{"enable f16;", "(enable f16)"},
	{"enable f16, subgroups;", "(enable f16 subgroups)"},
	{"enable f16,;", "(enable f16)"},
	{"requires a, b,;", "(requires a b)"},
	{"diagnostic(off, a);", "(diagnostic off a)"},
	{"diagnostic(off, a,);", "(diagnostic off a)"},
	{"diagnostic(error, a.b);", "(diagnostic error (.b a))"},
	{"enable f16; requires x; diagnostic(off, a); const a = 1;", "(enable f16)\n(requires x)\n(diagnostic off a)\n(const a (= 1))"},

	// Values.
	{"const a = 1;", "(const a (= 1))"},
	{"const a: i32 = 1;", "(const a (type i32) (= 1))"},
	{"var<private> a: i32;", "(var a (template private) (type i32))"},
	{"var<private> a = 1;", "(var a (template private) (= 1))"},
	{"var<storage, read_write> a: array<u32>;", "(var a (template storage read_write) (type array<u32>))"},
	{"var a: texture_2d<f32>;", "(var a (type texture_2d<f32>))"},
	{"@group(0) @binding(1) var<uniform> a: U;", "(var a (@ (group 0) (binding 1)) (template uniform) (type U))"},
	{"override a = 1;", "(override a (= 1))"},
	{"override a: i32;", "(override a (type i32))"},
	{"override a;", "(override a)"},
	{"@id(1) override a: f32 = 2;", "(override a (@ (id 1)) (type f32) (= 2))"},
	{"const_assert a;", "(const_assert a)"},
	{"const_assert a == b;", "(const_assert (== a b))"},
	{"const a = 1; const b = 2;;", "(const a (= 1))\n(const b (= 2))"},

	// Types.
	{"alias a = i32;", "(alias a i32)"},
	{"alias a = array<vec2<f32>, 2>;", "(alias a array<vec2<f32> 2>)"},
	{"alias a = ptr<storage, array<i32>, read>;", "(alias a ptr<storage array<i32> read>)"},
	{"struct s { a: i32 }", "(struct s (a i32))"},
	{"struct s { a: i32, }", "(struct s (a i32))"},
	{"struct s { a: i32, b: vec2<f32> }", "(struct s (a i32) (b vec2<f32>))"},
	{"struct s { a: i32 };", "(struct s (a i32))"},
	{"struct s { @size(16) @align(8) a: i32, @builtin(position) b: vec4f }", "(struct s (a (@ (size 16) (align 8)) i32) (b (@ (builtin position)) vec4f))"},
	{"struct s { a: array<i32, 2>, }", "(struct s (a array<i32 2>))"},

	// Functions.
	{"fn f() {}", "(fn f {})"},
	{"fn f() -> i32 { return 1; }", "(fn f (-> i32) { (return 1)})"},
	{"fn f(a: i32) {}", "(fn f (params (a i32)) {})"},
	{"fn f(a: i32,) {}", "(fn f (params (a i32)) {})"},
	{"fn f(a: i32, b: ptr<function, f32>) {}", "(fn f (params (a i32) (b ptr<function f32>)) {})"},
	{"fn f(@builtin(vertex_index) @x a: u32) {}", "(fn f (params (a (@ (builtin vertex_index) x) u32)) {})"},
	{"@vertex fn f() -> @builtin(position) vec4<f32> {}", "(fn f (@ vertex) (@result (builtin position)) (-> vec4<f32>) {})"},
	{"@compute @workgroup_size(8, 8, 1) fn f() {}", "(fn f (@ compute (workgroup_size 8 8 1)) {})"},
	{"@must_use fn f() -> i32 {}", "(fn f (@ must_use) (-> i32) {})"},
	{"@must_use() fn f() -> i32 {}", "(fn f (@ (must_use)) (-> i32) {})"},
	{"fn f() @diagnostic(off, a.b) {}", "(fn f { (@ (diagnostic off (.b a)))})"},
	{"@diagnostic(warning, a) fn f() {}", "(fn f (@ (diagnostic warning a)) {})"},
	{"@fragment fn f(@location(0) @interpolate(flat, either) a: u32) {}", "(fn f (@ fragment) (params (a (@ (location 0) (interpolate flat either)) u32)) {})"},
	{"@workgroup_size(n + 1, max(1, 2),) @compute fn f() {}", "(fn f (@ (workgroup_size (+ n 1) (call max 1 2)) compute) {})"},
	{"@const fn f() {}", "(fn f (@ const) {})"},
	{"@unknown(1, 2) fn f() {}", "(fn f (@ (unknown 1 2)) {})"},
	{"@ vertex fn f() {}", "(fn f (@ vertex) {})"},
	{"fn f(){}fn g(){}", "(fn f {})\n(fn g {})"},
	{"fn f() {};", "(fn f {})"},
	{"fn f() -> array<vec2<f32>,2>{}", "(fn f (-> array<vec2<f32> 2>) {})"},
}

// parse returns the dump of src, or what was reported.
func parse(t *testing.T, p *Parser, src string) string {
	var diags diag.List
	tree := p.Parse(src, 1, Options{}, &diags)
	checkTree(t, tree)
	if diags.HasErrors() {
		return "error: " + messages(&diags)
	}
	return dump(tree)
}

func TestParse(t *testing.T) {
	p := NewParser(nil)
	for _, table := range []struct {
		tests          [][2]string
		before, after  string
		prefix, suffix string
	}{
		{exprTests, "const x = ", ";", "(const x (= ", "))"},
		{stmtTests, "fn f() {", "}", "(fn f {", "})"},
		{itemTests, "", "", "", ""},
	} {
		for _, test := range table.tests {
			src := table.before + test[0] + table.after
			got := parse(t, p, src)
			if test[1] == "" && test[0] != "" && strings.Trim(test[0], ";") != "" {
				if !strings.HasPrefix(got, "error: ") {
					t.Errorf("%s\n got %s\nwant an error", src, got)
				}
				continue
			}
			want := test[1]
			if table.before == "fn f() {" && want != "" {
				want = " " + want
			}
			if want = table.prefix + want + table.suffix; got != want {
				t.Errorf("%s\n got %s\nwant %s", src, got, want)
			}
		}
	}
}

// TestReservedName: the fix of a reserved word renames all its uses.
func TestReservedName(t *testing.T) {
	src := "fn use(x: f32) -> f32 { return x; } const use_ = 1; fn f() { let self = use(use_); _ = self; }"
	sources := new(diag.Sources)
	base := sources.Add("a.wgsl", src)
	var list diag.List
	NewParser(nil).Parse(src, base, Options{}, &list)
	var fixes []*diag.Fix
	for _, d := range list.Sorted() {
		if d.Code == CodeReservedWord && d.Fix != nil {
			fixes = append(fixes, d.Fix)
		}
	}
	if len(fixes) != 2 {
		t.Fatalf("%d fixes", len(fixes))
	}
	for i, want := range []string{"use__ use__", "self_ self_"} {
		var got []string
		for _, e := range fixes[i].Edits() {
			if text := sources.Text(e.Span); text != "use" && text != "self" {
				t.Errorf("the edit of %q", text)
			}
			got = append(got, e.Replacement)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
