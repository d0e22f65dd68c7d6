package stagegen_test

// Scenes whose work is in the stages of primitives, beside a driver.

import (
	"encoding/binary"
	"math"
	"os"
	"syscall"
	"testing"
	"time"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/stagegen"
	"refract/internal/vkrun"
	"refract/ir"
)

// speedNoise is noise of several octaves, which the scenes share.
const speedNoise = `
float corner(uvec2 p) { uint n = p.x * 1597334677u ^ p.y * 3812015801u; n = (n ^ (n >> 15)) * 2654435769u; return float(n >> 8) / 16777216.0; }
float noise(vec2 p) {
  vec2 i = floor(p), f = p - i;
  uvec2 c = uvec2(i + 4096.0);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(corner(c), corner(c + uvec2(1u, 0u)), f.x), mix(corner(c + uvec2(0u, 1u)), corner(c + uvec2(1u, 1u)), f.x), f.y);
}
float height(vec2 p) {
  float h = 0.0, a = 0.5;
  for (int i = 0; i < 3; i++) { h += a * noise(p); p = p * 2.03 + 17.0; a *= 0.5; }
  return h;
}
`

// speedFragment shades the primitives of the stages.
const speedFragment = `#version 460
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec4 color;
void main() { color = vec4(tint * (0.2 + 0.8 * max(dot(normalize(normal), vec3(0.48, 0.6, 0.64)), 0.0)), 1.0); }
`

// A speedScene is a pipeline, drawn in two sizes: the difference is free of the cost of set-up.
type speedScene struct {
	name      string
	shaders   []stagegen.Shader
	input     ir.Topology
	patch     uint32
	few, many [3]uint32 // workgroups; or vertices in the first number
	capture   int       // bytes of each of two buffers of transform feedback
}

// The terrain has fewer than 65,536 points: lavapipe numbers them with 16 bits.
var speedScenes = []speedScene{
	{"meshlets", []stagegen.Shader{
		{Stage: ir.StageTask, Source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 32) in;
struct Payload { uint meshlets[32]; };
taskPayloadSharedEXT Payload payload;
shared uint count;
void main() {
  if (gl_LocalInvocationIndex == 0u) count = 0u;
  barrier();
  uint id = gl_GlobalInvocationID.x;
  float phi = float(id % 64u) / 64.0 * 6.2831853, theta = (float(id / 64u % 64u) + 0.5) / 64.0 * 3.1415927;
  vec3 axis = vec3(sin(theta) * cos(phi), cos(theta), sin(theta) * sin(phi));
  if (axis.z > -0.15) payload.meshlets[atomicAdd(count, 1u)] = id;
  barrier();
  EmitMeshTasksEXT(count, 1u, 1u);
}`},
		{Stage: ir.StageMesh, Source: `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 32) in;
layout(triangles, max_vertices = 64, max_primitives = 98) out;
struct Payload { uint meshlets[32]; };
taskPayloadSharedEXT Payload payload;
layout(location = 0) out vec3 normal[];
layout(location = 1) out vec3 tint[];
` + speedNoise + `
void main() {
  uint id = payload.meshlets[gl_WorkGroupID.x];
  SetMeshOutputsEXT(64u, 98u);
  for (uint i = gl_LocalInvocationIndex; i < 64u; i += 32u) {
    vec2 uv = (vec2(float(id % 64u), float(id / 64u % 64u)) + vec2(float(i % 8u), float(i / 8u)) / 7.0) / 64.0;
    vec2 angle = uv * vec2(6.2831853, 3.1415927);
    vec3 axis = vec3(sin(angle.y) * cos(angle.x), cos(angle.y), sin(angle.y) * sin(angle.x));
    float h = height(uv * 24.0);
    vec3 place = axis * (0.7 + 0.2 * h);
    gl_MeshVerticesEXT[i].gl_Position = vec4(place.xy, 0.5 - 0.4 * place.z, 1.0);
    normal[i] = axis + 0.3 * vec3(h - 0.5, 0.5 - h, 0.2);
    tint[i] = mix(vec3(0.2, 0.5, 0.3), vec3(0.9, 0.85, 0.8), h);
  }
  for (uint i = gl_LocalInvocationIndex; i < 98u; i += 32u) {
    uint at = i / 2u / 7u * 8u + i / 2u % 7u;
    gl_PrimitiveTriangleIndicesEXT[i] = i % 2u == 0u ? uvec3(at, at + 1u, at + 8u) : uvec3(at + 1u, at + 9u, at + 8u);
  }
}`},
		{Stage: ir.StageFragment, Source: speedFragment}}, ir.NoTopology, 0, [3]uint32{1, 1, 1}, [3]uint32{128, 1, 1}, 0},
	{"points to quads", []stagegen.Shader{
		{Stage: ir.StageVertex, Source: `#version 460
layout(location = 0) out vec3 tint;
` + speedNoise + `
void main() {
  float x = fract(float(gl_VertexIndex) * 0.61803399), y = fract(float(gl_VertexIndex) * 0.75487767);
  float h = height(vec2(x, y) * 12.0);
  gl_Position = vec4(x * 1.9 - 0.95, y * 1.9 - 0.95, 0.5, 1.0);
  tint = vec3(h, 1.0 - h, 0.5);
}`},
		{Stage: ir.StageGeometry, Source: `#version 460
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in vec3 from[];
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 tint;
void main() {
  float turn = from[0].x * 6.0, size = 0.002 + 0.006 * from[0].y;
  mat2 turned = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  for (int i = 0; i < 4; i++) {
    vec2 corner = vec2(float(i % 2) * 2.0 - 1.0, float(i / 2) * 2.0 - 1.0);
    gl_Position = gl_in[0].gl_Position + vec4(turned * corner * size, 0.0, 0.0);
    normal = normalize(vec3(corner, 1.0));
    tint = from[0] * (0.75 + 0.25 * corner.y);
    EmitVertex();
  }
  EndPrimitive();
}`},
		{Stage: ir.StageFragment, Source: speedFragment}}, ir.TopologyPoints, 0, [3]uint32{64}, [3]uint32{1 << 16}, 0},
	{"two streams", []stagegen.Shader{
		{Stage: ir.StageVertex, Source: `#version 460
layout(location = 0) out vec4 state;
` + speedNoise + `
void main() {
  float x = fract(float(gl_VertexIndex) * 0.61803399), y = fract(float(gl_VertexIndex) * 0.75487767);
  state = vec4(x, y, height(vec2(x, y) * 8.0), float(gl_VertexIndex % 7));
  gl_Position = vec4(2.0, 2.0, 0.5, 1.0);
}`},
		{Stage: ir.StageGeometry, Source: `#version 460
layout(points) in;
layout(points, max_vertices = 6) out;
layout(location = 0) in vec4 state[];
layout(stream = 0, location = 0, xfb_buffer = 0, xfb_offset = 0) out vec4 alive;
layout(stream = 1, location = 1, xfb_buffer = 1, xfb_offset = 0) out vec4 dead;
void main() {
  vec4 s = state[0];
  gl_Position = vec4(2.0, 2.0, 0.5, 1.0);
  int children = s.w < 2.0 ? 3 : 1;
  for (int i = 0; i < children; i++) {
    float angle = s.z * 6.0 + float(i) * 2.1;
    alive = vec4(s.xy + 0.01 * vec2(cos(angle), sin(angle)), s.z * 0.97, s.w);
    EmitStreamVertex(0);
  }
  if (s.z < 0.3) { dead = s; EmitStreamVertex(1); }
}`},
		{Stage: ir.StageFragment, Source: "#version 460\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n"}},
		ir.TopologyPoints, 0, [3]uint32{64}, [3]uint32{1 << 17}, 1 << 22},
	{"terrain", []stagegen.Shader{
		{Stage: ir.StageVertex, Source: `#version 460
void main() {
  int quad = gl_VertexIndex / 4, corner = gl_VertexIndex % 4;
  gl_Position = vec4((vec2(float(quad % 4), float(quad / 4)) + vec2(float(corner % 2), float(corner / 2))) / 4.0, 0.0, 1.0);
}`},
		{Stage: ir.StageTessellationControl, Source: `#version 460
layout(vertices = 4) out;
void main() {
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
  if (gl_InvocationID == 0) {
    vec2 middle = 0.5 * (gl_in[0].gl_Position.xy + gl_in[3].gl_Position.xy);
    float level = clamp(60.0 / (0.8 + middle.y), 1.0, 64.0);
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = level;
    gl_TessLevelInner[0] = gl_TessLevelInner[1] = level;
  }
}`},
		{Stage: ir.StageTessellationEvaluation, Source: `#version 460
layout(quads, equal_spacing, ccw) in;
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 tint;
` + speedNoise + `
void main() {
  vec2 p = mix(mix(gl_in[0].gl_Position.xy, gl_in[1].gl_Position.xy, gl_TessCoord.x), mix(gl_in[2].gl_Position.xy, gl_in[3].gl_Position.xy, gl_TessCoord.x), gl_TessCoord.y);
  float h = height(p * 9.0), x = height(p * 9.0 + vec2(0.05, 0.0)), y = height(p * 9.0 + vec2(0.0, 0.05));
  gl_Position = vec4(p.x * 2.0 - 1.0, p.y * 1.6 - 0.8 - 0.02 * h, 0.5, 1.0 + 0.5 * p.y);
  normal = normalize(vec3(h - x, h - y, 0.05));
  tint = mix(vec3(0.2, 0.5, 0.3), vec3(0.9, 0.85, 0.8), h);
}`},
		{Stage: ir.StageFragment, Source: speedFragment}}, ir.NoTopology, 4, [3]uint32{4}, [3]uint32{4 * 4 * 4}, 0},
}

// processor is the processor time that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const speedSize = 256 // pixels of a side

// pipeline is the scene of a size as random pipelines are described.
func (s *speedScene) pipeline(size [3]uint32) *stagegen.Pipeline {
	return &stagegen.Pipeline{Shaders: s.shaders, Input: s.input, Patch: s.patch, Vertices: int(size[0]), Groups: size}
}

// drawnByDriver draws a size on the driver, and returns the pixels and the captured bytes.
func (s *speedScene) drawnByDriver(t *testing.T, d *vkrun.Device, code [][]byte, size [3]uint32) ([]byte, []vkrun.FeedbackBuffer) {
	t.Helper()
	v := vkrun.Pipeline{Primitive: topologies[s.input], Patch: s.patch, Vertices: int(size[0]), Groups: size}
	if s.patch > 0 {
		v.Primitive = vkrun.Patches
	}
	for i := range s.shaders {
		v.Stages = append(v.Stages, vkrun.StageShader{Shader: vkrun.Shader{SPIRV: code[i]}, Stage: stages[s.shaders[i].Stage]})
	}
	if s.capture > 0 {
		v.Feedback = []vkrun.FeedbackBuffer{{Data: make([]byte, s.capture)}, {Data: make([]byte, s.capture)}}
	}
	pixels, err := d.DrawPipeline(v, nil, nil, vkrun.RGBA8, speedSize, speedSize)
	if err != nil {
		t.Fatal(err)
	}
	return pixels, v.Feedback
}

// programs loads the shaders.
func (s *speedScene) programs(t testing.TB, engine exec.Engine) (list []exec.Program, valid []*refract.Valid) {
	t.Helper()
	for _, shader := range s.shaders {
		v := check(t, "a", []byte(shader.Source), shader.Stage, 1)
		p, err := engine.Load(v.Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		list, valid = append(list, p), append(valid, v)
	}
	return list, valid
}

// onEngine draws a size on the CPU.
func (s *speedScene) onEngine(t testing.TB, programs []exec.Program, size [3]uint32) ([]byte, *raster.Feedback) {
	t.Helper()
	draw, _, _ := drawOf(s.pipeline(size), programs, ir.ClipSpaceVulkan)
	draw.Resources = nil
	if s.capture > 0 {
		draw.Feedback = &raster.Feedback{}
		draw.Feedback.Buffers[0], draw.Feedback.Buffers[1] = make([]byte, s.capture), make([]byte, s.capture)
	}
	pass, picture, err := raster.NewPass(speedSize, speedSize, exec.FormatByName("rgba8unorm"), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Draw(t.Context(), draw); err != nil {
		t.Fatal(err)
	}
	return picture.Level(0), draw.Feedback
}

// TestStageSpeed draws scenes whose work is in task, mesh, geometry and tessellation stages on the CPU and
// on a driver, compares the pictures and, if REFRACT_SPEED is 1, prints processor times. With
// LP_NATIVE_VECTOR_WIDTH=128 lavapipe has as many lanes as the engine.
func TestStageSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED isn't 1")
	}
	d := vkrun.OpenRays(t)
	product, count := 1.0, 0.0
	for i := range speedScenes {
		s := &speedScenes[i]
		if only := os.Getenv("REFRACT_ONLY"); only != "" && only != s.name {
			continue
		}
		programs, valid := s.programs(t, wasm.Engine{})
		code := make([][]byte, len(valid))
		for k, v := range valid {
			code[k] = write(t, v, refract.SPIRV)
		}
		want, wantCaptured := s.drawnByDriver(t, d, code, s.many)
		got, gotCaptured := s.onEngine(t, programs, s.many)
		different := 0
		for at := 0; at < len(want); at += 4 {
			for k := at; k < at+4; k++ {
				if math.Abs(float64(got[k])-float64(want[k])) > 4 {
					different++
					break
				}
			}
		}
		if different > speedSize*speedSize/50 {
			t.Errorf("%s: %d pixels differ", s.name, different)
		}
		for k := range wantCaptured {
			far := 0
			for at := 0; at+4 <= s.capture; at += 4 {
				a, b := math.Float32frombits(binary.LittleEndian.Uint32(gotCaptured.Buffers[k][at:])), math.Float32frombits(binary.LittleEndian.Uint32(wantCaptured[k].Data[at:]))
				if math.Abs(float64(a-b)) > 1e-4 {
					far++
				}
			}
			if far > 0 || int(wantCaptured[k].Used) != gotCaptured.Used[k] {
				t.Errorf("%s: %d numbers of buffer %d differ; %d bytes were captured, not %d", s.name, far, k, gotCaptured.Used[k], wantCaptured[k].Used)
			}
		}
		// The two take turns; the least times count.
		best := [2][2]time.Duration{{math.MaxInt64, math.MaxInt64}, {math.MaxInt64, math.MaxInt64}}
		for range 9 {
			for k, size := range [2][3]uint32{s.few, s.many} {
				begin := processor()
				s.drawnByDriver(t, d, code, size)
				middle := processor()
				s.onEngine(t, programs, size)
				best[0][k] = min(best[0][k], middle-begin)
				best[1][k] = min(best[1][k], processor()-middle)
			}
		}
		theirs, ours := best[0][1]-best[0][0], best[1][1]-best[1][0]
		ratio := float64(theirs) / float64(ours)
		t.Logf("%-16s wasm %8.2f ms, lavapipe %8.2f ms, ratio %.2f", s.name, ours.Seconds()*1e3, theirs.Seconds()*1e3, ratio)
		product *= ratio
		count++
	}
	t.Logf("geometric mean of the ratios: %.2f", math.Pow(product, 1/count))
}

// BenchmarkStages draws the scenes on the CPU.
func BenchmarkStages(b *testing.B) {
	for i := range speedScenes {
		s := &speedScenes[i]
		b.Run(s.name, func(b *testing.B) {
			programs, _ := s.programs(b, wasm.Engine{})
			for b.Loop() {
				s.onEngine(b, programs, s.many)
			}
		})
	}
}
