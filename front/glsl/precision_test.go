package glsl_test

import "testing"

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
		{es + "precision mediump float; flat in int x; out vec4 o; void main() { o = vec4(x); }", false, false},
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
