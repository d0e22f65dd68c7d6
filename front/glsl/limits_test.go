package glsl_test

// This file reads sources that are large, deep or grow when types are put into
// types: time and memory stay within bounds.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
)

func TestLimits(t *testing.T) {
	rep := strings.Repeat
	nested := "#version 450\nstruct S0 { float a; bool b; mat2 m; };\n"
	for i := 1; i < 60; i++ {
		nested += fmt.Sprintf("struct S%d { S%d a, b; };\n", i, i-1)
	}
	functions, uniforms, unsized, overloads := "#version 450\n", "#version 450\n", "#version 450\n", "#version 450\n"
	for i := range 3000 {
		functions += fmt.Sprintf("float f%d(float x) { return x + float(%d); }\n", i, i)
		uniforms += fmt.Sprintf("uniform sampler2D s%d; uniform float u%d;\n", i, i)
		unsized += fmt.Sprintf("float a%d[];\n", i)
		overloads += fmt.Sprintf("struct T%d { int a; }; void g(T%d t) {}\n", i, i)
	}
	main := "void main() { }\n"
	for name, src := range map[string]string{
		"structs in structs":     nested + "uniform S59 u; " + main,
		"structs compared":       nested + "void main() { S59 a, b; bool c = a == b; }",
		"structs in and out":     nested + "out S59 o; " + main,
		"structs in a block":     nested + "layout(row_major, binding=0) buffer B { S59 s; }; void main() { S59 t = s; }",
		"arrays of arrays":       "#version 450\nvoid main() { float a[60000][60000][60000]; }",
		"large array":            "#version 450\nlayout(binding=0) buffer B { bool b[60000000]; }; void main() { bool c[60000000] = b; }",
		"many functions":         functions + main,
		"many uniforms":          uniforms + main,
		"many arrays":            unsized + main,
		"many overloads":         overloads + main,
		"deep parentheses":       "#version 450\nvoid main() { float a = " + rep("(", 20000) + "1.0" + rep(")", 20000) + "; }",
		"deep negations":         "#version 450\nvoid main() { float a = " + rep("- ", 20000) + "1.0; }",
		"long sum":               "#version 450\nuniform float x; void main() { float a = x" + rep(" + x", 20000) + "; }",
		"long comma":             "#version 450\nuniform float x; void main() { float a = (x" + rep(", x", 20000) + "); }",
		"long chain of and":      "#version 450\nuniform float x; bool f() { return x > 1.0; } void main() { bool a = f()" + rep(" && f()", 5000) + "; }",
		"deep conditional":       "#version 450\nuniform float x; void main() { float a = " + rep("x > 1.0 ? x : ", 1500) + "x; }",
		"deep conditional calls": "#version 450\nuniform float x; float f() { return x; } void main() { float a = " + rep("x > 1.0 ? f() : ", 40) + "x; }",
		"deep blocks":            "#version 450\nvoid main() { " + rep("{", 10000) + rep("}", 10000) + " }",
		"deep ifs":               "#version 450\nuniform bool b; void main() { " + rep("if (b) ", 10000) + "; }",
		"else chain":             "#version 450\nuniform int b; void main() { " + rep("if (b > 1) { } else ", 5000) + "{ } }",
		"long assignment":        "#version 450\nvoid main() { float x; x " + rep("= x ", 5000) + "; }",
		"calls of an overload":   "#version 450\nuniform float x; float max(ivec2 a) { return 1.0; } void main() { float a = " + rep("max(1.0, ", 40) + "x" + rep(")", 40) + "; }",
		"members":                "#version 450\nstruct S { int a; }; void main() { S s; s" + rep(".a", 20000) + "; }",
		"indices":                "#version 450\nvoid main() { vec4 v; v" + rep("[0]", 20000) + "; }",
		"constant components":    "#version 450\nconst float a[3000] = float[](" + rep("1.0, ", 2999) + "1.0); uniform int i; void main() { float x" + rep(" = a[i]; x", 500) + "++; }",
	} {
		if d := harness.CPUTime(func() { read("a.frag", src, "fragment", false) }); d > 20*time.Second {
			t.Errorf("%s takes %v", name, d)
		} else if d > time.Second {
			t.Logf("%s takes %v", name, d)
		}
	}
}
