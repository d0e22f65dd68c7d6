package wasm_test

// Stages of primitives, run on both engines: batches of several calls, limits of a stage, and interfaces
// that random pipelines don't have. The results of the stages are equal word for word.

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	front "refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// A primitiveCase is a shader and the batch that it runs on.
type primitiveCase struct {
	name     string
	stage    ir.Stage
	source   string
	count    int
	vertices int // of each primitive or patch
	groups   [3]uint32
	payload  int // bytes
	trap     string
}

var primitiveCases = []primitiveCase{
	{name: "more vertices than allowed", stage: ir.StageGeometry, count: 21, vertices: 3, source: `#version 460
layout(triangles) in;
layout(triangle_strip, max_vertices = 5) out;
layout(location = 0) in vec4 a[];
layout(location = 0) out vec4 b;
void main() {
  for (int i = 0; i < int(abs(a[0].x) * 4.0); i++) {
    gl_Position = a[i % 3] + float(i);
    b = a[1].wzyx;
    EmitVertex();
    if (a[i % 3].y > 0.0) EndPrimitive();
  }
}`},
	{name: "invocations", stage: ir.StageGeometry, count: 700, vertices: 2, source: `#version 460
layout(lines, invocations = 3) in;
layout(points, max_vertices = 4) out;
layout(location = 1) in float a[][2];
layout(location = 0) out uvec2 b;
void main() {
  if (a[0][1] > 0.5 && gl_InvocationID == 1) return;
  for (int i = 0; i <= gl_InvocationID; i++) {
    gl_Position = vec4(a[i % 2][gl_PrimitiveIDIn % 2], a[1][i % 2], 0.0, 1.0);
    b = uvec2(gl_PrimitiveIDIn, gl_InvocationID * 16 + i);
    EmitVertex();
  }
}`},
	{name: "nothing emitted", stage: ir.StageGeometry, count: 9, vertices: 1, source: `#version 460
layout(points) in;
layout(line_strip, max_vertices = 2) out;
void main() { EndPrimitive(); }`},
	{name: "outputs that are kept", stage: ir.StageGeometry, count: 10, vertices: 1, source: `#version 460
layout(points) in;
layout(line_strip, max_vertices = 6) out;
layout(location = 0) in vec2 a[];
layout(location = 0) out struct { float x[3]; mat2 m; uint never; } made;
layout(location = 8) out vec4 late;
void main() {
  gl_Position = vec4(a[0], 0.0, 1.0);
  EmitVertex();
  late = vec4(7.0);
  for (int i = 0; i < 3; i++) { made.x[i] = a[0].x * float(i); made.m[i % 2] = a[0].yx; if (a[0].y > float(i) * 0.3) EmitVertex(); }
  EndPrimitive(); EndPrimitive();
  EmitVertex();
}`},
	{name: "four streams", stage: ir.StageGeometry, count: 35, vertices: 1, source: `#version 460
layout(points) in;
layout(points, max_vertices = 7) out;
layout(location = 0) in float a[];
layout(stream = 0, location = 0) out float x;
layout(stream = 1, location = 1) out float y;
layout(stream = 2, location = 2) out float z;
layout(stream = 3, location = 3) out float w;
void main() {
  for (int i = 0; i < 5; i++) {
    x = a[0]; y = a[0] * 2.0; z = float(i); w = -a[0];
    if (a[0] > float(i) * 0.2) EmitStreamVertex(0);
    EmitStreamVertex(1);
    if (i == 3) { EndStreamPrimitive(2); EmitStreamVertex(2); }
    if (a[0] < 0.0) EmitStreamVertex(3);
  }
}`},
	{name: "control points", stage: ir.StageTessellationControl, count: 150, vertices: 3, source: `#version 460
layout(vertices = 6) out;
layout(location = 0) in vec3 a[];
layout(location = 0) out vec3 b[];
layout(location = 1) out Block { int n; float f[2]; } made[];
layout(location = 9) patch out vec4 sum;
void main() {
  b[gl_InvocationID] = a[gl_InvocationID % 3] * float(gl_PatchVerticesIn) + a[gl_InvocationID + 2];
  made[gl_InvocationID].n = gl_PrimitiveID * 8 + gl_InvocationID;
  made[gl_InvocationID].f[gl_InvocationID % 2] = a[0].x;
  barrier();
  if (gl_InvocationID == 4) {
    sum = vec4(b[0].x, b[5].y, b[3].z, made[2].f[0]);
    gl_TessLevelOuter[0] = b[1].x;
    gl_TessLevelInner[1] = b[2].y;
  }
}`},
	{name: "one control point", stage: ir.StageTessellationControl, count: 7, vertices: 2, source: `#version 460
layout(vertices = 1) out;
layout(location = 0) in vec3 a[];
layout(location = 0) out vec3 b[];
void main() { b[gl_InvocationID] = a[1] - a[0]; gl_TessLevelOuter[gl_PrimitiveID & 3] = a[0].x; }`},
	{name: "points of a patch", stage: ir.StageTessellationEvaluation, count: 1500, vertices: 4, source: `#version 460
layout(triangles, fractional_odd_spacing, cw) in;
layout(location = 0) in vec3 a[];
layout(location = 2) in Block { int n; float f[2]; } made[];
layout(location = 9) patch in vec4 whole;
layout(location = 0) out vec3 b;
layout(location = 1) flat out ivec3 c;
void main() {
  gl_Position = whole * gl_TessCoord.x + gl_TessLevelOuter[2] + gl_TessLevelInner[1];
  int k = int(gl_TessCoord.y * 4.0);
  b = a[k] * gl_TessCoord.z + made[k].f[k % 2];
  if (gl_TessCoord.x > 0.5) c = ivec3(gl_PrimitiveID, gl_PatchVerticesIn, made[1].n);
}`},
	{name: "tasks", stage: ir.StageTask, count: 90, groups: [3]uint32{5, 6, 4}, source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 5, local_size_y = 3) in;
struct Payload { uint a[7]; vec3 b; };
taskPayloadSharedEXT Payload payload;
shared uint n;
void main() {
  if (gl_LocalInvocationIndex == 3u) n = gl_WorkGroupID.x;
  barrier();
  atomicAdd(n, gl_LocalInvocationID.y);
  if (gl_LocalInvocationIndex < 7u) payload.a[gl_LocalInvocationIndex] = gl_GlobalInvocationID.y + gl_NumWorkGroups.z;
  barrier();
  if (gl_WorkGroupID.z == 2u) return;
  payload.b = vec3(gl_WorkGroupID);
  EmitMeshTasksEXT(n, gl_LocalInvocationIndex + 1u, gl_WorkGroupID.y);
}`},
	{name: "meshes", stage: ir.StageMesh, count: 200, groups: [3]uint32{9, 25, 1}, payload: 32, source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 7) in;
layout(triangles, max_vertices = 9, max_primitives = 5) out;
struct Payload { vec4 a; uint b; };
taskPayloadSharedEXT Payload payload;
layout(location = 0) out vec4 x[];
layout(location = 1) perprimitiveEXT out vec2 y[];
void main() {
  uint seed = gl_WorkGroupID.x + gl_WorkGroupID.y * 9u;
  if (seed % 11u == 3u) return;
  uint n = seed % 10u;
  SetMeshOutputsEXT(n, seed % 6u);
  if (gl_LocalInvocationIndex < n) {
    gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = payload.a + float(seed);
    x[gl_LocalInvocationIndex] = vec4(float(gl_LocalInvocationIndex));
  }
  if (gl_LocalInvocationIndex < seed % 6u) {
    gl_PrimitiveTriangleIndicesEXT[gl_LocalInvocationIndex] = uvec3(seed, payload.b, gl_LocalInvocationIndex) % 12u;
    gl_MeshPrimitivesEXT[gl_LocalInvocationIndex].gl_PrimitiveID = int(seed);
    y[gl_LocalInvocationIndex].y = float(seed);
  }
}`},
	{name: "views and halves", stage: ir.StageGeometry, count: 6, vertices: 2, source: `#version 460
#extension GL_EXT_multiview : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(lines) in;
layout(line_strip, max_vertices = 2) out;
layout(location = 0) in mat2x3 a[];
layout(location = 4) in f16vec3 h[];
layout(location = 0) out f16vec2 b[2];
layout(location = 4) out mat3x2 c;
void main() {
  for (int i = 0; i < 2; i++) {
    b[i] = h[1 - i].zx * float16_t(0.5) + b[0];
    c = transpose(a[i]) * float(gl_ViewIndex);
    c[gl_ViewIndex % 3].y = a[i][h[0].x > h[1].x ? 1 : 0][i];
    EmitVertex();
  }
}`},
	{name: "halves of patches", stage: ir.StageTessellationControl, count: 5, vertices: 3, source: `#version 460
#extension GL_EXT_multiview : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(vertices = 3) out;
layout(location = 0) in f16vec3 h[];
layout(location = 0) out f16vec4 b[];
layout(location = 1) out mat2 m[];
layout(location = 7) patch out f16vec2 p[3];
void main() {
  b[gl_InvocationID] = h[2 - gl_InvocationID].zyxx + float16_t(gl_ViewIndex);
  m[gl_InvocationID][gl_InvocationID & 1] = vec2(h[0].xy);
  p[gl_InvocationID].y = h[gl_InvocationID].x;
  barrier();
  b[gl_InvocationID].w += b[(gl_InvocationID + 1) % 3].x;
}`},
	{name: "halves of a patch", stage: ir.StageTessellationEvaluation, count: 11, vertices: 3, source: `#version 460
#extension GL_EXT_multiview : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(isolines) in;
layout(location = 0) in f16vec4 b[];
layout(location = 1) in mat2 m[];
layout(location = 7) patch in f16vec2 p[3];
layout(location = 0) out f16vec4 c;
layout(location = 1) out struct { mat2 m; float f[3]; } made;
void main() {
  int k = int(gl_TessCoord.x * 3.0);
  c = b[k] * float16_t(gl_TessCoord.y) + p[k].xyxy;
  made.m = m[k] * float(gl_ViewIndex);
  made.f[k] = m[1][k & 1].x;
}`},
	{name: "halves of a mesh", stage: ir.StageMesh, count: 30, groups: [3]uint32{32, 1, 1}, source: `#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 16) in;
layout(lines, max_vertices = 40, max_primitives = 20) out;
layout(location = 0) out f16vec3 h[];
layout(location = 1) out mat2x3 m[];
layout(location = 5) perprimitiveEXT out f16vec2 p[];
shared f16vec2 kept[16];
void main() {
  kept[gl_LocalInvocationIndex] = f16vec2(gl_LocalInvocationIndex, gl_WorkGroupID.x);
  barrier();
  SetMeshOutputsEXT(40u, 20u);
  for (uint i = gl_LocalInvocationIndex; i < 40u; i += 16u) {
    h[i].zy = kept[(i + 5u) & 15u];
    m[i][i & 1u] = vec3(i);
    if (i < 20u) { p[i].x = kept[i & 15u].y; gl_PrimitiveLineIndicesEXT[i] = uvec2(2u * i, 2u * i + 1u); }
  }
}`},
	{name: "too large a mesh", stage: ir.StageMesh, count: 3, groups: [3]uint32{3, 1, 1}, trap: "1 vertices and 4 primitives are more than the 9 and 3 of the mesh stage", source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 8) in;
layout(points, max_vertices = 9, max_primitives = 3) out;
void main() {
  if (gl_WorkGroupID.x == 2u && gl_LocalInvocationIndex > 5u) SetMeshOutputsEXT(1u, 4u);
}`},
}

// load reads the shader of a case for an engine.
func (c *primitiveCase) load(t *testing.T, engine exec.Engine, level int) (exec.Program, error) {
	t.Helper()
	valid, err := refract.Check(t.Context(), "a", []byte(c.source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All},
		Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &front.Options{Stage: c.stage, Preprocessor: pp.Options{Vulkan: true}}}}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: level, Strict: true, Verify: true})
	}
	if err != nil {
		return nil, err
	}
	return engine.Load(valid.Module, exec.LoadOptions{})
}

// openPrimitives makes the stage of a case.
func openPrimitives(t *testing.T, engine exec.Engine, c *primitiveCase, level int, o exec.RunOptions) exec.PrimitiveStage {
	t.Helper()
	p, err := c.load(t, engine, level)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	s, err := p.(exec.PrimitiveStager).PrimitiveStage(t.Context(), "main", c.stage, new(exec.Resources), o)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	return s
}

// batch makes the batch of a case.
func (c *primitiveCase) batch(s exec.PrimitiveStage) *exec.PrimitiveBatch {
	r := rand.New(rand.NewPCG(1, uint64(len(c.name))))
	b := &exec.PrimitiveBatch{Count: c.count, VertexCount: c.vertices, Primitive: 5, Step: 1, Groups: c.groups, First: 2, View: 3, Payload: make([]byte, c.payload)}
	for i := range b.Payload {
		b.Payload[i] = byte(r.IntN(3) * 20)
	}
	in := s.Inputs()
	number := func() uint32 { return math.Float32bits(float32(r.IntN(64)-32) / 16) }
	patches := c.count
	if c.stage == ir.StageTessellationEvaluation {
		patches = 1
		for range in.PatchWords {
			b.Patch = append(b.Patch, number())
		}
		for range c.count {
			b.Coords = append(b.Coords, [3]float32{r.Float32(), r.Float32(), r.Float32()})
		}
	}
	for range patches * c.vertices * in.VertexWords {
		b.Vertices = append(b.Vertices, number())
	}
	return b
}

// compareBatches compares the results of a case.
func compareBatches(t *testing.T, name string, strips bool, got, want *exec.PrimitiveBatch) {
	t.Helper()
	same := func(what string, a, b []uint32) {
		t.Helper()
		if len(b) == 0 && len(a) == 0 || slices.Equal(a, b) {
			return
		}
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		t.Errorf("%s: %d %s, not %d; number %d differs", name, len(a), what, len(b), at)
	}
	same("words of vertices", got.Out, want.Out)
	same("words of patches", got.PatchOut, want.PatchOut)
	same("words of primitives", got.Primitives, want.Primitives)
	same("indices", got.Indices, want.Indices)
	for k := range got.Streams {
		same("words of a stream", got.Streams[k].Out, want.Streams[k].Out)
	}
	if strips {
		same("ends of strips", ends(got.Breaks), ends(want.Breaks))
		for k := range got.Streams {
			same("ends of a stream's strips", ends(got.Streams[k].Breaks), ends(want.Streams[k].Breaks))
		}
	}
	if !slices.Equal(got.Tasks, want.Tasks) || !slices.Equal(got.Payloads, want.Payloads) {
		t.Errorf("%s: the tasks differ", name)
	}
}

// TestPrimitives runs the cases on both engines.
func TestPrimitives(t *testing.T) {
	for i := range primitiveCases {
		c := &primitiveCases[i]
		slow := openPrimitives(t, interp.Engine{}, c, 0, exec.RunOptions{})
		want := c.batch(slow)
		wantErr := slow.Run(want)
		if (wantErr != nil) != (c.trap != "") {
			t.Fatalf("%s: %v", c.name, wantErr)
		}
		for level := range 3 {
			fast := openPrimitives(t, wasm.Engine{}, c, level, exec.RunOptions{})
			got := c.batch(fast)
			err := fast.Run(got)
			var x, y *exec.TrapError
			if c.trap != "" && (!errors.As(err, &x) || !errors.As(wantErr, &y) || x.Message != c.trap || *x != *y && level == 0) {
				t.Errorf("%s at -O%d: %v, not %v", c.name, level, err, wantErr)
			}
			if c.trap != "" {
				continue
			}
			if err != nil {
				t.Errorf("%s at -O%d: %v", c.name, level, err)
				continue
			}
			compareBatches(t, fmt.Sprintf("%s at -O%d", c.name, level), slow.Setup().Geometry.Output != ir.TopologyPoints, got, want)
			fast.Close()
			if err := fast.Run(c.batch(fast)); err == nil {
				t.Errorf("%s: a closed stage ran", c.name)
			}
		}
	}
}

// corpusStages are the stages of primitives by the names that the corpus has.
var corpusStages = map[string]ir.Stage{"geometry": ir.StageGeometry, "tesscontrol": ir.StageTessellationControl,
	"tesseval": ir.StageTessellationEvaluation, "task": ir.StageTask, "mesh": ir.StageMesh}

// racy are the shaders whose invocations read what their neighbours write, without a barrier between.
var racy = []string{"glslang/Test/spv.meshShaderUserDefined.mesh", "glslang/Test/spv.320.meshShaderUserDefined.mesh"}

// TestPrimitiveCorpus runs the stages of primitives of other projects that use no textures.
func TestPrimitiveCorpus(t *testing.T) {
	n := tally{refused: map[string]int{}}
	failed, skipped := 0, 0
	harness.Corpus(t, "glsl-stages.jsonl.gz", func(row struct{ Name, Stage, Source string }) {
		c := &primitiveCase{name: row.Name, stage: corpusStages[row.Stage], source: row.Source, count: 9, vertices: 1, groups: [3]uint32{3, 3, 1}, payload: 1 << 16}
		slow, err := c.load(t, interp.Engine{}, 0)
		if c.stage == ir.NoStage || err != nil || len(slow.Module().EntryPoints) == 0 {
			return
		}
		if ep := &slow.Module().EntryPoints[0]; c.stage == ir.StageGeometry {
			c.vertices = ep.Setup().Geometry.Input.Vertices()
		}
		run := func(p exec.Program) (b *exec.PrimitiveBatch, memory [][]byte, err error) {
			r := new(exec.Resources)
			memory, ok := buffersFor(p, "main", r)
			if !ok {
				skipped++
				return nil, nil, nil
			}
			s, err := p.(exec.PrimitiveStager).PrimitiveStage(t.Context(), "main", c.stage, r, exec.RunOptions{MaxSteps: 1 << 20})
			if err != nil {
				return nil, nil, err
			}
			defer s.Close()
			b = c.batch(s)
			return b, memory, s.Run(b)
		}
		want, one, err := run(slow)
		if err != nil || want == nil {
			failed++
			return
		}
		fast, err := c.load(t, wasm.Engine{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, two, err := run(fast)
		var no *exec.UnsupportedError
		switch {
		case errors.As(err, &no):
			n.refused[c.stage.String()+": "+no.Feature]++
			return
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
			return
		}
		n.ran++
		if slices.Contains(racy, c.name) {
			return
		}
		setup := slow.Module().EntryPoints[0].Setup()
		compareBatches(t, c.name, setup.Geometry.Output != ir.TopologyPoints, got, want)
		if d := equal(one, two); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	})
	t.Logf("%d don't run on the reference engine, %d of them as they use textures", failed, skipped)
	n.log(t)
}

// ends are the places at which strips end, each once.
func ends(list []int) (out []uint32) {
	for _, x := range list {
		if n := len(out); x > 0 && (n == 0 || out[n-1] != uint32(x)) {
			out = append(out, uint32(x))
		}
	}
	return out
}

// TestPrimitiveSteps ends stages for lack of steps, in the invocation that both engines name alike.
func TestPrimitiveSteps(t *testing.T) {
	steps(t, &primitiveCase{name: "endless patches", stage: ir.StageTessellationControl, count: 2, vertices: 1, source: `#version 460
layout(vertices = 3) out;
void main() {
  float x = 0.0;
  for (int i = 0; i < 1000000000 * gl_PrimitiveID; i++) x += 0.5;
  gl_out[gl_InvocationID].gl_Position = vec4(x);
}`}, [3]uint32{})
	steps(t, &primitiveCase{name: "endless points", stage: ir.StageTessellationEvaluation, count: 2, vertices: 1, source: `#version 460
layout(quads) in;
void main() {
  float x = 0.0;
  for (int i = 0; i < 1000000000; i++) x += 0.5;
  gl_Position = vec4(x);
}`}, [3]uint32{})
	steps(t, &primitiveCase{name: "endless meshes", stage: ir.StageMesh, count: 4, groups: [3]uint32{4, 1, 1}, source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 8) in;
layout(points, max_vertices = 9, max_primitives = 3) out;
void main() {
  SetMeshOutputsEXT(1u, 1u);
  float x = 0.0;
  for (uint i = 0u; i < 1000000000u * gl_WorkGroupID.x; i++) x += 0.5;
  gl_MeshVerticesEXT[0].gl_Position = vec4(x);
}`}, [3]uint32{1, 0, 0})
}

// steps runs a case that ends for lack of steps in a workgroup.
func steps(t *testing.T, c *primitiveCase, group [3]uint32) {
	t.Helper()
	for _, engine := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		s := openPrimitives(t, engine, c, 0, exec.RunOptions{MaxSteps: 1 << 16})
		b := c.batch(s)
		b.First = 0
		var limit *exec.StepLimitError
		if err := s.Run(b); !errors.As(err, &limit) || limit.Invocation.Stage != c.stage || limit.Invocation.Group != group {
			t.Errorf("%s: %s: %v", c.name, engine.Name(), err)
		}
	}
}
