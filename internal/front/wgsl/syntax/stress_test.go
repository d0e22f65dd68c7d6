package syntax

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/internal/harness"
)

// This file tests large and deep inputs.

// TestLongChains parses what has no limit.
func TestLongChains(t *testing.T) {
	const n = 20000
	rep := strings.Repeat
	for name, src := range map[string]string{
		"sum":        "const a = 1" + rep(" + 1", n) + ";",
		"mixed sum":  "const a = 1" + rep(" + 1 * 2 - 3 / 4", n) + ";",
		"and":        "const a = b" + rep(" && b < c", n) + ";",
		"minus":      "const a = b" + rep("--b", n) + ";",
		"bits":       "const a = b" + rep(" | b", n) + ";",
		"members":    "const a = b" + rep(".c", n) + ";",
		"indices":    "const a = b" + rep("[0]", n) + ";",
		"arguments":  "const a = f(1" + rep(", 1", n) + ");",
		"else if":    "fn f() { if a {}" + rep(" else if a {}", n) + " }",
		"statements": "fn f() {" + rep("a = 1; f();", n) + "}",
		"cases":      "fn f() { switch a {" + rep("case 1: {}", n) + "} }",
		"selectors":  "fn f() { switch a { case 1" + rep(", 2", n) + ": {} } }",
		"attributes": rep("@a ", n) + "fn f() {}",
		"parameters": "fn f(" + rep("a: i32,", n) + ") {}",
		"fields":     "struct s {" + rep("a: i32,", n) + "}",
		"functions":  rep("fn f() { return 1; }\n", n),
		"templates":  "const a = f(" + rep("vec2<f32>(1, 2), ", n) + ");",
		"candidates": "fn f() {" + rep("a = b < c;", n) + "}",
		"one name":   "const " + rep("a", 20*n) + " = 1;",
		"names":      "const a = " + longSum(n) + ";",
		"comment":    rep("/*", n) + rep("*/", n),
	} {
		var diags diag.List
		tree := Parse(src, 1, Options{}, &diags)
		if diags.HasErrors() {
			t.Errorf("%s: %s", name, messages(&diags))
		}
		for i := Node(1); int(i) < tree.Len(); i++ {
			tree.Span(i)
		}
		if len(tree.Items()) == 1 && tree.Kind(tree.Items()[0]) == KindConst {
			init := tree.Variable(tree.Items()[0]).Init
			if first := tree.First(init); first != 1 {
				t.Errorf("%s: first node is %d", name, first)
			}
		}
	}
}

// longSum is a sum of n different names.
func longSum(n int) string {
	var b strings.Builder
	b.WriteString("x")
	for i := range n {
		fmt.Fprintf(&b, "+x%d", i)
	}
	return b.String()
}

// TestDepth parses nests up to the limits and one level past them.
func TestDepth(t *testing.T) {
	rep := strings.Repeat
	for _, test := range []struct {
		name  string
		limit int
		nest  func(n int) string
	}{
		{"parentheses", MaxExprDepth, func(n int) string { return "const a = " + rep("(", n) + "1" + rep(")", n) + ";" }},
		{"calls", MaxExprDepth, func(n int) string { return "const a = " + rep("f(", n) + "1" + rep(")", n) + ";" }},
		{"indices", MaxExprDepth, func(n int) string { return "const a = " + rep("b[", n) + "1" + rep("]", n) + ";" }},
		{"templates", MaxExprDepth, func(n int) string { return "const a = " + rep("b<", n) + "1" + rep(">", n) + ";" }},
		{"types", MaxExprDepth, func(n int) string { return "alias a = " + rep("b<", n) + "1" + rep(">", n) + ";" }},
		{"negations", MaxExprDepth, func(n int) string { return "const a = " + rep("- ", n) + "1;" }},
		{"nots", MaxExprDepth, func(n int) string { return "const a = " + rep("!", n) + "1;" }},
		{"right operands", MaxExprDepth, func(n int) string { return "const a = " + rep("1 + (", n) + "1" + rep(")", n) + ";" }},
		{"targets", MaxExprDepth, func(n int) string { return "fn f() { " + rep("*", n) + "a = 1; }" }},
		{"attributes", MaxExprDepth, func(n int) string { return "@a(" + rep("(", n-1) + "1" + rep(")", n-1) + ") fn f() {}" }},
		{"blocks", MaxBraceDepth, func(n int) string { return "fn f() " + rep("{", n) + rep("}", n) }},
		{"ifs", MaxBraceDepth, func(n int) string { return "fn f() {" + rep("if a {", n-1) + rep("}", n-1) + "}" }},
		{"elses", MaxBraceDepth, func(n int) string { return "fn f() {" + rep("if a {} else {", n-1) + rep("}", n-1) + "}" }},
		{"loops", MaxBraceDepth, func(n int) string { return "fn f() {" + rep("loop {", n-1) + rep("}", n-1) + "}" }},
		{"fors", MaxBraceDepth, func(n int) string { return "fn f() {" + rep("for (;;) {", n-1) + rep("}", n-1) + "}" }},
	} {
		var diags diag.List
		checkTree(t, Parse(test.nest(test.limit), 1, Options{}, &diags))
		if diags.HasErrors() {
			t.Errorf("%s: %s", test.name, messages(&diags))
		}
		diags = diag.List{}
		checkTree(t, Parse(test.nest(test.limit+1), 1, Options{}, &diags))
		if d := diags.Sorted(); len(d) != 1 || d[0].Code != CodeNestingTooDeep {
			t.Errorf("%s past the limit: %s", test.name, messages(&diags))
		}
	}
}

// TestHostile parses long nonsense. Each must take time linear in its
// length and stop at the limit on errors.
func TestHostile(t *testing.T) {
	units := []string{
		"(", ")", "[", "]", "{", "}", "<", ">", "a<", "a>", "a<(", "-", "!", "*", "&", "&&", "@", "@a", "@a(", "@a(1 1 ",
		"/*", "#", "# ", "#\n", "\"", "\"a\n", "'", "1", "1.", "1e", "0x", "01 ", "1_", "__a ", "a", "a ", "a.", "a(", "a[",
		"a b\n", "a=", "=", "==", "a=b;", "if", "if ", "if a ", "if a {", "else ", "else {", "if a {} else ", "for ", "for (", "for (;",
		"loop ", "loop {", "loop { continuing {", "switch a {", "switch a { case ", "case ", "case 1: a;", "default ", "fn ", "fn f", "fn f(",
		"fn f() {", "fn f() {}", "fn f() { fn ", "\nfn f() {", "struct ", "struct a {", "struct a { b: c; ", "var ", "var<", "let a", "let a = ", "let a = 1\n",
		"alias a = b<", "const_assert ", "return ", "return (", "break ", "do {", "do { a; } while (", "enum ", "static ", "int a;\n", "elif a {", "if a {} elif a {}",
		"\x00", "\xff", "\u2028", "é", "😀", "\r", ";", ",", ":", "::", "_", "_=", "++", "++a;", "a++;", "a.b(", "a->", "+", "a + ", "a ? b : c;",
		"enable ", "enable a,", "diagnostic(", "requires a;", "a<b>c ", "vec2<f32> a;", "1 = a;", "a == b;", "->", "a: ", "{{}", "}{", ")(",
	}
	const size = 1 << 16
	p := NewParser(nil)
	for _, unit := range units {
		for _, prefix := range []string{"", "fn f() { ", "fn f() { let x = ", "const x = ", "@a(", "struct s { ", "fn f() { switch a { case 1: "} {
			src := prefix + strings.Repeat(unit, size/len(unit))
			var diags diag.List
			var tree *Tree
			if took := harness.CPUTime(func() { tree = p.Parse(src, 1, Options{Comments: true}, &diags) }); took > time.Second {
				t.Errorf("%q then %q took %v", prefix, unit, took)
			}
			if n := diags.ErrorCount(); n > 3*maxErrors {
				t.Errorf("%q then %q: %d errors", prefix, unit, n)
			}
			if tree.Len() > 2*len(src)+100 {
				t.Errorf("%q then %q: %d nodes", prefix, unit, tree.Len())
			}
		}
	}
}
