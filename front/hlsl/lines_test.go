package hlsl_test

// This file reads shaders of one line each, and compares the verdicts with those of DXC and FXC.

import (
	"strings"
	"testing"

	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// pixelHead begins lines that are only a body of a pixel shader.
const pixelHead = "float4 main(float x : A) : SV_Target { "

// lines are shaders with the error that they have, or "". A line without a function main is the body of
// one; of a profile of shader model 5 FXC is the judge, else DXC.
var lines = []struct{ profile, source, want string }{
	// Literals.
	{"ps_6_6", "return 'A' + '\\n' + 0b101 + 0B11u; }", ""},
	{"ps_5_1", "return 'A' + '\\x41' + '\\101'; }", ""},
	{"ps_6_6", "return 'AB'; }", "expected an expression"},
	{"ps_6_6", "return ''; }", "expected an expression"},
	{"ps_6_6", "return '\\x'; }", "expected an expression"},
	{"ps_6_6", "return 0b102; }", "invalid digit"},
	{"ps_6_6", "return 0b; }", "unknown suffix"},

	// Ends of functions whose conditions are constant.
	{"ps_6_6", "if (true) return 1; }", ""},
	{"ps_5_1", "if (1 || false) return 1; }", ""},
	{"ps_6_6", "if (x > 1 || true) return 1; }", ""},
	{"ps_6_6", "if (true && x > 1) return 1; }", "may end without a value"},
	{"ps_6_6", "if (false) return 1; }", "may end without a value"},
	{"ps_6_6", "if (x > 1) { if (true) return 1; } }", "may end without a value"},
	{"ps_6_6", "if (x > 1) { if (true) return 1; } else return 2; }", ""},
	{"ps_6_6", "switch (int(x)) { case 1: if (true) break; default: return 1; } }", "may end without a value"},

	// Functions that the entry point doesn't reach.
	{"ps_6_6", "float g(); float f() { return g(); } " + pixelHead + "return 1; }", ""},
	{"ps_6_6", "float g(); " + pixelHead + "return g(); }", "called but not defined"},
	{"ps_6_6", "float f(float x) { return f(x - 1); } " + pixelHead + "return 1; }", ""},
	{"ps_6_6", "float f(float x) { return f(x - 1); } " + pixelHead + "return f(x); }", "calls itself"},
	{"ps_5_1", "float f(float x) { if (x > 1) return 2; } " + pixelHead + "return 1; }", ""},
	{"ps_6_6", "float f(float x) { if (x > 1) return 2; } " + pixelHead + "return 1; }", "may end without a value"},

	// Assignments and prefix steps are places.
	{"ps_6_6", "void g(inout float a) { a++; } " + pixelHead + "g(++x); return x; }", ""},
	{"ps_5_1", "void g(inout float a) { a++; } " + pixelHead + "g(x = 1); return x; }", ""},
	{"ps_6_6", "void g(inout float a) { a++; } " + pixelHead + "g(x++); return x; }", "a value, not a variable"},
	{"ps_6_6", "(x = 2) = 3; (++x)--; (x += 2) *= 3; --x = 1; return x; }", ""},
	{"ps_6_6", "x++ = 2; return x; }", "a value, not a variable"},

	// Attributes.
	{"ps_6_6", "int n = 3; [unroll(n)] for (int i = 0; i < 3; i++) x++; return x; }", ""},
	{"ps_6_6", "[unroll(-1)] for (int i = 0; i < 3; i++) x++; return x; }", "unroll takes a number of iterations"},
	{"ps_6_6", "[unroll(true)] for (int i = 0; i < 3; i++) x++; return x; }", "unroll takes a number of iterations"},
	{"cs_6_6", "[shader(\"compute\"), numthreads(1, 1, 1)] void main() {}", "expected ']'"},
	{"cs_6_6", "[numthreads(1, 1, 1)] [RootSignature()] void main() {}", "RootSignature takes a string"},

	// Names, registers and semantics.
	{"ps_6_6", "void GeometryShader() {} " + pixelHead + "return 1; }", ""},
	{"ps_5_1", "void GeometryShader() {} " + pixelHead + "return 1; }", "is a type of the language"},
	{"ps_6_6", "RWBuffer<float> Buffer; " + pixelHead + "return 1; }", "is a type of the language"},
	{"ps_6_6", "float Buffer = 1; return Buffer; }", ""},
	{"ps_6_6", "float a : register(i9); cbuffer b { float4 c : packoffset(c); float d : packoffset(c1); } " + pixelHead + "return a + c + d; }", ""},
	{"ps_6_6", "float v : SV_Depth; return 1; }", "a local variable has no semantic"},
	{"ps_6_6", "float4 main() : COLOR0 { return 1; }", "no output COLOR0"},
	{"ps_5_1", "float4 main() : COLOR1 { return 1; }", "no output COLOR1"},
	{"ps_6_6", "extern float f() { return 1; } " + pixelHead + "return f(); }", "can't be extern"},
	{"ps_6_6", "struct P { int a; }; " + pixelHead + "P p = P(); return p.a; }", "has no constructor"},
	{"ps_6_6", "struct P { int a; int operator=(P o) { return 1; } }; " + pixelHead + "return 1; }", "can't be overloaded"},
	{"cs_6_6", "RWStructuredBuffer<int> b; [numthreads(1, 1, 1)] void main() { b[0] = WaveActiveBitAnd(b[1]); }", "WaveActiveBitAnd"},
	{"cs_6_6", "RWStructuredBuffer<uint> b; [numthreads(1, 1, 1)] void main() { b[0] = WaveActiveBitAnd(b[1]); }", ""},

	// Preprocessor.
	{"ps_5_1", "#pragma pack_matrix(other)\n" + pixelHead + "return 1; }", ""},
	{"ps_6_6", "#pragma pack_matrix(other)\n" + pixelHead + "return 1; }", "expected row_major or column_major"},
	{"ps_5_1", "#define J(a) a##_s\n#define b c\n" + pixelHead + "float c_s = 1; return J(b); }", ""},
	{"ps_6_6", "#define J(a) a##_s\n#define b c\n" + pixelHead + "float b_s = 1; return J(b); }", ""},

	// Textures.
	{"ps_6_6", "Texture2DMS<float4> t; Texture2DMSArray<float4> a; " + pixelHead + "return t.GetSamplePosition(1).xyxy + a.GetSamplePosition(x).x; }", ""},
}

// TestLines reads each line.
func TestLines(t *testing.T) {
	var r hlsl.Reader
	var rows []hlslRow
	for i := range lines {
		l := &lines[i]
		source := l.source
		if !strings.Contains(source, " main(") {
			source = pixelHead + source
		}
		rows = append(rows, hlslRow{l.source, source, "main", l.profile, []string{}})
		_, err := readRow(&r, "line", source, hlsl.Options{Profile: l.profile, EntryPoint: "main"})
		switch {
		case err == nil && l.want != "":
			t.Errorf("%s: read, without the error %q", source, l.want)
		case err != nil && (l.want == "" || !strings.Contains(err.Error(), l.want)):
			t.Errorf("%s: %v", source, err)
		}
	}
	if !sweep.On() {
		return
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK != (lines[i].want == "") {
			t.Errorf("%s %s: %s", rows[i].Profile, rows[i].Source, v.Text())
		}
	}
}
