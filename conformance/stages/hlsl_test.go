package stages_test

// This file draws with pipelines of all graphics stages as HLSL, which DXC compiles and dxil-spirv takes
// to SPIR-V: stages are linked by registers, as Direct3D links them. Pixels and a buffer have to be
// those of the pipelines as refract's SPIR-V. With positions in Direct3D's clip space pictures are upside
// down.

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// A graphicsPipeline is a pipeline: stages in GLSL, each with its buffers at binding 0 (written) and 1
// (uniform).
type graphicsPipeline struct {
	name      string
	stages    []graphicsStage
	primitive uint32
	patch     uint32
	vertices  int
	groups    [3]uint32
	domain    ir.TessDomain
	spacing   ir.TessSpacing
	order     ir.TessOrder
}

type graphicsStage struct{ extension, source string }

const head = "#version 450\nlayout(std430, binding = 0) buffer Data { uint data[64]; };\nlayout(std140, binding = 1) uniform View { vec4 scale; };\n"

const meshHead = "#version 450\n#extension GL_EXT_mesh_shader : require\nlayout(std430, binding = 0) buffer Data { uint data[64]; };\nlayout(std140, binding = 1) uniform View { vec4 scale; };\n"

// pointsVertex gives each vertex a place on a grid, and values.
const pointsVertex = head + `
layout(location = 0) out vec3 color;
layout(location = 1) out vec2 offset;
void main() {
	int k = gl_VertexIndex / 3, c = gl_VertexIndex % 3;
	vec2 p = vec2(k % 3, k / 3) * 0.6 - 0.85 + vec2(c == 1 ? 0.47 : 0.0, c == 2 ? 0.43 : 0.03);
	gl_Position = vec4(p * scale.xy, 0.25, 1.0);
	color = vec3(c == 0, c == 1, c == 2);
	offset = vec2(k, c);
}`

const colorFragment = `#version 450
layout(location = 0) in vec3 color;
layout(location = 1) flat in int number;
layout(location = 2) in vec4 more[2];
layout(location = 0) out vec4 result;
void main() { result = vec4(color * 0.5 + more[0].rgb * 0.25 + more[1].rgb * 0.125, 1.0) + vec4(float(number) / 64.0, 0.0, 0.0, 0.0); }`

var graphicsPipelines = []graphicsPipeline{
	{name: "geometry", primitive: vkrun.Triangles, vertices: 27, stages: []graphicsStage{{"vert", pointsVertex}, {"geom", head + `
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 7) out;
layout(location = 0) in vec3 color[];
layout(location = 1) in vec2 offset[];
layout(location = 0) out vec3 shade;
layout(location = 1) flat out int number;
layout(location = 2) out Block { vec4 more[2]; } block;
int emitted = 0;
void corner(vec4 p, vec3 c) {
	gl_Position = p;
	shade = c;
	number = gl_InvocationID * 9 + emitted++;
	block.more[0] = vec4(c.zxy, 1.0);
	block.more[1] = p;
	EmitVertex();
}
bool pair(int i) {
	for (int k = 0; k < 2; k++)
		corner(gl_in[(i + k) % 3].gl_Position * vec4(1.0, 1.0, 1.0, 1.0) + vec4(0.0, 0.05 * float(gl_InvocationID), 0.0, 0.0), color[(i + k) % 3] + vec3(offset[i], 0.0) * 0.05);
	return i != 1;
}
void main() {
	if (gl_InvocationID == 1 && gl_PrimitiveIDIn % 2 == 0)
		return;
	for (int i = 0; i < 2; i++)
		if (!pair(i))
			corner(vec4(gl_in[0].gl_Position.xy + vec2(0.3, 0.35), 0.5, 1.0), vec3(1.0));
	EndPrimitive();
	data[gl_PrimitiveIDIn * 2 + gl_InvocationID] = uint(emitted) + uint(gl_PrimitiveIDIn) * 16u;
}`}, {"frag", colorFragment}}},

	{name: "lines with adjacency", primitive: vkrun.LinesAdjacency, vertices: 24, stages: []graphicsStage{{"vert", pointsVertex}, {"geom", head + `
layout(lines_adjacency) in;
layout(triangle_strip, max_vertices = 4) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
layout(location = 0) in vec3 color[];
layout(location = 0) out vec3 shade;
layout(location = 1) flat out int number;
layout(location = 2, component = 0) out vec2 more0;
layout(location = 2, component = 2) out vec2 more1;
layout(location = 3) out vec4 more2;
void main() {
	for (int i = 0; i < 4; i++) {
		gl_Position = gl_in[i].gl_Position;
		shade = color[3 - i];
		number = i * 7 + gl_PrimitiveIDIn;
		more0 = gl_in[i].gl_Position.xy;
		more1 = vec2(0.5, 0.25);
		more2 = vec4(1.0, float(i) * 0.25, 0.0, 1.0);
		EmitVertex();
	}
	data[gl_PrimitiveIDIn] = uint(gl_in[3].gl_Position.y * 64.0 + 100.5);
}`}, {"frag", colorFragment}}},

	{name: "quads", primitive: vkrun.Patches, patch: 4, vertices: 24, domain: ir.TessQuads, spacing: ir.TessFractionalOdd, order: ir.TessCounterClockwise, stages: []graphicsStage{{"vert", pointsVertex}, {"tesc", head + `
layout(vertices = 4) out;
layout(location = 0) in vec3 color[];
layout(location = 1) in vec2 offset[];
layout(location = 0) out vec3 shade[];
layout(location = 1) out mat2 turn[];
layout(location = 5) patch out vec4 tint[2];
int count = 3;
void main() {
	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position + vec4(0.01 * float(count), 0.0, 0.0, 0.0);
	shade[gl_InvocationID] = color[gl_InvocationID];
	turn[gl_InvocationID] = mat2(offset[0], offset[gl_InvocationID]) * 0.1;
	count++;
	barrier();
	if (gl_InvocationID == 1) {
		gl_TessLevelOuter[0] = 2.0 + float(gl_PrimitiveID);
		gl_TessLevelOuter[1] = 3.0;
		gl_TessLevelOuter[2] = 4.5;
		gl_TessLevelOuter[3] = float(gl_PatchVerticesIn);
		gl_TessLevelInner[0] = gl_TessLevelOuter[1] + 0.5;
		gl_TessLevelInner[1] = 2.0;
		tint[0] = vec4(shade[0] + shade[2], 1.0);
	}
	if (gl_InvocationID == 2)
		tint[1] = gl_out[3].gl_Position * float(count);
}`}, {"tese", head + `
layout(quads, fractional_odd_spacing, ccw) in;
layout(location = 0) in vec3 shade[];
layout(location = 1) in mat2 turn[];
layout(location = 5) patch in vec4 tint[2];
layout(location = 0) out vec3 color;
layout(location = 1) flat out int number;
layout(location = 2) out vec4 more[2];
void main() {
	vec2 t = gl_TessCoord.xy;
	vec4 p = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t.x), mix(gl_in[3].gl_Position, gl_in[2].gl_Position, t.x), t.y);
	p.xy += turn[1] * (t - 0.5);
	color = mix(shade[0], shade[2], t.x);
	number = gl_PrimitiveID;
	more[0] = tint[0];
	more[1] = tint[1] + vec4(gl_TessLevelOuter[2], gl_TessLevelInner[0], 0.0, 0.0) * 0.1;
	gl_Position = p;
	if (t == vec2(0.0))
		data[gl_PrimitiveID] = floatBitsToUint(gl_TessLevelOuter[0]) + uint(gl_PatchVerticesIn);
}`}, {"frag", colorFragment}}},

	{name: "triangles to lines", primitive: vkrun.Patches, patch: 3, vertices: 27, domain: ir.TessTriangles, spacing: ir.TessEqual, order: ir.TessClockwise, stages: []graphicsStage{{"vert", pointsVertex}, {"tesc", head + `
layout(vertices = 3) out;
layout(location = 0) in vec3 color[];
layout(location = 0) out vec3 shade[];
void main() {
	gl_TessLevelOuter[gl_InvocationID] = 2.0 + float(gl_InvocationID);
	gl_TessLevelInner[0] = 3.0;
	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
	shade[gl_InvocationID] = color[(gl_InvocationID + 1) % 3];
}`}, {"tese", head + `
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec3 shade[];
layout(location = 0) out vec3 color;
void main() {
	gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z;
	color = shade[0] * gl_TessCoord.x + shade[1] * gl_TessCoord.y + shade[2] * gl_TessCoord.z;
}`}, {"geom", head + `
layout(triangles) in;
layout(line_strip, max_vertices = 3) out;
layout(location = 0) in vec3 color[];
layout(location = 0) out vec3 shade;
layout(location = 1) flat out int number;
layout(location = 2) out vec4 more[2];
void main() {
	for (int i = 0; i < 3; i++) {
		gl_Position = gl_in[i].gl_Position;
		shade = color[i];
		number = i;
		more[0] = vec4(1.0);
		more[1] = vec4(0.0);
		EmitVertex();
	}
	atomicAdd(data[0], 1u);
}`}, {"frag", colorFragment}}},

	{name: "mesh", groups: [3]uint32{3, 2, 1}, stages: []graphicsStage{{"task", meshHead + `
layout(local_size_x = 8) in;
struct Payload { uint count; vec2 place[8]; };
taskPayloadSharedEXT Payload payload;
shared uint some;
void count() {
	if (gl_WorkGroupID.x == 1u && gl_LocalInvocationIndex > 4u)
		return;
	uint k = atomicAdd(some, 1u);
	if (k < 8u)
		data[32 + k] = k;
}
void main() {
	if (gl_LocalInvocationIndex == 0u)
		some = 0u;
	barrier();
	count();
	barrier();
	payload.place[gl_LocalInvocationIndex] = vec2(gl_WorkGroupID.xy) * 0.6 - 0.8 + vec2(0.05) * float(gl_LocalInvocationIndex & 1u);
	payload.count = some;
	EmitMeshTasksEXT(2u, some > 5u ? 1u : 2u, 1u);
}`}, {"mesh", meshHead + `
layout(local_size_x = 4, local_size_y = 2) in;
layout(triangles, max_vertices = 8, max_primitives = 6) out;
struct Payload { uint count; vec2 place[8]; };
taskPayloadSharedEXT Payload payload;
layout(location = 0) out vec3 color[];
layout(location = 1) perprimitiveEXT flat out int number[];
layout(location = 2) out vec4 more[][2];
void vertex(uint i) {
	vec2 p = payload.place[(gl_WorkGroupID.x + gl_WorkGroupID.y * 2u) % 8u];
	gl_MeshVerticesEXT[i].gl_Position = vec4((p + vec2(float(i & 1u) * 0.3, float(i >> 1u) * 0.13)) * scale.xy, 0.5, 1.0);
	color[i] = vec3(float(i) / 8.0, 0.5, 1.0);
}
void main() {
	uint id = gl_LocalInvocationIndex;
	SetMeshOutputsEXT(8u, 6u);
	vertex(id);
	barrier();
	more[id][0] = vec4(payload.place[id] * 0.5 + 0.5, 1.0, 1.0);
	more[id][1] = vec4(1.0);
	if (id < 6u) {
		gl_PrimitiveTriangleIndicesEXT[id] = uvec3(id, id + 1u, id + 2u);
		number[id] = int(id * payload.count);
		gl_MeshPrimitivesEXT[id].gl_CullPrimitiveEXT = id == 3u;
	}
	if (id == 0u)
		atomicAdd(data[gl_WorkGroupID.x], payload.count);
}`}, {"frag", "#version 450\n#extension GL_EXT_mesh_shader : require\n" + `
layout(location = 0) in vec3 color;
layout(location = 1) perprimitiveEXT flat in int number;
layout(location = 2) in vec4 more[2];
layout(location = 0) out vec4 result;
void main() { result = vec4(color * 0.5 + more[0].rgb * 0.25 + more[1].rgb * 0.125, 1.0) + vec4(float(number) / 64.0, 0.0, 0.0, 0.0); }`}}},

	{name: "mesh alone", groups: [3]uint32{2, 1, 1}, stages: []graphicsStage{{"mesh", meshHead + `
layout(local_size_x = 3) in;
layout(lines, max_vertices = 6, max_primitives = 3) out;
layout(location = 0) out vec3 color[];
void main() {
	SetMeshOutputsEXT(gl_WorkGroupID.x == 0u ? 6u : 4u, gl_WorkGroupID.x == 0u ? 3u : 2u);
	uint id = gl_LocalInvocationID.x;
	if (gl_WorkGroupID.x != 0u && id == 2u)
		return;
	for (uint k = 0u; k < 2u; k++) {
		gl_MeshVerticesEXT[id * 2u + k].gl_Position = vec4(float(gl_WorkGroupID.x) - 0.7 + float(k) * 0.53, float(id) * 0.4 - 0.51 + float(k) * 0.1, 0.0, 1.0);
		color[id * 2u + k] = vec3(k, id, 1.0);
	}
	gl_PrimitiveLineIndicesEXT[id] = uvec2(id * 2u, id * 2u + 1u);
	data[gl_WorkGroupID.x * 3u + id] = id + 1u;
}`}, {"frag", `#version 450
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;
void main() { result = vec4(color, 1.0); }`}}},
}

// vulkanStages are the stages by the extension of their files.
var vulkanStages = map[string]vkrun.Stage{"vert": vkrun.Vertex, "tesc": vkrun.TessellationControl, "tese": vkrun.TessellationEvaluation,
	"geom": vkrun.Geometry, "frag": vkrun.Fragment}

// draw draws with the shaders of a pipeline; binding is that of a resource of a class and number.
func (p *graphicsPipeline) draw(d *vkrun.Device, shaders [][]byte, binding func(class byte, n uint32) uint32) (pixels, data []byte, err error) {
	pipe := vkrun.Pipeline{Primitive: p.primitive, Patch: p.patch, Vertices: p.vertices, Groups: p.groups}
	for i, s := range p.stages {
		pipe.Stages = append(pipe.Stages, vkrun.StageShader{Shader: vkrun.Shader{SPIRV: shaders[i], Entry: "main"}, Stage: vulkanStages[s.extension]})
	}
	data = make([]byte, 256)
	bindings := []vkrun.Binding{{Binding: binding('u', 0), Data: data}, {Binding: binding('b', 1), Data: slices.Clone(viewScale)}}
	pixels, err = d.DrawPipeline(pipe, bindings, nil, vkrun.RGBA8, 64, 64)
	return pixels, bindings[0].Data, err
}

// hlslOptions are the options of the pipeline's stages as HLSL.
func (p *graphicsPipeline) hlslOptions(adjust bool) refract.WriteOptions {
	o := hlslback.NewOptions()
	o.ShaderModel, o.AdjustCoordinateSpace = hlslback.ShaderModel65, adjust
	o.PatchVertices, o.Domain, o.Spacing, o.Order = p.patch, hlslback.TessDomain(p.domain), hlslback.TessSpacing(p.spacing), hlslback.TessOrder(p.order)
	return refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}}
}

// checkDrawn counts the pixels that are drawn, which have to be many, and something has to be in
// the buffer.
func checkDrawn(t *testing.T, name string, pixels, data []byte) (drawn int) {
	t.Helper()
	for k := 0; k < len(pixels); k += 4 {
		if pixels[k+3] != 0 {
			drawn++
		}
	}
	if drawn < 50 || !slices.ContainsFunc(data, func(b byte) bool { return b != 0 }) {
		t.Errorf("%s: %d pixels are drawn", name, drawn)
	}
	return drawn
}

// TestPipelinesAsHLSL draws with pipelines as HLSL and as SPIR-V.
func TestPipelinesAsHLSL(t *testing.T) {
	d := vkrun.OpenRays(t)
	plain := make([][][]byte, len(graphicsPipelines))
	var rows []hlslRow
	for i := range graphicsPipelines {
		p := &graphicsPipelines[i]
		for _, s := range p.stages {
			v, err := (&stageShader{p.name + "." + s.extension, s.source, ir.StageByName(s.extension), true}).check(t)
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			if err != nil {
				t.Fatal(err)
			}
			plain[i] = append(plain[i], spirv.AppendBytes(nil, out.Words))
			for _, adjust := range []bool{false, true} {
				out, err := refract.Write(t.Context(), v, p.hlslOptions(adjust))
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, hlslRow{p.name + "." + s.extension, out.Text, "main", hlslProfiles[ir.StageByName(s.extension)] + "_6_5", []string{}})
			}
		}
	}
	words := fromHLSL(t, rows)
	next := 0
	for i := range graphicsPipelines {
		p := &graphicsPipelines[i]
		isMesh := p.groups != [3]uint32{}
		own := func(_ byte, n uint32) uint32 { return n }
		var want, data []byte
		var err error
		if isMesh {
			want, data = p.onRaster(t, plain[i], own)
		} else if want, data, err = p.draw(d, plain[i], own); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		drawn := checkDrawn(t, p.name, want, data)
		for turn, adjusted := range []bool{false, true} {
			var shaders [][]byte
			for k := range p.stages {
				shaders = append(shaders, words[next+2*k+turn])
			}
			place := func(class byte, n uint32) uint32 {
				if class == 'u' {
					n += 200
				}
				return n
			}
			var got, other []byte
			if isMesh {
				got, other = p.onRaster(t, shaders, place)
			} else if got, other, err = p.draw(d, shaders, place); err != nil {
				t.Errorf("%s as HLSL: %v", p.name, err)
				continue
			}
			if adjusted {
				got = upsideDown(got, 64)
			}
			if n := farPixels(want, got); n > 0 && !adjusted || n > drawn/50 {
				t.Errorf("%s as HLSL (adjusted: %v): %d of %d pixels differ", p.name, adjusted, n, drawn)
			}
			if !bytes.Equal(data, other) {
				t.Errorf("%s as HLSL (adjusted: %v): the buffer has\n%x\nnot\n%x", p.name, adjusted, other, data)
			}
		}
		next += 2 * len(p.stages)
	}
}

// fromHLSL is SPIR-V of DXIL that DXC makes.
func fromHLSL(t *testing.T, rows []hlslRow) [][]byte {
	t.Helper()
	return spirvOf(t, compiled(t, rows))
}

// onRaster draws with the shaders of a pipeline of a mesh stage on the CPU: lavapipe draws nothing of
// meshes whose positions are stored component by component.
func (p *graphicsPipeline) onRaster(t *testing.T, shaders [][]byte, binding func(class byte, n uint32) uint32) (pixels, data []byte) {
	t.Helper()
	stages := make([]ir.Stage, len(p.stages))
	for i, s := range p.stages {
		stages[i] = ir.StageByName(s.extension)
	}
	written, scale := exec.NewBuffer(256), exec.NewBuffer(16)
	copy(scale.Data, viewScale)
	var resources exec.Resources
	resources.Bind(0, binding('u', 0), written)
	resources.Bind(0, binding('b', 1), scale)
	pixels = rasterizeStages(t, p.name, stages, shaders, new(raster.Pipeline), 64, &raster.Draw{Resources: &resources, Groups: p.groups})
	return pixels, written.Data
}

// rasterizeStages draws with the shaders of some stages on the CPU.
func rasterizeStages(t *testing.T, name string, stages []ir.Stage, shaders [][]byte, pipeline *raster.Pipeline, size int, draw *raster.Draw) []byte {
	t.Helper()
	pipeline.Clip, draw.Pipeline = raster.ClipVulkan, pipeline
	into := map[ir.Stage]*raster.Shader{ir.StageVertex: &pipeline.Vertex, ir.StageTessellationControl: &pipeline.Control,
		ir.StageTessellationEvaluation: &pipeline.Evaluation, ir.StageGeometry: &pipeline.Geometry, ir.StageTask: &pipeline.Task,
		ir.StageMesh: &pipeline.Mesh, ir.StageFragment: &pipeline.Fragment}
	for i, s := range stages {
		v, err := refract.Check(t.Context(), name+".spv", shaders[i], refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		program, err := interp.Engine{}.Load(v.Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		*into[s] = raster.Shader{Program: program, Entry: "main"}
	}
	pass, picture, err := raster.NewPass(size, size, exec.FormatByName("rgba8unorm"), 1, false)
	if err == nil {
		err = pass.Draw(t.Context(), draw)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return picture.Level(0)
}

// rasterTopologies are those of generated pipelines.
var rasterTopologies = map[ir.Topology]raster.Topology{ir.TopologyPoints: raster.PointList, ir.TopologyLines: raster.LineList,
	ir.TopologyTriangles: raster.TriangleList, ir.TopologyLinesAdjacency: raster.LineListAdjacency,
	ir.TopologyTrianglesAdjacency: raster.TriangleListAdjacency}

// A generatedPipeline is a random pipeline as SPIR-V and as HLSL.
type generatedPipeline struct {
	*stagegen.Pipeline
	name   string
	stages []ir.Stage
	plain  [][]byte // SPIR-V
	texts  []string // HLSL; nil: the writer refuses a mesh of points
	valid  []*refract.Valid
	setup  ir.Tessellation // of both stages
}

// newGenerated makes a pipeline of a kind, whose control shader is without its effects.
func newGenerated(t *testing.T, seed uint64, k stagegen.Kind) *generatedPipeline {
	t.Helper()
	p := &generatedPipeline{Pipeline: stagegen.New(seed, k), name: fmt.Sprintf("pipeline %d of %s", seed, k)}
	options := hlslback.NewOptions()
	options.ShaderModel, options.AdjustCoordinateSpace = hlslback.ShaderModel65, false
	var valid []*refract.Valid
	var vertices uint32 // that the control shader makes
	for _, s := range p.Shaders {
		if s.Stage == ir.StageTessellationControl {
			lines := slices.DeleteFunc(strings.Split(s.Source, "\n"), func(l string) bool { return strings.Contains(l, "atomicAdd(sums") })
			s.Source = strings.Join(lines, "\n")
		}
		v, err := (&stageShader{p.name, s.Source, s.Stage, true}).check(t)
		if err != nil {
			t.Fatal(err)
		}
		x := v.Module.EntryPoints[0].Setup().Tessellation
		vertices = max(vertices, x.Vertices)
		if s.Stage == ir.StageTessellationEvaluation {
			options.Domain, options.Spacing, options.Order = hlslback.TessDomain(x.Domain), hlslback.TessSpacing(x.Spacing), hlslback.TessOrder(x.Order)
			options.TessellatedPoints = x.Points
			p.setup = x
		}
		valid, p.stages = append(valid, v), append(p.stages, s.Stage)
	}
	p.valid, p.setup.Vertices = valid, vertices
	for i, v := range valid {
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		p.plain = append(p.plain, spirv.AppendBytes(nil, out.Words))
		if options.PatchVertices = p.Patch; p.stages[i] == ir.StageTessellationEvaluation {
			options.PatchVertices = vertices
		}
		out, err = refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
		if err != nil {
			if !strings.Contains(err.Error(), "mesh shaders that make points") {
				t.Error(err)
			}
			p.texts = nil
			break
		}
		p.texts = append(p.texts, out.Text)
	}
	return p
}

// compare draws on the CPU with other shaders, whose buffer has a binding, and with the plain ones,
// and reports whether pixels and sums are the same.
func (p *generatedPipeline) compare(t *testing.T, shaders [][]byte, binding uint32) bool {
	t.Helper()
	draw := func(shaders [][]byte, binding uint32) ([]byte, []byte) {
		sums := exec.NewBuffer(4 * stagegen.Sums)
		var resources exec.Resources
		resources.Bind(0, binding, sums)
		pipeline := &raster.Pipeline{PatchVertices: int(p.Patch)}
		pipeline.Primitive.Topology = rasterTopologies[p.Input]
		return rasterizeStages(t, p.name, p.stages, shaders, pipeline, 16, &raster.Draw{Resources: &resources, Count: p.Vertices, Groups: p.Groups}), sums.Data
	}
	want, sums := draw(p.plain, 0)
	got, other := draw(shaders, binding)
	if bytes.Equal(want, got) && bytes.Equal(sums, other) {
		return true
	}
	t.Errorf("%s: the same pixels: %t, the same sums: %t", p.name, bytes.Equal(want, got), bytes.Equal(sums, other))
	return false
}

// TestGeneratedPipelinesAsHLSL draws random pipelines on the CPU, as HLSL and as SPIR-V. Positions
// are precise: DXC changes the order of additions otherwise.
func TestGeneratedPipelinesAsHLSL(t *testing.T) {
	sweep.Only(t)
	var list []*generatedPipeline
	var rows []hlslRow
	precise := strings.NewReplacer("float4 p = (float4)0;", "precise float4 p = (float4)0;", "    float4 gl_Position;", "    precise float4 gl_Position;")
	seed, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	left := 0
	for n := range uint64(sweep.Count(6)) {
		for k := range stagegen.NumKinds {
			p := newGenerated(t, seed+n, k)
			if p.texts == nil {
				left++
				continue
			}
			for i, text := range p.texts {
				rows = append(rows, hlslRow{p.name, precise.Replace(text), "main", hlslProfiles[p.stages[i]] + "_6_5", []string{}})
			}
			list = append(list, p)
		}
	}
	words := fromHLSL(t, rows)
	for _, p := range list {
		p.compare(t, words[:len(p.stages)], 200)
		words = words[len(p.stages):]
	}
	t.Logf("%d pipelines are the same, %d refused", len(list), left)
}

// viewScale is the contents of the uniform buffer: 1, 0.875.
var viewScale = []byte{0, 0, 0x80, 0x3f, 0, 0, 0x60, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0}

// upsideDown reverses the rows of a picture.
func upsideDown(pixels []byte, rows int) []byte {
	n := len(pixels) / rows
	out := make([]byte, 0, len(pixels))
	for y := rows - 1; y >= 0; y-- {
		out = append(out, pixels[y*n:][:n]...)
	}
	return out
}

// farPixels counts the pixels that differ by more than two steps.
func farPixels(a, b []byte) (n int) {
	for i := 0; i+3 < len(a); i += 4 {
		for k := range 4 {
			if d := int(a[i+k]) - int(b[i+k]); d < -2 || d > 2 {
				n++
				break
			}
		}
	}
	return n
}
