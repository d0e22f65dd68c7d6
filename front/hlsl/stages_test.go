package hlsl_test

// This file reads shaders of the stages beyond vertex, fragment and compute, one line each, and compares
// verdicts with DXC's.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
)

// stageHeads are declarations that the lines of a profile may use.
const (
	geometryHead = "struct V { float4 p : SV_Position; float2 t : T; }; struct G { float4 p : SV_Position; uint l : SV_RenderTargetArrayIndex; float2 t : T; };\n"
	patchHead    = "struct V { float4 p : SV_Position; float2 t : T; }; struct H { float4 p : POS; }; struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; P pc() { return (P)1; }\n"
	hullSetup    = `[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("pc")] `
	meshHead     = "struct L { uint n; float2 q[4]; }; struct V { float4 p : SV_Position; float2 t : T; float m[2] : M; float2 c : SV_ClipDistance0; }; struct Q { uint i : SV_PrimitiveID; float w : W; };\n"
	meshSetup    = `[outputtopology("triangle")] [numthreads(32, 1, 1)] `
	rayHead      = "struct P { float4 c; bool b; }; struct A { float3 n; }; RaytracingAccelerationStructure s : register(t0); RWByteAddressBuffer o : register(u0);\n"
)

// stageLines are the lines: the part of the message if the line is refused; DXC accepts it if dxc is
// set.
var stageLines = []struct {
	profile, line, want string
	dxc                 bool
}{
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<G> s) { G g = (G)0; g.p = v[0].p; s.Append(g); s.RestartStrip(); }", "", true},
	{"gs_6_5", "[maxvertexcount(2)] void main(lineadj V v[4], inout LineStream<V> s) { for (int i = 0; i < 2; i++) s.Append(v[i + 1]); }", "", true},
	{"gs_6_5", "[maxvertexcount(1)] void main(triangleadj V v[6], inout PointStream<V> s) { s.Append(v[5]); }", "", true},
	{"gs_6_5", "[maxvertexcount(4)] void main(point V v[1], inout PointStream<V> a, inout PointStream<H> b) { a.Append(v[0]); H h = { v[0].t.x }; b.Append(h); b.RestartStrip(); }", "", true},
	{"gs_6_5", "[maxvertexcount(3)] [instance(4)] void main(line V v[2], uint i : SV_GSInstanceID, uint p : SV_PrimitiveID, inout PointStream<V> s) { v[i & 1].t.x += p; s.Append(v[i & 1]); }", "", true},
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle float4 v[3] : SV_Position, inout TriangleStream<H> s) { H h = { v[1].x }; s.Append(h); }", "", true},
	{"gs_6_5", "void main(triangle V v[3], inout TriangleStream<V> s) { }", "maxvertexcount", false},
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle V v[2], inout TriangleStream<V> s) { }", "has 3 vertices", false},
	{"gs_6_5", "[maxvertexcount(3)] void main(V v[3], inout TriangleStream<V> s) { }", "primitive of \"v\"", false},
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle V v[3]) { }", "a stream", false},
	{"gs_6_5", "[maxvertexcount(0)] void main(triangle V v[3], inout TriangleStream<V> s) { }", "1 to 1024", false},
	{"gs_6_5", "[maxvertexcount(3)] V main(triangle V v[3], inout TriangleStream<V> s) { return v[0]; }", "returns nothing", false},
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> s) { s.Append(1); s.Clear(); }", "has no function \"Clear\"", false},
	{"gs_6_5", "[maxvertexcount(3)] void main(triangle V v[3], uint x : SV_OutputControlPointID, inout TriangleStream<V> s) { }", "has no input SV_OutputControlPointID", false},

	{"hs_6_5", hullSetup + "H main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { H h = { v[i].p }; return h; }", "", true},
	{"hs_6_5", hullSetup + "float4 main(InputPatch<V, 16> v, uint i : SV_OutputControlPointID) : POS { return v[i + v.Length - 4].p; }", "", true},
	{"hs_6_5", "P q(InputPatch<V, 3> v, OutputPatch<H, 3> h, uint id : SV_PrimitiveID) { P p = pc(); p.i = h[2].p.x + v[0].t.y + id; return p; }" + strings.Replace(hullSetup, `"pc"`, `"q"`, 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "", true},
	{"hs_6_5", strings.Replace(hullSetup, "integer", "pow2", 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "", true},
	{"hs_6_5", strings.Replace(hullSetup, `"pc"`, `"nothing"`, 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "no function \"nothing\"", false},
	{"hs_6_5", strings.Replace(hullSetup, `"tri"`, `"square"`, 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "domain is", false},
	{"hs_6_5", strings.Replace(hullSetup, `[domain("tri")]`, "", 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "needs a domain", false},
	{"hs_6_5", strings.Replace(hullSetup, `"tri"`, `"quad"`, 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "tessellation factors", false},
	{"hs_6_5", strings.Replace(hullSetup, `[outputcontrolpoints(3)]`, "", 1) + "H main(InputPatch<V, 3> v) { return (H)0; }", "number of its control points", false},
	{"hs_6_5", hullSetup + "H main(InputPatch<V, 33> v) { return (H)0; }", "1 to 32 control points", false},

	{"ds_6_5", `[domain("tri")] V main(P p, float3 b : SV_DomainLocation, const OutputPatch<H, 3> h, uint id : SV_PrimitiveID) { V v = { h[0].p * b.x + p.e[1], b.xy + id }; return v; }`, "", true},
	{"ds_6_5", `[domain("isoline")] float4 main(float e[2] : SV_TessFactor, float2 b : SV_DomainLocation, OutputPatch<H, 2> h) : SV_Position { return h[1].p + e[0] + b.x; }`, "", true},
	{"ds_6_5", `float4 main(P p, float3 b : SV_DomainLocation, const OutputPatch<H, 3> h) : SV_Position { return 0; }`, "needs a domain", false},
	{"ds_6_5", `[domain("tri")] float4 main(P p, uint b : SV_GSInstanceID, const OutputPatch<H, 3> h) : SV_Position { return 0; }`, "no input SV_GSInstanceID", false},

	{"ms_6_5", meshSetup + "void main(uint t : SV_GroupIndex, out vertices V v[32], out indices uint3 i[16]) { SetMeshOutputCounts(32, 16); V x = (V)1; v[t] = x; v[t].t.y = 2; v[t].m[1] = 3; v[t].c.x = 4; if (t < 16) i[t] = t; }", "", true},
	{"ms_6_5", meshSetup + "void main(uint t : SV_GroupIndex, in payload L l, out vertices V v[32], out indices uint3 i[16], out primitives Q q[16]) { SetMeshOutputCounts(l.n, 1); v[t] = (V)1; q[t & 15].i = t; q[t & 15].w = l.q[1].x; }", "", true},
	{"ms_6_5", strings.Replace(meshSetup, "triangle", "line", 1) + "void main(uint t : SV_GroupIndex, out vertices V v[32], out indices uint2 i[16]) { SetMeshOutputCounts(2, 1); v[t] = (V)1; i[0] = uint2(0, 1); }", "", true},
	{"ms_6_5", meshSetup + "void main(out vertices V v[32], out indices uint2 i[16]) { SetMeshOutputCounts(2, 1); }", "are uint3", false},
	{"ms_6_5", meshSetup + "void main(out vertices V v[257], out indices uint3 i[16]) { SetMeshOutputCounts(2, 1); }", "1 to 256", false},
	{"ms_6_5", "[numthreads(32, 1, 1)] void main(out vertices V v[3], out indices uint3 i[16]) { SetMeshOutputCounts(2, 1); }", "needs a topology", false},
	{"ms_6_5", strings.Replace(meshSetup, "32", "129", 1) + "void main(out vertices V v[3], out indices uint3 i[16]) { SetMeshOutputCounts(2, 1); }", "1 to 128", false},
	{"ms_6_5", meshSetup + "void main(out vertices V v[3], out indices uint3 i[16]) { SetMeshOutputCounts(2, 1); SetMeshOutputCounts(2, 1); }", "called twice", false},
	{"ms_6_5", meshSetup + "void main(out vertices V v[3], out indices uint3 i[16]) { SetMeshOutputCounts(2, 1); v[0] = v[1]; }", "reads of outputs", false},
	{"as_6_5", "groupshared L l; [numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) { l.q[t] = t; l.n = 4; DispatchMesh(1, 2, 3, l); }", "", true},
	{"as_6_5", "groupshared L l; void go() { DispatchMesh(1, 2, 3, l); } [numthreads(4, 1, 1)] void main() { go(); }", "", true},
	{"as_6_5", "groupshared L l; void main() { DispatchMesh(1, 2, 3, l); }", "needs the size", false},
	{"as_6_5", "[numthreads(4, 1, 1)] void main() { DispatchMesh(1, 2, 3, 4); }", "", false},

	{"ps_6_5", "float4 main(float4 a : A) : SV_Target { return EvaluateAttributeAtSample(a, 1).wzyx + EvaluateAttributeCentroid(a.y); }", "", true},
	{"ps_6_5", evaluated + "float4 main(E e) : SV_Target { return EvaluateAttributeAtSample(e.uv, 1).xyxy + EvaluateAttributeCentroid(e.w[1].y) + e.p.w; }", "", true},
	{"ps_6_5", evaluated + "float2 g(E e) { return EvaluateAttributeAtSample(e.uv, 1); } float2 h(float2 x) { return EvaluateAttributeCentroid(x); } float4 main(E e) : SV_Target { return g(e).xyxy + h(e.uv).xxyy; }", "", true},
	{"ps_6_5", evaluated + "float2 g(float2 x) { if (x.x > 1) return EvaluateAttributeCentroid(x); for (int i = 0; i < 3; i++) { if (x.y > i) return x; } return 1; } float4 main(E e) : SV_Target { return g(e.uv).xyxy; }", "", true},
	{"ps_6_5", evaluated + "float4 main(E e, out float z : SV_Depth) : SV_Target { z = e.p.z; clip(e.uv.x); return EvaluateAttributeSnapped(e.uv.yx, int2(1, 2)).xyxy; }", "", true},
	{"ps_6_5", "float4 main(nointerpolation float4 a : A) : SV_Target { return GetAttributeAtVertex(a, 1).wzyx + a; }", "", true},
	{"ps_6_5", "float4 main(float4 a : A) : SV_Target { return GetAttributeAtVertex(a, 1); }", "must be nointerpolation", false},
	{"ps_6_5", "float4 g(nointerpolation float4 b) { float4 c = GetAttributeAtVertex(b, 2); c.x += 1; return c; } float4 f(nointerpolation float4 b) { return g(b) + b; } float4 main(nointerpolation float4 a : A) : SV_Target { return f(a); }", "", true},
	{"vs_6_0", "cbuffer C { float4 k, l; } [clipplanes(k, l)] float4 main(float4 p : P) : SV_Position { float k = 1; return p * k; }", "", true},
	{"ps_6_0", "[clipplanes(k)] float4 main() : SV_Target { return 0; }", "no other shader", false},
	{"lib_6_6", `[shader("raygeneration")] void f() { RayDesc r = (RayDesc)0; P p; p.c = 1; TraceRay(s, RAY_FLAG_NONE, 1, 0, 1, 0, r, p); o.Store(0, p.c.x); }`, "", true},
	{"lib_6_6", `[shader("closesthit")] void f(inout P p, in BuiltInTriangleIntersectionAttributes a) { p.c.xy = a.barycentrics; p.b = HitKind() == HIT_KIND_TRIANGLE_BACK_FACE; p.c.zw = mul(ObjectToWorld3x4(), float4(1, 2, 3, 4)).xy; }`, "", true},
	{"lib_6_6", `[shader("anyhit")] void f(inout P p, in A a) { if (p.b) { p.c = 1; IgnoreHit(); } AcceptHitAndEndSearch(); }`, "", true},
	{"lib_6_6", `[shader("intersection")] void f() { A a = { RayTMin() + ObjectRayOrigin() }; if (!ReportHit(1, 2, a)) ReportHit(2, 3, a); }`, "", true},
	{"lib_6_6", `[shader("miss")] void f(inout P p) { p.c = RayFlags() + DispatchRaysIndex().x; } [shader("callable")] void g(inout A a) { CallShader(1, a); }`, "", true},
	{"lib_6_6", `[shader("compute")] [numthreads(1, 1, 1)] void f() { o.Store(0, 1); } [shader("vertex")] float4 g(uint i : SV_VertexID) : SV_Position { return i; }`, "", true},
	{"lib_6_6", `struct [raypayload] R { float x : read(caller) : write(miss); }; [shader("miss")] void f(inout R p) { p.x = 1; }`, "", true},
	{"lib_6_6", `[shader("miss")] void f() { }`, "", false},
	{"lib_6_6", `[shader("miss")] void f(inout P p, in A a) { }`, "one inout payload", false},
	{"lib_6_6", `[shader("miss")] void f(inout float4 p) { }`, "is a struct", false},
	{"lib_6_6", `[shader("miss")] void f(inout P p) { IgnoreHit(); }`, "has no IgnoreHit", false},
	{"lib_6_6", `[shader("closesthit")] void f(inout P p, in A a) { ReportHit(1, 2, a); }`, "has no ReportHit", false},
	{"lib_6_6", `[shader("raygeneration")] void f() { o.Store(0, HitKind()); }`, "has no HitKind", false},
	{"lib_6_6", `[shader("raygeneration")] void f() { RayDesc r = (RayDesc)0; TraceRay(s, 0, 1, 0, 1, 0, r, P(1)); }`, "", false},
	{"lib_6_6", `[shader("sorting")] void f() { }`, "unknown stage", false},
	{"lib_6_8", `[shader("node")] [NodeLaunch("thread")] void f() { }`, "work graphs", true},
	{"lib_6_8", `struct R { uint3 g : SV_DispatchGrid; }; [shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4, 1, 1)] [numthreads(8, 1, 1)] void f(DispatchNodeInputRecord<R> r) { }`, "work graphs", true},
}

// evaluated is a struct of inputs.
const evaluated = "struct E { float4 p : SV_Position; float2 uv : T; float3 w[2] : W; };\n"

// TestEvaluated finds the inputs that members of a parameter begin with.
func TestEvaluated(t *testing.T) {
	const source = evaluated + "float2 g(E e) { return EvaluateAttributeAtSample(e.uv, 1); } float4 main(E e) : SV_Target { return g(e).xyxy + EvaluateAttributeCentroid(e.w[1]).xyzz; }"
	v, err := readRow(new(hlsl.Reader), "a.hlsl", source, hlsl.Options{Profile: "ps_6_0"})
	if err != nil {
		t.Fatal(err)
	}
	text := ir.Print(v.Module)
	for _, want := range []string{"interpolate sample location(0) at 1u : vec2<f32>", "interpolate centroid location(2) : vec3<f32>"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}

// stageHead is the head of a line.
func stageHead(profile string) string {
	switch profile[:2] {
	case "gs":
		return geometryHead + "struct H { float x : X; };\n"
	case "hs", "ds":
		return patchHead
	case "ms", "as":
		return meshHead
	}
	return rayHead
}

// TestStageLines reads the lines; unexpected refusals and acceptances are errors.
func TestStageLines(t *testing.T) {
	var r hlsl.Reader
	var rows []hlslRow
	for _, l := range stageLines {
		source := stageHead(l.profile) + l.line
		o := hlsl.Options{Profile: l.profile}
		x := hlslRow{l.line, source, "main", l.profile, []string{}}
		if strings.HasPrefix(l.profile, "lib") {
			x.Entry = ""
		}
		rows = append(rows, x)
		_, err := readRow(&r, "a.hlsl", source, o)
		switch {
		case l.want == "" && err != nil && l.dxc:
			t.Errorf("%s\n%v", l.line, err)
		case l.want != "" && (err == nil || !strings.Contains(err.Error(), l.want)):
			t.Errorf("%s\nis read with %v, not %q", l.line, err, l.want)
		}
	}
	if !sweep.On() {
		return
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK != stageLines[i].dxc {
			t.Errorf("DXC accepts: %t\n%s\n%s", v.OK, rows[i].Source, v.Text())
		}
	}
}

// TestStageModules compares the modules of the shaders in testdata/stages, whose names end in their
// profiles, with the text beside them.
func TestStageModules(t *testing.T) {
	files, _ := filepath.Glob("testdata/stages/*.hlsl")
	if len(files) < 6 {
		t.Fatalf("there are %d shaders", len(files))
	}
	var r hlsl.Reader
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(file, ".hlsl")
		v, err := readRow(&r, filepath.Base(file), string(source), hlsl.Options{Profile: strings.TrimPrefix(filepath.Ext(base), ".") + "_6_6"})
		if err != nil {
			t.Error(err)
			continue
		}
		text := ir.Print(v.Module)
		if *update {
			if err := os.WriteFile(base+".ir", []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(base + ".ir")
		if err != nil {
			t.Fatal(err)
		}
		if text != string(want) {
			t.Errorf("%s: the module is\n%s", file, text)
		}
	}
}
