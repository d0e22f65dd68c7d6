package glsl_test

import (
	"strings"
	"testing"

	"refract/ir"
)

// TestSpecializedSizes: arrays that specialization constants size are types of the module
// in every place but memory of the host.
func TestSpecializedSizes(t *testing.T) {
	const head = "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\nlayout(constant_id = 0) const uint N = 2;\n" +
		"const uint M = N * 2u;\nlayout(binding = 0) buffer B { float o[]; };\n"
	for _, c := range []struct{ src, want string }{
		{"float f(const in float a[N]) { return a[1]; }\nvoid main() { float a[N]; a[1] = 2.0; o[0] = f(a); }", ""},
		{"float[N] f(float x) { float r[N]; r[0] = x; return r; }\nvoid main() { o[0] = f(2.0)[0]; f(1.0); }", ""},
		{"void f(inout float a[N][M], out float b[M]) { b[0] = a[1][1]; }\nvoid main() { float a[N][M], b[M]; f(a, b); o[0] = b[0] + a.length() + a[0].length(); }", ""},
		{"struct S { float a[N]; float k; };\nfloat f(S s) { return s.a[1]; }\nvoid main() { S s; s.a[1] = 1.0; o[0] = f(s); }", ""},
		{"float p[N * 3u];\nshared float w[N][M + 1u];\nvoid main() { p[2] = w[1][4]; o[0] = p[2] + w[0].length() + p.length(); }", ""},
		{"layout(constant_id = 1) const int8_t K = int8_t(3);\nlayout(constant_id = 2) const uint64_t L = 4ul;\nvoid main() { float a[K], b[L]; a[2] = 1.0; o[0] = a[2]; }", ""},
		{"void main() { const uint h = M / 4u, k = (h % 8u == 0u) ? 8u : (h % 4u == 0u) ? 4u : (h % 2u == 0u) ? 2u : uint(gl_WorkGroupSize.x); float a[k]; a[0] = 1.0; o[0] = a[0]; }", ""},
		{"void main() { int s = int(o[1]); o[0] = float(min(s + 1, N) + max(N, s) + clamp(s, N, M)); }", ""},
		{"layout(binding = 1) uniform U { vec4 a[N]; float k; };\nvoid main() { o[0] = a[1].x + k + a.length(); }", "the array \"a\" keeps its default size"},
		{"struct S { float a[N]; };\nvoid main() { S s, q; s = q; }", "values of type S can't be assigned"},
		{"struct S { float a[N]; };\nvoid main() { S s, q; bool b = s == q; }", "values of type S can't be compared"},
		{"struct S { float a[N]; };\nS f() { S s; return s; }\nvoid main() { S s = f(); }", "values of type S can't be initial values"},
		{"void f(float a[M]) { }\nvoid main() { float a[N * 2u]; f(a); }", "no function f takes"},
	} {
		m, diags, sources := read("a.comp", head+c.src, "compute", true)
		got := ""
		for _, d := range diags.Sorted() {
			got += d.Message + "\n"
		}
		if c.want == "" && (m == nil || got != "") || !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s(want %q) %v", c.src, got, c.want, diags.Err(sources))
		}
	}
	m, _, _ := read("a.comp", "#version 450\nlayout(local_size_x_id = 0) in;\nlayout(constant_id = 0) const int S = 64;\n"+
		"layout(binding = 0) buffer B { uint o[]; };\nvoid main() { o[0] = gl_WorkGroupSize.x + uint(S); }", "compute", true)
	if len(m.Overrides) != 3 || m.Overrides[1].Type != ir.TypeU32 || m.Overrides[2].Type != ir.TypeI32 || m.Overrides[1].ID != m.Overrides[2].ID {
		t.Error(ir.Print(m))
	}
}

// TestComparingSamplers: whether a sampler compares follows from what it is combined to.
func TestComparingSamplers(t *testing.T) {
	const head = "#version 450\nlayout(binding = 0) uniform texture2D t;\nlayout(binding = 1) uniform sampler s;\nlayout(location = 0) out vec4 c;\n"
	for src, want := range map[string]string{
		"void main() { c = vec4(texture(sampler2DShadow(t, s), vec3(0.5))); }":                                                      "",
		"float f(texture2D a, sampler b) { return texture(sampler2DShadow(a, b), vec3(0.5)); }\nvoid main() { c = vec4(f(t, s)); }": "",
		"void main() { c = texture(sampler2D(t, s), vec2(0.5)); }":                                                                  "",
		"void main() { c = texture(sampler2DShadow(t, s), vec3(0.5)) + texture(sampler2D(t, s), vec2(0.5)); }":                      "a sampler that is used with comparison and without",
	} {
		_, diags, sources := read("a.frag", head+src, "fragment", true)
		if err := diags.Err(sources); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\n%v", src, err)
		}
	}
}
