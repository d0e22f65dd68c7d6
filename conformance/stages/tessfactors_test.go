package stages_test

// This file has pipelines with the functions that process tessellation factors, of each partitioning.

import (
	"fmt"
	"strings"

	"refract/internal/vkrun"
)

// tessFactorPipelines are pipelines of quads. The patch-constant function calls all functions with factors
// within the range of the partitioning and beyond, and keeps a sum of the bits of each call's results.
// FXC initializes one component of the last result of ProcessQuadTessFactors. DXC gives the first factor of an
// isoline twice, and for powers of two takes the bits of the factor's integer for those of the float.
func tessFactorPipelines(fxc bool) (list []graphicsPipeline) {
	var calls strings.Builder
	call := func(k int, format string, args ...any) {
		fmt.Fprintf(&calls, "\t{ %s data[id * 10 + %d] = sum; }\n", fmt.Sprintf(format, args...), k)
	}
	if fxc {
		call(0, "uint sum = 7; float a, b; ProcessIsolineTessFactors(raw.x, raw.z, a, b); add(sum, a); add(sum, b);")
	}
	for i, how := range []string{"Avg", "Max", "Min"} {
		call(1+i, "uint sum = 7; float3 a; float b, c; ProcessTriTessFactors%s(raw.xyz, scale.x, a, b, c); add3(sum, a); add(sum, b); add(sum, c);", how)
		if !fxc {
			call(4+i, "uint sum = 7; float4 a; float2 b, c; ProcessQuadTessFactors%s(raw, scale.y, a, b, c); add3(sum, a.xyz); add(sum, a.w); add3(sum, b.xyy); add3(sum, c.xyy);", how)
		}
		call(7+i, "uint sum = 7; float4 a; float2 b, c; Process2DQuadTessFactors%s(raw, scale, a, b, c); add3(sum, a.xyz); add(sum, a.w); add3(sum, b.xyy); add3(sum, c.xyy);", how)
	}
	const patch = `
struct Control { float4 position : SV_Position; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float2 whole : WHOLE; };
`
	for _, partitioning := range []string{"integer", "pow2", "fractional_even", "fractional_odd"} {
		if !fxc && partitioning == "pow2" {
			continue
		}
		list = append(list, graphicsPipeline{name: "factors of " + partitioning, primitive: vkrun.Patches, patch: 4, vertices: 24,
			stages: []graphicsStage{{"vert", hlslVertex}, {"tesc", hlslStructs + patch + `
void add(inout uint sum, float x) { sum = sum * 31 + asuint(x); }
void add3(inout uint sum, float3 x) { add(sum, x.x); add(sum, x.y); add(sum, x.z); }
Patch constants(InputPatch<Vertex, 4> v, uint id : SV_PrimitiveID) {
	float k = v[0].number / 4;
	float4 raw = float4(k * 0.75 - 0.5, 2.5 + 0.25 * k, k < 3 ? 1.25 * k : 60 + k * 4, 8 - k * 1.5);
	float2 scale = float2(k == 2 ? 0.25 : 0.5 * k, k == 4 ? -1 : 1 - 0.125 * k);
` + calls.String() + `
	Patch p;
	float4 edges; float2 inside;
	Process2DQuadTessFactorsAvg(raw, scale, edges, inside, p.whole);
	p.edges[0] = edges.x; p.edges[1] = edges.y; p.edges[2] = edges.z; p.edges[3] = edges.w;
	p.inside[0] = inside.x; p.inside[1] = inside.y;
	return p;
}
[domain("quad")]
[partitioning("` + partitioning + `")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Control main(InputPatch<Vertex, 4> v, uint i : SV_OutputControlPointID) { Control c; c.position = v[i].position; return c; }
`}, {"tese", hlslStructs + patch + `
[domain("quad")]
Output main(Patch p, float2 t : SV_DomainLocation, const OutputPatch<Control, 4> c) {
	Output o = (Output)0;
	o.position = lerp(lerp(c[0].position, c[1].position, t.x), lerp(c[3].position, c[2].position, t.x), t.y);
	o.shade = float3(t, p.whole.x * 0.1);
	return o;
}`}, {"frag", hlslPixel}}})
	}
	return list
}
