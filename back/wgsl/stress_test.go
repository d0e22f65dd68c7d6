package wgsl

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
	"refract/ir"
)

// TestLarge writes sources of unusual shape, in time in proportion to their size.
func TestLarge(t *testing.T) {
	repeat := strings.Repeat
	var functions strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&functions, "fn f%d(a: i32) -> i32 { return a; }\n", i)
	}
	for _, c := range []struct{ name, source string }{
		{"sum", "fn f(a: f32) -> f32 { return a" + repeat(" + a", 20000) + "; }"},
		{"mixed sum", "@group(0) @binding(0) var<storage> b: array<f32>; fn f(a: f32) -> f32 { return a" + repeat(" + b[1] * sin(a)", 10000) + "; }"},
		{"parentheses", "fn f(a: f32) -> f32 { return " + repeat("(a + ", 120) + "a" + repeat(")", 120) + "; }"},
		{"and", "fn g() -> bool { return true; } fn f(a: bool) -> bool { return a" + repeat(" && g()", 500) + "; }"},
		{"override sum", "override a: f32 = 1; override b = a" + repeat(" + a", 20000) + ";"},
		{"statements", "fn f(a: i32) { var x = a; " + repeat("x += a; ", 50000) + "}"},
		{"lets", "fn f(a: i32) { " + repeat("{ let x = a; let y = x + 1; _ = y; } ", 20000) + "}"},
		{"literals", "fn f() -> i32 { " + repeat("{ let x = 1; let y = x + 1; } ", 20000) + "return 1; }"},
		{"loads", "fn f() -> i32 { var x = 1; return dot(vec4(" + repeat("x, ", 3) + "x), vec4(x)); }"},
		{"array", "fn f() { var x = 1; let a = array(" + repeat("x, ", 2000) + "x); }"},
		{"elements", "fn g() -> i32 { return 1; } fn f() { var x = 1; let a = array(" + repeat("x, g(), ", 1000) + "x); }"},
		{"else if", "fn f(a: i32) -> i32 { if a == 0 { return 0; }" + repeat(" else if a == 1 { return 1; }", 200) + " return 2; }"},
		{"blocks", "fn f(a: i32) { " + repeat("{", 120) + repeat("}", 120) + "}"},
		{"functions", functions.String()},
		{"constant array", "const c = array<i32, 2000>(" + repeat("1, ", 1999) + "2); fn f(i: i32) -> i32 { return c[i] + c[i + 1]; }"},
	} {
		m, list := parse(c.source)
		if m == nil {
			t.Errorf("%s: %s", c.name, messages(list))
			continue
		}
		var text string
		var err error
		took := harness.CPUTime(func() { text, _, err = Write(m, nil, Options{}) })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if took > time.Second {
			t.Errorf("%s: took %v", c.name, took)
		}
		again, list := parse(text)
		if again == nil {
			t.Errorf("%s: not read again: %s", c.name, messages(list))
			continue
		}
		if d := ir.Diff(m, again, ir.EqualOptions{IgnoreValueNames: true}); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestDeep writes modules that nest deeper than any source could.
func TestDeep(t *testing.T) {
	deep := func(n int, make func(b *ir.Builder, inner ir.BlockID)) *ir.Module {
		m := ir.NewModule()
		_, f := m.NewFunction("f")
		f.Args = append(f.Args, ir.Argument{Name: "c", Type: ir.TypeBool})
		var b ir.Builder
		b.Start(m, f)
		inner := ir.BlockID(0)
		for range n {
			mark := b.Begin()
			make(&b, inner)
			inner = b.End(mark)
		}
		f.Body = inner
		return m
	}
	for _, c := range []struct {
		name string
		m    *ir.Module
		ok   bool
	}{
		{"blocks", deep(500, func(b *ir.Builder, inner ir.BlockID) { b.Nested(inner) }), true},
		{"too many blocks", deep(100000, func(b *ir.Builder, inner ir.BlockID) { b.Nested(inner) }), false},
		{"too many ifs", deep(100000, func(b *ir.Builder, inner ir.BlockID) { b.If(b.Argument(0), inner, 0) }), false},
	} {
		text, _, err := Write(c.m, nil, Options{})
		var unsupported *UnsupportedError
		if (err == nil) != c.ok || err != nil && !errors.As(err, &unsupported) {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(text) > 1<<20 {
			t.Errorf("%s: %d bytes", c.name, len(text))
		}
	}
	// Types.
	m := ir.NewModule()
	nested := ir.TypeF32
	for range 100000 {
		nested = m.Types.Array(nested, 1)
	}
	m.Globals = append(m.Globals, ir.Global{Name: "g", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: nested})
	if _, _, err := Write(m, nil, Options{}); err == nil {
		t.Error("a type that nests 100000 deep was written")
	}
}
