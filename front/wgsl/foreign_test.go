package wgsl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract/diag"
)

// TestForeign looks at what is said to who writes another language, or mixes numbers.
func TestForeign(t *testing.T) {
	tests := []struct{ body, fixed, note string }{
		{body: "let a = lerp(x, 1.0, 0.5);", fixed: "let a = mix(x, 1.0, 0.5);"},
		{body: "let a = float(i);", fixed: "let a = f32(i);"},
		{body: "let a: float4 = v.xyzx;", fixed: "let a: vec4f = v.xyzx;"},
		{body: "let a = floatBitsToUint(x);", fixed: "let a = bitcast<u32>(x);"},
		{body: "barrier();", fixed: "workgroupBarrier();"},
		{body: "let a = mul(v, v);", note: "by a * b"},
		{body: "let a = texture(x, v.xy);", note: "textureSample(texture, sampler, coordinates)"},
		{body: "let a = gl_GlobalInvocationID.x;", note: "@builtin(global_invocation_id)"},
		{body: "let a = x * i;", fixed: "let a = x * f32(i);"},
		{body: "let a = i - x;", fixed: "let a = f32(i) - x;"},
		{body: "let a = v * i;", fixed: "let a = v * f32(i);"},
		{body: "let a = n + v;", fixed: "let a = vec3<f32>(n) + v;"},
		{body: "let a = i == s;", fixed: "let a = i == u32(s);"},
		{body: "let a = i << s;", fixed: "let a = i << u32(s);"},
		{body: "let a = i < 2.5;", fixed: "let a = f32(i) < 2.5;"},
		{body: "let a = x == 1u;", fixed: "let a = x == 1;"},
		{body: "let a = i >> 1i;", fixed: "let a = i >> 1;"},
		{body: "let a: f32 = i + 1u;", fixed: "let a: f32 = f32(i + 1u);"},
		{body: "let a: u32 = x;", note: "u32(x) converts it"},
		{body: "let a: vec2f = n;"},
		{body: "let a = x & i;"},
		{body: "let a = b * x;"},
	}
	const frame = "@group(0) @binding(0) var tex: texture_2d<f32>;\n@group(0) @binding(1) var<storage> o: array<f32>;\nfn f(x: f32, i: u32, s: i32, v: vec3f, n: vec3<u32>, b: bool) {\n%s\n}\n"
	for _, test := range tests {
		src := fmt.Sprintf(frame, test.body)
		var list diag.List
		Parse(src, 1, Options{}, &list)
		found := list.Sorted()
		if len(found) != 1 {
			t.Errorf("%s: %d errors", test.body, len(found))
			continue
		}
		d := found[0]
		fixed := ""
		if d.Fix != nil {
			fixed = src[:d.Fix.Span.Start-1] + d.Fix.Replacement + src[d.Fix.Span.End-1:]
			fixed = strings.Split(fixed, "\n")[3]
		}
		if fixed != test.fixed {
			t.Errorf("%s: the edit gives %q, want %q", test.body, fixed, test.fixed)
		}
		if noted := slices.ContainsFunc(d.Notes, func(n string) bool { return strings.Contains(n, test.note) }); test.note != "" && !noted {
			t.Errorf("%s: no note with %q in %q", test.body, test.note, d.Notes)
		}
	}
}

// TestForeignNames holds the names that are suggested against those that there are.
func TestForeignNames(t *testing.T) {
	tables.Do(makeTables)
	for _, row := range foreignNames {
		foreign, name := row[0], row[1]
		base, _, _ := strings.Cut(name, "<")
		if !slices.Contains(predeclaredNames, base) {
			t.Errorf("%s: WGSL has no %s", foreign, name)
		}
		if slices.Contains(predeclaredNames, foreign) || rowOf(foreignNotes[:], foreign) != "" {
			t.Errorf("%s is WGSL's, or has two rows", foreign)
		}
	}
	for _, row := range foreignNotes {
		foreign := row[0]
		if slices.Contains(predeclaredNames, foreign) {
			t.Errorf("%s is WGSL's", foreign)
		}
	}
}

// TestWhole has mistakes behind missing semicolons found, and none that follow from what
// couldn't be read.
func TestWhole(t *testing.T) {
	for src, want := range map[string][]diag.Code{
		"fn f() -> u32 { let a = 1\n let b: u32 = true\n return c;\n}": {"missing-semicolon", "missing-semicolon", "type-mismatch", "unresolved-identifier"},
		"const a = 1\nconst b: bool = a;":                              {"missing-semicolon", "type-mismatch"},
		"fn f() { let a = 1\n let b = ; c(); }":                        {"missing-semicolon"},
		"fn f() { let a = 1\n) c(); }":                                 nil,
		"alias A = \u20acu32\nconst b: bool = 1;":                      nil,
	} {
		var list diag.List
		Parse(src, 1, Options{}, &list)
		var got []diag.Code
		for _, d := range list.Sorted() {
			got = append(got, d.Code)
			if want == nil && (d.Code == codeUnresolved || d.Code == codeType) {
				t.Errorf("%q: %s follows from what couldn't be read", src, d.Message)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
}
