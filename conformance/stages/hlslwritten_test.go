package stages_test

// This file draws with pipelines in HLSL as authors write it: structs with semantics within each other, streams
// that functions take, patch constants with arrays, outputs of a mesh that are written in parts. The
// reference is the container that DXC makes of each shader, as SPIR-V.

import (
	"bytes"
	"testing"

	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

const hlslHead = `
RWStructuredBuffer<uint> data : register(u0);
cbuffer View : register(b1) { float4 scale; };
`

const hlslVertex = hlslHead + `
struct Surface { float3 color : COLOR0; float2 offset : OFFSET; };
struct Vertex { float4 position : SV_Position; Surface s; nointerpolation uint number : NUMBER; };
Vertex main(uint id : SV_VertexID) {
	uint k = id / 3, c = id % 3;
	float2 p = float2(k % 3, k / 3) * 0.6 - 0.85 + float2(c == 1 ? 0.47 : 0.0, c == 2 ? 0.43 : 0.03);
	Vertex v;
	v.position = float4(p * scale.xy, 0.25, 1);
	v.s.color = float3(c == 0, c == 1, c == 2);
	v.s.offset = float2(k, c);
	v.number = id;
	return v;
}`

const hlslPixel = `
struct Input { float4 position : SV_Position; float3 shade : SHADE; nointerpolation int number : NUMBER; float4 more[2] : MORE; };
float4 main(Input i) : SV_Target {
	return float4(i.shade * 0.5 + i.more[0].rgb * 0.25 + i.more[1].rgb * 0.125, 1) + float4(float(i.number) / 64.0, 0, 0, 0);
}`

const hlslStructs = hlslHead + `
struct Surface { float3 color : COLOR0; float2 offset : OFFSET; };
struct Vertex { float4 position : SV_Position; Surface s; nointerpolation uint number : NUMBER; };
struct Output { float4 position : SV_Position; float3 shade : SHADE; nointerpolation int number : NUMBER; float4 more[2] : MORE; };
`

var writtenPipelines = []graphicsPipeline{
	{name: "streams in functions", primitive: vkrun.Triangles, vertices: 27, stages: []graphicsStage{{"vert", hlslVertex}, {"geom", hlslStructs + `
static uint emitted = 0;
void corner(inout TriangleStream<Output> stream, Vertex v, float3 c, uint n) {
	Output o;
	o.position = v.position;
	o.shade = c;
	o.number = n * 9 + emitted++;
	o.more[0] = float4(c.zxy, 1);
	o.more[1] = v.position;
	stream.Append(o);
}
bool pair(uint i, Vertex v[3], uint n, inout TriangleStream<Output> stream) {
	for (uint k = 0; k < 2; k++) {
		Vertex w = v[(i + k) % 3];
		w.position += float4(0, 0.05 * n, 0, 0);
		corner(stream, w, w.s.color + float3(v[i].s.offset, 0) * 0.05, n);
	}
	return i != 1;
}
[maxvertexcount(7)]
[instance(2)]
void main(triangle Vertex v[3], uint primitive : SV_PrimitiveID, uint n : SV_GSInstanceID, inout TriangleStream<Output> stream) {
	if (n == 1 && primitive % 2 == 0)
		return;
	for (uint i = 0; i < 2; i++)
		if (!pair(i, v, n, stream)) {
			Vertex w = v[0];
			w.position = float4(w.position.xy + float2(0.3, 0.35), 0.5, 1);
			corner(stream, w, 1, n);
		}
	stream.RestartStrip();
	data[primitive * 2 + n] = emitted + primitive * 16 + v[2].number * 256;
}`}, {"frag", hlslPixel}}},

	{name: "points to lines", primitive: vkrun.Points, vertices: 24, stages: []graphicsStage{{"vert", hlslVertex}, {"geom", hlslStructs + `
[maxvertexcount(6)]
void main(point Vertex v[1], inout LineStream<Output> stream, uint primitive : SV_PrimitiveID) {
	Output o = (Output)0;
	[unroll] for (int i = 0; i < 6; i++) {
		if (i == 3)
			stream.RestartStrip();
		o.position = v[0].position + float4(i * 0.07, (i & 1) * 0.1, 0, 0);
		o.shade = v[0].s.color;
		o.number = i;
		o.more[i & 1] = float4(v[0].s.offset.xyx * 0.1, 1);
		stream.Append(o);
	}
	uint before;
	InterlockedAdd(data[0], v[0].number + primitive, before);
}`}, {"frag", hlslPixel}}},

	{name: "patch constants", primitive: vkrun.Patches, patch: 4, vertices: 24, stages: []graphicsStage{{"vert", hlslVertex}, {"tesc", hlslStructs + `
struct Control { float4 position : SV_Position; struct Inner { float3 shade : SHADE; float2x2 turn : TURN; } inner; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float4 tint[2] : TINT; uint id : ID; };
static int calls = 1;
static float3 sum;
Patch constants(InputPatch<Vertex, 4> v, const OutputPatch<Control, 4> c, uint id : SV_PrimitiveID) {
	Patch p;
	calls++;
	sum += 2;
	[unroll] for (int i = 0; i < 4; i++)
		p.edges[i] = 2.0 + (i == 0 ? id : i) + c[i].inner.turn[0][1] * 0.01;
	p.inside[0] = p.edges[1] + 0.5;
	p.inside[1] = calls;
	p.tint[0] = float4(c[0].inner.shade + c[2].inner.shade, 1);
	p.tint[1] = c[3].position * 3 + float4(v[1].s.offset * 0.01, 0, 0);
	p.id = v[0].number + sum.y;
	return p;
}
[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Control main(InputPatch<Vertex, 4> v, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) {
	Control c;
	c.position = v[i].position + float4(0.03, 0, 0, 0) * calls;
	calls += 4;
	sum += c.position.xyz;
	c.inner.shade = v[i].s.color;
	if (id == 2) {
		c.inner.turn = float2x2(0.01, 0, 0, 0.01);
		return c;
	}
	c.inner.turn = float2x2(v[0].s.offset, v[i].s.offset) * 0.1;
	return c;
}`}, {"tese", hlslStructs + `
struct Control { float4 position : SV_Position; struct Inner { float3 shade : SHADE; float2x2 turn : TURN; } inner; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float4 tint[2] : TINT; uint id : ID; };
[domain("quad")]
Output main(Patch p, float2 t : SV_DomainLocation, const OutputPatch<Control, 4> c, uint id : SV_PrimitiveID) {
	Output o;
	o.position = lerp(lerp(c[0].position, c[1].position, t.x), lerp(c[3].position, c[2].position, t.x), t.y);
	o.position.xy += mul(t - 0.5, c[1].inner.turn);
	o.shade = lerp(c[0].inner.shade, c[2].inner.shade, t.x);
	o.number = p.id;
	o.more[0] = p.tint[0];
	o.more[1] = p.tint[1] + float4(p.edges[2], p.inside[0], 0, 0) * 0.1;
	if (all(t == 0))
		data[id] = asuint(p.edges[0]) + p.id;
	return o;
}`}, {"frag", hlslPixel}}},

	{name: "out parameters and a geometry stage", primitive: vkrun.Patches, patch: 3, vertices: 27, stages: []graphicsStage{{"vert", hlslVertex}, {"tesc", hlslStructs + `
struct Control { float4 position : POSITION; float3 color : COLOR; };
void constants(InputPatch<Vertex, 3> v, out float edges[3] : SV_TessFactor, out float inside : SV_InsideTessFactor) {
	edges[0] = 2; edges[1] = 3; edges[2] = 2 + v[0].s.offset.y;
	inside = 3;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("constants")]
Control main(InputPatch<Vertex, 3> v, uint i : SV_OutputControlPointID) {
	Control c = { v[i].position, v[(i + 1) % 3].s.color };
	return c;
}`}, {"tese", hlslStructs + `
struct Control { float4 position : POSITION; float3 color : COLOR; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
[domain("tri")]
void main(const OutputPatch<Control, 3> c, Factors f, float3 t : SV_DomainLocation, out float4 position : SV_Position, out float3 color : COLOR) {
	position = c[0].position * t.x + c[1].position * t.y + c[2].position * t.z;
	color = c[0].color * t.x + c[1].color * t.y + c[2].color * t.z + f.inside * 0.01;
}`}, {"geom", hlslStructs + `
struct Corner { float4 position : SV_Position; float3 color : COLOR; };
[maxvertexcount(4)]
void main(triangle Corner v[3], inout LineStream<Output> stream) {
	for (int i = 0; i < 4; i++) {
		Output o;
		o.position = v[i % 3].position;
		o.shade = v[i % 3].color;
		o.number = i;
		o.more[0] = 1;
		o.more[1] = 0;
		stream.Append(o);
	}
	InterlockedAdd(data[0], 1);
}`}, {"frag", hlslPixel}}},

	{name: "meshes in parts", groups: [3]uint32{3, 2, 1}, stages: []graphicsStage{{"task", hlslHead + `
struct Payload { uint count; float2 place[8]; };
groupshared Payload payload;
groupshared uint some;
void count(uint3 group, uint thread) {
	if (group.x == 1 && thread > 4)
		return;
	uint k;
	InterlockedAdd(some, 1, k);
	if (k < 8)
		data[32 + k] = k;
}
[numthreads(8, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {
	if (thread == 0)
		some = 0;
	GroupMemoryBarrierWithGroupSync();
	count(group, thread);
	GroupMemoryBarrierWithGroupSync();
	payload.place[thread] = float2(group.xy) * 0.6 - 0.8 + 0.05 * (thread & 1);
	payload.count = some;
	DispatchMesh(2, some > 5 ? 1 : 2, 1, payload);
}`}, {"mesh", hlslHead + `
struct Payload { uint count; float2 place[8]; };
struct Vertex { float4 position : SV_Position; struct Inner { float3 shade : SHADE; float4 more[2] : MORE; } inner; };
struct Primitive { nointerpolation int number : NUMBER; bool hidden : SV_CullPrimitive; };
[outputtopology("triangle")]
[numthreads(4, 2, 1)]
void main(uint id : SV_GroupIndex, uint3 group : SV_GroupID, in payload Payload p, out vertices Vertex v[8], out indices uint3 t[6], out primitives Primitive q[6]) {
	SetMeshOutputCounts(8, 6);
	Vertex x;
	float2 place = p.place[(group.x + group.y * 2) % 8];
	x.position = float4((place + float2((id & 1) * 0.3, (id >> 1) * 0.13)) * scale.xy, 0.5, 1);
	x.inner.shade = float3(id / 8.0, 0.5, 1);
	x.inner.more[0] = 0;
	x.inner.more[1] = 1;
	v[id] = x;
	v[id].inner.more[0] = float4(p.place[id] * 0.5 + 0.5, 1, 1);
	if (id < 6) {
		t[id] = uint3(id, id + 1, id + 2);
		q[id].number = id * p.count;
		q[id].hidden = id == 3;
	}
	if (id == 0)
		InterlockedAdd(data[group.x], p.count);
}`}, {"frag", `
struct Input { float4 position : SV_Position; float3 shade : SHADE; float4 more[2] : MORE; };
float4 main(Input i) : SV_Target { return float4(i.shade * 0.5 + i.more[0].rgb * 0.25 + i.more[1].rgb * 0.125, 1); }`}}},
}

// TestWrittenPipelines draws with the pipelines as refract reads them, and as DXC.
func TestWrittenPipelines(t *testing.T) {
	sweep.Only(t)
	compareWritten(t, writtenPipelines, "_6_5")
}

// TestTessFactors is TestWrittenPipelines for the functions that process tessellation factors, as DXC
// and FXC expand them.
func TestTessFactors(t *testing.T) {
	sweep.Only(t)
	compareWritten(t, tessFactorPipelines(false), "_6_5")
	compareWritten(t, tessFactorPipelines(true), "_5_0")
}

// compareWritten compares pipelines as refract reads them with those of DXC, or for shader model 5 of FXC.
func compareWritten(t *testing.T, pipelines []graphicsPipeline, model string) {
	d := vkrun.OpenRays(t)
	var rows []hlslRow
	for _, p := range pipelines {
		for _, s := range p.stages {
			rows = append(rows, hlslRow{p.name + "." + s.extension, s.source, "main", hlslProfiles[ir.StageByName(s.extension)] + model, []string{}})
		}
	}
	words := fromHLSL(t, rows)
	for i := range pipelines {
		p := &pipelines[i]
		var read [][]byte
		for _, s := range p.stages {
			read = append(read, readHLSL(t, p.name+"."+s.extension+".hlsl", s.source, ir.StageByName(s.extension), model))
		}
		draw := func(shaders [][]byte, shift uint32) (pixels, data []byte) {
			place := func(class byte, n uint32) uint32 {
				if class == 'u' {
					n += shift
				}
				return n
			}
			if p.groups != [3]uint32{} {
				return p.onRaster(t, shaders, place)
			}
			pixels, data, err := p.draw(d, shaders, place)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
			return pixels, data
		}
		want, data := draw(words[:len(p.stages)], 200)
		words = words[len(p.stages):]
		got, other := draw(read, 0)
		drawn := checkDrawn(t, p.name, want, data)
		if n := farPixels(want, got); n > drawn/100 || len(want) != len(got) {
			t.Errorf("%s: %d of %d pixels differ", p.name, n, drawn)
		}
		if !bytes.Equal(data, other) {
			t.Errorf("%s: the buffer has\n%x\nnot\n%x", p.name, other, data)
		}
	}
}
