package glsl

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
)

// TestWebGL counts warnings of constructs that WebGL 1 refuses, in GLSL ES 1.00 and in no other
// version.
func TestWebGL(t *testing.T) {
	const fragment = ir.StageFragment
	for _, c := range []struct {
		global, body string
		stage        ir.Stage
		warnings     int
	}{
		{"", "for (int i = 0; i < 4; i++) x += a[i];", fragment, 0},
		{"const int n = 4;", "for (int i = n - 1; i >= 0; --i) x += a[i];", fragment, 0},
		{"", "for (float f = 0.0; (f) != 3.0; f += 0.5) x += f;", fragment, 0},
		{"", "for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) x += a[i + j * 0] + m[i][j];", fragment, 0},
		{"", "for (int i = 0; i < 4; i++) { x += a[int(float(i))]; }", fragment, 0},
		{"", "int k = 2; for (int i = 0; i < k; i++) x += 1.0;", fragment, 1},
		{"", "for (int i = 0; 4 > i; i++) x += 1.0;", fragment, 1},
		{"", "for (int i = 0; i < 4 && x < 3.0; i++) x += 1.0;", fragment, 1},
		{"", "for (int i = 0; i < 4; i *= 2) x += 1.0;", fragment, 1},
		{"", "for (int i = 0; i < 4;) x += 1.0, i++;", fragment, 2},
		{"", "int i = 0; for (; i < 4; i++) x += 1.0;", fragment, 1},
		{"", "int i; for (i = 0; i < 4; i++) x += 1.0;", fragment, 1},
		{"", "for (int i = 0, j = 0; i < 4; i++) x += float(j);", fragment, 1},
		{"", "for (int i = 0; i < 4; i++) { i += 1; x += 1.0; }", fragment, 1},
		{"void f(inout int k) { k++; }", "for (int i = 0; i < 4; i++) { f(i); x += 1.0; }", fragment, 1},
		{"void f(int k) { k++; }", "for (int i = 0; i < 4; i++) { f(i); x += 1.0; }", fragment, 0},
		{"", "while (x < 4.0) x += 1.0;", fragment, 1},
		{"", "do x += 1.0; while (x < 4.0);", fragment, 1},
		{"", "int k = int(x); x = a[k];", fragment, 1},
		{"int f(int i) { return i; }", "for (int i = 0; i < 4; i++) x += a[f(i)];", fragment, 1},
		{"", "int k = int(x); x = u[k];", fragment, 1},
		{"", "int k = int(x); x = u[k];", ir.StageVertex, 0},
		{"", "int k = int(x); x = a[k];", ir.StageVertex, 1},
		{"uniform sampler2D s[2];", "for (int i = 0; i < 2; i++) x += texture2D(s[i], vec2(0.0)).x;", fragment, 0},
		{"float webgl_x;", "x += webgl_x;", fragment, 1},
		{"float _webgl_y;", "x += _webgl_y;", fragment, 1},
		{"float " + strings.Repeat("n", 257) + ";", "", fragment, 1},
		{"float " + strings.Repeat("n", 256) + ";", "", fragment, 0},
		{"struct A { float f; }; struct B { A a; }; struct C { B b[2]; }; struct D { C c; };", "", fragment, 0},
		{"struct A { float f; }; struct B { A a; }; struct C { B b[2]; }; struct D { C c; }; struct E { D d; };", "", fragment, 1},
	} {
		out := "gl_FragColor"
		if c.stage == ir.StageVertex {
			out = "gl_Position"
		}
		source := "#version 100\nprecision highp float;\nuniform float u[4];\n" + c.global +
			"\nvoid main() {\n    float a[4]; mat4 m = mat4(u[0]); float x = u[1];\n    a[0] = a[1] = a[2] = a[3] = u[0];\n    " + c.body + "\n    " + out + " = vec4(x);\n}\n"
		if got := webGLWarnings(t, source, c.stage); got != c.warnings {
			t.Errorf("%d warnings, want %d, of\n%s%s", got, c.warnings, c.global, c.body)
		}
		if c.stage == ir.StageVertex || strings.Contains(source, "texture2D") {
			continue
		}
		newer := strings.NewReplacer("#version 100", "#version 300 es", "gl_FragColor", "color", "uniform float", "out vec4 color; uniform float").Replace(source)
		if got := webGLWarnings(t, newer, c.stage); got != 0 {
			t.Errorf("%d warnings in version 300 es, of\n%s%s", got, c.global, c.body)
		}
	}
}

// webGLWarnings counts the warnings of a source without errors.
func webGLWarnings(t *testing.T, source string, stage ir.Stage) (n int) {
	t.Helper()
	var diags diag.List
	var sources diag.Sources
	base := sources.Add("webgl.glsl", source)
	new(Reader).Read(new(ir.Module), source, base, Options{Stage: stage}, &sources, &diags)
	if diags.HasErrors() {
		t.Errorf("%v\n%s", diags.Sorted(), source)
	}
	for _, d := range diags.Sorted() {
		if d.Code == codeWebGL {
			n++
		}
	}
	return n
}
