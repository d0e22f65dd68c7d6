package glsl

import (
	"testing"

	"refract/diag"
	"refract/ir"
)

// TestAgreement reads what mutants of shaders have shown other compilers to reject.
func TestAgreement(t *testing.T) {
	tests := []struct {
		source string
		stage  ir.Stage
		code   diag.Code
	}{
		{"#version 430\nlayout(depth_less) out int gl_FragDepth;\nvoid main() { gl_FragDepth = 1; }", ir.StageFragment, codeRedeclared},
		{"#version 450\nlayout(location = 1) vec2 uv;\nvoid main() { gl_Position = vec4(uv, 0, 1); }", ir.StageVertex, codeLayout},
		{"#version 450\nlayout(location = 1) in;\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeLayout},
		{"#version 450\nlayout(binding = 0) uniform uint { float b; };\nvoid main() { gl_Position = vec4(b); }", ir.StageVertex, codeVariable},
		{"#version 110\nout vec4 c;\nvoid main() { c = vec4(1); }", ir.StageFragment, codeExtension},
		{"#version 330\nlayout(location = 2) uniform float k;\nvoid main() { gl_Position = vec4(k); }", ir.StageVertex, codeExtension},
		{"#version 330\nlayout(location = 2) out float k;\nvoid main() { gl_Position = vec4(1); k = 1.0; }", ir.StageVertex, codeExtension},
		{"#version 430\nlayout(local_size_x = 1) shared;\nvoid main() { }", ir.StageCompute, codeLayout},
		{"#version 430\nlayout(early_fragment_tests) uniform;\nvoid main() { }", ir.StageFragment, codeLayout},
		{"#version 430\nlayout(location = 1) uniform B { float b; };\nvoid main() { gl_Position = vec4(b); }", ir.StageVertex, codeLayout},
		{"#version 150\nuniform float vec3;\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 150\nuniform float uint64_t;\nvoid main() { float;  gl_Position = vec4(uint64_t); }\nin vec3;", ir.StageVertex, ""},
		{"#version 450\nout gl_PerVertex { vec3 gl_Position; };\nvoid main() { }", ir.StageVertex, codeRedeclared},
		{"#version 450\nout gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, ""},
		{"#version 450\nin float v = 1.0;\nvoid main() { }", ir.StageFragment, codeVariable},
		{"#version 450\nint f() { 1; }\nvoid main() { f(); }", ir.StageFragment, codeFlow},
		{"#version 450\nint f() { if (true) { return 1; } }\nint g() { return 2; }\nvoid main() { f(); }", ir.StageFragment, ""},
		{"#version 450\nin float gl_FragDepth;\nvoid main() { gl_FragDepth = 1; }", ir.StageFragment, codeRedeclared},
		{"#version 140\nout B { vec4 c; };\nvoid main() { c = vec4(1); gl_Position = c; }", ir.StageVertex, codeExtension},
		{"#version 300 es\nuniform sampler3D t;\nout highp vec4 c;\nvoid main() { c = texture(t, vec3(0)); }", ir.StageFragment, codeQualifier},
		{"#version 300 es\nprecision mediump sampler3D;\nuniform sampler3D t;\nuniform highp sampler2DArray u;\nout highp vec4 c;\nvoid main() { c = texture(t, vec3(0)) + texture(u, vec3(1)); }", ir.StageFragment, ""},
		{"#version 100\nvec4 f() { return vec4(1); }\nvoid main() { gl_FragColor = f(); }", ir.StageFragment, codeQualifier},
		{"#version 300 es\nvec4 f() { return vec4(1); }\nvoid main() { gl_Position = f(); }", ir.StageVertex, ""},
		{"#version 100\nmediump vec4 f() { return vec4(1); }\nint g() { return 1; }\nvoid main() { gl_FragColor = f() + vec4(g()); }", ir.StageFragment, ""},
		{"#version 450\nfloat f(uint float);\nvoid main() { }", ir.StageFragment, codeVariable},
		{"#version 450\nstruct S { int vec2; };\nvoid main() { }", ir.StageFragment, codeVariable},
		{"#version 450\nlayout(component = 1) in float a;\nvoid main() { gl_Position = vec4(a); }", ir.StageVertex, codeLayout},
		{"#version 450\nflat out int c;\nvoid main() { c = 1; }", ir.StageFragment, codeQualifier},
		{"#version 450\nflat in int c;\nvoid main() { gl_Position = vec4(c); }", ir.StageVertex, codeQualifier},
		{"#version 450\nconst const int c = 1;\nvoid main() { }", ir.StageFragment, codeQualifier},
		{"#version 450\nuniform float b;\nuniform b { float c; };\nvoid main() { }", ir.StageFragment, codeRedeclared},
		{"#version 450\nuniform b { float c; };\nuniform float b;\nvoid main() { }", ir.StageFragment, codeRedeclared},
		{"#version 450\nuniform b { float c; };\nuniform b { float d; };\nvoid main() { }", ir.StageFragment, codeRedeclared},
		{"#version 450\nin b { float c; } i;\nout b { float c; } o;\nvoid main() { int b = 1; o.c = float(b); gl_Position = vec4(1); }", ir.StageFragment, codeStage},
		{"#version 450\nuniform b { float c; };\nvoid main() { float x = b.c; }", ir.StageFragment, codeNotValue},
		{"#version 450\nout gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\nvoid main() { gl_ClipDistance[2] = 1.0; }", ir.StageVertex, codeIndex},
		{"#version 100\nvarying vec4 a[];\nvoid main() { a[0] = vec4(1); gl_Position = a[0]; }", ir.StageVertex, codeTypeRule},
		{"#version 300 es\nvoid main() { highp float a[] = float[](1.0, 2.0); gl_Position = vec4(a[1]); }", ir.StageVertex, ""},
		{"#version 450\nout mat3 c;\nvoid main() { c = mat3(1); }", ir.StageFragment, codeTypeRule},
		{"#version 450\nout vec4 c[2];\nvoid main() { c[1] = vec4(1); }", ir.StageFragment, ""},
		{"#version 450\nlayout(depth_less) out gl_FragDepth;\nvoid main() { gl_FragDepth = 1.0; }", ir.StageFragment, codeQualifier},
		{"#version 450\ninvariant gl_Position;\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, ""},
		{"#version 450\n#extension GL_ARB_gpu_shader_int64 : enable\nvoid main() { int64_t a = 1u; }", ir.StageFragment, codeType},
		{"#version 450\n#extension GL_ARB_gpu_shader_int64 : enable\nvoid main() { int64_t a = 1; uint64_t b = 1u; b = a; }", ir.StageFragment, ""},
		{"#version 450\nstruct S { smooth float a; };\nvoid main() { }", ir.StageFragment, codeQualifier},
		{"#version 450\nuniform B { layout(location = 1) float a; };\nvoid main() { }", ir.StageFragment, codeQualifier},
		{"#version 450\nout gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2.0]; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeType},
		{"#version 450\nlayout(binding = 0, rgba8) readonly uniform image2D i;\nvec4 f(image2D a) { return vec4(1); }\nvoid main() { f(i); }", ir.StageFragment, codeQualifier},
		{"#version 450\nlayout(binding = 0, rgba8) readonly uniform image2D i;\nvec4 f(readonly image2D a) { return imageLoad(a, ivec2(0)); }\nvoid main() { f(i); }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { smooth float a = 1.0; }", ir.StageFragment, codeQualifier},
		{"#version 450\nlayout(binding = 0) in vec4 a;\nvoid main() { }", ir.StageFragment, codeLayout},
		{"#version 450\nlayout(std140) in B { vec4 a; };\nvoid main() { }", ir.StageFragment, codeLayout},
		{"#version 450\nstruct S { vec4 void; };\nvoid main() { }", ir.StageFragment, codeVariable},
		{"#version 450\nout float gl_ClipDistance[4];\nvoid main() { gl_ClipDistance[4] = 1.0; gl_Position = vec4(1); }", ir.StageVertex, codeIndex},
		{"#version 450\nout float gl_ClipDistance[];\nvoid main() { gl_ClipDistance[3] = 1.0; gl_Position = vec4(1); }", ir.StageVertex, ""},
		{"#version 450\nin vec2 v[];\nout vec4 c;\nvoid main() { c = v[1].xyxy * float(v.length()); }", ir.StageFragment, codeMember},
		{"#version 450\nlayout(local_size_x = 1) in;\nshared B { int a; };\nvoid main() { a = 1; }", ir.StageCompute, codeExtension},
		{"#version 450\nout gl_PerVertex { vec4 gl_Position; vec4 x; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeRedeclared},
		{"#version 450\nlayout(local_size_x = 1) in;\nvoid main() { uvec3 gl_LocalInvocationID = uvec3(1); }", ir.StageCompute, codeVariable},
		{"#version 450\nout float gl_ClipDistance[2];\nvoid main() { }", ir.StageFragment, codeRedeclared},
		{"#version 450\nin vec4 gl_FragCoord;\nout vec4 c;\nvoid main() { c = gl_FragCoord; }", ir.StageFragment, ""},
		{"#version 450\nlayout(location = 0) out vec2 a;\nlayout(location = 0, index = 1) out vec4 b;\nlayout(location = 1) out vec4 c;\nvoid main() { a = vec2(1); b = c = vec4(1); }", ir.StageFragment, ""},
		{"#version 450\nlayout(location = 0, index = 1) out vec4 a;\nvoid main() { a = vec4(1); }", ir.StageFragment, ""},
		{"#version 450\nstruct S { float a; bool b; };\nlayout(location = 0) flat in S s;\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(s.a); }", ir.StageFragment, "invalid-type"},
		{"#version 450\nvoid f(float gl_a) { }\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nstruct S { float gl_a; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nstruct gl_S { float a; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nuniform B { float a; } gl_i;\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nuniform gl_B { float a; };\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nfloat gl_PointSize(float a);\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; a = b; }", ir.StageCompute, codeTypeRule},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; s = t; }", ir.StageCompute, codeTypeRule},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; a = int[4](1, 2, 3, 4); }", ir.StageCompute, codeTypeRule},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; g[0] = g[1]; }", ir.StageCompute, codeTypeRule},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; bool e = a == a; }", ir.StageCompute, codeTypeRule},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; int c[4] = a; }", ir.StageCompute, codeType},
		{"#version 450\nlayout(constant_id = 1) const int n = 4;\nlayout(constant_id = 2) const int m = 4;\nlayout(local_size_x = 1) in;\nshared int s[n], t[n], g[2][n];\nvoid main() { int a[n], b[m]; a[1] = b[2] + g[1][3] + s.length(); }", ir.StageCompute, ""},
		{"#version 330\nlayout(binding = 1) uniform sampler2D t;\nvoid main() { gl_Position = texture(t, vec2(0)); }", ir.StageVertex, codeExtension},
		{"#version 330\n#extension GL_ARB_shading_language_420pack : enable\nlayout(binding = 1) uniform sampler2D t;\nvoid main() { gl_Position = texture(t, vec2(0)); }", ir.StageVertex, ""},
		{"#version 450\nlayout(location = 0, index = 2) out vec4 a;\nvoid main() { a = vec4(1); }", ir.StageFragment, codeLayout},
		{"#version 450\nlayout(location = 0, index = 0) out vec4 a;\nlayout(location = 1) out vec4 b;\nvoid main() { a = b = vec4(1); }", ir.StageFragment, ""},
		{"#version 450\nlayout(location = 0, index = 0) out vec4 a;\nlayout(location = 0, index = 1) out vec4 b;\nvoid main() { a = b = vec4(1); }", ir.StageFragment, ""},
		{"#version 450\nlayout(local_size_x = 1) in;\nlayout(location = 5) shared uint a;\nvoid main() { a = 1u; }", ir.StageCompute, codeLayout},
		{"#version 310 es\nlayout(local_size_x = 4) void;\nvoid main() { }", ir.StageCompute, codeLayout},
		{"#version 310 es\nlayout(local_size_x = 4) in;\nlayout(local_size_y = 4) float;\nvoid main() { }", ir.StageCompute, codeLayout},
		{"#version 450\nfloat gl_ClipDistance[4];\nvoid main() { gl_ClipDistance[0] = 0.0; gl_Position = vec4(1.0); }", ir.StageVertex, codeRedeclared},
		{"#version 450\nvec4 gl_FragCoord;\nout vec4 c;\nvoid main() { c = gl_FragCoord; }", ir.StageFragment, codeRedeclared},
		{"#version 450\nlayout(binding = 1) uniform float a;\nvoid main() { gl_Position = vec4(a); }", ir.StageVertex, codeLayout},
		{"#version 450\nstruct S { vec4 a; };\nlayout(binding = 1) uniform S s[2];\nvoid main() { gl_Position = s[1].a; }", ir.StageVertex, codeLayout},
		{"#version 120\nuniform sampler2D t;\nvoid main() { gl_FragColor = texture2DLod(t, vec2(0.0), 1.0); }", ir.StageFragment, codeExtension},
		{"#version 100\nprecision mediump float;\nuniform samplerCube t;\nvoid main() { gl_FragColor = textureCubeLod(t, vec3(0.0), 1.0); }", ir.StageFragment, codeExtension},
		{"#version 120\n#extension GL_ARB_shader_texture_lod : enable\nuniform sampler2D t;\nvoid main() { gl_FragColor = texture2DLod(t, vec2(0.0), 1.0); }", ir.StageFragment, ""},
		{"#version 100\n#extension GL_EXT_shader_texture_lod : enable\nprecision mediump float;\nuniform sampler2D t;\nvoid main() { gl_FragColor = texture2DLodEXT(t, vec2(0.0), 1.0); }", ir.StageFragment, ""},
		{"#version 120\nuniform sampler2D t;\nvoid main() { gl_Position = texture2DLod(t, vec2(0.0), 1.0); }", ir.StageVertex, ""},
		{"#version 130\nuniform sampler2D t;\nvoid main() { gl_FragColor = texture2DLod(t, vec2(0.0), 1.0); }", ir.StageFragment, ""},
		{"#version 450\nfloat a[];\nfloat a[5];\nvoid main() { a[1] = float(a.length()); }", ir.StageFragment, ""},
		{"#version 450\nfloat a[];\nvoid main() { a[1] = float(a.length()); }\nfloat a[5];", ir.StageFragment, codeMember},
		{"#version 450\nfloat a[];\nfloat a[5];\nfloat a[5];\nvoid main() { a[1] = 2.0; }", ir.StageFragment, codeRedeclared},
		{"#version 450\nvoid f() { }\nvoid g() { }\nvoid main() { gl_Position.x > 2.0 ? f() : g(); true ? f() : (f(), g()); }", ir.StageVertex, ""},
		{"#version 450\nvoid f() { }\nvoid main() { gl_Position.x > 2.0 ? f() : 1; }", ir.StageVertex, codeNotValue},
		{"#version 450\nvoid f() { }\nvoid main() { gl_Position.x > 2.0 ? 1 : f(); }", ir.StageVertex, codeNotValue},
		{"#version 450\nvoid f() { }\nvoid main() { bool b = false && f(); }", ir.StageVertex, codeNotValue},
		{"#version 450\nvoid f() { }\nvoid main() { int i = gl_VertexID > 2 ? f() : f(); }", ir.StageVertex, codeNotValue},
		{"#version 450\nvoid main() { gl_Position.zyx[gl_VertexID] = gl_Position.xx[gl_VertexID & 1]; }", ir.StageVertex, ""},
		{"#version 450\nvoid main() { gl_Position.xx[gl_VertexID] = 1.0; }", ir.StageVertex, codeAssign},
		{"#version 450\nvoid gl_PointSize() { }\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nfloat gl_f(float x);\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeVariable},
		{"#version 450\nlayout(location = 0, index = 1) out vec4 b;\nout vec4 a;\nvoid main() { a = vec4(1); b = a; }", ir.StageFragment, ""},
		{"#version 450\nout vec4 a;\nlayout(location = 0, index = 1) out vec4 b;\nvoid main() { a = vec4(1); b = a; }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { for (int i = 0; i < 3; i++) { float i = 1.0; } }", ir.StageFragment, codeRedeclared},
		{"#version 100\nvoid main() { for (int i = 0; i < 3; i++) int i = 2; }", ir.StageFragment, codeRedeclared},
		{"#version 450\nout float k;\nvoid main() { while (bool b = k > 2.0) { int b = 3; } }", ir.StageFragment, codeRedeclared},
		{"#version 450\nvoid main() { for (int i = 0; i < 3; i++) { { int i = 1; } } }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { int i = 0; for (; i < 3; i++) { int i = 1; } }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { int i = 1; do { int i = 1; } while (i == 0); do int i = 4; while (i == 0); }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { int k = 0; if (k == 0) int k = 3; else { int k = 4; } }", ir.StageFragment, ""},
		{"#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { float f, a[2]; f.x = 1.0; f.r += 2.0; f.s++; a[1].x = f.x; o = vec4(f.xxx, a[1].r); }", ir.StageFragment, ""},
		{"#version 450\nvoid main() { float f; f.xx = vec2(1.0); }", ir.StageFragment, codeAssign},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(binding = 0) buffer B { int8_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, codeExtension},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_shader_subgroup_extended_types_int8 : require\nlayout(binding = 0) buffer B { int8_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, ""},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(binding = 0) buffer B { uint16_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, codeExtension},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_shader_subgroup_extended_types_int16 : require\nlayout(binding = 0) buffer B { uint16_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, ""},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(binding = 0) buffer B { int64_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, codeExtension},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_shader_subgroup_extended_types_int64 : require\nlayout(binding = 0) buffer B { int64_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, ""},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(binding = 0) buffer B { float16_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, codeExtension},
		{"#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_shader_subgroup_extended_types_float16 : require\nlayout(binding = 0) buffer B { float16_t v; };\nvoid main() { v = subgroupAdd(v) + subgroupShuffle(v, 1u); }", ir.StageCompute, ""},
		{"#version 450\nvoid main() { float f; f.y = 1.0; }", ir.StageFragment, codeMember},
		{"#version 450\nvoid main() { const float f = 2.0; f.x = 1.0; }", ir.StageFragment, codeAssign},
		{"#version 450\nvoid g(out float x) { x.x = 1.0; }\nvoid main() { float f; g(f.x); }", ir.StageFragment, ""},
		{"#version 450\nlayout(depth_less) out float gl_FragDepth;\nlayout(location = 0) uniform float k;\nvoid main() { gl_FragDepth = k; }", ir.StageFragment, ""},
	}
	var r Reader
	for _, test := range tests {
		var sources diag.Sources
		var diags diag.List
		r.Read(ir.NewModule(), test.source, sources.Add("a", test.source), Options{Stage: test.stage}, &sources, &diags)
		var code diag.Code
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Error && code == "" {
				code = d.Code
			}
		}
		if code != test.code {
			t.Errorf("%s\nerror %q, not %q", test.source, code, test.code)
		}
	}
}
