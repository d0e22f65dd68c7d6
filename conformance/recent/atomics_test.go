package recent

// This file does atomic operations on floats of each size, in buffers and in the memory of workgroups.

import (
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness/differential"
)

// floatAtomics are operations on the place at, whose results don't depend on the order of invocations,
// with the number 0 to 7 of an invocation in x.
var floatAtomics = map[string]string{
	"add":       "atomicAdd(at, x)",
	"least":     "atomicMin(at, x - T(3))",
	"greatest":  "atomicMax(at, x * T(2))",
	"exchange":  "atomicExchange(at, T(7))",
	"old":       "r = atomicAdd(own, x) + atomicExchange(own, T(9)) * T(2)",
	"old least": "r = atomicMin(own, T(2)) + atomicMax(own, T(1))",
	"load":      "atomicStore(own, x, gl_ScopeDevice, S, gl_SemanticsRelaxed); r = atomicLoad(own, gl_ScopeDevice, S, gl_SemanticsRelaxed)",
	"in a loop": "for (int k = 0; k < 3; k++) atomicAdd(at, x)",
	"element":   "atomicAdd(list[(i * 3u) & 7u], x)",
}

// TestFloatAtomics does each operation with each type in each memory.
func TestFloatAtomics(t *testing.T) {
	var jobs, single []*differential.Job
	for _, scalar := range []string{"float16_t", "float", "double"} {
		for _, shared := range []bool{false, true} {
			for _, name := range sorted(floatAtomics) {
				declared, in, semantics := "", "b.at", "gl_StorageSemanticsBuffer"
				own, list := "b.own[i]", "b.list"
				if shared {
					declared, in, own, list, semantics = "shared T at; shared T own[8]; shared T list[8];", "at", "own[i]", "list", "gl_StorageSemanticsShared"
				}
				body := strings.NewReplacer("own", own, "list", list, "(at", "("+in, ", S,", ", "+semantics+",").Replace(floatAtomics[name])
				source := fmt.Sprintf(`#version 460
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_memory_scope_semantics : require
#define T %s
layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) buffer B { T at; T own[8]; T list[8]; T results[8]; } b;
%s
void main() {
	uint i = gl_LocalInvocationIndex;
	T x = T(i), r = T(0);
	if (i == 0u) { %s = T(1); }
	%s = T(4);
	%s[i] = T(0);
	barrier();
	%s;
	barrier();
	b.results[i] = r;
	b.own[i] = %s;
	b.list[i] = %s[i];
	if (i == 0u) { b.at = %s; }
}`, scalar, declared, in, own, list, body, own, list, in)
				where := map[bool]string{false: "buffer", true: "shared"}[shared]
				if j := jobOf(t, fmt.Sprintf("%s %s %s.comp", scalar, where, name), source, [3]uint32{1, 1, 1}); j != nil {
					if scalar == "float" {
						single = append(single, j)
					} else {
						jobs = append(jobs, j)
					}
					if scalar != "float" || strings.Contains(name, "least") || name == "greatest" {
						if !strings.Contains(name, "load") {
							refused(t, "a.comp", source, "an atomic ", refract.MSL, refract.WGSL, refract.HLSL, refract.DXIL, refract.DXBC)
						}
					}
				}
			}
		}
	}
	run(t, single, ways{glslNumber: 460, driver: true})
	run(t, jobs, ways{glslNumber: 460, driver: true, slow: true})
}

// texelAtomics are operations on the texel i of an image, and on one texel of all invocations.
var texelAtomics = map[string]string{
	"least":        "imageAtomicMin(p, at, x - 3.0)",
	"greatest":     "imageAtomicMax(p, at, x * 2.0)",
	"old least":    "r = imageAtomicMin(p, own, x - 3.0)",
	"old greatest": "r = imageAtomicMax(p, own, 2.5) + 1.0",
	"add":          "imageAtomicAdd(p, at, x)",
	"in a branch":  "if (i > 2u) { r = imageAtomicMax(p, own, x); } else { imageAtomicMin(p, at, -x); }",
	"in a loop":    "for (int k = 0; k < 3; k++) { imageAtomicMax(p, at, x * float(k)); }",
}

// TestFloatTexelAtomics does each operation with images of each dimension. GLSL and SPIR-V have the least and
// the greatest.
func TestFloatTexelAtomics(t *testing.T) {
	var jobs []*differential.Job
	for _, image := range [][3]string{{"image2D", "ivec2(i, 0)", "ivec2(0, 0)"}, {"image2DArray", "ivec3(i, 0, 1)", "ivec3(0)"}, {"image3D", "ivec3(i, 0, 1)", "ivec3(0)"}} {
		for _, name := range sorted(texelAtomics) {
			source := fmt.Sprintf(`#version 460
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, r32f) uniform %s p;
layout(set = 0, binding = 1, std430) buffer B { float own[4]; float all[4]; float results[4]; } b;
void main() {
	uint i = gl_LocalInvocationIndex;
	float x = float(i), r = 0.0;
	imageStore(p, %[2]s, vec4(1.5));
	memoryBarrierImage(); barrier();
	%[4]s;
	memoryBarrierImage(); barrier();
	b.results[i] = r;
	b.own[i] = imageLoad(p, %[2]s).x;
	b.all[i] = imageLoad(p, %[3]s).x;
}`, image[0], image[1], image[2], strings.NewReplacer("own", image[1], " at,", " "+image[2]+",").Replace(texelAtomics[name]))
			if j := jobOf(t, image[0]+" "+name+".comp", source, [3]uint32{1, 1, 1}); j != nil {
				jobs = append(jobs, j)
				if name != "add" {
					refused(t, "a.comp", source, "an atomic ", refract.MSL, refract.WGSL, refract.HLSL, refract.DXIL, refract.DXBC)
				}
			}
		}
	}
	run(t, jobs, ways{glslNumber: 460, driver: true})
}
