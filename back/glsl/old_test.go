package glsl

import (
	"errors"
	"strings"
	"testing"

	"refract/internal/harness"
)

// oldCases are shaders as GLSL ES 1.00, with what the text has, or the feature that
// it lacks.
var oldCases = []struct {
	source  string
	want    []string // in the text
	never   string   // in the text
	notes   []string // what it doesn't keep
	refused string
	webGL   string // what WebGL 1 refuses
}{
	{source: "@vertex fn f(@location(0) p: vec2f, @location(1) c: vec3f) -> V { return V(vec4f(p, 0, 1), c); } struct V { @builtin(position) p: vec4f, @location(2) c: vec3f }",
		want: []string{"#version 100\n", "attribute vec2 p;", "attribute vec3 c;", "varying vec3 varying_2;", "varying_2 = c;"}, never: "precision"},
	{source: "@fragment fn f(@location(2) c: vec3f) -> @location(0) vec3f { return c; }",
		want: []string{"#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;", "#else\nprecision mediump float;\n#endif", "varying vec3 varying_2;", "gl_FragColor = vec4(varying_2, 1.0);"}},
	{source: "struct O { @location(0) a: vec4f, @location(1) b: f32, @builtin(frag_depth) d: f32 } @fragment fn f() -> O { return O(vec4f(1), 2, 0.5); }",
		want: []string{"#extension GL_EXT_draw_buffers : require", "#extension GL_EXT_frag_depth : require", "gl_FragData[0] = vec4(1.0);", "gl_FragData[1] = vec4(2.0, 0.0, 0.0, 1.0);", "gl_FragDepthEXT = 0.5;"}},
	{source: "struct U { a: vec4f, n: u32, m: array<mat2x2f, 2> } @group(0) @binding(3) var<uniform> u: U; @fragment fn f() -> @location(0) vec4f { return u.a * f32(u.n) + u.m[1][0].x; }",
		want: []string{"struct U {\n    vec4 a;\n    int n;\n    mat2 m[2];\n};", "uniform U u;"}, never: "uint", notes: []string{"unsigned integers"}},
	{source: "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f(@location(0) p: vec2f) -> @location(0) vec4f { return textureSample(t, s, p) + textureSampleBias(t, s, p, 1) + textureSampleLevel(t, s, p, 2); }",
		want: []string{"precision highp sampler2D;", "uniform sampler2D t;", "texture2D(t, varying_0) + texture2D(t, varying_0, 1.0) + texture2DLodEXT(t, varying_0, 2.0)", "GL_EXT_shader_texture_lod"}},
	{source: "@group(0) @binding(0) var t: texture_cube<f32>; @group(0) @binding(1) var s: sampler; @vertex fn f(@location(0) p: vec3f) -> @builtin(position) vec4f { return textureSampleLevel(t, s, p, 0); }",
		want: []string{"textureCubeLod(t, p, 0.0)", "precision highp samplerCube;"}},
	{source: "@group(0) @binding(0) var t: texture_3d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f(@location(0) p: vec3f) -> @location(0) vec4f { return textureSample(t, s, p); }",
		want: []string{"GL_OES_texture_3D", "texture3D(t, varying_0)", "precision highp sampler3D;"}},
	{source: "@group(0) @binding(0) var t: texture_depth_2d; @group(0) @binding(1) var s: sampler_comparison; @fragment fn f(@location(0) p: vec3f) -> @location(0) vec4f { return vec4f(textureSampleCompare(t, s, p.xy, p.z)); }",
		want: []string{"GL_EXT_shadow_samplers", "uniform sampler2DShadow t;", "shadow2DEXT(t, "}},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var a = array<f32, 3>(1, 2, 3); let b = a; a[1] = x; return vec4f(a[1], b[1], 0, 1); }",
		want: []string{"float a[3];\n    a[0] = 1.0;\n    a[1] = 2.0;\n    a[2] = 3.0;", "b[2] = a[2];"}, never: "float[3]("},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var a: array<f32, 40>; a[3] = x; var b = a; return vec4f(b[3]); }",
		want: []string{"for (int i = 0; i < 40; i++) {\n        a[i] = 0.0;\n    }", "b[i] = a[i];"}},
	{source: "const c = array<vec2f, 3>(vec2f(1), vec2f(2), vec2f(3)); @fragment fn f(@location(0) x: f32) -> @location(0) vec4f { return vec4f(c[i32(x)], 0, 1); }",
		want: []string{"vec2 c[3];", "void main() {\n    c[0] = vec2(1.0);"}, notes: []string{"indices"}, webGL: "appendix A"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var a: array<f32, 4>; var s = 0.0; for (var i = 0; i < 4; i++) { a[i] = x; s += a[3 - i]; } return vec4f(s); }", notes: []string{"indices"},
		want: []string{"for (int i = 0; i < 4; i++)", "a[i] = varying_0", "a[t >= 0 && t < 3 ? t : 3]"}},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var s = 0.0; for (var i = 0; i < i32(x); i++) { s += 1; } return vec4f(s); }",
		notes: []string{"bounds of loops"}, webGL: "appendix A"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var s = 0.0; while s < x { s += 1; } return vec4f(s); }",
		notes: []string{"bounds of loops"}, webGL: "appendix A"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { switch i32(x) { case 1, 2: { return vec4f(1); } default: { return vec4f(2); } } }",
		want: []string{"if (t == 1 || t == 2) {"}, never: "switch"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { let i = i32(x); return vec4f(f32(i % 3), f32(i & 7), f32(i << 2), f32(max(i, 2))); }",
		never: "%"},
	{source: "@fragment fn f(@location(0) x: vec3f) -> @location(0) vec4f { return vec4f(select(x, -x, x > vec3f(0.5)), f32(any(x < vec3f()))); }",
		never: "mix"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { return vec4f(dpdx(x), trunc(x), round(x), tanh(x)) + asinh(x); }",
		want: []string{"GL_OES_standard_derivatives", "dFdx("}, never: "trunc("},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { return vec4f(f32(i32(x) ^ 5)); }", refused: "operations on bits"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { var i = u32(x); i ^= 5; return vec4f(f32(i)); }", refused: "operations on bits"},
	{source: "@fragment fn f(@location(0) @interpolate(flat) x: f32) -> @location(0) vec4f { return vec4f(x); }", refused: "aren't interpolated with perspective"},
	{source: "@fragment fn f(@location(0) @interpolate(flat) x: i32) -> @location(0) vec4f { return vec4f(f32(x)); }", refused: "that are integers"},
	{source: "@vertex fn f(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }", refused: "vertex_index"},
	{source: "@group(0) @binding(0) var t: texture_2d<u32>; @fragment fn f() -> @location(0) vec4f { return vec4f(textureLoad(t, vec2u(), 0)); }", refused: "textures of integers"},
	{source: "@group(0) @binding(0) var t: texture_2d<f32>; @fragment fn f() -> @location(0) vec4f { return textureLoad(t, vec2u(), 0); }", refused: "textureLoad"},
	{source: "@group(0) @binding(0) var<storage> b: array<f32>; @fragment fn f() -> @location(0) vec4f { return vec4f(b[0]); }", refused: "storage buffers"},
	{source: "fn g() -> array<f32, 2> { return array<f32, 2>(1, 2); } @fragment fn f() -> @location(0) vec4f { return vec4f(g()[1]); }", refused: "arrays as values"},
	{source: "@group(0) @binding(0) var<uniform> m: mat3x4f; @fragment fn f() -> @location(0) vec4f { return m[0]; }", refused: "aren't square"},
	{source: "@fragment fn f(@location(0) x: f32) -> @location(0) vec4f { return vec4f(f32(u32(x) * 4000000000u)); }", refused: "above 2147483647"},
	{source: "@compute @workgroup_size(1) fn f() {}", refused: "compute shaders"},
}

// TestOld writes GLSL ES 1.00, and has glslang read it.
func TestOld(t *testing.T) {
	var rows []checkRow
	for _, c := range oldCases {
		m, list := parse(c.source)
		if m == nil {
			t.Fatal(c.source, list.Sorted())
		}
		o := NewOptionsES()
		o.Version = essl100
		var w Writer
		out, _, err := w.Write(m, nil, o)
		var unsupported *UnsupportedError
		if c.refused != "" {
			if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), c.refused) || !strings.Contains(err.Error(), "GLSL 3") {
				t.Errorf("%s\nis refused with %v", c.source, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s\nis refused with %v", c.source, err)
			continue
		}
		text := string(out)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s\nlacks %q as\n%s", c.source, want, text)
			}
		}
		if c.never != "" && strings.Contains(text, c.never) {
			t.Errorf("%s\nhas %q as\n%s", c.source, c.never, text)
		}
		if len(w.notes) != len(c.notes) && !(len(w.notes) == 1 && c.notes == nil && strings.Contains(w.notes[0].What, "unsigned")) {
			t.Errorf("%s\nhas the notes %v", c.source, w.notes)
		}
		for i := range c.notes {
			if !strings.Contains(w.notes[i].What, c.notes[i]) {
				t.Errorf("%s\nhas the notes %v", c.source, w.notes)
			}
		}
		rows = append(rows, checkRow{c.source, text, m.EntryPoints[0].Stage.String(), "opengl"})
		o.WebGL = true
		if _, _, err := w.Write(m, nil, o); c.webGL != "" && (err == nil || !strings.Contains(err.Error(), c.webGL)) {
			t.Errorf("%s\nis refused for WebGL with %v", c.source, err)
		}
	}
	for i, v := range harness.Oracle(t, "glsl", rows) {
		if !v.OK && !strings.Contains(v.Text(), "GL_EXT_draw_buffers") { // which it doesn't know
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}

// TestLooseUniforms writes uniform buffers outside any block, and lists their parts.
func TestLooseUniforms(t *testing.T) {
	m, list := parse("struct L { c: vec3f, k: array<vec4f, 2> } struct U { a: f32, l: array<L, 2>, m: mat3x3f } @group(1) @binding(2) var<uniform> u: U; @fragment fn f() -> @location(0) vec4f { return u.m[0].xyzx * u.l[1].c.x * u.a + u.l[0].k[1]; }")
	if m == nil {
		t.Fatal(list.Sorted())
	}
	var rows []checkRow
	for _, v := range []Version{{150, false}, {300, true}, essl100} {
		o := NewOptions()
		o.Version, o.LooseUniforms = v, true
		text, r, err := Write(m, nil, o)
		if err != nil || !strings.Contains(text, "\nuniform U u;") {
			t.Fatal(text, err)
		}
		rows = append(rows, checkRow{v.String(), text, "fragment", "opengl"})
		want := []Immediate{{Name: "u.a", Offset: 0}, {Name: "u.l[0].c", Offset: 16}, {Name: "u.l[0].k[0]", Offset: 32}, {Name: "u.l[0].k[1]", Offset: 48},
			{Name: "u.l[1].c", Offset: 64}, {Name: "u.l[1].k[0]", Offset: 80}, {Name: "u.l[1].k[1]", Offset: 96}, {Name: "u.m", Offset: 112}}
		if len(r.Resources) != 1 || r.Resources[0].Kind != LooseUniform || len(r.Resources[0].Parts) != len(want) {
			t.Fatal(v, r.Resources)
		}
		for i, p := range r.Resources[0].Parts {
			if p.Name != want[i].Name || p.Offset != want[i].Offset {
				t.Errorf("%v: part %d is %v, not %v", v, i, p, want[i])
			}
		}
	}
	for i, v := range harness.Oracle(t, "glsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}
