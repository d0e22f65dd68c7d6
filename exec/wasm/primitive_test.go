package wasm_test

// Stages of primitives, run on both engines: batches of several calls, limits of a stage, and interfaces
// that random pipelines don't have. What the stages make is equal word for word.

import (
	"errors"
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
	{name: "too large a mesh", stage: ir.StageMesh, count: 3, groups: [3]uint32{3, 1, 1}, trap: "1 vertices and 4 primitives are more than the 9 and 3 of the mesh stage", source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 8) in;
layout(points, max_vertices = 9, max_primitives = 3) out;
void main() {
  if (gl_WorkGroupID.x == 2u && gl_LocalInvocationIndex > 5u) SetMeshOutputsEXT(1u, 4u);
}`},
}

// openPrimitives makes the stage of a case.
func openPrimitives(t *testing.T, engine exec.Engine, c *primitiveCase, level int, o exec.RunOptions) exec.PrimitiveStage {
	t.Helper()
	valid, err := refract.Check(t.Context(), "a", []byte(c.source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All},
		Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &front.Options{Stage: c.stage, Preprocessor: pp.Options{Vulkan: true}}}}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: level, Strict: true, Verify: true})
	}
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	p, err := engine.Load(valid.Module, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
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
			same := func(what string, a, b []uint32) {
				if len(b) == 0 && len(a) == 0 {
					return
				}
				if !slices.Equal(a, b) {
					at := 0
					for at < min(len(a), len(b)) && a[at] == b[at] {
						at++
					}
					t.Errorf("%s at -O%d: %d %s, not %d; number %d differs", c.name, level, len(a), what, len(b), at)
				}
			}
			same("words of vertices", got.Out, want.Out)
			same("words of patches", got.PatchOut, want.PatchOut)
			same("words of primitives", got.Primitives, want.Primitives)
			same("indices", got.Indices, want.Indices)
			same("ends of strips", ends(got.Breaks), ends(want.Breaks))
			for k := range got.Streams {
				same("words of a stream", got.Streams[k].Out, want.Streams[k].Out)
				same("ends of a stream's strips", ends(got.Streams[k].Breaks), ends(want.Streams[k].Breaks))
			}
			if !slices.Equal(got.Tasks, want.Tasks) || !slices.Equal(got.Payloads, want.Payloads) {
				t.Errorf("%s at -O%d: the tasks differ", c.name, level)
			}
			fast.Close()
			if err := fast.Run(c.batch(fast)); err == nil {
				t.Errorf("%s: a closed stage ran", c.name)
			}
		}
	}
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
	c := &primitiveCase{name: "endless", stage: ir.StageMesh, count: 4, groups: [3]uint32{4, 1, 1}, source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 8) in;
layout(points, max_vertices = 9, max_primitives = 3) out;
void main() {
  SetMeshOutputsEXT(1u, 1u);
  float x = 0.0;
  for (uint i = 0u; i < 1000000000u * gl_WorkGroupID.x; i++) x += 0.5;
  gl_MeshVerticesEXT[0].gl_Position = vec4(x);
}`}
	for _, engine := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		s := openPrimitives(t, engine, c, 0, exec.RunOptions{MaxSteps: 1 << 16})
		b := c.batch(s)
		b.First = 0
		var limit *exec.StepLimitError
		if err := s.Run(b); !errors.As(err, &limit) || limit.Invocation.Stage != ir.StageMesh || limit.Invocation.Group != [3]uint32{1, 0, 0} {
			t.Errorf("%s: %v", engine.Name(), err)
		}
	}
}
