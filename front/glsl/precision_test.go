package glsl_test

import (
	"testing"

	"refract/ir"
)

// TestPrecision reads the precision of inputs and outputs: by qualifiers, by the default of
// floats, and not at all in desktop GLSL for OpenGL.
func TestPrecision(t *testing.T) {
	const es = "#version 320 es\n"
	for _, c := range []struct {
		text   string
		vulkan bool
		want   bool
	}{
		{es + "precision highp float; in mediump vec2 x; out vec4 o; void main() { o = x.xyxy; }", false, true},
		{es + "precision highp float; in lowp vec2 x; out vec4 o; void main() { o = x.xyxy; }", false, true},
		{es + "precision highp float; in vec2 x; out vec4 o; void main() { o = x.xyxy; }", false, false},
		{es + "precision mediump float; in vec2 x; out vec4 o; void main() { o = x.xyxy; }", false, true},
		{es + "precision mediump float; in highp vec2 x; out vec4 o; void main() { o = x.xyxy; }", false, false},
		{es + "precision mediump float; flat in int x; out vec4 o; void main() { o = vec4(x); }", false, true},
		{es + "precision mediump float; precision highp int; flat in int x; out vec4 o; void main() { o = vec4(x); }", false, false},
		{es + "precision mediump float; flat in uvec2 x; out vec4 o; void main() { o = vec4(x.xyxy); }", false, true},
		{es + "precision mediump float; flat in mediump int x; out vec4 o; void main() { o = vec4(x); }", false, true},
		{es + "precision highp float; in B { mediump vec2 x; } b; out vec4 o; void main() { o = b.x.xyxy; }", false, true},
		{"#version 450\nlayout(location = 0) in mediump vec2 x; layout(location = 0) out vec4 o; void main() { o = x.xyxy; }", false, false},
		{"#version 450\nlayout(location = 0) in mediump vec2 x; layout(location = 0) out vec4 o; void main() { o = x.xyxy; }", true, true},
	} {
		m, diags, sources := read("a.frag", c.text, "fragment", c.vulkan)
		if m == nil || diags.HasErrors() {
			t.Fatal(diags.Err(sources))
		}
		arg := m.Func(m.EntryPoints[0].Function).Args[0]
		if got := arg.Binding.Relaxed; got != c.want {
			t.Errorf("%s: relaxed is %v", c.text, got)
		}
	}
}

// TestOperationPrecision counts the operations that 16 bits are enough for: those whose operands all
// are mediump or lowp, or constants.
func TestOperationPrecision(t *testing.T) {
	const head = "#version 320 es\nprecision mediump float;\nuniform mediump sampler2D s; uniform highp sampler2D hs;\nuniform highp float h; uniform float m;\n" +
		"struct S { float a; highp float b; };\nlowp float low(float x) { return x * 0.5; }\nhighp float high(highp float x) { return x * 0.5; }\n" +
		"in vec2 p; in highp vec2 q; out vec4 o;\n"
	for _, c := range []struct {
		body string
		want int
	}{
		{"o = vec4(p.x * m);", 1},
		{"o = vec4(p.x * h);", 0},
		{"o = vec4(q.x * 2.0);", 0},
		{"o = vec4(p.x * 2.0 + sin(m));", 3},
		{"highp float x = m; o = vec4(x * 2.0);", 0},
		{"float x = h; o = vec4(x * 2.0);", 1},
		{"o = vec4(p.x > 0.5 ? p.x : m) * 3.0;", 1},
		{"o = vec4(p.x > 0.5 ? p.x : h) * 3.0;", 0},
		{"o = vec4((q.x > 0.5 ? q.x : m) * 3.0, (q.y > 0.25 ? m : q.x) * 3.0, 0, 0);", 0},
		{"o = vec4((q.x > 0.5 ? p.x : q.y > 0.5 ? m : p.y) * 3.0);", 1},
		{"o = texture(s, q) * 2.0;", 1},
		{"o = texture(hs, p) * 2.0;", 0},
		{"S v = S(m, h); o = vec4(v.a * 2.0, v.b * 2.0, 0, 0);", 1},
		{"o = vec4(low(h) * 2.0);", 1},
		{"o = vec4(high(m) * 2.0);", 0},
		{"int i = int(h); o = vec4(float(i * 2));", 1},
		{"highp int i = int(h); o = vec4(float(i * 2));", 0},
		{"{ precision highp int; int i = int(h); o = vec4(float(i * 2)); }", 0},
		{"{ precision highp int; } int i = int(h); o = vec4(float(i * 2));", 1},
		{"bool b = p.x > 0.5; o = vec4(m * float(b));", 1},
		{"mediump int i = int(h); i = i * 2; o = vec4(float(i));", 1},
	} {
		m, diags, sources := read("a.frag", head+"void main() { "+c.body+" }", "fragment", false)
		if m == nil || diags.HasErrors() {
			t.Fatal(c.body, diags.Err(sources))
		}
		f := m.Func(m.EntryPoints[0].Function)
		kinds, found := ir.Kinds(ir.KindBinary, ir.KindMath), 0
		for x := f.Next(0, kinds); x != 0; x = f.Next(x, kinds) {
			if f.Flags(x)&ir.FlagRelaxed != 0 {
				found++
			}
		}
		if found != c.want {
			t.Errorf("%s: %d operations are relaxed, not %d", c.body, found, c.want)
		}
	}
}
