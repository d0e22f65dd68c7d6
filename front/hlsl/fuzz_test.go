package hlsl_test

// This file reads arbitrary text, and text that nests or grows without end.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"void main() {}", "[numthreads(1, 1, 1)] void main() {}",
		"float4 main(float2 uv : TEXCOORD0) : SV_Target { return uv.xyxy; }",
		"cbuffer C : register(b1) { float4 a; row_major float3x4 m; } RWByteAddressBuffer o; [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { o.Store(id.x * 4, asuint(mul(m, a).x)); }",
		"struct A { int x; int f() { return x; } }; struct B : A { float y[2]; }; template <typename T> T twice(T a) { return a + a; } RWStructuredBuffer<B> b; [numthreads(1, 1, 1)] void main() { B v = (B)0; v.x = twice(v.f()); b[0] = v; }",
		"Texture2D t; SamplerState s; float4 main(float4 p : SV_Position) : SV_Target { [unroll] for (int i = 0; i < 4; i++) { if (p[i] > 1) discard; } return t.Sample(s, p.xy) + t[uint2(p.xy)]; }",
	} {
		f.Add(s, uint8(0))
	}
	for _, l := range stageLines {
		k := strings.Index("gs hs ds ms as li", l.profile[:2]) / 3
		f.Add(stageHead(l.profile)+l.line, uint8(k<<4|8))
	}
	r := new(hlsl.Reader)
	f.Fuzz(func(t *testing.T, src string, stage uint8) {
		if len(src) > 1<<14 {
			return
		}
		start := time.Now()
		defer func() {
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%v", d)
			}
		}()
		var list diag.List
		sources := new(diag.Sources)
		o := hlsl.Options{Stage: []ir.Stage{ir.NoStage, ir.StageVertex, ir.StageFragment, ir.StageCompute}[stage%4], EntryPoint: "main"}
		if stage&8 != 0 {
			o = hlsl.Options{Profile: []string{"gs_6_5", "hs_6_5", "ds_6_5", "ms_6_5", "as_6_5", "lib_6_6", "gs_5_0", "hs_5_0"}[stage>>4%8]}
		}
		if stage&12 == 4 {
			o.Profile = map[ir.Stage]string{ir.StageVertex: "vs_5_1", ir.StageFragment: "ps_5_1", ir.StageCompute: "cs_5_1"}[o.Stage]
		}
		m := r.Read(ir.NewModule(), src, sources.Add("a.hlsl", src), o, sources, &list)
		if m == nil {
			if !list.HasErrors() {
				t.Error("there is neither a module nor an error")
			}
			return
		}
		m.Sources = sources
		new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	})
}

// TestBombs reads sources that grow or nest without end: each stops soon with an error.
func TestBombs(t *testing.T) {
	doubling, calls, types := "#define A0 x + x\n", "float f0(float x) { return x; }\n", "struct S0 { float4 a[64]; };\n"
	templates := "template <typename T> struct W { T a; T b; };\n"
	for i := 1; i < 60; i++ {
		doubling += fmt.Sprintf("#define A%d A%d + A%d\n", i, i-1, i-1)
		calls += fmt.Sprintf("float f%d(float x) { return f%d(x) + f%d(x); }\n", i, i-1, i-1)
		types += fmt.Sprintf("struct S%d { S%d a[64]; };\n", i, i-1)
	}
	deep := func(open, middle, end string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	const head = "[numthreads(1, 1, 1)] void main() "
	for name, src := range map[string]string{
		"doubling":   doubling + head + "{ float x = 1; x = A59; }",
		"calls":      calls + head + "{ f59(1); }",
		"types":      types + head + "{ S59 s; S59 t = s; }",
		"sizes":      types + "StructuredBuffer<S59> b;" + head + "{ S59 t = b[0]; }",
		"parens":     head + "{ int x = " + deep("(", "1", ")", 100000) + "; }",
		"unary":      head + "{ int x = " + strings.Repeat("-!~", 100000) + "1; }",
		"blocks":     head + deep("{", "", "}", 100000),
		"ifs":        head + "{" + strings.Repeat("if (1) ", 100000) + "; }",
		"binary":     head + "{ int x = 1" + strings.Repeat(" + 1", 100000) + "; }",
		"calls in":   "float f(float x) { return x; }" + head + "{ float x = " + deep("f(", "1", ")", 100000) + "; }",
		"lists":      head + "{ int x[2] = " + deep("{", "1", "}", 100000) + "; }",
		"members":    head + "{ float x = 1; x" + strings.Repeat(".x", 100000) + " = 1; }",
		"angles":     templates + head + "{ " + deep("W<", "int", ">", 100000) + " w; }",
		"doubled":    templates + head + "{ " + deep("W<", "int", ">", 50) + " w; }",
		"namespaces": deep("namespace a {", "", "}", 100000) + head + "{}",
		"structs":    deep("struct { ", "int x;", "} s;", 100000) + head + "{}",
		"recursion":  "int f(int x) { return f(x - 1); }" + head + "{ f(2); }",
		"templates":  "template <int N> int f() { return f<N + 1>(); }" + head + "{ f<0>(); }",
		"array":      head + "{ int x[4000000000]; x[3] = 1; }",
		"initial":    head + "{ int x[100000][100000] = (int[100000][100000])0; }",
		"ternary":    head + "{ int x = " + strings.Repeat("1 ? 2 : ", 100000) + "3; }",
		"include":    "#include \"a.hlsl\"\n" + head + "{}",
		"attributes": strings.Repeat("[unroll] ", 100000) + head + "{}",
	} {
		d := harness.CPUTime(func() {
			_, err := readRow(new(hlsl.Reader), "a.hlsl", src, hlsl.Options{EntryPoint: "main", Profile: "cs_6_6"})
			if err == errNothing {
				t.Errorf("%s: %v", name, err)
			}
		})
		if d > 10*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}
