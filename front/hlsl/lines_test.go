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

// offsetHead begins lines that sample with offsets.
const offsetHead = "Texture2D t; SamplerState s; SamplerComparisonState c; float4 "

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

	// Overloads: of two conversions the lesser one, else the call is ambiguous.
	{"ps_6_6", "float f(float a) { return 1; } float f(int a) { return 2; } " + pixelHead + "return f(true); }", "ambiguous"},
	{"ps_6_6", "float f(float a) { return 1; } float f(half a) { return 2; } " + pixelHead + "int i = x; return f(i); }", ""},
	{"ps_6_6", "float f(float a) { return 1; } float f(float2 a) { return 2; } " + pixelHead + "float3 v = x; return f(v); }", "ambiguous"},
	{"ps_6_6", "float f(min16float a) { return 1; } float f(float a) { return 2; } " + pixelHead + "return f(1); }", "ambiguous"},
	{"ps_6_6", "float f(int a) { return 1; } float f(uint a) { return 2; } " + pixelHead + "return f(1); }", "ambiguous"},
	{"ps_6_6", "float f(int a, int b) { return 1; } float f(float a, float b) { return 2; } " + pixelHead + "return f(1, x); }", ""},
	{"ps_6_6", "float f(float2 a) { return 1; } float f(double a) { return 2; } " + pixelHead + "return f(x); }", ""},
	{"ps_5_1", "float f(float a) { return 1; } float f(double a) { return 2; } " + pixelHead + "return f(1.5); }", "ambiguous"},

	// Conversions of shapes, and constructors.
	{"ps_6_6", "float2x3 m = x; return ((float2)m).xyxy; }", "can't be cast"},
	{"ps_6_6", "float2x2 m = x; float4 v = m; m = v; return (float4)m; }", ""},
	{"ps_6_6", "float4x1 m = x; float3 v = m; float1x2 w = v; return v.x + w[0][1]; }", ""},
	{"ps_6_6", "float1x4 m = x; float4x1 n = (float4x1)m; return n[0][0]; }", "can't be cast"},
	{"ps_6_6", "float4 v = x; return float3(v).x; }", "needs 3 components, found 4"},
	{"ps_6_6", "return float4(x); }", "needs 4 components, found 1"},
	{"ps_6_6", "float4x4 m = x; return float3x3(m)[0].x; }", "needs 9 components, found 16"},
	{"ps_6_6", "float1 v = x; return (x == v) ? 1 : 2; }", ""},
	{"ps_6_6", "float1 v = x; return (v == x) ? 1 : 2; }", "is a scalar since version 2021"},
	{"ps_6_6", "bool1 v = x > 1; return v && true; }", "are scalars since version 2021"},

	// Reserved words.
	{"ps_6_6", "struct S { private: int a; }; " + pixelHead + "return 1; }", "reserved word"},
	{"ps_6_6", "struct S { virtual void f() {} }; " + pixelHead + "return 1; }", "reserved word"},
	{"ps_6_6", "static constexpr int a = 1; " + pixelHead + "return 1; }", "reserved word"},

	// Offsets of samples are constants, which functions and variables pass on.
	{"ps_6_6", offsetHead + "f(float2 p, int2 o) { return t.Sample(s, p, o); } " + pixelHead + "return f(x, int2(1, 2)) + f(x, int2(-8, 7)); }", ""},
	{"ps_5_1", offsetHead + "f(float2 p, int2 o) { return t.Sample(s, p, o * 2 - 1); } float4 g(float2 p, int k) { return f(p, int2(k, -k)) * k; } " + pixelHead + "return g(x, 1) + g(x, 2); }", ""},
	{"ps_6_6", offsetHead + "f(float2 p, int2 o) { return t.SampleCmpLevelZero(c, p, 1, o); } " + pixelHead + "float4 r = 0; for (int i = -1; i <= 1; i++) r += f(x, int2(i, 0)); return r; }", ""},
	{"ps_6_6", offsetHead + "f(float2 p, int a, int b) { const int2 o = int2(a, b); int2 q = o + 1; return t.Gather(s, p, q) + t.Sample(s, p, q); } " + pixelHead + "return f(x, 1, 2); }", ""},
	{"ps_6_6", "struct S { Texture2D t; SamplerState s; float4 f(float2 p, int2 o) { return t.Sample(s, p, o); } }; Texture2D t; SamplerState s; " + pixelHead + "S v; v.t = t; v.s = s; return v.f(x, int2(1, 2)); }", ""},
	{"ps_6_6", offsetHead + "f(float2 p, int2 o) { return t.Sample(s, p, o); } " + pixelHead + "return f(x, int2(x, 2)); }", "the offset must be a constant"},
	{"ps_6_6", offsetHead + "f(float2 p, int2 o) { return t.Sample(s, p, o); } " + pixelHead + "return f(x, int2(8, 2)); }", "from -8 to 7"},

	// Texels and labels of 64 bits.
	{"ps_6_6", "Buffer<double> b; RWBuffer<double2> c; " + pixelHead + "c[1] = b[0]; c[2].y = 3; return (float)c[0].x; }", ""},
	{"ps_5_1", "Buffer<double> b; " + pixelHead + "return (float)b[3]; }", ""},
	{"ps_6_6", "Buffer<uint64_t2> b; Texture3D<int64_t> t; " + pixelHead + "return b[1].x + t[uint3(0, 1, 2)]; }", ""},
	{"ps_6_6", "Buffer<double3> b; " + pixelHead + "return (float)b[0].x; }", "at most 128 bits"},
	{"ps_6_6", "Texture2D<double> t; SamplerState s; " + pixelHead + "return (float)t.Sample(s, x); }", "Sample of a texture of double"},
	{"ps_6_6", "Texture2D<uint> t; SamplerState s; " + pixelHead + "return t.Sample(s, x); }", "since shader model 6.7"},
	{"ps_5_1", "Texture2D<uint> t; SamplerState s; " + pixelHead + "uint unused = t.Sample(s, x); return 1; }", ""},
	{"ps_6_7", "Texture2D<uint> t; SamplerState s; " + pixelHead + "return t.Sample(s, x); }", ""},
	{"ps_6_6", "switch (int64_t(x)) { case 1: return 1; case 0x100000000LL: return 2; } return 3; }", ""},
	{"ps_6_6", "switch (int64_t(x)) { case 0x100000000LL: case 1LL << 32: return 2; } return 3; }", "two cases have the value 4294967296"},
	{"ps_6_6", "return { 1, 2, 3, 4 }; }", "a list in braces can't be returned"},

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
