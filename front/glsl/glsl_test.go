package glsl_test

// This file tests the checker: shaders in the styles that people write are read and
// valid, values fold as they must, and mistakes are reported where they are.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
)

var stageOf = map[string]string{".vert": "vertex", ".frag": "fragment", ".comp": "compute"}

// TestShaders reads the shaders of testdata.
func TestShaders(t *testing.T) {
	files, err := filepath.Glob("testdata/shaders/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if m, diags, sources := read(f, string(src), stageOf[filepath.Ext(f)], false); m == nil || diags.HasErrors() {
			t.Errorf("%s: %v", f, diags.Err(sources))
		}
	}
}

// TestConstants: each expression is a constant of this value, so that an array of
// that size and one without are of the same type.
func TestConstants(t *testing.T) {
	for expr, want := range map[string]string{
		"1 + 2 * 3": "7", "int(3.9)": "3", "int(sqrt(16.0))": "4", "7 / 2": "3", "-7 % 4 + 8": "5", "1 << 4": "16",
		"int(dot(vec3(1, 2, 3), vec3(2)))": "12", "ivec3(4, 5, 6).y": "5", "true ? 3 : 4": "3", "max(3, 9)": "9",
		"float[3](1.0, 2.0, 3.0).length()": "3", "int(mat2(1.0, 2.0, 3.0, 4.0)[1][0])": "3", "int(vec2(1.0, 8.0).ts.x)": "8",
		"findMSB(255)": "7", "bitCount(7u) + 1": "4", "int(mod(7.0, 4.0))": "3", "(3 > 2 && !(1 == 2)) ? 6 : 1": "6",
		"int(any(lessThan(vec2(1), vec2(0, 2))))": "1", "int(floatBitsToInt(1.0) >> 23)": "127", "int(length(vec2(3.0, 4.0)))": "5",
		"int(mat3(2.0)[2].z + mat2x3(1.0)[1][1])": "3", "uint(-1) > 5u ? 2 : 1": "2", "int(round(2.5))": "2", "int(mix(2.0, 4.0, 0.5))": "3",
	} {
		src := "#version 450\nlayout(location=0) out vec4 c;\nvoid main() { const int n = " + expr + "; float a[n]; float b[" + want + "]; a = b; c = vec4(a[0]); }"
		if m, diags, sources := read("a.frag", src, "fragment", false); m == nil || diags.HasErrors() {
			t.Errorf("%s is not %s: %v", expr, want, diags.Err(sources))
		}
	}
}

// TestUndefined reads shaders that declare functions which nothing defines, and which main
// doesn't reach.
func TestUndefined(t *testing.T) {
	for _, src := range []string{
		"#version 450\nvec4 f(float x);\nvoid main() { }",
		"#version 450\nvec4 f(float x);\nvec4 g() { return f(1.0); }\nvoid main() { }",
		"#version 450\nvoid f(out int x);\nint h() { int x; f(x); return x; }\nint g() { return h(); }\nvoid main() { }",
		"#version 450\nvec4 f(sampler2D s);\nvec4 g(sampler2D s) { return f(s); }\nvoid main() { }",
	} {
		if m, diags, sources := read("a.frag", src, "fragment", false); m == nil || diags.HasErrors() {
			t.Errorf("%s: %v", src, diags.Err(sources))
		}
	}
}

// TestErrors: each source has the errors that its comments say, "line: part of the
// message".
func TestErrors(t *testing.T) {
	const intrinsics = "#version 460\n#extension GL_EXT_spirv_intrinsics : require\n"
	const passed = "#version 450\n#extension GL_NV_geometry_shader_passthrough : require\n"
	for _, c := range []struct{ stage, src, want string }{
		{"fragment", "#version 450\nvoid main() { float x = flor(1.5); }", "2: unknown function \"flor\""},
		{"fragment", "#version 450\nvoid main() {\n int a = b;\n int c = d; }", "3: unknown identifier \"b\"\n4: unknown identifier \"d\""},
		{"fragment", "#version 130\nvoid main() { uint x = bitCount(3u); }", "2: \"bitCount\" needs #version 400 or GL_ARB_gpu_shader5"},
		{"fragment", "#version 300 es\nprecision mediump float;\nvoid main() { float x = 1; }", "3: the value of x must be float, found int"},
		{"fragment", "#version 450\nin vec4 v;\nvoid main() { v = vec4(0); }", "3: can't assign to \"v\": it is an input"},
		{"fragment", "#version 450\nuniform float v;\nvoid main() { v++; }", "3: can't change \"v\": it is a uniform"},
		{"fragment", "#version 450\nin int v;\nvoid main() { }", "2: the input \"v\" holds integers or doubles and must be flat"},
		{"fragment", "#version 450\nvoid f(int a) {} void main() { f(1.5); }", "2: no function f takes (float)"},
		{"fragment", "#version 450\nint f(int a) { return f(a); } void main() { f(1); }", "2: the function \"f\" calls itself, directly or through others"},
		{"fragment", "#version 450\nvoid main() { vec3 v; v.xx = vec2(1); }", "2: can't assign to the same component twice"},
		{"fragment", "#version 450\nvoid main() { float a[3]; a[3] = 1.0; }", "2: the index 3 is out of bounds"},
		{"fragment", "#version 450\nstruct S { int size; }; void main() { S s; s.siez = 1; }", "2: S has no member \"siez\""},
		{"fragment", "#version 450\nvoid main() { switch (1) { case 1: break; case 1: break; } }", "2: two cases have the value 1"},
		{"fragment", "#version 450\nvec4 f(float x);\nvec4 g() { return f(1.0); }\nvoid main() { g(); }", "3: the function \"f\" is declared but not defined"},
		{"fragment", "#version 450\nfloat f();\nfloat g = f();\nvoid main() { }", "3: the function \"f\" is declared but not defined"},
		{"fragment", "#version 450\nvec4 f(sampler2D s);\nvec4 g(sampler2D s) { return f(s); }\nuniform sampler2D t;\nvoid main() { g(t); }", "3: the function \"f\" is declared but not defined"},
		{"fragment", "#version 450\nvoid main() { int n = gl_SampleMaskIn.length(); }", "2: the length of \"gl_SampleMaskIn\" is that of the device's samples"},
		{"fragment", "#version 450\nvoid main() { if (1) {} }", "2: the condition of if must be bool, found int"},
		{"fragment", "#version 450\nvoid main() { break; }", "2: break must stand in a loop or switch"},
		{"fragment", "#version 450\nfloat f() { return; } void main() { }", "2: return needs a value of type float"},
		{"fragment", "#version 450\nint a; float a; void main() { }", "2: \"a\" is declared twice in this scope"},
		{"task", "#version 450\n#extension GL_NV_mesh_shader : require\ntaskNV out A { int a; } x;\ntaskNV out B { int b; } y;\nvoid main() { }", "4: a shader has one payload of tasks"},
		{"mesh", "#version 450\n#extension GL_NV_mesh_shader : require\nlayout(points, max_vertices = 1, max_primitives = 1) out;\nvoid main() { gl_MeshVerticesNV[0].gl_PositionPerViewNV[0] = vec4(1); }", "4: not supported: gl_PositionPerViewNV"},
		{"geometry", passed + "layout(triangles) in;\nlayout(passthrough) in vec4 a[];\nvoid main() { EmitVertex(); }", "5: a shader that passes primitives through has no EmitVertex"},
		{"geometry", passed + "layout(triangles) in;\nlayout(passthrough) out vec4 a;\nvoid main() { }", "4: only inputs are passed through"},
		{"geometry", passed + "layout(triangles) in;\nlayout(passthrough) in;\nvoid main() { }", "4: passthrough qualifies inputs, not all of them"},
		{"geometry", passed + "layout(triangles_adjacency) in;\nlayout(passthrough) in vec4 a[];\nvoid main() { }", "4: a shader that passes primitives through takes points, lines or triangles, not triangles_adjacency"},
		{"geometry", passed + "layout(lines, invocations = 2) in;\nlayout(passthrough) in vec4 a[];\nvoid main() { }", "4: a shader that passes primitives through has no invocations"},
		{"geometry", passed + "layout(lines) in; layout(line_strip, max_vertices = 2) out;\nlayout(passthrough) in vec4 a[];\nvoid main() { }", "4: a shader that passes primitives through has no layout of its output"},
		{"geometry", passed + "layout(lines) in; layout(stream = 1) out vec4 b;\nlayout(passthrough) in vec4 a[];\nvoid main() { }", "3: an output of a shader that passes primitives through is of stream 0, not 1"},
		{"geometry", "#version 450\nlayout(lines) in;\nlayout(passthrough) in vec4 a[];\nvoid main() { }", "3: \"passthrough\" needs GL_NV_geometry_shader_passthrough"},
		{"vertex", passed + "layout(passthrough) in vec4 a;\nvoid main() { gl_Position = a; }", "3: only geometry shaders pass inputs through"},
		{"vertex", "#version 450\nvoid main() { gl_Position = vec4(1); gl_ViewportMask[0] = 1; }", "2: \"gl_ViewportMask\" needs GL_NV_viewport_array2"},
		{"vertex", "#version 450\n#extension GL_NV_viewport_array2 : require\nlayout(viewport_relative) out int gl_ViewportIndex;\nvoid main() { gl_Position = vec4(1); }", "3: only gl_Layer, as an output, is relative to the viewport"},
		{"vertex", "#version 450\nlayout(viewport_relative) out int gl_Layer;\nvoid main() { gl_Position = vec4(1); }", "2: \"viewport_relative\" needs GL_NV_viewport_array2"},
		{"tessellation_control", "#version 450\nlayout(vertices = 1) out;\nvoid main() { gl_out[gl_InvocationID].gl_PositionPerViewNV[0] = vec4(1); }", "3: \"gl_PositionPerViewNV\" needs GL_NVX_multiview_per_view_attributes"},
		{"tessellation_control", "#version 450\n#extension GL_NV_viewport_array2 : require\nlayout(vertices = 1) out;\nvoid main() { gl_out[gl_InvocationID].gl_Position = vec4(gl_in[0].gl_ViewportMask[0]); }", "4: not supported: gl_ViewportMask"},
		{"closest_hit", intrinsics + "spirv_storage_class(4) float a;\nvoid main() { }", "3: only compute, task and mesh shaders have shared variables"},
		{"closest_hit", intrinsics + "spirv_storage_class(2) float a;\nvoid main() { }", "3: not supported: the storage class Uniform of SPIR-V"},
		{"vertex", intrinsics + "spirv_storage_class(5338) float a;\nvoid main() { }", "3: a vertex shader has no variables of the storage class RayPayloadKHR"},
		{"vertex", intrinsics + "spirv_storage_class(extensions = [\"A\", \"B\"], capabilities = [1, 2], 6) float a;\nvoid main() { gl_Position = vec4(b); }", "4: unknown identifier \"b\""},
		{"vertex", intrinsics + "spirv_storage_class(extensions = [\"A\", 6) float a;\nvoid main() { }", "3: expected ',' or ']', found ')'"},
		{"vertex", intrinsics + "void f(spirv_by_reference float a);\nvoid main() { }", "3: instructions of SPIR-V, as by 'spirv_by_reference', are not supported"},
		{"vertex", intrinsics + "spirv_instruction(id = 81) float f(float a);\nvoid main() { }", "3: instructions of SPIR-V, as by 'spirv_instruction', are not supported"},
		{"vertex", "#version 460\nspirv_storage_class(6) float a;\nvoid main() { gl_Position = vec4(a); }", "2: \"spirv_storage_class\" needs GL_EXT_spirv_intrinsics"},
		{"vertex", "#version 450\nvoid main() { discard; }", "2: only fragment shaders have discard"},
		{"fragment", "#version 450\nlayout(location = 32) out vec4 c; void main() { }", "2: the location 32 of a fragment shader's output is 32 or more"},
		{"fragment", "#version 300 es\nlayout(location = 31) out mediump vec4 c[2]; void main() { }", "2: the location 32 of a fragment shader's output is 32 or more"},
		{"fragment", "#version 450\nvoid main() { barrier(); }", "2: a fragment shader has no barrier"},
		{"fragment", "#version 450\nuniform sampler2D s; void main() { texture(s, vec3(1)); }", "2: the argument of texture (coordinates) must be vec2, found vec3"},
		{"fragment", "#version 450\nlayout(binding=0) uniform image2D i; void main() { }", "2: the image \"i\" needs a format, as layout(rgba8), unless it is writeonly"},
		{"fragment", "#version 450\nvoid main() { vec2 v = vec2(1.0, 2.0, 3.0); }", "2: the constructor of vec2 has too many arguments"},
		{"vertex", "#version 400\nin dvec2 v;\nvoid main() { }", "2: \"a vertex input of doubles\" needs #version 410 or GL_ARB_vertex_attrib_64bit"},
		{"compute", "#version 310 es\nlayout(local_size_x = 4) in;\nbuffer B { uint a; } b[2];\nvoid main() { b[gl_LocalInvocationIndex].a++; }", "4: GLSL ES wants a constant index here"},
		{"compute", "#version 310 es\nlayout(local_size_x = 4) in;\nbuffer B { uint a; } b;\nuniform U { uint a; } u[2];\nvoid main() { b.a = u[gl_LocalInvocationIndex].a; }", "5: \"an index that isn't constant, of an array of uniform blocks\" needs #version 320 es"},
		{"compute", "#version 450\nlayout(local_size_x = 0) in; void main() { }", "2: a workgroup has at least one invocation in each dimension"},
		{"compute", "#version 450\nlayout(constant_id = 1) const int N = 2; const int M = N + 1;\nvoid main() { int a[N], b[M] = int[](1, 2, 3); int[N] c = int[](1, 2); int d[2] = int[](1, N); }", "3: values of type int[M] can't be initial values\n3: values of type int[N] can't be initial values"},
		{"compute", "#version 450\nlayout(local_size_x = 1) in;\nlayout(local_size_x = 1) buffer B { int a; };\nvoid main() { }", "3: the size of the workgroup is a qualifier of in"},
		{"compute", "#version 450\n#extension GL_ARB_bindless_texture : require\nvoid main() { }", "2: not supported: bindless textures (GL_ARB_bindless_texture)"},
	} {
		_, diags, sources := read("a.glsl", c.src, c.stage, false)
		var got []string
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Error {
				at, _ := sources.Position(d.Span.Start)
				got = append(got, strings.TrimSpace(string(rune('0'+at.Line))+": "+d.Message))
			}
		}
		want := strings.Split(c.want, "\n")
		ok := len(got) == len(want)
		for i := range want {
			ok = ok && strings.HasPrefix(got[i], want[i])
		}
		if !ok {
			t.Errorf("%s\ngot  %q\nwant %q", c.src, got, want)
		}
	}
}

// TestWorkgroupConstants: dimensions that are specialization constants have the values that
// are given, behind their numbers or ahead of them.
func TestWorkgroupConstants(t *testing.T) {
	for _, src := range []string{
		"layout(local_size_x_id = 3) in; layout(local_size_x = 8) in;",
		"layout(local_size_x = 8) in; layout(local_size_x_id = 3) in;",
		"layout(local_size_x_id = 3, local_size_x = 8) in;",
		"layout(local_size_x = 8, local_size_x_id = 3) in; layout(local_size_x = 8) in;",
		"layout(local_size_x_id = 3) in; layout(constant_id = 3) const uint N = 8; layout(local_size_x = 8) in;",
	} {
		m, diags, sources := read("a.comp", "#version 450\n"+src+"\nvoid main() { }", "compute", true)
		if m == nil || diags.HasErrors() {
			t.Error(diags.Err(sources))
			continue
		}
		constants := 1 + strings.Count(src, "constant_id")
		if len(m.Overrides) != 1+constants || m.Consts.LiteralBits(ir.ExprID(m.Overrides[1].Init)) != 8 {
			t.Errorf("%s\n%s", src, ir.Print(m))
		}
	}
}

// TestInterface: what the source leaves open is given in the order of declarations.
func TestInterface(t *testing.T) {
	src := "#version 450\nin vec3 a; layout(location = 0) in vec2 b; in mat2 c; uniform sampler2D s; layout(binding = 0) uniform B { vec4 x; }; uniform float f;\nout vec3 v; out flat int w;\nvoid main() { v = a + c[0].xyy + b.xyy * f; w = 1; gl_Position = texture(s, b) + x; }"
	m, diags, sources := read("a.vert", src, "vertex", false)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	var got []string
	for _, a := range m.Func(m.EntryPoints[0].Function).Args {
		got = append(got, a.Name+"@"+string(rune('0'+a.Binding.Location)))
	}
	for _, g := range m.Globals[1:] {
		if g.Space == ir.SpaceUniform || g.Space == ir.SpaceHandle {
			got = append(got, g.Name+"@"+string(rune('0'+g.Binding.Binding)))
		}
	}
	if s := strings.Join(got, " "); s != "a@1 b@0 c_0@2 c_1@3 s@1 b@0 uniforms@2" {
		t.Error(s)
	}
}

// TestShadowEXT: what GL_EXT_shadow_samplers adds to GLSL ES 1.00 returns a number, where
// the functions of desktop GLSL return vectors.
func TestShadowEXT(t *testing.T) {
	src := "#version 100\n#extension GL_EXT_shadow_samplers : require\nprecision mediump float;\nuniform mediump sampler2DShadow s;\nvarying vec4 p;\n" +
		"void main() { float x = shadow2DEXT(s, p.xyz) + shadow2DProjEXT(s, p); gl_FragColor = vec4(x); }"
	m, diags, sources := read("a.frag", src, "fragment", false)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
}

// TestPassedLocations: an input that is passed through has its location on both sides of the stage.
func TestPassedLocations(t *testing.T) {
	src := "#version 450\n#extension GL_NV_geometry_shader_passthrough : require\nlayout(lines) in;\nin vec2 uv[]; out float more;\n" +
		"layout(passthrough) in Inputs { vec4 c; }; layout(passthrough) flat in int k[];\nvoid main() { more = uv[0].x; }"
	m, diags, sources := read("a.geom", src, "geometry", false)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	var got []string
	for _, g := range m.Globals[1:] {
		b := g.IO
		if g.Name == "Inputs" {
			b = &m.StructOf(m.Types.At(g.Type).Base).Members[0].Binding
		}
		got = append(got, g.Name+"@"+string(rune('0'+b.Location)))
	}
	if s := strings.Join(got, " "); s != "uv@0 more@0 Inputs@1 k@2" {
		t.Error(s)
	}
}
